"""Which names are live after a statement: read before they are bound again.

AutoGraph carries a name out of a condition or loop on a tensor where it is live after it, by the same rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

from astroid import nodes


class _Met(Enum):
    """What a piece of code does with a name first."""

    READ = "read"
    BOUND = "bound"
    """It is bound on every way through, or control does not come out."""
    NEITHER = "neither"


def is_live_after(node: nodes.NodeNG, name: str) -> bool:
    """Whether a name of its function may be read after a statement, before something binds it."""
    current = node
    while not isinstance(current, (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef, nodes.Module)):
        parent = current.parent
        met = _in_order(_following(current, parent), name)
        if met is _Met.NEITHER and isinstance(parent, (nodes.For, nodes.While)) and current in parent.body:
            # The next round.
            met = _of_loop(parent, name)
        if met is not _Met.NEITHER:
            return met is _Met.READ
        current = parent
    return False


def reads_first(statements: Iterable[nodes.NodeNG], name: str) -> bool:
    """Whether some statements may read a name of their function before they bind it."""
    return _in_order(statements, name) is _Met.READ


def binds_surely(statements: Iterable[nodes.NodeNG], name: str) -> bool:
    """Whether a name is bound once some statements have run, whatever tests come out."""
    return any(_binds_surely(each, name) for each in statements)


def _binds_surely(statement: nodes.NodeNG, name: str) -> bool:
    if isinstance(statement, nodes.If):
        return binds_surely(statement.body, name) and binds_surely(statement.orelse, name)
    if isinstance(statement, nodes.With):
        managed = any(target is not None and _binds(target, name) for _, target in statement.items)
        return managed or binds_surely(statement.body, name)
    # A loop may have no round, and a `try` may leave its body at any statement.
    compound = isinstance(statement, (nodes.For, nodes.While, nodes.Try, nodes.Match))
    return not compound and _binds(statement, name)


def _following(node: nodes.NodeNG, parent: nodes.NodeNG) -> Sequence[nodes.NodeNG]:
    """The statements of the same block that come after one."""
    for field in parent._astroid_fields:
        block = getattr(parent, field)
        if isinstance(block, list) and node in block:
            after = [] if field == "handlers" else block[block.index(node) + 1 :]
            last = parent.finalbody if isinstance(parent, nodes.Try) and field != "finalbody" else []
            return [*after, *last]
    return []


def _in_order(statements: Iterable[nodes.NodeNG], name: str) -> _Met:
    for statement in statements:
        met = _first(statement, name)
        if met is not _Met.NEITHER:
            return met
    return _Met.NEITHER


def _first(statement: nodes.NodeNG, name: str) -> _Met:
    """What a statement does with a name first."""
    match statement:
        case nodes.If():
            return _of_branches(statement, name)
        case nodes.For() | nodes.While():
            return _of_loop(statement, name)
        case nodes.With():
            for managed, target in statement.items:
                if _reads(managed, name):
                    return _Met.READ
                if target is not None and _binds(target, name):
                    return _Met.BOUND
            return _in_order(statement.body, name)
        case nodes.Try():
            return _of_try(statement, name)
    if _reads(statement, name):
        return _Met.READ
    if isinstance(statement, (nodes.Return, nodes.Raise)) or _binds(statement, name):
        return _Met.BOUND
    return _Met.NEITHER


def _of_branches(statement: nodes.If, name: str) -> _Met:
    if _reads(statement.test, name):
        return _Met.READ
    branches = {_in_order(statement.body, name), _in_order(statement.orelse, name)}
    if _Met.READ in branches:
        return _Met.READ
    return _Met.NEITHER if _Met.NEITHER in branches else _Met.BOUND


def _of_loop(loop: nodes.For | nodes.While, name: str) -> _Met:
    """A loop may have no round, so that it binds nothing for certain."""
    if isinstance(loop, nodes.For):
        if _reads(loop.iter, name):
            return _Met.READ
        inside = _Met.BOUND if _binds(loop.target, name) else _in_order(loop.body, name)
    else:
        inside = _Met.READ if _reads(loop.test, name) else _in_order(loop.body, name)
    if inside is _Met.READ:
        return _Met.READ
    return _in_order(loop.orelse, name) if loop.orelse else _Met.NEITHER


def _of_try(statement: nodes.Try, name: str) -> _Met:
    """A handler may run before the body has bound anything."""
    body = _in_order([*statement.body, *statement.orelse], name)
    ends = {body, *(_in_order(handler.body, name) for handler in statement.handlers)}
    if _Met.READ in ends:
        return _Met.READ
    if _Met.NEITHER in ends:
        return _in_order(statement.finalbody, name)
    return _Met.BOUND


def _reads(node: nodes.NodeNG, name: str) -> bool:
    """Whether a name of the function is read in a statement or expression, by inner functions as well."""
    if isinstance(node, (nodes.Name, nodes.DelName)):
        return bool(node.name == name)
    if isinstance(node, nodes.AugAssign) and isinstance(node.target, nodes.AssignName) and node.target.name == name:
        return True
    if isinstance(node, nodes.ComprehensionScope) and name in node.locals:
        # Its own name: only the first iterable is evaluated outside.
        return _reads(node.generators[0].iter, name)
    if isinstance(node, (nodes.FunctionDef, nodes.Lambda)) and name in node.locals:
        return _reads(node.args, name)
    return any(_reads(child, name) for child in node.get_children())


def _binds(node: nodes.NodeNG, name: str) -> bool:
    """Whether a statement or target binds a name of the function."""
    if isinstance(node, (nodes.AssignName, nodes.FunctionDef, nodes.ClassDef)):
        return bool(node.name == name)
    if isinstance(node, (nodes.Import, nodes.ImportFrom)):
        return any((alias or module.partition(".")[0]) == name for module, alias in node.names)
    if isinstance(node, (nodes.Lambda, nodes.ComprehensionScope)):
        return False
    return any(_binds(child, name) for child in node.get_children())
