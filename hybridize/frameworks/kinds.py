"""Kind expressions: the language in which the framework data says what a call gives back.

    kind     = one { "|" one }
    one      = NAME | NAME "(" [ kind { "," kind } ] ")" | NAME ":" TEXT

`docs/frameworks.md` explains every name. A union is `Kind("union", (…))`; everything else keeps its name, so that
`dataset(tuple(tensor, self.element))` is `Kind("dataset", (Kind("tuple", (Kind("tensor"), Kind("self.element"))),))`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache

PLAIN = frozenset(
    "tensor variable sparse ragged keras ndarray tensorarray int float str bytes bool none python self self.element "
    "unknown".split()
)
"""Kinds without arguments."""
TENSOR_KINDS = frozenset("tensor variable sparse ragged keras tensorarray".split())
"""Kinds that a framework computes with."""
CONTAINERS = frozenset("dataset iterator list set dict tuple tuple*".split())
"""Kinds of what holds other values; the argument (for `tuple`: one a position) is what it holds."""
REFERENCES = frozenset(
    "arg element structure unstacked slices zipped result stacked instance star rest keywords each".split()
)
"""Kinds that refer to an argument, a class or a parameter: the text after the colon says which."""

_TOKEN = re.compile(r"\s*(?:([A-Za-z_][\w.]*\*?)(?::([\w.:*]+))?|([(),|]))")


@dataclass(frozen=True, slots=True)
class Kind:
    """A parsed kind expression."""

    name: str
    args: tuple[Kind, ...] = ()
    text: str = ""
    """What follows the colon: the class of `instance:keras.Model`, the position or name of `arg:0`, `element:fn` …"""

    def __str__(self) -> str:
        """The expression that parses to this kind."""
        if self.name == "union":
            return "|".join(map(str, self.args))
        if self.text:
            return f"{self.name}:{self.text}"
        return f"{self.name}({', '.join(map(str, self.args))})" if self.args else self.name

    def alternatives(self) -> tuple[Kind, ...]:
        """The members of a union, or the kind alone."""
        return self.args if self.name == "union" else (self,)


@lru_cache(maxsize=None)
def parse_kind(expression: str) -> Kind:
    """Parse a kind expression; raises ValueError, naming the expression, when it is malformed."""
    parser = _Parser(expression)
    kind = parser.kind()
    if parser.token is not None:
        raise parser.error(f"unexpected {parser.token!r}")
    return kind


@lru_cache(maxsize=None)
def symbolic(kind: Kind) -> Kind:
    """The same with symbolic Keras tensors in the place of tensors."""
    if kind.name == "tensor":
        return Kind("keras")
    args = tuple(map(symbolic, kind.args))
    return kind if args == kind.args else replace(kind, args=args)


class _Parser:
    """Recursive descent over the tokens of one expression."""

    def __init__(self, expression: str) -> None:
        self.expression = expression
        self.tokens = self._tokens()
        self.token: str | None
        self.text: str | None
        self.advance()

    def _tokens(self) -> Iterator[tuple[str, str | None]]:
        position = 0
        end = len(self.expression.rstrip())
        while position < end:
            match = _TOKEN.match(self.expression, position)
            if match is None:
                raise self.error(f"unexpected {self.expression[position]!r}")
            position = match.end()
            yield match[1] or match[3], match[2]

    def error(self, problem: str) -> ValueError:
        return ValueError(f"malformed kind {self.expression!r}: {problem}")

    def advance(self) -> None:
        self.token, self.text = next(self.tokens, (None, None))

    def kind(self) -> Kind:
        alternatives = [self.single()]
        while self.token == "|":
            self.advance()
            alternatives.append(self.single())
        flat = tuple(dict.fromkeys(member for kind in alternatives for member in kind.alternatives()))
        return flat[0] if len(flat) == 1 else Kind("union", flat)

    def single(self) -> Kind:
        name, text = self.token, self.text
        if name is None:
            raise self.error("a name is missing")
        self.advance()
        if text is not None:
            if name not in REFERENCES:
                raise self.error(f"{name!r} takes no text")
            return Kind(name, text=text)
        if name in PLAIN:
            return Kind(name)
        if name not in CONTAINERS:
            raise self.error(f"unknown name {name!r}")
        return Kind(name, self.arguments(name))

    def arguments(self, name: str) -> tuple[Kind, ...]:
        if self.token != "(":
            return ()
        self.advance()
        found = []
        while self.token != ")":
            found.append(self.kind())
            if self.token == ",":
                self.advance()
            elif self.token != ")":
                raise self.error("a closing parenthesis is missing")
        self.advance()
        if name != "tuple" and len(found) != 1:
            raise self.error(f"{name!r} takes one kind")
        return tuple(found)
