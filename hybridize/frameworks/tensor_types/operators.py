"""Operators between tensors, arrays and Python numbers: which function's rule holds for them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hybridize.frameworks.tensor_types.arguments import (
    NONE,
    Argument,
    Constant,
    Items,
    Number,
    Repeated,
    dtype_of,
    is_tensor,
    may_be_empty,
    shape_of,
)
from hybridize.frameworks.tensor_types.dimensions import Refused, Unclear
from hybridize.frameworks.tensor_types.dtype_rules import DEFAULT, Setting
from hybridize.frameworks.tensor_types.dtypes import (
    BOOL,
    STRING,
    WEAK_COMPLEX,
    WEAK_FLOAT,
    WEAK_INT,
    is_complex,
    is_float,
    is_integer,
)
from hybridize.frameworks.tensor_types.interpreter import Refusal, Result, apply
from hybridize.frameworks.tensor_types.rules import rule
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType

TENSORS: Mapping[str, str] = {
    "+": "math.add", "-": "math.subtract", "*": "math.multiply", "/": "math.truediv", "//": "math.floordiv",
    "%": "math.floormod", "**": "math.pow", "@": "linalg.matmul", "&": "bitwise.bitwise_and", "|": "bitwise.bitwise_or",
    "^": "bitwise.bitwise_xor", "<": "math.less", "<=": "math.less_equal", ">": "math.greater",
    ">=": "math.greater_equal", "==": "math.equal", "!=": "math.not_equal",
}  # fmt: skip
"""TensorFlow's functions for the operators of two operands."""
ARRAYS: Mapping[str, str] = {
    "+": "add", "-": "subtract", "*": "multiply", "/": "divide", "//": "floor_divide", "%": "mod", "**": "pow",
    "@": "matmul", "&": "bitwise_and", "|": "bitwise_or", "^": "bitwise_xor", "<": "less", "<=": "less_equal",
    ">": "greater", ">=": "greater_equal", "==": "equal", "!=": "not_equal",
}  # fmt: skip
"""NumPy's."""
ONE_TENSOR: Mapping[str, str] = {"-": "math.negative", "~": "bitwise.invert", "abs": "math.abs"}
ONE_ARRAY: Mapping[str, str] = {"-": "negative", "~": "invert", "abs": "abs"}


def function_of(operator: str) -> str:
    """The qualified name of TensorFlow's function for an operator."""
    return f"tensorflow.{TENSORS[operator]}"


def as_operand(operator: str, value: Argument, tensor: TensorType) -> Argument:
    """What stands before a tensor becomes: the operator makes it a tensor of that dtype, the function does not.

    It tells in true division, whose function looks at the first operand, and of numbers, which have no dtype.
    """
    of_floats = tensor.dtype is not None and (is_float(tensor.dtype) or is_complex(tensor.dtype))
    if operator != "/" and not (of_floats and isinstance(value, (Constant, Number))):
        return value
    try:
        return TensorType(TensorKind.TENSOR, tensor.dtype, shape_of(value))
    except (Refused, Unclear):
        return TensorType(TensorKind.TENSOR, tensor.dtype)


def binary(operator: str, left: Argument, right: Argument, setting: Setting = DEFAULT) -> Result:
    """The type of `left operator right`, of which one at least is a tensor or array."""
    if operator not in TENSORS or (operator == "*" and _repeats(left, right)):
        return None
    if operator == "%" and not isinstance(left, TensorType) and dtype_of(left) == STRING:
        # Python formats a text.
        return None
    if is_tensor(left) or is_tensor(right):
        for one, other in ((left, right), (right, left)):
            if operator != "@" and _is_of_integers(one) and _is_fraction(other):
                return _refusal("a Python float", dtype_of(one))
        if _is_complex_among_floats(left, right) or _is_complex_among_floats(right, left):
            return _refusal(dtype_of(left), dtype_of(right))
        if _is_text_among_numbers(left, right) or _is_text_among_numbers(right, left):
            return _refusal(dtype_of(left), dtype_of(right))
        if operator in _LENIENT and _are_unlike(left, right):
            return _refusal(dtype_of(left), dtype_of(right))
        if isinstance(right, TensorType) and not is_tensor(left):
            left = as_operand(operator, left, right)
        names = ("a", "b") if operator == "@" else ("x", "y")
        found = applied(function_of(operator), names, (left, right), setting, TensorKind.TENSOR)
    else:
        found = applied(f"numpy.{ARRAYS[operator]}", ("x1", "x2"), (left, right), setting, TensorKind.NDARRAY)
    if operator in ("==", "!=") and isinstance(found, Refusal) and not found.of_dtypes:
        return TensorType(TensorKind.TENSOR if is_tensor(left) or is_tensor(right) else TensorKind.NDARRAY, BOOL)
    if operator == "*" and isinstance(found, Refusal) and BOOL in (dtype_of(left), dtype_of(right)):
        # New releases make the conjunction of both, older ones refuse.
        return TensorType(TensorKind.TENSOR, BOOL)
    return found


