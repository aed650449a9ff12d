"""How many places answer the same question: counts over the source that are to fall, and never to grow.

    python -m benchmarks.structure            # the counts, beside those in structure.json
    python -m benchmarks.structure --modules  # with the modules that each of them counts
    python -m benchmarks.structure --note     # write them down: tests hold them as upper bounds

What counts as an answer is told by text: a module walks callers where it goes up from call to call in a loop of its
own, or by functions that call themselves; it answers "before" where it compares line numbers or defines a function that
is named after order, "once" and "escapes" likewise by the names of what it defines, and "adds to a list" by a
collection of method names with both `append` and `extend` in it.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PACKAGE = ROOT / "hybridize"
NOTED = Path(__file__).with_name("structure.json")
PROGRAM, OF_FACTS, VERDICTS = PACKAGE / "program", PACKAGE / "inference" / "facts", PACKAGE / "verdicts"
LINES = frozenset({"lineno", "fromlineno", "end_lineno", "tolineno"})
ORDER = re.compile(r"(^|_)(before|after|between|precedes|follows|earlier|later)(_|$)")
ONCE = re.compile(r"(^|_)(once|latch|guards?|guarded|first_time|only_first)(_|$)")
ESCAPES = re.compile(r"(^|_)(escapes?|leaks?|keeps|kept|holds|held|anew|fresh|aliase[sd]|shares)(_|$)")
OLD_NAMES = frozenset(
    "circles told_of_traces unread unseen unseen_calls anew remade alike episodes limited joined apart once latches "
    "LittleForDoubt LittleOfRound HoldsTheLoop".split()
)
"""Modules and classes that are to have plain names."""
FACTS = frozenset("print_call on_arguments refused seeds leaves_tensor unused".split())
"""The Booleans of a side effect that say what it does, and not why it may not matter."""


def _modules(*folders: Path) -> list[Path]:
    return sorted(each for folder in folders for each in folder.rglob("*.py") if each.name != "__init__.py")


@cache
def nodes(module: Path) -> list[ast.AST]:
    """All nodes of a module."""
    return list(ast.walk(ast.parse(module.read_text("utf-8"))))


def _nodes_beside(module: Path, *words: str) -> list[ast.AST]:
    """The nodes of a module that has all these words in it."""
    text = module.read_text("utf-8")
    return nodes(module) if all(word in text for word in words) else []


def _mentions(module: Path) -> int:
    """How often a module names a class of astroid's nodes."""
    return sum(
        isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name) and each.value.id == "nodes"
        for each in nodes(module)
    )


def _defines(module: Path, names: re.Pattern[str]) -> int:
    functions = (each for each in nodes(module) if isinstance(each, (ast.FunctionDef, ast.AsyncFunctionDef)))
    return sum(bool(names.search(each.name)) for each in functions)


def _compares_lines(module: Path) -> int:
    compared = (each for each in nodes(module) if isinstance(each, ast.Compare))
    return sum(any(getattr(part, "attr", "") in LINES for part in ast.walk(each)) for each in compared)


def _walks_callers(module: Path) -> int:
    """How many functions ask who calls something on a walk of their own, and not by what `facts.callers` answers.

    They call themselves, or go through a list that they add to.
    """
    return sum(_walks(each) for each in _nodes_beside(module, ".callers") if isinstance(each, ast.FunctionDef))


def _walks(function: ast.FunctionDef) -> bool:
    inside = list(ast.walk(function))
    if not any(isinstance(each, ast.Attribute) and each.attr == "callers" for each in inside):
        return False
    gone_through = {_last(each.iter) for each in inside if isinstance(each, ast.For)} - {""}
    grown = {_last(each.target) for each in inside if isinstance(each, ast.AugAssign)}
    for each in (each for each in inside if isinstance(each, ast.Call)):
        if ast.unparse(each.func) in (function.name, f"self.{function.name}"):
            return True
        if isinstance(each.func, ast.Attribute) and each.func.attr in ("append", "extend"):
            grown.add(_last(each.func.value))
    return not gone_through.isdisjoint(grown) or any(isinstance(each, ast.While) for each in inside)


