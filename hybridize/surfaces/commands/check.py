"""`hybridize check`: findings, `--fix`, `--diff`, `--report`."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hybridize.sources.model import SourceError
from hybridize.sources.notebooks import SUFFIX
from hybridize.sources.reading import ReadingError, decode
from hybridize.surfaces.arguments import COMMANDS, UsageError, completion, given_values, needs
from hybridize.surfaces.commands import CLEAN, FOUND
from hybridize.surfaces.options import did_you_mean
from hybridize.surfaces.output import (
    ProgressLine,
    counted,
    file_name,
    settings_lines,
    statistics,
    status,
    summary,
    tell_errors,
    unsafe_left,
)
from hybridize.surfaces.writing import tell, write, write_exactly

if TYPE_CHECKING:
    from hybridize.rules.model import Finding
    from hybridize.surfaces.analysis import Progress
    from hybridize.surfaces.fixing import Repair
    from hybridize.surfaces.report import Found
    from hybridize.surfaces.workspace import Workspace


def run(arguments: argparse.Namespace) -> int:
    """Analyse, do what is asked for with the findings, and report."""
    _refuse_several(arguments)
    if arguments.print_completion:
        write(arguments, completion(arguments.print_completion))
        return CLEAN
    if arguments.watch:
        from hybridize.surfaces.commands.watch import watch

        return watch(arguments)
    if arguments.report == "html":
        _require_html()
    if "-" in arguments.paths:
        return _check_stdin(arguments)
    if arguments.stdin_filename is not None:
        raise UsageError("argument --stdin-filename: only with `-` as PATH")
    return check(arguments, arguments.paths)


def check(
    arguments: argparse.Namespace, paths: Sequence[str], overlay: Mapping[Path, str] | None = None
) -> int:
    """One run over some paths; `overlay` holds the texts of files that are not those on the disk."""
    fixing = (arguments.fix or arguments.fix_only) and not arguments.diff
    with ProgressLine() as progress:
        keep = fixing or arguments.diff or arguments.report == "callgraph"
        whole = bool(arguments.near_misses or arguments.statistics or arguments.report)
        workspace = make_workspace(arguments, paths, progress, keep=keep, whole=whole, overlay=overlay)
        if arguments.show_files or arguments.show_settings:
            return _show(arguments, workspace)
        if arguments.plan or arguments.executor:
            from hybridize.surfaces.commands.targets import analyse_targets, show_plan

            if arguments.plan:
                return _end(workspace, show_plan(arguments, workspace), zero=True)
            analyse_targets(arguments, workspace, progress)
        found = findings_of(workspace)
        if fixing or arguments.diff:
            repairs = _repair(arguments, workspace, progress, write=fixing and overlay is None)
    if arguments.verbose:
        _tell_runs(workspace, queries=arguments.statistics)
    if fixing or arguments.diff:
        return _tell_repairs(arguments, workspace, repairs, fixing, overlay or {})
    if arguments.add_noqa:
        return _add_noqa(arguments, workspace)
    if arguments.write_baseline is not None:
        return _write_baseline(arguments, workspace)
    if arguments.near_misses:
        return _near_misses(arguments, workspace)
    if arguments.report:
        from hybridize.surfaces.report import dump

        if arguments.report == "csv":
            write(arguments, workspace.report.to_csv())
        elif arguments.report == "html":
            from hybridize.surfaces.html import render

            write(arguments, render(workspace))
        else:
            content = workspace.call_graph() if arguments.report == "callgraph" else workspace.report.to_json()
            write(arguments, dump(content) + "\n")
        return _end(workspace, found.errors, elsewhere=found.elsewhere, zero=True)
    _print_findings(arguments, workspace, found.findings, workspace.line)
    zero = arguments.exit_zero
    return _end(workspace, found.errors, found.findings, elsewhere=found.elsewhere, zero=zero)


def _refuse_several(arguments: argparse.Namespace) -> None:
    """Of what can be done with findings one thing at a time is possible; `--diff` goes with `--fix`."""
    ways = ("report", "near_misses", "add_noqa", "write_baseline", "show_files", "show_settings", "plan")
    asked = [f"--{name.replace('_', '-')}" for name in ways if getattr(arguments, name)]
    if arguments.fix or arguments.fix_only or arguments.diff:
        asked.append("--fix, --fix-only and --diff")
    if len(asked) > 1:
        raise UsageError(f"argument {asked[0]}: not allowed with {asked[1]}")
    if arguments.plan or arguments.executor:
        option = "--plan" if arguments.plan else "--executor"
        unlike = {
            "--fix, --fix-only and --diff: they need the project as a whole": bool(asked) and "--fix" in asked[0],
            "--report callgraph: it needs the project as a whole": arguments.report == "callgraph",
            "--watch": arguments.watch,
            "`-` as PATH": "-" in arguments.paths,
        }
        for other in (each for each, given in unlike.items() if given):
            raise UsageError(f"argument {option}: not allowed with {other}")
    if arguments.scheduler and arguments.executor != "dask":
        raise UsageError("argument --scheduler: only with `--executor dask`")


def _check_stdin(arguments: argparse.Namespace) -> int:
    """Check standard input in the place of a file, which need not exist."""
    from hybridize.sources.roots import absolute

    if arguments.paths != ["-"]:
        raise UsageError("argument PATH: `-` is standard input, and stands alone")
    if arguments.add_noqa or arguments.write_baseline:
        raise UsageError("argument --add-noqa, --write-baseline: not allowed with `-`")
    name = arguments.stdin_filename or "stdin.py"
    try:
        text, _ = decode(sys.stdin.buffer.read(), name.endswith(SUFFIX))
    except ReadingError as error:
        tell_errors(Path.cwd(), [SourceError(name, error.line, error.kind, error.message)])
        return FOUND
    return check(arguments, [name], {absolute(Path(name)): text})


def make_workspace(
    arguments: argparse.Namespace,
    paths: Sequence[str],
    progress: Progress | None,
    *,
    keep: bool = False,
    whole: bool = True,
    overlay: Mapping[Path, str] | None = None,
) -> Workspace:
    """The projects of the paths; raises UsageError."""
    from hybridize.sources.roots import absolute
    from hybridize.surfaces.workspace import TargetError, Workspace

    if arguments.root is not None and not Path(arguments.root).is_dir():
        raise UsageError(f"argument --root: there is no folder {arguments.root!r}")
    root = None if arguments.root is None else absolute(Path(arguments.root))
    if not paths:
        paths = ["."] if root is None or Path.cwd().is_relative_to(root) else [arguments.root]
    config = None if arguments.config is None else Path(arguments.config)
    try:
        workspace = Workspace.of(
            paths,
            lambda home: given_values(arguments, home),
            root=root,
            config=config,
            overlay=overlay,
            progress=progress,
            keep=keep,
            whole=whole,
        )
    except TargetError as error:
        # The first word may be meant as a command.
        wrong = next((each for each in paths if repr(each) in str(error)), "")
        known = [*(COMMANDS if wrong == paths[0] else ()), *_beside(wrong)]
        raise UsageError(f"{error}{did_you_mean(wrong, known)}") from None
    _warn_of_preview(workspace)
    return workspace


def _beside(path: str) -> list[str]:
    """What lies in the folder in which something is looked for, named in the same way."""
    folder = os.path.dirname(path)
    try:
        return sorted(os.path.join(folder, each) for each in os.listdir(folder or "."))
    except OSError:
        return []


def findings_of(workspace: Workspace) -> Found:
    """What is found; raises UsageError for a function that is not there, what is no baseline, an unknown revision."""
    from hybridize.surfaces.baseline import BaselineError
    from hybridize.surfaces.changes import GitError
    from hybridize.surfaces.workspace import MissingFunction

    try:
        workspace.require_functions()
        return workspace.found
    except MissingFunction as error:
        raise UsageError(str(error)) from None
    except BaselineError as error:
        raise UsageError(f"argument --baseline: {error}") from None
    except GitError as error:
        raise UsageError(f"argument --diff-only: {error}") from None


def _show(arguments: argparse.Namespace, workspace: Workspace) -> int:
    """List the files that would be checked, or the settings of each project."""
    lines = []
    for run in workspace.runs:
        if arguments.show_files:
            lines += [file_name(run.settings.root, file.relative) for file in run.checked]
        else:
            lines += settings_lines(run.settings)
    write(arguments, "".join(f"{line}\n" for line in lines))
    return _end(workspace, [error for run in workspace.runs for error in run.settings.errors])


def _require_html() -> None:
    """Raise UsageError where the libraries of the page are missing: before the analysis, which may take minutes."""
    try:
        import hybridize.surfaces.html  # noqa: F401
    except ImportError:
        raise needs("--report html", "html") from None


def _near_misses(arguments: argparse.Namespace, workspace: Workspace) -> int:
    """List what alone holds functions and blocks back."""
    from hybridize.surfaces import near_misses
    from hybridize.surfaces.formats.view import View
    from hybridize.surfaces.regions import outside
    from hybridize.surfaces.report import dump
    from hybridize.surfaces.terminal import styler

    found = workspace.found
    functions = [
        row
        for run in workspace.runs
        for row in workspace.rebased(run, run.report.functions_outside(run.analysis.hidden_tests))
    ]
    blocks = [
        row
        for run in workspace.runs
        for row in workspace.rebased(run, outside(run.report.regions, run.analysis.hidden_tests))
    ]
    held: list[near_misses.Row] = [*functions, *blocks]
    style = styler(arguments.color, arguments.output_file is not None)
    view = View((), workspace.root, workspace.line, notebooks=found.notebooks, style=style)
    if arguments.output_format == "json":
        write(arguments, dump(near_misses.rows(view, held)) + "\n")
    elif arguments.output_format == "concise":
        write(arguments, near_misses.render_lines(view, held))
    else:
        write(arguments, near_misses.render(view, held))
    sys.stdout.flush()
    if not arguments.quiet:
        tell(near_misses.count(functions))
        if any(row.near_miss for row in blocks):
            tell(near_misses.count(blocks))
    return _end(workspace, found.errors, elsewhere=found.elsewhere, zero=True)


def _tell_runs(workspace: Workspace, queries: bool) -> None:
    """Print what was read, and how long it took; `queries`: also the calls of each query, most calls first."""
    for run in workspace.runs:
        seconds = ", ".join(f"{layer} {value:.2f} s" for layer, value in run.analysis.seconds.items())
        tell(f"hybridize: {run.settings.root}: {counted(len(run.project.files), 'file')} read ({seconds})")
        made = run.analysis.queries.items() if queries else ()
        for name, (calls, keys) in sorted(made, key=lambda each: (-each[1][0], each[0])):
            tell(f"hybridize: query {name}: {counted(calls, 'call')}, {counted(keys, 'key')}")


def _add_noqa(arguments: argparse.Namespace, workspace: Workspace) -> int:
    """Write a comment for each finding that is reported."""
    from hybridize.surfaces.fixing import change_comments
    from hybridize.surfaces.noqa import added_comments

    errors: list[SourceError] = []
    written = 0
    for run in workspace.runs:
        findings = run.found.findings
        paths = {finding.place.path for finding in findings}
        outcome = change_comments(run, added_comments(findings, {path: run.suppressions(path) for path in paths}))
        outcome.write()
        errors += workspace.rebased(run, tuple(outcome.errors))
        kept = [change for change in outcome.plan.changes if change.path not in outcome.unwritten]
        written += sum(len(change.fixes) for change in kept)
    tell(f"Added {counted(written, 'comment')}.")
    tell_errors(workspace.root, [*workspace.found.errors, *errors])
    return status([*workspace.found.errors, *errors], ())


def _write_baseline(arguments: argparse.Namespace, workspace: Workspace) -> int:
    from hybridize.surfaces.baseline import write_baseline
    from hybridize.surfaces.fingerprints import fingerprints

    rows = []
    for run in workspace.runs:
        findings = run.found.findings
        marks = fingerprints(findings, run.line)
        rows += [(mark, f.place.path, f.code, f.qualname) for mark, f in zip(marks, findings, strict=True)]
    try:
        write_baseline(Path(arguments.write_baseline), rows)
    except OSError as error:
        reason = error.strerror or str(error)
        raise UsageError(f"argument --write-baseline: {arguments.write_baseline}: {reason}") from None
    tell(f"Wrote {counted(len(rows), 'finding')} to {arguments.write_baseline}.")
    return _end(workspace, workspace.found.errors, zero=True)


def _warn_of_preview(workspace: Workspace) -> None:
    from hybridize.rules.registry import all_rules

    for run in workspace.runs:
        selection = run.settings.selection
        if not selection.preview:
            for code in sorted({rule.code for rule in all_rules() if rule.preview}.intersection(selection.select)):
                tell(f"hybridize: {code} is in preview: it is reported only with --preview")


def _repair(
    arguments: argparse.Namespace, workspace: Workspace, progress: Progress | None, *, write: bool
) -> list[Repair]:
    """Repair every project; one whose configuration is wrong stays as it is."""
    from hybridize.surfaces.fixing import Repair, repair
    from hybridize.surfaces.formats.view import fixable_kinds

    repairs = []
    for each in workspace.runs:
        if each.settings.errors:
            repairs.append(Repair.none(each))
            continue
        repairs.append(repair(each, fixable_kinds(arguments.unsafe_fixes), progress))
        if write:
            repairs[-1].write()
    return repairs


def _tell_repairs(
    arguments: argparse.Namespace,
    workspace: Workspace,
    repairs: Sequence[Repair],
    fixing: bool,
    overlay: Mapping[Path, str],
) -> int:
    from hybridize.fixes.apply import diff
    from hybridize.surfaces.workspace import Workspace

    fixed = [each for repair in repairs for each in workspace.rebased(repair.before, tuple(repair.fixed))]
    errors = [each for repair in repairs for each in workspace.rebased(repair.before, tuple(repair.errors))]
    if arguments.diff:
        plans = [workspace.rebased(repair.before, repair.plan) for repair in repairs]
        write_exactly(arguments, "".join(map(diff, plans)))
        _tell_fixes(arguments, workspace, repairs, fixed, "Would fix")
        found = workspace.found
        return _end(workspace, [*found.errors, *errors], fixed, elsewhere=found.elsewhere, zero=arguments.exit_zero)
    if any(repair.before.settings.errors for repair in repairs):
        tell("hybridize: nothing was fixed where the configuration is wrong")
    _tell_fixes(arguments, workspace, repairs, fixed, "Fixed")
    after = Workspace([repair.after for repair in repairs], workspace.excluded, workspace.root)
    remaining: list[Finding] = []
    for repair in repairs:
        remaining += workspace.rebased(repair.before, tuple(repair.remaining))
    if arguments.fix_only:
        remaining = []
    else:

        def line(path: str, number: int) -> str | None:
            index, relative = workspace.owner(path)
            return repairs[index].line(relative, number)

        _print_findings(arguments, after, remaining, line, after_fixing=True, aside=bool(overlay))
    if overlay:
        write_exactly(arguments, _fixed_text(repairs, overlay))
    changed = fixed if arguments.exit_non_zero_on_fix else []
    errors = [*after.found.errors, *errors]
    left = [*remaining, *changed]
    return _end(after, errors, left, elsewhere=after.found.elsewhere, zero=arguments.exit_zero)


def _fixed_text(repairs: Sequence[Repair], overlay: Mapping[Path, str]) -> str:
    """Standard input after the repair."""
    ((path, text),) = overlay.items()
    for repair in repairs:
        for change in repair.plan.changes:
            if repair.before.settings.root / change.path == path:
                return decode(change.after, path.suffix == SUFFIX)[0]
    return text


def _tell_fixes(
    arguments: argparse.Namespace, workspace: Workspace, repairs: Sequence[Repair], fixed: Sequence[Finding], verb: str
) -> None:
    """Say what was fixed, and what was not."""
    from hybridize.surfaces.fixing import MAX_ROUNDS
    from hybridize.surfaces.formats.view import View

    view = View((), workspace.root, workspace.line, notebooks=workspace.found.notebooks)
    if arguments.show_fixes:
        for finding in fixed:
            what = finding.fix.description if finding.fix else ""
            tell(f"{verb.lower()}: {view.at(finding.place)}: {finding.code}: {what}")
    for repair in repairs:
        for finding, why in repair.refused.items():
            place = workspace.rebased(repair.before, finding.place)
            tell(f"not fixed: {view.at(place)}: {finding.code}: {why}")
    if any(repair.unfinished for repair in repairs):
        tell(f"hybridize: stopped after {MAX_ROUNDS} rounds of fixes; run it again for more")
    if arguments.quiet:
        return
    # What remains after `--fix` is printed, with what is fixable.
    left = unsafe_left(workspace.found.findings, fixed) if arguments.diff and not arguments.unsafe_fixes else 0
    if fixed:
        tell(f"{verb} {counted(len(fixed), 'finding')}" + (f", {left} more with `--unsafe-fixes`." if left else "."))
    elif left:
        tell(f"There is no safe fix. {verb} {counted(left, 'finding')} with `--unsafe-fixes`.")


def _print_findings(
    arguments: argparse.Namespace,
    workspace: Workspace,
    findings: Sequence[Finding],
    line: Callable[[str, int], str | None],
    *,
    after_fixing: bool = False,
    aside: bool = False,
) -> None:
    """Print findings in the format asked for, with lines that `line` reads, and what can be done about them.

    `aside`: on stderr, since stdout is for something else.
    """
    from hybridize.surfaces.formats import renderer
    from hybridize.surfaces.formats.view import View, fixable_kinds
    from hybridize.surfaces.replacements import replacements_of
    from hybridize.surfaces.terminal import styler

    # What is still there after `--fix` is not fixable with it.
    kinds = frozenset[str]() if after_fixing else fixable_kinds(arguments.unsafe_fixes)
    found = workspace.found
    style = styler(arguments.color, arguments.output_file is not None)
    view = View(
        findings, workspace.root, line, kinds, found.errors, found.notebooks, replacements_of(workspace), style
    )
    text = renderer(arguments.output_format)(view)
    if arguments.statistics and arguments.output_format in ("text", "concise"):
        text += statistics(workspace.report, findings)
    elif arguments.statistics:
        tell(statistics(workspace.report, findings).rstrip())
    if aside:
        sys.stderr.write(text)
    else:
        write(arguments, text)
        sys.stdout.flush()
    if not arguments.quiet:
        offered = () if after_fixing and arguments.unsafe_fixes else findings
        tell(summary(found, view, offered, len(workspace.excluded)))


def _end(
    workspace: Workspace,
    errors: Sequence[SourceError],
    findings: Sequence[Finding] = (),
    *,
    elsewhere: Sequence[SourceError] = (),
    zero: bool = False,
) -> int:
    """Tell the errors; the exit status."""
    tell_errors(workspace.root, errors, elsewhere)
    return status(errors, findings, zero)
