"""A rule and the arguments of a call -> the type of the result.

What a rule does not fit is unknown. Where the framework would refuse the call, the answer says so, with the reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from hybridize.frameworks.tensor_types.arguments import Argument, Constant, DTypeObject, Items, Number, Repeated
from hybridize.frameworks.tensor_types.dimensions import DTypesDiffer, Refused, Shape, Unclear
from hybridize.frameworks.tensor_types.dtype_rules import DEFAULT, DTYPES, Setting
from hybridize.frameworks.tensor_types.dtypes import WEAK_BOOL, DType, is_integer
from hybridize.frameworks.tensor_types.element_rules import ELEMENTS
from hybridize.frameworks.tensor_types.expressions import Expression, Reference, Word, parsed, words
from hybridize.frameworks.tensor_types.product_rules import PRODUCTS
from hybridize.frameworks.tensor_types.ragged_rules import RAGGED, RANKS
from hybridize.frameworks.tensor_types.shape_rules import CONDITIONS, LISTS, SHAPES
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType, Typed
from hybridize.frameworks.tensor_types.window_rules import WINDOWS

ALL_SHAPES = {**SHAPES, **PRODUCTS, **WINDOWS, **RAGGED}
"""Every word that gives a shape."""
IRREGULAR = frozenset({TensorKind.RAGGED, TensorKind.SPARSE})
"""Kinds that few operations take, and to most of which the rules do not apply."""


@dataclass(frozen=True, slots=True)
class Part:
    """The rule of one result."""

    dtype: str = ""
    """The expression for its dtype; empty: unknown."""
    shape: str = ""
    elements: str = ""
    """The expression for what is in an integer tensor that holds lengths."""
    ragged_rank: str = ""
    """The expression for the ragged rank of a ragged tensor."""


NOTHING = Part()
"""Nothing is known, not even whether one tensor comes back or several."""

Parts = tuple["Part | Parts", ...]


@dataclass(frozen=True, slots=True)
class Rule:
    """What a call gives."""

    part: Part | Parts
    """The rule of the result; of a tuple those of its members."""
    source: str = ""
    """Where the rule comes from: see docs/frameworks.md."""
    when: str = ""
    """What it depends on what the call gives: an argument that is given and not false, or a word of `CONDITIONS`."""
    otherwise: Rule | None = None
    """What holds where it is not."""
    refuses_dtypes: bool = True
    """The function takes no tensors of two dtypes. Of others nothing is known where the dtypes differ, or may do."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The framework refuses the call."""

    reason: str
    of_dtypes: bool = False
    """Because of the dtypes; else because of the shapes."""
    instead: Typed = None
    """What the call would give if the lengths, ranks or dtypes fitted. Nothing comes of it, so this is never wrong."""


@dataclass(frozen=True, slots=True)
class Several:
    """A list of tensors, of which nobody knows how many there are."""

    each: TensorType
    """The type that all of them have."""


Types = TensorType | tuple["Types", ...] | Several
"""The type of a result, or those of the members of a tuple or list."""
Result = Types | Refusal | None
"""None: nothing is known, not even whether one tensor comes back or several."""


def apply(
    rule: Rule, arguments: Mapping[str, Argument], setting: Setting = DEFAULT, kind: TensorKind = TensorKind.TENSOR
) -> Result:
    """The type of the result of a call with these arguments by parameter; of several results the type of each."""
    if rule.when:
        chosen = chooses(rule.when, arguments, setting)
        if chosen is None or not chosen and rule.otherwise is None:
            return None
        if not chosen and rule.otherwise is not None:
            return apply(rule.otherwise, arguments, setting, kind)
    if rule.part == NOTHING:
        return None
    if not rule.refuses_dtypes:
        setting = replace(setting, mixing=True)
    irregular = [each for each in tensors(arguments.values()) if each.kind in IRREGULAR]
    try:
        if irregular and not takes_irregular(rule.part):
            return elementwise(rule.part, arguments, setting, irregular)
        if kind is TensorKind.NDARRAY:
            setting = replace(setting, of_arrays=True)
        return typed(rule.part, arguments, setting, kind_of(arguments, kind))
    except Refused as refused:
        return Refusal(str(refused), isinstance(refused, DTypesDiffer))


