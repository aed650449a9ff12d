"""The command `hybridize`: what it prints where, and with which status it ends."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from hybridize.surfaces.arguments import UsageError, given_values, make_parser, split_command

if TYPE_CHECKING:
    from hybridize.rules.model import Finding
    from hybridize.sources.model import SourceError
    from hybridize.surfaces.api import Run
    from hybridize.surfaces.fixing import Repair
    from hybridize.surfaces.formats.view import View
    from hybridize.surfaces.scope import Scope
    from hybridize.surfaces.settings import Settings

CLEAN, FOUND, USAGE, INTERNAL = 0, 1, 2, 3
INTERRUPTED = 130

_UNREAD = {"syntax-error", "encoding-error", "not-found", "too-large"}
"""The errors by which a file goes unchecked."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status. Never raises but for SystemExit (help, version, wrong usage)."""
    for stream in (sys.stdout, sys.stderr):
        # File names and quoted code may hold what the terminal's encoding lacks.
        with suppress(AttributeError, ValueError, OSError):
            stream.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
    parser = make_parser()
    # Intermixed: `check --fix a.py`, `a.py --preview b.py`.
    namespace = parser.parse_intermixed_args(arguments)
    command, rest = split_command(namespace.paths)
    try:
        status = {"check": _check, "rule": _rule, "explain": _explain}[command](namespace, rest)
        sys.stdout.flush()
        return status
    except UsageError as error:
        parser.error(str(error))
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        # The reader has seen enough. Python would complain once more when it flushes at exit.
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FOUND
    except Exception as error:
        from hybridize.surfaces.analysis import internal_error

        _tell(f"hybridize: {internal_error(error, 'hybridize').message}")
        return INTERNAL


# check, --fix, --diff, --report --------------------------------------------------------------------------------------


def _check(arguments: argparse.Namespace, paths: list[str]) -> int:
    from hybridize.surfaces.formats.view import fixable_kinds

    if arguments.report and (arguments.fix or arguments.fix_only or arguments.diff):
        raise UsageError("argument --report: not allowed with --fix, --fix-only and --diff")
    settings, scope = _settings(arguments, _without_notebooks(paths))
    kinds = fixable_kinds(arguments.unsafe_fixes)
    out = _Output(arguments)
    fixing = (arguments.fix or arguments.fix_only) and not arguments.diff
    with _Progress() as progress:
        if fixing or arguments.diff:
            from hybridize.surfaces.fixing import repair

            outcome = repair(settings, scope, kinds, progress)
            _require_functions(outcome.before)
            if fixing and not settings.errors:
                outcome.write()
        else:
            from hybridize.surfaces.api import Run

            run = Run(settings, scope, progress=progress)
            _require_functions(run)
    if arguments.diff:
        out.write_exactly(outcome.diff())
        out.fixes(outcome, "Would fix")
        return _status(arguments, outcome.before, outcome.fixed, outcome.errors)
    if fixing:
        if settings.errors:
            _tell("hybridize: nothing was fixed, since the configuration is wrong")
            run, findings, line = outcome.before, list(outcome.before.report.findings), outcome.before.line
        else:
            out.fixes(outcome, "Fixed")
            run, findings, line = outcome.after, outcome.remaining, outcome.line
        if arguments.fix_only:
            findings = []
        else:
            out.findings(run, findings, kinds, line)
        changed = outcome.fixed if arguments.exit_non_zero_on_fix else []
        return _status(arguments, run, [*findings, *changed], outcome.errors)
    if arguments.report:
        from hybridize.surfaces.report import dump

        report = run.report
        out.write(report.to_csv() if arguments.report == "csv" else dump(report.to_json()) + "\n")
        return _status(arguments, run, ())
    out.findings(run, run.report.findings, kinds, run.line)
    return _status(arguments, run, run.report.findings)


def _settings(arguments: argparse.Namespace, paths: list[str]) -> tuple[Settings, Scope]:
    """What to do, and on what to report; raises UsageError."""
    from hybridize.sources.roots import absolute, find_root
    from hybridize.surfaces.scope import Scope, TargetError, parse_target
    from hybridize.surfaces.settings import make_settings

    if arguments.root is not None and not Path(arguments.root).is_dir():
        raise UsageError(f"argument --root: there is no folder {arguments.root!r}")
    root = None if arguments.root is None else absolute(Path(arguments.root))
    if not paths:
        paths = ["."] if root is None or Path.cwd().is_relative_to(root) else [arguments.root]
    try:
        targets = [parse_target(path) for path in paths]
        named = root is not None
        root = find_root([target.path for target in targets], root)
        scope = Scope(root, targets, whole=named)
    except TargetError as error:
        raise UsageError(str(error)) from None
    config = None if arguments.config is None else Path(arguments.config)
    settings = make_settings(root, given_values(arguments, root), config)
    _warn_of_selectors(settings)
    return settings, scope


