"""Flags and counters that let variables be changed once, or a result: a graph keeps what it was traced with.

`if not self.ready: self.target.assign(self.weights)`, `self.ready = True`. Eagerly that happens once. The trace that
turns the flag holds the assignment, so that the graph makes it at each call. So it is with what the first call alone
computes with, and does not keep: `if self.calls == 0: x = x / 2.0`, `self.calls += 1`.
"""

from __future__ import annotations

from collections.abc import Set
from functools import cached_property

from astroid import nodes

from hybridize.inference.facts.call_graph import Propagated, way_down
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import Context, DirectEffect
from hybridize.program.first_call_guards import tests_before
from hybridize.program.flow.names import bindings_reaching
from hybridize.program.inside import nodes_inside
from hybridize.program.memory import remembered
from hybridize.program.second_run import comes_again
from hybridize.program.syntax import last_name
from hybridize.program.writes import targets_of

CHANGING = frozenset(
    {
        "apply_gradients", "assign", "assign_add", "assign_sub", "batch_scatter_update", "minimize", "scatter_add",
        "scatter_nd_add", "scatter_nd_sub", "scatter_nd_update", "scatter_sub", "scatter_update",
    }
)  # fmt: skip
"""What changes variables: methods of variables and of optimizers."""


class FirstUpdates:
    """Tells the effects that turn such a flag, or count."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def lets_variables_change(self, propagated: Propagated[DirectEffect]) -> bool:
        """Whether an effect turns a flag that stands before a change of variables or of a result, on the way to it."""
        node = propagated.origin.node
        if not isinstance(node, nodes.AugAssign) and not isinstance(getattr(node, "value", None), nodes.Const):
            return False
        turned = {last_name(each) for each in targets_of(node)}
        scopes = dict.fromkeys(place.frame() for place in way_down(propagated, self._facts.graph))
        return any(not turned.isdisjoint(self._names_tested_before_changes(scope)) for scope in scopes)

    @remembered
    def _names_tested_before_changes(self, scope: nodes.NodeNG) -> Set[str]:
        """The names in tests that let a function change something in its first call only, itself or by a call."""
        places = {
            node
            for context in self._facts.contexts_of(scope)
            for node in (
                *(each for each in context.summary.operations if self._changes(each) or _is_used_behind(each)),
                *(call for call, callee in context.summary.calls if callee in self._changing),
            )
        }
        tests = (test for place in places if not comes_again(place) for test, _ in tests_before(place))
        asked = (each for test in tests for each in test.nodes_of_class((nodes.Attribute, nodes.Name)))
        return set(map(last_name, asked))

    @cached_property
    def _changing(self) -> Set[Context]:
        """The contexts that change variables, themselves or by what they call."""
        graph = self._facts.graph
        return graph.callers.leading_to(
            context for context in graph.contexts if any(map(self._changes, context.summary.operations))
        )

    def _changes(self, node: nodes.NodeNG) -> bool:
        return self._facts.operation(node).rpartition(".")[2] in CHANGING


def _is_used_behind(operation: nodes.NodeNG) -> bool:
    """Whether a name holds what is computed under a condition, which is read behind that, and which nothing keeps."""
    statement = operation.statement()
    around, targets = statement.parent, list(targets_of(statement))
    if not isinstance(around, nodes.If) or len(targets) != 1 or not isinstance(targets[0], nodes.AssignName):
        return False
    named = [each for each in nodes_inside(around.frame(), nodes.Name) if each.name == targets[0].name]
    within = [each for each in named if around.parent_of(each) and not statement.parent_of(each)]
    behind = (bindings_reaching(each, each.name)[0] for each in named if not around.parent_of(each))
    return not any(map(_is_stored, within)) and any(statement in each or targets[0] in each for each in behind)


def _is_stored(read: nodes.NodeNG) -> bool:
    """Whether what a name holds is handed on, or assigned to something else."""
    return isinstance(read.parent, (nodes.Assign, nodes.Call, nodes.Dict, nodes.List, nodes.Tuple))
