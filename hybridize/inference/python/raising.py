"""What Python raises for certain, as far as the values are known.

Eagerly that happens where it is reached. A trace takes both sides of a condition on a tensor, and the body of a loop
that makes no round. Python itself is asked: with the values where these are known, else with one value of each type.
What it gives is known in turn, as long as the same statement uses it.
"""

from __future__ import annotations

import operator as operators
import re
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from astroid import nodes

from hybridize.inference.domain.known import (
    OF_TENSORFLOW, SCALARS, Held, Known, as_known, function, is_exact, is_stand_in, module_of,
    tells_all, value_of
)  # fmt: skip
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import AbstractObject, External, ExternalMethod, TupleObject, Value
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.python.known import known

_OPERATORS: dict[str, Callable[..., object]] = {
    "+": operators.add, "-": operators.sub, "*": operators.mul, "/": operators.truediv, "//": operators.floordiv,
    "%": operators.mod, "**": operators.pow, "<<": operators.lshift, ">>": operators.rshift, "&": operators.and_,
    "|": operators.or_, "^": operators.xor, "@": operators.matmul, "<": operators.lt, ">": operators.gt,
    "<=": operators.le, ">=": operators.ge, "==": operators.eq, "!=": operators.ne, "[]": operators.getitem,
    "in": lambda one, other: one in other, "not in": lambda one, other: one not in other,
}  # fmt: skip
_SIGNS: dict[str, Callable[..., object]] = {"-": operators.neg, "+": operators.pos, "~": operators.invert}
_DIVIDING = frozenset({divmod, operators.floordiv, operators.mod, operators.truediv})
_CONVERSIONS: dict[int, Callable[[object], str]] = {ord("s"): str, ord("r"): repr, ord("a"): ascii}
_BY_MEMBERS = frozenset({"sort"})
"""Methods of containers that may raise a `TypeError` for what is in them."""
_NESTED = re.compile(r"\{[^}]*\{")
"""A template in which other values say how long a text becomes."""
_TEXTS = frozenset({"bytes", "str"})


def operated(frame: Frame, operator: str, left: Value, right: Value, node: nodes.NodeNG) -> None:
    """`left operator right`, comparisons and `left[right]` (`[]`) included."""
    frame.rules.computed.pop(node, None)
    if len(left) != 1 or len(right) != 1 or operator not in _OPERATORS:
        return
    (one,), (other,) = left, right
    nodes_of = _OPERANDS[type(node)](node) if type(node) in _OPERANDS else (None, None)
    first, second = (_of(frame, each, value) for each, value in zip(nodes_of, (left, right), strict=True))
    if operator == "%" and one.builtin_type in ("bytes", "str"):
        members = other.items if type(other) is TupleObject and not other.rest else (right,)
        parts = [_scalar(known(frame, each)) for each in (left, *members)]
        if type(second) is Held and second.type == "dict":
            parts[1:] = [second]
        if type(parts[0]) is Literal:
            _ask(frame, node, _interpolated, parts)
    else:
        _ask(frame, node, _OPERATORS[operator], [first, second])


def signed(frame: Frame, operator: str, value: Value, node: nodes.NodeNG) -> None:
    """`-x`, `+x`, `~x`."""
    frame.rules.computed.pop(node, None)
    if operator in _SIGNS:
        operand = node.operand if isinstance(node, nodes.UnaryOp) else None
        _ask(frame, node, _SIGNS[operator], [_of(frame, operand, value)])


def sliced(frame: Frame, node: nodes.Slice, bounds: Sequence[Value | None]) -> None:
    """`start:stop:step`, as an index."""
    written = (node.lower, node.upper, node.step)
    parts = ["None" if value is None else _of(frame, each, value) for each, value in zip(written, bounds, strict=True)]
    _ask(frame, node, slice, parts)


def formatted(frame: Frame, node: nodes.FormattedValue, value: Value) -> None:
    """`{value!r:>8}` in a text."""
    parts = node.format_spec.values if isinstance(node.format_spec, nodes.JoinedStr) else ()
    if not all(isinstance(each, nodes.Const) for each in parts):
        return
    spec = as_known("".join(each.value for each in parts))
    convert = _CONVERSIONS.get(node.conversion)
    if convert is None:
        _ask(frame, node, format, [_of(frame, node.value, value), spec])
    else:
        _ask(frame, node, format, [as_known(convert("")), spec])


def called(frame: Frame, obj: AbstractObject, args: Args, node: nodes.NodeNG) -> None:
    """A call of a function of Python or its library that only computes, or of a method of what is known."""
    find = _CALLED.get(type(obj))
    if find is None:
        return
    frame.rules.computed.pop(node, None)
    if args.star or args.double_star:
        return
    call = node if isinstance(node, nodes.Call) else None
    asked = find(frame, obj, call)
    if asked is None:
        return
    written: list[nodes.NodeNG | None] = [None] * (len(args.positional) + len(args.keywords))
    if call is not None and len(call.args) == len(args.positional):
        by_name = {each.arg: each.value for each in call.keywords}
        written = [*call.args, *(by_name.get(name) for name in args.keywords)]
    values = [*args.positional, *args.keywords.values()]
    parts = [_scalar(_of(frame, each, value)) for each, value in zip(written, values, strict=True)]
    if parts and not parts[0] and type(obj) is External and obj.name in _OF_ANY:
        parts[0] = "int"
    _ask(frame, node, asked[0], [*asked[1:], *parts], tuple(args.keywords))