def _without_notebooks(paths: list[str]) -> list[str]:
    notebooks = [path for path in paths if path.endswith(".ipynb") and Path(path).is_file()]
    for path in notebooks:
        _tell(f"hybridize: {path} was skipped: notebooks are not checked")
    if notebooks and len(notebooks) == len(paths):
        raise SystemExit(CLEAN)
    return [path for path in paths if path not in notebooks]


def _warn_of_selectors(settings: Settings) -> None:
    from hybridize.rules.registry import all_rules

    selection = settings.selection
    for selector in selection.unknown(rule.code for rule in all_rules()):
        _tell(f"hybridize: no rule has a code that begins with {selector}")
    if not selection.preview:
        for code in sorted({rule.code for rule in all_rules() if rule.preview}.intersection(selection.select)):
            _tell(f"hybridize: {code} is in preview: it is reported only with --preview")


def _require_functions(run: Run) -> None:
    """A function that was named must be there (or its file be in error)."""
    known = {(verdict.path, verdict.qualname) for verdict in run.report.functions}
    broken = {error.path for error in run.report.errors}
    for path, qualname in run.scope.functions:
        if (path, qualname) not in known and path not in broken and run.analysis.verdicts:
            raise UsageError(f"there is no function {qualname!r} in {path}")


def _status(
    arguments: argparse.Namespace, run: Run, findings: Iterable[Finding], more: Sequence[SourceError] = ()
) -> int:
    """Tell the errors; the exit status by CONTRACT.md."""
    errors = [*run.report.errors, *more]
    for error in errors:
        _tell(f"{_name(run.settings.root, error.path)}:{error.line}: {error.kind}: {error.message}")
    kinds = {error.kind for error in errors}
    if "internal-error" in kinds:
        return INTERNAL
    if "config-error" in kinds:
        return USAGE
    if arguments.exit_zero or arguments.report:
        return CLEAN
    return FOUND if kinds & _UNREAD or any(True for _ in findings) else CLEAN


