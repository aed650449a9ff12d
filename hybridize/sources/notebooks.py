"""Notebooks: their code cells as one program, and changes of that program put back into the file.

The file is not parsed and written anew: only the texts of source lines are replaced in it, so that outputs, metadata,
the order of keys and the indent stay byte for byte. (`nbformat` would sort keys and indent afresh.)
"""

from __future__ import annotations

import ast
import bisect
import io
import json
import re
import tokenize
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import NamedTuple

SUFFIX = ".ipynb"
_DECODER = json.JSONDecoder(strict=False)
_SPACE = re.compile(r"[ \t\r\n]*")
_PYTHON_CELLS = frozenset({"capture", "memit", "mprun", "prun", "pypy", "snakeviz", "time", "timeit"})
"""Cell magics whose cell is Python that runs in the notebook; what other magics are given is not looked at."""
_RUNS_REST = re.compile(r"%(?:time|timeit|prun|memit)\s+(?:-\w+(?:\s+\d+)?\s+)*")
"""Line magics that run the rest of their line."""
_ASSIGNED = re.compile(r"(\s*[\w.,\s()\[\]]+?\s*=\s*)(?:!|%\w)")
_LINE = re.compile(r"\bline (\d+)\b(?! of cell)")
_LINES = re.compile(r"\blines (\d+)-(\d+)\b(?! of cell)")
_SHELL_OR_MAGIC = ("%", "!", "?")


class NotebookError(Exception):
    """A file that is no notebook, in a sentence."""


class Location(NamedTuple):
    """Where a line of the program stands in the notebook."""

    cell: int
    """Cells of all kinds count, from 1."""
    line: int
    """In the cell, from 1."""
    file_line: int
    """In the file, from 1."""


@dataclass(frozen=True)
class BrokenCell:
    """A cell that is no Python, which is left out of the program."""

    place: Location
    message: str


@dataclass(frozen=True)
class Cell:
    """A code cell."""

    number: int
    lines: tuple[str, ...]
    """As they are written, without line ends."""
    start: int
    end: int
    """Where the value of `source` begins and ends in the text of the file."""
    elements: tuple[tuple[int, int], ...] | None
    """Where the strings of the list begin and end; None if the value is one string."""
    by_line: bool
    """The list has one string for each line."""


@dataclass(frozen=True)
class Notebook:
    """A notebook, and the program that its code cells make."""

    text: str
    """The file."""
    cells: tuple[Cell, ...]
    program: str
    """The code cells, one after the other, each after a comment line of ours. What IPython would change has as many
    lines of Python in its place."""
    markers: tuple[int, ...]
    """The lines of these comments in the program, from 1."""
    broken: tuple[BrokenCell, ...]

    def locate(self, line: int) -> Location:
        """Where a line of the program stands."""
        index = max(bisect.bisect_left(self.markers, line) - 1, 0)
        if not self.cells:
            return Location(1, 1, 1)
        cell = self.cells[index]
        inner = min(max(line - self.markers[index], 1), max(len(cell.lines), 1))
        listed = cell.elements if cell.elements and cell.by_line else ()
        position = listed[min(inner, len(listed)) - 1][0] if listed else cell.start
        return Location(cell.number, inner, self.text.count("\n", 0, position) + 1)

    def line_of(self, number: int, line: int) -> int | None:
        """The line of the program that is a line of a cell; None where the notebook has no such line."""
        for cell, marker in zip(self.cells, self.markers, strict=True):
            if cell.number == number and 1 <= line <= len(cell.lines):
                return marker + line
        return None

    def in_cells(self, message: str) -> str:
        """A sentence that names lines of the program, with the cells in which they stand."""

        def place(match: re.Match[str]) -> str:
            where = self.locate(int(match[1]))
            return f"line {where.line} of cell {where.cell}"

        def places(match: re.Match[str]) -> str:
            first, last = self.locate(int(match[1])), self.locate(int(match[2]))
            return f"lines {first.line}-{last.line} of cell {first.cell}"

        return _LINES.sub(places, _LINE.sub(place, message))

    def seen_from_outside(self, message: str, path: str) -> str:
        """A sentence about another file that names lines of this notebook's program, by its `path`."""

        def place(match: re.Match[str]) -> str:
            where = self.locate(int(match[1]))
            return f"{path}:cell {where.cell}:{where.line}"

        return re.sub(rf"(?<![\w/.-]){re.escape(path)}:(\d+)", place, message) if path in message else message

    def rewritten(self, program: str) -> str:
        """The text of the file after the program has been changed; raises NotebookError if its cells are not known."""
        before, after = self._by_cell(self.program), self._by_cell(program)
        out: list[str] = []
        position = 0
        for cell, old, new in zip(self.cells, before, after, strict=True):
            if old != new:
                out += [self.text[position : cell.start], self._source(cell, old, new)]
                position = cell.end
        return "".join([*out, self.text[position:]])

    def _by_cell(self, program: str) -> list[list[str]]:
        """The lines of each cell in the program or a changed one."""
        known = set(self._marker_lines)
        found: list[list[str]] = []
        seen: list[str] = []
        for line in program.split("\n")[:-1]:
            if line in known:
                seen.append(line)
                found.append([])
            elif found:
                found[-1].append(line)
            else:
                raise NotebookError("a line stands before the first cell")
        if seen != self._marker_lines:
            raise NotebookError("the cells can no longer be told apart")
        return found

    @property
    def _marker_lines(self) -> list[str]:
        lines = self.program.split("\n")
        return [lines[number - 1] for number in self.markers]

    def _source(self, cell: Cell, old: Sequence[str], new: Sequence[str]) -> str:
        """The value of `source` with the changes of the program's lines made in the lines as they are written."""
        kept: list[tuple[str, int | None]] = []
        for kind, start, end, low, high in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
            if kind == "equal":
                kept += [(cell.lines[index], index) for index in range(start, end)]
            else:
                kept += [(line, None) for line in new[low:high]]
        texts = [text + "\n" * (index < len(kept) - 1) for index, (text, _) in enumerate(kept)]
        if not cell.elements:
            return self._encoded("".join(texts))
        tokens = []
        for text, (_, index) in zip(texts, kept, strict=True):
            known = cell.by_line and index is not None and index < len(cell.elements)
            written = self.text[slice(*cell.elements[index])] if known and index is not None else "null"
            if text:
                tokens.append(written if json.loads(written, strict=False) == text else self._encoded(text))
        first, last = cell.elements[0][0], cell.elements[-1][1]
        return self.text[cell.start : first] + self._separator(cell.elements).join(tokens) + self.text[last : cell.end]

    def _separator(self, elements: Sequence[tuple[int, int]]) -> str:
        """What stands between the strings of a list; where there is but one, what stands before it tells."""
        if len(elements) > 1:
            return self.text[elements[0][1] : elements[1][0]]
        start = elements[0][0]
        return "," + (self.text[self.text.rindex("[", 0, start) + 1 : start] or " ")

    def _encoded(self, text: str) -> str:
        return json.dumps(text, ensure_ascii=self.text.isascii())


