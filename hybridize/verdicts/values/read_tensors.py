"""What a function reads of an object that arrives: the tensors and arrays that could be passed in its place."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, ExternalInstance, Instance, TupleObject
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.program.inside import nodes_inside
from hybridize.program.syntax import spelled


def tensors_read(facts: Facts, function: FunctionFacts, parameter: ParameterFacts) -> tuple[str, ...]:
    """The attributes of what arrives at a parameter that are tensors or arrays and are read, first by the function
    itself, in its order, then by what it calls.
    """
    objects = select(parameter.value, Instance, ExternalInstance)
    own = sorted(nodes_inside(function.node, nodes.Attribute), key=lambda each: (each.lineno, each.col_offset))
    read = dict.fromkeys(each.attrname for each in own if spelled(each.expr) == (parameter.name,))
    below = {
        name
        for context in facts.graph.reached(function.contexts)
        for owner, name in context.summary.attributes.read
        if owner in objects
    }
    names = (*read, *sorted(below - read.keys()))
    return tuple(name for name in names if any(_is_tensor(facts, each, name) for each in objects))


def _is_tensor(facts: Facts, owner: AbstractObject, name: str) -> bool:
    held = facts.objects.attribute(owner, name)
    structures = [item for each in select(held, TupleObject) for value in (*each.items, each.rest) for item in value]
    tensors = select((*held, *structures), Tensor)
    return any(each.kind != "variable" for each in tensors) or bool(select((*held, *structures), Array))
