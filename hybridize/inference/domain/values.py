"""Values: what an expression may hold, and what is the same in every analysis.

A *value* is a frozenset of abstract objects. The empty set means "nothing yet": an expression that is not reached, or
that waits for something still being computed. So joining is set union, and a fixpoint is reached when nothing grows.
"""

from __future__ import annotations

from collections.abc import Iterable

from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    External,
    NoneObject,
    Opaque,
    ParameterReference,
    PythonScalar,
    Unknown,
    Value,
)
from hybridize.inference.domain.tensors import Tensor

_constants = Interner()
"""Makes the objects that are the same in every analysis: their numbers come first. Only this module uses it."""
BOTTOM: Value = frozenset()
NONE_OBJECT = _constants(NoneObject)
NONE = NONE_OBJECT.single
OPAQUE = _constants(Opaque).single
TF_FUNCTION = _constants(External, "tensorflow.function").single
TENSOR = _constants(Tensor, "tensor", "").single
NONE_TYPE = _constants(External, "types.NoneType").single
BOOL = _constants(PythonScalar, "bool", None).single
INT = _constants(PythonScalar, "int", None).single
FLOAT = _constants(PythonScalar, "float", None).single
STR = _constants(PythonScalar, "str", None).single
UNKNOWN_PARAMETER = _constants(Unknown, "a parameter of a function that nobody in the project calls").single
UNKNOWN_EXTERNAL = _constants(Unknown, "something from an unknown package").single
UNKNOWN_ATTRIBUTE = _constants(Unknown, "an attribute or name that is set nowhere in the project").single
UNKNOWN_FOREIGN = _constants(
    Unknown, "something from an unknown package, which is not for TensorFlow by its name"
).single
UNKNOWN_RESULT = _constants(Unknown, "the result of an unknown call").single
UNKNOWN_OBJECT = _constants(Unknown, "one of too many objects").single
"""What stands for objects that a widened value leaves out; tensors never are."""
UNKNOWN_BUDGET = _constants(Unknown, "the analysis ran out of its budget").single


def new_interner() -> Interner:
    """The interner of a new analysis."""
    return Interner(_constants)


def join(values: Iterable[Value]) -> Value:
    """The union of values."""
    out: Value = BOTTOM
    for value in values:
        if not out:
            out = value
        elif value is not out and value:
            out = out | value
    return out


def of_those_that_have(values: Iterable[Value]) -> Value:
    """The union of what several objects give for one attribute or key. Those that lack it would raise: left out."""
    found = list(values)
    given = join([value for value in found if value != UNKNOWN_ATTRIBUTE])
    return given or join(found)


def truth(value: Value) -> bool | None:
    """Whether `value` is certainly true or certainly false; None when it may be either."""
    seen = {obj.truth for obj in value}
    return seen.pop() if len(seen) == 1 else None


def with_arguments(result: Value, arguments: dict[str, Value]) -> Value:
    """The result of a call with these arguments."""
    passed = [obj for obj in result if type(obj) is ParameterReference]
    if not passed:
        return result
    return result.difference(passed).union(*[arguments.get(obj.name, BOTTOM) for obj in passed])


def literal_of(value: Value) -> Literal | None:
    """The literal that a value certainly is."""
    if len(value) == 1:
        (obj,) = value
        return obj.literal
    return None


def text_of(value: Value) -> str | None:
    """The string that a value certainly is."""
    literal = literal_of(value)
    return literal.text if literal is not None else None
