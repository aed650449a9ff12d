"""Functions that are defined inside others: decorated, each would be a new `tf.function` at every call of the outer."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.repetition import Repetition
from hybridize.verdicts.evidence import Evidence, MadeAnew
from hybridize.verdicts.model import Place

_RETURNING = (nodes.Return, nodes.Yield, nodes.YieldFrom)


def made_anew(facts: Facts, repetition: Repetition, function: FunctionFacts, here: Place) -> list[Evidence]:
    """The reason not to decorate a local function: its outer function runs again and again, and keeps none of them."""
    outer = function.node.parent.frame()
    if not isinstance(outer, nodes.FunctionDef) or _is_kept(outer, function.node):
        return []
    if not repetition.of_contexts(facts.contexts_of(outer)).again:
        return []
    return [MadeAnew(here, outer.name)]


def _is_kept(outer: nodes.FunctionDef, function: nodes.FunctionDef) -> bool:
    """Whether the outer function returns the function, stores it in an object, or does so with one that uses it."""
    for name in outer.nodes_of_class(nodes.Name):
        user = name.frame()
        if name.name == function.name and user is not function and user.parent is not None:
            inside = isinstance(user, nodes.FunctionDef) and user.parent.frame() is outer
            # Those that use each other are made one after another.
            if inside and user.lineno > function.lineno and _is_kept(outer, user):
                return True
        if name.name != function.name or (isinstance(name.parent, nodes.Call) and name is name.parent.func):
            continue
        parent = name.parent
        while parent is not outer and not isinstance(parent, nodes.Call):
            if isinstance(parent, _RETURNING):
                return True
            if isinstance(parent, nodes.Assign) and not all(isinstance(t, nodes.AssignName) for t in parent.targets):
                return True
            parent = parent.parent
    return False
