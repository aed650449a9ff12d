"""The command line: which options there are, and what they come to."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import hybridize
from hybridize.surfaces.formats import FORMATS
from hybridize.surfaces.options import ANALYSIS_OPTIONS, OptionError, as_list, as_option, relative_source_roots
from hybridize.surfaces.selection import selectors

COMMANDS = ("check", "rule", "explain")

_USAGE = """\
hybridize [check] [OPTIONS] [PATH ...]
       hybridize --fix | --diff | --report json|csv [OPTIONS] [PATH ...]
       hybridize rule [CODE ... | --all]
       hybridize explain [OPTIONS] FILE:LINE | FILE::QUALNAME"""

_EPILOG = """\
PATH is a file, a folder, or FILE::QUALNAME for one function (default: .). It says what is reported on; analysed is
always the whole project. Exit status: 0 nothing found, 1 findings remain or a file could not be read, 2 wrong usage or
configuration, 3 an internal error. With --diff, 1 means that there is something to fix; with --fix-only, that a file
could not be fixed."""


class UsageError(Exception):
    """Something on the command line that cannot be."""


def make_parser() -> argparse.ArgumentParser:
    """The parser of all commands: which one is meant, the first positional argument says."""
    parser = argparse.ArgumentParser(
        "hybridize",
        usage=_USAGE,
        description="Find TensorFlow functions that should, or should not, run as graphs, and repair them.",
        epilog=_EPILOG,
        allow_abbrev=False,
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help=argparse.SUPPRESS)
    parser.add_argument("--version", action="version", version=f"hybridize {hybridize.__version__}")
    action = parser.add_argument_group("what to do with findings")
    action.add_argument("--fix", action="store_true", help="apply the safe fixes")
    action.add_argument("--fix-only", action="store_true", help="the same, without a word on the findings that remain")
    action.add_argument("--diff", action="store_true", help="print what --fix would change, but write nothing")
    action.add_argument("--report", choices=("json", "csv"), help="print a table of all functions instead of findings")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="also the fixes that rest on an assumption")
    fixes.add_argument("--exit-non-zero-on-fix", action="store_true", help="exit status 1 also if all was fixed")
    fixes.add_argument("--show-fixes", action="store_true", help="list what was fixed")
    choice = parser.add_argument_group("which findings")
    choice.add_argument("--select", action="append", metavar="CODES", help="the codes to report, or their beginnings")
    choice.add_argument("--ignore", action="append", metavar="CODES", help="codes not to report")
    choice.add_argument("--extend-select", action="append", metavar="CODES", help="codes to report as well")
    choice.add_argument("--preview", action=argparse.BooleanOptionalAction, help="rules in preview, too")
    choice.add_argument("--exclude", action="append", metavar="PATTERNS", help="what to leave out, as in .gitignore")
    choice.add_argument("--extend-exclude", action="append", metavar="PATTERNS", help="what else to leave out")
    output = parser.add_argument_group("output")
    output.add_argument("--output-format", choices=FORMATS, default="text", help="how findings are printed")
    output.add_argument("--output-file", metavar="FILE", help="write the report or the findings there")
    output.add_argument("--statistics", action="store_true", help="count findings, files, functions and seconds")
    output.add_argument("--exit-zero", action="store_true", help="findings do not make the exit status 1")
    output.add_argument("--all", action="store_true", help="with `rule`: the documentation of all rules")
    project = parser.add_argument_group("the project")
    project.add_argument("--root", metavar="DIR", help="the project root (default: found)")
    project.add_argument("--config", metavar="FILE", help="where the options are (default: pyproject.toml in the root)")
    project.add_argument("--no-cache", action="store_true", help="analyse anew (so does every run so far)")
    project.add_argument("--jobs", type=_count, metavar="N", help="processes at most (one is used so far)")
    analysis = parser.add_argument_group("analysis")
    for option in ANALYSIS_OPTIONS:
        flag = f"--{option.name}"
        if option.kind == "flag":
            text = f"{option.help} ({'on' if option.default else 'off'} by default)"
            analysis.add_argument(flag, action=argparse.BooleanOptionalAction, help=text)
        elif option.kind == "list":
            analysis.add_argument(flag, action="append", metavar=option.metavar, help=option.help)
        else:
            metavar = option.metavar or "|".join(option.choices)
            analysis.add_argument(flag, metavar=metavar, help=option.help)
    return parser


def split_command(positional: Sequence[str]) -> tuple[str, list[str]]:
    """The command and its arguments. A command's name wins over a folder of that name."""
    if positional and positional[0] in COMMANDS:
        return positional[0], list(positional[1:])
    return "check", list(positional)


def given_values(arguments: argparse.Namespace, root: Path) -> dict[str, object]:
    """The values for `make_settings`; raises UsageError."""
    values: dict[str, object] = {"preview": arguments.preview}
    for option in ANALYSIS_OPTIONS:
        value = getattr(arguments, option.field)
        if option.kind == "list" and value is not None:
            values[option.field] = _checked(option.name, lambda v: relative_source_roots(tuple(v), root), value)
        elif value is not None:
            values[option.field] = _checked(option.name, partial(as_option, option), value)
    for name in ("select", "ignore", "extend_select"):
        if getattr(arguments, name) is not None:
            values[name] = _checked(name.replace("_", "-"), selectors, getattr(arguments, name))
    for name in ("exclude", "extend_exclude"):
        if getattr(arguments, name) is not None:
            values[name] = tuple(pattern for text in getattr(arguments, name) for pattern in as_list(text))
    return values


def _checked(name: str, convert: Callable[[Any], object], value: object) -> object:
    try:
        return convert(value)
    except OptionError as error:
        raise UsageError(f"argument --{name}: {error}") from None


def _count(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be a number of processes, not {text!r}")
    return number
