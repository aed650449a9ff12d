"""What the commands say: findings and reports on stdout (or in a file), everything else on stderr."""

from __future__ import annotations

import json
import sys
import threading
import time
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from hybridize.process import PROGRESS
from hybridize.program.position import shortened
from hybridize.rules.model import UNSAFE, Finding
from hybridize.sources.model import NOT_WRITTEN, UNCHECKED_KINDS, SourceError
from hybridize.surfaces.commands import CLEAN, FOUND, INTERNAL, USAGE
from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import Found, Report
from hybridize.surfaces.settings import Settings
from hybridize.surfaces.writing import tell

if TYPE_CHECKING:
    from hybridize.inference import Extent
    from hybridize.surfaces.analysis import Progress

_NAMED = 3
"""How many files that nobody asked about are named."""
_SHOWN = 60
"""Characters of a name on the line of progress."""


def counted(number: int, noun: str) -> str:
    """`1 file`, `2,000 files`."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


def file_name(root: Path, path: str) -> str:
    """How a file is called on a terminal."""
    return View((), root, lambda *_: None).name(path)


def tell_errors(root: Path, errors: Iterable[SourceError], elsewhere: Sequence[SourceError] = ()) -> None:
    """Name what went wrong; of files that nobody asked about only the first."""
    for error in errors:
        tell(f"{file_name(root, error.path)}:{error.line}: {error.kind}: {error.message}")
    internal = [error for error in elsewhere if error.kind == "internal-error"]
    for error in internal:
        tell(f"{file_name(root, error.path)}:{error.line}: {error.kind}, in a file not asked about: {error.message}")
    unread = sorted({error.path for error in elsewhere if error.kind in UNCHECKED_KINDS})
    if unread:
        names = ", ".join(file_name(root, path) for path in unread[:_NAMED])
        more = f" and {len(unread) - _NAMED:,} more" if len(unread) > _NAMED else ""
        tell(f"hybridize: not asked about, but of the project, and not to be read: {names}{more}")


def status(errors: Iterable[SourceError], findings: Iterable[Finding], zero: bool = False) -> int:
    """The exit status by CONTRACT.md; `zero`: findings and files that cannot be read do not count."""
    kinds = {error.kind for error in errors}
    if "internal-error" in kinds:
        return INTERNAL
    if "config-error" in kinds:
        return USAGE
    if zero:
        return CLEAN
    return FOUND if kinds & {*UNCHECKED_KINDS, NOT_WRITTEN} or any(True for _ in findings) else CLEAN


def summary(report: Found, view: View, offered: Iterable[Finding], excluded: int) -> str:
    """What was found and what was not shown, in a few short sentences; `offered` may be fixable."""
    # Of a notebook the other cells are checked.
    broken = {error.path for error in report.errors if error.kind in UNCHECKED_KINDS}
    unread = broken.difference(report.notebooks)
    if not unread and not report.checked:
        return "Warning: there are no Python files to check" + _excluded(excluded) + "."
    checked = set(report.checked) - unread
    found = f"Found {counted(len(view.findings), 'finding')}" if view.findings else "No findings"
    told = [f"{found} in {counted(len(checked), 'file')}"] if checked or not unread else []
    text = ", and ".join([*told, *([f"{counted(len(unread), 'file')} could not be checked"] if unread else [])]) + "."
    offered = list(offered)
    now = sum(view.is_fixable(finding) for finding in offered)
    more = sum(_is_unsafe(finding) and not view.is_fixable(finding) for finding in offered)
    if now:
        text += f" [*] {now} fixable with `--fix`"
        text += f" ({more} more with `--unsafe-fixes`)." if more else "."
    elif more:
        text += f" {more} fixable with `--fix --unsafe-fixes`."
    hidden, limited = report.hidden, report.limited
    outside = sorted({place.path for target in report.targets for place in target.imported_by})
    notes = [
        (hidden.in_tests, f"{hidden.in_tests} more in tests, not shown without `--include-tests`."),
        (hidden.suppressed, f"{hidden.suppressed} suppressed by comments."),
        (hidden.baseline, f"{hidden.baseline} in the baseline."),
        (hidden.unchanged, f"{hidden.unchanged} outside the changed lines."),
        (excluded, f"{counted(excluded, 'named path')} excluded."),
        (limited.joined, f"Less exact for {counted(limited.joined, 'function')} with too many different calls."),
        (limited.given_up, f"{counted(limited.given_up, 'function')} not analysed to the end."),
        (limited.set_aside, "No file of the project names TensorFlow or Keras: it was not analysed."),
        (
            limited.unconnected,
            f"{counted(limited.unconnected, 'file')} not analysed: no import connects"
            f" {'it' if limited.unconnected == 1 else 'them'} with one that names TensorFlow or Keras.",
        ),
        (limited.types_given_up, "Types of tensors were not followed to the end."),
        (len(outside), f"Not seen: the calls of {_importing(outside)}."),
    ]
    return " ".join([text, *(note for number, note in notes if number)])


def _importing(outside: Sequence[str]) -> str:
    """The files that import what was analysed without them; where they are many, the first."""
    one = len(outside) == 1
    names = ", ".join(outside[:_NAMED]) + (f" and {len(outside) - _NAMED:,} more" if outside[_NAMED:] else "")
    return f"{counted(len(outside), 'file')} that import{'s' * one} a target from outside: {names}"


def _excluded(number: int) -> str:
    return f": {counted(number, 'named path')} excluded" if number else ""


def unsafe_left(findings: Iterable[Finding], fixed: Iterable[Finding]) -> int:
    """How many findings have an unsafe fix that was not made."""
    made = set(fixed)
    return sum(_is_unsafe(finding) for finding in findings if finding not in made)


def _is_unsafe(finding: Finding) -> bool:
    return finding.fix is not None and finding.fix.applicability == UNSAFE


def statistics(report: Report, findings: Iterable[Finding]) -> str:
    """Counts of findings by code, of files and functions, and the seconds of each layer."""
    from collections import Counter

    counts = Counter((finding.code, finding.name) for finding in findings)
    lines = [f"{number:6}  {code}  {name}" for (code, name), number in sorted(counts.items())]
    totals = report.statistics
    functions = f"{counted(totals.functions, 'function')} ({totals.candidates:,} candidates"
    functions += f", {totals.undetermined:,} undetermined)"
    lines.append(f"{counted(totals.files, 'file')}, {counted(totals.lines, 'line')}, {functions}")
    lines.append(f"budgets hit: {totals.budgets_hit:,}")
    lines.append("seconds: " + ", ".join(f"{layer} {value:.2f}" for layer, value in totals.seconds.items()))
    return "\n".join(lines) + "\n"


def settings_lines(settings: Settings) -> list[str]:
    """Each setting with where it comes from, below the root of the project."""
    values = {**settings.options.as_json(), **vars(settings.selection), "exclude": list(settings.exclusions.patterns)}
    values |= {"force_exclude": settings.force_exclude, "baseline": settings.baseline and str(settings.baseline)}
    values |= {"extend_safe_fixes": settings.safety.safe, "extend_unsafe_fixes": settings.safety.unsafe}
    lines = [f"[{settings.root}]"]
    for name, value in values.items():
        text = json.dumps(value, default=list)
        lines.append(f"{name.replace('_', '-')} = {text}  # {settings.origins.get(name, 'default')}")
    return lines


class ProgressLine:
    """Which layer is at work, how far it has come, and for how long, on stderr if that is a terminal.

    The line is gone at the end.
    """

    def __init__(self, interval: float = 0.5, patience: float = 5.0) -> None:
        """Seconds between two lines, and until a counter that stands still says what is worked on."""
        self._interval = interval
        self._patience = patience
        self._layer = "starting"
        self._extent: Extent | None = None
        self._done = threading.Event()
        self._thread: threading.Thread | None = None

    def __enter__(self) -> Progress | None:
        if not sys.stderr.isatty():
            return None
        self._thread = threading.Thread(target=self._show, name=PROGRESS, daemon=True)
        self._thread.start()
        return self._begin

    def __exit__(self, *_: object) -> None:
        if self._thread is not None:
            self._done.set()
            self._thread.join()
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)

    def _begin(self, layer: str, extent: Extent | None = None) -> None:
        self._layer, self._extent = layer, extent

    def _show(self) -> None:
        started = moved = time.monotonic()
        before = ""
        while not self._done.wait(self._interval):
            now = time.monotonic()
            text, at = self._reached()
            if text != before:
                before, moved = text, now
            line = f"\r\x1b[Khybridize: {text}{now - started:.0f} s"
            if at and now - moved >= self._patience:
                line += f", at {at}"
            print(line, end="", file=sys.stderr, flush=True)

    def _reached(self) -> tuple[str, str]:
        """How far the layer has come, and what it works on."""
        extent = self._extent
        if extent is None:
            return f"{self._layer} … ", ""
        reached = extent()
        text = f"{self._layer} … {reached.functions:,} of {counted(reached.of, 'function')}, "
        return text, shortened(reached.at, _SHOWN)
