"""Repairs as a whole: fixes are made in memory and the result is analysed again, until there is nothing left to fix."""

from __future__ import annotations

import gc
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from hybridize.fixes.apply import FileChange, FixPlan, WriteResult, plan, remove_stale, write
from hybridize.rules.model import AddDecorator, ChangeComment, Edit, Finding, Fix, RemoveDecorator
from hybridize.sources.model import NOT_WRITTEN, SourceError
from hybridize.sources.notebooks import SUFFIX, parse_notebook
from hybridize.sources.reading import ReadingError, decode, encode
from hybridize.surfaces.analysis import WITHOUT_COLLECTOR, Progress
from hybridize.surfaces.api import Run
from hybridize.surfaces.reanalysis import with_decorators

TF_FUNCTION = "tensorflow.function"
MAX_ROUNDS = 5
"""Fixes need another round where they contend for a place, or where one makes room for another: rarely two rounds, and
a third that finds nothing left. Each may cost an analysis of the project; who needs more is told to run it again."""
LARGE = 5_000
"""Lines of a project whose analysis is collected as garbage before the next: that looks through the whole process."""


@dataclass
class Repair:
    """What became of the fixable findings."""

    before: Run
    """The analysis of what is on the disk."""
    after: Run
    """The analysis of what it becomes."""
    plan: FixPlan
    fixed: list[Finding] = field(default_factory=list)
    refused: dict[Finding, str] = field(default_factory=dict)
    """What could not be made, and why."""
    unwritten: set[str] = field(default_factory=set)
    """The files that should have changed and could not be written."""
    errors: list[SourceError] = field(default_factory=list)
    """Why they could not, and which files changed on the disk in between."""
    unfinished: bool = False
    """The rounds came to an end before the fixes did."""

    @staticmethod
    def none(run: Run) -> Repair:
        """Nothing is repaired."""
        return Repair(run, run, FixPlan((), ()))

    def write(self) -> None:
        """Write the changed files. Those that fail are left as they are and named in `errors`.

        What earlier runs left beside the project's files because they were killed goes first.
        """
        remove_stale(file.path for file in self.before.files.values())
        result: WriteResult = write(self.before.settings.root, self.plan)
        failed = {failure.change.path: failure.reason for failure in result.failed}
        self.errors += [SourceError(path, 1, NOT_WRITTEN, f"was not changed: {why}") for path, why in failed.items()]
        self.unwritten = set(failed)
        if not failed and self.plan.changes:
            self.after.remember()
        self.fixed = [each for each in self.fixed if each.fix and not any(e.path in failed for e in each.fix.edits)]

    @property
    def remaining(self) -> list[Finding]:
        """The findings that stand after the repair: files that could not be written have those that they had."""
        found = [each for each in self.after.found.findings if each.place.path not in self.unwritten]
        found += [each for each in self.before.found.findings if each.place.path in self.unwritten]
        return sorted(found, key=lambda each: (each.place, each.code))

    def line(self, path: str, number: int) -> str | None:
        """A line of a file as it is on the disk after the repair."""
        return (self.before if path in self.unwritten else self.after).line(path, number)


def repair(before: Run, kinds: frozenset[str], progress: Progress | None = None) -> Repair:
    """Make the fixes of these kinds for all findings of a run that keeps its facts, in memory.

    Only what is reported is fixed: nothing suppressed, nothing deselected, nothing out of scope. Lines that carry a
    suppression of ours are not touched, and what one fix gave to a function no other takes from it in the same run.
    """
    run = before
    outcome = Repair.none(run)
    originals: dict[str, bytes] = {}
    current: dict[str, bytes] = {}
    done: dict[str, list[Fix]] = {}
    brought: dict[str, Mapping[str, str]] = {}
    for rounds in range(MAX_ROUNDS + 1):
        chosen = _chosen(run, kinds, {edit for finding in outcome.fixed if finding.fix for edit in finding.fix.edits})
        if chosen:
            run.with_facts()
        for path in {edit.path for fix in chosen for edit in fix.edits} - set(current):
            data = _bytes(run, path, outcome.errors)
            if data is not None:
                originals[path] = current[path] = data
                brought[path] = run.analysis.facts.brought(path) if run.analysis.facts else {}
        with WITHOUT_COLLECTOR:
            made = plan({path: _program(path, data) for path, data in current.items()}, list(chosen), brought)
        outcome.refused = {chosen[r.fix]: r.reason for r in made.refused if r.fix in chosen}
        outcome.unfinished = bool(made.changes) and rounds == MAX_ROUNDS
        if outcome.unfinished or not made.changes:
            break
        applied = {fix for change in made.changes for fix in change.fixes}
        outcome.fixed += [finding for fix, finding in chosen.items() if fix in applied]
        for change in made.changes:
            current[change.path] = _put_back(change.path, change.after, current[change.path])
            done.setdefault(change.path, []).extend(change.fixes)
        run = _after(run, made, current, progress)
    run.analysis.facts = None
    outcome.after = run
    changes = (FileChange(path, originals[path], current[path], tuple(done[path])) for path in sorted(done))
    outcome.plan = FixPlan(tuple(change for change in changes if change.before != change.after), ())
    return outcome


