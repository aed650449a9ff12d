"""`hybridize check`: findings, `--fix`, `--diff`, `--report`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hybridize.surfaces.arguments import UsageError, given_values
from hybridize.surfaces.output import (
    Progress, counted, statistics, status, summary, tell, tell_errors, write, write_exactly,
)  # fmt: skip

if TYPE_CHECKING:
    from hybridize.rules.model import Finding
    from hybridize.sources.model import SourceError
    from hybridize.surfaces.fixing import Repair
    from hybridize.surfaces.report import Report
    from hybridize.surfaces.workspace import Workspace


def run(arguments: argparse.Namespace) -> int:
    """Analyse, repair if that is asked for, and report."""
    fixing = (arguments.fix or arguments.fix_only) and not arguments.diff
    if arguments.report and (fixing or arguments.diff):
        raise UsageError("argument --report: not allowed with --fix, --fix-only and --diff")
    with Progress() as progress:
        keep = fixing or arguments.diff or arguments.report == "callgraph"
        workspace = make_workspace(arguments, arguments.paths, progress, keep=keep)
        if fixing or arguments.diff:
            repairs = _repair(arguments, workspace, progress, write=fixing)
        else:
            report = workspace.report
    if fixing or arguments.diff:
        return _tell_repairs(arguments, workspace, repairs, fixing)
    if arguments.report:
        from hybridize.surfaces.report import dump

        if arguments.report == "csv":
            write(arguments, report.to_csv())
        else:
            content = workspace.call_graph() if arguments.report == "callgraph" else report.to_json()
            write(arguments, dump(content) + "\n")
        return _end(arguments, workspace, report, (), zero=True)
    _print_findings(arguments, workspace, report, report.findings, workspace.line)
    return _end(arguments, workspace, report, report.findings, zero=arguments.exit_zero)


def make_workspace(
    arguments: argparse.Namespace,
    paths: Sequence[str],
    progress: Callable[[str], None] | None,
    *,
    keep: bool = False,
) -> Workspace:
    """The projects of the paths, with the functions that are named in them; raises UsageError."""
    from hybridize.sources.roots import absolute
    from hybridize.surfaces.workspace import MissingFunction, TargetError, Workspace

    if arguments.root is not None and not Path(arguments.root).is_dir():
        raise UsageError(f"argument --root: there is no folder {arguments.root!r}")
    root = None if arguments.root is None else absolute(Path(arguments.root))
    if not paths:
        paths = ["."] if root is None or Path.cwd().is_relative_to(root) else [arguments.root]
    config = None if arguments.config is None else Path(arguments.config)
    try:
        workspace = Workspace.of(
            paths, lambda home: given_values(arguments, home), root=root, config=config, progress=progress, keep=keep
        )
        _warn_of_preview(workspace)
        workspace.require_functions()
    except (TargetError, MissingFunction) as error:
        raise UsageError(str(error)) from None
    return workspace


def _warn_of_preview(workspace: Workspace) -> None:
    from hybridize.rules.registry import all_rules

    for run in workspace.runs:
        selection = run.settings.selection
        if not selection.preview:
            for code in sorted({rule.code for rule in all_rules() if rule.preview}.intersection(selection.select)):
                tell(f"hybridize: {code} is in preview: it is reported only with --preview")


def _repair(
    arguments: argparse.Namespace, workspace: Workspace, progress: Callable[[str], None] | None, *, write: bool
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
    arguments: argparse.Namespace, workspace: Workspace, repairs: Sequence[Repair], fixing: bool
) -> int:
    from hybridize.fixes.apply import diff
    from hybridize.surfaces.workspace import Workspace

    fixed = [each for repair in repairs for each in workspace.rebased(repair.before, tuple(repair.fixed))]
    errors = [each for repair in repairs for each in workspace.rebased(repair.before, tuple(repair.errors))]
    if arguments.diff:
        plans = [workspace.rebased(repair.before, repair.plan) for repair in repairs]
        write_exactly(arguments, "".join(map(diff, plans)))
        _tell_fixes(arguments, workspace, repairs, fixed, "Would fix")
        return _end(arguments, workspace, workspace.report, fixed, errors, zero=arguments.exit_zero)
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

        _print_findings(arguments, after, after.report, remaining, line, after_fixing=True)
    changed = fixed if arguments.exit_non_zero_on_fix else []
    return _end(arguments, after, after.report, [*remaining, *changed], errors, zero=arguments.exit_zero)


def _tell_fixes(
    arguments: argparse.Namespace, workspace: Workspace, repairs: Sequence[Repair], fixed: Sequence[Finding], verb: str
) -> None:
    """Say what was fixed, and what was not."""
    from hybridize.surfaces.fixing import MAX_ROUNDS
    from hybridize.surfaces.formats.view import View

    view = View((), workspace.root, workspace.line, notebooks=workspace.report.notebooks)
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
    if fixed:
        tell(f"{verb} {counted(len(fixed), 'finding')}.")


def _print_findings(
    arguments: argparse.Namespace,
    workspace: Workspace,
    report: Report,
    findings: Sequence[Finding],
    line: Callable[[str, int], str | None],
    *,
    after_fixing: bool = False,
) -> None:
    """Print findings in the format asked for, with lines that `line` reads, and what can be done about them."""
    from hybridize.surfaces.formats import renderer
    from hybridize.surfaces.formats.view import View, fixable_kinds
    from hybridize.surfaces.replacements import replacements_of

    # What is still there after `--fix` is not fixable with it.
    kinds = frozenset[str]() if after_fixing else fixable_kinds(arguments.unsafe_fixes)
    view = View(findings, workspace.root, line, kinds, report.errors, report.notebooks, replacements_of(workspace))
    text = renderer(arguments.output_format)(view)
    if arguments.statistics and arguments.output_format in ("text", "concise"):
        text += statistics(report, findings)
    elif arguments.statistics:
        tell(statistics(report, findings).rstrip())
    write(arguments, text)
    sys.stdout.flush()
    offered = () if after_fixing and arguments.unsafe_fixes else findings
    tell(summary(report, view, offered, len(workspace.excluded)))


def _end(
    arguments: argparse.Namespace,
    workspace: Workspace,
    report: Report,
    findings: Sequence[Finding],
    more: Sequence[SourceError] = (),
    *,
    zero: bool,
) -> int:
    """Tell the errors; the exit status."""
    errors = [*report.errors, *more]
    tell_errors(workspace.root, errors, report.elsewhere)
    return status(errors, findings, zero)
