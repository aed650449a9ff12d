"""Any module survives any set of edits: only the declared tokens differ, and taking them back gives the same bytes."""

from __future__ import annotations

import ast
import codecs
import io
import tokenize
import warnings
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hybridize.fixes.apply import plan
from hybridize.rules.model import SAFE, AddDecorator, Fix, RemoveDecorator, ReplaceCallee

LAYOUT = {tokenize.ENCODING, tokenize.INDENT, tokenize.DEDENT, tokenize.NL, tokenize.ENDMARKER}
DECORATOR = ["@", "tf", ".", "function", "\n"]
HEADS = ["", "# -*- coding: latin-1 -*-", "#!/usr/bin/env python", '"""Doc\f\n\u2028é."""', "\f"]
STATEMENTS = ["x = 1; y = 2", "x = (1,\n  2)", "# é def f(x): 1", "", "\f", "s = '''\n\fdef g(x): 1\n'''", "if x: pass"]
DECORATORS = ["@property", "@a.b(\n  1,  # why\n )", "# between", "@c  # behind", ""]
BODIES = ["pass  # é", "print('é', x); print(x, sep='')", "return {x: x,\n   1: 2}", "x = \\\n  1", "'''doc\n'''"]


@st.composite
def blocks(draw: st.DrawFn, depth: int = 0) -> list[str]:
    """The lines of a block of statements without its indentation; continuation lines keep their own."""
    lines: list[str] = []
    for _ in range(draw(st.integers(1, 3))):
        kind = draw(st.sampled_from(["plain", "def", "class", "one-line"]))
        if kind == "plain" or depth > 2:
            lines.append(draw(st.sampled_from(STATEMENTS)))
            continue
        if kind != "class":
            lines += draw(st.lists(st.sampled_from(DECORATORS), max_size=2))
        if kind == "one-line":
            lines.append(f"def f{len(lines)}(x): {draw(st.sampled_from(BODIES))}")
            continue
        lines.append(f"class C{len(lines)}:" if kind == "class" else f"def f{len(lines)}(x,\n   y=(1, 2)):")
        inner = [draw(st.sampled_from(BODIES[:2])), *draw(blocks(depth + 1))]
        indentation = draw(st.sampled_from([" ", "    ", "\t"]))
        lines += [indentation + line if line.strip() else line for line in inner]
    return [*lines, "pass"]


@st.composite
def modules(draw: st.DrawFn) -> bytes:
    """A file: any newlines, encodings and layout that Python takes."""
    head = draw(st.sampled_from(HEADS))
    lines = "\n".join([head, "import tensorflow as tf", *draw(blocks())]).split("\n")
    newlines = draw(st.lists(st.sampled_from(["\n", "\r\n", "\r"]), min_size=len(lines), max_size=len(lines)))
    text = "".join(line + newline for line, newline in zip(lines, newlines, strict=True))
    if "latin-1" in head:
        return text.replace("\u2028", "").encode("latin-1")
    return draw(st.sampled_from([b"", codecs.BOM_UTF8])) + (text.rstrip() if draw(st.booleans()) else text).encode()


def tokens(data: bytes) -> list[str]:
    """The tokens that matter, by Python's own tokenizer; it is given line feeds, which it always knows."""
    lines = io.BytesIO(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    found = tokenize.tokenize(lines.readline)
    return ["\n" if each.type == tokenize.NEWLINE else each.string for each in found if each.type not in LAYOUT]


def functions(data: bytes) -> Iterator[tuple[str, ast.FunctionDef]]:
    """Every plain function with its qualified name."""

    def inside(node: ast.AST, name: str) -> Iterator[tuple[str, ast.FunctionDef]]:
        for child in ast.iter_child_nodes(node):
            own = f"{name}.{child.name}".lstrip(".") if isinstance(child, (ast.FunctionDef, ast.ClassDef)) else name
            if isinstance(child, ast.FunctionDef):
                yield own, child
            yield from inside(child, own)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        yield from inside(ast.parse(data), "")


def decorate_all(data: bytes) -> bytes:
    """Every function decorated; nothing may be refused."""
    fixes = [Fix(SAFE, "add", (AddDecorator("m.py", node.lineno, name),)) for name, node in functions(data)]
    made = plan({"m.py": data}, fixes)
    assert made.refused == ()
    return made.changes[0].after if fixes else data


@pytest.mark.slow
@settings(max_examples=150)
@given(modules())
def test_only_the_decorators_differ_and_they_can_be_taken_back(data: bytes) -> None:
    after = decorate_all(data)
    expected: list[str] = []
    for token in tokens(data):
        expected += [*DECORATOR, token] if token == "def" else [token]
    assert tokens(after) == expected
    removals = [
        Fix(SAFE, "remove", (RemoveDecorator("m.py", node.lineno, name, node.decorator_list[-1].lineno),))
        for name, node in functions(after)
    ]
    back = plan({"m.py": after}, removals)
    assert back.refused == ()
    assert (back.changes[0].after if removals else after) == data


@pytest.mark.slow
@settings(max_examples=75)
@given(modules())
def test_only_the_calls_of_print_differ(data: bytes) -> None:
    lines = tokenized_prints(data)
    fixes = [Fix(SAFE, "print", (ReplaceCallee("m.py", *place, "print", "tensorflow.print"),)) for place in lines]
    made = plan({"m.py": data}, fixes)
    assert made.refused == ()
    after = made.changes[0].after if fixes else data
    assert after == data.replace(b"print(", b"tf.print(")


def tokenized_prints(data: bytes) -> list[tuple[int, int]]:
    """Lines and columns (from 1) of the word `print`."""
    lines = io.BytesIO(data.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    found = tokenize.tokenize(lines.readline)
    return [(each.start[0], each.start[1] + 1) for each in found if each.string == "print"]


@pytest.mark.slow
@settings(max_examples=50)
@given(modules())
def test_nothing_to_do_changes_no_file(data: bytes) -> None:
    assert plan({"m.py": data}, []).changes == ()


FOLDER = Path(ast.__file__).parent
STANDARD = ["ast.py", "argparse.py", "dataclasses.py", "typing.py", "heapq.py", "email/message.py", "webbrowser.py"]


@pytest.mark.slow
@pytest.mark.parametrize("name", STANDARD)
def test_modules_of_the_standard_library(name: str) -> None:
    data = (FOLDER / name).read_bytes()
    after = decorate_all(data)
    definitions = len(list(functions(data)))
    assert definitions
    assert after.count(b"tf.function\n") == definitions
    kept = iter(after.splitlines(keepends=True))
    assert all(line in kept for line in data.splitlines(keepends=True))
    compile(after, name, "exec", dont_inherit=True)
