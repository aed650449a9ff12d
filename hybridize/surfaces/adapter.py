"""The door for flake8 and pylint: one analysis of the project as a plain table, for hosts that select and suppress.

The table holds nothing but strings and numbers, so that it can be pickled, stored, and shared between processes after
the syntax trees are gone. Nothing here raises for what the analysed code is like, and nothing is printed on stdout.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from hybridize.sources.model import SourceError, text_digest
from hybridize.sources.roots import absolute, find_root
from hybridize.surfaces.options import ANALYSIS_OPTIONS, Option, OptionError, as_flag, as_option
from hybridize.surfaces.settings import Settings, make_settings

__all__ = [
    "ANALYSIS_OPTIONS", "FileFindings", "HostFinding", "HostRule", "Option", "OptionError", "findings_by_file",
    "most_specific", "rules", "settings", "text_digest",
]  # fmt: skip


class HostFinding(NamedTuple):
    """One finding as hosts want it: lines count from 1, columns from 0."""

    line: int
    column: int
    code: str
    name: str
    message: str
    confidence: str
    """`proven` or `assumed`."""
    end_line: int | None
    end_column: int | None


class FileFindings(NamedTuple):
    """The findings in one file, and the `text_digest` of the text that was analysed."""

    digest: str
    findings: tuple[HostFinding, ...]


@dataclass(frozen=True)
class HostRule:
    """What a host has to know of a rule."""

    code: str
    name: str
    preview: bool
    summary: str


def rules() -> tuple[HostRule, ...]:
    """All rules, by code."""
    from hybridize.rules.registry import all_rules

    return tuple(HostRule(rule.code, rule.name, rule.preview, rule.summary) for rule in all_rules())


def settings(paths: Sequence[str | Path], given: Mapping[str, object]) -> Settings:
    """The settings for a host's run over `paths` (default: the current folder).

    `given` holds the host's own options: the `field` of each of `ANALYSIS_OPTIONS`, and `preview`; None = not set
    there, then `[tool.hybridize]` of the project's pyproject.toml counts. Raises OptionError for a value that cannot
    be; what is wrong with pyproject.toml is said on stderr.
    """
    values: dict[str, object] = {}
    for option in ANALYSIS_OPTIONS:
        value = given.get(option.field)
        if value is not None:
            try:
                values[option.field] = as_option(option, value)
            except OptionError as error:
                raise OptionError(f"hybridize-{option.name} {error}") from None
    if given.get("preview") is not None:
        values["preview"] = as_flag(given["preview"])
    root = find_root([Path(path) for path in paths] or [Path.cwd()])
    made = make_settings(root, values)
    _say(root, made.errors)
    return made


def findings_by_file(
    made: Settings, paths: Sequence[str | Path] = (), overlay: Mapping[str, str] | None = None
) -> dict[str, FileFindings]:
    """Analyse the project; for every file that was read its findings, by absolute path.

    Rules in preview count only if the settings say so, findings in test files likewise; selecting codes and honouring
    suppressions is the host's business. Several codes may stand at one place: `most_specific` takes one of them, after
    the host has selected. `paths` are the files that the host checks: they are analysed even if they are
    excluded from the project. `overlay` gives the text of files that differ from the disk. Internal errors are said on
    stderr, in one line each; syntax errors are not, since hosts report them themselves.
    """
    from hybridize.surfaces.analysis import analyze_project

    analysis = analyze_project(
        made.root,
        made.options,
        exclusions=made.exclusions,
        paths=[absolute(Path(path)) for path in paths],
        overlay={absolute(Path(path)): text for path, text in (overlay or {}).items()},
    )
    _say(made.root, [error for error in analysis.errors if error.kind == "internal-error"])
    in_preview = {rule.code for rule in rules() if rule.preview}
    found: dict[str, list[HostFinding]] = {}
    for each in analysis.visible():
        if each.code in in_preview and not made.selection.preview:
            continue
        place = each.place
        end_column = None if place.end_column is None else place.end_column - 1
        found.setdefault(place.path, []).append(
            HostFinding(
                place.line, place.column - 1, each.code, each.name, each.message, each.confidence, place.end_line,
                end_column,
            )  # fmt: skip
        )
    return {
        str(file.path): FileFindings(file.digest, tuple(found.get(file.relative, ())))
        for file in analysis.project.files
    }


def most_specific(findings: Iterable[HostFinding]) -> tuple[HostFinding, ...]:
    """Of all findings at one place of a file only the most specific one."""
    from hybridize.rules import registry

    return tuple(registry.most_specific(findings, lambda f: (f.line, f.column, f.end_line, f.end_column)))


def _say(root: Path, errors: Sequence[SourceError]) -> None:
    for error in errors:
        print(f"hybridize: {root / error.path}:{error.line}: {error.kind}: {error.message}", file=sys.stderr)
