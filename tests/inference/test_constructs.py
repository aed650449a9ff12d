"""The language, construct by construct: small projects with what must be found written into them.

Each file of `constructs` holds many projects, each under a heading `# == what it shows`. The heading stands for
the first line of the project's `main.py`, which imports TensorFlow and the probes; `# -- path` starts a further file.
Projects of one file are analysed several at a time, as modules that do not know each other. What is expected:

* The name of a probe says what must arrive at its parameter: `tensor_...` a tensor by dataflow, `nested_...` tensors only
  inside a container, `plain_...` certainly no tensor, `mixed_...` a tensor and something else, `unseen_...` nothing
  (it is not called). Nothing is expected of `sink`.
* `# report: column=value, column~word` above a `def`: cells of `--report csv`.
* `#: value` at the end of a line: a literal that is passed on that line. `#! kind` likewise: a side effect there.
  A project with a comment of that sort states them all.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import hybridize
from benchmarks.expectations import contradicted
from hybridize.verdicts.model.verdict import Verdict
from tests.together import Together

CONSTRUCTS = Path(__file__).parent / "constructs"
PROBE = re.compile(r"\b(?:(tensor|nested|plain|mixed|unseen)(?:_\w+)?|sink)\b(?=\()|\b(sink)\b|\b(tensor|plain)_hook\b")
EXPECTED = {"tensor": (True, False), "nested": (False, True), "plain": (False, False), "mixed": (True, None)}


@dataclass
class Construct:
    """One small project."""

    files: dict[str, list[str]] = field(default_factory=lambda: {"main.py": []})

    def laid_out(self, mark: str = "") -> dict[str, str]:
        """The texts of its files by their paths; a mark at the ends of the names keeps those of several projects apart."""
        text = "\n".join(line for lines in self.files.values() for line in lines)
        names = sorted({match[0] for match in PROBE.finditer(text)})
        files = {f"probes{mark}.py": "".join(f"def {name}(x=None):\n    return x\n" for name in names)}
        for name, lines in self.files.items():
            text = "\n".join(lines) + "\n"
            if name == "main.py":
                files[f"main{mark}.py"] = f"import tensorflow as tf; from probes{mark} import *{text}"
            else:
                files[name] = text
        return files

    def comments(self, mark: str) -> set[tuple[str, int, str]]:
        """What the comments of one sort state: path, line, text."""
        return {
            (name, number, word.strip())
            for name, lines in self.files.items()
            for number, line in enumerate(lines, 1)
            if f"  {mark} " in line
            for word in line.rpartition(f"  {mark} ")[2].split(", ")
        }


def constructs() -> Iterator[tuple[str, Construct]]:
    """All projects of all files with their names."""
    for path in sorted(CONSTRUCTS.glob("*.py")):
        construct, lines = Construct(), []
        for line in path.read_text("utf-8").splitlines():
            if heading := re.fullmatch(r"# == (.*)", line):
                construct, lines = Construct(), [""]
                construct.files["main.py"] = lines
                yield f"{path.stem}: {heading[1]}", construct
            elif further := re.fullmatch(r"# -- (.*)", line):
                lines = construct.files[further[1]] = []
            else:
                lines.append(line)


ALL = dict(constructs())


MARKS = {name: f"_{number}" if len(construct.files) == 1 else "" for number, (name, construct) in enumerate(ALL.items())}
SAID = Together({name: ALL[name].laid_out(mark) for name, mark in MARKS.items() if mark})


@pytest.mark.parametrize("name", ALL)
def test_construct(name: str) -> None:
    construct, mark = ALL[name], MARKS[name]
    said = SAID[name] if mark else Together({name: construct.laid_out()})[name]
    assert said.errors == ()
    wrong: list[str] = []
    verdicts = [row.verdict for row in said.functions]
    for verdict in verdicts:
        if verdict.path == f"probes{mark}.py":
            wrong += _arrived_wrong(verdict)
    for path, lines in construct.files.items():
        for number, line in enumerate(lines, 1):
            if stated := re.match(r"\s*# report: (.*)", line):
                place = next(n for n in range(number, len(lines) + 1) if re.match(r"\s*(async )?def ", lines[n - 1]))
                row = _rows(said.report)[path.replace("main.py", f"main{mark}.py"), place]
                wrong += [f"{path}:{place}: {each}" for each in contradicted(row, stated[1])]
    if literals := construct.comments("#:"):
        places = [each for verdict in verdicts for parameter in verdict.parameters for each in parameter.literal_values]
        found = {(each.place.path.replace(f"{mark}.py", ".py"), each.place.line, each.value) for each in places}
        wrong += [f"literal {each}" for each in found ^ (literals - {each for each in literals if each[2] == "none"})]
    if effects := construct.comments("#!"):
        done = [each for verdict in verdicts for each in verdict.computation.effects]
        found = {(each.place.path.replace(f"{mark}.py", ".py"), each.place.line, each.what) for each in done}
        wrong += [f"effect {each}" for each in found ^ (effects - {each for each in effects if each[2] == "none"})]
    assert not wrong, "\n".join(wrong)


def _rows(report: hybridize.Report) -> dict[tuple[str, int], dict[str, str]]:
    return {(row["path"], int(row["line"])): row for row in csv.DictReader(io.StringIO(report.to_csv()))}


def _arrived_wrong(verdict: Verdict) -> list[str]:
    (parameter,) = verdict.parameters
    expected = verdict.qualname.partition("_")[0]
    if expected == "sink":
        return []
    if expected == "unseen":
        return [f"{verdict.qualname} is called"] if verdict.callers.called else []
    got = (parameter.tensor, None if expected == "mixed" else parameter.container)
    wrong = [] if got == EXPECTED[expected] else [f"{verdict.qualname}: tensor, container = {got}"]
    if expected != "plain" and "dataflow" not in parameter.evidence:
        wrong.append(f"{verdict.qualname}: evidence is {parameter.evidence}")
    return wrong
