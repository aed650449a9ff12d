"""Python values as far as they are known: Python itself can be asked with them."""

from __future__ import annotations

import builtins
import collections
import datetime
import decimal
import fractions
import importlib
import itertools
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any

from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.stand_ins import DType, Shape, as_dtype, broadcast


@dataclass(frozen=True)
class Held:
    """A builtin container, or an iterator, with all that is in it; the members of a dictionary are pairs."""

    type: str
    members: tuple[Known, ...]


class Made:
    """An object that Python gave, and that nothing changes: a match, a fraction, a function that only computes."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Made) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


class _Broken:
    """An iterator that raises when it is asked for its first element."""

    def __next__(self) -> object:
        raise TypeError

    def __iter__(self) -> _Broken:
        return self


@lru_cache(maxsize=2_000)
def shape(*lengths: int | None) -> Made:
    """A shape of TensorFlow; a length that is not known is None."""
    return Made(Shape(lengths))


DTYPE = Made(DType())
"""A dtype of TensorFlow."""


Known = Literal | Held | Made | str
"""The value, or the name of its builtin type; empty where it is neither."""

SAMPLES: dict[str, object] = {
    "None": None, "bool": True, "bytes": b"a", "complex": 2j, "dict": {2: 2}, "float": 2.0,
    "frozenset": frozenset([2]), "int": 2, "list": [2], "set": {2}, "str": "a", "tuple": (2,),
}  # fmt: skip
"""One value of each type."""
SCALARS = frozenset({"None", "bool", "bytes", "complex", "float", "int", "str"})
_MADE: dict[str, Callable[[list[Any]], object]] = {
    "deque": collections.deque, "dict": dict, "frozenset": frozenset, "iterator": iter, "list": list, "set": set,
    "tuple": tuple,
}  # fmt: skip
_KEPT = (datetime.date, datetime.time, datetime.timedelta, decimal.Decimal, re.Pattern, slice)
_FUNCTIONS = frozenset(
    "abs all any ascii bin bool bytearray bytes callable chr complex dict divmod enumerate filter float format"
    " frozenset getattr hasattr hash hex id int isinstance issubclass iter len list map max min next object oct ord pow"
    " range repr reversed round set slice sorted str sum tuple type zip".split()
)
"""Builtin functions that only compute."""
_MODULES = frozenset(
    "base64 binascii bisect cmath collections colorsys copy datetime decimal fractions functools heapq html itertools"
    " json keyword math operator re statistics string struct textwrap unicodedata".split()
)
"""Modules of which most only computes."""
_OTHERS = re.compile(
    r"\.(dump|load|now|today|utcnow|getcontext|setcontext|localcontext|reduce|accumulate)$"
    r"|^re\.(?!compile$|escape$)"
)
"""What in them does something else, or may take for ever: powers of powers, patterns that are tried in many ways."""
_BOUND = 10_000
_LENGTH = 100
"""The largest int, and the longest text, with which Python is asked: all that it computes stays small."""
_LARGE = re.compile(r"\d{4}", re.ASCII), re.compile(rb"\d{4}")
"""A number in a text, which may say how long what is made of it becomes."""
MEMBERS = 24
"""The longest container."""
DEPTH = 3
"""Containers inside of containers that are looked into."""


def is_exact(each: Known) -> bool:
    """Whether it is the value itself, and not only its type."""
    if isinstance(each, Held):
        return all(map(is_exact, each.members))
    return each == "None" or not isinstance(each, str)


def is_stand_in(each: Known) -> bool:
    """Whether it is a shape or dtype, of which only operators and what they refuse are known."""
    return isinstance(each, Made) and isinstance(each.value, (DType, Shape))


def tells_all(each: Known) -> bool:
    """Whether what Python gives for it is right: a shape may have lengths that are not known, a dtype is any."""
    if isinstance(each, Held):
        return all(map(tells_all, each.members))
    value = each.value if isinstance(each, Made) else None
    return value is not DTYPE.value and not (isinstance(value, Shape) and not value.is_fully_defined())


def value_of(each: Known) -> Any:
    """The value, made anew where it can be changed; one that stands for all others of its type."""
    if isinstance(each, Literal):
        return each.value
    if isinstance(each, Made):
        return each.value
    return _MADE[each.type](list(map(value_of, each.members))) if isinstance(each, Held) else SAMPLES[each]


def has_hash(each: Known) -> bool:
    """Whether it can be a member of a set, which Python refuses to make with lists, say."""
    try:
        hash(value_of(each))
    except TypeError:
        return False
    return True


def as_known(value: object, depth: int = DEPTH) -> Known:
    """The same for what Python gave; empty where it is large, or may change."""
    if value is None:
        return "None"
    if isinstance(value, (bool, int, float, complex, str, bytes)):
        written = Literal(value)
        return written if is_small(written) else ""
    kind = type(value).__name__
    iterates = hasattr(value, "__next__")
    if depth and (iterates or (kind in _MADE and type(value) is not type)):
        taken: Any = value.items() if isinstance(value, dict) else value
        try:
            members = tuple(as_known(each, depth - 1) for each in itertools.islice(iter(taken), MEMBERS + 1))
        except Exception:  # What is in an iterator decides what it raises.
            return Made(_Broken())
        return "" if len(members) > MEMBERS or "" in members else Held("iterator" if iterates else kind, members)
    if isinstance(value, Shape):
        return shape(*value.lengths)
    small = (isinstance(value, range) and len(value) <= _LENGTH) or (
        isinstance(value, fractions.Fraction) and max(abs(value.numerator), value.denominator) <= _BOUND
    )
    return Made(value) if small or isinstance(value, _KEPT) else ""


def is_small(written: Literal) -> bool:
    """Whether Python may be asked with it: nothing that it computes gets large."""
    value = written.value
    if isinstance(value, str):
        return len(value) <= _LENGTH and not _LARGE[0].search(value)
    if isinstance(value, bytes):
        return len(value) <= _LENGTH and not _LARGE[1].search(value)
    return isinstance(value, (float, complex)) or abs(value) <= _BOUND


def _fraction(value: object = 0) -> object:
    """`np.float32` and its like: a text must be a number."""
    if isinstance(value, (str, bytes)):
        float(value)
    return object()


def _whole(value: object = 0) -> object:
    """`np.int32` and its like: a text must be a number, and None is none."""
    if value is None or isinstance(value, (str, bytes)):
        int(value)  # type: ignore[arg-type]
    return object()


_OF_NUMPY: dict[str, Callable[..., Any]] = {
    **dict.fromkeys((f"numpy.{each}" for each in "double float16 float32 float64 half single".split()), _fraction),
    **dict.fromkeys((f"numpy.{sign}int{bits}" for sign in ("", "u") for bits in (8, 16, 32, 64)), _whole),
    **dict.fromkeys((f"numpy.{each}" for each in "byte int_ intc intp long longlong short ubyte uint".split()), _whole),
}
_OF_TENSORFLOW: dict[str, Callable[..., Any]] = {
    "tensorflow.TensorShape": Shape, "tensorflow.broadcast_static_shape": broadcast,
    "tensorflow.dtypes.as_dtype": as_dtype,
}  # fmt: skip
OF_TENSORFLOW = frozenset(_OF_TENSORFLOW.values())
"""What makes shapes and dtypes."""


@lru_cache(maxsize=2_000)
def function(name: str) -> Callable[..., Any] | None:
    """The function or class of Python or its library, if it only computes."""
    own = _OF_TENSORFLOW.get(name) or _OF_NUMPY.get(name)
    if own is not None:
        return own
    package, _, rest = name.partition(".")
    if package == "builtins":
        found: Any = builtins if rest.partition(".")[0] in _FUNCTIONS else None
    else:
        found = module_of(package) if rest and not _OTHERS.search(name) else None
    for part in rest.split("."):
        found = getattr(found, part, None)
    return found if callable(found) else None


def module_of(name: str) -> ModuleType | None:
    """A module of the library of which most only computes."""
    return importlib.import_module(name) if name in _MODULES else None
