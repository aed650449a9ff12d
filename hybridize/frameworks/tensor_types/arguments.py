"""What calls are made with, as rules read it: types, constants, numbers, dtypes, and lists of these.

The readers raise `Unclear` where an argument does not say what is asked, and `Refused` where no such argument works.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce

from hybridize.frameworks.tensor_types import dimensions, dtypes
from hybridize.frameworks.tensor_types.dimensions import Dimension, Refused, Shape, Symbol, Unclear
from hybridize.frameworks.tensor_types.dtypes import DType
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

PythonValue = None | bool | int | float | complex | str | bytes


@dataclass(frozen=True, slots=True, eq=False)
class Constant:
    """A Python value that is known. `1`, `1.0` and `True` are different ones."""

    value: PythonValue

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Constant) and type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


@dataclass(frozen=True, slots=True)
class Number:
    """A Python number whose value is not known, or is a length with a symbol."""

    dtype: DType
    length: Symbol | None = None


@dataclass(frozen=True, slots=True)
class DTypeObject:
    """A data type as an argument: `tf.float32`, `np.int64`, `x.dtype`; None: it is not known which."""

    dtype: DType | None
    """Of Python's `float` and its like the weak one: TensorFlow and NumPy make different ones of it."""


@dataclass(frozen=True, slots=True)
class Items:
    """A list or tuple of known length."""

    items: tuple[Argument, ...]


@dataclass(frozen=True, slots=True)
class Repeated:
    """A list or tuple of unknown length, whose members are all of one sort."""

    item: Argument


@dataclass(frozen=True, slots=True)
class Unknown:
    """Anything."""


Argument = TensorType | Constant | Number | DTypeObject | Items | Repeated | Unknown
UNKNOWN = Unknown()
NONE = Constant(None)


def integers(values: Iterable[Dimension]) -> Items:
    """A tuple of lengths, as `x.shape` gives it."""
    return Items(tuple(length(value) for value in values))


def length(dimension: Dimension) -> Argument:
    """One length as a Python number."""
    if isinstance(dimension, int):
        return Constant(dimension)
    return Number(dtypes.WEAK_INT, dimension)


def is_none(argument: Argument) -> bool:
    """Whether it is None; `Unclear` if it may be."""
    if isinstance(argument, Unknown):
        raise Unclear
    return argument == NONE


def shape_of(argument: Argument) -> Shape:
    """The shape of a tensor that the argument is or becomes."""
    if isinstance(argument, TensorType):
        if argument.kind in (TensorKind.RAGGED, TensorKind.SPARSE):
            raise Unclear
        return argument.shape
    if isinstance(argument, Items):
        if not argument.items:
            return (0,)
        inner = reduce(dimensions.meet_shapes, map(shape_of, argument.items))
        return None if inner is None else (len(argument.items), *inner)
    if isinstance(argument, Repeated):
        inner = shape_of(argument.item)
        return None if inner is None else (None, *inner)
    if isinstance(argument, Constant) and argument.value is not None or isinstance(argument, Number):
        return ()
    raise Unclear


def known_shape(argument: Argument) -> tuple[Dimension, ...]:
    """The shape of a tensor, whose rank must be known."""
    shape = shape_of(argument)
    if shape is None:
        raise Unclear
    return shape


def dtype_of(argument: Argument) -> DType | None:
    """The data type of a tensor that the argument is or becomes; of Python numbers the weak one."""
    if isinstance(argument, (TensorType, Number, DTypeObject)):
        return argument.dtype
    if isinstance(argument, Constant):
        return dtypes.of_python(argument.value)
    if isinstance(argument, Items):
        return dtypes.together(map(dtype_of, argument.items))
    if isinstance(argument, Repeated):
        return dtype_of(argument.item)
    return None


def leaves(argument: Argument) -> Sequence[Argument]:
    """What is in nested lists, or the argument alone."""
    if isinstance(argument, Items):
        return [leaf for item in argument.items for leaf in leaves(item)]
    return leaves(argument.item) if isinstance(argument, Repeated) else [argument]


def may_be_empty(argument: Argument) -> bool:
    """Whether it is a list without members, or of unknown length: an empty one becomes a tensor of any dtype."""
    if isinstance(argument, Items):
        return all(map(may_be_empty, argument.items))
    return isinstance(argument, Repeated)


def is_tensor(argument: Argument) -> bool:
    """Whether it is one of the framework's tensors; arrays are none."""
    return isinstance(argument, TensorType) and argument.kind is not TensorKind.NDARRAY


