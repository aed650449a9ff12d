"""Values from declarations: what an annotation or an `input_signature` says of a parameter that nobody fills."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from astroid import nodes

from hybridize.frameworks.tensor_types.declared import SPECS
from hybridize.frameworks.tensor_types.types import TensorType
from hybridize.inference.domain.fields import KEYS
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Dataset,
    External,
    ExternalInstance,
    NoneObject,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array
from hybridize.inference.domain.values import BOTTOM, NONE, join
from hybridize.inference.python import hints, iteration, records, result_types
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.frame import Frame

if TYPE_CHECKING:
    from hybridize.inference.state.events import HybridMark

Instances = Callable[[ClassObject], Value | None]
"""The objects that stand for a class of the project."""

_SCALARS = frozenset({"int", "float", "str", "bytes", "bool", "complex"})
_LISTS = frozenset(
    {
        "builtins.list",
        "typing.List",
        "typing.Sequence",
        "typing.Iterable",
        "typing.Collection",
        "typing.MutableSequence",
    }
    | {f"collections.abc.{name}" for name in ("Sequence", "Iterable", "Collection", "MutableSequence")}
)
_SETS = frozenset({"builtins.set", "builtins.frozenset", "typing.Set", "typing.FrozenSet", "collections.abc.Set"})
_DICTS = frozenset(
    {"builtins.dict", "typing.Dict", "typing.Mapping", "typing.MutableMapping", "collections.OrderedDict"}
    | {"collections.abc.Mapping", "collections.abc.MutableMapping", "typing.DefaultDict", "collections.defaultdict"}
)
_TUPLES = frozenset({"builtins.tuple", "typing.Tuple"})
_ARRAYS = frozenset({"numpy.ndarray", "numpy.typing.NDArray", "numpy.typing.ArrayLike", "numpy.array"})
_TRANSPARENT = frozenset({"typing.Annotated", "typing.Final", "typing.ClassVar", "typing.Required"})


def annotation_of(node: nodes.FunctionDef | nodes.Lambda, name: str) -> nodes.NodeNG | None:
    """The annotation of a parameter."""
    arguments = node.args
    for names, written in (
        (arguments.posonlyargs, arguments.posonlyargs_annotations),
        (arguments.args or [], arguments.annotations),
        (arguments.kwonlyargs, arguments.kwonlyargs_annotations),
    ):
        for argument, annotation in zip(names, written, strict=False):
            if argument.name == name and isinstance(annotation, nodes.NodeNG):
                return annotation
    return None


def outside_objects(frame: Frame, node: nodes.FunctionDef) -> dict[str, Value]:
    """By parameter: the objects of outside classes that its annotation declares, such as a data set or an optimizer.

    They stand for what calls pass and nobody knows. Tensors and Python values are not among them.
    """
    out: dict[str, Value] = {}
    for name in frame.analysis.functions.hints[node]:
        annotation = annotation_of(node, name)
        said = annotated(frame, annotation, lambda cls: None) if annotation is not None else None
        if said and has(said, *_OUTSIDE) and only(said, *_OUTSIDE, NoneObject):
            out[name] = said
    return out


_OUTSIDE = (Dataset, ExternalInstance)


def filled(values: dict[str, Value], declared: dict[str, Value]) -> dict[str, Value]:
    """The arguments of a call, with what is not known of them as it is declared."""
    out = dict(values)
    for name, said in declared.items():
        value = values.get(name, BOTTOM)
        unknown = frozenset(select(value, Unknown))
        if unknown:
            out[name] = value.difference(unknown) | said
    return out


def annotated(frame: Frame, node: nodes.NodeNG, instances: Instances, depth: int = 5) -> Value | None:
    """What an annotation without tensors says; None when some part of it says nothing (`Any`, unknown names)."""

    def inner(part: nodes.NodeNG) -> Value | None:
        return annotated(frame, part, instances, depth - 1)

    if depth == 0:
        return None
    if isinstance(node, nodes.Const):
        if node.value is None:
            return NONE
        parsed = hints.parse(node.value, node) if isinstance(node.value, str) else None
        return inner(parsed) if parsed is not None else None
    if isinstance(node, nodes.BinOp) and node.op == "|":
        return _all([inner(node.left), inner(node.right)])
    if isinstance(node, nodes.Subscript):
        parts = list(node.slice.elts) if isinstance(node.slice, nodes.Tuple) else [node.slice]
        name = hints.qualified(frame, node.value)
        if name == "typing.Optional":
            return _all([inner(parts[0]), NONE])
        if name == "typing.Union":
            return _all([inner(part) for part in parts])
        if name in _TRANSPARENT:
            return inner(parts[0])
        if name == "typing.Literal":
            return join([evaluate(frame, part) for part in parts])
        return _generic(frame, node, name, parts, inner)
    if isinstance(node, (nodes.Name, nodes.Attribute)):
        return _named(frame, node, instances)
    return None


def _all(parts: list[Value | None]) -> Value | None:
    known = [part for part in parts if part is not None]
    return join(known) if len(known) == len(parts) else None


def _generic(
    frame: Frame,
    node: nodes.Subscript,
    name: str,
    parts: list[nodes.NodeNG],
    inner: Callable[[nodes.NodeNG], Value | None],
) -> Value | None:
    declared_type = hints.nptyping(frame, node) or hints.jaxtyping(frame, node)
    if name in _ARRAYS or declared_type is not None:
        return frame.widening.variants.array(None, declared_type).single
    if name in _TUPLES:
        if len(parts) == 2 and isinstance(parts[1], nodes.Const) and parts[1].value is Ellipsis:
            rest = inner(parts[0])
            return frame.make(TupleObject, (), rest, "tuple").single if rest is not None else None
        items = [inner(part) for part in parts]
        known = tuple(item for item in items if item is not None)
        return frame.make(TupleObject, known, BOTTOM, "tuple").single if len(known) == len(items) else None
    kind = "list" if name in _LISTS else "set" if name in _SETS else "dict" if name in _DICTS else ""
    element = inner(parts[-1]) if kind else None
    if element is None:
        return None
    container = iteration.new_container(frame, kind, node, element)
    if kind == "dict":
        frame.heap.write(container, KEYS, inner(parts[0]) or BOTTOM)
    return container.single


def _named(frame: Frame, node: nodes.NodeNG, instances: Instances) -> Value | None:
    """A class by its name: a builtin, one of a described package, or one of the project."""
    for obj in hints.value_of(frame, node):
        handler = _INSTANCES.get(type(obj))
        if handler is not None:
            return handler(frame, obj, node, instances)
    return None


def _instances_of_project(frame: Frame, cls: ClassObject, node: nodes.NodeNG, instances: Instances) -> Value | None:
    return records.enum_members(frame, cls) if frame.analysis.classes.is_enum(cls) else instances(cls)


def _instances_of_outside(frame: Frame, cls: External, node: nodes.NodeNG, instances: Instances) -> Value | None:
    short = cls.name.removeprefix("builtins.")
    if short in _SCALARS:
        return frame.make(PythonScalar, short, None).single
    if cls.name in _ARRAYS:
        return frame.make(Array, None).single
    symbol = frame.analysis.knowledge.lookup(cls.name)
    if symbol is None or symbol.role != "class" or not symbol.known or cls.name.startswith("typing"):
        return None
    if cls.name in _LISTS | _SETS | _DICTS | _TUPLES or cls.name == "builtins.object":
        return None
    return frame.evaluator.materialize(frame, symbol.returns, node, None, None)


_INSTANCES: dict[type[AbstractObject], Callable[[Frame, Any, nodes.NodeNG, Instances], Value | None]] = {
    ClassObject: _instances_of_project,
    External: _instances_of_outside,
}
"""The instances that an annotation with a class stands for; None where it says nothing."""


def stated_specs(evaluator: Evaluator, mark: HybridMark) -> list[Value] | None:
    """The members of `tf.function(input_signature=[...])` in order; None without one, and where it is not read."""
    call = mark.arguments
    if call is None:
        return None
    stated = [keyword.value for keyword in call.keywords if keyword.arg == "input_signature"]
    stated += [] if mark.handed_on else call.args[1:2]
    if not stated:
        return None
    context = mark.written_in or mark.context
    frame = Frame(evaluator, context)
    frame.env = dict(context.arguments)
    value = evaluate(frame, stated[0])
    if len(value) != 1:
        return None
    return iteration.positions(frame, next(iter(value)))


def spec_type(frame: Frame, obj: AbstractObject) -> TensorType | None:
    """What `tf.TensorSpec(...)` and its kin describe; None for what is no such object."""
    content = result_types.of_object(frame, obj)
    if isinstance(content, TensorType):
        return content
    return TensorType(SPECS[obj.cls]) if isinstance(obj, ExternalInstance) and obj.cls in SPECS else None


def from_signature(evaluator: Evaluator, mark: HybridMark) -> list[Value]:
    """What `tf.function(input_signature=[...])` says of the parameters, in order; empty without one."""
    frame = Frame(evaluator, mark.context)
    specs = stated_specs(evaluator, mark) or ()
    return [
        iteration.tensors_like(frame, each, mark.node, leaf_of=lambda obj: _declared_tensor(frame, obj), inside=True)
        for each in specs
    ]


def _declared_tensor(frame: Frame, obj: AbstractObject) -> Value:
    found = spec_type(frame, obj)
    kind = "tensor" if found is None else found.kind.value
    return frame.widening.variants.tensor(kind, "type-hint", found).single
