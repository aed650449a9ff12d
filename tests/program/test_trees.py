"""What building trees leaves behind: the trees, and nothing that only a garbage collection would take away."""

from __future__ import annotations

import gc
from pathlib import Path

from astroid.rebuilder import TreeRebuilder

from hybridize.program import build
from hybridize.program.trees import parse
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import SourceFile, load_project

CODE = "x = f(a, b)\n" * 400


def _file(folder: Path) -> SourceFile:
    (folder / "main.py").write_text(CODE)
    return load_project(folder, AnalysisOptions()).files[0]


def test_no_builder_is_left(tmp_path: Path) -> None:
    (tmp_path / "other.py").write_text("def g():\n    return 1\n")
    _file(tmp_path)
    # What is frozen is not looked through: all that the tests before have left.
    gc.freeze()
    gc.disable()
    try:
        program = build(load_project(tmp_path, AnalysisOptions()))
        left = [each for each in gc.get_objects() if isinstance(each, TreeRebuilder)]
    finally:
        gc.enable()
        gc.unfreeze()
    assert len(program.modules) == 2 and not left


def test_nodes_of_one_line_share_its_number(tmp_path: Path) -> None:
    statement = parse(_file(tmp_path)).body[-1]
    lines = [statement, statement.value, *statement.value.args, *statement.targets]
    assert {node.lineno for node in lines} == {node.end_lineno for node in lines} == {400}
    assert len({id(number) for node in lines for number in (node.lineno, node.end_lineno)}) == 1
