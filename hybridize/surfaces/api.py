"""From an analysis to what is reported: selection, suppression, scope. `analyze` is the door for Python programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, replace
from functools import cached_property
from pathlib import Path

from hybridize.rules.model import Finding
from hybridize.sources.model import Project, SourceError, SourceFile
from hybridize.sources.notebooks import Notebook
from hybridize.surfaces.analysis import WITHOUT_COLLECTOR, Analysis, Progress, analyze_files, read_project
from hybridize.surfaces.baseline import read_baseline
from hybridize.surfaces.cache import recall, remember
from hybridize.surfaces.changes import ChangedLines
from hybridize.surfaces.fingerprints import fingerprints
from hybridize.surfaces.regions import RegionReport
from hybridize.surfaces.report import (
    Found,
    FunctionReport,
    Hidden,
    Limited,
    Report,
    Statistics,
    TargetReport,
    told_in_cells,
)
from hybridize.surfaces.scope import Scope
from hybridize.surfaces.settings import Settings
from hybridize.surfaces.suppression import Suppressions


def analyze(
    paths: str | Path | Iterable[str | Path] = ".",
    *,
    root: str | Path | None = None,
    config: str | Path | None = None,
    **options: object,
) -> Report:
    """Analyse the projects that some files, folders or functions (`FILE::QUALNAME`) belong to, and report on these.

    `options` are those of the command line with underscores: `closed_world=True`, `min_gain="high"`, `src=["lib"]`, and
    `select`, `ignore`, `extend_select`, `preview`, `exclude`, `extend_exclude`, `force_exclude`, `models` (a mapping,
    as under `[tool.hybridize.models]`). What is not given is taken from pyproject.toml.

    Raises FileNotFoundError for a path that does not exist, TypeError for an unknown option, ValueError for a value
    that an option cannot have and for a function that is not there. What is wrong with the analysed files is in the
    report's `errors`.
    """
    from hybridize.surfaces.given import checked_values
    from hybridize.surfaces.scope import TargetError
    from hybridize.surfaces.workspace import MissingFunction, Workspace

    listed = [paths] if isinstance(paths, (str, Path)) else list(paths)
    values = checked_values(options)
    try:
        workspace = Workspace.of(
            [str(path) for path in listed or ["."]],
            lambda _: values,
            root=None if root is None else Path(root),
            config=None if config is None else Path(config),
        )
        workspace.require_functions()
    except MissingFunction as error:
        raise ValueError(str(error)) from None
    except TargetError as error:
        raise FileNotFoundError(str(error)) from None
    return workspace.report


class Run:
    """One analysis of one project, under some settings, with a scope."""

    def __init__(
        self,
        settings: Settings,
        scope: Scope,
        *,
        overlay: Mapping[Path, str] | None = None,
        progress: Progress | None = None,
        analysis: Analysis | None = None,
        keep: bool = False,
        whole: bool = True,
    ) -> None:
        """Read the files, or take the analysis that is given. `overlay`, `keep` and `whole` are those of `analysis`."""
        self.settings = settings
        self.scope = scope
        self._progress = progress
        self._keep = keep
        self.overlay = dict(overlay or {})
        self._begun = analysis or read_project(
            settings.root,
            settings.options,
            exclusions=settings.exclusions,
            paths=scope.paths,
            overlay=overlay,
            progress=progress,
            # Which lines a function has is told by its verdict.
            whole=whole or settings.revision is not None,
            blocks=settings.selection.allows("HYB017", in_preview=True),
            jobs=settings.jobs,
        )
        self._done = analysis is not None
        self.project: Project = self._begun.project
        self.files: Mapping[str, SourceFile] = {file.relative: file for file in self.project.files}
        scope.include_targets(self.project.links)
        self.targets: tuple[TargetReport, ...] = ()
        """What was analysed alone, if it was."""
        self._suppressions: dict[str, Suppressions] = {}

    @property
    def begun(self) -> Analysis:
        """The analysis as far as it has come: at least the files were read."""
        return self._begun

    def adopt(self, analysis: Analysis, targets: tuple[TargetReport, ...]) -> None:
        """Take an analysis that was made target by target."""
        self._begun, self._done, self.targets = analysis, True, targets

    @property
    def analysis(self) -> Analysis:
        """The analysis, which is made when it is asked for first."""
        if not self._done:
            self._done = True
            if not (self.settings.cached and recall(self._begun)):
                analyze_files(self._begun, self._progress, keep=self._keep)
                if not self.overlay:
                    self.remember()
        return self._begun

    def remember(self) -> None:
        """Keep the results for the next run over the same files."""
        if self.settings.cached:
            remember(self.analysis)

    def with_facts(self) -> Analysis:
        """The analysis with the facts that it was made from, which are not kept from run to run."""
        if self.analysis.facts is None and not self.analysis.failed:
            fresh = Analysis(
                self.project,
                self.settings.options,
                errors=list(self.project.errors),
                blocks=self.analysis.blocks,
                jobs=self.settings.jobs,
            )
            self._begun = analyze_files(fresh, self._progress, keep=True)
        return self._begun

    @cached_property
    def found(self) -> Found:
        """The findings and errors in the scope."""
        from hybridize.rules.registry import most_specific

        analysis = self.analysis
        selected = most_specific(filter(self._is_selected, analysis.findings))
        heard = [finding for finding in selected if not self._is_suppressed(finding)]
        asked = [finding for finding in heard if finding.place.path not in analysis.hidden_tests]
        known = self._baseline
        marks = fingerprints(asked, self.line) if known else [""] * len(asked)
        new = [finding for finding, mark in zip(asked, marks, strict=True) if mark not in known]
        shown = [finding for finding in new if self._has_changed(finding)]
        concerned = [error for error in analysis.errors if self._concerns(error)]
        return Found(
            root=self.settings.root,
            options=self.settings.options,
            findings=tuple(map(self._judged, shown)),
            errors=tuple(sorted({*self.settings.errors, *concerned})),
            notebooks=self.notebooks,
            checked=tuple(file.relative for file in self.checked),
            elsewhere=tuple(sorted(set(analysis.errors).difference(concerned))),
            hidden=Hidden(
                in_tests=len(heard) - len(asked),
                suppressed=len(selected) - len(heard),
                baseline=len(asked) - len(new),
                unchanged=len(new) - len(shown),
            ),
            targets=self.targets,
            limited=Limited(**{each.name: analysis.statistics.get(each.name, 0) for each in fields(Limited)}),
        )

    @cached_property
    def report(self) -> Report:
        """The report on what is in the scope."""
        from hybridize.rules.registry import codes

        analysis, scope = self.analysis, self.scope
        said = codes(analysis.findings)
        with WITHOUT_COLLECTOR:
            functions = tuple(
                FunctionReport.of(v, said.get(v.subject, ()))
                for v in analysis.verdicts
                if scope.has(v.path, v.qualname)
            )
        statistics = Statistics(
            files=len(self.checked),
            lines=sum(file.line_count for file in self.checked),
            functions=len(functions),
            candidates=sum(v.candidate for v in functions),
            undetermined=sum(any(r.kind == "undetermined" for r in v.failures) for v in functions),
            budgets_hit=analysis.statistics.get("budgets_hit", 0),
            seconds=analysis.seconds,
        )
        regions = [each for each in analysis.regions if scope.has(each.block.place.path, each.block.subject.qualname)]
        return Report.of(self.found, functions, statistics, tuple(map(RegionReport.of, regions)))

    def shown_to_hosts(self) -> list[Finding]:
        """The findings in all files, before a host selects and suppresses."""
        hidden, allows = self.analysis.hidden_tests, self.settings.selection.allows
        return [
            finding
            for finding in self.analysis.findings
            if finding.place.path not in hidden
            and allows(finding.code, self._preview.get(finding.code, False), finding.place.path)
        ]

    def call_graph(self) -> dict[str, list[str]]:
        """What the code in the scope calls, by qualified names."""
        facts, found = self.with_facts().facts, dict[str, list[str]]()
        for path, calls in (facts.calls() if facts is not None else {}).items():
            module = self.files[path].module
            for name, called in calls.items():
                if self.scope.has(path, name.removeprefix(module).removeprefix(".")):
                    found[name] = sorted({*found.get(name, ()), *called})
        return found

    @cached_property
    def checked(self) -> list[SourceFile]:
        """The files in the scope that were read."""
        return [file for file in self.project.files if self.scope.has_file(file.relative)]

    @cached_property
    def notebooks(self) -> Mapping[str, Notebook]:
        """The notebooks among the files, by path."""
        return {path: file.notebook for path, file in self.files.items() if file.notebook is not None}

    def suppressions(self, path: str) -> Suppressions:
        """The suppressing comments of a file."""
        if path not in self._suppressions:
            self._suppressions[path] = Suppressions(self.files[path])
        return self._suppressions[path]

    def line(self, path: str, number: int) -> str | None:
        """A line of the analysed code, without its end."""
        file = self.files.get(path)
        return file.lines[number - 1] if file and 0 < number <= len(file.lines) else None

    @cached_property
    def _preview(self) -> Mapping[str, bool]:
        from hybridize.rules.registry import all_rules

        return {rule.code: rule.preview for rule in all_rules()}

    def _judged(self, finding: Finding) -> Finding:
        fix = self.settings.safety.judged(finding.code, finding.fix)
        found = finding if fix is finding.fix else replace(finding, fix=fix)
        message = told_in_cells(found.message, self.notebooks)
        if message != found.message:
            found = replace(found, message=message)
        notebook = self.notebooks.get(finding.place.path)
        if notebook is None:
            return found
        related = tuple(replace(each, message=notebook.in_cells(each.message)) for each in found.related)
        return replace(found, message=notebook.in_cells(found.message), related=related)

    def _is_selected(self, finding: Finding) -> bool:
        path = finding.place.path
        return self.scope.has(path, finding.qualname) and self.settings.selection.allows(
            finding.code, self._preview.get(finding.code, False), path
        )

    def _is_suppressed(self, finding: Finding) -> bool:
        path = finding.place.path
        return self.settings.suppressions and path in self.files and self.suppressions(path).suppresses(finding)

    @cached_property
    def _baseline(self) -> frozenset[str]:
        return frozenset() if self.settings.baseline is None else read_baseline(self.settings.baseline)

    @cached_property
    def _changes(self) -> ChangedLines | None:
        revision = self.settings.revision
        return None if revision is None else ChangedLines(self.settings.root, revision)

    def _has_changed(self, finding: Finding) -> bool:
        """Whether the lines of a finding are among those asked about; of one at a `def` those of the function."""
        if self._changes is None:
            return True
        place = finding.place
        ends = {(each.path, each.place.line): each.end_line for each in self.analysis.verdicts}
        first, last = place.line, ends.get((place.path, place.line)) or place.end_line or place.line
        notebook = self.notebooks.get(place.path)
        if notebook is not None:
            first, last = notebook.locate(first).file_line, notebook.locate(last).file_line
        return self._changes.touch(place.path, first, last)

    def _concerns(self, error: SourceError) -> bool:
        """Whether an error is one of those that the run is about: not if it lies in a file that nobody asked about."""
        return error.path == WHOLE or error.kind == "config-error" or self.scope.has_file(error.path)


WHOLE = "."
"""The path of errors that concern the whole project."""

__all__ = ["Run", "analyze"]
