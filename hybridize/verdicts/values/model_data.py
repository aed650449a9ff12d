"""Parameters that are data of models: the body hands them to layers, losses or metrics, which take them as tensors."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.program.calls import taker_of

_PARTS = ("keras.layers.Layer", "keras.losses.Loss", "keras.metrics.Metric", "tensorflow.Module")
"""What models are made of."""
_CALLS = frozenset(f"{part}.__call__" for part in ("keras.layers.Layer", "keras.losses.Loss", "keras.metrics.Metric"))
"""What objects of the framework do when they are called."""
_METHODS = frozenset({"call", "__call__", "update_state"})
"""Methods of the project's own parts that are given data."""
_LOSSES = ("keras.losses.", "keras.metrics.")
_DATA = frozenset({"inputs", "x", "y_true", "y_pred", "sample_weight"})
"""The keywords by which data are given; others are modes."""


def is_data_of_models(facts: Facts, function: FunctionFacts, name: str) -> bool:
    """Whether a function hands a parameter, or an item of it, to a part of a model as data."""
    calls = (_given_to(read) for read in function.names.reads if read.name == name)
    return any(call is not None and _takes_data(facts, function, call) for call in calls)


def _given_to(name: nodes.Name) -> nodes.Call | None:
    """The call to which a name is given, by itself, by an item (`batch["image"]`) or within a display (`[x, y]`)."""
    node, parent = name, name.parent
    while (isinstance(parent, nodes.Subscript) and parent.value is node) or isinstance(
        parent, (nodes.Tuple, nodes.List, nodes.Dict)
    ):
        node, parent = parent, parent.parent
    return None if isinstance(parent, nodes.Keyword) and parent.arg not in _DATA else taker_of(node)


def _takes_data(facts: Facts, function: FunctionFacts, call: nodes.Call) -> bool:
    """Whether a call calls a part of a model, of the framework or of the project."""
    if facts.operation(call) in _CALLS or facts.callees.of(call).startswith(_LOSSES):
        return True
    for context in function.contexts:
        for at, callee, _ in context.summary.edges():
            called = facts.function_of(callee.scope) if at is call else None
            if called is not None and called.node.name in _METHODS and facts.derives(called.bases, *_PARTS):
                return True
    return False
