"""What TensorFlow compares of the arguments of a `tf.function`: equal keys share a trace, as far as is known."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.inference.domain.literals import Literal, LiteralType
from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    ExternalInstance,
    Function,
    Instance,
    NoneObject,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
    python_function,
)
from hybridize.inference.domain.queries import only
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.results.objects import Objects

Key = tuple[object, ...]
DEPTH = 3
"""Containers in containers that are looked into."""


def key_of(objects: Objects, obj: AbstractObject, depth: int = DEPTH) -> Key:
    """The key of an object; of a tensor without its dtype and shape, which only its call site may know."""
    obj = python_function(obj)
    make = _KEYS.get(type(obj)) if depth or type(obj) not in _HOLDING else None
    return (type(obj).__name__,) if make is None else make(objects, obj, depth)


def default_key(function: nodes.FunctionDef, parameter: str) -> Key:
    """The key of what a call passes that leaves a parameter out."""
    try:
        default = function.args.default_value(parameter)
    except Exception:  # astroid raises several kinds for a parameter without a default
        return ("none given",)
    negative = isinstance(default, nodes.UnaryOp) and default.op == "-"
    written = default.operand if negative else default
    if not isinstance(written, nodes.Const):
        return ("default",)
    if written.value is None:
        return ("value", None)
    if not isinstance(written.value, LiteralType):
        return ("default",)
    literal = Literal(written.value).negated() if negative else Literal(written.value)
    return ("value", literal.trace_key) if literal is not None else ("default",)


def _of_scalar(objects: Objects, obj: PythonScalar, depth: int) -> Key:
    return ("value", obj.literal.trace_key) if obj.literal is not None else ("some", obj.type)


def _of_tensor(objects: Objects, obj: Tensor | Array, depth: int) -> Key:
    return ("tensor", "", None)


def _of_tuple(objects: Objects, obj: TupleObject, depth: int) -> Key:
    return ("tuple", *(_of_value(objects, item, depth) for item in (*obj.items, obj.rest)))


def _of_container(objects: Objects, obj: Container, depth: int) -> Key:
    return (obj.type, frozenset((field, _of_value(objects, value, depth)) for field, value in objects.fields(obj)))


def _of_identity(objects: Objects, obj: AbstractObject, depth: int) -> Key:
    return ("object", obj)


def _of_value(objects: Objects, value: Value, depth: int) -> frozenset[Key]:
    return frozenset(key_of(objects, obj, depth - 1) for obj in value if not only([obj], Unknown))


_HOLDING = frozenset({TupleObject, Container})
_KEYS: dict[type[AbstractObject], Callable[[Objects, Any, int], Key]] = {
    PythonScalar: _of_scalar,
    NoneObject: lambda objects, obj, depth: ("value", None),
    Tensor: _of_tensor,
    Array: _of_tensor,
    TupleObject: _of_tuple,
    Container: _of_container,
    Instance: _of_identity,
    ExternalInstance: _of_identity,
    Function: _of_identity,
}
