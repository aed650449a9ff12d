"""The text of one file, and where its lines lie in it, so that edits can be cut in without rewriting the rest."""

from __future__ import annotations

import codecs
import io
import re
import tokenize
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import zip_longest
from typing import cast

import libcst as cst
from libcst.metadata import CodeRange, PositionProvider

_NEWLINE = re.compile(r"\r\n|\r|\n")
_CANCELLED = re.compile(r"[ \t\f]*\f")
"""The part of an indentation that a form feed cancels."""


class Refused(Exception):
    """An edit that is not made; the message is the reason, for the user."""


@dataclass(frozen=True, order=True)
class Splice:
    """Replace the characters from `start` to `end` by `text`."""

    start: int
    end: int
    text: str
    beside: bool = False
    """It may stand behind others like it that are put at the same place."""


class _Positions(PositionProvider):
    """libcst's positions without its `MetadataWrapper`, which goes through the tree once more for nothing."""

    def of(self, module: cst.Module) -> Mapping[cst.CSTNode, CodeRange]:
        """The place of every node."""
        self._gen_impl(module)
        return cast("Mapping[cst.CSTNode, CodeRange]", self._computed)


def located(text: str) -> tuple[Mapping[cst.CSTNode, CodeRange], str]:
    """The nodes of a libcst tree with their places, and the text that the tree gives back; raises Refused."""
    try:
        module = cst.parse_module(text)
        return _Positions().of(module), module.code
    except (cst.ParserSyntaxError, cst.CSTValidationError, RecursionError) as error:
        raise Refused("libcst cannot parse the file") from error


@dataclass(frozen=True)
class Text:
    """A decoded file. Offsets count the characters of `text`, which has no byte order mark and its own line ends."""

    text: str
    encoding: str
    mark: bytes
    """The byte order mark, if the file has one."""

    @classmethod
    def decode(cls, data: bytes) -> Text:
        """Decode as Python does; raises Refused where the bytes could not be given back exactly."""
        mark = codecs.BOM_UTF8 if data.startswith(codecs.BOM_UTF8) else b""
        head = io.BytesIO(b"\n".join(re.split(rb"\r\n|\r|\n", data, maxsplit=2)[:2]))
        try:
            decoded = cls("", tokenize.detect_encoding(head.readline)[0].removesuffix("-sig"), mark)
            decoded = replace(decoded, text=data[len(mark) :].decode(decoded.encoding))
            exact = decoded.encode(decoded.text) == data
        except (SyntaxError, UnicodeError, LookupError) as error:
            raise Refused(f"the file cannot be decoded: {error}") from error
        if not exact:
            raise Refused(f"decoding the file as {decoded.encoding} loses bytes")
        return decoded

    def encode(self, text: str) -> bytes:
        """The bytes of another version of the file."""
        return self.mark + text.encode(self.encoding)

    def spliced(self, splices: Sequence[Splice]) -> str:
        """The text with splices made that do not overlap; those at one place keep their order."""
        parts, at = [], 0
        for splice in sorted(splices, key=lambda splice: (splice.start, splice.end)):
            parts += [self.text[at : splice.start], splice.text]
            at = splice.end
        return "".join([*parts, self.text[at:]])

    @cached_property
    def starts(self) -> list[int]:
        """The offset of each line, by index; lines end where Python's do (unlike `str.splitlines`)."""
        return [0, *(match.end() for match in _NEWLINE.finditer(self.text))]

    @cached_property
    def _skipped(self) -> dict[int, int]:
        """How many characters a form feed cancels, by line."""
        matches = ((number, _CANCELLED.match(line)) for number, line in enumerate(_NEWLINE.split(self.text), 1))
        return {number: match.end() for number, match in matches if match}

    @cached_property
    def positions(self) -> Mapping[cst.CSTNode, CodeRange]:
        """Where the nodes of the libcst tree lie (`offset` reads the columns); raises Refused if there is none."""
        return self._parsed[0]

    @cached_property
    def _parsed(self) -> tuple[Mapping[cst.CSTNode, CodeRange], frozenset[int]]:
        """The positions, and the lines for which they do not hold."""
        # libcst drops a form feed before an indented token, which would shift the columns after it, and does not know
        # a carriage return alone; the blanks that it drops elsewhere (`except Error :`) are rare: no edit touches them.
        lines = [line[self._skipped.get(number, 0) :] for number, line in enumerate(_NEWLINE.split(self.text), 1)]
        positions, code = located("\n".join(lines))
        pairs = enumerate(zip_longest(lines, code.split("\n")), 1)
        return positions, frozenset(number for number, (line, given) in pairs if line != given)

    def offset(self, line: int, column: int) -> int:
        """The offset of one of libcst's positions (lines from 1, columns from 0); raises Refused if it is not sure."""
        if line in self._parsed[1]:
            raise Refused(f"libcst does not give line {line} back unchanged")
        return self.starts[line - 1] + self._skipped.get(line, 0) + column

    def line_of(self, offset: int) -> int:
        """The line, from 1, on which an offset lies."""
        return bisect_right(self.starts, offset)

    def line(self, number: int) -> str:
        """A line with its newline."""
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[self.starts[number - 1] : end]

    def newline(self, line: int) -> str:
        """The newline that belongs to a line: its own, else that of the line before, else a line feed."""
        for number in range(line, max(line - 2, 0), -1):
            match = _NEWLINE.search(self.line(number))
            if match:
                return match[0]
        return "\n"

    def indentation(self, offset: int) -> str:
        """What stands before `offset` on its line, less what a form feed cancels."""
        return self.text[self.starts[self.line_of(offset) - 1] : offset].rpartition("\f")[2]
