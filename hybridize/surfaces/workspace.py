"""The projects that the paths of one call belong to, each with its own configuration, and one report on all of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cached_property, reduce
from operator import add
from pathlib import Path
from typing import TypeVar

from hybridize.sources.roots import by_root
from hybridize.surfaces.analysis import Progress
from hybridize.surfaces.api import Run
from hybridize.surfaces.options import function_meant
from hybridize.surfaces.report import Found, Hidden, Limited, Report, Statistics
from hybridize.surfaces.scope import Scope, Target, TargetError, parse_target
from hybridize.surfaces.settings import Settings, make_settings

T = TypeVar("T")
Values = Callable[[Path], Mapping[str, object]]
"""What was given for the project at a root, as `make_settings` takes it."""


class MissingFunction(Exception):
    """A function was named that is not there, in a sentence that says so."""


class Workspace:
    """The runs of one call, one for each project."""

    def __init__(self, runs: Sequence[Run], excluded: Sequence[str] = (), root: Path | None = None) -> None:
        """`excluded` are the named paths that were left out, `root` is for a call that has no runs."""
        self.runs = tuple(runs)
        self.excluded = tuple(excluded)
        roots = [str(run.settings.root) for run in self.runs] or [str(root or Path.cwd())]
        self.root = Path(os.path.commonpath(roots))

    @staticmethod
    def of(
        paths: Sequence[str],
        values: Values,
        *,
        root: Path | None = None,
        config: Path | None = None,
        overlay: Mapping[Path, str] | None = None,
        progress: Progress | None = None,
        keep: bool = False,
        whole: bool = True,
    ) -> Workspace:
        """Find the projects of some paths, as users write them, and read their files; raises TargetError.

        A folder below a project's root that has a `[tool.hybridize]` of its own is a project of its own: the outer one
        knows its code, but what is reported there follows the inner configuration. An explicit `root` or `config` holds
        for everything.
        """
        named = [parse_target(path, overlay) for path in paths]
        excluded: list[str] = []
        pending: list[tuple[Settings, Scope]] = []
        homes = by_root([target.path for target in named], root)
        for home, inside in homes.items():
            settings = make_settings(home, values(home), config)
            targets = [target for target in named if target.path in inside]
            if settings.force_exclude:
                left_out = [target for target in targets if _is_excluded(settings, target)]
                excluded += [str(target.path) for target in left_out]
                targets = [target for target in targets if target not in left_out]
            if targets:
                pending.append((settings, Scope(home, targets, whole=root is not None)))
        runs: list[Run] = []
        while pending:
            settings, scope = pending.pop(0)
            # A function that was named must be there, and the verdicts tell which there are.
            judged = whole or bool(scope.functions)
            run = Run(settings, scope, overlay=overlay, progress=progress, keep=keep, whole=judged)
            runs.append(run)
            others = {home for home in homes if home != settings.root and home.is_relative_to(settings.root)}
            if root is None and config is None:
                inner = [each for each in run.project.configured if not _lies_below(each, run.project.configured)]
                for folder in set(inner) - others:
                    asked = scope.inside(folder)
                    if not asked.is_empty:
                        others.add(folder)
                        pending.append((make_settings(folder, values(folder)), asked))
            scope.leave_to_others(others)
        return Workspace(sorted(runs, key=lambda run: run.settings.root), excluded, next(iter(homes), root))

    @cached_property
    def found(self) -> Found:
        """The findings of all projects, with paths relative to a folder that holds them all."""
        parts = [self.rebased(run, run.found) for run in self.runs]
        if len(parts) == 1:
            return parts[0]
        return Found(
            root=self.root,
            options=parts[0].options if parts else make_settings(self.root, {}).options,
            findings=tuple(finding for part in parts for finding in part.findings),
            errors=tuple(error for part in parts for error in part.errors),
            notebooks={path: notebook for part in parts for path, notebook in part.notebooks.items()},
            checked=tuple(path for part in parts for path in part.checked),
            elsewhere=tuple(error for part in parts for error in part.elsewhere),
            targets=tuple(target for part in parts for target in part.targets),
            hidden=reduce(add, (part.hidden for part in parts), Hidden()),
            limited=reduce(add, (part.limited for part in parts), Limited()),
        )

    @cached_property
    def report(self) -> Report:
        """One report on all projects, likewise."""
        parts = tuple(run.report for run in self.runs)
        functions = tuple(row for run in self.runs for row in self.rebased(run, run.report.functions))
        regions = tuple(row for run in self.runs for row in self.rebased(run, run.report.regions))
        total = parts[0].statistics if len(parts) == 1 else _total([part.statistics for part in parts])
        return Report.of(self.found, functions, total, regions, parts if len(parts) > 1 else ())

    def call_graph(self) -> dict[str, list[str]]:
        """Who calls whom in all projects, by qualified names."""
        found: dict[str, list[str]] = {}
        for run in self.runs:
            for name, called in run.call_graph().items():
                found[name] = sorted({*found.get(name, ()), *called})
        return found

    def rebased(self, run: Run, value: T) -> T:
        """Plain data of a run, with paths relative to the root of all."""
        prefix = run.settings.root.relative_to(self.root).as_posix()
        return value if prefix == "." else _rebased(value, prefix + "/")

    def line(self, path: str, number: int) -> str | None:
        """A line of the analysed code, by its path from the root of all."""
        index, relative = self.owner(path)
        return self.runs[index].line(relative, number)

    def text(self, path: str) -> str:
        """The analysed code of a file, by its path from the root of all."""
        index, relative = self.owner(path)
        return self.runs[index].files[relative].text

    def lines(self, path: str) -> Sequence[str]:
        """The lines of the analysed code of a file, without their ends."""
        index, relative = self.owner(path)
        return self.runs[index].files[relative].lines

    def owner(self, path: str) -> tuple[int, str]:
        """Which of the runs a file belongs to, the innermost, and its path there."""
        whole = self.root / path
        around = [index for index, run in enumerate(self.runs) if whole.is_relative_to(run.settings.root)]
        return around[-1], whole.relative_to(self.runs[around[-1]].settings.root).as_posix()

    def require_functions(self) -> None:
        """A function that was named must be there, unless its file is in error; raises MissingFunction."""
        for run in self.runs:
            if not run.scope.functions:
                continue
            known = {(verdict.path, verdict.qualname) for verdict in run.report.functions}
            broken = {error.path for error in run.report.errors}
            for path, qualname in run.scope.functions:
                path = run.project.links.get(path, path)
                if (path, qualname) not in known and path not in broken and not run.analysis.failed:
                    meant = function_meant(qualname, [v.qualname for v in run.analysis.verdicts if v.path == path])
                    raise MissingFunction(f"there is no function {qualname!r} in {path}{meant}")


def _is_excluded(settings: Settings, target: Target) -> bool:
    path = target.path
    if not path.is_relative_to(settings.root) or path == settings.root:
        return False
    return settings.exclusions.leave_out(path.relative_to(settings.root).as_posix(), os.path.isdir(path))


def _lies_below(folder: Path, others: Sequence[Path]) -> bool:
    return any(other != folder and folder.is_relative_to(other) for other in others)


def _total(parts: Sequence[Statistics]) -> Statistics:
    layers = dict.fromkeys(layer for part in parts for layer in part.seconds)
    seconds = {layer: round(sum(part.seconds.get(layer, 0.0) for part in parts), 3) for layer in layers}
    counts = {each.name: sum(getattr(part, each.name) for part in parts) for each in fields(Statistics)[:-1]}
    return Statistics(**counts, seconds=seconds)


def _rebased(value: T, prefix: str) -> T:
    """Data with every `path` in it put below a folder."""
    out: object = value
    if isinstance(value, (tuple, list)):
        out = type(value)(_rebased(each, prefix) for each in value)
    elif is_dataclass(value) and not isinstance(value, type):
        changed: dict[str, object] = {}
        for each in fields(value):
            old = getattr(value, each.name)
            new = _below(old, prefix) if each.name == "path" else _rebased(old, prefix)
            if each.name == "checked":
                new = tuple(_below(path, prefix) for path in old)
            elif each.name == "notebooks":
                new = {_below(path, prefix): notebook for path, notebook in old.items()}
            if new is not old:
                changed[each.name] = new
        out = replace(value, **changed) if changed else value
    return out  # type: ignore[return-value]


def _below(path: str, prefix: str) -> str:
    return prefix.rstrip("/") if path == "." else prefix + path


__all__ = ["MissingFunction", "TargetError", "Workspace"]