def parse_notebook(text: str) -> Notebook:
    """The notebook in a file with this text; raises NotebookError. One in another language than Python has no cells."""
    try:
        content = json.loads(text.removeprefix("\ufeff"), strict=False)
    except (ValueError, RecursionError) as error:
        raise NotebookError(f"is no notebook: {error}") from None
    if not isinstance(content, dict) or not ("cells" in content or "worksheets" in content):
        raise NotebookError("is no notebook: it has no cells")
    cells = tuple(_cells(text)) if _is_python(content) else ()
    marker = "# %% cell "
    while any(line.startswith(marker) for cell in cells for line in cell.lines):
        marker = marker.replace("%%", "%%%", 1)
    lines: list[str] = []
    markers: list[int] = []
    broken: list[tuple[int, int, str]] = []
    for index, cell in enumerate(cells):
        python = as_python(cell.lines)
        problem = _problem(python)
        opening = ""
        if problem is not None and _is_indented(python) and _problem(["if 1:", *python]) is None:
            # IPython takes the indent of the first line away. Here the columns stay.
            opening, problem = "if 1:  ", None
        lines.append(f"{opening}{marker}{cell.number}")
        markers.append(len(lines))
        if problem is not None:
            broken.append((index, *problem))
            python = [""] * len(python)
        lines += python
    program = "".join(f"{line}\n" for line in lines)
    whole = Notebook(text, cells, program, tuple(markers), ())
    found = (BrokenCell(whole.locate(markers[index] + line), message) for index, line, message in broken)
    return Notebook(text, cells, program, tuple(markers), tuple(found))


def as_python(lines: Sequence[str]) -> list[str]:
    """The lines of a cell with Python, as many of them, in the place of what only IPython understands."""
    out = list(lines)
    first = next((index for index, line in enumerate(lines) if line.strip()), 0)
    if lines and lines[first].startswith("%%"):
        name = lines[first][2:].split()[:1]
        if not name or name[0] not in _PYTHON_CELLS:
            return [""] * len(out)
        out[: first + 1] = [""] * (first + 1)
    before: list[str] = []
    continued = False
    for index, line in enumerate(out):
        if continued:
            out[index], continued = "", line.rstrip().endswith("\\")
        elif (changed := _changed(line)) is not None and _is_complete("\n".join(before)):
            out[index], continued, before = changed, line.rstrip().endswith("\\"), []
        else:
            before.append(line)
    return out


