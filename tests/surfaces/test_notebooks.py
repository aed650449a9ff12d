"""Notebooks through the command: read, reported with cell and line, fixed in their source lines only."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from surfaces.conftest import NOISY, STEP, Command

import hybridize

IMPORT, DEFINITION, LOOP = STEP.split("\n\n\n")


def write(path: Path, *sources: str) -> None:
    """A notebook with some code cells below a text."""
    cells = [{"cell_type": "markdown", "metadata": {}, "source": ["# Training"]}]
    for source in sources:
        output = {"name": "stdout", "output_type": "stream", "text": ["é\n"]}
        code = {"cell_type": "code", "execution_count": 1, "id": "ab", "metadata": {}, "outputs": [output]}
        cells.append({**code, "source": source.splitlines(keepends=True)})
    content = {"nbformat": 4, "nbformat_minor": 5, "metadata": {"b": 1, "a": 2}, "cells": cells}
    path.write_text(json.dumps(content, indent=2, ensure_ascii=False), encoding="utf-8")


@pytest.fixture
def notebook(project: Path) -> Path:
    """A notebook whose third code cell calls what the second one defines."""
    (project / "step.py").unlink()
    (project / "noisy.py").unlink()
    path = project / "train.ipynb"
    write(path, f"%matplotlib inline\n{IMPORT}", f"# the step\n{DEFINITION}", f"!ls\n{LOOP}")
    return path


def test_findings_name_cell_and_line(notebook: Path, command: Command) -> None:
    result = command("--output-format", "concise")
    assert result.out.startswith("train.ipynb:cell 3:2:1: HYB001 [*] `step`")
    assert "in the loop at line 2 of cell 4" in result.out
    text = command().out
    assert "2 | def step(x, w):" in text
    (finding,) = json.loads(command("--output-format", "json").out)
    assert (finding["cell"], finding["line"], finding["end_line"]) == (3, 2, 2)
    assert finding["related"][-1]["cell"] == 4
    report = json.loads(command("train.ipynb", "--report", "json").out)
    (function,) = report["functions"]
    assert (function["cell"], function["line"], function["end_line"]) == (3, 2, 5)
    assert function["gain"]["loops"] == [{"path": "train.ipynb", "line": 2, "cell": 4}]
    assert "train.ipynb,train,step,3,2,5," in command("--report", "csv").out
    assert command("explain", "train.ipynb::step").out.startswith("train.ipynb:cell 3:2: step")
    assert [each.qualname for each in hybridize.analyze("train.ipynb").functions] == ["step"]


BASE = """import tensorflow as tf


class Base(tf.Module):
    @tf.function
    def step(self, x):
        return self.work(x)
"""
DERIVED = """import tensorflow as tf

from base import Base


class Shown(Base):
    def work(self, x):
        print(x)
        return x * 2.0
"""


def test_findings_elsewhere_name_cell_and_line(project: Path, command: Command) -> None:
    (project / "step.py").unlink()
    (project / "noisy.py").unlink()
    (project / "base.py").write_text(BASE, encoding="utf-8")
    write(project / "use.ipynb", "1", DERIVED, "shown = Shown()\nshown.step(tf.ones(2))\nshown.step(tf.ones(2))")
    told = "at use.ipynb:cell 3:8 only"
    assert told in command("--output-format", "concise").out
    (finding,) = json.loads(command("--output-format", "json").out)
    assert finding["path"] == "base.py" and told in finding["message"]
    report = json.loads(command("--report", "json").out)
    assert told in report["findings"][0]["message"] and "use.ipynb:cell" not in report["findings"][0]["path"]


def test_what_ipython_adds_to_the_builtins_is_known_in_notebooks(project: Path) -> None:
    definition = DEFINITION.replace("    return", "    display(x)\n    return", 1)
    assert definition != DEFINITION
    write(project / "shown.ipynb", IMPORT, definition, LOOP)
    (project / "script.py").write_text(f"{IMPORT}\n{definition}\n{LOOP}", encoding="utf-8")
    found = hybridize.analyze([project / "shown.ipynb", project / "script.py"], root=project).functions
    effects = {each.path: [effect.what for effect in each.verdict.computation.effects] for each in found}
    assert effects["shown.ipynb"] == ["output"]
    assert effects["script.py"] == []


def test_machines_that_know_files_get_the_lines_of_the_file(notebook: Path, command: Command) -> None:
    line = notebook.read_text(encoding="utf-8").splitlines().index('        "def step(x, w):\\n",') + 1
    assert f"line={line}" in command("--output-format", "github").out
    (issue,) = json.loads(command("--output-format", "gitlab").out)
    assert issue["location"]["lines"]["begin"] == line
    (run,) = json.loads(command("--output-format", "sarif").out)["runs"]
    (result,) = run["results"]
    assert result["locations"][0]["physicalLocation"]["region"]["startLine"] == line
    (replacement,) = result["fixes"][0]["artifactChanges"][0]["replacements"]
    assert replacement["insertedContent"]["text"].strip() == '"@tf.function\\n",'


def test_a_fix_changes_source_lines_only(notebook: Path, command: Command) -> None:
    before = notebook.read_text(encoding="utf-8")
    diff = command("--diff").out
    assert '+        "@tf.function\\n",' in diff and diff.count("\n+") == 2
    result = command("--fix")
    assert (result.status, result.out) == (0, "")
    line = '        "def step(x, w):\\n",'
    assert notebook.read_text(encoding="utf-8") == before.replace(line, f'        "@tf.function\\n",\n{line}')
    assert command("--fix").status == 0


def test_edits_of_other_kinds_are_put_back_too(project: Path, command: Command) -> None:
    write(project / "noisy.ipynb", f"%cd ..\n{NOISY}")
    assert command("--fix", "--unsafe-fixes", "noisy.ipynb").status == 0
    (_, cell) = json.loads((project / "noisy.ipynb").read_text(encoding="utf-8"))["cells"]
    assert cell["source"][0] == "%cd ..\n"
    assert '    tf.print("noisy", x)\n' in cell["source"]


def test_suppressions_hold(notebook: Path, command: Command) -> None:
    text = notebook.read_text(encoding="utf-8")
    notebook.write_text(text.replace("def step(x, w):", "def step(x, w):  # noqa: HYB001"), encoding="utf-8")
    assert command().status == 0


def test_a_broken_cell_is_named_and_the_others_are_checked(project: Path, command: Command) -> None:
    write(project / "train.ipynb", STEP, "print 'x'")
    result = command("train.ipynb", "--output-format", "concise")
    assert result.status == 1
    assert "HYB001" in result.out
    assert "syntax-error: line 1 of cell 3 cannot be parsed" in result.err
    assert "Found 1 finding in 1 file." in result.err


def test_notebooks_are_not_imported_and_import_modules(notebook: Path, project: Path, command: Command) -> None:
    (project / "train.py").write_text(f"{IMPORT}\n\n\n{DEFINITION}\n", encoding="utf-8")
    write(project / "use.ipynb", f"{IMPORT}\nfrom train import step", LOOP)
    assert "train.py:4:1: HYB001" in command("train.py", "--output-format", "concise").out


def test_what_is_no_notebook_is_named(project: Path, command: Command) -> None:
    (project / "a.ipynb").write_text("x = 1\n", encoding="utf-8")
    result = command("a.ipynb")
    assert result.status == 1
    assert "a.ipynb:1: syntax-error: is no notebook" in result.err
