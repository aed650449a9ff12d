"""Objects that a program uses as only a model of Keras can be used, wherever they come from."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.calls import method_name, receiver_of
from hybridize.program.inside import nodes_inside
from hybridize.program.syntax import Spelling, spelled

_WEIGHTS = frozenset({"trainable_variables", "trainable_weights", "non_trainable_variables", "non_trainable_weights"})
"""What a model is asked for by those who train it."""


def shows_summary(call: nodes.NodeNG) -> bool:
    """Whether a call can only be there to print what a model of Keras is made of: `self.model.summary()`.

    Nobody takes what it gives, and around it, in the same class or function, the same object is asked for weights.
    """
    shown = receiver_of(call) if method_name(call) == "summary" and isinstance(call.parent, nodes.Expr) else None
    return shown is not None and spelled(shown) in models_around(call)


def models_around(node: nodes.NodeNG) -> set[Spelling]:
    """How those objects are spelled that are asked for their weights in the class or function around a place."""
    attributes = nodes_inside(_around(node), nodes.Attribute)
    return {spelled(each.expr) for each in attributes if each.attrname in _WEIGHTS} - {()}


def _around(call: nodes.NodeNG) -> nodes.NodeNG:
    """The class of the method in which a call stands, or else the outermost function, or the module."""
    scope = call.scope()
    while not isinstance(scope.parent, nodes.Module) and scope.parent is not None:
        scope = scope.parent.scope()
    return scope
