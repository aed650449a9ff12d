"""Who calls what: the one place that goes up by the calls of a program.

`of` gives the calls of contexts, `leading_to` all contexts that lead to some, `calls_leading_to` the calls by which
they do, and `places` those of one function. `roots` tells whether something leads to two contexts, `beginnings` where
the ways to one begin. `ends` goes up the ways to some calls until something can be said of each: so it tells whether
some way, or each one, comes by a place of some kind, and by which calls that leads down.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import islice
from operator import attrgetter, or_
from typing import NamedTuple, TypeVar

from astroid import nodes

from hybridize.inference.state.contexts import Context
from hybridize.program.components import closure, set_bits, strong_components

_A = TypeVar("_A")
_B = TypeVar("_B")


Place = tuple[Context, nodes.NodeNG]
"""What runs, and the statement or call in it."""
_Tops = tuple[Mapping[Context, int], Sequence[Sequence[Context]]]


class Call(NamedTuple):
    """Who calls, where, and whether the framework traces what is called there."""

    caller: Context
    node: nodes.NodeNG
    traced: bool = False


@dataclass(slots=True, eq=False)
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

    def __init__(self, contexts: Collection[Context]) -> None:
        self._contexts = contexts
        self._calls: dict[Context, list[Call]] = {}
        for context in contexts:
            for node, callee, edge in context.summary.edges():
                self._calls.setdefault(callee, []).append(Call(context, node, edge.hybrid))

    def of(self, *contexts: Context) -> Sequence[Call]:
        """The calls of contexts."""
        return [call for context in contexts for call in self._calls.get(context, ())]

    def are_known(self, context: Context) -> bool:
        """Whether something calls a context, as far as is known."""
        return context in self._calls

    def ends(
        self, calls: Iterable[Call], judge: Callable[[Way], _A | None], root: _B | None = None
    ) -> Iterator[_A | _B]:
        """The answers of a judge about some calls and the calls above them, the nearest first. It sees each call once.

        Where it answers, the calls above that call are left out. Where it gives None, the calls of the caller come
        next; if nothing leads to the caller, or it runs by itself, `root` is an answer too.
        """
        queue = [Way(*call) for call in calls]
        seen: set[Context] = set()
        for way in queue:
            said = judge(way)
            if said is not None:
                yield said
                continue
            if way.caller not in seen:
                seen.add(way.caller)
                queue += [Way(*call, way, way.level + 1) for call in self._calls.get(way.caller, ())]
            if root is not None and way.caller in self._first:
                yield root

    def every(self, start: Place, judge: Callable[[Way], bool | None], known: dict[Hashable, bool]) -> bool:
        """Whether a judge says no of none of the ways up from a place; `known` is as in `some`."""

        def denies(way: Way) -> bool | None:
            said = judge(way)
            return None if said is None else not said

        return not self.some(start, denies, known)

    def some(
        self,
        start: Place,
        judge: Callable[[Way], bool | None],
        known: dict[Hashable, bool],
        key: Callable[[Way], Hashable] = attrgetter("caller"),
    ) -> bool:
        """Whether a judge says yes of some of the ways up from a place, on each of which this stands first.

        `known`: what this has found out of the ways above contexts by the same judge, and what it finds out now. `key`
        tells places apart from which the judge lets other ways go on.
        """

        def ask(way: Way) -> bool | None:
            said = judge(way)
            return known.get(key(way)) if said is None else said

        said = ask(Way(*start, False))
        if said is not None:
            return said
        passed: dict[Hashable, bool] = {}

        def go_up(way: Way) -> Way | bool | None:
            said = ask(way) if way.below is not None else None
            if said is None:
                passed[key(way)] = False
            return way if said else said

        found = next((each for each in self.ends([Call(*start)], go_up) if each), None)
        if isinstance(found, Way):
            passed = dict.fromkeys(map(key, islice(found.down(), 1, None)), True)
        # If it says yes of none of the ways above a place, it says so of none of those above what is on them.
        known.update(passed)
        return found is not None

    def ways(self, calls: Iterable[Call], goes_on: Callable[[Way], bool]) -> Iterator[Way]:
        """Some calls and the calls above them, the nearest first, each once.

        After each one `goes_on` says whether the calls of its caller follow.
        """
        queue = [Way(*call) for call in calls]
        seen: set[Context] = set()
        for way in queue:
            yield way
            if way.caller not in seen and goes_on(way):
                seen.add(way.caller)
                queue += [Way(*call, way, way.level + 1) for call in self._calls.get(way.caller, ())]

    def places(self, context: Context, scope: nodes.NodeNG) -> set[nodes.NodeNG]:
        """The places in a function or module from which calls lead to a context, however far down."""
        return set(self.ends(self.of(context), lambda way: way.node if way.caller.scope is scope else None))

    def beginnings(self, context: Context) -> list[Context]:
        """The contexts that lead to a context and run by themselves, as modules and tests do, or have no callers.

        The callers of what runs by itself are left out. Of a cycle that nothing else calls this is the first context.
        """
        above, first = self._beginnings
        return [first[each][0] for each in set_bits(above.get(context, 0))][::-1]

    def begins(self, context: Context) -> bool:
        """Whether nothing leads to a context, or it runs by itself."""
        return context in self._first

    @cached_property
    def roots(self) -> Mapping[Context, int]:
        """By context: a bit for each context without callers that leads to it. That one leads to all with its bit."""
        return self._tops(lambda context: False)[0]

    @cached_property
    def _beginnings(self) -> _Tops:
        return self._tops(lambda context: bool(context.start.entry))

    def _tops(self, is_top: Callable[[Context], bool]) -> _Tops:
        """By context: a bit for each top that leads to it; and the tops, which are `is_top` or have no callers."""
        above: dict[Context, int] = {}
        first: list[list[Context]] = []

        def callers(context: Context) -> Iterable[Context]:
            return () if is_top(context) else (call.caller for call in self._calls.get(context, ()))

        for circle in strong_components(self._contexts, callers):
            found = reduce(or_, (above.get(caller, 0) for each in circle for caller in callers(each)), 0)
            above.update(dict.fromkeys(circle, found or 1 << len(first)))
            first += [] if found else [circle]
        return above, first

    @cached_property
    def _first(self) -> Set[Context]:
        return {context for circle in self._beginnings[1] for context in circle}

    def leading_to(self, contexts: Iterable[Context]) -> Set[Context]:
        """The given contexts and all that lead to them by calls."""
        return set(closure(contexts, lambda each: [call.caller for call in self._calls.get(each, ())]))

    def calls_leading_to(
        self, contexts: Iterable[Context], counts: Callable[[Context, nodes.NodeNG], bool] = lambda caller, call: True
    ) -> dict[Context, list[nodes.NodeNG]]:
        """The contexts that lead to some others, each with its own calls that do; `counts` says which are taken."""
        found: dict[Context, list[nodes.NodeNG]] = {}
        counted: Way | None = None
        for way in self.ways([Call(each, each.scope) for each in contexts], lambda each: each is counted):
            if way.below is None or counts(way.caller, way.node):
                counted = way
                if way.below is not None:
                    found.setdefault(way.caller, []).append(way.node)
        return found