def _last(expression: ast.expr) -> str:
    if isinstance(expression, ast.Attribute):
        return expression.attr
    return expression.id if isinstance(expression, ast.Name) else ""


def _adds_to_lists(module: Path) -> int:
    def words(node: ast.AST) -> set[str]:
        if isinstance(node, (ast.Set, ast.Tuple, ast.List)):
            return {each.value for each in node.elts if isinstance(each, ast.Constant) and isinstance(each.value, str)}
        return set(node.value.split()) if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()

    return sum({"append", "extend"} <= words(each) for each in _nodes_beside(module, "append", "extend"))


def _lines(module: Path) -> int:
    return module.read_text("utf-8").count("\n")


def _old_names(module: Path) -> int:
    classes = re.findall(r"^ *class (\w+)", module.read_text("utf-8"), re.MULTILINE)
    return sum(name in OLD_NAMES for name in (module.stem, *classes))


def _boolean_reasons(module: Path) -> int:
    """How many Booleans say why a side effect may not matter, which `WhyNot` is to say: fields that are no facts."""
    classes = (each for each in nodes(module) if isinstance(each, ast.ClassDef) and each.name == "Effect")
    fields = (each for one in classes for each in one.body if isinstance(each, ast.AnnAssign))
    return sum(ast.unparse(each.annotation) == "bool" and _last(each.target) not in FACTS for each in fields)


Count = Callable[[Path], int]
COUNTS: Mapping[str, tuple[list[Path], Count, bool]] = {
    "node classes in verdicts": (_modules(VERDICTS), _mentions, False),
    "node classes in program": (_modules(PROGRAM), _mentions, False),
    "modules that walk callers": (
        [each for each in _modules(OF_FACTS, VERDICTS) if each.stem != "callers"],
        _walks_callers,
        True,
    ),
    "modules that answer before": (
        _modules(PROGRAM, OF_FACTS, VERDICTS),
        lambda each: _compares_lines(each) + _defines(each, ORDER),
        True,
    ),
    "modules that answer once": (_modules(PROGRAM, OF_FACTS, VERDICTS), lambda each: _defines(each, ONCE), True),
    "modules that answer escapes": (_modules(PROGRAM, OF_FACTS, VERDICTS), lambda each: _defines(each, ESCAPES), True),
    "modules that compare lines": (_modules(PROGRAM, OF_FACTS, VERDICTS), _compares_lines, True),
    "modules that name what adds to a list": (_modules(PACKAGE), _adds_to_lists, True),
    "lines of program, facts and verdicts": (_modules(PROGRAM, OF_FACTS, VERDICTS), _lines, False),
    "verdict modules outside a room": (sorted(VERDICTS.glob("[!_]*.py")), lambda _: 1, True),
    "effects' Boolean reasons": ([VERDICTS / "model" / "parts.py"], _boolean_reasons, False),
    "old names": (_modules(PACKAGE), _old_names, False),
}
"""What is counted: in which modules, how, and whether modules count or what is found in them."""


def counted(name: str) -> dict[str, int]:
    """The modules that a count is about, with how much each has."""
    modules, count, _ = COUNTS[name]
    return {str(each.relative_to(PACKAGE)): found for each in modules if (found := count(each))}


@cache
def counts() -> dict[str, int]:
    """Every count, as it is now."""
    out = {}
    for name, (_, _, modules) in COUNTS.items():
        found = counted(name)
        out[name] = len(found) if modules else sum(found.values())
    return out


def noted() -> dict[str, int]:
    """The counts as they were written down."""
    return dict(json.loads(NOTED.read_text("utf-8")))


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--modules", action="store_true")
    parser.add_argument("--note", action="store_true")
    options = parser.parse_args()
    now = counts()
    if options.note:
        NOTED.write_text(json.dumps(now, indent=1) + "\n", "utf-8")
    before = noted()
    for name, number in now.items():
        print(f"{number:7,} {name} (noted: {before.get(name, 0):,})")
        if options.modules:
            print("".join(f"{found:>14,} {module}\n" for module, found in counted(name).items()), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
