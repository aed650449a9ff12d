"""What calls lead to: a set of bits for each context, found for all at once, so that no question walks the calls.

`Reaching.of` gives all that some contexts lead to. `where` and `any` tell of which of these something holds, `Named`
which have one of some names: all ask each context once, however many lead to it.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from functools import cached_property, reduce
from operator import or_
from typing import Generic, TypeVar

from astroid import nodes

from hybridize.inference.state.contexts import Context, by_serial
from hybridize.program.components import set_bits

N = TypeVar("N", bound=Hashable)
Holds = Callable[[Context], bool]
"""Whether something holds of a context, whatever leads to it."""


class Closure(Mapping[Context, Context]):
    """Some contexts and all that calls lead to from them, each with the given one that leads to it first."""

    def __init__(self, reaching: Reaching, starts: Iterable[Context]) -> None:
        self._reaching = reaching
        self._starts = by_serial(starts)
        self.bits = reduce(or_, (reaching.bits[each] for each in self._starts), 0)

    def __contains__(self, context: object) -> bool:
        number = self._reaching.numbers.get(context)  # type: ignore[call-overload]
        return number is not None and bool(self.bits >> number & 1)

    def __len__(self) -> int:
        return self.bits.bit_count()

    def __iter__(self) -> Iterator[Context]:
        return iter(self._first)

    def __getitem__(self, context: Context) -> Context:
        return self._first[context]

    @property
    def scopes(self) -> Scopes:
        """The scopes of the contexts."""
        # Kept, it and this would hold each other, and nobody collects circles while we analyse.
        return Scopes(self, self._reaching)

    def any(self, holds: Holds) -> bool:
        """Whether something holds of some of them."""
        return bool(self._reaching.marked(self.bits, holds))

    def where(self, holds: Holds) -> Sequence[Context]:
        """Those of which something holds, in their order."""
        return self.at(self._reaching.marked(self.bits, holds))

    def at(self, bits: int) -> Sequence[Context]:
        """Those that some bits stand for, in their order."""
        found = self._reaching.at(bits & self.bits)
        if len(found) < 2:
            return found
        wanted = set(found)
        return [each for each in self._first if each in wanted]

    @cached_property
    def _first(self) -> dict[Context, Context]:
        found: dict[Context, Context] = {}
        for start in self._starts:
            if start in found:
                continue
            found[start] = start
            stack = [start]
            while stack:
                for callee in self._reaching.callees[stack.pop()]:
                    if callee not in found:
                        found[callee] = start
                        stack.append(callee)
        return found


class Scopes(Set[nodes.NodeNG]):
    """The scopes of contexts that are reached."""

    def __init__(self, reached: Closure, reaching: Reaching) -> None:
        self._reached = reached
        self._of = reaching.of_scopes

    @classmethod
    def _from_iterable(cls, it: Iterable[nodes.NodeNG]) -> Set[nodes.NodeNG]:
        return set(it)

    def __contains__(self, scope: object) -> bool:
        return bool(self._reached.bits & self._of.get(scope, 0))

    def __iter__(self) -> Iterator[nodes.NodeNG]:
        return iter(dict.fromkeys(context.scope for context in self._reached))

    def __len__(self) -> int:
        return sum(1 for _ in self)


class Reaching:
    """By context: the bits of itself and all that it leads to."""

    def __init__(self, components: Sequence[Sequence[Context]], callees: Mapping[Context, Sequence[Context]]) -> None:
        """`components`: strongly connected components of the call graph, callees first; `callees`: what each calls."""
        self.callees = callees
        self._contexts = [context for component in components for context in component]
        self.numbers = {context: number for number, context in enumerate(self._contexts)}
        self.bits: dict[Context, int] = {}
        self._marks: dict[Hashable, tuple[int, int]] = {}
        """By condition: the contexts for which it was evaluated, and those for which it holds, as bits."""
        for component in components:
            found = 0
            for context in component:
                found |= 1 << self.numbers[context]
                for callee in callees[context]:
                    found |= self.bits.get(callee, 0)
            self.bits.update(dict.fromkeys(component, found))

    def of(self, contexts: Iterable[Context]) -> Closure:
        """The contexts and all that calls lead to from them."""
        return Closure(self, contexts)

    @cached_property
    def of_scopes(self) -> Mapping[nodes.NodeNG, int]:
        """The bits of the contexts of each scope."""
        found: dict[nodes.NodeNG, int] = {}
        for number, context in enumerate(self._contexts):
            found[context.scope] = found.get(context.scope, 0) | 1 << number
        return found

    def marked(self, bits: int, holds: Holds) -> int:
        """The bits among some of the contexts of which something holds."""
        asked, yes = self._marks.get(holds, (0, 0))
        new = bits & ~asked
        if new:
            yes |= reduce(or_, (1 << self.numbers[each] for each in self.at(new) if holds(each)), 0)
            self._marks[holds] = (asked | new, yes)
        return bits & yes

    def leads(self, contexts: Iterable[Context]) -> Callable[[Context], bool]:
        """Whether a context leads to one of some, or is one."""
        wanted = reduce(or_, (1 << self.numbers[each] for each in contexts), 0)
        return lambda context: bool(self.bits.get(context, 0) & wanted)

    def at(self, bits: int) -> list[Context]:
        """The contexts that bits stand for."""
        return [self._contexts[each] for each in set_bits(bits)]


class Named(Generic[N]):
    """Which contexts have a name. `names` gives those of one context, and is called once for each."""

    def __init__(self, reaching: Reaching, names: Callable[[Context], Iterable[N]]) -> None:
        self._reaching = reaching
        self._names = names
        self._asked = 0
        self._having: dict[N, int] = {}
        """By name: the bits of the contexts."""

    def meet(self, reached: Closure, names: Iterable[N]) -> bool:
        """Whether some of the contexts that are reached have some of the names."""
        self._ask(reached)
        return any(reached.bits & self._having.get(name, 0) for name in names)

    def having(self, reached: Closure) -> Iterator[tuple[N, int]]:
        """The names that contexts have which are reached, with the bits of these."""
        self._ask(reached)
        return ((name, bits & reached.bits) for name, bits in self._having.items() if bits & reached.bits)

    def _ask(self, reached: Closure) -> None:
        new = reached.bits & ~self._asked
        self._asked |= new
        for context in self._reaching.at(new):
            bit = 1 << self._reaching.numbers[context]
            for name in self._names(context):
                self._having[name] = self._having.get(name, 0) | bit
