"""From nodes to places, and from call chains to the steps that people read."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from astroid import nodes

from hybridize.inference.contexts import Context
from hybridize.verdicts.model import Place, Step


@lru_cache(maxsize=None)
def place_of(path: str, node: nodes.NodeNG) -> Place:
    """The place of a node; columns count from 1."""
    column = (node.col_offset or 0) + 1
    end_column = node.end_col_offset + 1 if node.end_col_offset is not None else None
    return Place(path, node.lineno or 1, column, node.end_lineno, end_column)


def definition_place(path: str, node: nodes.FunctionDef) -> Place:
    """The `def` line of a function: where findings about the whole function stand."""
    name = node.position
    line, column = node.lineno or 1, (node.col_offset or 0) + 1
    if name is not None:
        return Place(path, name.lineno, name.col_offset + 1, name.end_lineno, name.end_col_offset + 1)
    return Place(path, line, column, line, None)


def statement_of(node: nodes.NodeNG) -> nodes.NodeNG:
    """The statement to which an expression belongs."""
    return node.statement() if not isinstance(node, nodes.Module) else node


def lookup(name: nodes.Name) -> tuple[nodes.NodeNG, list[nodes.NodeNG]]:
    """The scope that binds a name, and what may bind it there; nothing for builtins.

    For these astroid would build a tree of the builtins first, which costs more time and memory than a small project.
    """
    if not bindings(name):
        return name.root(), []
    scope, found = name.lookup(name.name)
    return scope, list(found)


def bindings(name: nodes.Name) -> list[nodes.NodeNG]:
    """What binds a name in the innermost scope around it that does so at all, class bodies among them."""
    scope: nodes.NodeNG | None = name.scope()
    while scope is not None:
        found = scope.locals.get(name.name)
        if found:
            return list(found)
        scope = scope.parent.scope() if scope.parent is not None else None
    return []


def call_steps(chain: Iterable[tuple[Context, nodes.NodeNG]]) -> tuple[Step, ...]:
    """A chain of calls as steps."""
    return tuple(step_of(context.module_path, node, "") for context, node in chain)


@lru_cache(maxsize=None)
def step_of(path: str, node: nodes.NodeNG, words: str) -> Step:
    """A step of a chain: what stands at a place, after some words. The same calls are steps of very many chains."""
    return Step(place_of(path, node), f"{words}`{shorten(node)}`")


def forget() -> None:
    """Let go of the trees of an analysis that is over."""
    for cached in (place_of, step_of, _source):
        cached.cache_clear()


def shorten(node: nodes.NodeNG, limit: int = 60) -> str:
    """The source of a node on one line, cut to a readable length."""
    if isinstance(node, (nodes.FunctionDef, nodes.ClassDef)):
        return str(node.name)
    text = _source(node)
    return text if len(text) <= limit else text[: limit - 1] + "…"


@lru_cache(maxsize=None)
def _source(node: nodes.NodeNG) -> str:
    """The source of a node on one line: the same calls are named again and again."""
    try:
        return " ".join(node.as_string().split())[:LONGEST]
    except Exception:  # astroid cannot print some trees; the place says where to look
        return type(node).__name__.lower()


LONGEST = 200
"""Characters of a source that are kept for messages."""
