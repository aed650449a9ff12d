"""What tests of types and attributes say of one possibility: `isinstance`, `type(x) is T`, `hasattr`, `callable`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    Dataset,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    NamedTupleClass,
    NoneObject,
    Opaque,
    Partial,
    PythonScalar,
    TupleObject,
    Unknown,
)
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.python.frame import Frame

_SEQUENCES = frozenset({"str", "bytes", "list", "tuple", "deque"})
_SETS = frozenset({"set", "frozenset"})
_DICTS = frozenset({"dict", "defaultdict"})
_NUMBERS = frozenset({"int", "float", "bool", "complex"})
_SCALARS = _NUMBERS | {"str", "bytes"}
_COLLECTIONS = _SEQUENCES | _SETS | _DICTS
_ABSTRACT = {
    "Sequence": _SEQUENCES,
    "MutableSequence": frozenset({"list", "deque"}),
    "Mapping": _DICTS,
    "MutableMapping": _DICTS,
    "Set": _SETS,
    "AbstractSet": _SETS,
    "MutableSet": frozenset({"set"}),
    **dict.fromkeys(("Iterable", "Collection", "Container", "Sized"), _COLLECTIONS),
    "Reversible": _COLLECTIONS - _SETS,
    "Hashable": _NUMBERS | {"str", "bytes", "frozenset"},
    **dict.fromkeys(("Callable", "Iterator", "Generator", "Awaitable", "Coroutine"), frozenset()),
}
_ABSTRACT_NUMBERS = {
    "Number": _NUMBERS,
    "Complex": _NUMBERS,
    "Real": frozenset({"int", "float", "bool"}),
    "Rational": frozenset({"int", "bool"}),
    "Integral": frozenset({"int", "bool"}),
}
_ABSTRACT_TYPES: dict[str, frozenset[str]] = {
    **{f"collections.abc.{name}": kinds for name, kinds in _ABSTRACT.items()},
    **{f"typing.{name}": kinds for name, kinds in _ABSTRACT.items()},
    **{f"numbers.{name}": kinds for name, kinds in _ABSTRACT_NUMBERS.items()},
    "typing.List": frozenset({"list"}),
    "typing.Dict": _DICTS,
    "typing.Tuple": frozenset({"tuple"}),
}
"""Abstract classes, each with the builtin types whose instances count as its own."""
_NO_TENSOR = {name for name, kinds in _ABSTRACT_TYPES.items() if "numbers." in name or not kinds} | {
    name for name in _ABSTRACT_TYPES if name.endswith(("Sequence", "Mapping", "Set", "List", "Dict", "Tuple"))
}
BUILTIN_TYPES: dict[str, type] = {
    each.__name__: each for each in (int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset)
}
"""Builtin classes that tests of types tell apart."""


def _builtin_is(kind: str, name: str) -> bool | None:
    """Whether an object of a builtin type is an instance of the class of this name."""
    short = name.removeprefix("builtins.")
    if short == kind or name == "builtins.object":
        return True
    if name in _ABSTRACT_TYPES:
        # A tuple is hashable if what it holds is.
        return None if name.endswith("Hashable") and kind == "tuple" else kind in _ABSTRACT_TYPES[name]
    if short == "int" and kind == "bool" or short == "dict" and kind == "defaultdict":
        return True
    if short in BUILTIN_TYPES or kind in _SCALARS:
        return False
    return False if name.startswith(("builtins.", "types.", "numpy.", "numbers.", "tensorflow.", "keras.")) else None


_KINDS = {
    "tensorflow.Tensor": "tensor",
    "tensorflow.Variable": "variable",
    "tensorflow.sparse.SparseTensor": "sparse",
    "tensorflow.RaggedTensor": "ragged",
    "tensorflow.TensorArray": "tensorarray",
}


def _tensor_is(frame: Frame, obj: Tensor, name: str) -> bool | None:
    if name in _NO_TENSOR or name.startswith(("builtins.", "numpy.")):
        return False
    kind = _KINDS.get(name)
    if kind is None or obj.kind not in _KINDS.values():
        return None
    if kind == obj.kind:
        # Keras 3 has variables of its own.
        return None if kind == "variable" else True
    # What is only taken for a tensor may be one of another sort.
    return None if obj.origin else False


def is_instance(frame: Frame, obj: AbstractObject, cls: AbstractObject) -> bool | None:
    """Whether `isinstance(obj, cls)`; None = perhaps."""
    test = _TESTS.get(type(cls)) if not obj.is_unknown else None
    return test(frame, obj, cls) if test is not None else None


def _is_of_project_class(frame: Frame, obj: AbstractObject, cls: ClassObject) -> bool:
    return type(obj) is Instance and cls in frame.analysis.classes.mro(obj.cls)


def _is_of_outside_class(frame: Frame, obj: AbstractObject, cls: External) -> bool | None:
    name = cls.name
    if obj.builtin_type:
        return _builtin_is(obj.builtin_type, name)
    if name == "builtins.object":
        return True
    if name == "types.NoneType":
        return _IS_NONE.get(type(obj), False)
    test = _INSTANCES.get(type(obj))
    if test is not None:
        return test(frame, obj, name)
    return False if name.removeprefix("builtins.") in BUILTIN_TYPES else None


_TESTS: dict[type[AbstractObject], Callable[[Frame, AbstractObject, Any], bool | None]] = {
    ClassObject: _is_of_project_class,
    External: _is_of_outside_class,
}
"""Tests for a class, by the kind of class; those for all others may come out either way."""
_IS_NONE: dict[type[AbstractObject], bool | None] = {NoneObject: True, Opaque: None}


def _array_is(frame: Frame, obj: Array, name: str) -> bool | None:
    return name == "numpy.ndarray" or (False if name.startswith(("builtins.", "tensorflow.")) else None)


def _instance_is(frame: Frame, obj: Instance, name: str) -> bool | None:
    cls = obj.cls
    known = frame.analysis.outside.instance_tests
    key = (cls, name)
    if key not in known:
        classes, knowledge = frame.analysis.classes, frame.analysis.knowledge
        if any(knowledge.is_subclass(b, name) for b in classes.external_bases(cls)):
            known[key] = True
        else:
            known[key] = None if name in _ABSTRACT_TYPES or classes.has_unknown_base(cls) else False
    return known[key]


_INSTANCES: dict[type[AbstractObject], Callable[[Frame, Any, str], bool | None]] = {
    Instance: _instance_is,
    ExternalInstance: lambda frame, obj, name: frame.analysis.knowledge.is_subclass(obj.cls, name) or None,
    Tensor: _tensor_is,
    Array: _array_is,
    Dataset: lambda frame, obj, name: None if name.startswith("tensorflow") else False,
    NoneObject: lambda frame, obj, name: name in ("collections.abc.Hashable", "typing.Hashable"),
}
"""Whether an object of each kind is an instance of the class of a name outside the project."""


def is_exactly(frame: Frame, obj: AbstractObject, cls: AbstractObject) -> bool | None:
    """Whether `type(obj) is cls`."""
    answer = is_instance(frame, obj, cls)
    if not answer:
        return answer
    if type(obj) is Instance:
        return obj.cls is cls
    kind = obj.builtin_type
    return (isinstance(cls, External) and cls.name == f"builtins.{kind}") if kind else None


def has_attribute(frame: Frame, obj: AbstractObject, name: str) -> bool | None:
    """Whether `hasattr(obj, name)`."""
    test = _HAVING.get(type(obj), _builtin_has)
    return test(frame, obj, name)


def _builtin_has(frame: Frame, obj: AbstractObject, name: str) -> bool | None:
    cls = BUILTIN_TYPES.get(obj.builtin_type)
    return hasattr(cls, name) if cls is not None else None


def _tuple_has(frame: Frame, obj: TupleObject, name: str) -> bool | None:
    # A named tuple has its fields, too.
    return hasattr(tuple, name) if obj.type == "tuple" else None


def _tensor_has(frame: Frame, obj: Tensor, name: str) -> bool | None:
    knowledge = frame.analysis.knowledge
    known = knowledge.attribute(obj.kind, name) or knowledge.method(obj.kind, name)
    return True if known is not None else None


_HAVING: dict[type[AbstractObject], Callable[[Frame, Any, str], bool | None]] = {
    NoneObject: lambda frame, obj, name: hasattr(None, name),
    Tensor: _tensor_has,
    TupleObject: _tuple_has,
}
"""Whether an object has an attribute; of all others what Python says of their builtin type."""


def is_tensor(frame: Frame, obj: AbstractObject) -> bool | None:
    """Whether `tf.is_tensor(obj)`."""
    return _TENSORS.get(type(obj), False)


_TENSORS: dict[type[AbstractObject], bool | None] = {
    Tensor: True,
    **dict.fromkeys((Unknown, Instance, ExternalInstance, Opaque)),
}


def is_callable(frame: Frame, obj: AbstractObject) -> bool | None:
    """Whether `callable(obj)`."""
    return _CALLABLE.get(type(obj))


_CALLABLE: dict[type[AbstractObject], bool] = {
    **dict.fromkeys((Function, Bound, Hybrid, Partial, ClassObject, NamedTupleClass, ExternalMethod), True),
    **dict.fromkeys((Tensor, Array, PythonScalar, NoneObject, Container, TupleObject, Dataset), False),
}