def attribute(frame: Frame, value: Value, node: nodes.Attribute) -> None:
    """`value.name`: builtin objects, and modules that are known, have the attributes that they have."""
    found = _of(frame, node.expr, value)
    obj = next(iter(value)) if len(value) == 1 else None
    if type(obj) is External:
        module = module_of(obj.name)
        missing = module is not None and not hasattr(module, node.attrname)
    else:
        named = type(obj) is TupleObject and (obj.type != "tuple" or bool(obj.fields))
        missing = bool(found) and not named and not is_stand_in(found) and not hasattr(value_of(found), node.attrname)
    if missing:
        frame.heap.fail()


def iterated(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """A loop over a value, or a value that is unpacked."""
    found = _of(frame, node, value)
    kind = found.type if isinstance(found, Literal) else found
    if isinstance(kind, str) and kind in SCALARS and kind not in _TEXTS:
        frame.heap.fail()


def unpacked(frame: Frame, value: Value, target: nodes.List | nodes.Tuple, node: nodes.NodeNG) -> None:
    """`a, *b = value`: of a tuple, `iteration.unpack` says it as well."""
    iterated(frame, value, node)
    found = known(frame, value)
    if isinstance(found, Held) and found.type == "list":
        starred = any(isinstance(each, nodes.Starred) for each in target.elts)
        wanted, held = len(target.elts) - starred, len(found.members)
        if held < wanted or (held > wanted and not starred):
            frame.heap.fail()


def _of(frame: Frame, node: nodes.NodeNG | None, value: Value) -> Known:
    """What is known of an expression: what Python gave for it, or what its value tells."""
    found = frame.rules.computed.get(node) if node is not None and frame.rules.computed else None
    return known(frame, value) if found is None else found


def _scalar(each: Known) -> Known:
    """The same, of what holds nothing else or is known with all that it holds."""
    return each if not isinstance(each, str) or each in SCALARS else ""


def _function(frame: Frame, obj: External, call: nodes.Call | None) -> list[Any] | None:
    found = _compiled if obj.name in _OF_PATTERNS else function(obj.name)
    return None if found is None else [found]


def _method(frame: Frame, obj: ExternalMethod, call: nodes.Call | None) -> list[Any] | None:
    expression = call.func.expr if call is not None and isinstance(call.func, nodes.Attribute) else None
    receiver = _of(frame, expression, obj.receiver.single)
    if not receiver or obj.name in _BY_MEMBERS and not is_exact(receiver):
        return None
    value = value_of(receiver)
    if not hasattr(value, obj.name) or isinstance(value, re.Pattern):
        return None
    if obj.name in _OF_TEMPLATES and isinstance(value, str) and _NESTED.search(value):
        return None
    return [_of_method, receiver, Literal(obj.name)]


def _of_method(receiver: Any, name: str, *arguments: object, **keywords: object) -> object:
    return getattr(receiver, name)(*arguments, **keywords)


_CALLED: dict[type[AbstractObject], Callable[..., list[Any] | None]] = {External: _function, ExternalMethod: _method}
_OPERANDS: dict[type[nodes.NodeNG], Callable[[Any], tuple[nodes.NodeNG | None, nodes.NodeNG | None]]] = {
    nodes.BinOp: lambda node: (node.left, node.right),
    nodes.Compare: lambda node: (node.left, node.ops[0][1]) if len(node.ops) == 1 else (None, None),
    nodes.Subscript: lambda node: (node.value, node.slice),
}
_OF_ANY = frozenset(f"builtins.{name}" for name in ("getattr", "hasattr", "isinstance"))
"""What asks of any object something that may be nonsense for all of them."""
_OF_TEMPLATES = frozenset({"format", "format_map"})
_OF_PATTERNS = frozenset(
    f"re.{name}" for name in ("findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn")
)


def _compiled(pattern: Any, *_others: object, **_keywords: object) -> object:
    """Something unknown, if there is such a pattern: to try it on a text may take for ever."""
    re.compile(pattern)
    return object()


def _interpolated(template: str, *members: object) -> object:
    return template % (members if len(members) != 1 else members[0])


def _ask(
    frame: Frame,
    node: nodes.NodeNG,
    asked: Callable[..., object],
    parts: list[Known],
    keywords: tuple[str, ...] = (),
) -> None:
    frame.rules.computed.pop(node, None)
    if "" in parts or not all(map(tells_all, parts)) and not _asks_stand_ins(asked, parts):
        return
    raises, given = _answer(asked, tuple(parts), keywords)
    if raises:
        frame.heap.fail()
    elif given:
        frame.rules.computed[node] = given


def _asks_stand_ins(asked: Callable[..., object], parts: Sequence[Known]) -> bool:
    """Whether a shape with unknown lengths, or a dtype, is asked for what it refuses: other code needs numbers."""
    by_method = asked is _of_method and not tells_all(parts[0])
    return by_method or asked in OF_TENSORFLOW or asked in _OF_OPERATORS


_OF_OPERATORS = frozenset([*_OPERATORS.values(), *_SIGNS.values()])


@lru_cache(maxsize=20_000)
def _answer(asked: Callable[..., object], parts: tuple[Known, ...], keywords: tuple[str, ...]) -> tuple[bool, Known]:
    """Whether Python raises, and what it gives where all is known.

    With values that stand for others of their types only a `TypeError` counts.
    """
    values = [value_of(each) for each in parts]
    given = len(values) - len(keywords)
    exact = all(map(is_exact, parts))
    divides = asked in _DIVIDING and isinstance(parts[-1], Literal)
    try:
        made = asked(*values[:given], **dict(zip(keywords, values[given:], strict=True)))
    except TypeError:
        return True, ""
    except ZeroDivisionError:
        return exact or divides, ""
    except Exception:  # What Python raises here is the answer.
        return exact, ""
    return False, as_known(made) if exact and all(map(tells_all, parts)) else ""
