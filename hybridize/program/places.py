"""Where a tree stands in the analysed code, and how it is written."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.memory import answers
from hybridize.program.position import Place as Place
from hybridize.program.position import shortened as shortened

LONGEST = 200
"""Characters of a source that are kept for messages."""


def place_of(path: str, node: nodes.NodeNG) -> Place:
    """The place of a node of the module at `path`; columns count from 1."""
    made = answers(Place)
    place: Place | None = made.get(node)
    if place is None:
        column = (node.col_offset or 0) + 1
        end_column = node.end_col_offset + 1 if node.end_col_offset is not None else None
        place = made[node] = Place(path, node.lineno or 1, column, node.end_lineno, end_column)
    return place


def definition_place(path: str, node: nodes.FunctionDef) -> Place:
    """The `def` line of a function: where findings about the whole function stand."""
    name = node.position
    line, column = node.lineno or 1, (node.col_offset or 0) + 1
    if name is not None:
        return Place(path, name.lineno, name.col_offset + 1, name.end_lineno, name.end_col_offset + 1)
    return Place(path, line, column, line, None)


def holds(scope: nodes.NodeNG, path: str, place: Place) -> bool:
    """Whether a place is in the text of a function of the module at `path`."""
    return place.path == path and bool(scope.fromlineno <= place.line <= scope.tolineno)


def statement_of(node: nodes.NodeNG) -> nodes.NodeNG:
    """The statement to which an expression belongs."""
    return node.statement() if not isinstance(node, nodes.Module) else node


_WITH_BODIES = (nodes.For, nodes.If, nodes.Match, nodes.Try, nodes.While, nodes.With)
"""Statements of which messages show the first line: what is in them says nothing of what they do themselves."""


def source_of(node: nodes.NodeNG) -> str:
    """The source of a node on one line; the name of what it defines."""
    return shorten(node, LONGEST)


def shorten(node: nodes.NodeNG, limit: int = 60) -> str:
    """The source of a node on one line, cut to a readable length."""
    if isinstance(node, (nodes.FunctionDef, nodes.ClassDef)):
        return str(node.name)
    return shortened(_source(node), limit)


def _source(node: nodes.NodeNG) -> str:
    """The source of a node on one line."""
    sources = answers(_source)
    text: str | None = sources.get(node)
    if text is None:
        try:
            text = node.as_string()
            if isinstance(node, _WITH_BODIES):
                text = text.partition(":\n")[0]
            text = " ".join(text.split())[:LONGEST]
        except Exception:  # astroid cannot print some trees; the place says where to look
            text = type(node).__name__.lower()
        sources[node] = text
    return text
