"""What every call of a function comes to, unless it raises: read off the tree alone.

What stands under a condition, in a loop, in a `try` or behind a possible `return` may be left out.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from astroid import nodes

from hybridize.program.flow.graph import swallows


@dataclass(frozen=True, slots=True)
class Used:
    """An expression is evaluated, after those inside it."""

    node: nodes.NodeNG


@dataclass(frozen=True, slots=True)
class Bound:
    """A name gets a value; None: it may get one of which nothing is known."""

    name: str
    value: nodes.NodeNG | None


@dataclass(frozen=True, slots=True)
class Unpacked:
    """So many names get what is in a value."""

    count: int
    value: nodes.NodeNG


@dataclass(frozen=True, slots=True)
class Demanded:
    """A condition holds, since the function raises where it does not."""

    left: nodes.NodeNG
    right: nodes.NodeNG
    """Both are equal."""


Step = Used | Bound | Unpacked | Demanded


def steps(function: nodes.FunctionDef | nodes.Lambda) -> Sequence[Step]:
    """What every call that comes to its end does, in the order of the text."""
    if not isinstance(function, nodes.FunctionDef):
        return tuple(_evaluated(function.body))
    if isinstance(function, nodes.AsyncFunctionDef) or function.is_generator():
        return ()
    return tuple(_executed(function.body))


def _executed(statements: Sequence[nodes.NodeNG]) -> Iterator[Step]:
    for statement in statements:
        yield from _statement(statement)
        if _may_end(statement):
            return


def _may_end(statement: nodes.NodeNG) -> bool:
    """Whether what follows a statement may be left out in a call that comes to its end."""
    if isinstance(statement, nodes.With) and not swallows(statement):
        return any(map(_may_end, statement.body))
    if isinstance(statement, (nodes.FunctionDef, nodes.ClassDef)):
        return False
    return any(each.scope() is statement.scope() for each in statement.nodes_of_class(nodes.Return))


def _statement(statement: nodes.NodeNG) -> Iterator[Step]:
    if isinstance(statement, (nodes.Expr, nodes.Return)):
        if statement.value is not None:
            yield from _evaluated(statement.value)
    elif isinstance(statement, nodes.Assign):
        yield from _evaluated(statement.value)
        for target in statement.targets:
            if isinstance(target, nodes.AssignName):
                yield Bound(target.name, statement.value)
                continue
            if isinstance(target, (nodes.Tuple, nodes.List)):
                if not any(isinstance(each, nodes.Starred) for each in target.elts):
                    yield Unpacked(len(target.elts), statement.value)
            yield from _forgotten(target)
    elif isinstance(statement, nodes.AnnAssign) and statement.value is not None:
        yield from _evaluated(statement.value)
        if isinstance(statement.target, nodes.AssignName):
            yield Bound(statement.target.name, statement.value)
    elif isinstance(statement, nodes.AugAssign):
        yield from _evaluated(statement.value)
        yield Used(statement)
        if isinstance(statement.target, nodes.AssignName):
            yield Bound(statement.target.name, statement)
    elif isinstance(statement, nodes.If):
        yield from _evaluated(statement.test)
        if not statement.orelse and isinstance(statement.body[-1], nodes.Raise) and not _may_end(statement):
            yield from _compared(statement.test, "!=")
        else:
            yield from _forgotten(statement)
    elif isinstance(statement, nodes.Assert):
        yield from _compared(statement.test, "==")
    elif isinstance(statement, nodes.For):
        yield from _evaluated(statement.iter)
        yield from _forgotten(statement)
    elif isinstance(statement, nodes.With) and not swallows(statement):
        for manager, target in statement.items:
            yield from _evaluated(manager)
            if target is not None:
                yield from _forgotten(target)
        yield from _executed(statement.body)
    else:
        yield from _forgotten(statement)


def _compared(test: nodes.NodeNG, operator: str) -> Iterator[Step]:
    if isinstance(test, nodes.Compare) and len(test.ops) == 1 and test.ops[0][0] == operator:
        yield Demanded(test.left, test.ops[0][1])


def _forgotten(statement: nodes.NodeNG) -> Iterator[Step]:
    """The names that a statement may bind."""
    for each in statement.nodes_of_class((nodes.AssignName, nodes.DelName)):
        yield Bound(each.name, None)


def _evaluated(expression: nodes.NodeNG) -> Iterator[Step]:
    """What is evaluated for sure, the inner ones first."""
    if isinstance(expression, nodes.Lambda):
        return
    inner: Sequence[nodes.NodeNG]
    if isinstance(expression, nodes.IfExp):
        inner = (expression.test,)
    elif isinstance(expression, nodes.BoolOp):
        inner = expression.values[:1]
    elif isinstance(expression, nodes.Compare):
        inner = (expression.left, expression.ops[0][1])
    elif isinstance(expression, (nodes.ListComp, nodes.SetComp, nodes.DictComp)):
        inner = (expression.generators[0].iter,)
    elif isinstance(expression, nodes.GeneratorExp):
        inner = ()
    else:
        inner = tuple(expression.get_children())
    for each in inner:
        yield from _evaluated(each)
    if isinstance(expression, nodes.NamedExpr):
        yield from _forgotten(expression.target)
    elif isinstance(expression, (nodes.Call, nodes.BinOp, nodes.Compare, nodes.Subscript, nodes.UnaryOp)):
        yield Used(expression)
