"""Layers and optimizers that only some traces of a function use first: a later trace makes their variables.

`a(x) if first else b(x)`: the trace with `first=True` makes the variables of `a`, the one with `first=False` those of
`b`. TensorFlow lets only the first trace make variables. Run on 2.15 and 2.21: `ValueError: tf.function only supports
singleton tf.Variables`, for layers that are first called there, and for optimizers that make slots.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    ExternalInstance,
    Function,
    Instance,
    NoneObject,
    Opaque,
    PythonScalar,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.values import OPAQUE, join
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.repetition import OPTIMIZER_STEPS
from hybridize.program.calls import method_name, receiver_of
from hybridize.program.inside import nodes_inside
from hybridize.program.memory import remembered
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import compares_by, is_constant, names_read, preceding
from hybridize.verdicts.decide.traced_code import traced_code, traced_where
from hybridize.verdicts.evidence.assumptions import UnseenCode
from hybridize.verdicts.project.unknown_code import uncovered

_LEAVING = (nodes.Return, nodes.Raise, nodes.Continue, nodes.Break)
_TESTS = (nodes.If, nodes.IfExp, nodes.While)


class FirstUse:
    """Finds such uses."""

    def __init__(
        self, facts: Facts, makes_late: Callable[[AbstractObject], bool], has_slots: Callable[[ExternalInstance], bool]
    ) -> None:
        """`makes_late`: whether a layer makes weights when it is first called; `has_slots`: an optimizer, slots."""
        self._facts = facts
        self._makes_late = makes_late
        self._has_slots = has_slots

    def of(self, function: FunctionFacts) -> list[UnseenCode]:
        """The first use that may come in a later trace alone."""
        making = traced_where(self._facts.graph, function.contexts, self._makes_some)
        by_scope: dict[nodes.NodeNG, list[Context]] = {}
        for reached in traced_code(self._facts.graph, function.contexts) if making else ():
            by_scope.setdefault(reached.context.scope, []).append(reached.context)
        for reached in making:
            for call in self._making_in(reached.context):
                way = reached.path(call)
                tests = ((test, by_scope[caller.scope]) for caller, node in way for test in _tests_before(node))
                if any(_varies(test, contexts) for test, contexts in tests):
                    what = "a layer, model or optimizer that may make its variables in a later trace"
                    return [uncovered(function.module.file.relative, function.node, what, call)]
        return []

    def _makes_some(self, context: Context) -> bool:
        return bool(self._making_in(context))

    @remembered
    def _making_in(self, context: Context) -> list[nodes.Call]:
        """The calls of a context that may make variables, in the order of the text."""
        calls = (call for call in nodes_inside(context.scope, nodes.Call) if call.frame() is context.scope)
        return [call for call in calls if self._makes_variables(call, context)]

    def _makes_variables(self, call: nodes.Call, context: Context) -> bool:
        optimizer = receiver_of(call) if method_name(call) in OPTIMIZER_STEPS else None
        if optimizer is not None:
            held = self._facts.objects.held_by(optimizer, context)
            return any(map(self._has_slots, select(held, ExternalInstance)))
        return any(map(self._makes_late, self._facts.objects.held_by(call.func, context)))


def _tests_before(node: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """The tests that decide whether an expression is evaluated."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, (nodes.FunctionDef, nodes.Lambda)):
        if isinstance(parent, _TESTS) and child is not parent.test:
            yield parent.test
        if isinstance(parent, nodes.BoolOp) and child is not parent.values[0]:
            yield parent.values[0]
        if child.is_statement:
            for earlier in preceding(child):
                if isinstance(earlier, nodes.If) and any(True for _ in earlier.nodes_of_class(_LEAVING)):
                    yield earlier.test
        child, parent = parent, parent.parent


def _varies(test: nodes.NodeNG, contexts: Iterable[Context]) -> bool:
    """Whether a test may come out differently in two traces: it asks for an argument that has several values."""
    names = names_read(test)
    arrived: dict[str, list[Value]] = {}
    for context in contexts:
        scope = context.scope
        given = parameter_names(scope)
        if any(name in scope.locals and name not in given for name in names):
            # It is computed from something.
            return True
        for name in names.intersection(given):
            arrived.setdefault(name, []).append(context.arguments.get(name, OPAQUE))
    return any(_has_several(join(values), test) for values in arrived.values())


def _has_several(value: Value, test: nodes.NodeNG) -> bool:
    """Whether what arrives differs from trace to trace in what a test asks for.

    The attributes of objects do not: a graph keeps what it found there, which `stale` looks at.
    """
    if only(value, Instance, ExternalInstance, Function, ClassObject):
        return False
    if _asks_for_none(test) and not has(value, Unknown, Opaque):
        return has(value, NoneObject) and not only(value, NoneObject)
    return len(value) != 1 or any(scalar.literal is None for scalar in select(value, PythonScalar)) or not only(
        value, PythonScalar, NoneObject
    )


def _asks_for_none(test: nodes.NodeNG) -> bool:
    """`x is None`, `x is not None`."""
    return compares_by(test, "is", "is not") and len(test.ops) == 1 and is_constant(test.ops[0][1], None)
