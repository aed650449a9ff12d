"""`# noqa` means the same here and in flake8."""

from __future__ import annotations

from pathlib import Path

import pytest
from flake8.main.cli import main as flake8

from hybridize.rules.model import Finding
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.surfaces.suppression import Suppressions
from hybridize.verdicts.model.parts import Place, Subject, SubjectKind

SUBJECT = Subject(SubjectKind.MODULE, "m.py", "m", "", Place("m.py", 1))
COMMENTS = (
    "# noqa", "#noqa", "# NOQA", "# NoQa", "#  noqa", "# noqa: F401", "# noqa:F401", "# noqa:  F401", "# noqa : F401",
    "# noqa: f401", "# noqa: F4", "# noqa: F", "# noqa: E501", "# noqa: E501,F401", "# noqa: E501 F401",
    "# noqa: E501, F401", "# noqa: E501; F401", "# noqa: because F401", "# noqa F401", "# noqa: F401 unused",
    "# noqa: E501 because F401", "# why # noqa: F401", "# noqa-ish", "# nothing", "# pylint: disable=unused-import",
    "# flake8: noqa", "# flake8: noqa: F401", "# FLAKE8=NOQA", "# noqa: F401E501",
)  # fmt: skip


def suppressed(path: Path, line: int, code: str = "F401") -> bool:
    (file,) = (f for f in load_project(path.parent, AnalysisOptions()).files if f.path == path)
    finding = Finding(code, "unused-import", "", Place(file.relative, line), SUBJECT)
    return Suppressions(file).suppresses(finding)


def agrees_with_flake8(path: Path, line: int) -> bool:
    """Whether flake8 and we agree about the unused import on a line; there is one to suppress."""
    arguments = ["--isolated", "--select=F401", "--jobs=1", "-qq", str(path)]
    assert flake8(["--disable-noqa", *arguments]) == 1
    return suppressed(path, line) is (flake8(arguments) == 0)


@pytest.mark.parametrize("comment", COMMENTS)
def test_comments_on_the_line(tmp_path: Path, comment: str) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"x = 1\nimport os  {comment}\n", encoding="utf-8")
    assert agrees_with_flake8(path, 2)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        pytest.param("# flake8: noqa\nx = 1\nimport os\n", 3, id="whole file"),
        pytest.param("x = 1  # flake8: noqa\nimport os\n", 2, id="whole file, not on a line of its own"),
        pytest.param("import \\\n    os  # noqa\n", 1, id="backslash"),
        pytest.param("import os; x = '''\n'''  # noqa\n", 1, id="string over two lines"),
        pytest.param("import os; x = f'''\n{1}\n'''  # noqa: F401\n", 1, id="f-string over lines"),
        pytest.param("import os; x = (1,\n2)  # noqa\n", 1, id="parentheses do not join"),
        pytest.param("x = 1  # noqa\nimport os\n", 2, id="another line"),
        pytest.param("\ufeffimport os  # noqa\r\n", 1, id="byte order mark"),
        pytest.param("\x0cimport os\n# noqa\n", 1, id="form feed"),
    ],
)
def test_comments_elsewhere(tmp_path: Path, text: str, line: int) -> None:
    path = tmp_path / "a.py"
    path.write_bytes(text.encode("utf-8"))
    assert agrees_with_flake8(path, line)


@pytest.mark.parametrize(
    ("comment", "guarded"),
    [
        ("# noqa", True),
        ("# noqa: HYB004", True),
        ("# noqa: E501", False),
        ("# pylint: disable=unused-import", True),
        ("# pylint: disable=E0001, W5801", True),
        ("# pylint: disable=all", True),
        ("# pylint: disable=invalid-name", False),
        ("# nothing", False),
    ],
)
def test_lines_with_a_suppression_of_ours_are_guarded(tmp_path: Path, comment: str, guarded: bool) -> None:
    path = tmp_path / "a.py"
    path.write_text(f"import os  {comment}\n", encoding="utf-8")
    (file,) = load_project(tmp_path, AnalysisOptions()).files
    assert Suppressions(file).guards(1, {"unused-import"}) is guarded
    assert not Suppressions(file).guards(99, {"unused-import"})
