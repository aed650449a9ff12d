"""Conditions and loops on tensors that a trace runs as Python: where a decorator, or Keras, switches AutoGraph off."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Certainty, Context
from hybridize.program.calls import passed_as
from hybridize.program.first_call_guards import is_eager_only
from hybridize.program.places import place_of
from hybridize.program.syntax import is_constant
from hybridize.verdicts.decide.traced_code import Reached
from hybridize.verdicts.evidence.safety import Observed, WithoutAutoGraph
from hybridize.verdicts.model.parts import KERAS_STEPS


def unconverted(function: FunctionFacts, path: str) -> list[WithoutAutoGraph]:
    """The `if`, `while` and `for` on tensors that stay Python under `autograph=False`.

    Those of callees may be converted apart (`tf.autograph.to_graph`), and a bare name as a condition may be a flag of
    Python as well: neither tells anything.
    """
    if not any(is_constant(passed_as(mark.arguments, "autograph"), False) for mark in function.hybrids):
        return []
    regions = {region: None for context in function.contexts for region in context.summary.regions}
    telling = (region for region in regions if not isinstance(getattr(region, "test", None), nodes.Name))
    return [WithoutAutoGraph(place_of(path, region)) for region in telling]


def left_by_keras(facts: Facts, function: FunctionFacts, keras_3: bool) -> Iterator[Observed]:
    """Those in what Keras calls in a graph of its own (`fit`), and in all that this calls as Python in turn.

    On all releases these are the steps of a model, its activations and the like, with Keras 3 also its layers, losses
    and metrics.
    """
    own = function.node.name in _OF_MODELS and facts.derives(function.bases, "keras.Model")
    own = own or facts.is_left_by_keras(function.node)
    roots = [each for each in function.contexts if (own or keras_3) and _is_run_by_keras(facts, each)]
    found = {context: Reached(context) for context in roots}
    queue = list(found)
    for context in queue:
        reached, summary = found[context], context.summary
        for region, certainty in (*summary.regions.items(), *summary.conversions.items()):
            if is_eager_only(region):
                continue
            text = f"Keras runs it without AutoGraph, so that {_word(region)} on a tensor raises"
            certain = certainty not in (Certainty.DOUBTFUL, Certainty.MIXED)
            seen, mixed = certainty is Certainty.SEEN, certainty is Certainty.MIXED
            place, chain = reached.place(region), reached.chain(region)
            yield Observed(place, "autograph-limit", text, certain=certain, seen=seen, mixed=mixed, chain=chain)
        for (call, callee), edge in summary.calls.items():
            passed = callee in found or not edge.effects or edge.hybrid or facts.is_hybrid(callee.scope)
            if passed or is_eager_only(call):
                continue
            if facts.graph.converted.stays_python(context, call, callee, keras_3):
                found[callee] = Reached(callee, reached, call)
                queue.append(callee)


_OF_MODELS = KERAS_STEPS | {"compute_loss", "compute_metrics"}
"""Methods of a model that Keras runs as Python, whichever release it is."""
_WORDS = {nodes.If: "`if`", nodes.IfExp: "`if`", nodes.For: "`for`", nodes.While: "`while`", nodes.Assert: "`assert`"}


def _word(node: nodes.NodeNG) -> str:
    if isinstance(node, nodes.BoolOp):
        return f"`{node.op}`"
    if isinstance(node, nodes.Call):
        return f"`{node.func.as_string()}`"
    return _WORDS.get(type(node), "`not`")


def _is_run_by_keras(facts: Facts, context: Context) -> bool:
    """Whether a method of Keras makes a graph of a context."""
    return any(
        traced and methods and all(each.startswith("keras.") for each in methods)
        for _, call, traced in facts.graph.callers.of(context)
        for methods in (facts.called_methods(call),)
    )
