"""What a condition or loop on a tensor gives or carries: tensors, and structures of one form that hold tensors.

Eagerly a name may hold anything after an `if`. In a graph it holds the outcome of an operation, so both sides must
give tensors, or what TensorFlow makes tensors of, at the same places. Each rule follows runs of 2.15 and 2.21: of each
kind of object here under an `if`, a conditional expression, a loop, and returned
(`tests/inference/tracing/test_outcomes.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from hybridize.frameworks.tensor_types.dimensions import Shape
from hybridize.inference.domain.fields import ANY_ELEMENT, is_element
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    MethodKind,
    ModuleObject,
    NoneObject,
    Opaque,
    Partial,
    PythonScalar,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import join
from hybridize.inference.python import iteration
from hybridize.inference.python.frame import Frame
from hybridize.inference.tracing.lengths import COMPOSITE

ONLY_TENSORS = ", and a condition on a tensor can choose only between tensors"
DTYPES = {"int": "int32", "float": "float32", "bool": "bool", "str": "string", "bytes": "string"}
"""What TensorFlow makes of Python values."""
_DEPTH = 3
"""Structures inside structures that are looked into."""
OBJECT = "is a function, a class or another object"
NO_OUTCOMES = (
    Bound, ClassObject, External, ExternalInstance, ExternalMethod, Function, Hybrid, MethodKind, ModuleObject, Partial
)  # fmt: skip
"""Kinds of objects that are never the outcome of a condition, whatever is in them."""
Sides = Sequence[Value]
"""What each way through gives."""


def dtype_of(tensor: Tensor | Array) -> str:
    """The name of the dtype that a tensor is known to have; empty where none is."""
    known = tensor.type.dtype if tensor.type is not None else None
    return "" if known is None or known.weak else known.name


def of_dtypes(frame: Frame, sides: Sides) -> Value:
    """What the sides give, as far as their dtypes can be compared.

    Where several dtypes are possible beside an unknown one, so they are of what both sides were made of: only dtypes of
    which none is possible on each side differ.
    """
    possible = [{dtype_of(each) for each in select(side, Tensor, Array)} for side in sides]
    known = [each - {""} for each in possible if each != {""}]
    beside = any("" in each for each in possible) and all("" in each or len(each) < 2 for each in possible)
    alike = beside and (len(known) < 2 or bool(set.intersection(*known)))
    return frame.plain(join(sides)) if alike else join(sides)


def refused(frame: Frame, what: str, sides: Sides, *, loop: bool = False) -> tuple[str, bool]:
    """Why what several ways give cannot be the outcome, in words, and whether that is sure; empty where it can be.

    `what` names it. It is not sure where a value is one of several things: it may be another one in another call.
    """
    for text, sure in _reasons(frame, what, sides, loop, _DEPTH):
        return text, sure
    return "", False


def _reasons(frame: Frame, what: str, sides: Sides, loop: bool, depth: int) -> Iterator[tuple[str, bool]]:
    either = join(sides)
    for obj in sorted(either, key=lambda each: each.serial):
        text = _REFUSED[type(obj)](frame, obj) if type(obj) in _REFUSED else ""
        if text:
            yield f"{what} {text}", any(all(_is_refused(frame, each) for each in side) for side in sides)
            return
    tensors = select(either, Tensor)
    kinds = {tensor.kind for tensor in tensors if tensor.kind in COMPOSITE}
    if kinds and (len(kinds) > 1 or len(frame.plain(either)) > 1):
        yield f"{what} is a {kinds.pop()} tensor or something else", True
    yield from _of_leaves(what, either if loop else of_dtypes(frame, sides))
    if loop:
        if has(either, Opaque):
            yield f"{what} is a shape, a dtype or the like", False
        shapes = {each.type.shape for each in select(either, Array) if each.type is not None}
        if len(shapes - {None}) > 1:
            yield f"{what} is an array that gets another shape", True
    if depth:
        yield from _of_members(frame, what, sides, loop, depth)


def are_like_tensors(both: Value, loop: bool) -> bool:
    """Whether tensors, and numbers that become tensors, surely are of one dtype and, for a loop, of one shape."""
    dtypes = {DTYPES.get(scalar.type, "") for scalar in select(both, PythonScalar)}
    kinds: set[str] = set()
    shapes: set[Shape] = {()} if has(both, PythonScalar) else set()
    for tensor in select(both, Tensor):
        dtypes.add(dtype_of(tensor))
        kinds.add("tensor" if tensor.kind == "variable" else tensor.kind)
        shapes.add(tensor.type.shape if tensor.type is not None else None)
    same = len(dtypes) == 1 and "" not in dtypes and len(kinds) < 2
    return same and (not loop or (len(shapes) == 1 and None not in shapes))


def _is_refused(frame: Frame, obj: AbstractObject) -> bool:
    return type(obj) in _REFUSED and bool(_REFUSED[type(obj)](frame, obj))


def _of_leaves(what: str, either: Value) -> Iterator[tuple[str, bool]]:
    """Numbers, texts, arrays and tensors must be of one dtype."""
    found = {DTYPES.get(scalar.type, scalar.type) for scalar in select(either, PythonScalar)}
    for leaf in select(either, Tensor, Array):
        if leaf.type is not None and leaf.type.dtype is not None and not leaf.type.dtype.weak:
            found.add(leaf.type.dtype.name)
    if len(found) > 1:
        yield f"{what} is {' or '.join(sorted(found))}", True


def _of_members(frame: Frame, what: str, sides: Sides, loop: bool, depth: int) -> Iterator[tuple[str, bool]]:
    """Structures must hold the same members, and these must be outcomes themselves."""
    parts = [[members for members in (_members(frame, obj) for obj in side) if members is not None] for side in sides]
    forms = {(kind, *held) for side in parts for kind, held in side}
    if len(forms) > 1:
        yield f"{what} is a tuple, list or dictionary with other members", False
        return
    for _, *held in forms:
        for place in held:
            inner = [join(members[place] for _, members in side) for side in parts]
            yield from _reasons(frame, f"{what} at {place}", [each for each in inner if each], loop, depth - 1)


def _members(frame: Frame, obj: AbstractObject) -> tuple[object, Mapping[object, Value]] | None:
    """The kind of a structure and its members by place; None where some place is not known, or it is none."""
    if type(obj) is Container and obj.type in ("list", "dict"):
        if frame.heap.has(obj, ANY_ELEMENT):
            return None
        fields = [field for field in frame.heap.fields(obj) if is_element(field) and field is not ANY_ELEMENT]
        return obj.type, {_shown(field): frame.heap.read(obj, field, frame.context) for field in fields}
    if type(obj) in (TupleObject, Instance):
        known = iteration.positions(frame, obj)
        return None if known is None else (getattr(obj, "type", "tuple"), dict(enumerate(known)))
    return None


def _shown(field: object) -> str:
    return str(field).strip("[]")


def _of_scalar(frame: Frame, obj: PythonScalar) -> str:
    return f"is {obj.type}" if obj.type in ("bytes", "complex") else ""


def _of_tuple(frame: Frame, obj: TupleObject) -> str:
    return f"is a {obj.type}" if isinstance(obj.type, str) and obj.type != "tuple" else ""


def _of_container(frame: Frame, obj: Container) -> str:
    keys = select(iteration.container_keys(frame, obj), PythonScalar, TupleObject) if obj.type == "dict" else ()
    if len(set(map(_sort_of_key, keys))) > 1:
        # TensorFlow takes a dictionary apart in the order of its keys.
        return "is a dictionary with keys of several kinds"
    return f"is a {obj.type}" if obj.type in ("set", "frozenset", "deque") else ""


def _sort_of_key(key: PythonScalar | TupleObject) -> str:
    """What can be compared with each other: numbers, texts, tuples."""
    kind = key.type if isinstance(key, PythonScalar) else "tuple"
    return "number" if kind in ("int", "float", "bool") else kind


def _of_instance(frame: Frame, obj: Instance) -> str:
    """Objects of the project, but for named tuples and for what TensorFlow itself takes apart."""
    bases = frame.analysis.classes.external_bases(obj.cls)
    known = frame.analysis.classes.is_named_tuple(obj.cls) or any(
        base.endswith("ExtensionType") or (base.startswith("builtins.") and base != "builtins.object") for base in bases
    )
    return "" if known else "is an object"


_REFUSED: dict[type[AbstractObject], Callable[[Frame, Any], str]] = {
    **dict.fromkeys(NO_OUTCOMES, lambda frame, obj: OBJECT),
    NoneObject: lambda frame, obj: "is None",
    PythonScalar: _of_scalar,
    TupleObject: _of_tuple,
    Container: _of_container,
    Instance: _of_instance,
}
"""Why an object is no outcome, in words, by its kind; empty where it may be one."""
