"""The command line: which commands and options there are, and what they come to."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

from hybridize.compiling import is_compiled
from hybridize.process import MAX_JOBS, usable_cores
from hybridize.surfaces.formats import FORMATS
from hybridize.surfaces.options import (
    ANALYSIS_OPTIONS,
    OptionError,
    as_list,
    as_option,
    did_you_mean,
    relative_source_roots,
)
from hybridize.surfaces.selection import selectors
from hybridize.version import __version__

COMMANDS = {
    "check": "find functions that should, or should not, run as graphs, and repair them (the default)",
    "rule": "the documentation of a rule",
    "explain": "why a function got its verdict",
    "types": "functions with the types that arrive at them",
    "clean": "remove what earlier runs have kept",
}
"""The commands and what they are for."""

_CHECK_USAGE = """\
hybridize [check] [OPTIONS] [PATH ...]
       hybridize --fix | --diff | --report FORMAT [OPTIONS] [PATH ...]"""

_CHECK_EPILOG = """\
PATH is a file, a folder, or FILE::QUALNAME for one function (default: .), or - for standard input. It says what is
reported on; analysed is always the whole project. Exit status: 0 nothing found, 1 findings remain or a file could not
be read, 2 wrong usage or configuration, 3 an internal error. With --diff, 1 means that there is something to fix; with
--fix-only, that a file could not be fixed."""


class UsageError(Exception):
    """Something on the command line that cannot be."""


EXECUTORS = ("process", "dask")
"""Where targets may be analysed."""
MAX_MEMORY = 2048
"""The default memory limit of a target, in MiB."""
EXTRAS = {
    "completion": "shtab",
    "dask": "dask distributed",
    "html": "jinja2 markupsafe pygments",
    "watch": "watchfiles",
}
"""The extras of the package that options need, and the libraries that they are."""


def needs(option: str, extra: str) -> UsageError:
    """What to say where the libraries of an extra are missing."""
    return UsageError(f"argument {option}: needs the extra `hybridize[{extra}]`: `pip install {EXTRAS[extra]}`")


class Parser(argparse.ArgumentParser):
    """A parser that tells what is wrong in one line, with a hint, instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, what may have been meant, and where to read on; end with status 2."""
        print(f"hybridize: error: {message}{self._meant(message)}", file=sys.stderr)
        print(f"Try `{self.prog} --help`.", file=sys.stderr)
        sys.exit(2)

    def _meant(self, message: str) -> str:
        choice = _CHOICE.search(message)
        if choice is not None:
            return did_you_mean(choice["given"], re.findall(r"[\w-]+", choice["known"]))
        unknown, separator, rest = message.partition("unrecognized arguments: ")
        wrong = rest.split()[:1] if separator and not unknown else []
        return "".join(did_you_mean(each.partition("=")[0], self._option_string_actions) for each in wrong)


_CHOICE = re.compile(r"invalid choice: '(?P<given>.*)' \(choose from (?P<known>.*)\)")
"""What argparse says of a value that an option does not have."""


def make_parser(command: str) -> Parser:
    """The parser of a command."""
    return _PARSERS[command]()


def completion(shell: str) -> str:
    """A script that completes the command line in a shell; raises UsageError without the library for it."""
    try:
        import shtab
    except ImportError:
        raise needs("--print-completion", "completion") from None
    parser = Parser("hybridize", add_help=False, parents=[_check_parser(add_help=False)], conflict_handler="resolve")
    commands = parser.add_subparsers()
    for name, text in COMMANDS.items():
        made = make_parser(name)
        commands.add_parser(name, help=text, parents=[made], add_help=False, conflict_handler="resolve")
    script: str = shtab.complete(parser, shell)
    return script


def split_command(arguments: Sequence[str]) -> tuple[str, list[str]]:
    """The command and its arguments: the first that is no option, if it names one, also where a folder is called so."""
    rest = list(arguments)
    for index in _positional(rest):
        if rest[index] in COMMANDS:
            return rest.pop(index), rest
        break
    return "check", rest


def _positional(arguments: Sequence[str]) -> Iterator[int]:
    """Where the arguments stand that are neither options of `check` nor their values."""
    takes_value = {
        name
        for name, action in _check_parser()._option_string_actions.items()
        if action.nargs is None and not isinstance(action, (argparse._VersionAction, argparse._HelpAction))
    }
    is_value = False
    for index, argument in enumerate(arguments):
        if argument == "--":
            return
        if not is_value and (argument == "-" or not argument.startswith("-")):
            yield index
        is_value = not is_value and argument in takes_value


def _check_parser(*, add_help: bool = True) -> Parser:
    commands = "\n".join(f"  {name:9} {text}" for name, text in COMMANDS.items())
    kind = "compiled" if is_compiled() else "pure Python"
    parser = Parser(
        "hybridize",
        usage=_CHECK_USAGE,
        description="Find TensorFlow functions that should, or should not, run as graphs, and repair them.\n\n"
        f"commands (`hybridize COMMAND --help` tells more):\n{commands}",
        epilog=_CHECK_EPILOG,
        allow_abbrev=False,
        add_help=add_help,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help=argparse.SUPPRESS)
    parser.add_argument("--version", action="version", version=f"hybridize {__version__} ({kind})")
    parser.add_argument(
        "--print-completion", choices=("bash", "zsh", "tcsh"), help="print a script that completes the command line"
    )
    action = parser.add_argument_group("what to do with findings")
    action.add_argument("--fix", action="store_true", help="apply the safe fixes")
    action.add_argument("--fix-only", action="store_true", help="the same, without a word on the findings that remain")
    action.add_argument("--diff", action="store_true", help="print what --fix would change, but write nothing")
    action.add_argument(
        "--report",
        choices=("json", "csv", "html", "callgraph"),
        help="print a table of all functions, a page for a browser, or who calls whom, instead of findings",
    )
    action.add_argument(
        "--near-misses",
        action="store_true",
        help="list what alone holds functions back that would gain as graphs, and what to do about it",
    )
    action.add_argument("--add-noqa", action="store_true", help="write a `# noqa` comment for each finding")
    action.add_argument("--write-baseline", metavar="FILE", help="write the findings to FILE, for --baseline")
    action.add_argument("--show-files", action="store_true", help="list the files that would be checked")
    action.add_argument("--show-settings", action="store_true", help="list the settings, and where each comes from")
    action.add_argument("--plan", action="store_true", help="list the targets that --executor would analyse")
    action.add_argument("--watch", action="store_true", help="check again whenever a file changes")
    fixes = parser.add_argument_group("fixes")
    fixes.add_argument("--unsafe-fixes", action="store_true", help="also the fixes that rest on an assumption")
    fixes.add_argument("--exit-non-zero-on-fix", action="store_true", help="exit status 1 also if all was fixed")
    fixes.add_argument("--show-fixes", action="store_true", help="list what was fixed")
    choice = _add_choice(parser)
    choice.add_argument("--disable-noqa", action="store_true", help="report what comments suppress, too")
    choice.add_argument("--baseline", metavar="FILE", help="leave out the findings that --write-baseline wrote there")
    choice.add_argument("--diff-only", metavar="REV", help="only what lies in lines changed since a revision of git")
    choice.add_argument("--stdin-filename", metavar="FILE", help="with `-` as PATH: which file standard input is")
    output = _add_output(parser)
    output.add_argument("--output-format", choices=FORMATS, default="text", help="how findings are printed")
    output.add_argument("--statistics", action="store_true", help="count findings, files, functions and seconds")
    output.add_argument("--exit-zero", action="store_true", help="findings do not make the exit status 1")
    _add_project(parser)
    targets = parser.add_argument_group("targets (project roots and packages, each with what it imports)")
    how = "analyse each target alone: in --jobs processes, or by Dask"
    targets.add_argument("--executor", choices=EXECUTORS, help=how)
    targets.add_argument("--scheduler", metavar="ADDRESS", help="of Dask (default: its configuration, or processes)")
    targets.add_argument(
        "--max-memory", type=_number, metavar="MIB", default=MAX_MEMORY,
        help=f"what a target may need, in MiB (default: {MAX_MEMORY:,})",
    )  # fmt: skip
    return parser


def _rule_parser() -> Parser:
    parser = Parser(
        "hybridize rule",
        description="Print the documentation of rules; without a CODE, the list of them.",
        allow_abbrev=False,
    )
    parser.add_argument("codes", nargs="*", metavar="CODE", help="a code or a name: HYB001, should-hybridize")
    parser.add_argument("--all", action="store_true", help="the documentation of all rules")
    _add_output(parser)
    return parser


def _explain_parser() -> Parser:
    parser = Parser(
        "hybridize explain",
        description="Say why a function got its verdict: the answer first, then each condition with its evidence.",
        allow_abbrev=False,
    )
    meant = "the function that is meant, by a line or its name; WARNING is TensorFlow's own about retracing, pasted"
    parser.add_argument("places", nargs="*", metavar="FILE:LINE | FILE::NAME | WARNING", help=meant)
    parser.set_defaults(command="explain")
    _add_output(parser)
    _add_choice(parser)
    _add_project(parser)
    return parser


def _types_parser() -> Parser:
    parser = Parser(
        "hybridize types",
        description="Print the functions of a file, or one by its line or name, with what arrives at each parameter.",
        allow_abbrev=False,
    )
    meant = "the file, or a function by a line or its name"
    parser.add_argument("places", nargs="*", metavar="FILE[:LINE | ::NAME]", help=meant)
    parser.set_defaults(command="types")
    _add_output(parser)
    _add_choice(parser)
    _add_project(parser)
    return parser


def _clean_parser() -> Parser:
    parser = Parser(
        "hybridize clean",
        description="Remove the results that earlier runs have kept for a project (in its `.hybridize_cache`; where "
        "the environment variable HYBRIDIZE_CACHE_DIR says; or in the user's cache, for what is no project).",
        allow_abbrev=False,
    )
    parser.add_argument("paths", nargs="*", metavar="PATH", help="files and folders of the projects (default: .)")
    parser.add_argument("--root", metavar="DIR", help="the project root (default: found)")
    parser.add_argument("--all", action="store_true", help="also the results of every project that shares a folder")
    return parser


_PARSERS: dict[str, Callable[[], Parser]] = {
    "check": _check_parser,
    "rule": _rule_parser,
    "explain": _explain_parser,
    "types": _types_parser,
    "clean": _clean_parser,
}


def _add_choice(parser: Parser) -> argparse._ArgumentGroup:
    choice = parser.add_argument_group("which findings")
    codes = "codes, names of rules, or beginnings of codes"
    choice.add_argument("--select", action="append", metavar="CODES", help=f"what to report: {codes}")
    choice.add_argument("--ignore", action="append", metavar="CODES", help="what not to report")
    choice.add_argument("--extend-select", action="append", metavar="CODES", help="what to report as well")
    choice.add_argument("--preview", action=argparse.BooleanOptionalAction, help="rules in preview, too")
    choice.add_argument("--exclude", action="append", metavar="PATTERNS", help="what to leave out, as in .gitignore")
    choice.add_argument("--extend-exclude", action="append", metavar="PATTERNS", help="what else to leave out")
    choice.add_argument(
        "--force-exclude", action=argparse.BooleanOptionalAction, help="leave it out even where PATH names it"
    )
    return choice


def _add_output(parser: Parser) -> argparse._ArgumentGroup:
    output = parser.add_argument_group("output")
    output.add_argument("--output-file", metavar="FILE", help="write there instead of printing")
    when = ("auto", "always", "never")
    output.add_argument("--color", choices=when, default="auto", help="colours (auto: on a terminal, less NO_COLOR)")
    output.add_argument("-q", "--quiet", action="store_true", help="say nothing but findings and errors")
    output.add_argument("-v", "--verbose", action="store_true", help="say what was read, and how long it took")
    return output


def _add_project(parser: Parser) -> None:
    project = parser.add_argument_group("the project")
    project.add_argument("--root", metavar="DIR", help="the project root (default: found)")
    project.add_argument("--config", metavar="FILE", help="where the options are (default: pyproject.toml in the root)")
    project.add_argument("--no-cache", action="store_true", help="neither use nor keep results of other runs")
    project.add_argument("--jobs", type=_number, metavar="N", help=f"processes at most (one a core, up to {MAX_JOBS})")
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


def given_values(arguments: argparse.Namespace, root: Path) -> dict[str, object]:
    """The values for `make_settings`; raises UsageError."""
    values: dict[str, object] = {"preview": arguments.preview, "force_exclude": arguments.force_exclude}
    values["jobs"] = arguments.jobs or usable_cores()
    for option in ANALYSIS_OPTIONS:
        value = getattr(arguments, option.field)
        if option.kind == "list" and value is not None:
            values[option.field] = _checked(option.name, lambda v: relative_source_roots(tuple(v), root), value)
        elif value is not None:
            values[option.field] = _checked(option.name, partial(as_option, option), value)
    for name in ("select", "ignore", "extend_select"):
        if getattr(arguments, name) is not None:
            values[name] = _checked(name.replace("_", "-"), selectors, getattr(arguments, name))
    for name in ("no_cache", "disable_noqa", "diff_only"):
        values[name] = getattr(arguments, name, None)
    if getattr(arguments, "baseline", None) is not None:
        values["baseline"] = Path(arguments.baseline)
    for name in ("exclude", "extend_exclude"):
        if getattr(arguments, name) is not None:
            values[name] = tuple(pattern for text in getattr(arguments, name) for pattern in as_list(text))
    return values


def _checked(name: str, convert: Callable[[Any], object], value: object) -> object:
    try:
        return convert(value)
    except OptionError as error:
        raise UsageError(f"argument --{name}: {error}") from None


def _number(text: str) -> int:
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError(f"must be a whole number above 0, not {text!r}")
    return number
