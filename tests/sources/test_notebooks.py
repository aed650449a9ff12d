"""Notebooks become programs, and changes of the program go back into their source lines and nowhere else."""

from __future__ import annotations

import ast
import json

import nbformat
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hybridize.sources.notebooks import Notebook, NotebookError, as_python, parse_notebook

CELLS = [
    {"cell_type": "markdown", "metadata": {}, "source": ["# Title\n", "text"]},
    {"cell_type": "code", "execution_count": 3, "metadata": {}, "outputs": [], "source": ["import os\n", "x = 1"]},
    {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": [], "source": "def f():\n    return 1\n"},
]


def written(cells: list[dict[str, object]], indent: int | None = 1, **more: object) -> str:
    content = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4, **more}
    return json.dumps(content, indent=indent) + "\n"


def code(*sources: str) -> str:
    cell = {"cell_type": "code", "execution_count": None, "metadata": {}, "outputs": []}
    return written([{**cell, "source": source.splitlines(keepends=True)} for source in sources])


def test_code_cells_are_one_program_and_lines_are_found_again() -> None:
    notebook = parse_notebook(written(CELLS))
    assert notebook.program == "# %% cell 2\nimport os\nx = 1\n# %% cell 3\ndef f():\n    return 1\n\n"
    assert [notebook.locate(line)[:2] for line in (2, 3, 5, 6)] == [(2, 1), (2, 2), (3, 1), (3, 2)]
    assert notebook.text.splitlines()[notebook.locate(3).file_line - 1].strip() == '"x = 1"'


def test_a_change_touches_source_lines_only() -> None:
    for indent in (None, 1, 4):
        text = written(CELLS, indent)
        notebook = parse_notebook(text)
        program = notebook.program.replace("x = 1", "# new\nx = 2").replace("def f", "@g\ndef f")
        changed = notebook.rewritten(program)
        after, before = json.loads(changed), json.loads(text)
        assert after["cells"][1]["source"] == ["import os\n", "# new\n", "x = 2"]
        assert after["cells"][2]["source"] == "@g\ndef f():\n    return 1\n"
        for index in (1, 2):
            after["cells"][index]["source"] = before["cells"][index]["source"]
        assert after == before
        old, new = text.splitlines(), changed.splitlines()
        if indent is not None:
            assert [line for line in new if line not in old] and [line for line in old if line in new] == [
                line for line in old if "x = 1" not in line and "def f" not in line
            ]
        assert notebook.rewritten(notebook.program) == text


def test_keys_indent_and_other_characters_stay_as_they_are() -> None:
    text = (
        '{"nbformat": 4, "cells": [\r\n\t{"source": ["a = \'\\u00e9\'\\n",   "b = 2"], "outputs": [{"z": 1, "a": 2}],'
        ' "cell_type": "code", "id": "q"}],\r\n "metadata": {}, "nbformat_minor": 5}'
    )
    notebook = parse_notebook(text)
    assert notebook.program == "# %% cell 1\na = 'é'\nb = 2\n"
    assert notebook.rewritten(notebook.program.replace("b = 2", "b = 3")) == text.replace('"b = 2"', '"b = 3"')


@pytest.mark.parametrize(
    ("line", "python"),
    [
        ("%matplotlib inline", "pass"),
        ("!pip install x", "pass"),
        ("    !ls {folder}", "    pass"),
        ("x?", "pass"),
        ("?x", "pass"),
        ("files = !ls", "files = get_ipython()"),
        ("a, b = %magic x", "a, b = get_ipython()"),
        ("%time y = f(x)", "if 1: y = f(x)"),
        ("%timeit -n 10 f(x)", "if 1:         f(x)"),
        ("%time for x in y: pass", "pass"),
        ("x = a % b", "x = a % b"),
        ("x = '''a", "x = '''a"),
        ("# what?", "# what?"),
    ],
)
def test_what_ipython_changes_is_python_of_as_many_lines(line: str, python: str) -> None:
    assert as_python([line]) == [python]


def test_lines_inside_strings_and_brackets_are_no_magics() -> None:
    lines = ["text = '''", "%matplotlib", "'''", "f(a", "!= b)", "%cd x", "!a \\", "  b", "x = 1"]
    assert as_python(lines) == [*lines[:5], "pass", "pass", "", "x = 1"]


@pytest.mark.parametrize(
    ("first", "kept"), [("%%time", True), ("%%capture out", True), ("%%bash", False), ("%%", False)]
)
def test_magics_of_a_whole_cell(first: str, kept: bool) -> None:
    assert as_python([first, "x = 1"]) == ["", "x = 1" if kept else ""]


