"""Literals: Python numbers, strings, bytes and Booleans that are written in the program or follow from such.

A literal is a type and a value. `1`, `1.0` and `True` are three literals that Python takes for equal; so are `0.0` and
`-0.0`. Texts are for display only: nothing is decided by the text of a literal.
"""

from __future__ import annotations

from typing import Final, final

LiteralType = int | float | complex | bool | str | bytes
"""The types whose values are literals; None and Ellipsis are not."""
DISPLAYED = 60
"""Characters of a literal that are shown."""
_DECIMAL_BITS = 2000
"""Longer integers Python may refuse to write as decimal numbers."""


@final
class Literal:
    """One literal. Two are the same if type and value are, and no operation of Python tells them apart."""

    __slots__ = ("_identity", "value")

    def __init__(self, value: LiteralType, /) -> None:
        self.value: Final = value
        self._identity: Final = (type(value), _told_apart(value))

    @property
    def type(self) -> str:
        """The name of the builtin type."""
        return type(self.value).__name__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    def __repr__(self) -> str:
        return f"Literal({self.display()})"

    def __reduce__(self) -> tuple[object, tuple[LiteralType]]:
        # The value alone, so that what is kept of an analysis names no types of Python's.
        return Literal, (self.value,)

    @property
    def truth(self) -> bool:
        """What `bool` gives."""
        return bool(self.value)

    def python_equal(self, other: Literal) -> bool:
        """Whether `==` holds."""
        return bool(self.value == other.value)

    def negated(self) -> Literal | None:
        """`-x`; None where Python raises."""
        return None if isinstance(self.value, (str, bytes)) else Literal(-self.value)

    def positive(self) -> Literal | None:
        """`+x`, which makes an int of a Boolean; None where Python raises."""
        return None if isinstance(self.value, (str, bytes)) else Literal(+self.value)

    def inverted(self) -> Literal | None:
        """`~x`; None where Python raises."""
        return Literal(~int(self.value)) if isinstance(self.value, int) else None

    @property
    def index(self) -> int | None:
        """The position in a sequence for which it stands: of a Boolean 0 or 1, of anything but an int none."""
        return int(self.value) if isinstance(self.value, int) else None

    @property
    def text(self) -> str | None:
        """The string that it is; None for anything else."""
        return self.value if isinstance(self.value, str) else None

    @property
    def trace_key(self) -> object:
        """What `tf.function` compares: equal for two literals exactly if one trace serves both.

        TensorFlow compares as Python does, so `1`, `1.0` and `True` share the trace of whichever comes first. It takes
        all NaN for equal.
        """
        return _NAN if self.value != self.value else self.value

    def display(self) -> str:
        """How it is written, cut to a readable length."""
        value = self.value
        text = hex(value) if type(value) is int and value.bit_length() > _DECIMAL_BITS else repr(value)
        return text if len(text) <= DISPLAYED else text[: DISPLAYED - 3] + "..."


_NAN: Final = "nan", "any"


def _told_apart(value: LiteralType) -> object:
    """The value, in a form in which `==` tells the two zeros apart, and no NaN from itself."""
    if isinstance(value, float):
        return value.hex()
    if isinstance(value, complex):
        return value.real.hex(), value.imag.hex()
    return value
