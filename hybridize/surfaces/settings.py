"""What one run does: the options of the command line (or of a host) over those of pyproject.toml over the defaults."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path

from hybridize.settings import AnalysisOptions
from hybridize.sources.discovery import Exclusions
from hybridize.sources.model import SourceError
from hybridize.sources.requirements import required_tensorflow
from hybridize.surfaces.config import Config, load_config
from hybridize.surfaces.options import ANALYSIS_OPTIONS, analysis_options
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
    cached: bool = True
    """Results may come from an earlier run, and are kept for later ones."""
    suppressions: bool = True
    """Comments silence findings."""
    revision: str | None = None
    """Only what has changed since this revision of git is reported."""
    jobs: int = 1
    """How many processes may work at most."""
    origins: Mapping[str, str] = field(default_factory=dict, hash=False)
    """Where each setting comes from, by name: `command line` (or a host), the name of a file, `default`."""


def make_settings(root: Path, given: Mapping[str, object], config_file: Path | None = None) -> Settings:
    """Merge what was given (None = not given) with the configuration of the project.

    `given` has the fields of `AnalysisOptions` and `select`, `ignore`, `extend_select` (tuples of selectors),
    `preview`, `exclude`, `extend_exclude` (tuples of patterns), `force_exclude`, `baseline` (a path), all converted
    already; and `no_cache`, `disable_noqa`, `diff_only` (a revision of git), `jobs`.
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
    releases = required_tensorflow(root)
    required = {"target_tensorflow": releases.only, "newest_tensorflow": releases.newest}
    options = analysis_options(given, config.analysis, required)
    safety = Safety(config.extend_safe_fixes, config.extend_unsafe_fixes)
    forced = given.get("force_exclude")
    force_exclude = config.force_exclude if forced is None else bool(forced)
    baseline = given.get("baseline")
    if baseline is None and config.baseline is not None:
        baseline = root / config.baseline
    assert baseline is None or isinstance(baseline, Path)
    jobs = given.get("jobs")
    assert jobs is None or isinstance(jobs, int)
    origins = _origins(given, config, required)
    return Settings(
        root, options, selection, exclusions, safety, force_exclude, baseline, config.errors,
        cached=not given.get("no_cache"),
        suppressions=not given.get("disable_noqa"),
        jobs=1 if jobs is None else jobs,
        revision=None if given.get("diff_only") is None else str(given["diff_only"]),
        origins=origins,
    )  # fmt: skip


def _origins(given: Mapping[str, object], config: Config, required: Mapping[str, object]) -> dict[str, str]:
    """Where the settings come from."""
    defaults = Config()
    out: dict[str, str] = {}
    names = [option.field for option in ANALYSIS_OPTIONS]
    for name in [*names, *(each.name for each in fields(Config) if each.name not in ("analysis", "errors"))]:
        if given.get(name) is not None:
            out[name] = "command line"
        elif config.analysis.get(name) is not None or getattr(config, name, None) != getattr(defaults, name, None):
            out[name] = config.file
        elif required.get(name) is not None:
            out[name] = "requirements"
        else:
            out[name] = "default"
    return out
