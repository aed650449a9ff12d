"""Data types: the framework's names, and the weak types of Python numbers.

A weak type takes the type of the tensor that it meets. Alone, it becomes the framework's default for such numbers.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class DType:
    """One data type."""

    name: str
    """The framework's name: `float32`, `int64`, `string` …; of a weak one Python's: `int`, `float` …"""
    weak: bool = False
    """A Python number, whose type gives way to that of a tensor or array."""

    def __str__(self) -> str:
        return self.name


UNSIGNED = ("uint8", "uint16", "uint32", "uint64")
SIGNED = ("int8", "int16", "int32", "int64")
FLOATS = ("float16", "bfloat16", "float32", "float64")
COMPLEX = ("complex64", "complex128")
OTHERS = ("bool", "string", "resource", "variant", "object")
NAMES = frozenset((*UNSIGNED, *SIGNED, *FLOATS, *COMPLEX, *OTHERS))
"""The names of the types that are told apart; quantized types and NumPy's records are unknown types."""

BOOL, INT32, INT64, FLOAT32, FLOAT64 = map(DType, ("bool", "int32", "int64", "float32", "float64"))
STRING, OBJECT, COMPLEX64, COMPLEX128 = map(DType, ("string", "object", "complex64", "complex128"))
WEAK_BOOL, WEAK_INT, WEAK_FLOAT, WEAK_COMPLEX = (DType(name, weak=True) for name in ("bool", "int", "float", "complex"))
WEAK_ORDER = (WEAK_BOOL, WEAK_INT, WEAK_FLOAT, WEAK_COMPLEX)
"""Later ones take in earlier ones: `[True, 2, 3.0]` holds floats."""

AS_TENSOR: Mapping[DType, DType] = {
    WEAK_BOOL: BOOL, WEAK_INT: INT32, WEAK_FLOAT: FLOAT32, WEAK_COMPLEX: COMPLEX128,
}  # fmt: skip
"""What TensorFlow makes of Python numbers."""
AS_ARRAY: Mapping[DType, DType] = {
    WEAK_BOOL: BOOL, WEAK_INT: INT64, WEAK_FLOAT: FLOAT64, WEAK_COMPLEX: COMPLEX128,
}  # fmt: skip
"""What NumPy makes of Python numbers, on the systems where its default integer has 64 bits."""

_ALIASES: Mapping[str, str] = {
    "half": "float16", "single": "float32", "double": "float64", "float": "float64", "int": "int64", "long": "int64",
    "uint": "uint64", "intp": "int64", "int_": "int64", "longlong": "int64", "intc": "int32", "short": "int16",
    "byte": "int8", "ubyte": "uint8", "ushort": "uint16", "uintc": "uint32", "ulong": "uint64", "uintp": "uint64",
    "float_": "float64", "complex": "complex128", "complex_": "complex128", "csingle": "complex64",
    "cdouble": "complex128", "bool_": "bool", "bool8": "bool", "str": "string", "bytes": "string", "str_": "string",
    "bytes_": "string", "unicode_": "string", "object_": "object",
    "f2": "float16", "f4": "float32", "f8": "float64", "f": "float32", "d": "float64", "e": "float16",
    "i1": "int8", "i2": "int16", "i4": "int32", "i8": "int64", "i": "int32", "l": "int64", "b": "int8", "B": "uint8",
    "u1": "uint8", "u2": "uint16", "u4": "uint32", "u8": "uint64", "c8": "complex64", "c16": "complex128",
    "?": "bool", "b1": "bool", "O": "object", "F": "complex64", "D": "complex128", "h": "int16", "H": "uint16",
    "I": "uint32", "L": "uint64", "q": "int64", "Q": "uint64", "g": "",
}  # fmt: skip
"""NumPy's other words and character codes; on systems where its default integer has 64 bits."""


def named(text: str) -> DType | None:
    """The type of a name: TensorFlow's (`float32`), NumPy's (`double`, `<f4`) or Python's (`float`, of 64 bits)."""
    bare = text.removesuffix("_ref")
    bare = bare[1:] if bare[:1] in "<>=|" else bare
    name = bare if bare in NAMES else _ALIASES.get(bare, "")
    return DType(name) if name else None


def of_python(value: object) -> DType | None:
    """The type of a Python value that becomes a tensor or array."""
    for cls, dtype in ((bool, WEAK_BOOL), (int, WEAK_INT), (float, WEAK_FLOAT), (complex, WEAK_COMPLEX)):
        if isinstance(value, cls):
            return dtype
    return STRING if isinstance(value, (str, bytes)) else None


def join(one: DType | None, other: DType | None) -> DType | None:
    """What both may be: the same, or unknown."""
    return one if one == other else None


def together(dtypes: Iterable[DType | None]) -> DType | None:
    """The type of a list that holds values of these types, before it becomes a tensor; None if it cannot be told."""
    result: DType | None = WEAK_BOOL
    found = list(dtypes)
    if not found:
        return WEAK_FLOAT
    if None in found:
        return None
    strong = {each for each in found if each is not None and not each.weak}
    if strong:
        return strong.pop() if len(strong) == 1 and STRING not in strong or set(found) == {STRING} else None
    result = max((each for each in found if each is not None), key=WEAK_ORDER.index)
    return result


def real(dtype: DType | None) -> DType | None:
    """The type of the absolute values, or the real parts."""
    if dtype is None:
        return None
    return {"complex64": FLOAT32, "complex128": FLOAT64}.get(dtype.name, dtype)


def complexed(dtype: DType | None) -> DType | None:
    """The complex type of two numbers of a type."""
    if dtype is None:
        return None
    return {"float32": COMPLEX64, "float64": COMPLEX128}.get(dtype.name)


def is_float(dtype: DType) -> bool:
    return dtype.name in FLOATS or dtype == WEAK_FLOAT


def is_integer(dtype: DType) -> bool:
    return dtype.name in SIGNED or dtype.name in UNSIGNED or dtype == WEAK_INT


def is_complex(dtype: DType) -> bool:
    return dtype.name in COMPLEX or dtype == WEAK_COMPLEX
