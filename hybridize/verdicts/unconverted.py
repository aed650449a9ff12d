"""Conditions and loops on tensors in functions whose decorator switches AutoGraph off."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.results.facts import FunctionFacts
from hybridize.program.places import place_of
from hybridize.verdicts.evidence import WithoutAutoGraph


def unconverted(function: FunctionFacts, path: str) -> list[WithoutAutoGraph]:
    """The `if`, `while` and `for` on tensors that stay Python under `autograph=False`.

    Those of callees may be converted apart (`tf.autograph.to_graph`), and a bare name as a condition may be a flag of
    Python as well: neither tells anything.
    """
    if not any(_switches_off(mark.arguments) for mark in function.hybrids):
        return []
    regions = {region: None for context in function.contexts for region in context.summary.regions}
    telling = (region for region in regions if not isinstance(getattr(region, "test", None), nodes.Name))
    return [WithoutAutoGraph(place_of(path, region)) for region in telling]


def _switches_off(call: nodes.Call | None) -> bool:
    written = [each.value for each in call.keywords if each.arg == "autograph"] if call is not None else []
    return any(isinstance(value, nodes.Const) and value.value is False for value in written)