def dimension(argument: Argument) -> Dimension:
    """The length that an integer says; None if it is not known."""
    if isinstance(argument, Constant):
        if isinstance(argument.value, bool) or not isinstance(argument.value, int):
            raise Unclear
        return argument.value
    if isinstance(argument, Number):
        return argument.length
    if isinstance(argument, TensorType) and argument.elements is not None and argument.rank == 0:
        return argument.elements[0]
    return None


def integer(argument: Argument) -> int:
    """An integer that must be known."""
    found = dimension(argument)
    if not isinstance(found, int):
        raise Unclear
    return found


def vector(argument: Argument) -> Shape:
    """The integers of a shape-like argument: a tuple, a tensor, one number; None if not even their count is known."""
    if isinstance(argument, Items):
        if len(argument.items) == 1 and not isinstance(argument.items[0], (Constant, Number)):
            only = argument.items[0]  # `x.reshape((2, 3))` beside `x.reshape(2, 3)`.
            return vector(only) if not isinstance(only, TensorType) or only.shape != () else (dimension(only),)
        return tuple(map(dimension, argument.items))
    if isinstance(argument, TensorType):
        if argument.elements is not None:
            return argument.elements
        shape = argument.shape
        if shape == ():
            return (None,)
        count = shape[0] if shape is not None and len(shape) == 1 else None
        return (None,) * count if isinstance(count, int) else None
    if isinstance(argument, (Constant, Number)):
        return (dimension(argument),)
    return None


def known_vector(argument: Argument) -> tuple[Dimension, ...]:
    found = vector(argument)
    if found is None:
        raise Unclear
    return found


def flag(argument: Argument) -> bool:
    """A Boolean that must be known; None is false."""
    if isinstance(argument, Constant) and (argument.value is None or isinstance(argument.value, (bool, int))):
        return bool(argument.value)
    raise Unclear


def text(argument: Argument) -> str:
    """A text that must be known."""
    if isinstance(argument, Constant) and isinstance(argument.value, str):
        return argument.value
    raise Unclear


def axis_of(argument: Argument, rank: int) -> int:
    """An axis, counted from 0."""
    return normal_axis(integer(argument), rank)


def normal_axis(axis: int, rank: int) -> int:
    if not -rank <= axis < rank:
        raise Refused(f"axis {axis} of rank {rank}")
    return axis % rank


def axes_of(argument: Argument, rank: int) -> frozenset[int]:
    """Some axes, counted from 0; None stands for all."""
    if is_none(argument):
        return frozenset(range(rank))
    found = set()
    for each in known_vector(argument):
        if not isinstance(each, int):
            raise Unclear
        found.add(normal_axis(each, rank))
    return frozenset(found)


def as_dtype(argument: Argument, of_array: bool = False) -> DType | None:
    """The data type that an argument names; None if it is not known. `float` has 32 bits but in NumPy."""
    if isinstance(argument, DTypeObject):
        named = argument.dtype
        if named is None or not named.weak:
            return named
        # TensorFlow takes no `int` for a dtype.
        return dtypes.AS_ARRAY[named] if of_array else dtypes.FLOAT32 if named == dtypes.WEAK_FLOAT else None
    if isinstance(argument, Constant) and isinstance(argument.value, str):
        if argument.value == "float" and not of_array:
            return dtypes.FLOAT32
        return dtypes.named(argument.value)
    return None


def members(argument: Argument) -> tuple[Argument, ...]:
    """The members of a list of tensors; of a tensor its slices along the first axis. There is one at least."""
    if isinstance(argument, Items) and argument.items:
        return argument.items
    if isinstance(argument, TensorType) and argument.shape:
        count = argument.shape[0]
        if isinstance(count, int) and count <= 64:
            return (TensorType(argument.kind, argument.dtype, argument.shape[1:]),) * count
    raise Unclear


def bound(
    parameters: Sequence[str], positional: Sequence[Argument], keywords: Mapping[str, Argument]
) -> dict[str, Argument]:
    """The arguments by parameter; what is given for a parameter with a star is a list."""
    found = dict(keywords)
    for index, name in enumerate(parameters):
        if name.startswith("*"):
            if not name.startswith("**"):
                found[name.lstrip("*")] = Items(tuple(positional[index:]))
            break
        if index < len(positional):
            found[name] = positional[index]
    return found
