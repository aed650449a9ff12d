"""Python loops of many rounds in traced code: the graph holds the operations of each round."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from math import isfinite
from typing import Any

from astroid import nodes

from hybridize.inference.domain.objects import PythonScalar
from hybridize.inference.domain.queries import only, select
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.program.lookup import assigned_once, builtin_called, constant
from hybridize.program.loops import loops_around, range_of, rounds
from hybridize.program.memory import remembered
from hybridize.program.places import place_of
from hybridize.program.scopes import default_of
from hybridize.verdicts.decide.traced_code import traced_where
from hybridize.verdicts.evidence.safety import UnrolledLoop
from hybridize.verdicts.gain.operations import GRADIENTS

MANY = 500
"""Rounds from which on a loop makes a graph that takes seconds to trace and much memory."""
_MANY_GRADIENTS = 100
"""The same for rounds that compute gradients: each adds as much again as led to the loss."""

_DEPTH = 6
"""Expressions within expressions of which a number of rounds is computed."""
_ARITHMETIC: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
}  # fmt: skip

_Long = tuple[nodes.NodeNG, int, int, bool]
"""A loop, its rounds, the operations of one, and whether gradients are among these."""


class UnrolledLoops:
    """Finds the loops that traces unroll."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def of(self, function: FunctionFacts) -> list[UnrolledLoop]:
        """The long loops of a function that is traced, and of what runs in its graph."""
        return [each for each, _ in self._all(function, False) if each.rounds >= MANY]

    def too_long(self, function: FunctionFacts) -> UnrolledLoop | None:
        """A loop of a function that is no graph yet, for which tracing it would take very long.

        What a parameter is if nothing is passed stands for what is not known.
        """
        found = (each for each, differentiates in self._all(function, True) if each.rounds >= MANY or differentiates)
        return next(found, None)

    def _all(self, function: FunctionFacts, likely: bool) -> Iterator[tuple[UnrolledLoop, bool]]:
        """The loops with many rounds, and whether each round computes gradients."""
        holds = self._likely_in if likely else self._certainly_in
        for reached in traced_where(self._facts.graph, function.contexts, holds):
            for loop, count, operations, gradients in self._in(reached.context, likely):
                simple = place_of(reached.context.module_path, loop.iter.func) if _is_plain(loop) else None
                chain = reached.chain(loop)
                yield UnrolledLoop(reached.place(loop), count, operations, simple, chain=chain), gradients

    def _likely_in(self, context: Context) -> bool:
        return bool(self._in(context, True))

    def _certainly_in(self, context: Context) -> bool:
        return bool(self._in(context, False))

    @remembered
    def _in(self, context: Context, likely: bool) -> tuple[_Long, ...]:
        """The outermost loops with many rounds, how many these are, and the operations of one."""
        return tuple(self._find(context, likely))

    def _find(self, context: Context, likely: bool) -> Iterator[_Long]:
        graph = self._facts.graph
        found: dict[nodes.NodeNG, tuple[int, set[nodes.NodeNG]]] = {}
        computing = {node: {node} for node in context.summary.operations}
        for call, callee, edge in context.summary.edges():
            # What is a graph of its own is one node in each round.
            if edge.effects and not edge.hybrid and not self._facts.is_hybrid(callee.scope):
                computing.setdefault(call, set()).update(graph.operations.get(callee, ()))
        for node, operations in computing.items():
            count, outermost = 1, None
            for loop in loops_around(node):
                known = None if loop in context.summary.regions else self._rounds(loop, context, likely)
                if known is None:
                    break
                count, outermost = count * known, loop
            if outermost is not None and count >= _MANY_GRADIENTS and operations:
                most, held = found.get(outermost, (0, set()))
                found[outermost] = (max(most, count), held | operations)
        for loop, (count, held) in found.items():
            yield loop, count, len(held), any(self._facts.operation(node) in GRADIENTS for node in held)

    def _rounds(self, loop: nodes.NodeNG, context: Context, likely: bool) -> int | None:
        """How many rounds a loop has, by constants or by the numbers that arrive."""
        written = rounds(loop)
        if written is not None or not _is_plain(loop) or loop.iter.keywords:
            return written
        numbers = range_of(self._number(each, context, likely, _DEPTH) for each in loop.iter.args)
        return None if numbers is None else len(numbers)

    def _number(self, expression: nodes.NodeNG, context: Context, likely: bool, depth: int) -> int | float | None:
        """The one number that an expression can be."""
        written = _as_number(constant(expression))
        if written is not None:
            return written
        if not depth:
            return None
        if isinstance(expression, nodes.BinOp) and expression.op in _ARITHMETIC:
            left, right = (
                self._number(each, context, likely, depth - 1) for each in (expression.left, expression.right)
            )
            try:
                return None if left is None or right is None else _ARITHMETIC[expression.op](left, right)
            except ArithmeticError:
                return None
        if builtin_called(expression) == "int" and len(expression.args) == 1:
            number = self._number(expression.args[0], context, likely, depth - 1)
            return None if number is None or not isfinite(number) else int(number)
        bound = assigned_once(expression)
        return self._arriving(expression, context, likely) if bound is None else (
            self._number(bound, context, likely, depth - 1)
        )

    def _arriving(self, expression: nodes.NodeNG, context: Context, likely: bool) -> int | float | None:
        """The one number that a parameter is, or a name or attribute from elsewhere."""
        value = self._facts.objects.held_by(expression, context)
        literals = [scalar.literal for scalar in select(value, PythonScalar)]
        if len(literals) == 1 and only(value, PythonScalar) and literals[0] is not None:
            return _as_number(literals[0].value)
        if likely and isinstance(expression, nodes.Name) and isinstance(context.scope, nodes.FunctionDef):
            told = default_of(context.scope, expression.name)
            return None if told is None else _as_number(constant(told))
        return None


def _as_number(value: object) -> int | float | None:
    """A number of Python's; a Boolean counts nothing."""
    return value if isinstance(value, (int, float)) and not isinstance(value, bool) else None


def _is_plain(loop: nodes.NodeNG) -> bool:
    """Whether it is `for i in range(…)`, which may as well go through a tensor."""
    return isinstance(loop, nodes.For) and builtin_called(loop.iter) == "range"
