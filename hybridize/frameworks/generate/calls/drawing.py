"""Arguments of one call, drawn at random so that they often fit together.

Every argument is described by a list (`["tensor", "float32", [2, null]]`), of which `values` makes the argument.
"""

from __future__ import annotations

import random
import re
from typing import Any, Callable, List, Optional, Sequence, Tuple

Spec = List[Any]
DTYPES = (
    ["float32"] * 9
    + ["int32"] * 5
    + ["float64"] * 2
    + ["int64"] * 2
    + ["bool", "complex64", "string", "uint8", "float16"]
)
TARGETS = ["float32", "int32", "float64", "int64", "bool", "float16", "uint8"]
LENGTHS = [2, 3, 4, 5, 6, 2, 3, 4, 1]


class Drawer:
    """Draws the arguments of one call. What was drawn before is taken into account, so that shapes often fit."""

    def __init__(self, chance: random.Random, package: str, name: str) -> None:
        self.chance, self.package, self.name = chance, package, name
        self.tensors: List[Tuple[str, List[int]]] = []
        self.alike = chance.choice((0.85, 0.85, 0.3))
        """How often a tensor has the dtype of one drawn before: functions differ in what they make of two."""
        self.letters = {letter: self.pick(2, 3, 4, 5) for letter in "abcdefghijklmnopqrstuvwxyz"}
        """The lengths of an equation's letters."""
        self.operands: List[str] = []
        """An equation's operands."""
        self.space = 2
        """How many axes of space a convolution has."""
        self.channels = 1
        self.first = False
        """The channels come before the axes of space."""
        self.chosen = 0
        """The axis that is split."""

    def pick(self, *choices: Any) -> Any:
        """One of these."""
        return self.chance.choice(choices)

    def one_of(self, *choices: Spec) -> Spec:
        """One of these descriptions."""
        return self.chance.choice(choices)

    def maybe(self, share: float) -> bool:
        return self.chance.random() < share

    def lengths(self, rank: int) -> List[int]:
        return [self.chance.choice(LENGTHS) for _ in range(rank)]

    def shape(self) -> List[int]:
        """A shape that may fit to those drawn before."""
        if not self.tensors:
            return self.lengths(self.pick(0, 1, 1, 2, 2, 2, 3, 3, 3, 4))
        last = self.chance.choice(self.tensors)[1]
        way = self.chance.random()
        if way < 0.45:
            return list(last)
        if way < 0.6:
            kept = last[self.chance.randrange(len(last) + 1) :]
            return [1 if self.maybe(0.2) else each for each in kept]
        if way < 0.72 and len(last) >= 2:
            return [*last[:-2], last[-1], self.chance.choice(LENGTHS)]
        if way < 0.78:
            return list(last[:-1])
        if way < 0.82:
            return [*last, self.chance.choice(LENGTHS)]
        if way < 0.86 and last:
            return [last[0]]
        if way < 0.9 and last:
            return [last[-1]]
        return self.lengths(self.pick(0, 1, 2, 3))

    def dtype(self) -> str:
        if self.tensors and self.maybe(self.alike):
            return self.chance.choice(self.tensors)[0]
        return self.chance.choice(DTYPES)

    def tensor(self, dtype: Optional[str] = None, shape: Optional[Sequence[int]] = None) -> Spec:
        dtype = dtype or self.dtype()
        found = list(self.shape() if shape is None else shape)
        if dtype == "bool" and self.package == "numpy" and self.maybe(0.3):
            dtype = "int64"
        self.tensors.append((dtype, found))
        array = self.package == "numpy" or self.maybe(0.08)
        return ["array" if array else "tensor", dtype, found]

    def value(self) -> Spec:
        """A tensor, or what becomes one: a number, a list."""
        way = self.chance.random()
        if way < 0.82:
            return self.tensor()
        if way < 0.94:
            return ["constant", self.pick(1, 2, 0.5, 2.0, 3, True)]
        return self.nested()

    def nested(self) -> Spec:
        number: Callable[[], Any] = self.pick(lambda: self.pick(1, 2, 3), lambda: self.pick(0.5, 1.5))
        shape = self.lengths(self.pick(1, 1, 2))

        def of(rest: List[int]) -> Spec:
            return ["list", [of(rest[1:]) for _ in range(rest[0])]] if rest else ["constant", number()]

        return of(shape)

    def rank(self) -> int:
        return len(self.tensors[0][1]) if self.tensors else 2

    def axis(self) -> Spec:
        rank = max(1, self.rank())
        return ["constant", self.chance.randrange(-rank, rank)]

    def axes(self) -> Spec:
        way = self.chance.random()
        if way < 0.6:
            return self.axis()
        if way < 0.7:
            return ["constant", None]
        rank = max(1, self.rank())
        found = self.chance.sample(range(rank), self.chance.randrange(1, rank + 1))
        return ["list", [["constant", each] for each in found]]

    def count(self) -> Spec:
        return ["constant", self.pick(1, 2, 3, 4, 5)]

    def flag(self) -> Spec:
        return ["constant", self.maybe(0.5)]

    def integers(self, found: Sequence[int]) -> Spec:
        """Integers as a shape-like argument: a list, a tuple, a tensor, or a list with tensors in it."""
        way = self.chance.random()
        if self.package != "numpy" and way < 0.12:
            return ["elements", self.pick("int32", "int64"), list(found)]
        if self.package != "numpy" and way < 0.24 and found:
            items: List[Spec] = [["constant", each] for each in found]
            items[self.chance.randrange(len(items))] = ["tensor", "int32", []]
            return ["list", items]
        if len(found) == 1 and way < 0.35:
            return ["constant", found[0]]
        return ["list" if self.maybe(0.5) else "tuple", [["constant", each] for each in found]]

    def new_shape(self) -> Spec:
        if not self.tensors or self.maybe(0.1):
            return self.integers(self.lengths(self.pick(0, 1, 1, 2, 2, 3)))
        old = self.tensors[0][1]
        if "reshape" in self.name.lower():
            found = self.factors(old)
            if found and self.maybe(0.5):
                found[self.chance.randrange(len(found))] = -1
            return self.integers(found)
        if "broadcast" in self.name:
            return self.integers(
                [*self.lengths(self.pick(0, 1)), *(self.pick(2, 3) if each == 1 else each for each in old)]
            )
        return self.integers(self.lengths(self.pick(1, 2, 3)))

    def factors(self, old: Sequence[int]) -> List[int]:
        whole = 1
        for each in old:
            whole *= each
        found: List[int] = []
        while whole > 1:
            part = self.chance.choice([each for each in range(2, whole + 1) if whole % each == 0])
            found.append(part)
            whole //= part
        if self.maybe(0.2):
            found.insert(self.chance.randrange(len(found) + 1), 1)
        self.chance.shuffle(found)
        return found

    def several(self) -> Spec:
        """A list of tensors, of the same or similar shapes."""
        first = self.tensor()
        items = [first]
        for _ in range(self.pick(0, 1, 1, 2, 3)):
            shape = list(first[2])
            if shape and self.maybe(0.35):
                shape[self.chance.randrange(len(shape))] = self.chance.choice(LENGTHS)
            items.append([first[0], first[1] if self.maybe(0.9) else self.dtype(), shape])
        if self.maybe(0.1):
            return first
        return ["list" if self.maybe(0.7) else "tuple", items]

    def number(self) -> Spec:
        found: Spec = self.pick(
            ["constant", self.pick(0, 1, 2, 5, 10)],
            ["constant", self.pick(0, 1, 5)],
            ["constant", self.pick(0.0, 0.5, 4.0)],
            ["tensor", self.pick("int32", "float32"), []],
        )
        return found

    def target(self) -> Spec:
        return [self.pick("dtype", "dtype", "text"), self.chance.choice(TARGETS)]

    def indices(self) -> Spec:
        base = self.tensors[0][1] if self.tensors else [2]
        shape = self.pick([], [self.pick(2, 3)], [base[0] if base else 2], [2, 3], base[:-1], base, [*base[:1], 3])
        if re.search("nd|scatter", self.name):
            depth = self.chance.randrange(1, max(2, len(base) + 1))
            shape = [*self.lengths(self.pick(1, 1, 2)), depth]
        if self.maybe(0.1) and self.package == "numpy":
            return ["list", [["constant", 0], ["constant", 1]]]
        return ["array" if self.package == "numpy" else "tensor", self.pick("int32", "int64"), list(shape)]

    def image(self) -> Spec:
        return self.tensor(
            self.pick("float32", "float32", "uint8", "float64"),
            [*self.pick([], [2], [3]), self.pick(4, 6, 8), self.pick(4, 5, 8), self.pick(1, 3, 3, 4)],
        )

    def of_space(self, count: int) -> Spec:
        """Strides and the like, for so many axes."""
        numbers = [self.pick(1, 1, 2) for _ in range(count)]
        if self.maybe(0.4):
            return ["constant", numbers[0]]
        if self.maybe(0.3):
            return ["list", [["constant", each] for each in numbers]]
        first = [1, 1, *numbers] if self.first else [1, *numbers, 1]
        return ["list", [["constant", each] for each in first]]


Draw = Callable[[Drawer], Spec]
