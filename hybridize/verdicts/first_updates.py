"""Flags that let variables be changed until they are turned: a graph keeps what it was traced with.

`if not self.ready: self.target.assign(self.weights)`, `self.ready = True`. Eagerly that happens once. The trace that
turns the flag holds the assignment, so that the graph makes it at each call.
"""

from __future__ import annotations

from collections.abc import Set

from astroid import nodes

from hybridize.inference.results.call_graph import Propagated, way_down
from hybridize.inference.results.facts import Facts
from hybridize.inference.results.model import Context, DirectEffect
from hybridize.program.once import tests_before
from hybridize.program.syntax import spelled

_CHANGING = frozenset(
    {
        "apply_gradients", "assign", "assign_add", "assign_sub", "batch_scatter_update", "minimize", "scatter_add",
        "scatter_nd_add", "scatter_nd_sub", "scatter_nd_update", "scatter_sub", "scatter_update",
    }
)  # fmt: skip
"""What changes variables: methods of variables and of optimizers."""


def lets_variables_change(facts: Facts, propagated: Propagated[DirectEffect]) -> bool:
    """Whether an effect turns a flag that stands before a change of variables, on the way to it."""
    node = propagated.origin.node
    value = node.value if isinstance(node, nodes.Assign) else None
    if not isinstance(value, nodes.Const) or not isinstance(value.value, bool):
        return False
    flags = {(place[-1], value.value) for place in map(spelled, node.targets) if place}
    scopes = dict.fromkeys(place.frame() for place in way_down(propagated, facts.graph))
    return any(_is_let(facts, context, flags) for scope in scopes for context in facts.contexts_of(scope))


def _is_let(facts: Facts, context: Context, flags: Set[tuple[object, bool]]) -> bool:
    """Whether a context changes variables, itself or by a call, where a flag is not turned yet."""
    changing = (node for node in context.summary.operations if _changes(facts, node))
    calls = (
        call
        for call, callee in context.summary.calls
        if any(_changes(facts, node) for each in facts.graph.reached([callee]) for node in each.summary.operations)
    )
    return any(
        (place[-1], not holds) in flags
        for node in (*changing, *calls)
        for place, holds in ((spelled(single), holds) for single, holds in tests_before(node))
        if place
    )


def _changes(facts: Facts, node: nodes.NodeNG) -> bool:
    return facts.operation(node).rpartition(".")[2] in _CHANGING
