"""What users may rely on, line by line, with the test that runs it: the table in docs/contract.md.

The lines are those that the program has: its commands and options, analysis options through each door, formats, exit
statuses, codes, kinds of errors. A test runs a line if it names it, itself or in what it uses of its module.

`python tests/project/contract.py` draws the table anew.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from hybridize.rules.names import rule_names
from hybridize.sources.model import UNCHECKED_KINDS
from hybridize.surfaces.arguments import COMMANDS, make_parser
from hybridize.surfaces.formats import FORMATS
from hybridize.surfaces.formats.view import UNCHECKED
from hybridize.surfaces.options import ANALYSIS_OPTIONS

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "contract.md"
BEGIN, END = "<!-- contract -->\n", "<!-- end of contract -->\n"
STATUSES = {0: "nothing found", 1: "findings, or a file not checked", 2: "wrong usage", 3: "an internal error"}
VARIABLES = ("HYBRIDIZE_CACHE_DIR", "NO_COLOR", "FORCE_COLOR", "HYBRIDIZE_DEBUG")
ERRORS = sorted({*UNCHECKED_KINDS, "not-written", "config-error", "internal-error"})
_COMMAND = ("tests/surfaces", "tests/project")
_DOORS = ("tests/adapters/test_doors",)
"""Every analysis option and every code, through every door."""


@dataclass(frozen=True)
class Test:
    """A test function, and the constants that it names."""

    path: str
    name: str
    texts: frozenset[str]
    statuses: frozenset[int]
    """The exit statuses with which it compares."""
    names: frozenset[str]
    """The names that it uses."""

    def __str__(self) -> str:
        return f"`{Path(self.path).name}::{self.name}`"


@dataclass(frozen=True)
class Line:
    """A line of what users may rely on, and the test that runs it, by door; None where it has none."""

    section: str
    name: str
    tests: Mapping[str, Test | None]


def lines() -> list[Line]:
    """All lines."""
    return [*_options(), *_analysis_options(), *_formats(), *_statuses(), *_words("errors", ERRORS), *_codes()]


def redrawn(text: str) -> str:
    """The page with a table that is right."""
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + "".join(f"{line}\n" for line in _table()) + END + rest.partition(END)[2]


def _table() -> Iterator[str]:
    section = ""
    for line in lines():
        if line.section != section:
            section, doors = line.section, list(line.tests)
            yield from ("", f"**{section}**", "", f"| | {' | '.join(doors)} |", "|---" * (len(doors) + 1) + "|")
        yield f"| `{line.name}` | {' | '.join(str(test or 'none') for test in line.tests.values())} |"
    yield ""


def _options() -> Iterator[Line]:
    analysis = {f"--{option.name}" for option in ANALYSIS_OPTIONS}
    for command in COMMANDS:
        if command != "check":
            yield Line("commands", command, {"command": _named([command], _COMMAND)})
    for option in _flags("check") - analysis - {"--help"}:
        yield Line("options", option, {"command": _named([option], _COMMAND)})
    for variable in VARIABLES:
        yield Line("options", variable, {"command": _named([variable], _COMMAND)})


def _flags(command: str) -> _Sorted:
    actions = make_parser(command)._actions
    return _Sorted(action.option_strings[-1 if _is_short(action) else 0] for action in actions if action.option_strings)


def _is_short(action: argparse.Action) -> bool:
    return not action.option_strings[0].startswith("--")


class _Sorted(set[str]):
    """A set that is gone through in its order."""

    def __iter__(self) -> Iterator[str]:
        return iter(sorted(set.copy(self)))

    def __sub__(self, other: object) -> _Sorted:
        assert isinstance(other, set)
        return _Sorted(self.difference(other))


def _analysis_options() -> Iterator[Line]:
    for option in ANALYSIS_OPTIONS:
        here = _named([option.name], _DOORS)
        doors = dict.fromkeys(("command", "pyproject.toml", "flake8", "pylint", "Python"), here)
        yield Line("analysis options", option.name, doors)


def _formats() -> Iterator[Line]:
    for name in FORMATS:
        yield Line("formats", f"--output-format {name}", {"command": _named([name], ("tests/surfaces/test_formats",))})
    for action in make_parser("check")._actions:
        if "--report" in action.option_strings:
            for name in action.choices or ():
                test = _both("--report", str(name), _COMMAND)
                yield Line("formats", f"--report {name}", {"command": test})


def _statuses() -> Iterator[Line]:
    for status, meaning in STATUSES.items():
        yield Line("exit statuses", f"{status}: {meaning}", {"command": _ends(status, _COMMAND)})


def _words(section: str, words: Iterable[str]) -> Iterator[Line]:
    for word in words:
        yield Line(section, word, {"command": _named([word], ("tests/surfaces", "tests/sources"))})


def _codes() -> Iterator[Line]:
    """A test of all rules has them, but for what is about comments and about files that were not checked."""
    for code, name in rule_names().items():
        everywhere = _named([name], _DOORS) or _calling("all_rules", _DOORS)
        doors = dict.fromkeys(("command", "flake8", "pylint", "Python"), everywhere)
        if code == UNCHECKED:
            doors["command"] = _named([code], _COMMAND)
            doors["Python"] = _calling("all_rules", ("tests/rules/test_documentation",))
            doors |= dict.fromkeys(("flake8", "pylint"), _named([code], ("tests/adapters/test_unchecked",)))
        yield Line("codes", f"{code} {name}", doors)


def _named(texts: Iterable[str], places: tuple[str, ...]) -> Test | None:
    wanted = set(texts)
    return next((test for test in tests() if test.path.startswith(places) and wanted & test.texts), None)


def _both(first: str, second: str, places: tuple[str, ...]) -> Test | None:
    return next((t for t in tests() if t.path.startswith(places) and {first, second} <= t.texts), None)


def _ends(status: int, places: tuple[str, ...]) -> Test | None:
    return next((test for test in tests() if test.path.startswith(places) and status in test.statuses), None)


def _calling(name: str, places: tuple[str, ...]) -> Test | None:
    return next((test for test in tests() if test.path.startswith(places) and name in test.names), None)


@lru_cache(maxsize=1)
def tests() -> tuple[Test, ...]:
    """The test functions, in the order of their files."""
    found: list[Test] = []
    for folder in ("surfaces", "adapters", "rules", "cases", "sources", "project"):
        for path in sorted((ROOT / "tests" / folder).glob("test_*.py")):
            found += _of_file(path)
    return tuple(found)


def _of_file(path: Path) -> Iterator[Test]:
    tree = ast.parse(path.read_text("utf-8"))
    bound: dict[str, ast.stmt] = {}
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            bound[node.name] = node
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                bound |= {name.id: node for name in ast.walk(target) if isinstance(name, ast.Name)}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            used = _used(node, bound)
            nodes = [each for statement in used for each in ast.walk(statement)]
            constants = [each.value for each in nodes if isinstance(each, ast.Constant)]
            texts = {word for each in constants if isinstance(each, str) for word in _words_of(each)}
            names = {each.id for each in nodes if isinstance(each, ast.Name)}
            statuses = {status for each in nodes if isinstance(each, ast.Compare) for status in _compared(each)}
            relative = path.relative_to(ROOT).as_posix()
            yield Test(relative, node.name, frozenset(texts), frozenset(statuses), frozenset(names))


def _used(node: ast.stmt, bound: Mapping[str, ast.stmt]) -> list[ast.stmt]:
    """A test, and what it uses of its module, directly or not."""
    found, names = [node], {node.name} if isinstance(node, ast.FunctionDef) else set()
    for statement in found:
        for each in ast.walk(statement):
            name = each.id if isinstance(each, ast.Name) else each.arg if isinstance(each, ast.arg) else None
            if name in bound and name not in names:
                names.add(name)
                found.append(bound[name])
    return found


def _words_of(text: str) -> Iterator[str]:
    yield text
    yield from (word.strip("`,;:()[]'\"").partition("=")[0] for word in text.split())


def _compared(node: ast.Compare) -> Iterator[int]:
    """The statuses that are compared with `….status` or `….returncode`."""
    compared = [node.left, *node.comparators]
    names = {each.attr for side in compared for each in ast.walk(side) if isinstance(each, ast.Attribute)}
    if names & {"status", "returncode"}:
        for side in compared:
            for each in ast.walk(side):
                if isinstance(each, ast.Constant) and type(each.value) is int and each.value in STATUSES:
                    yield each.value


if __name__ == "__main__":
    PAGE.write_text(redrawn(PAGE.read_text("utf-8")), encoding="utf-8")
