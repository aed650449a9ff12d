"""Flags that let variables be changed until they are turned: a graph keeps what it was traced with.

`if not self.ready: self.target.assign(self.weights)`, `self.ready = True`. Eagerly that happens once. The trace that
turns the flag holds the assignment, so that the graph makes it at each call.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property

from astroid import nodes

from hybridize.inference.results.call_graph import Propagated, way_down
from hybridize.inference.results.facts import Facts
from hybridize.inference.results.model import Context, DirectEffect
from hybridize.program.first_call_guards import tests_before
from hybridize.program.syntax import Spelling, spelled

_CHANGING = frozenset(
    {
        "apply_gradients", "assign", "assign_add", "assign_sub", "batch_scatter_update", "minimize", "scatter_add",
        "scatter_nd_add", "scatter_nd_sub", "scatter_nd_update", "scatter_sub", "scatter_update",
    }
)  # fmt: skip
"""What changes variables: methods of variables and of optimizers."""


class FirstUpdates:
    """Tells the effects that turn such a flag."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._tests: dict[nodes.NodeNG, Set[tuple[Spelling, bool]]] = {}

    def lets_variables_change(self, propagated: Propagated[DirectEffect]) -> bool:
        """Whether an effect turns a flag that stands before a change of variables, on the way to it."""
        node = propagated.origin.node
        value = node.value if isinstance(node, nodes.Assign) else None
        if not isinstance(value, nodes.Const) or not isinstance(value.value, bool):
            return False
        flags = {(place[-1], value.value) for place in map(spelled, node.targets) if place}
        scopes = dict.fromkeys(place.frame() for place in way_down(propagated, self._facts.graph))
        return any(
            (place[-1], not holds) in flags
            for scope in scopes
            for place, holds in self._tests_before_changes(scope)
            if place
        )

    def _tests_before_changes(self, scope: nodes.NodeNG) -> Set[tuple[Spelling, bool]]:
        """The tests, with what they say, behind which a function changes variables, itself or by a call."""
        found = self._tests.get(scope)
        if found is None:
            places = {
                node
                for context in self._facts.contexts_of(scope)
                for node in (
                    *filter(self._changes, context.summary.operations),
                    *(call for call, callee in context.summary.calls if callee in self._changing),
                )
            }
            tests = (test for place in places for test in tests_before(place))
            found = self._tests[scope] = {(spelled(single), holds) for single, holds in tests}
        return found

    @cached_property
    def _changing(self) -> Set[Context]:
        """The contexts that change variables, themselves or by what they call."""
        graph = self._facts.graph
        return graph.leading_to(
            context for context in graph.contexts if any(map(self._changes, context.summary.operations))
        )

    def _changes(self, node: nodes.NodeNG) -> bool:
        return self._facts.operation(node).rpartition(".")[2] in _CHANGING