def test_magics_survive_a_change() -> None:
    notebook = parse_notebook(code("%matplotlib inline\nx = 1\n!ls"))
    assert notebook.program == "# %% cell 1\npass\nx = 1\npass\n"
    changed = notebook.rewritten(notebook.program.replace("x = 1", "x = 2"))
    assert json.loads(changed)["cells"][0]["source"] == ["%matplotlib inline\n", "x = 2\n", "!ls"]


def test_a_cell_that_is_indented_as_a_whole_is_read_where_it_stands() -> None:
    text = code("x = 1\n", "\n  def f(x):\n    return x\n\n  f(x)\n")
    parsed = parse_notebook(text)
    assert parsed.broken == ()
    tree = ast.parse(parsed.program)
    assert [(node.lineno, node.col_offset) for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)] == [(6, 2)]
    changed = parsed.program.replace("  def f(x):", "  @g\n  def f(x):")
    assert json.loads(parsed.rewritten(changed))["cells"][1]["source"] == [
        "\n", "  @g\n", "  def f(x):\n", "    return x\n", "\n", "  f(x)\n"
    ]  # fmt: skip


def test_a_broken_cell_costs_no_other() -> None:
    notebook = parse_notebook(code("x = 1", "y = 2\nprint 'no'", "z = 3"))
    assert notebook.program == "# %% cell 1\nx = 1\n# %% cell 2\n\n\n# %% cell 3\nz = 3\n"
    (broken,) = notebook.broken
    assert (broken.place.cell, broken.place.line) == (2, 2)
    assert "print" in broken.message


def test_old_formats_and_other_languages() -> None:
    cell = {"cell_type": "code", "input": ["x = 1"], "language": "python", "outputs": []}
    old = json.dumps({"worksheets": [{"cells": [cell]}], "nbformat": 3, "nbformat_minor": 0, "metadata": {}})
    assert parse_notebook(old).program == "# %% cell 1\nx = 1\n"
    other = json.loads(written(CELLS)) | {"metadata": {"kernelspec": {"language": "R"}}}
    assert parse_notebook(json.dumps(other)).cells == ()


@pytest.mark.parametrize("text", ["", "{", "[]", '{"nbformat": 4}', "x = 1\n"])
def test_what_is_no_notebook(text: str) -> None:
    with pytest.raises(NotebookError, match="is no notebook"):
        parse_notebook(text)


def test_lost_cells_are_refused() -> None:
    notebook = parse_notebook(written(CELLS))
    with pytest.raises(NotebookError, match="told apart"):
        notebook.rewritten(notebook.program.replace("# %% cell 3\n", ""))
    with pytest.raises(NotebookError, match="before the first"):
        notebook.rewritten("import this\n" + notebook.program)


def test_cells_that_hold_our_marker_are_told_apart() -> None:
    notebook = parse_notebook(code("# %% cell 2\nx = 1", "y = 2"))
    assert json.loads(notebook.rewritten(notebook.program.replace("y = 2", "y = 3")))["cells"][1]["source"] == ["y = 3"]


LINES = st.lists(st.sampled_from(["x = 1", "%cd", "", "# é", "f(", ")", "'''", "    y", "\\"]), max_size=6)


@settings(max_examples=300)
@given(st.lists(LINES, max_size=4), st.sampled_from([None, 1, 2]), st.booleans(), st.data())
def test_any_change_is_made_and_nothing_else(
    sources: list[list[str]], indent: int | None, one_string: bool, data: st.DataObject
) -> None:
    cells: list[dict[str, object]] = []
    for lines in sources:
        whole = "\n".join(lines)
        source: object = whole if one_string else whole.splitlines(keepends=True)
        cells.append({"cell_type": "code", "metadata": {}, "outputs": [], "execution_count": 1, "source": source})
    text = written(cells, indent)
    notebook = parse_notebook(text)
    assert notebook.rewritten(notebook.program) == text
    lines = notebook.program.split("\n")
    places = [number for number in range(1, len(lines)) if number >= 1 and notebook.cells]
    if not places:
        return
    place = data.draw(st.sampled_from(places))
    changed = notebook.rewritten("\n".join([*lines[:place], "new = 'ü'", *lines[place:]]))
    again = json.loads(changed)
    assert sum("new = 'ü'" in "".join(cell["source"]) for cell in again["cells"]) == 1
    nbformat.validate(again)
    assert strip(again) == strip(json.loads(text))
    assert isinstance(parse_notebook(changed), Notebook)


def strip(content: dict[str, list[dict[str, object]]]) -> object:
    """A notebook without the sources of its cells."""
    return {**content, "cells": [{**cell, "source": ""} for cell in content["cells"]]}
