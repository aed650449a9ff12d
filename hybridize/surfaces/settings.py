"""What one run does: the options of the command line (or of a host) over those of pyproject.toml over the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from hybridize.settings import AnalysisOptions
from hybridize.sources.discovery import Exclusions
from hybridize.sources.model import SourceError
from hybridize.sources.requirements import required_tensorflow
from hybridize.surfaces.config import load_config
from hybridize.surfaces.options import analysis_options
from hybridize.surfaces.safety import Safety
from hybridize.surfaces.selection import Selection


@dataclass(frozen=True)
class Settings:
    """The settings of a run on the project at `root`."""

    root: Path
    options: AnalysisOptions
    selection: Selection
    exclusions: Exclusions
    safety: Safety = Safety()
    force_exclude: bool = False
    """What is excluded is left out even where the user names it."""
    baseline: Path | None = None
    """The file that holds the findings not to be reported."""
    errors: tuple[SourceError, ...] = ()
    """What is wrong with the configuration file; the run goes on without it."""


def make_settings(root: Path, given: Mapping[str, object], config_file: Path | None = None) -> Settings:
    """Merge what was given (None = not given) with the configuration of the project.

    `given` has the fields of `AnalysisOptions` and `select`, `ignore`, `extend_select` (tuples of selectors),
    `preview`, `exclude`, `extend_exclude` (tuples of patterns), `force_exclude`, `baseline` (a path), all converted
    already.
    """
    config = load_config(root, config_file)

    def pick(name: str) -> tuple[str, ...] | None:
        value = given.get(name)
        if value is None:
            value = getattr(config, name)
        assert value is None or isinstance(value, tuple)
        return value

    preview = given.get("preview")
    selection = Selection(
        (*(pick("select") or Selection().select), *(pick("extend_select") or ())),
        pick("ignore") or (),
        config.preview if preview is None else bool(preview),
        config.per_file_ignores,
    )
    exclude = pick("exclude")
    exclusions = Exclusions() if exclude is None else Exclusions(exclude)
    exclusions = exclusions.extended(pick("extend_exclude") or ())
    required = {"target_tensorflow": required_tensorflow(root)}
    options = analysis_options(given, config.analysis, required)
    safety = Safety(config.extend_safe_fixes, config.extend_unsafe_fixes)
    forced = given.get("force_exclude")
    force_exclude = config.force_exclude if forced is None else bool(forced)
    baseline = given.get("baseline")
    if baseline is None and config.baseline is not None:
        baseline = root / config.baseline
    assert baseline is None or isinstance(baseline, Path)
    return Settings(root, options, selection, exclusions, safety, force_exclude, baseline, config.errors)
