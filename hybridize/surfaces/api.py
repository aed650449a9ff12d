"""From an analysis to what is reported: selection, suppression, scope. `analyze` is the door for Python programs."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from hybridize.rules.model import Finding
from hybridize.sources.model import SourceError, SourceFile
from hybridize.sources.roots import find_root
from hybridize.surfaces.analysis import Analysis, Progress, analyze_project
from hybridize.surfaces.options import ANALYSIS_OPTIONS, OptionError, as_flag, as_list, as_models, as_option
from hybridize.surfaces.report import Report, Statistics
from hybridize.surfaces.scope import Scope, TargetError, parse_target
from hybridize.surfaces.selection import selectors
from hybridize.surfaces.settings import Settings, make_settings
from hybridize.surfaces.suppression import Suppressions


def analyze(
    paths: str | Path | Iterable[str | Path] = ".",
    *,
    root: str | Path | None = None,
    config: str | Path | None = None,
    **options: object,
) -> Report:
    """Analyse the project that some files or folders belong to, and report on these.

    `options` are those of the command line with underscores: `closed_world=True`, `min_gain="high"`, `src=["lib"]`, and
    `select`, `ignore`, `extend_select`, `preview`, `exclude`, `extend_exclude`, `models` (a mapping, as under
    `[tool.hybridize.models]`). What is not given is taken from pyproject.toml.

    Raises FileNotFoundError for a path that does not exist, TypeError for an unknown option, ValueError for a value
    that an option cannot have. What is wrong with the analysed files is in the report's `errors`.
    """
    listed = [paths] if isinstance(paths, (str, Path)) else list(paths)
    try:
        targets = [parse_target(str(path)) for path in listed or ["."]]
        found = find_root([target.path for target in targets], None if root is None else Path(root))
        scope = Scope(found, targets, whole=root is not None)
    except TargetError as error:
        raise FileNotFoundError(str(error)) from None
    settings = make_settings(found, _values(options), None if config is None else Path(config))
    return Run(settings, scope).report


def _values(options: Mapping[str, object]) -> dict[str, object]:
    known = {option.field: option for option in ANALYSIS_OPTIONS}
    values: dict[str, object] = {}
    for name, value in options.items():
        try:
            if value is None:
                continue
            if name == "models":
                values[name] = as_models(value)
            elif name in known:
                values[name] = as_option(known[name], value)
            elif name in ("select", "ignore", "extend_select"):
                values[name] = selectors(as_list(value))
            elif name in ("exclude", "extend_exclude"):
                values[name] = as_list(value)
            elif name == "preview":
                values[name] = as_flag(value)
            else:
                raise TypeError(f"analyze() has no option {name!r}")
        except OptionError as error:
            raise ValueError(f"{name} {error}") from None
    return values


class Run:
    """One analysis with the settings and the scope that a user gave it."""

    def __init__(
        self,
        settings: Settings,
        scope: Scope,
        *,
        overlay: Mapping[Path, str] | None = None,
        progress: Progress | None = None,
        analysis: Analysis | None = None,
        keep: bool = False,
    ) -> None:
        """Analyse, or take the analysis that is given. `overlay` and `keep` are those of `analyze_project`."""
        self.settings = settings
        self.scope = scope
        self.analysis = analysis or analyze_project(
            settings.root,
            settings.options,
            exclusions=settings.exclusions,
            paths=scope.paths,
            overlay=overlay,
            progress=progress,
            keep=keep,
        )
        self.files = {file.relative: file for file in self.analysis.project.files}
        self._suppressions: dict[str, Suppressions] = {}

    @cached_property
    def report(self) -> Report:
        """The report on what is in the scope."""
        from hybridize.rules.registry import most_specific

        analysis, scope = self.analysis, self.scope
        selected = most_specific(filter(self._is_selected, analysis.visible()), lambda finding: finding.place)
        functions = tuple(v for v in analysis.verdicts if scope.has(v.path, v.qualname))
        return Report(
            root=self.settings.root,
            options=self.settings.options,
            functions=functions,
            findings=tuple(self._judged(f) for f in selected if not self._is_suppressed(f)),
            errors=tuple(sorted({*self.settings.errors, *filter(self._concerns, analysis.errors)})),
            statistics=Statistics(
                files=len(self.checked),
                lines=sum(file.line_count for file in self.checked),
                functions=len(functions),
                candidates=sum(v.candidate for v in functions),
                undetermined=sum(any(r.kind == "undetermined" for r in v.failures) for v in functions),
                budgets_hit=analysis.statistics.get("budgets_hit", 0),
                seconds=analysis.seconds,
            ),
        )

    @cached_property
    def checked(self) -> list[SourceFile]:
        """The files in the scope that were read."""
        return [file for file in self.analysis.project.files if self.scope.has_file(file.relative)]

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
        return finding if fix is finding.fix else replace(finding, fix=fix)

    def _is_selected(self, finding: Finding) -> bool:
        path = finding.place.path
        return self.scope.has(path, finding.qualname) and self.settings.selection.allows(
            finding.code, self._preview.get(finding.code, False), path
        )

    def _is_suppressed(self, finding: Finding) -> bool:
        path = finding.place.path
        return path in self.files and self.suppressions(path).suppresses(finding)

    def _concerns(self, error: SourceError) -> bool:
        """Whether an error is told: those of files out of scope are not, but for our own failures and models."""
        return error.kind in ("internal-error", "config-error") or self.scope.has_file(error.path)


__all__ = ["Run", "analyze"]
