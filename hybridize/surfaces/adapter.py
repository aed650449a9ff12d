"""The door for flake8 and pylint: one analysis of each project as a plain table, for hosts that select and suppress.

The tables hold nothing but strings and numbers, so that they can be pickled, stored, and shared between processes after
the syntax trees are gone. Nothing here raises for what the analysed code is like, and nothing is printed on stdout.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from hybridize.rules.model import Finding
from hybridize.sources.model import UNCHECKED_KINDS, UNREADABLE, SourceError, text_digest
from hybridize.sources.notebooks import Notebook
from hybridize.sources.roots import absolute
from hybridize.surfaces.api import WHOLE, Run
from hybridize.surfaces.formats.view import UNCHECKED
from hybridize.surfaces.options import ANALYSIS_OPTIONS, Option, OptionError, as_flag, as_option
from hybridize.surfaces.workspace import Workspace

__all__ = [
    "ANALYSIS_OPTIONS", "UNCHECKED", "FileFindings", "HostFinding", "HostRule", "Option", "OptionError", "Table",
    "checked", "most_specific", "rules", "tables", "text_digest", "unchecked",
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
    cause: str = ""
    """Equal for findings on one cause, of which `most_specific` keeps one."""


class FileFindings(NamedTuple):
    """The findings in one file, and the `text_digest` of the text that was analysed."""

    digest: str | None
    """None = the file could not be read."""
    findings: tuple[HostFinding, ...]


class Table(NamedTuple):
    """What was found in one project: plain data, to be handed from one process to another."""

    root: str
    files: dict[str, FileFindings]
    """By absolute path, every file that was analysed or could not be."""
    links: dict[str, str] = {}
    """Links to files, and what they lead to, by absolute path."""
    failure: str = ""
    """Why nothing is known of any file, if so."""


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


def unchecked(message: str, line: int = 1) -> HostFinding:
    """The finding that tells that a file was not checked, and why."""
    return HostFinding(line, 0, UNCHECKED, "internal-error", f"was not checked: {message}", "proven", None, None)


def checked(given: Mapping[str, object]) -> dict[str, object]:
    """A host's own options as `make_settings` takes them; raises OptionError.

    `given` holds the `field` of each of `ANALYSIS_OPTIONS`, and `preview`; None = not set there, then
    `[tool.hybridize]` of the project's pyproject.toml counts.
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
    return values


def tables(
    values: Mapping[str, object], paths: Sequence[str | Path] = (), overlay: Mapping[str, str] | None = None
) -> list[Table]:
    """Analyse the projects of some paths (default: the current folder), one table for each.

    What `[tool.hybridize]` of a project selects and ignores, by file too, holds: the host's own selection comes on top
    of it, and suppressions are the host's business. Several codes may speak of one cause: `most_specific` takes one of
    them, after the host has selected. `paths` are the files that the host checks: they are analysed even if they are
    excluded from the project. `overlay` gives the text of files that differ from the disk. A file that could not be
    checked has a finding of the code HYB900. Folders that cannot be read, and internal errors, are said on stderr, in
    one line each. Raises OptionError where a project's configuration is wrong.
    """
    texts = {absolute(Path(path)): text for path, text in (overlay or {}).items()}
    named = [str(path) for path in paths if absolute(Path(path)) in texts or os.path.exists(path)]
    workspace = Workspace.of(named or ["."], lambda _: values, overlay=texts, whole=False)
    for run in workspace.runs:
        for error in run.settings.errors:
            raise OptionError(f"{run.settings.root / error.path}:{error.line}: {error.message}")
    return [_table(run) for run in workspace.runs]


def most_specific(findings: Iterable[HostFinding]) -> tuple[HostFinding, ...]:
    """Of all findings on one cause only the most specific one."""
    from hybridize.rules import registry

    return tuple(registry.most_specific(findings))


def _table(run: Run) -> Table:
    analysis, root = run.analysis, run.settings.root
    _say(root, [error for error in analysis.errors if error.kind == "internal-error" or _is_folder(root, error)])
    failures = [error.message for error in analysis.errors if error.path == WHOLE and error.kind == "internal-error"]
    found: dict[str, list[HostFinding]] = {file.relative: [] for file in run.project.files}
    for error in analysis.errors:
        if error.kind in UNCHECKED_KINDS or (error.kind == "internal-error" and error.path in found):
            found.setdefault(error.path, []).append(unchecked(f"{error.kind}: {error.message}", error.line))
    for finding in run.shown_to_hosts():
        found[finding.place.path].append(_plain(finding, run.notebooks.get(finding.place.path)))
    digests = {file.relative: file.digest for file in run.project.files}
    return Table(
        str(root),
        {str(root / path): FileFindings(digests.get(path), tuple(each)) for path, each in found.items()},
        {str(root / link): str(root / target) for link, target in run.project.links.items()},
        failures[0] if analysis.failed and failures else "",
    )


def _plain(finding: Finding, notebook: Notebook | None) -> HostFinding:
    place, cause = finding.place, _identified(finding)
    if notebook is not None:
        # Hosts know the lines of the file, which is JSON.
        where = notebook.locate(place.line)
        message = f"{notebook.in_cells(finding.message)} (cell {where.cell}, line {where.line})"
        return HostFinding(
            where.file_line, 0, finding.code, finding.name, message, finding.confidence, None, None, cause
        )
    end_column = None if place.end_column is None else place.end_column - 1
    return HostFinding(
        place.line, place.column - 1, finding.code, finding.name, finding.message, finding.confidence, place.end_line,
        end_column, cause,
    )  # fmt: skip


def _identified(finding: Finding) -> str:
    """The cause of a finding as plain data."""
    cause = finding.cause
    return f"{cause.path}:{cause.line}:{cause.column}:{cause.end_line}:{cause.end_column}"


def _is_folder(root: Path, error: SourceError) -> bool:
    return error.kind == UNREADABLE and os.path.isdir(root / error.path)


def _say(root: Path, errors: Iterable[SourceError]) -> None:
    for error in errors:
        print(f"hybridize: {root / error.path}:{error.line}: {error.kind}: {error.message}", file=sys.stderr)
