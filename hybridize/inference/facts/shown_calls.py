"""How many calls of a function a program is shown to make: one pass through some files is no sign of many.

The answers are lower bounds, about: what nobody sees may call a function more often.
"""

from __future__ import annotations

import math
from collections.abc import Collection
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.repetition import EagerRuns, is_periodic
from hybridize.program.loops import repeated_by, rounds
from hybridize.program.memory import remembered
from hybridize.program.recursion import settle
from hybridize.program.syntax import last_name

MANY = 100
"""Calls from which on a trace pays, mostly: it takes as long as that many."""
_ROUNDS = 10_000
"""Rounds of a loop that counts, or goes on until something has happened, about: as many as it takes."""
_PASS = 30
"""Rounds of a loop through something of which nobody tells how long it is: files, members, some elements."""
_SELDOM = 20
"""Rounds of a loop for one of what runs with every so many of them, about."""
_SEVERAL = 3
"""Modules with functions that nobody calls from which on what they share is no leftover."""
_COUNTERS = frozenset({"range", "trange", "count", "repeat", "cycle"})
_SIZES = frozenset({"len", "shape", "size"})
_TAKING = frozenset({"take", "islice"})
_STATEMENTS = (nodes.For, nodes.AsyncFor)


class _Shown(NamedTuple):
    """How many calls are shown, and whether the program makes them, as far as is known."""

    reached: bool
    calls: float


class ShownCalls:
    """Counts the calls of functions, by the loops around these and around the calls of their callers."""

    def __init__(self, facts: Facts, runs: EagerRuns) -> None:
        self._facts = facts
        self._runs = runs
        self._known: dict[Context, _Shown] = {}

    def of(self, function: FunctionFacts) -> float:
        """How many calls of a function the program is shown to make, at most `MANY`.

        What functions of several modules share that nobody calls here is a part of a library: its users call it.
        """
        callers = dict.fromkeys(caller for context in function.contexts for caller, _ in self._runs.all_calls(context))
        if len({each.module_path for each in callers if not self._of_context(each).reached}) >= _SEVERAL:
            return MANY
        return max((self._of_context(each) for each in function.contexts), default=_NONE).calls

    def _of_context(self, context: Context) -> _Shown:
        if context in self._known:
            return self._known[context]
        return settle(context, self._known, self._callers, self._by_callers, _NONE)

    def _callers(self, context: Context) -> list[Context]:
        return [caller for caller, _ in self._calls(context)]

    @remembered
    def _calls(self, context: Context) -> list[tuple[Context, nodes.NodeNG]]:
        function = self._facts.function_of(context.scope)
        calls = list(self._runs.eager_calls(context, function))
        return calls or (list(self._runs.calls_by_name(function)) if function is not None else [])

    def _by_callers(self, context: Context) -> _Shown:
        """The answer for a function by those for its callers."""
        # What nobody is known to call, anybody may call, and again.
        runs_itself = context.start.entry in ("module", "test") or context.cls is not None
        itself = _Shown(True, 1.0) if runs_itself else _Shown(False, MANY)
        return max((self._of_call(*each, context) for each in self._calls(context)), default=itself)

    def _of_call(self, caller: Context, call: nodes.NodeNG, callee: Context) -> _Shown:
        around = self._known[caller]
        if isinstance(call, nodes.Call) and self._facts.iterates(call):
            return around._replace(calls=MANY)
        found = around.calls
        for loop in repeated_by(call, str(getattr(callee.scope, "name", ""))):
            found *= _rounds(loop, caller) / (_SELDOM if is_periodic(call, loop) else 1)
        return around._replace(calls=min(found, MANY))


_NONE = _Shown(False, 1.0)


def _rounds(loop: nodes.NodeNG, caller: Context) -> int:
    """How many rounds a loop has, about.

    One that counts, or goes on until something has happened, is taken to have many: a short number stands for a longer
    one in what just shows how a function is used. One that goes through something has as many as that has members.
    """
    if isinstance(loop, nodes.While):
        return _ROUNDS
    if loop in caller.summary.regions and not _takes_some(loop.iter):
        return MANY
    iterated = _iterated(loop)
    if any(map(_counts, iterated)):
        return _ROUNDS
    return rounds(loop) or math.prod(_length(each, loop, caller.summary.passes) for each in iterated)


def goes_through_data(loop: nodes.NodeNG, caller: Context) -> bool:
    """Whether a `for` or comprehension goes through a data set, or counts: there are many rounds."""
    iterated, passes = _iterated(loop), caller.summary.passes
    return any(_counts(each) or _length(each, loop, passes) == MANY for each in iterated)


def _iterated(loop: nodes.NodeNG) -> list[nodes.NodeNG]:
    """What a `for` or comprehension goes through."""
    return [loop.iter] if isinstance(loop, _STATEMENTS) else [each.iter for each in loop.generators]


def _length(iterated: nodes.NodeNG, loop: nodes.NodeNG, passes: Collection[nodes.NodeNG]) -> int:
    """How many members something has that a loop goes through, about: a data set exists since there are many."""
    of_data = loop in passes or any(iterated is each or iterated.parent_of(each) for each in passes)
    return MANY if of_data and not _takes_some(iterated) else _PASS


def _counts(iterated: nodes.NodeNG) -> bool:
    """`range(steps)`, also in `tqdm(...)` and the like, not `range(len(members))`; `data.repeat()`."""
    calls = _called(iterated)
    sizes = [each.attrname for each in iterated.nodes_of_class(nodes.Attribute)]
    return not _COUNTERS.isdisjoint(calls) and _SIZES.isdisjoint([*calls, *sizes])


def _takes_some(iterated: nodes.NodeNG) -> bool:
    return not _TAKING.isdisjoint(_called(iterated))


def _called(node: nodes.NodeNG) -> list[str]:
    return [last_name(each.func) for each in node.nodes_of_class(nodes.Call)]
