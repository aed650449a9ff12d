"""One tensor that reaches a function by two ways: in a graph these are two tensors, and no gradient leads to the other.

`gradients([x, y], x)` differentiates what `[x, y]` gave with respect to `x`. Each argument is a placeholder of its own
in the trace, as is what `self.x` holds, and the gradient is None. Variables are the same by whichever way they arrive.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import Container, TupleObject, Unknown
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.facts.facts import CallSiteArgument, Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.provenance import argument_of, calls_of
from hybridize.program.calls import passed_by, receiver_of
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assigned_once, made_by
from hybridize.program.places import place_of
from hybridize.program.syntax import last_name, members, names_read, spelled
from hybridize.verdicts.evidence.safety import SameTensor
from hybridize.verdicts.gain.operations import GRADIENTS, leading_to_operations

_SOURCES = frozenset({"gradient", "jacobian", "batch_jacobian", "watch", "gradients"})
"""Methods and functions that are told with respect to what is differentiated."""


class Aliases:
    """Finds such calls of functions that compute gradients."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def of(self, function: FunctionFacts) -> Iterator[SameTensor]:
        """The first call that passes a tensor twice, or one that the function reads from its object as well."""
        if self._deriving.isdisjoint(function.contexts):
            return
        names = {each.name for each in function.parameters if not each.receiver}
        sources = _sources(function.node, names)
        for parameter in function.parameters:
            if parameter.receiver or (sources is not None and parameter.name not in sources):
                continue
            for passed in calls_of(parameter):
                argument = argument_of(passed.node, parameter, function)
                if argument is None or not _is_tensor(passed):
                    continue
                if _arrives_twice(function, passed, argument, parameter.name):
                    yield SameTensor(place_of(passed.caller.module_path, passed.node), parameter.name)
                    return

    @cached_property
    def _deriving(self) -> Set[Context]:
        return leading_to_operations(self._facts, GRADIENTS.__contains__)


def _arrives_twice(function: FunctionFacts, passed: CallSiteArgument, argument: nodes.NodeNG, name: str) -> bool:
    call = passed.node
    for other in function.parameters:
        given = None if other.name == name else argument_of(call, other, function)
        if given is None:
            continue
        held = any(has(each.value, Container, TupleObject) for each in other.incoming if each.node is call)
        if not _parts(argument).isdisjoint(_parts(given)) or (held and _is_taken_from(argument, given)):
            return True
    receiver = next((each.name for each in function.parameters if each.receiver), None)
    owner = receiver_of(call)
    if receiver is None or owner is None or not isinstance(argument, nodes.Attribute):
        return False
    return argument.expr.as_string() == owner.as_string() and any(
        spelled(each) == (receiver, argument.attrname) for each in nodes_inside(function.node, nodes.Attribute)
    )


def _parts(expression: nodes.NodeNG) -> set[str]:
    """What an expression is called, and the members of the display that it is or that a name stands for."""
    found: set[str] = set()
    pending = [expression]
    for each in pending:
        if isinstance(each, (nodes.Name, nodes.Subscript, nodes.Attribute)):
            found.add(each.as_string())
            assigned = assigned_once(each)
            pending += [] if assigned is None else [assigned]
        elif isinstance(each, nodes.Dict):
            pending += [value for _, value in each.items]
        pending += members(each)
    return found


def _is_taken_from(expression: nodes.NodeNG, container: nodes.NodeNG) -> bool:
    """Whether it is `x[0]`, or a name for that, where the other is `x`."""
    taken = made_by(expression)
    return isinstance(taken, nodes.Subscript) and taken.value.as_string() in _parts(container)


def _is_tensor(passed: CallSiteArgument) -> bool:
    """Whether a tensor may be passed that is no variable."""
    kinds = {each.kind for each in select(passed.value, Tensor)}
    return bool(kinds - {"variable", "keras"}) or (not kinds and has(passed.value, Unknown))


def _sources(function: nodes.FunctionDef, names: Set[str]) -> set[str] | None:
    """The parameters with respect to which a function differentiates; None where it leaves that to others."""
    calls = [each for each in nodes_inside(function, nodes.Call) if last_name(each.func) in _SOURCES]
    if not calls:
        return None
    return {name for call in calls for part in passed_by(call) for name in names_read(part) if name in names}
