"""Tables I and II of the paper, and our own conditions: which precondition holds, and what keeps the others from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.gain import LowGain
from hybridize.verdicts.evidence.preconditions import (
    LiteralParameter,
    NoLiteralParameter,
    NoTensorParameter,
    Recursive,
    SideEffects,
    Undetermined,
)
from hybridize.verdicts.model.parts import (
    Action,
    Computation,
    GraphMode,
    ImplicitParameter,
    InputSignature,
    Parameter,
    Place,
    has_literal,
    has_tensor,
)
from hybridize.verdicts.model.verdict import Decision


@dataclass(frozen=True, slots=True)
class Premises:
    """What the tables ask of a function."""

    place: Place
    mode: GraphMode
    parameters: Sequence[Parameter]
    implicit_parameters: Sequence[ImplicitParameter]
    computation: Computation
    hazards: Sequence[Evidence]
    read_axes: Sequence[Evidence]
    """What keeps an input signature from being inferred."""
    reads_state: bool
    """It computes with what it is not given: arrays, the weights of its receiver or of an object around it, or what
    comes from code that cannot be seen."""
    needed_as_graph: bool
    """Somebody uses the object that the decorator makes of it, or needs AutoGraph to convert it."""
    undetermined: Undetermined
    """What to say where the answer is not known."""
    complete: bool
    """The analysis of the function came to its end."""
    input_signature: InputSignature | None = None
    """With `--input-signatures`: what would pin the types that arrive."""
    writable: bool = True
    """The file has names for what the signature needs."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """Which precondition holds, and the conditions that do not."""

    precondition: str | None = None
    published: str | None = None
    transformation: Action | None = None
    failures: tuple[Evidence, ...] = ()
    takes_signature: bool = False
    """It is a graph without a signature, or may become one."""


def judge(premises: Premises) -> Outcome:
    """Which precondition holds for a function."""
    outcome = _hybrid(premises) if premises.mode.hybrid else _eager(premises)
    return Outcome(
        outcome.precondition,
        outcome.published,
        outcome.transformation,
        outcome.failures + tuple(_of_both(premises)),
        outcome.takes_signature,
    )


def decision(outcome: Outcome, hazards: Sequence[Evidence], assumptions: Sequence[Evidence], proven: bool) -> Decision:
    """The outcome as a part of the verdict."""
    return Decision(
        outcome.precondition,
        outcome.published,
        None if outcome.transformation is None else outcome.transformation.value,
        outcome.failures,
        tuple(hazards),
        tuple(assumptions),
        proven,
    )


def _eager(given: Premises) -> Outcome:
    """Table I."""
    tensor, literals = has_tensor(given.parameters), has_literal(given.parameters)
    effects, recursive = given.computation.has_side_effects, given.computation.is_recursive
    failures = list(given.read_axes)
    if tensor is False:
        failures.append(NoTensorParameter(given.place))
    if literals:
        failures.append(_literal_parameter(given.parameters))
    if recursive:
        recursion = given.computation.recursion
        failures.append(Recursive(recursion[0].place if recursion else given.place, chain=recursion))
    if not (tensor is True and literals is False and effects is False and recursive is False):
        # Arrays become tensors of a graph, too, though the tables do not count them.
        arrays = tensor is False and any(each.array for each in given.parameters)
        takes = arrays and literals is False and effects is False and recursive is False
        return Outcome(failures=tuple(failures), takes_signature=takes)
    if stands_against(given.hazards):
        return Outcome(None, "P1", None, tuple(failures), True)
    return Outcome("P1", "P1", Action.HYBRIDIZE, tuple(failures), True)


def stands_against(hazards: Sequence[Evidence]) -> bool:
    """Whether hazards keep an eager function from passing: a small gain alone does not."""
    return any(not isinstance(hazard, LowGain) for hazard in hazards)


def _hybrid(given: Premises) -> Outcome:
    """Table II; a function that reads tensors otherwise than from its arguments is no P2."""
    tensor, literals = has_tensor(given.parameters), has_literal(given.parameters)
    effects, computes = given.computation.has_side_effects, given.computation.has_tensor_computation
    implicit = any(each.tensor for each in given.implicit_parameters) or given.reads_state
    published = precondition = None
    # Arrays become tensors of the graph: what the function does with them, TensorFlow does.
    arrays = any(each.array for each in given.parameters)
    if tensor is False and effects is False:
        published = "P2"
        precondition = "P2" if not arrays and (computes is False or (computes and not implicit)) else None
    elif tensor is True and literals is True and effects is False:
        published = precondition = "P3"
    if precondition is None and effects is False and computes is False and not arrays:
        precondition = "P6"
    removable = given.mode.decorator is not None and not given.mode.arguments and not given.needed_as_graph
    action = Action.DEHYBRIDIZE if precondition is not None and removable else None
    failures = tuple(given.read_axes)
    if tensor is True and literals is False and not failures:
        failures = (NoLiteralParameter(given.place),)
    open_to_one = given.input_signature is not None and not given.mode.has_signature
    pure = not (literals or effects or given.computation.is_recursive)
    if precondition is None and open_to_one and given.writable and tensor and pure:
        return Outcome("P4", published, Action.RECONFIGURE, (), True)
    return Outcome(precondition, published, action, failures, open_to_one)


def _of_both(given: Premises) -> list[Evidence]:
    """The failures that both tables know."""
    computation = given.computation
    out: list[Evidence] = []
    if computation.has_side_effects:
        first = computation.effects[0]
        out.append(SideEffects(first.place, first, chain=first.chain))
    known = (has_tensor(given.parameters), computation.has_side_effects, computation.is_recursive)
    if None in known or not given.complete:
        out.append(given.undetermined)
    return out


def _literal_parameter(parameters: Sequence[Parameter]) -> LiteralParameter:
    first = next(parameter for parameter in parameters if parameter.literal)
    return LiteralParameter(first.literal_values[0].place, first.name, first.literal_values)
