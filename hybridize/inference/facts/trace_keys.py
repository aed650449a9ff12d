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
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.facts.objects import Objects

Key = tuple[object, ...]
DEPTH = 3
"""Containers in containers that are looked into."""


class TraceKeys:
    """The keys of the objects of one analysis. Equal structures have one short key, which costs little to compare."""

    def __init__(self, objects: Objects) -> None:
        self._objects = objects
        self._known: dict[tuple[AbstractObject, int], Key] = {}
        self._numbers: dict[object, int] = {}

    def of(self, obj: AbstractObject, depth: int = DEPTH) -> Key:
        """The key of an object; of a tensor without its dtype and shape, which only its call site may know."""
        obj = python_function(obj)
        known = self._known.get((obj, depth))
        if known is None:
            make = _KEYS.get(type(obj)) if depth or type(obj) not in _HOLDING else None
            known = (type(obj).__name__,) if make is None else make(self, obj, depth)
            self._known[obj, depth] = known
        return known

    def of_tuple(self, obj: TupleObject, depth: int) -> Key:
        """The key of a tuple by those of its elements."""
        return self._structure("tuple", tuple(self._inside(item, depth) for item in (*obj.items, obj.rest)))

    def of_container(self, obj: Container, depth: int) -> Key:
        """The key of a container by its type and those of what its fields hold."""
        fields = self._objects.fields(obj)
        return self._structure(obj.type, frozenset((field, self._inside(value, depth)) for field, value in fields))

    def is_composite(self, obj: Instance) -> bool:
        """Whether an object is a tensor to TensorFlow, which takes it apart."""
        return self._objects.class_facts(obj.cls).is_composite

    def _inside(self, value: Value, depth: int) -> frozenset[Key]:
        return frozenset(self.of(obj, depth - 1) for obj in value.difference(select(value, Unknown)))

    def _structure(self, kind: str, held: object) -> Key:
        return (kind, self._numbers.setdefault((kind, held), len(self._numbers)))


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


def _of_scalar(keys: TraceKeys, obj: PythonScalar, depth: int) -> Key:
    return ("value", obj.literal.trace_key) if obj.literal is not None else ("some", obj.type)


def _of_tensor(keys: TraceKeys, obj: Tensor | Array, depth: int) -> Key:
    return ("tensor", "", None)


def _of_instance(keys: TraceKeys, obj: Instance, depth: int) -> Key:
    """Of what TensorFlow takes apart the class counts, as far as is known: mostly it holds tensors."""
    return ("tensor", obj.cls, None) if keys.is_composite(obj) else ("object", obj)


def _of_identity(keys: TraceKeys, obj: AbstractObject, depth: int) -> Key:
    return ("object", obj)


_HOLDING = frozenset({TupleObject, Container})
_KEYS: dict[type[AbstractObject], Callable[[TraceKeys, Any, int], Key]] = {
    PythonScalar: _of_scalar,
    NoneObject: lambda keys, obj, depth: ("value", None),
    Tensor: _of_tensor,
    Array: _of_tensor,
    TupleObject: TraceKeys.of_tuple,
    Container: TraceKeys.of_container,
    Instance: _of_instance,
    ExternalInstance: _of_identity,
    Function: _of_identity,
}
