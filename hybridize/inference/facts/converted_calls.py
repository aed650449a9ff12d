"""Which calls lead AutoGraph into a function, and which leave it, and all that it calls in turn, as Python.

AutoGraph converts what a converted function calls where a call is written. It does not convert what Python calls by
itself (operators, properties, `with`, the making of objects), what other code calls (`functools.reduce`), what
functions call that it cannot convert (generators), nor what Keras 3 calls. Conditions on tensors fail there. Keras runs
the steps of a model without it (`train_step`), on both releases, and Keras 2 converts layers, losses and metrics again,
but no activation, regularizer, constraint or schedule.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator

from astroid import nodes

from hybridize.inference.facts.names import Callees
from hybridize.inference.state.assumptions import Assumption, Because, Use
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.events import Events
from hybridize.inference.state.origins import LEFT_BY_KERAS_3, Certainty, Condition
from hybridize.inference.tracing.conditions import WALRUS
from hybridize.inference.tracing.regions import spoils_conversion
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import builtin_name
from hybridize.program.memory import remembered
from hybridize.program.writes import is_special

_CONVERTING = frozenset(
    f"tensorflow.{name}" for name in "case cond map_fn numpy_function py_function switch_case function".split()
)
"""Functions that convert the functions that they are handed."""
_CONVERTED_THEN = frozenset({"tensorflow.map_fn", "tensorflow.function"})
"""Those of them that also do so where the code around the call is not converted."""
_CONVERTING_METHODS = ("dataset.", "tensorflow.data.", "tensorflow.distribute.")
"""How the names of methods begin that do so."""
_KEEPING = frozenset({
    "abc.abstractmethod", "functools.singledispatch", "functools.wraps", "tensorflow.Module.with_name_scope",
    "tensorflow.function",
})  # fmt: skip
"""Decorators that leave a function one that AutoGraph converts."""
_OF_METRICS = frozenset({"update_state", "result"})
"""Methods that Keras 2 converts wherever they are called."""
_FRAMEWORKS = ("tensorflow", "keras", "tf_keras")
_MODES = (Certainty.SEEN, Certainty.UNSEEN)


class ConvertedCalls:
    """Answers for each context, callees first."""

    def __init__(self, events: Events, callees: Callees, once: Collection[nodes.NodeNG]) -> None:
        """`once`: functions whose results are kept for further calls, which is done in C."""
        self._events = events
        self._callees = callees
        self._once = once
        self._below: dict[Context, Certainty | None] = {}

    def of(self, context: Context) -> Iterator[Condition | Assumption]:
        """The calls of a context that lead to conditions on tensors and are not converted."""
        summary = context.summary
        found = [*summary.regions.values(), *summary.conversions.values()]
        led = Counter(node for node, scope in {(node, callee.scope) for node, callee in summary.calls})
        for (node, callee), edge in summary.calls.items():
            if edge.hybrid or not edge.effects or callee.scope in self._events.graphs.hybrids:
                continue
            asks = self._below.get(callee)
            if asks is None:
                continue
            if asks is Certainty.SEEN and (led[node] > 1 or not isinstance(node, nodes.Call)):
                # The call may lead elsewhere, where all is well: to another class, to a dictionary.
                asks = Certainty.UNSEEN
            if not self._is_converted_then(node):
                found.append(asks)
            told = self._told(context, node, callee)
            if told == "" and nodes_inside(context.scope, nodes.NamedExpr):
                yield self._events.origins.condition("autograph-limit", node, WALRUS, asks)
            elif told:
                text = f"{told} a function with a condition on a tensor, which AutoGraph then does not convert"
                yield self._events.origins.condition("autograph-limit", node, text, asks)
            elif told is None:
                what = "a condition on a tensor in what a framework calls"
                yield self._events.origins.assumption(Use.CONSTRUCT, node, Because.NO_RUN, what)
                if self._is_called_by_keras(node):
                    name = getattr(callee.scope, "name", "lambda")
                    text = f"`{name}` leads to a condition or loop on a tensor, {LEFT_BY_KERAS_3}"
                    yield self._events.origins.condition("autograph-limit", node, text, asks)
        certain = next((each for each in _MODES if each in found), None)
        self._below[context] = certain if certain is not None else next(iter(found), None)

    def stays_python(self, context: Context, node: nodes.NodeNG, callee: Context, keras_3: bool) -> bool:
        """Whether a call in a function that Keras runs without AutoGraph leads to one that is not converted either.

        `keras_3`: on its releases, else on all.
        """
        if self._is_converted_then(node):
            return keras_3 and self._callees.of(node) == "tensorflow.map_fn"
        told = self._told(context, node, callee)
        if told is None or getattr(callee.scope, "name", "") in _OF_METRICS:
            return keras_3
        return True

    def _is_converted_then(self, node: nodes.NodeNG) -> bool:
        methods = self._events.calls.called_methods.get(node, ())
        return self._callees.of(node) in _CONVERTED_THEN or (
            bool(methods) and all(each.startswith(_CONVERTING_METHODS) for each in methods)
        )

    def _is_called_by_keras(self, node: nodes.NodeNG) -> bool:
        """Whether an object of Keras, or of a class that derives from one, calls what it was made with or defines."""
        methods = self._events.calls.called_methods.get(node, ())
        return isinstance(node, nodes.Call) and all(each.startswith("keras.") for each in methods)

    def _told(self, context: Context, node: nodes.NodeNG, callee: Context) -> str | None:
        """What calls a function that is not converted, in words; None where that depends, empty where it is."""
        scope = callee.scope
        if any(isinstance(each, (nodes.ClassDef, nodes.Module)) for each in (scope, context.scope)):
            return ""
        if _is_spoilt(context.scope):
            return f"`{context.scope.name}`, which is not converted itself, calls"
        if context.scope.parent_of(scope):
            return ""
        name = str(getattr(scope, "name", ""))
        if not isinstance(node, nodes.Call):
            return f"Python calls by itself, as `{name}`,"
        if scope in self._events.calls.called_functions.get(node, ()):
            return self._decorated(scope)
        return self._handed_over(node, scope, name)

    def _decorated(self, scope: nodes.NodeNG) -> str | None:
        """The same of a function that is called by its name: its decorators may stand in the way."""
        if scope in self._once:
            return "`functools.lru_cache` calls"
        decorators = scope.decorators.nodes if isinstance(scope, nodes.FunctionDef) and scope.decorators else ()
        outside = {self._callees.of(each) for each in decorators} - {""} | self._events.calls.wrappers.get(scope, set())
        return "" if outside <= _KEEPING else None

    def _handed_over(self, call: nodes.Call, scope: nodes.NodeNG, name: str) -> str | None:
        """The same of a function that something else calls, which is written there."""
        by, outside = builtin_name(call.func), self._callees.of(call)
        if name == "__call__" and not outside and not self._events.calls.called_methods.get(call):
            return ""
        if is_special(name):
            return f"Python calls by itself, as `{name}`,"
        if by or (outside and not outside.startswith(_FRAMEWORKS)):
            return f"`{by or outside}` calls"
        methods = self._events.calls.called_methods.get(call, ())
        if scope in self._events.graphs.left_by_keras:
            return "Keras calls"
        if outside in _CONVERTING or (methods and all(each.startswith(_CONVERTING_METHODS) for each in methods)):
            return ""
        return None


@remembered
def _is_spoilt(scope: nodes.NodeNG) -> bool:
    return isinstance(scope, nodes.FunctionDef) and bool(spoils_conversion(scope))
