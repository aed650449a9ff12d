"""What hybridizing may bring: operations a call, and the loops around the calls."""

from __future__ import annotations

from hybridize.inference.facts import Facts, FunctionFacts
from hybridize.settings import Gain
from hybridize.verdicts.loops import loop_around
from hybridize.verdicts.model import GainEstimate, Place
from hybridize.verdicts.places import place_of

FEW = 5
"""Operations of a function called once below which a graph is slower (measured: half the eager speed at 3 to 4)."""
MEDIUM = 10
HIGH = 25
MAX_LOOPS = 5


def estimate(facts: Facts, function: FunctionFacts) -> GainEstimate:
    """The gain of a function; an expression that calls a layer counts once, though it runs several operations."""
    loops = _loops(facts, function)
    count = function.operations
    if count == 0 or (count < FEW and not loops):
        level = Gain.NONE
    else:
        level = Gain.HIGH if count >= HIGH else Gain.MEDIUM if count >= MEDIUM else Gain.LOW
        if loops and level is not Gain.HIGH:
            level = list(Gain)[level.rank + 1]
    return GainEstimate(level.value, count, tuple(loops))


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