def if_it_fitted(
    refusal: Refusal,
    rule: Rule,
    arguments: Mapping[str, Argument],
    setting: Setting = DEFAULT,
    kind: TensorKind = TensorKind.TENSOR,
) -> Result:
    """What a refused call would give if what does not fit were not known: its lengths, its ranks, its dtypes."""
    for loosened in _OF_DTYPES if refusal.of_dtypes else _OF_SHAPES:
        found = apply(rule, {name: _with(each, loosened) for name, each in arguments.items()}, setting, kind)
        if not isinstance(found, Refusal):
            return found
    return None


def _with(argument: Argument, change: Callable[[TensorType], TensorType]) -> Argument:
    """An argument with its tensors changed, those in lists too."""
    if isinstance(argument, TensorType):
        return change(argument)
    if isinstance(argument, Items):
        return Items(tuple([_with(each, change) for each in argument.items]))
    return Repeated(_with(argument.item, change)) if isinstance(argument, Repeated) else argument


def _of_any_lengths(given: TensorType) -> TensorType:
    return replace(given, shape=None if given.shape is None else (None,) * len(given.shape), elements=None)


def any_lengths(argument: Argument) -> Argument:
    """An argument of whose tensors only dtypes and ranks are known."""
    return _with(argument, _of_any_lengths)


def _of_any_rank(given: TensorType) -> TensorType:
    return replace(given, shape=None, elements=None)


def _of_any_dtype(given: TensorType) -> TensorType:
    return replace(given, dtype=None)


_OF_SHAPES = (_of_any_lengths, _of_any_rank)
_OF_DTYPES = (_of_any_dtype, lambda given: _of_any_dtype(_of_any_lengths(given)))


def tensors(arguments: Iterable[Argument]) -> Iterable[TensorType]:
    """The tensors among arguments, those in lists too."""
    for each in arguments:
        if isinstance(each, TensorType):
            yield each
        elif isinstance(each, Items):
            yield from tensors(each.items)
        elif isinstance(each, Repeated):
            yield from tensors((each.item,))


def takes_irregular(part: Part | Parts) -> bool:
    """Whether a rule knows ragged and sparse tensors."""
    if isinstance(part, tuple):
        return all(map(takes_irregular, part))
    return bool(part.shape) and not words(parsed(part.shape)).isdisjoint(RAGGED)


def elementwise(
    part: Part | Parts, arguments: Mapping[str, Argument], setting: Setting, irregular: list[TensorType]
) -> Result:
    """Operations on each element keep the structure of one ragged tensor; of all others nothing is known."""
    expression = parsed(part.shape) if isinstance(part, Part) and part.shape else None
    if isinstance(part, tuple) or not isinstance(expression, Word) or expression.name not in ("same", "broadcast"):
        return None
    try:
        given = [value(each, arguments, setting) for each in expression.arguments]
    except Unclear:
        return None
    others = [each for each in given if each is not irregular[0]]
    if len(irregular) > 1 or irregular[0].kind is not TensorKind.RAGGED or any(map(has_axes, others)):
        return None
    return replace(irregular[0], dtype=dtype_by(part.dtype, arguments, setting))


def has_axes(argument: Argument) -> bool:
    """Whether it may be more than one number."""
    return not (isinstance(argument, TensorType) and argument.shape == () or isinstance(argument, Constant))


def kind_of(arguments: Mapping[str, Argument], kind: TensorKind) -> TensorKind:
    """A tensor that is made of symbolic Keras tensors is one itself."""
    if kind is TensorKind.TENSOR and any(each.kind is TensorKind.KERAS for each in tensors(arguments.values())):
        return TensorKind.KERAS
    return kind


def chooses(text: str, arguments: Mapping[str, Argument], setting: Setting) -> bool | None:
    """Whether an argument is given and not false, or a condition holds; None if that is not known."""
    expression = parsed(text)
    try:
        if isinstance(expression, Word):
            return CONDITIONS[expression.name](*(value(each, arguments, setting) for each in expression.arguments))
        found = value(expression, arguments, setting)
    except Unclear:
        return None
    if isinstance(found, Constant):
        return bool(found.value) or isinstance(found.value, (int, float)) and not isinstance(found.value, bool)
    given = isinstance(found, (TensorType, Items)) or isinstance(found, Number) and found.dtype != WEAK_BOOL
    return True if given else None