class _Output:
    """Findings, reports and diffs go to stdout or to `--output-file`; what is said about them goes to stderr."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments

    def findings(
        self, run: Run, findings: Sequence[Finding], kinds: frozenset[str], line: Callable[[str, int], str | None]
    ) -> None:
        """Print findings in the format asked for, with lines that `line` reads, and what can be done about them."""
        from hybridize.surfaces.formats import renderer
        from hybridize.surfaces.formats.view import View

        view = View(findings, run.settings.root, line, kinds)
        text = renderer(self._arguments.output_format)(view)
        if self._arguments.statistics and self._arguments.output_format in ("text", "concise"):
            text += _statistics(run, findings)
        elif self._arguments.statistics:
            _tell(_statistics(run, findings).rstrip())
        self.write(text)
        _tell(_summary(run, view))

    def fixes(self, outcome: Repair, verb: str) -> None:
        """Say what was fixed, and what was not."""
        from hybridize.surfaces.fixing import MAX_ROUNDS

        root = outcome.before.settings.root
        if self._arguments.show_fixes:
            for finding in outcome.fixed:
                what = finding.fix.description if finding.fix else ""
                _tell(f"{verb.lower()}: {_name(root, finding.place.path)}:{finding.place.line}: {finding.code}: {what}")
        for finding, why in outcome.refused.items():
            _tell(f"not fixed: {_name(root, finding.place.path)}:{finding.place.line}: {finding.code}: {why}")
        if outcome.unfinished:
            _tell(f"hybridize: stopped after {MAX_ROUNDS} rounds of fixes; run it again for more")
        if outcome.fixed or outcome.before.report.findings:
            _tell(f"{verb} {_count(len(outcome.fixed), 'finding')}.")

    def write(self, text: str) -> None:
        """Write text; raises UsageError if the file cannot be written."""
        target = self._arguments.output_file
        if target is None:
            sys.stdout.write(text)
            return
        try:
            Path(target).write_bytes(text.encode("utf-8", "surrogateescape"))
        except OSError as error:
            raise UsageError(f"argument --output-file: {target}: {error.strerror or error}") from None

    def write_exactly(self, text: str) -> None:
        """Write text whose line ends and undecodable bytes must arrive as they are."""
        stream = getattr(sys.stdout, "buffer", None)
        if self._arguments.output_file is None and stream is not None:
            sys.stdout.flush()
            stream.write(text.encode("utf-8", "surrogateescape"))
            stream.flush()
        else:
            self.write(text)


def _summary(run: Run, view: View) -> str:
    unread = {error.path for error in run.report.errors if error.kind in _UNREAD}
    files = _count(len({f.relative for f in run.checked} - unread), "file")
    if unread:
        files += f" ({_count(len(unread), 'file')} could not be checked)"
    if not view.findings:
        return f"No findings in {files}."
    text = f"Found {_count(len(view.findings), 'finding')} in {files}."
    now = sum(view.is_fixable(finding) for finding in view.findings)
    more = sum(f.fix is not None and f.fix.applicability == "unsafe" and not view.is_fixable(f) for f in view.findings)
    if now:
        text += f" [*] {now} fixable with `--fix`"
        text += f" ({more} more with `--unsafe-fixes`)." if more else "."
    elif more:
        text += f" {more} fixable with `--fix --unsafe-fixes`."
    return text


def _statistics(run: Run, findings: Iterable[Finding]) -> str:
    from collections import Counter

    counts = Counter((finding.code, finding.name) for finding in findings)
    lines = [f"{number:6}  {code}  {name}" for (code, name), number in sorted(counts.items())]
    totals = run.report.statistics
    functions = f"{_count(totals.functions, 'function')} ({totals.candidates:,} candidates"
    functions += f", {totals.undetermined:,} undetermined)"
    lines.append(f"{_count(totals.files, 'file')}, {_count(totals.lines, 'line')}, {functions}")
    lines.append(f"budgets hit: {totals.budgets_hit:,}")
    lines.append("seconds: " + ", ".join(f"{layer} {value:.2f}" for layer, value in totals.seconds.items()))
    return "\n".join(lines) + "\n"


# rule, explain -------------------------------------------------------------------------------------------------------


def _rule(arguments: argparse.Namespace, codes: list[str]) -> int:
    from hybridize.rules.document import page
    from hybridize.rules.registry import all_rules, rule

    rules = []
    for code in codes:
        found = rule(code)
        if found is None:
            raise UsageError(f"there is no rule {code!r}: {', '.join(each.code for each in all_rules())}")
        rules.append(found)
    if arguments.all:
        rules = list(all_rules())
    if rules:
        _Output(arguments).write("\n".join(page(each) for each in rules))
    else:
        state = {True: "preview", False: ""}
        rows = (f"{each.code}  {each.name:24} {state[each.preview]:8} {each.summary}" for each in all_rules())
        _Output(arguments).write("".join(row + "\n" for row in rows))
    return CLEAN


def _explain(arguments: argparse.Namespace, places: list[str]) -> int:
    from hybridize.surfaces.api import Run
    from hybridize.surfaces.explain import explain
    from hybridize.surfaces.formats.view import View

    if len(places) != 1:
        raise UsageError("explain needs one FILE:LINE or FILE::QUALNAME")
    path, line = places[0], None
    if "::" not in path and path.rpartition(":")[2].isdecimal():
        path, _, number = path.rpartition(":")
        line = int(number)
    elif "::" not in path:
        raise UsageError(f"explain needs FILE:LINE or FILE::QUALNAME, not {path!r}")
    settings, scope = _settings(arguments, [path])
    with _Progress() as progress:
        run = Run(settings, scope, progress=progress)
    _require_functions(run)
    functions = run.report.functions
    if line is not None:
        # The innermost one begins last.
        around = [v for v in functions if v.place.line <= line <= v.end_line]
        functions = tuple(around[-1:])
        if not functions and not run.report.errors:
            raise UsageError(f"there is no function at line {line} of {path}")
    _Output(arguments).write(explain(View((), run.settings.root, run.line, frozenset()), functions))
    return _status(arguments, run, ())


# Saying things -------------------------------------------------------------------------------------------------------


class _Progress:
    """Which layer is at work, on stderr if that is a terminal; the line is gone at the end."""

    def __enter__(self) -> Callable[[str], None] | None:
        if not sys.stderr.isatty():
            return None
        return lambda layer: print(f"\r\x1b[Khybridize: {layer} …", end="", file=sys.stderr, flush=True)

    def __exit__(self, *_: object) -> None:
        if sys.stderr.isatty():
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)


def _name(root: Path, path: str) -> str:
    from hybridize.surfaces.formats.view import View

    return View((), root, lambda *_: None).name(path)


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def _tell(text: str) -> None:
    print(text, file=sys.stderr)
