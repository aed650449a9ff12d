"""What tests of types and attributes say of one possibility: `isinstance`, `type(x) is T`, `hasattr`, `callable`."""

from __future__ import annotations

from hybridize.inference.python.frame import Frame
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
    NoneObject,
    Opaque,
    Partial,
    PythonScalar,
    TupleObject,
    Unknown,
)
from hybridize.inference.domain.tensors import Array, Tensor

_SEQUENCES = frozenset({"str", "bytes", "list", "tuple", "deque"})
_SETS = frozenset({"set", "frozenset"})
_DICTS = frozenset({"dict", "defaultdict"})
_NUMBERS = frozenset({"int", "float", "bool", "complex"})
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
"""Abstract classes with the builtin types whose instances are theirs, too."""
_NO_TENSOR = {name for name, kinds in _ABSTRACT_TYPES.items() if "numbers." in name or not kinds} | {
    name for name in _ABSTRACT_TYPES if name.endswith(("Sequence", "Mapping", "Set", "List", "Dict", "Tuple"))
}
BUILTIN_TYPES: dict[str, type] = {
    each.__name__: each for each in (int, float, complex, bool, str, bytes, list, tuple, dict, set, frozenset)
}
"""Builtin classes that values are told apart by."""


def builtin_kind(obj: AbstractObject) -> str:
    """The builtin type of a value, empty where it is none."""
    if isinstance(obj, PythonScalar):
        return obj.type
    if isinstance(obj, TupleObject):
        return "tuple"
    return obj.type if isinstance(obj, Container) and obj.type in _COLLECTIONS else ""


def _builtin_is(obj: AbstractObject, kind: str, name: str) -> bool | None:
    short = name.removeprefix("builtins.")
    if short == kind or name == "builtins.object":
        return True
    if name in _ABSTRACT_TYPES:
        # A tuple is hashable if what it holds is.
        return None if name.endswith("Hashable") and kind == "tuple" else kind in _ABSTRACT_TYPES[name]
    if short == "int" and kind == "bool" or short == "dict" and kind == "defaultdict":
        return True
    if short in BUILTIN_TYPES or isinstance(obj, PythonScalar):
        return False
    return False if name.startswith(("builtins.", "types.", "numpy.", "numbers.", "tensorflow.", "keras.")) else None


_KINDS = {
    "tensorflow.Tensor": "tensor",
    "tensorflow.Variable": "variable",
    "tensorflow.sparse.SparseTensor": "sparse",
    "tensorflow.RaggedTensor": "ragged",
    "tensorflow.TensorArray": "tensorarray",
}


def _tensor_is(obj: Tensor, name: str) -> bool | None:
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
    if isinstance(obj, Unknown) or isinstance(cls, Unknown):
        return None
    if isinstance(cls, ClassObject):
        return isinstance(obj, Instance) and cls in frame.analysis.classes.mro(obj.cls)
    assert isinstance(cls, External)
    name, knowledge = cls.name, frame.analysis.knowledge
    if type(obj) is Instance:
        return _instance_is(frame, obj.cls, name)
    kind = builtin_kind(obj)
    if kind:
        return _builtin_is(obj, kind, name)
    if name == "builtins.object":
        return True
    if isinstance(obj, NoneObject):
        return name in ("types.NoneType", "collections.abc.Hashable", "typing.Hashable")
    if name == "types.NoneType":
        return None if isinstance(obj, Opaque) else False
    if isinstance(obj, Tensor):
        if name in _NO_TENSOR or name.startswith(("builtins.", "numpy.")):
            return False
        return _tensor_is(obj, name)
    if isinstance(obj, Array):
        return name == "numpy.ndarray" or (False if name.startswith(("builtins.", "tensorflow.")) else None)
    if isinstance(obj, ExternalInstance):
        return knowledge.is_subclass(obj.cls, name) or None
    if isinstance(obj, Dataset):
        return None if name.startswith("tensorflow") else False
    return False if name.removeprefix("builtins.") in BUILTIN_TYPES else None


def _instance_is(frame: Frame, cls: ClassObject, name: str) -> bool | None:
    known = frame.analysis.outside.instance_tests
    key = (cls, name)
    if key not in known:
        classes, knowledge = frame.analysis.classes, frame.analysis.knowledge
        if name == "types.NoneType":
            known[key] = False
        elif name == "builtins.object" or any(knowledge.is_subclass(b, name) for b in classes.external_bases(cls)):
            known[key] = True
        else:
            known[key] = None if name in _ABSTRACT_TYPES or classes.has_unknown_base(cls) else False
    return known[key]


def is_exactly(frame: Frame, obj: AbstractObject, cls: AbstractObject) -> bool | None:
    """Whether `type(obj) is cls`."""
    answer = is_instance(frame, obj, cls)
    if not answer:
        return answer
    if isinstance(obj, Instance):
        return obj.cls is cls
    kind = builtin_kind(obj)
    return isinstance(cls, External) and cls.name == f"builtins.{kind}" if kind else None


def has_attribute(frame: Frame, obj: AbstractObject, name: str) -> bool | None:
    """Whether `hasattr(obj, name)`."""
    if isinstance(obj, NoneObject):
        return hasattr(None, name)
    if isinstance(obj, Tensor):
        knowledge = frame.analysis.knowledge
        known = knowledge.attribute(obj.kind, name) or knowledge.method(obj.kind, name)
        return True if known is not None else None
    cls = BUILTIN_TYPES.get(builtin_kind(obj))
    if cls is None or isinstance(obj, TupleObject) and obj.type != "tuple":
        # A named tuple has its fields, too.
        return None
    return hasattr(cls, name)


def is_tensor(frame: Frame, obj: AbstractObject) -> bool | None:
    """Whether `tf.is_tensor(obj)`."""
    if isinstance(obj, (Unknown, Instance, ExternalInstance, Opaque)):
        return None
    return isinstance(obj, Tensor)


def is_callable(frame: Frame, obj: AbstractObject) -> bool | None:
    """Whether `callable(obj)`."""
    if isinstance(obj, (Function, Bound, Hybrid, Partial, ClassObject, ExternalMethod)):
        return True
    if isinstance(obj, (Tensor, Array, PythonScalar, NoneObject, Container, TupleObject, Dataset)):
        return False
    return None
