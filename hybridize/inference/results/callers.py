"""Who calls what: the one place that goes up by the calls of a program.

`of` gives the calls of contexts. `leading_to` and `calls_leading_to` give all that leads to some, however far up.
`ends` goes up the ways to some calls until something can be said of each: whether some way, or each one, comes by a
place, where the ways begin, and by which calls one of them leads down.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from typing import NamedTuple, TypeVar

from astroid import nodes

from hybridize.inference.state.contexts import Context

_A = TypeVar("_A")
_B = TypeVar("_B")


class Call(NamedTuple):
    """Who calls, where, and whether the framework traces what is called there."""

    caller: Context
    node: nodes.NodeNG
    traced: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Way:
    """A call above some others, with the shortest way from it down to one of these."""

    caller: Context
    node: nodes.NodeNG
    traced: bool
    below: Way | None = None
    """The call in what it calls that leads on; None for one of those from which the ways go up."""
    level: int = 1
    """How many calls the way has."""

    @property
    def callee(self) -> Context | None:
        """What it calls; None for one of those from which the ways go up."""
        return None if self.below is None else self.below.caller

    def down(self) -> Iterator[Way]:
        """The call, and those that lead on from it."""
        way: Way | None = self
        while way is not None:
            yield way
            way = way.below


class Callers:
    """The calls of a program by what they call."""

    def __init__(self, contexts: Iterable[Context]) -> None:
        self._calls: dict[Context, list[Call]] = {}
        for context in contexts:
            for node, callee, edge in context.summary.edges():
                self._calls.setdefault(callee, []).append(Call(context, node, edge.hybrid))

    def of(self, *contexts: Context) -> Sequence[Call]:
        """The calls of contexts."""
        return [call for context in contexts for call in self._calls.get(context, ())]

    def beginnings(self, context: Context) -> list[Context]:
        """The contexts at which the ways to a context begin: what runs by itself, or what nobody calls.

        What runs by itself may be called as well: nobody looks further up.
        """

        def begins(way: Way) -> Context | None:
            return way.caller if way.caller.start.entry or way.caller not in self._calls else None

        return list(dict.fromkeys(self.ends([Call(context, context.scope)], begins)))

    def ends(
        self, calls: Iterable[Call], judge: Callable[[Way], _A | None], root: _B | None = None
    ) -> Iterator[_A | _B]:
        """What a judge says of the ways up from some calls, the nearest first; each call is judged once.

        Where it says something of a call, the way ends there. Where it says nothing (None), the calls of the caller
        come next; if there are none, `root` is said.
        """
        queue = [Way(*call) for call in calls]
        seen: set[Context] = set()
        for way in queue:
            said = judge(way)
            if said is not None:
                yield said
            elif way.caller not in seen:
                seen.add(way.caller)
                above = self._calls.get(way.caller, ())
                queue += [Way(*call, way, way.level + 1) for call in above]
                if root is not None and not above:
                    yield root

    def leading_to(self, contexts: Iterable[Context]) -> Set[Context]:
        """The given contexts and all that lead to them by calls."""
        found = set(contexts)
        stack = list(found)
        while stack:
            for caller, _, _ in self._calls.get(stack.pop(), ()):
                if caller not in found:
                    found.add(caller)
                    stack.append(caller)
        return found

    def calls_leading_to(
        self, contexts: Iterable[Context], counts: Callable[[Context, nodes.NodeNG], bool] = lambda caller, call: True
    ) -> dict[Context, list[nodes.NodeNG]]:
        """The contexts that lead to some others, each with its own calls that do; `counts` says which are taken."""
        found: dict[Context, list[nodes.NodeNG]] = {}
        queue = list(dict.fromkeys(contexts))
        seen = set(queue)
        for each in queue:
            for caller, call, _ in self._calls.get(each, ()):
                if counts(caller, call):
                    found.setdefault(caller, []).append(call)
                    if caller not in seen:
                        seen.add(caller)
                        queue.append(caller)
        return found

    def places(self, context: Context, scope: nodes.NodeNG) -> set[nodes.NodeNG]:
        """The places in a function or module from which calls lead to a context, however far down."""
        return set(self.ends(self.of(context), lambda way: way.node if way.caller.scope is scope else None))