def change_comments(run: Run, fixes: Sequence[Fix]) -> Repair:
    """Make changes that no finding asks for; nothing is analysed again."""
    outcome = Repair.none(run)
    originals: dict[str, bytes] = {}
    for path in {edit.path for fix in fixes for edit in fix.edits}:
        data = _bytes(run, path, outcome.errors)
        if data is not None:
            originals[path] = data
    made = plan({path: _program(path, data) for path, data in originals.items()}, fixes)
    outcome.plan = FixPlan(
        tuple(
            replace(each, before=originals[each.path], after=_put_back(each.path, each.after, originals[each.path]))
            for each in made.changes
        ),
        made.refused,
    )
    return outcome


def _after(run: Run, made: FixPlan, current: Mapping[str, bytes], progress: Progress | None) -> Run:
    """The analysis of what the files have become: from the one before where that tells it, else anew."""
    overlay = {path: _decoded(path, data) for path, data in current.items()}
    edits = [edit for change in made.changes for fix in change.fixes for edit in fix.edits]
    before, analysis = run.analysis, None
    if all(isinstance(edit, AddDecorator) and edit.symbol == TF_FUNCTION and not edit.arguments for edit in edits):
        decorated: dict[str, set[int]] = {change.path: set() for change in made.changes}
        for edit in edits:
            assert isinstance(edit, AddDecorator)
            decorated[edit.path].add(edit.line)
        texts = {change.path: overlay[change.path] for change in made.changes}
        analysis = with_decorators(before, decorated, texts, progress)
    before.facts = None
    if analysis is None and sum(file.line_count for file in run.project.files) >= LARGE:
        # What was kept for this is as large as what a new analysis needs; only the collector frees it.
        gc.collect()
    overlaid = {run.settings.root / path: text for path, text in overlay.items()}
    return Run(
        run.settings, run.scope, overlay=overlaid, progress=progress, analysis=analysis, keep=True, whole=before.whole
    )


def _chosen(run: Run, kinds: frozenset[str], made: set[Edit]) -> dict[Fix, Finding]:
    """The fixes to be tried, each with its finding."""
    names = {finding.name for finding in run.analysis.findings}
    chosen: dict[Fix, Finding] = {}
    for finding in run.found.findings:
        fix = finding.fix
        if fix is None or fix.applicability not in kinds or not fix.edits:
            continue
        changed = [edit for edit in fix.edits if not isinstance(edit, ChangeComment)]
        guarded = any(run.suppressions(edit.path).guards(line, names) for edit in changed for line in _lines(edit))
        if not guarded and not any(_undoes(edit, other) for edit in fix.edits for other in made):
            chosen.setdefault(fix, finding)
    return chosen


def _lines(edit: Edit) -> set[int]:
    return {edit.line, edit.decorator_line} if isinstance(edit, RemoveDecorator) else {edit.line}


def _undoes(edit: Edit, made: Edit) -> bool:
    """Whether two edits give and take the same function's decorator."""
    pair = {type(edit), type(made)}
    if pair != {AddDecorator, RemoveDecorator}:
        return False
    assert isinstance(edit, (AddDecorator, RemoveDecorator)) and isinstance(made, (AddDecorator, RemoveDecorator))
    return (edit.path, edit.qualname) == (made.path, made.qualname)


def _decoded(path: str, data: bytes) -> str:
    return decode(data, path.endswith(SUFFIX))[0]


def _program(path: str, data: bytes) -> bytes:
    """What edits change: the file, or the program that a notebook makes."""
    return parse_notebook(_decoded(path, data)).program.encode() if path.endswith(SUFFIX) else data


def _put_back(path: str, program: bytes, data: bytes) -> bytes:
    """The file after its program has changed."""
    if not path.endswith(SUFFIX):
        return program
    return parse_notebook(_decoded(path, data)).rewritten(program.decode()).encode()


def _bytes(run: Run, path: str, errors: list[SourceError]) -> bytes | None:
    """The bytes of a file, if they still are those that were analysed."""
    file = run.files[path]
    try:
        if file.path in run.overlay:
            return encode(run.overlay[file.path])
        data = file.path.read_bytes()
        if _decoded(path, data) == (file.text if file.notebook is None else file.notebook.text):
            return data
        reason = "it changed while it was analysed"
    except OSError as error:
        reason = error.strerror or str(error)
    except ReadingError as error:
        reason = error.message
    errors.append(SourceError(path, 1, NOT_WRITTEN, f"was not changed: {reason}"))
    return None
