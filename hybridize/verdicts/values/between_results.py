"""Gradients of one result of a function with respect to another: a graph hands out tensors between which none leads.

`features, score = f(x)` and then `tape.gradient(score, features)`: the tape of the caller records the call of a graph
as one operation, all of whose results are ends.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.domain.objects import Container, Instance, TupleObject, Unknown, Value
from hybridize.inference.domain.queries import has
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.provenance import argument_of, calls_of, returned_values
from hybridize.program.calls import passed_as, passed_at
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assigned_values
from hybridize.program.places import place_of
from hybridize.verdicts.evidence.safety import GradientBetweenResults

_DERIVING = frozenset({"gradient", "jacobian", "batch_jacobian", "gradients"})
_MOST = 200
"""Expressions that are followed for one question."""
_HOLDING = (nodes.List, nodes.Tuple, nodes.Set)


class Gradient(NamedTuple):
    """What is differentiated, and with respect to what."""

    path: str
    call: nodes.Call
    target: nodes.NodeNG
    sources: nodes.NodeNG

    @property
    def fills_up(self) -> bool:
        """Whether it asks for zeros where nothing leads to a source."""
        said = passed_as(self.call, "unconnected_gradients")
        return said is not None and said.as_string().strip("'").lower().endswith("zero")


class BetweenResults:
    """Finds such gradients in the program."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def of(self, function: FunctionFacts) -> Iterator[GradientBetweenResults]:
        """The first gradient between two results of a call of the function."""
        if not self._gradients or not any(_gives_several(context.summary.result) for context in function.contexts):
            return
        calls = {call for _, call, _ in self._facts.graph.callers.of(*function.contexts)}
        for each, sources, targets in self.ways_back:
            if not calls.isdisjoint(sources) and not calls.isdisjoint(targets):
                yield GradientBetweenResults(place_of(each.path, each.call))
                return

    @cached_property
    def ways_back(self) -> list[tuple[Gradient, frozenset[nodes.NodeNG], frozenset[nodes.NodeNG]]]:
        """The gradients, each with what leads to its sources, and what leads to its target but not by way of these."""
        found = []
        for each in self._gradients:
            ends = {part.as_string() for part in _parts(each.sources)}
            sources = self._leading(each.sources, computed=False)
            found.append((each, sources, self._leading(each.target, without=ends)))
        return found

    @cached_property
    def _gradients(self) -> list[Gradient]:
        found = []
        for module, call in self._facts.program.calls_of(*_DERIVING):
            target, sources = passed_at(call, 0, "target", "ys"), passed_at(call, 1, "sources", "xs", "source")
            if target is not None and sources is not None:
                found.append(Gradient(module.file.relative, call, target, sources))
        return found

    def _leading(
        self, expression: nodes.NodeNG, *, computed: bool = True, without: Collection[str] = ()
    ) -> frozenset[nodes.NodeNG]:
        """The expressions of which one holds the same; `computed`: or from which it is computed.

        Expressions that are written as in `without` are left out.
        """
        pending, seen = [expression], {expression}
        found = set()
        for each in pending:
            if without and each.as_string() in without:
                continue
            found.add(each)
            for step in self._before(each, computed):
                if step not in seen and len(seen) < _MOST:
                    seen.add(step)
                    pending.append(step)
        return frozenset(found)

    def _before(self, expression: nodes.NodeNG, computed: bool) -> Iterator[nodes.NodeNG]:
        """Where what an expression holds comes from."""
        if isinstance(expression, nodes.Name):
            yield from assigned_values(expression)
            yield from self._passed(expression)
        elif isinstance(expression, nodes.Attribute):
            yield expression.expr
            yield from self._assigned(expression)
        elif isinstance(expression, (nodes.Subscript, nodes.Starred)):
            yield expression.value
        elif isinstance(expression, nodes.Call):
            yield from self._returned(expression)
            if computed:
                yield from expression.get_children()
        elif computed or isinstance(expression, _HOLDING):
            yield from expression.get_children()

    def _passed(self, name: nodes.Name) -> Iterator[nodes.NodeNG]:
        """What calls pass to the parameter that a name is."""
        function = self._facts.function_of(name.scope())
        for parameter in function.parameters if function is not None else ():
            if parameter.name == name.name and function is not None:
                given = (argument_of(passed.node, parameter, function) for passed in calls_of(parameter))
                yield from (argument for argument in given if argument is not None)

    def _assigned(self, read: nodes.Attribute) -> Iterator[nodes.NodeNG]:
        """What the module assigns to attributes of that name."""
        for target in nodes_inside(read.root(), nodes.AssignAttr):
            if target.attrname == read.attrname:
                statement = target.statement()
                if isinstance(statement, (nodes.Assign, nodes.AnnAssign)) and statement.value is not None:
                    yield statement.value

    def _returned(self, call: nodes.Call) -> Iterator[nodes.NodeNG]:
        """What functions of the project return to a call."""
        for context in self._facts.contexts_of(call.scope()):
            # In the order of the calls: which of all expressions are followed hangs on it.
            for callee in dict.fromkeys(callee.scope for callee in context.summary.called_at(call)):
                yield from returned_values(callee)


def _gives_several(result: Value) -> bool:
    """Whether a result is a structure, which may hold several tensors."""
    return has(result, TupleObject, Container, Instance, Unknown)


def _parts(expression: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    yield expression
    if isinstance(expression, _HOLDING):
        for each in expression.elts:
            yield from _parts(each)
