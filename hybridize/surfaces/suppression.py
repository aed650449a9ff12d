"""`# noqa`, exactly as flake8 reads it (a test compares the two), so that both doors report the same findings."""

from __future__ import annotations

import io
import re
import tokenize
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from hybridize.rules.model import Finding
from hybridize.sources.model import SourceFile

_WHOLE_FILE = re.compile(r"\s*# flake8[:=]\s*noqa", re.IGNORECASE)
_INLINE = re.compile(r"# noqa(?::\s?(?P<codes>(?:[A-Z]+[0-9]+[,\s]*)+))?", re.IGNORECASE)
"""Anything after `noqa` that is not a list of whole codes (`# noqa: HYB`, `# noqa : HYB001`) leaves a bare `noqa`."""
_PYLINT_DISABLE = re.compile(r"#.*?\bpylint:\s*disable(?:-next|-line)?\s*=\s*(?P<names>[\w\-, ]+)")


@dataclass(frozen=True)
class Comment:
    """A `noqa` with codes."""

    line: int
    """Where it is written."""
    column: int
    """In bytes of UTF-8, from 1, as places count."""
    gap: str
    """The blanks before it."""
    text: str
    codes: tuple[str, ...]
    lines: tuple[int, ...]
    """The lines of which it speaks."""


class Suppressions:
    """The suppressing comments of one file."""

    def __init__(self, file: SourceFile) -> None:
        self._file = file
        self._mentioned = "noqa" in file.text.lower()

    def suppresses(self, finding: Finding) -> bool:
        """Whether a comment on the reported line, or one for the whole file, silences the finding."""
        if not self._mentioned:
            return False
        if self._whole_file:
            return True
        codes = self._codes(finding.place.line)
        return codes is not None and (not codes or finding.code.startswith(tuple(codes)))

    def guards(self, line: int, names: Collection[str]) -> bool:
        """Whether a line carries a suppression of a rule of ours, whichever: repairs leave such lines alone.

        `names` are the names of our rules, by which pylint's comments call them.
        """
        codes = self._codes(line) if self._mentioned else None
        if codes is not None and (not codes or any(code.startswith("HYB") for code in codes)):
            return True
        match = _PYLINT_DISABLE.search(self._line(line))
        named = set(re.split(r"[,\s]+", match["names"])) if match else set()
        return bool(named & {*names, "all"}) or any(name.startswith("W58") for name in named)

    def comments(self) -> Iterator[Comment]:
        """All comments with codes."""
        if not self._mentioned or self._whole_file:
            return
        groups: dict[int, list[int]] = {}
        for joined in self._joined:
            groups.setdefault(self.last_line(joined), []).append(joined)
        for number in sorted(self._comment_lines):
            comment = self.comment_at(number)
            if comment is not None:
                yield replace(comment, lines=tuple(groups.get(number, [number])))

    def comment_at(self, number: int) -> Comment | None:
        """The comment with codes on a line."""
        line = self._line(number)
        match = _INLINE.search(line)
        if match is None or not match["codes"]:
            return None
        text = match[0].rstrip(", \t")
        before = line[: match.start()]
        gap = before[len(before.rstrip()) :]
        codes = tuple(code for code in re.split(r"[,\s]+", match["codes"]) if code)
        return Comment(number, len(before.encode("utf-8", "surrogatepass")) + 1, gap, text, codes, (number,))

    @cached_property
    def _comment_lines(self) -> frozenset[int]:
        """The lines that have a comment: what looks like one inside a string is none."""
        text = "\n".join(self._file.lines) + "\n"
        try:
            tokens = tokenize.generate_tokens(io.StringIO(text).readline)
            return frozenset(token.start[0] for token in tokens if token.type == tokenize.COMMENT)
        except (tokenize.TokenError, SyntaxError):
            return frozenset()

    def last_line(self, number: int) -> int:
        """The line whose comment counts for a line: its own, but for strings and backslashes across several."""
        return self._ends.get(number, number)

    @cached_property
    def _ends(self) -> Mapping[int, int]:
        ends: dict[int, int] = {}
        lines = sorted(self._joined)
        for number in lines:
            if number not in ends:
                last = number + self._joined[number].count("\n")
                ends.update(dict.fromkeys(range(number, last + 1), last))
        return ends

    @cached_property
    def _whole_file(self) -> bool:
        return any(_WHOLE_FILE.match(line) for line in self._file.lines)

    def _codes(self, line: int) -> set[str] | None:
        """The codes that a line's comment names; empty = all of them, None = no comment."""
        match = _INLINE.search(self._joined.get(line, self._line(line)))
        if match is None:
            return None
        return {code for code in re.split(r"[,\s]+", match["codes"] or "") if code}

    def _line(self, number: int) -> str:
        lines = self._file.lines
        return lines[number - 1] if 0 < number <= len(lines) else ""

    @cached_property
    def _joined(self) -> Mapping[int, str]:
        """Lines that are parts of one, by strings or backslashes across them: the comment at the end counts for all."""
        lines = self._file.lines
        joined: dict[int, str] = {}
        first = last = 0
        try:
            for token in tokenize.generate_tokens(io.StringIO("\n".join(lines) + "\n").readline):
                if token.type in (tokenize.DEDENT, tokenize.ENDMARKER):
                    continue
                first = first or token.start[0]
                last = max(last, token.end[0])
                if token.type in (tokenize.NL, tokenize.NEWLINE):
                    if last > first:
                        joined.update(dict.fromkeys(range(first, last + 1), "\n".join(lines[first - 1 : last])))
                    first = last = 0
        except (tokenize.TokenError, SyntaxError):
            return {}
        return joined