def _changed(line: str) -> str | None:
    """Python for a line that begins a statement which IPython would change; None where it would not.

    `%time f(x)` runs `f(x)`: what stands in place of the magic is as long, so that columns stay.
    """
    code = line.strip()
    indent = line[: len(line) - len(line.lstrip())]
    runs = _RUNS_REST.match(code)
    if runs is not None:
        run = f"{'if 1:'.ljust(runs.end())}{code[runs.end() :]}"
        return indent + (run if _problem([run]) is None else "pass")
    if code.startswith(_SHELL_OR_MAGIC) or (code.endswith("?") and not code.startswith("#")):
        return f"{indent}pass"
    assigned = _ASSIGNED.match(line)
    return f"{assigned[1]}get_ipython()" if assigned is not None and _problem([line]) is not None else None


def _is_indented(lines: Sequence[str]) -> bool:
    """Whether the first line that is not empty begins with blanks."""
    return next((line[0] in " \t" for line in lines if line.strip()), False)


def _is_complete(text: str) -> bool:
    """Whether no bracket, string or backslash joins the next line to this one."""
    try:
        for _ in tokenize.generate_tokens(io.StringIO(f"{text}\n").readline):
            pass
    except tokenize.TokenError as error:
        return "EOF in multi-line" not in str(error) and "unterminated triple" not in str(error)
    except SyntaxError:
        return True
    return not text.rstrip("\r").endswith("\\")


def _problem(lines: Sequence[str]) -> tuple[int, str] | None:
    """Why some lines are no Python, and which line it is; None if they are."""
    try:
        ast.parse("\n".join(lines) + "\n")
    except SyntaxError as error:
        return error.lineno or 1, error.msg
    except (ValueError, RecursionError, MemoryError) as error:
        return 1, str(error)
    return None


def _is_python(content: dict[str, object]) -> bool:
    metadata = content.get("metadata")
    if not isinstance(metadata, dict):
        return True
    for key, name in (("kernelspec", "language"), ("language_info", "name")):
        described = metadata.get(key)
        if isinstance(described, dict) and isinstance(described.get(name), str):
            return str(described[name]).lower().startswith(("python", "ipython"))
    return True


# Where things stand in a JSON text that is known to be valid ----------------------------------------------------------


def _cells(text: str) -> Iterator[Cell]:
    number = 0
    for start in _cell_values(text):
        number += 1
        members = {key: value for key, *value in _members(text, start)}
        kind, source = members.get("cell_type"), members.get("source") or members.get("input")
        if kind is None or source is None or json.loads(text[slice(*kind)]) != "code":
            continue
        yield _cell(text, number, *source)


def _cell_values(text: str) -> Iterator[int]:
    """Where the cells begin: those of format 4, or those in the worksheets of format 3."""
    begin = 1 if text.startswith("\ufeff") else 0
    for key, start, _ in _members(text, begin):
        if key == "cells":
            yield from (position for position, _ in _items(text, start))
        elif key == "worksheets":
            for sheet, _ in _items(text, start):
                for inner, cells, _ in _members(text, sheet):
                    if inner == "cells":
                        yield from (position for position, _ in _items(text, cells))


def _cell(text: str, number: int, start: int, end: int) -> Cell:
    value = json.loads(text[start:end], strict=False)
    whole = value if isinstance(value, str) else "".join(value)
    lines = tuple(whole.split("\n"))
    # A last line end leaves an empty line, which has no string of its own.
    expected = [line + "\n" for line in lines[:-1]] + [lines[-1]] * bool(lines[-1])
    elements = tuple(_items(text, start)) if isinstance(value, list) else None
    return Cell(number, lines, start, end, elements, expected == value)


def _members(text: str, start: int) -> Iterator[tuple[str, int, int]]:
    """The keys of an object, with where their values begin and end."""
    position = _skip(text, start + 1)
    while text[position] == '"':
        key, position = _DECODER.raw_decode(text, position)
        begin = _skip(text, _skip(text, position) + 1)
        _, end = _DECODER.raw_decode(text, begin)
        yield key, begin, end
        position = _next(text, end)


def _items(text: str, start: int) -> Iterator[tuple[int, int]]:
    """Where the items of a list begin and end."""
    if text[start] != "[":
        return
    position = _skip(text, start + 1)
    while text[position] != "]":
        _, end = _DECODER.raw_decode(text, position)
        yield position, end
        position = _next(text, end)


def _next(text: str, end: int) -> int:
    """Where the next member or item begins, or the bracket stands that closes them."""
    position = _skip(text, end)
    return _skip(text, position + 1) if text[position] == "," else position


def _skip(text: str, position: int) -> int:
    match = _SPACE.match(text, position)
    return match.end() if match else position