def _refusal(one: object, other: object) -> Refusal:
    return Refusal(f"{one} and {other} meet, and TensorFlow casts neither", of_dtypes=True)


_LENIENT = ("/", "%", "<", "<=", ">", ">=", "==", "!=")
"""Operators that give another dtype than they are given, so that their rules do not ask for equal ones."""


def _are_unlike(one: Argument, other: Argument) -> bool:
    """Whether two tensors are of different dtypes."""
    pair = [each for each in (one, other) if isinstance(each, TensorType) and each.kind in _STRICT]
    dtypes = {each.dtype for each in pair}
    return len(pair) == 2 and None not in dtypes and len(dtypes) == 2


_STRICT = (TensorKind.TENSOR, TensorKind.VARIABLE)
"""What is cast to no other dtype; what is symbolic for Keras may be."""
_STRICT_OR_RAGGED = (*_STRICT, TensorKind.RAGGED)


def _is_of_integers(operand: Argument) -> bool:
    """Whether what it meets is converted to a dtype of integers.

    New releases multiply a tensor of Booleans by anything; that is left to the rule.
    """
    of_tensors = isinstance(operand, TensorType) and operand.kind in _STRICT
    dtype = dtype_of(operand)
    return of_tensors and dtype is not None and is_integer(dtype)


def _is_fraction(operand: Argument) -> bool:
    """Whether it is a Python float, `2.0` too, or a list of them: tensors in a list are cast."""
    if isinstance(operand, Items):
        return any(_is_fraction(item) for item in operand.items)
    return isinstance(operand, (Constant, Number)) and dtype_of(operand) == WEAK_FLOAT


def _is_text_among_numbers(tensor: Argument, other: Argument) -> bool:
    """Whether a text, or a list of texts, meets a tensor of numbers, or a number a tensor of texts."""
    if not isinstance(tensor, TensorType) or tensor.kind not in _STRICT_OR_RAGGED:
        return False
    one, two = tensor.dtype, None if may_be_empty(other) else dtype_of(other)
    return one is not None and two is not None and (one == STRING) is not (two == STRING) and other != NONE


def _is_complex_among_floats(tensor: Argument, other: Argument) -> bool:
    """Whether a complex number of Python meets a tensor of floats."""
    floats = isinstance(tensor, TensorType) and tensor.kind in _STRICT and tensor.dtype is not None
    return floats and is_float(dtype_of(tensor) or WEAK_INT) and dtype_of(other) == WEAK_COMPLEX


def _repeats(number: Argument, listed: Argument) -> bool:
    """Whether `number * listed` may be a list so many times: the tensor lets go of what it cannot convert.

    `listed * number` is never one: a list leaves it to the tensor, which raises.
    """
    if not isinstance(listed, (Items, Repeated)) or not isinstance(number, TensorType):
        return False
    is_count = number.shape in (None, ()) and (number.dtype is None or is_integer(number.dtype))
    return is_count and dtype_of(listed) != WEAK_INT


def unary(operator: str, operand: TensorType, setting: Setting = DEFAULT) -> Result:
    """The type of `operator operand`."""
    if operand.kind is TensorKind.NDARRAY:
        return applied(f"numpy.{ONE_ARRAY[operator]}", ("x",), (operand,), setting, TensorKind.NDARRAY)
    return applied(f"tensorflow.{ONE_TENSOR[operator]}", ("x",), (operand,), setting, TensorKind.TENSOR)


def applied(
    name: str, parameters: Sequence[str], operands: Sequence[Argument], setting: Setting, kind: TensorKind
) -> Result:
    """The rule of a function, if it has one, for operands in the places of these parameters."""
    found = rule(name)
    return None if found is None else apply(found, dict(zip(parameters, operands)), setting, kind)
