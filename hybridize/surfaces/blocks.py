"""Blocks are judged as the functions that they would be: the project is analysed with these in it, in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from difflib import SequenceMatcher
from typing import Any

from hybridize.fixes.apply import plan
from hybridize.inference import Facts, analyze
from hybridize.program import build
from hybridize.program.components import closure
from hybridize.rules.hyb017_extractable_step import extraction
from hybridize.rules.model import SAFE, Fix
from hybridize.sources.model import SourceFile, text_digest
from hybridize.sources.project import SourceError
from hybridize.surfaces.analysis import Analysis
from hybridize.verdicts.decide.blocks import Blocks, judged
from hybridize.verdicts.decide.verdicts import decide
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.preconditions import AnalysisFailed
from hybridize.verdicts.evidence.retracing import RetracedArgument
from hybridize.verdicts.model.parts import Block, Mismatch, Mismatching, Place
from hybridize.verdicts.model.steps import memoizing
from hybridize.verdicts.model.verdict import JudgedBlock, Verdict
from hybridize.verdicts.shapes.mismatches import Mismatches


def judged_blocks(
    analysis: Analysis, facts: Facts, verdicts: Sequence[Verdict], mismatches: Sequence[Mismatch]
) -> list[JudgedBlock]:
    """The blocks of a project that would be graphs as functions, by place.

    Only the files that have candidates are analysed again, with what they lead to and what leads to them. A block that
    cannot be judged is noted in the errors of the analysis.
    """
    blocks = Blocks(facts, verdicts, analysis.whole).found()
    files = {file.relative: file for file in analysis.project.files}
    fixes = {Fix(SAFE, each.name, (extraction(each, symbol=""),)): each for each in blocks}
    sources = {path: files[path].text.encode() for path in {each.place.path for each in blocks}}
    made = plan(sources, list(fixes))
    changed = {
        each.path: replace(files[each.path], text=(text := each.after.decode()), digest=text_digest(text))
        for each in made.changes
    }
    if not changed:
        return []
    within = _concerned(facts, changed)
    kept = tuple(changed.get(file.relative, file) for file in analysis.project.files if file.relative in within)
    named = {(each.place.path, each.qualname) for each in blocks}
    with memoizing(separate=True):
        as_functions = analyze(build(replace(analysis.project, files=kept, errors=())), analysis.options)
        again = decide(as_functions, analysis.options, errors=[], whole=False, named=named, jobs=analysis.jobs)
        refused = [each.subject for each in Mismatches(as_functions, analysis.options).of_operations()]
    mismatched = {(each.path, each.qualname) for each in refused}
    verdict_of = {(each.path, each.qualname): each for each in again}
    graphs = [each for each in again if each.hybrid]
    out: list[JudgedBlock] = []
    for change in made.changes:
        for fix in change.fixes:
            block = fixes[fix]
            verdict = verdict_of.get((change.path, block.qualname))
            if verdict is not None:
                analysis.errors += _failed(block, verdict)
                raises = (change.path, block.qualname) in mismatched or any(_raises(block, each) for each in mismatches)
                found = judged(block, verdict, raises, graphs)
                out += [] if found is None else [_told(found, files[change.path], changed[change.path], verdict)]
    return sorted(out, key=lambda each: each.block.place)


def _failed(block: Block, verdict: Verdict) -> Iterator[SourceError]:
    """What went wrong in the analysis itself while it judged a block."""
    for each in verdict.decision.failures:
        if isinstance(each, AnalysisFailed):
            message = f"the verdict on the statements from here on failed: {each.error}"
            yield SourceError(block.place.path, block.place.line, "internal-error", message)


def _raises(block: Block, mismatch: Mismatch) -> bool:
    """Whether a block raises as it stands, where something does not fit."""
    own, other = block.place, mismatch.place
    within = own.path == other.path and own.line <= other.line <= (own.end_line or own.line)
    return within and mismatch.what is not Mismatching.BROADCAST


def _concerned(facts: Facts, changed: Mapping[str, object]) -> set[str]:
    """The files that lead to some others by import statements, and all that these import."""
    program = facts.program
    imports = {each.file.relative: {one.file.relative for one in program.imports(each)} for each in program.modules}
    importers: dict[str, set[str]] = {}
    for path, imported in imports.items():
        for each in imported:
            importers.setdefault(each, set()).add(path)
    above = closure(changed, lambda path: importers.get(path, ()))
    return set(closure(above, lambda path: imports.get(path, ())))


def _told(found: JudgedBlock, before: SourceFile, after: SourceFile, verdict: Verdict) -> JudgedBlock:
    """The same with places in the file as it is, where these were found in the file as it would be."""
    block = found.block.place
    moved = range(block.line, (block.end_line or block.line) + 1)
    made = range(verdict.place.line, verdict.end_line + 1)
    known = dict(_same_lines(_numbered(before, moved), _numbered(after, made)))
    rest = (range(1, moved.start), range(moved.stop, len(before.lines) + 1))
    others = (range(1, made.start), range(made.stop, len(after.lines) + 1))
    known |= _same_lines(_numbered(before, *rest), _numbered(after, *others))

    def place(each: Place) -> Place:
        if each.path != before.relative:
            return each
        line = known.get(each.line)
        return found.block.place if line is None else replace(each, line=line, end_line=None, end_column=None)

    def evidence(each: Evidence) -> Evidence:
        values = {one.name: getattr(each, one.name) for one in fields(each)}
        new: dict[str, Any] = {name: place(value) for name, value in values.items() if isinstance(value, Place)}
        if isinstance(each, RetracedArgument):
            new["reason"] = evidence(each.reason)
        return replace(each, **new, chain=())

    obstacle = found.obstacle
    return replace(
        found,
        assumptions=tuple(map(evidence, found.assumptions)),
        obstacle=None if obstacle is None else evidence(obstacle),
    )


def _numbered(file: SourceFile, *ranges: range) -> list[tuple[int, str]]:
    return [(number, file.lines[number - 1].strip()) for each in ranges for number in each]


def _same_lines(old: Sequence[tuple[int, str]], new: Sequence[tuple[int, str]]) -> Iterator[tuple[int, int]]:
    """The lines of some text, each with the one that it was before."""
    one, other = ([line for _, line in each] for each in (old, new))
    for first, second, count in SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks():
        yield from ((new[second + step][0], old[first + step][0]) for step in range(count))


__all__ = ["judged_blocks"]
