"""What functions take from: iterators of which nothing is known but how they were made, and those made for one call."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.provenance import argument_of
from hybridize.program.lookup import bindings, builtin_name
from hybridize.program.syntax import spelled

_STEPS = 4
"""Assignments, arguments and attributes that lead back to where an iterator is made."""


def are_made_of_data(facts: Facts, function: FunctionFacts) -> bool:
    """Whether `iter` made all unknown iterators that a function takes from, which is how programs take from data sets.

    A generator is its own iterator: nobody calls `iter` for one.
    """
    taken = [each.origin.node for each in function.conditions if each.origin.kind == "iterator"]
    calls = [node for node in taken if isinstance(node, nodes.Call) and node.args]
    return 0 < len(calls) == len(taken) and all(_is_made_by_iter(facts, call.args[0], _STEPS) for call in calls)


def is_made_for_call(function: FunctionFacts, iterator: AbstractObject | None) -> bool:
    """Whether each call of a function makes the iterator that it passes: `step(zip(gradients, variables))`.

    No other call gets that one, so that each has a trace of its own, or a part of the trace around it.
    """
    site = getattr(iterator, "site", None)
    passing = [call for each in function.parameters if iterator in each.value for call in each.incoming]
    calls = [call.node for call in passing if iterator in call.value]
    return site is not None and bool(calls) and all(call.parent_of(site) for call in calls)


def _is_made_by_iter(facts: Facts, expression: nodes.NodeNG, steps: int) -> bool:
    if isinstance(expression, nodes.Call):
        return builtin_name(expression.func) == "iter"
    made = _made_from(facts, expression) if steps else []
    return bool(made) and all(_is_made_by_iter(facts, each, steps - 1) for each in made)


def _made_from(facts: Facts, expression: nodes.NodeNG) -> list[nodes.NodeNG]:
    """What was assigned to a name or attribute, or is passed to a parameter; nothing where that is not all plain."""
    if isinstance(expression, nodes.Name):
        out: list[nodes.NodeNG] = []
        for bound in bindings(expression):
            if isinstance(bound.parent, nodes.Arguments):
                out += _passed(facts, bound)
            elif isinstance(bound.parent, nodes.Assign):
                out.append(bound.parent.value)
            else:
                return []
        return out
    owner = expression.frame().parent if isinstance(expression, nodes.Attribute) else None
    if isinstance(owner, nodes.ClassDef):
        place = spelled(expression)
        targets = [each for each in owner.nodes_of_class(nodes.AssignAttr) if spelled(each)[1:] == place[1:]]
        return [each.parent.value for each in targets if isinstance(each.parent, nodes.Assign)]
    return []


def _passed(facts: Facts, parameter: nodes.AssignName) -> list[nodes.NodeNG]:
    function = facts.function_of(parameter.frame())
    if function is None:
        return []
    found = [each for each in function.parameters if each.name == parameter.name]
    passed = [argument_of(call.node, each, function) for each in found for call in each.incoming]
    return [argument for argument in passed if argument is not None]