def typed(
    part: Part | Parts, arguments: Mapping[str, Argument], setting: Setting, kind: TensorKind
) -> Types | None:
    """The type by a part of a rule. Raises `Refused`."""
    if isinstance(part, tuple):
        found = [typed(each, arguments, setting, kind) for each in part]
        return tuple(TensorType(kind) if each is None else each for each in found)
    dtype = dtype_by(part.dtype, arguments, setting)
    if is_list(part.shape):
        shapes = evaluate_list(part.shape, arguments, setting)
        if shapes is None:
            return None if dtype is None else Several(TensorType(kind, dtype))
        return tuple(TensorType(kind, dtype, each) for each in shapes)
    shape = shape_by(part.shape, arguments, setting)
    lengths = part.elements if dtype is not None and is_integer(dtype) else ""
    elements = elements_by(lengths, arguments, setting) if lengths else None
    if elements is not None and shape == (None,):
        shape = (len(elements),)
    return TensorType(kind, dtype, shape, ragged_rank_by(part.ragged_rank, arguments, setting), elements)


def evaluate_list(text: str, arguments: Mapping[str, Argument], setting: Setting = DEFAULT) -> list[Shape] | None:
    """All shapes that an expression for a list says; None if not even their number is known. Raises `Refused`."""
    expression = parsed(text)
    assert isinstance(expression, Word)
    try:
        return list(LISTS[expression.name](*(value(each, arguments, setting) for each in expression.arguments)))
    except Unclear:
        return None


def is_list(text: str) -> bool:
    """Whether an expression says several shapes at once."""
    expression = parsed(text) if text else None
    return isinstance(expression, Word) and expression.name in LISTS


def shape_by(text: str, arguments: Mapping[str, Argument], setting: Setting = DEFAULT) -> Shape:
    """The shape that an expression says; None if it is unknown. Raises `Refused`."""
    try:
        found = value(parsed(text), arguments, setting) if text else None
    except Unclear:
        return None
    return found.shape if isinstance(found, TensorType) else None


def dtype_by(text: str, arguments: Mapping[str, Argument], setting: Setting = DEFAULT) -> DType | None:
    """The dtype that an expression says; None if it is unknown. Raises `Refused`."""
    try:
        found = value(parsed(text), arguments, setting, shapes=False) if text else None
    except Unclear:
        return None
    if isinstance(found, DTypeObject):
        return found.dtype
    return DType(found.value) if isinstance(found, Constant) and isinstance(found.value, str) else None


def elements_by(text: str, arguments: Mapping[str, Argument], setting: Setting) -> Shape:
    """What an expression says is in a tensor of lengths; None if it is not known."""
    expression = parsed(text)
    assert isinstance(expression, Word)
    try:
        return ELEMENTS[expression.name](*(value(each, arguments, setting) for each in expression.arguments))
    except (Unclear, Refused):
        return None


def ragged_rank_by(text: str, arguments: Mapping[str, Argument], setting: Setting) -> int | None:
    """The ragged rank that an expression says; None if it is not known, or the result not ragged."""
    expression = parsed(text) if text else None
    if not isinstance(expression, Word):
        return None
    try:
        return RANKS[expression.name](*(value(each, arguments, setting) for each in expression.arguments))
    except Unclear:
        return None


def value(expression: Expression, arguments: Mapping[str, Argument], setting: Setting, shapes: bool = True) -> Argument:
    """What an expression stands for: an argument, a constant, or a type with the shape (or dtype) that a word gives."""
    if isinstance(expression, Reference):
        found = arguments.get(expression.name)
        if found is not None:
            return found
        if expression.default is None:
            raise Unclear
        return value(expression.default, arguments, setting, shapes)
    if not isinstance(expression, Word):
        return expression
    given = [value(each, arguments, setting, shapes) for each in expression.arguments]
    if shapes:
        return TensorType(shape=ALL_SHAPES[expression.name](*given))
    return DTypeObject(DTYPES[expression.name](setting, *given))
