"""The shape of the code: imports point one way, and the map in docs/map.md shows every module."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import grimp
import pytest

from benchmarks.structure import nodes
from hybridize.inference.domain.objects import AbstractObject
from hybridize.inference.state.events import Events
from hybridize.program.components import strong_components
from tests.project.module_map import LAYERS, PAGE, ROOT, redrawn

LARGEST_CIRCLE = 2
"""Files that may import each other in a circle, for types or at run time."""
GENERATOR = "hybridize.frameworks.generate"
MOST_TESTS_OF_KINDS = 100
"""Calls of `isinstance` for kinds of abstract objects, in inference and verdicts together."""
EVENTS = frozenset(name for part in vars(Events()).values() for name in getattr(part, "__dict__", ()))
"""The names of the collections of events."""
_WRITING = frozenset("add append clear extend pop popitem remove setdefault update".split())


@pytest.mark.slow
def test_imports_point_one_way() -> None:
    program = "import sys; from importlinter.cli import lint_imports_command; sys.exit(lint_imports_command())"
    done = subprocess.run([sys.executable, "-c", program, "--no-cache"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_circles_of_imports_are_small() -> None:
    """Imports that only type checkers see count as well."""
    graph = grimp.build_graph("hybridize", exclude_type_checking_imports=False, cache_dir=None)
    circles = strong_components(sorted(graph.modules), graph.find_modules_directly_imported_by)
    assert [sorted(circle) for circle in circles if len(circle) > LARGEST_CIRCLE] == []


@pytest.mark.slow
def test_linting_imports_neither_tensorflow_nor_numpy() -> None:
    program = (
        "import hybridize, sys; hybridize.analyze(sys.argv[1], root=sys.argv[1]);"
        "print(sorted({*sys.modules} & {*sys.argv[2:]}))"
    )
    folder = ROOT / "benchmarks" / "programs" / "package_project"
    command = [sys.executable, "-c", program, str(folder), "tensorflow", "keras", "numpy", "torch", GENERATOR]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=300)
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_the_map_is_right() -> None:
    """Run `python tests/project/module_map.py` where this fails."""
    text = PAGE.read_text("utf-8")
    assert redrawn(text) == text
    assert all(text.count(f"| `{layer}") >= 1 for layer in LAYERS)


def _writes(module: ast.Module) -> list[int]:
    """The lines that change a collection of an object called `events`."""
    lines = []
    for node in ast.walk(module):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in _WRITING:
            changed: list[ast.expr] = [node.func.value]
        elif isinstance(node, ast.Assign):
            changed = node.targets
        elif isinstance(node, (ast.AugAssign, ast.AnnAssign)):
            changed = [node.target]
        else:
            changed = node.targets if isinstance(node, ast.Delete) else []
        for target in changed:
            while isinstance(target, ast.Subscript):
                target = target.value
            if isinstance(target, ast.Attribute) and target.attr in EVENTS and "events" in ast.unparse(target.value):
                lines.append(node.lineno)
    return sorted(lines)


@pytest.fixture(scope="module")
def trees() -> dict[Path, ast.Module]:
    """The code of the package that may break one of the rules below, parsed once."""
    texts = {path: path.read_text("utf-8") for path in sorted((ROOT / "hybridize").rglob("*.py"))}
    return {path: ast.parse(text) for path, text in texts.items() if "events" in text or "isinstance(" in text}


@pytest.mark.slow
def test_only_the_owner_writes_events(trees: dict[Path, ast.Module]) -> None:
    found = {f"{path.relative_to(ROOT)}:{line}" for path, tree in trees.items() for line in _writes(tree)}
    assert found == set()
    seen = (
        "analysis.events.graphs.hybrids[f] = {}\nevents.graphs.object_uses.add(f)\n"
        "events.objects.mutations[a][b] = c\nlen(events.calls.callees)"
    )
    assert _writes(ast.parse(seen)) == [1, 2, 3]


MOST_ATTRIBUTES = 15
"""Attributes of one class of inference."""


def test_no_class_has_many_attributes() -> None:
    found = {}
    for path in sorted((ROOT / "hybridize" / "inference").rglob("*.py")):
        for node in nodes(path):
            if isinstance(node, ast.ClassDef):
                found[f"{path.relative_to(ROOT)}:{node.name}"] = len(_attributes(node))
    assert len(found) > 100
    assert {name: count for name, count in found.items() if count > MOST_ATTRIBUTES} == {}
    small = ast.parse("class A:\n    a: int\n    def __init__(self):\n        self.b = self.c")
    assert _attributes(small.body[0]) == {"a", "b"}


def _attributes(node: ast.AST) -> set[str]:
    """What a class states as fields, and what its methods assign on their object."""
    assert isinstance(node, ast.ClassDef)
    fields = (each.target for each in node.body if isinstance(each, ast.AnnAssign))
    stated = {each.id for each in fields if isinstance(each, ast.Name)}
    stored = (each for each in ast.walk(node) if isinstance(each, ast.Attribute) and isinstance(each.ctx, ast.Store))
    return stated | {each.attr for each in stored if isinstance(each.value, ast.Name) and each.value.id == "self"}


@pytest.mark.slow
def test_kinds_of_objects_are_told_apart_in_tables(trees: dict[Path, ast.Module]) -> None:
    """What depends on the kind of an object is a handler in a table or a property of the object."""
    kinds = {cls.__name__ for cls in _below(AbstractObject)}
    found: list[str] = []
    rooms = [ROOT / "hybridize" / room for room in ("inference", "verdicts")]
    for path, tree in trees.items():
        if not any(path.is_relative_to(room) for room in rooms):
            continue
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance":
                named = {each.id for each in ast.walk(node.args[1]) if isinstance(each, ast.Name)}
                found += [f"{path.name}:{node.lineno}"] if named & kinds else []
    assert {"Tensor", "Instance", "Hybrid"} <= kinds
    assert len(found) < MOST_TESTS_OF_KINDS, found


def _below(cls: type) -> set[type]:
    return {cls}.union(*[_below(each) for each in cls.__subclasses__()])
