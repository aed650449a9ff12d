"""Operators between tensors, variables, arrays, numbers and lists: what is said of them is what the release gives."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
from itertools import product
from typing import Any

import pytest

from hybridize.frameworks.tensor_types.arguments import Argument, Constant, Items
from hybridize.frameworks.tensor_types.dtypes import named
from hybridize.frameworks.tensor_types.interpreter import Refusal
from hybridize.frameworks.tensor_types.operators import TENSORS, binary
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

OPERATORS: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "/": operator.truediv, "//": operator.floordiv,
    "%": operator.mod, "**": operator.pow, "@": operator.matmul, "&": operator.and_, "|": operator.or_,
    "^": operator.xor, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq,
    "!=": operator.ne,
}  # fmt: skip
SIDE = 2


def test_all_operators_are_asked() -> None:
    assert OPERATORS.keys() == TENSORS.keys()


def operands(np: Any, tf: Any) -> Iterator[tuple[Any, Argument]]:
    """What stands beside an operator, with what the rules are told of it."""
    for dtype in ("float32", "float64", "int32", "uint8", "bool", "complex64"):
        for shape in ((SIDE, SIDE), ()):
            array = np.ones(shape, dtype)
            yield tf.constant(array), TensorType(TensorKind.TENSOR, named(dtype), shape)
            yield array if shape else array[()], TensorType(TensorKind.NDARRAY, named(dtype), shape)
        yield tf.Variable(np.ones((SIDE, SIDE), dtype)), TensorType(TensorKind.VARIABLE, named(dtype), (SIDE, SIDE))
    for number in (2, 2.5, True):
        yield number, Constant(number)
        yield [[number] * SIDE] * SIDE, Items((Items((Constant(number),) * SIDE),) * SIDE)


@pytest.mark.slow
@pytest.mark.parametrize("name", OPERATORS)
def test_what_is_said_is_what_the_installed_release_gives(name: str) -> None:
    np, tf = pytest.importorskip("numpy"), pytest.importorskip("tensorflow")
    wrong = []
    for (left, one), (right, other) in product(operands(np, tf), operands(np, tf)):
        if not (tf.is_tensor(left) or tf.is_tensor(right)):
            continue
        said = binary(name, one, other)
        try:
            seen = OPERATORS[name](left, right)
        except (AttributeError, TypeError, ValueError, tf.errors.OpError):
            continue
        if isinstance(said, Refusal) or said is not None and not covers(said, seen):
            wrong.append((one, other, said, seen))
    assert not wrong


def covers(said: object, seen: Any) -> bool:
    """Whether a type says nothing that is not so."""
    assert isinstance(said, TensorType)
    return (said.dtype is None or said.dtype.name == seen.dtype.name) and said.shape in (None, tuple(seen.shape))


def test_a_list_of_unlike_shapes_before_a_tensor_is_none() -> None:
    tensor = TensorType(TensorKind.TENSOR, named("float32"), (SIDE,))
    unlike = Items((TensorType(TensorKind.TENSOR, named("float32"), (SIDE, SIDE)), tensor))
    for name in TENSORS:
        found = binary(name, unlike, tensor)
        assert not isinstance(found, TensorType) or found.shape is None or name in ("==", "!="), name
