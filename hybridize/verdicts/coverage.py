"""Which functions run inside a graph already, because all their callers do."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.facts import Facts, FunctionFacts


def covered_functions(facts: Facts) -> set[nodes.NodeNG]:
    """Functions all of whose known calls come from hybrid code, directly or through covered functions.

    A least fixpoint: two functions that call only each other are not covered. Functions without known callers are not.
    """
    by_node = {f.node: f for f in facts.functions}
    covered: set[nodes.NodeNG] = set()
    changed = True
    while changed:
        changed = False
        for function in facts.functions:
            if function.node in covered or not function.callers:
                continue
            if all(_in_graph(by_node, covered, call) for call in function.callers):
                covered.add(function.node)
                changed = True
    return covered


def _in_graph(by_node: dict[nodes.FunctionDef, FunctionFacts], covered: set[nodes.NodeNG], call: object) -> bool:
    caller, _, hybrid = call  # type: ignore[misc]
    scope = caller.scope  # type: ignore[has-type]
    # A lambda runs where the function around it does.
    while isinstance(scope, nodes.Lambda) and not isinstance(scope, nodes.FunctionDef):
        scope = scope.parent.scope()
    if hybrid:  # type: ignore[has-type]
        # Traced by the framework (`Dataset.map`, `fit`).
        return True
    function = by_node.get(scope)
    return (function is not None and bool(function.hybrids)) or scope in covered
