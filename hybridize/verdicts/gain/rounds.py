"""How often a place runs in one run of the program: the rounds of all loops around it, and around the calls to it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from astroid import nodes

from hybridize.inference.domain.objects import PythonScalar
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import Context
from hybridize.program.calls import called_name, passed_as
from hybridize.program.inside import nodes_inside
from hybridize.program.lengths import rounds_of
from hybridize.program.lookup import builtin_called, constant
from hybridize.program.loops import loops_around, rounds
from hybridize.program.syntax import last_name

FEW = 20
"""Rounds from which on a trace may pay: it takes as long as some ten to some hundred of them."""
_Calls = tuple[nodes.NodeNG, ...]
_LEVELS = 6
"""Calls of calls that are followed."""
_MOST_WAYS = 32
_MANY = 2
"""What a loop counts that goes on until something is small, or as often as somebody says."""
_COUNTING = frozenset({"range", "trange", "count"})
_FETCHING = frozenset({"get_next", "next_batch"})
"""Methods that fetch the next element of some data."""


@dataclass(frozen=True, slots=True)
class Rounds:
    """The rounds of loops around each other."""

    known: int = 1
    """Those of the loops whose number the program says, multiplied."""
    passes: int = 0
    """How many other loops there are: one that goes through data of no known size counts once, others more."""
    waits: bool = False
    """There is another loop, which a flag ends: an episode, `while not done`."""

    def times(self, other: Rounds) -> Rounds:
        """These rounds in each of some others."""
        return Rounds(self.known * other.known, self.passes + other.passes, self.waits or other.waits)

    @property
    def total(self) -> int | None:
        """How many there are; None where that is not known."""
        return None if self.passes or self.waits else self.known

    @property
    def single_pass(self) -> bool:
        """Whether they go once through some data of which nobody knows the size."""
        return self.known == self.passes == 1 and not self.waits

    @property
    def few(self) -> bool:
        """Whether these are so few that a trace does not pay: ten episodes, say, which the program is called with."""
        if self.passes:
            return False
        # A loop of one round says nothing.
        return 1 < self.known < FEW or (self.known < FEW and not self.waits)


class RoundCounts:
    """Counts rounds, as far as constants, what callers pass and the sizes of data tell."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def of_call(self, node: nodes.NodeNG, contexts: Iterable[Context]) -> list[Rounds]:
        """The rounds of a place in one call of its function, the function being called as in these."""
        return list(dict.fromkeys(self._inside(node, context) for context in contexts))

    def of(self, node: nodes.NodeNG, contexts: Iterable[Context]) -> list[Rounds]:
        """The rounds of a place in a function for each way that leads to it, the function being called as in these."""
        ways: dict[_Calls, Rounds] = {}
        for context in contexts:
            for calls, found in self._ways(node, context, ()):
                known = ways.get(calls)
                # Contexts tell apart what a call passes: of one way the longest counts.
                ways[calls] = found if known is None else max(known, found, key=_extent)
                if len(ways) > _MOST_WAYS:
                    return [Rounds(passes=_MANY)]
        return list(ways.values())

    def _ways(self, node: nodes.NodeNG, context: Context, below: _Calls) -> Iterator[tuple[_Calls, Rounds]]:
        """The calls on each way to a place, from there upwards after those below it, and the rounds."""
        here = self._inside(node, context)
        for calls, found in self._entries(context, below):
            yield calls, here.times(found)

    def _inside(self, node: nodes.NodeNG, context: Context) -> Rounds:
        found = Rounds()
        for loop in loops_around(node):
            found = found.times(self._of_loop(loop, context))
        return found

    def _entries(self, context: Context, below: _Calls) -> Iterator[tuple[_Calls, Rounds]]:
        calls = [] if isinstance(context.scope, nodes.Module) else self._facts.graph.callers.of(context)
        if len(below) >= _LEVELS or any(call.node in below for call in calls):
            yield below, Rounds(passes=_MANY)
        elif not calls:
            yield below, Rounds()
        else:
            for call in calls:
                if not call.traced:
                    yield from self._ways(call.node, call.caller, (*below, call.node))

    def _of_loop(self, loop: nodes.NodeNG, context: Context) -> Rounds:
        known = rounds(loop)
        if known is None:
            known = rounds_of(loop, lambda expression: self._number(expression, context))
        if known is not None:
            return Rounds(known)
        if isinstance(loop, nodes.While):
            waits = _is_flag(loop.test) and not _fetches(loop)
            return Rounds(waits=waits, passes=0 if waits else _MANY)
        counts = isinstance(loop, nodes.For) and called_name(loop.iter) in _COUNTING
        return Rounds(passes=_MANY if counts else 1)

    def _number(self, expression: nodes.NodeNG, context: Context) -> object:
        """A constant, or what the callers pass, and options are unless somebody gives others."""
        written = constant(expression)
        if written is not None or not isinstance(expression, (nodes.Name, nodes.Attribute)):
            return written
        held = self._facts.objects.held_by(expression, context)
        numbers = [each.literal.value for each in held if isinstance(each, PythonScalar) and each.literal is not None]
        known = [each for each in numbers if isinstance(each, int)]
        return max(known) if known and len(known) == len(held) else _default_of(expression)


def _default_of(option: nodes.NodeNG) -> object:
    """What `args.epochs` is unless it is given: by `add_argument("--epochs", default=3)`, or a flag of absl."""
    if not isinstance(option, nodes.Attribute):
        return None
    for call in nodes_inside(option.root(), nodes.Call):
        name, given = last_name(call.func), call.args
        written = constant(given[0]) if given else None
        if not isinstance(written, str) or written.lstrip("-").replace("-", "_") != option.attrname:
            continue
        if name == "add_argument":
            default = passed_as(call, "default")
            return None if default is None else constant(default)
        if name == "DEFINE_integer" and len(given) > 1:
            return constant(given[1])
    return None


def _extent(found: Rounds) -> tuple[int, bool, int]:
    return found.passes, found.waits, found.known


def _is_flag(test: nodes.NodeNG) -> bool:
    """Whether a condition is a name or a constant: no count of rounds, and no error that becomes small."""
    flag = test.operand if isinstance(test, nodes.UnaryOp) and test.op == "not" else test
    return isinstance(flag, (nodes.Name, nodes.Const))


def _fetches(loop: nodes.While) -> bool:
    """Whether a loop goes through data, an element in each round: `while True: batch = next(batches)`."""
    calls = loop.nodes_of_class(nodes.Call)
    return any(builtin_called(each) == "next" or called_name(each) in _FETCHING for each in calls)


def total(ways: Collection[Rounds], together: Callable[[list[int]], int] = sum) -> int | None:
    """All rounds together, or those of the way that has most (`max`); None where they are not known."""
    found = [each.total for each in ways]
    known = [each for each in found if each is not None]
    return together(known) if known and len(known) == len(found) else None


__all__ = ["FEW", "RoundCounts", "Rounds", "total"]
