"""Loops that go through data sets: what belongs to the data set of a round has as many values as there are data sets.

`for name, data in data_sets.items(): evaluate(iter(data), name)`
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from astroid import nodes

from hybridize.inference.domain.objects import Dataset
from hybridize.inference.domain.queries import has
from hybridize.inference.facts.facts import CallSiteArgument, FunctionFacts
from hybridize.inference.facts.provenance import argument_of
from hybridize.inference.facts.repetition import Loop
from hybridize.program.lookup import assignment_of, bindings, builtin_called
from hybridize.program.loops import loops_around, targets
from hybridize.program.places import place_of
from hybridize.program.syntax import names_bound, names_read


def without_data_sets(
    function: FunctionFacts, passed: CallSiteArgument, argument: nodes.NodeNG | None, loops: Iterable[Loop]
) -> tuple[Loop, ...]:
    """The loops that change an argument, less those that go through the data sets of which the same call takes.

    Such a loop must bind what the argument is made of: what it counts or computes is another value each time.
    """
    found = tuple(loops)
    if not found or argument is None or not any(has(each.value, Dataset) for each in function.parameters):
        return found
    through = {
        place_of(passed.caller.module_path, loop)
        for loop in loops_around(passed.node)
        if isinstance(loop, nodes.For) and _takes_from(loop, function, passed) and _is_of_round(argument, loop)
    }
    return tuple(loop for loop in found if loop.place not in through)


def _takes_from(loop: nodes.For, function: FunctionFacts, passed: CallSiteArgument) -> bool:
    """Whether the call passes a data set, or an iterator of one, that a loop variable is or leads to."""
    if builtin_called(loop.iter) == "range":
        return False
    bound = targets(loop)
    arguments = (
        argument_of(passed.node, each, function) for each in function.parameters if has(each.value, Dataset)
    )
    return any(name.name in bound for each in arguments if each is not None for name in _names_of(each, loop))


def _names_of(argument: nodes.NodeNG, loop: nodes.For) -> Iterator[nodes.Name]:
    """The names in an argument, and in what the round assigns to these."""
    for name in argument.nodes_of_class(nodes.Name):
        yield name
        for bound in bindings(name):
            assignment = assignment_of(bound)
            if assignment is not None and assignment.plain and loop.parent_of(assignment.node):
                yield from assignment.value.nodes_of_class(nodes.Name)


def _is_of_round(argument: nodes.NodeNG, loop: nodes.For) -> bool:
    """Whether an argument follows from the loop variables, and from what no round changes."""
    bound, names = targets(loop), names_read(argument)
    return not names.isdisjoint(bound) and names.isdisjoint(names_bound(loop) - bound)
