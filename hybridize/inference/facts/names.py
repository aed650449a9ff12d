"""What calls call, by qualified names: the one answer for everything that asks what an expression stands for."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain

from astroid import nodes


class Callees:
    """The qualified names of what calls reach outside the project, as the analysis found them.

    Aliases, re-exports, imports with a fallback and compatibility modules have been followed: `from .common import tf`
    and `import tensorflow.compat.v2 as tf` both lead to `tensorflow`.
    """

    def __init__(self, seen: Mapping[nodes.NodeNG, tuple[str, ...]]) -> None:
        self._seen = seen

    @cached_property
    def names(self) -> frozenset[str]:
        """Everything that some call of the program calls."""
        return frozenset(chain.from_iterable(self._seen.values()))

    def naming(self, part: str) -> Iterator[tuple[nodes.NodeNG, str]]:
        """The calls and decorators that may call something in whose name a part is found, with the name."""
        return ((call, name) for call, names in self._seen.items() for name in names if part in name)

    def of(self, call: nodes.NodeNG) -> str:
        """What a call or a decorator calls, by its canonical name; empty for anything else, or for several things."""
        found = self._seen.get(call, ())
        return found[0] if len(found) == 1 else ""

    def possible(self, call: nodes.NodeNG) -> Sequence[str]:
        """Everything that a call may call, by canonical names."""
        return self._seen.get(call, ())

    def inside(self, call: nodes.NodeNG, package: str) -> str:
        """What a call calls in a package, without the name of the package; empty where it calls something else."""
        first, _, rest = self.of(call).partition(".")
        return rest if first == package else ""

    def calls(self, names: Collection[str]) -> Iterator[nodes.Call]:
        """The calls of the program that call something of these names and nothing else."""
        if not self.names.isdisjoint(names):
            yield from (call for call in self._seen if isinstance(call, nodes.Call) and self.of(call) in names)
