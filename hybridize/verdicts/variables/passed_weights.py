"""Weights of Keras that a graph is passed: with Keras 3 they arrive as tensors of a trace, and are variables no more.

Run on 2.21: a weight that is an argument, or stands in a structure that is one, has no `assign`, no optimizer takes it,
and a tape gives None for it. A `tf.Variable` arrives as itself, and so do weights with Keras 2. What only computes
with a weight gets its value.
"""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import IteratorObject, Value
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.provenance import argument_of
from hybridize.program.flow.names import bindings_reaching
from hybridize.program.lookup import assignment_of, unpacked
from hybridize.verdicts.evidence.safety import Unusable, UnusableArgument
from hybridize.verdicts.model.parts import Place
from hybridize.verdicts.state.first_updates import CHANGING
from hybridize.verdicts.values.objects import DEPTH, members

_OF_VARIABLES = CHANGING | {"gradient", "jacobian"}
"""What needs variables and not their values."""
_FOLLOWED = 8
"""Names, attributes and displays that are followed to where variables are made."""


def passed_weights(facts: Facts, function: FunctionFacts, here: Place) -> list[UnusableArgument]:
    """The parameters at which weights arrive, in a function that changes variables or asks for their gradients."""
    found = [
        each for each in function.parameters if not each.receiver and _contains_variable(facts, each.value, DEPTH)
    ]
    if not found or not any(each.startswith("keras.") for each in facts.callees.names):
        return []
    if not any(_needs_variables(facts, context) for context in facts.graph.reached(function.contexts)):
        return []
    return [
        UnusableArgument(here, each.name, "", Unusable.WEIGHT)
        for each in found
        if not _are_made_by_program(facts, function, each)
    ]


def _contains_variable(facts: Facts, value: Value, depth: int) -> bool:
    if any(each.kind == "variable" and not each.origin for each in select(value, Tensor)):
        return True
    held = [inner for each in value for inner in members(facts.objects, each)] if depth else []
    held += [each.element for each in select(value, IteratorObject)] if depth else []
    return any(_contains_variable(facts, each, depth - 1) for each in held)


def _needs_variables(facts: Facts, context: Context) -> bool:
    return any(facts.operation(each).rpartition(".")[2] in _OF_VARIABLES for each in context.summary.operations)


def _are_made_by_program(facts: Facts, function: FunctionFacts, parameter: ParameterFacts) -> bool:
    """Whether each call passes what `tf.Variable` has made, as far as names and attributes lead there."""
    passed = [(argument_of(each.node, parameter, function), each.caller) for each in parameter.incoming]
    return bool(passed) and all(
        argument is not None and _is_own(facts, argument, caller, _FOLLOWED) for argument, caller in passed
    )


def _is_own(facts: Facts, expression: nodes.NodeNG, context: Context, depth: int) -> bool:
    """Whether an expression gives variables of the program, or a list of them."""
    if isinstance(expression, nodes.Call):
        return facts.callees.of(expression) == "tensorflow.Variable"
    if not depth:
        return False
    values: list[nodes.NodeNG] = []
    if isinstance(expression, (nodes.List, nodes.Tuple)):
        values = expression.elts
    elif isinstance(expression, nodes.ListComp):
        values = [expression.elt]
    elif isinstance(expression, nodes.Name):
        found = [assignment_of(each) for each in bindings_reaching(expression, expression.name)[0]]
        # What holds for all that a loop goes through holds for the name that its rounds bind.
        values = [expression if each is None else unpacked(each.value, each.member)[0] for each in found]
    elif isinstance(expression, nodes.Attribute):
        owners = facts.objects.held_by(expression.expr, context)
        written = [each for owner in owners for each, _ in facts.accesses.assignments(owner, expression.attrname)]
        values = [getattr(each, "value", None) or each for each in written]
    return bool(values) and all(_is_own(facts, each, context, depth - 1) for each in values)
