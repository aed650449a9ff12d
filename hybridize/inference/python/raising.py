"""What Python raises for certain, as far as the values are known.

Eagerly that happens where it is reached. A trace takes both sides of a condition on a tensor, and the body of a loop
that makes no round. Python itself is asked: with the literals where these are known, else with one value of each type.
"""

from __future__ import annotations

import builtins
import operator as operators
import re
from collections.abc import Callable
from functools import lru_cache

from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import AbstractObject, External, ExternalMethod, TupleObject, Value
from hybridize.inference.domain.values import NONE_OBJECT
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame

_Known = Literal | str
"""What is known of a value: the literal, or the name of its builtin type; empty where it is neither."""

_OF_TYPE: dict[str, object] = {
    "None": None, "bool": True, "bytes": b"a", "complex": 2j, "dict": {2: 2}, "float": 2.0,
    "frozenset": frozenset([2]), "int": 2, "list": [2], "set": {2}, "str": "a", "tuple": (2,),
}  # fmt: skip
"""One value of each type."""
_SCALARS = frozenset({"None", "bool", "bytes", "complex", "float", "int", "str"})
_OPERATORS: dict[str, Callable[..., object]] = {
    "+": operators.add, "-": operators.sub, "*": operators.mul, "/": operators.truediv, "//": operators.floordiv,
    "%": operators.mod, "**": operators.pow, "<<": operators.lshift, ">>": operators.rshift, "&": operators.and_,
    "|": operators.or_, "^": operators.xor, "@": operators.matmul, "<": operators.lt, ">": operators.gt,
    "<=": operators.le, ">=": operators.ge, "in": lambda one, other: one in other, "[]": operators.getitem,
    "not in": lambda one, other: one not in other,
}  # fmt: skip
_SIGNS: dict[str, Callable[..., object]] = {"-": operators.neg, "+": operators.pos, "~": operators.invert}
_DIVIDING = frozenset({divmod, operators.floordiv, operators.mod, operators.truediv})
_FUNCTIONS = frozenset(
    "abs all any bin chr complex dict divmod enumerate float format frozenset hash hex int isinstance issubclass iter"
    " len list max min next oct ord range reversed round set sorted sum tuple zip".split()
)
"""Builtin functions that only compute."""
_BOUND = 100
"""The largest number, and the longest text, with which Python is asked: all that it computes stays small."""
_LARGE = re.compile(r"\d{4}", re.ASCII), re.compile(rb"\d{4}")
"""A number in a text, which may say how long what is made of it becomes."""


def operated(frame: Frame, operator: str, left: Value, right: Value) -> None:
    """`left operator right`, comparisons and `left[right]` (`[]`) included."""
    if len(left) != 1 or len(right) != 1 or operator not in _OPERATORS:
        return
    (one,), (other,) = left, right
    if operator == "%" and one.builtin_type in ("bytes", "str"):
        members = other.items if type(other) is TupleObject and not other.rest else (right,)
        known = [_scalar(each) for each in (left, *members)]
        if type(known[0]) is Literal:
            _ask(frame, _interpolated, known)
    else:
        _ask(frame, _OPERATORS[operator], [_known(left), _known(right)])


def signed(frame: Frame, operator: str, value: Value) -> None:
    """`-x`, `+x`, `~x`."""
    if operator in _SIGNS:
        _ask(frame, _SIGNS[operator], [_known(value)])


def called(frame: Frame, obj: AbstractObject, args: Args) -> None:
    """A call of a builtin function, or of a method of a text that is known, with numbers and texts."""
    find = _CALLED.get(type(obj))
    function = find(obj) if find is not None else None
    if function is not None and not args.star and not args.double_star:
        known = [_scalar(each) for each in (*args.positional, *args.keywords.values())]
        _ask(frame, function, known, tuple(args.keywords))


def _known(value: Value) -> _Known:
    if len(value) != 1:
        return ""
    (obj,) = value
    if obj is NONE_OBJECT:
        return "None"
    written = obj.literal
    if written is not None and _is_small(written):
        return written
    return obj.builtin_type if obj.builtin_type in _OF_TYPE else ""


def _scalar(value: Value) -> _Known:
    """The same, of what holds nothing else."""
    known = _known(value)
    return known if isinstance(known, Literal) or known in _SCALARS else ""


def _is_small(written: Literal) -> bool:
    value = written.value
    if isinstance(value, str):
        return len(value) <= _BOUND and not _LARGE[0].search(value)
    return len(value) <= _BOUND and not _LARGE[1].search(value) if isinstance(value, bytes) else abs(value) <= _BOUND


def _builtin(function: External) -> Callable[..., object] | None:
    package, _, name = function.name.partition(".")
    if package != "builtins" or name not in _FUNCTIONS:
        return None
    found: Callable[..., object] = getattr(builtins, name)
    return found


def _method_of_text(method: ExternalMethod) -> Callable[..., object] | None:
    text = method.receiver.literal
    if text is None or not isinstance(text.value, (bytes, str)) or not _is_small(text):
        return None
    found: Callable[..., object] | None = getattr(text.value, method.name, None)
    return found


_CALLED: dict[type[AbstractObject], Callable[..., Callable[..., object] | None]] = {
    External: _builtin,
    ExternalMethod: _method_of_text,
}


def _interpolated(template: str, *members: object) -> object:
    return template % (members if len(members) != 1 else members[0])


def _ask(
    frame: Frame, function: Callable[..., object], known: list[_Known], keywords: tuple[str, ...] = ()
) -> None:
    if "" not in known and _raises(function, tuple(known), keywords):
        frame.heap.fail()


@lru_cache(maxsize=20_000)
def _raises(function: Callable[..., object], known: tuple[_Known, ...], keywords: tuple[str, ...]) -> bool:
    """Whether Python raises: with values that stand for others of their types only a `TypeError` counts."""
    values = [each.value if isinstance(each, Literal) else _OF_TYPE[each] for each in known]
    given = len(values) - len(keywords)
    exact = all(isinstance(each, Literal) for each in known)
    divides = function in _DIVIDING and isinstance(known[-1], Literal)
    try:
        function(*values[:given], **dict(zip(keywords, values[given:], strict=True)))
    except TypeError:
        return True
    except ZeroDivisionError:
        return exact or divides
    except Exception:  # What Python raises here is the answer.
        return exact
    return False
