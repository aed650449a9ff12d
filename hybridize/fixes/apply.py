"""The door to this package: fixes become a plan, in memory, to be shown (`diff`) or written (`write`)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from hybridize.fixes.diffs import diff
from hybridize.fixes.edits import Draft, File
from hybridize.fixes.plans import FileChange, FixPlan, Refusal
from hybridize.fixes.text import Refused, Splice
from hybridize.fixes.writing import WriteFailure, WriteResult, remove_stale, write
from hybridize.rules.model import Edit, Fix

__all__ = ["FileChange", "FixPlan", "Refusal", "WriteFailure", "WriteResult", "diff", "plan", "remove_stale", "write"]


def plan(
    sources: Mapping[str, bytes], fixes: Sequence[Fix], brought: Mapping[str, Mapping[str, str]] | None = None
) -> FixPlan:
    """Make fixes in memory. `sources` holds the bytes of every file that a fix names, by its relative path.

    `brought` holds, by path, the names that star imports of other project files bring, with the symbols they stand for.

    A fix is made whole or refused. Where two fixes contend for a place the first wins: run again for the other, which
    by then may not be needed. Each result is parsed and compared; a file in doubt is left as it was.
    """
    refused: list[Refusal] = []
    pending = list(dict.fromkeys(fixes))
    while True:
        attempt = _Attempt(sources, brought or {})
        for fix in pending:
            attempt.add(fix)
        if attempt.finish():
            return FixPlan(tuple(attempt.changes), (*refused, *attempt.refused))
        refused += attempt.broken
        broken = [refusal.fix for refusal in attempt.broken]
        pending = [fix for fix in pending if fix not in broken]


class _Attempt:
    """One try to make all fixes; a file that fails its check spoils the try, and its fixes are `broken`."""

    def __init__(self, sources: Mapping[str, bytes], brought: Mapping[str, Mapping[str, str]]) -> None:
        self.changes: list[FileChange] = []
        self.refused: list[Refusal] = []
        self.broken: list[Refusal] = []
        self._sources = sources
        self._brought = brought
        self._files: dict[str, File | Refused] = {}
        self._fixes: dict[str, list[Fix]] = {}

    def add(self, fix: Fix) -> None:
        """Take up a fix, or refuse it."""
        drafts: dict[Edit, Draft] = {}
        if not fix.edits:
            self.refused.append(Refusal(fix, "", "it has no edits"))
        for edit in fix.edits:
            try:
                self._add(edit, drafts)
            except Refused as refused:
                self.refused.append(Refusal(fix, edit.path, str(refused)))
                return
        for edit, draft in drafts.items():
            self._file(edit.path).accept(edit, draft)
        for path in dict.fromkeys(edit.path for edit in fix.edits):
            self._fixes.setdefault(path, []).append(fix)

    def finish(self) -> bool:
        """Compute the changed files; False if one fails its check."""
        for path in sorted(self._fixes):
            fixes = tuple(self._fixes[path])
            try:
                after = self._file(path).result()
            except Refused as refused:
                self.broken += [Refusal(fix, path, str(refused)) for fix in fixes]
            else:
                self.changes.append(FileChange(path, self._sources[path], after, fixes))
        return not self.broken

    def _file(self, path: str) -> File:
        if path not in self._files:
            try:
                self._files[path] = File(self._sources[path], self._brought.get(path))
            except KeyError:
                self._files[path] = Refused("the file was not read")
            except Refused as refused:
                self._files[path] = refused
        file = self._files[path]
        if isinstance(file, Refused):
            raise file
        return file

    def _add(self, edit: Edit, drafts: dict[Edit, Draft]) -> None:
        """Draft an edit, unless another fix makes the same one; raises Refused where one is in its way."""
        file = self._file(edit.path)
        if edit in file.drafts:
            return
        draft = file.draft(edit)
        if any(_overlap(one, other) for one, other in combinations(draft.splices, 2)):
            raise Refused("its parts change the same place")
        others = [splice for each, other in drafts.items() if each.path == edit.path for splice in other.splices]
        for splice in draft.splices:
            if any(_overlap(splice, other) for other in [*file.neighbours(splice), *others]):
                raise Refused("another fix changes the same place")
        drafts[edit] = draft


def _overlap(one: Splice, other: Splice) -> bool:
    first, second = sorted((one, other))
    if one.beside and other.beside:
        return False
    return second.start < first.end or second.start == first.start
