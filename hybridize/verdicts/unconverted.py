"""Conditions and loops on tensors in functions whose decorator switches AutoGraph off."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.verdicts.evidence import WithoutAutoGraph
from hybridize.verdicts.traced_code import traced_code


def unconverted(facts: Facts, function: FunctionFacts) -> list[WithoutAutoGraph]:
    """The `if`, `while` and `for` on tensors that stay Python under `autograph=False`, here and in what it calls.

    A bare name as a condition may be a flag of Python as well, and tells nothing.
    """
    if not any(_switches_off(mark.arguments) for mark in function.hybrids):
        return []
    out = []
    for reached in traced_code(facts.graph, function.contexts):
        # A decorated callee is converted as its own decorator says.
        if reached.calls and facts.is_hybrid(reached.context.scope):
            continue
        for region in reached.context.summary.regions:
            if not isinstance(getattr(region, "test", None), nodes.Name):
                out.append(WithoutAutoGraph(reached.place(region), chain=reached.chain(region)))
    return out


def _switches_off(call: nodes.Call | None) -> bool:
    written = [each.value for each in call.keywords if each.arg == "autograph"] if call is not None else []
    return any(isinstance(value, nodes.Const) and value.value is False for value in written)
