"""The arguments of one call, as the interpreter hands them around."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from hybridize.inference.domain.objects import Value
from hybridize.inference.domain.values import BOTTOM


@dataclass(slots=True)
class Args:
    """The arguments of one call."""

    positional: list[Value] = field(default_factory=list)
    keywords: dict[str, Value] = field(default_factory=dict)
    star: Value = BOTTOM
    """What may follow the positional arguments, in unknown number."""
    double_star: Value = BOTTOM
    """What may stand behind further keywords."""
    names: tuple[str, ...] = ()
    """The parameters' names, where the callee's signature is known."""

    def get(self, which: str | int) -> Value | None:
        """The argument at a position or of a name (`0`, `fn`), None when it is not given."""
        text = str(which)
        if text.lstrip("-").isdigit():
            position = int(text)
            if position < len(self.positional):
                return self.positional[position]
            name = self.names[position] if position < len(self.names) else None
            return self.keywords[name] if name and name in self.keywords else (self.star or None)
        if text in self.keywords:
            return self.keywords[text]
        if text in self.names and self.names.index(text) < len(self.positional):
            return self.positional[self.names.index(text)]
        return self.double_star or None

    def everything(self) -> Iterable[Value]:
        """All arguments."""
        yield from self.positional
        yield from self.keywords.values()
        if self.star:
            yield self.star
        if self.double_star:
            yield self.double_star

    def prefixed(self, *first: Value) -> Args:
        """The same with further leading arguments."""
        return Args([*first, *self.positional], self.keywords, self.star, self.double_star)
