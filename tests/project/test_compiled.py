"""What is compiled where that is asked for, and that nothing is needed for it elsewhere."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks.structure import nodes
from building import compiled
from hybridize.compiling import is_compiled, slots
from hybridize.inference.domain.objects import Dataset
from tests.project.module_map import ROOT

KNOWN = {"NamedTuple", "Protocol", "IntEnum", "Enum", "Exception", "dict"}
"""Bases from outside that mypyc knows how to lay out, or leaves to Python."""
MODULES = [path for paths in compiled.rooms().values() for path in paths]


def test_what_is_left_out_is_there_and_lies_in_a_room() -> None:
    assert all((compiled.ROOT / name).is_file() for name in compiled.LEFT_OUT)
    assert all(name.startswith(tuple(f"{room}/" for room in compiled.ROOMS)) for name in compiled.LEFT_OUT)
    assert not {compiled.ROOT / name for name in compiled.LEFT_OUT} & {*MODULES}
    assert all(compiled.rooms().values()) and len(MODULES) == len({*MODULES})


def test_no_room_is_built_where_nobody_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    for value in ("", "0"):
        monkeypatch.setenv("HYBRIDIZE_COMPILE", value)
        assert compiled.extensions() == [] and compiled.get_requires_for_build_wheel() == []
    monkeypatch.setenv("HYBRIDIZE_COMPILE", "1")
    assert compiled.get_requires_for_build_wheel() == [compiled.MYPY]


def test_the_version_says_which_one_runs() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hybridize", "--version"], cwd=ROOT, capture_output=True, text=True, timeout=600
    )
    assert done.stdout.rstrip().endswith("(compiled)" if is_compiled() else "(pure Python)")


@pytest.fixture(scope="module")
def ours() -> set[str]:
    """The names of the classes of all modules."""
    return {each.name for path in MODULES for each in nodes(path) if isinstance(each, ast.ClassDef)}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: Path(path).stem)
def test_compiled_classes_are_what_mypyc_can_lay_out(path: Path, ours: set[str]) -> None:
    """A base without types would be laid out wrongly, and the process would end without a word."""
    for cls in nodes(path):
        if not isinstance(cls, ast.ClassDef):
            continue
        decorators = {ast.unparse(each).partition("(")[0] for each in cls.decorator_list}
        bases = {ast.unparse(each).partition("[")[0] for each in cls.bases}
        foreign = bases - KNOWN - ours
        cached = any(
            isinstance(each, ast.FunctionDef) and "cached_property" in map(ast.unparse, each.decorator_list)
            for each in cls.body
        )
        assert not foreign or "interpreted" in decorators, (cls.name, foreign)
        assert not cached or "interpreted" in decorators, cls.name


def test_no_compiled_expression_is_without_end() -> None:
    """A generator expression is made a list: `(f(each) for each in count())` would fill the memory."""
    for path in MODULES:
        for each in nodes(path):
            if isinstance(each, ast.GeneratorExp):
                sources = {ast.unparse(one.iter).partition("(")[0] for one in each.generators}
                assert not sources & {"count", "cycle", "repeat", "iter"}, (path, each.lineno)


def test_no_set_is_made_of_a_view_by_an_operator() -> None:
    """`frozen & table.keys()` is a `set`, whatever its type says: `intersection` keeps the type."""
    for path in MODULES:
        for each in nodes(path):
            if isinstance(each, ast.BinOp) and isinstance(each.op, (ast.BitAnd, ast.BitOr, ast.BitXor, ast.Sub)):
                views = {side.func.attr for side in (each.left, each.right)
                         if isinstance(side, ast.Call) and isinstance(side.func, ast.Attribute)}  # fmt: skip
                assert not views & {"keys", "items"}, (path, each.lineno)


def test_nothing_asks_for_what_compiled_classes_have_not() -> None:
    """`getattr(cls, "__slots__", ())` would be empty without a word; `hybridize.compiling` knows what stands for it."""
    for path in (compiled.ROOT / "inference").rglob("*.py"):
        for each in nodes(path):
            asked = each.attr if isinstance(each, ast.Attribute) else ""
            if isinstance(each, ast.Call) and ast.unparse(each.func) == "getattr":
                asked = ast.unparse(each.args[1]).strip("'")
            assert asked not in ("__slots__", "__final__", "__annotations__", "__signature__"), (path, each.lineno)


class _Slotted:
    __slots__ = ("one", "two")


class _Derived(_Slotted):
    __slots__ = ("three",)


def test_slots_are_told_with_those_of_the_bases() -> None:
    assert slots(_Derived) == ("one", "three", "two")
    assert {"serial", "single", "element", "kind"} <= {*slots(Dataset)}
