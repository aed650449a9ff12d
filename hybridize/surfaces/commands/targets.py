"""`--plan` and `--executor`: the targets of a project, listed, and analysed where an executor does it."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence

from hybridize.process import usable_cores
from hybridize.sources.model import SourceError
from hybridize.surfaces.analysis import Progress
from hybridize.surfaces.arguments import UsageError, needs
from hybridize.surfaces.output import counted
from hybridize.surfaces.report import dump
from hybridize.surfaces.targets import Plan, Planned, analyse
from hybridize.surfaces.workspace import Workspace
from hybridize.surfaces.writing import tell, write

_HERE = 12
"""The characters of a hash that are printed; JSON has all."""


def analyse_targets(arguments: argparse.Namespace, workspace: Workspace, progress: Progress | None) -> None:
    """Analyse the projects target by target; raises UsageError where there is no such executor."""
    from hybridize.surfaces.executors import ClusterError, executor

    is_dask = arguments.executor == "dask"
    if is_dask:
        _require_dask()
    jobs = arguments.jobs or usable_cores()
    try:
        with executor(arguments.executor, jobs, arguments.scheduler) as workers:
            analyse(workspace.runs, workers, arguments.max_memory, progress, elsewhere=is_dask)
    except ClusterError as error:
        raise UsageError(f"argument --executor dask: {error}") from None


def _require_dask() -> None:
    """Raise UsageError where the libraries are missing."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        raise needs("--executor dask", "dask") from None


def show_plan(arguments: argparse.Namespace, workspace: Workspace) -> list[SourceError]:
    """Print the targets of the projects; what is wrong with their files and their configuration."""
    if arguments.output_format not in ("text", "json"):
        raise UsageError("argument --plan: prints text, or with `--output-format json` JSON")
    plans = [Plan.of(run) for run in workspace.runs]
    listed = [(workspace, plan, each) for plan in plans for each in plan.targets]
    if arguments.output_format == "json":
        rows = [_row(*each) for each in listed]
        write(arguments, dump({"schema_version": 1, "root": workspace.root.as_posix(), "targets": rows}) + "\n")
    else:
        write(arguments, "".join(f"{line}\n" for each in listed for line in _lines(*each)))
    left = [each for plan in plans for each in plan.targets if not each.cached]
    if not arguments.quiet:
        seconds = sum(each.estimated_seconds for each in left)
        cached = len(listed) - len(left)
        tell(f"{counted(len(listed), 'target')}, {cached:,} cached; about {seconds:,.0f} s for the others.")
    errors = [[*plan.run.settings.errors, *plan.run.begun.errors, *plan.errors] for plan in plans]
    return [
        each for plan, found in zip(plans, errors, strict=True) for each in workspace.rebased(plan.run, tuple(found))
    ]


def _below(workspace: Workspace, plan: Plan, paths: Sequence[str]) -> list[str]:
    """Paths in a project, as they are called from the root of all."""
    prefix = plan.run.settings.root.relative_to(workspace.root)
    return [(prefix / path).as_posix() for path in paths]


def _row(workspace: Workspace, plan: Plan, planned: Planned) -> dict[str, object]:
    target = planned.target
    return {
        "folders": _below(workspace, plan, target.folders),
        "files": _below(workspace, plan, target.files),
        "lines": planned.lines,
        "reads": _below(workspace, plan, target.reads),
        "lines_read": planned.lines_read,
        "hash": planned.hash,
        "estimated_seconds": planned.estimated_seconds,
        "cached": planned.cached,
        "imported_by": _below(workspace, plan, target.imported_by),
    }


def _lines(workspace: Workspace, plan: Plan, planned: Planned) -> Iterator[str]:
    target = planned.target
    first, *others = _below(workspace, plan, target.folders)
    yield f"{first}: {counted(len(target.files), 'file')}, {counted(planned.lines, 'line')}"
    if others:
        yield f"  in a circle with {', '.join(others)}"
    if target.reads:
        more = planned.lines_read - planned.lines
        yield f"  reads {counted(len(target.reads), 'more file')}, {counted(more, 'line')}"
    if target.imported_by:
        yield f"  imported by {', '.join(_below(workspace, plan, target.imported_by))}"
    yield f"  {planned.hash[:_HERE]}, {'cached' if planned.cached else f'about {planned.estimated_seconds:,.0f} s'}"
