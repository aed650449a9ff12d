"""Methods `__setattr__` that hand on the name and the value as they are given: what is assigned is set."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.calls import called_name, method_name, receiver_of

SETTER = "__setattr__"
_GIVEN = 3
"""The object, the name of the attribute, and the value."""


def handing_on(method: nodes.NodeNG) -> frozenset[nodes.Call]:
    """The calls by which a method `__setattr__` hands on to the next one what it was given, and nothing else.

    `super().__setattr__(name, value)`, `object.__setattr__(self, name, value)`.
    """
    if not (isinstance(method, nodes.FunctionDef) and method.name == SETTER):
        return frozenset()
    given = [each.name for each in method.args.arguments]
    bound = (each for each in method.nodes_of_class(_BOUND) if not isinstance(each.parent, nodes.Arguments))
    if len(given) != _GIVEN or any(each.name in given for each in bound):
        return frozenset()
    calls = (each for each in method.nodes_of_class(nodes.Call) if each.scope() is method)
    return frozenset(each for each in calls if _hands_on(each, given))


def _hands_on(call: nodes.Call, given: list[str]) -> bool:
    if method_name(call) != SETTER or call.keywords:
        return False
    of_next = called_name(receiver_of(call)) == "super"
    names = [getattr(each, "name", None) for each in call.args if isinstance(each, nodes.Name)]
    return len(names) == len(call.args) and names == (given[1:] if of_next else given)


_BOUND = (nodes.AssignName, nodes.DelName)
