"""A run of statements becomes a function, and a call stands in its place: the text, and the same in the ast."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hybridize.fixes.arguments import Speller, filled
from hybridize.fixes.names import parse, parse_expression
from hybridize.fixes.text import Refused, Splice, Text
from hybridize.rules.model import ExtractFunction

_OF_CELL = re.compile(r"\s*# %%")
"""The comment with which a cell begins."""
_UNIT = "    "


@dataclass(frozen=True)
class Extraction:
    """What one edit does to one file."""

    text: Text
    edit: ExtractFunction
    block: list[ast.stmt]
    """The statements among which those stand that move."""
    first: int
    """The index of the first of these."""
    count: int
    around: list[ast.stmt]
    """The statements among which the function goes."""
    anchor: ast.stmt
    """The one before which it does."""

    @staticmethod
    def find(text: Text, edit: ExtractFunction, blocks: Sequence[list[ast.stmt]]) -> Extraction:
        """Find the statements that the edit means; raises Refused where they do not stand there."""
        found = [(block, index) for block in blocks for index, each in enumerate(block) if _begin(each) == edit.line]
        around = [
            (block, each)
            for block in blocks
            for each in block
            if _begin(each) == edit.anchor and edit.end_line <= (each.end_lineno or 0)
        ]
        if len(around) != 1 or edit.line <= edit.anchor:
            raise Refused(f"no statement around them begins at line {edit.anchor}")
        for block, index in found:
            for count, each in enumerate(block[index:], 1):
                if each.end_lineno == edit.end_line:
                    return Extraction(text, edit, block, index, count, *around[0])
        raise Refused(f"no statements stand at lines {edit.line} to {edit.end_line}")

    def changed(self, speller: Speller, beside: bool) -> tuple[tuple[Splice, ...], Callable[[], None]]:
        """The splices, and what makes the same changes in the ast; raises Refused for lines that others share.

        `beside`: another function goes to the same place, before this one.
        """
        edit, text = self.edit, self.text
        begin = self._first_line()
        margin = self._margin(edit.line)
        self._refuse_shared_lines()
        decorator = speller(edit.symbol) if edit.symbol else ""
        numbers = dict(edit.numbers)
        given = {
            name: filled(f"{{tensorflow.constant}}({name}, {{tensorflow.{numbers[name]}}})", speller).before
            for name in edit.inputs
            if name in numbers
        }
        arguments = [given.get(name, name) for name in edit.inputs]
        called = f"{edit.receiver}.{edit.name}" if edit.receiver else edit.name
        call = f"{called}({', '.join(arguments)})"
        call = f"{', '.join(edit.results)} = {call}" if edit.results else call
        header = f"def {edit.name}({', '.join([edit.receiver] * bool(edit.receiver) + list(edit.inputs))}):"
        newline = text.newline(edit.line)
        lead = self._margin(_begin(self.anchor))
        unit = self._unit(lead)
        lines = [f"{lead}@{decorator}"] if decorator else []
        lines.append(lead + header)
        lines += self._moved(begin, margin, lead + unit)
        if edit.results:
            lines.append(f"{lead}{unit}return {', '.join(edit.results)}")
        above, below = self._blank_lines(lead, beside)
        whole = newline * above + "".join(line + newline for line in lines) + newline * below
        goes_to = text.starts[self._anchor_line(lead) - 1]
        start = text.starts[begin - 1]
        end = text.starts[edit.end_line - 1] + len(text.line(edit.end_line).rstrip("\r\n"))
        splices = (Splice(goes_to, goes_to, whole, beside=True), Splice(start, end, margin + call))
        return splices, lambda: self._amend(header, call, decorator)

    def _amend(self, header: str, call: str, decorator: str) -> None:
        (function,) = parse(f"{header} pass").body
        assert isinstance(function, ast.FunctionDef)
        function.body = self.block[self.first : self.first + self.count]
        if self.edit.results:
            function.body += parse_statements(f"def f(): return {', '.join(self.edit.results)}")
        function.decorator_list = [parse_expression(decorator)] if decorator else []
        self.block[self.first : self.first + self.count] = parse(call).body
        index = next(place for place, each in enumerate(self.around) if each is self.anchor)
        self.around.insert(index, function)

    def _refuse_shared_lines(self) -> None:
        """Nothing else may stand on the lines of the statements."""
        text, edit = self.text, self.edit
        last = self.block[self.first + self.count - 1]
        before = text.line(edit.line).encode()[: self.block[self.first].col_offset]
        after = text.line(edit.end_line).encode()[last.end_col_offset or 0 :].strip()
        if before.strip() or (after and not after.startswith(b"#")):
            raise Refused("another statement stands on its line")

    def _first_line(self) -> int:
        """Where the statements begin with the comments above them, as far as these stand in the block."""
        return self._with_comments(self.edit.line, self._margin(self.edit.line))

    def _anchor_line(self, lead: str) -> int:
        """The line before which the function goes: above the comments on what follows it."""
        return self._with_comments(_begin(self.anchor), lead)

    def _with_comments(self, line: int, margin: str) -> int:
        """The first of the comment lines at a margin that end above a line; the line itself where there are none."""
        while line > 1 and self._is_comment(line - 1, margin):
            line -= 1
        return line

    def _is_comment(self, line: int, margin: str) -> bool:
        """Whether nothing but a comment stands on a line, at this margin."""
        written = self.text.line(line)
        return written.startswith(f"{margin}#") and not _OF_CELL.match(written)

    def _margin(self, line: int) -> str:
        written = self.text.line(line)
        return written[: len(written) - len(written.lstrip(" \t"))]

    def _unit(self, lead: str) -> str:
        """One level of indentation, as the file has it around the function."""
        body = getattr(self.anchor, "body", None)
        inner = self._margin(body[0].lineno) if body and body[0].lineno > self.anchor.lineno else ""
        return inner[len(lead) :] if inner.startswith(lead) and len(inner) > len(lead) else _UNIT

    def _moved(self, begin: int, margin: str, lead: str) -> list[str]:
        """The lines of the statements with another margin; what lies inside strings stays as it is."""
        inside: set[int] = set()
        for statement in self.block[self.first : self.first + self.count]:
            for node in ast.walk(statement):
                if isinstance(node, (ast.Constant, ast.JoinedStr)) and node.lineno != node.end_lineno:
                    if not isinstance(node, ast.Constant) or isinstance(node.value, (str, bytes)):
                        inside |= set(range(node.lineno + 1, (node.end_lineno or 0) + 1))
        lines = []
        for number in range(begin, self.edit.end_line + 1):
            line = self.text.line(number).rstrip("\r\n")
            if number not in inside and line.strip():
                kept = line.removeprefix(margin) if line.startswith(margin) else line.lstrip(" \t")
                line = lead + kept
            lines.append(line if line.strip() or number in inside else "")
        return lines

    def _blank_lines(self, lead: str, beside: bool) -> tuple[int, int]:
        """How many empty lines go above and below the function."""
        wanted = 1 if lead else 2
        line, here = self._anchor_line(lead), 0
        while line > 1 and not self.text.line(line - 1).strip():
            line, here = line - 1, here + 1
        above = self.text.line(line - 1) if line > 1 else ":"
        opens = above.rstrip().endswith(":") or _OF_CELL.match(above)
        return (0 if beside or opens else max(wanted - here, 0)), wanted


def _begin(statement: ast.stmt) -> int:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    return min([statement.lineno, *(each.lineno for each in decorators)])


def parse_statements(source: str) -> list[ast.stmt]:
    """The body of a function that is written out."""
    (function,) = parse(source).body
    assert isinstance(function, ast.FunctionDef)
    return function.body
