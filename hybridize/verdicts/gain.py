"""What hybridizing may bring: operations a call, and the loops around the calls."""

from __future__ import annotations

from collections.abc import Mapping

from astroid import nodes

from hybridize.inference.state.contexts import Context
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.settings import Gain
from hybridize.verdicts.alternatives import Alternatives
from hybridize.verdicts.loops import loop_around, loops_around, rounds
from hybridize.verdicts.model import GainEstimate, Place
from hybridize.verdicts.places import place_of

BREAK_EVEN = 8
MEDIUM = 13
HIGH = 21
"""Graph operations a call from which on a graph is faster, about four times, and more than ten times as fast.

Measured with the programs in `tests/verdicts/hazards` (`benchmarks.gain` tells how programs fare): 0.8 to 0.9 of the
eager speed at 6 and 7 operations, 2.2 at 8 to 12, 4.6 at 13 to 20, 15 at 21 to 40.
"""
MUCH = 2 * HIGH
"""What a call must run where nobody tells how often there are calls: then a few pay for the trace."""
MAX_LOOPS = 5
_SEVERAL = ("tensorflow.random.Generator.", "tensorflow.while_loop", "tensorflow.map_fn", "tensorflow.scan")
_SEVERAL_OF_KERAS = ("__call__", "apply_gradients", "minimize", "update_state")
"""What runs several operations in one call, by the beginning of its name, and for Keras by the end."""
_WEIGHT = 8
_GRADIENTS = frozenset({"tensorflow.GradientTape.gradient", "tensorflow.GradientTape.jacobian", "tensorflow.gradients"})
"""They run about as many operations again as led to the loss."""
_ROUNDS = 5
"""The rounds of a loop in the body for which no number is written."""
_MOST_ROUNDS = 20


def estimate(facts: Facts, function: FunctionFacts, alternatives: Alternatives) -> GainEstimate:
    """The gain of a function. The operations are the expressions that compute; the level weighs what they run."""
    loops = _loops(facts, function)
    cost, operations = _cost(facts, function, alternatives)
    if cost < BREAK_EVEN:
        level = Gain.NONE
    else:
        level = Gain.HIGH if cost >= HIGH else Gain.MEDIUM if cost >= MEDIUM else Gain.LOW
        if loops and level is not Gain.HIGH:
            level = list(Gain)[level.rank + 1]
    return GainEstimate(level, operations, tuple(loops), round(cost))


def _cost(facts: Facts, function: FunctionFacts, alternatives: Alternatives) -> tuple[float, int]:
    """What one call runs in the graph, about, and its operations: of the call that runs most.

    Another call may lead to other methods: they do not add up.
    """
    first: dict[frozenset[nodes.NodeNG], Context] = {}
    for context in function.contexts:
        first.setdefault(facts.graph.operations.get(context, frozenset()), context)
    most, operations = 0.0, 0
    for run, context in first.items():
        shares: Mapping[nodes.NodeNG, float] = dict.fromkeys(run, 1.0)
        cost = _cost_of(facts, shares)
        if cost >= BREAK_EVEN:
            shares = alternatives.of(context)
            cost = _cost_of(facts, shares)
        most, operations = max((most, operations), (cost, round(sum(shares.values()))))
    return most, operations


def _cost_of(facts: Facts, operations: Mapping[nodes.NodeNG, float]) -> float:
    names = facts.analysis.events.operations
    total, gradients = 0.0, False
    for node, share in operations.items():
        name = names.get(node, "")
        gradients = gradients or name in _GRADIENTS
        weight = facts.weights.get(node)
        if weight is None:
            weight = facts.weights[node] = _weight(node, name)
        total += share * weight
    return 2 * total if gradients else total


def _weight(node: nodes.NodeNG, name: str) -> int:
    """What an operation runs in one call of its function, about."""
    several = name.startswith("keras.") and name.endswith(_SEVERAL_OF_KERAS)
    weight = _WEIGHT if several or name.startswith(_SEVERAL) else 1
    for loop in loops_around(node):
        weight *= min(rounds(loop) or _ROUNDS, _MOST_ROUNDS)
    return min(weight, _MOST_ROUNDS * _MOST_ROUNDS)


def _loops(facts: Facts, function: FunctionFacts) -> list[Place]:
    """The loops around the calls of the function, two calls up."""
    found: dict[Place, None] = {}
    level = list(function.callers)
    for _ in range(2):
        following = []
        for caller, call, _hybrid in level:
            loop = loop_around(call)
            if loop is not None:
                found[place_of(caller.module_path, loop)] = None
            elif caller in facts.graph.callers:
                following += facts.graph.callers[caller]
        level = following
    return sorted(found)[:MAX_LOOPS]
