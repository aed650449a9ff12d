"""The `# expect:` comments of the benchmark programs.

    def train_step(x, y):  # expect: HYB001 - the training step
    print("computed")  # expect: HYB004, HYB011 - two codes at one line
    def main():  # expect: none - no parameter, and it prints

The comment stands on the line where the findings are to stand; `none` says that there must be none. The reason is
for the reader. Comments are the programs' truth: they were written from what TensorFlow does, and hold it by running
(`python -m benchmarks.differential --by expectations`).
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

_COMMENT = re.compile(r"#\s*expect:\s*(?P<codes>none|HYB\d{3}(?:\s*,\s*HYB\d{3})*)(?:\s+-\s+(?P<reason>.*))?$")


class ExpectationError(ValueError):
    """A comment that begins like an expectation and is none, or a function without one."""


@dataclass(frozen=True, order=True)
class Expectation:
    """What is expected of one line; no codes = no finding."""

    line: int
    codes: tuple[str, ...]
    reason: str


def expectations(text: str, name: str = "<text>") -> tuple[Expectation, ...]:
    """The expectations of a program text; raises ExpectationError, naming `name` and the line, for a malformed one."""
    found = []
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type != tokenize.COMMENT or not re.match(r"#\s*expect\b", token.string):
            continue
        match = _COMMENT.match(token.string)
        if match is None:
            raise ExpectationError(f"{name}:{token.start[0]}: malformed expectation: {token.string}")
        codes = () if match["codes"] == "none" else tuple(sorted(re.split(r"\s*,\s*", match["codes"])))
        found.append(Expectation(token.start[0], codes, match["reason"] or ""))
    return tuple(found)


def python_files(program: Path) -> list[Path]:
    """The files of a program: itself, or all of a package."""
    return sorted(program.rglob("*.py")) if program.is_dir() else [program]


def functions(text: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """(qualified name, definition) of each function of a text, in the order of their lines."""

    def walk(node: ast.AST, prefix: str) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
        for child in ast.iter_child_nodes(node):
            inside = prefix
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                inside = f"{prefix}{child.name}."
            if isinstance(child, (ast.FunctionDef, ast.AsyncFunctionDef)):
                yield prefix + child.name, child
            yield from walk(child, inside)

    yield from walk(ast.parse(text), "")


def decorated(text: str) -> dict[str, int]:
    """How many decorators each function of a text has."""
    return {name: len(node.decorator_list) for name, node in functions(text)}


def follow_expectations(text: str, name: str = "<text>") -> str:
    """The text with `tf.function` on every function that expects HYB001: what a perfect tool would make of it."""
    wanted = {expectation.line for expectation in expectations(text, name) if "HYB001" in expectation.codes}
    definitions = {node.lineno: node for _, node in functions(text)}
    if strangers := wanted - definitions.keys():
        raise ExpectationError(f"{name}:{min(strangers)}: HYB001 is expected where no function begins")
    if not wanted:
        return text
    lines = text.splitlines(keepends=True)
    for line in sorted(wanted, reverse=True):
        lines.insert(line - 1, " " * definitions[line].col_offset + "@expected_tensorflow.function\n")
    header = [node for node in ast.parse(text).body if _belongs_to_header(node)]
    after = max((node.end_lineno or node.lineno for node in header), default=0)
    lines.insert(after, "import tensorflow as expected_tensorflow\n")
    return "".join(lines)


def _belongs_to_header(node: ast.stmt) -> bool:
    """Whether an import may not stand before the statement: the docstring, `from __future__`."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def contradicted(row: dict[str, str], statement: str) -> list[str]:
    """The parts of a statement about a row that do not hold, each with what holds instead."""
    out = []
    for part in statement.split(", "):
        match = re.fullmatch(r"(\w+)([=~])(.*)", part)
        assert match is not None, part
        column, how, value = match.groups()
        cell = row[column]
        holds = value in cell.split() if how == "~" else cell == ("" if value == "null" else value)
        if not holds:
            out.append(f"{part}, but is {cell or 'null'}")
    return out
