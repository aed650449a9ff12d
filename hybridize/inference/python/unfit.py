"""What functions, methods and operators of a framework never take: of a kind that they refuse, a word that they do not
know, too many arguments.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from hybridize.frameworks.knowledge import Symbol
from hybridize.frameworks.tensor_types.arguments import DTypeObject, dtype_of
from hybridize.frameworks.tensor_types.arguments_taken import LISTS_OF, TEXTS, Taken, is_no_dtype, taken
from hybridize.frameworks.tensor_types.dtypes import WEAK_FLOAT, WEAK_INT
from hybridize.frameworks.tensor_types.types import TensorKind
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    External,
    ExternalInstance,
    Function,
    Instance,
    ModuleObject,
    NoneObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Array, Tensor, dtype_name
from hybridize.inference.python import iteration, result_types
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame

_ASKED = frozenset({"class", "function", "method"})
_OWNERS = {
    "keras": "Tensor", "ragged": "RaggedTensor", "sparse": "sparse.SparseTensor", "tensor": "Tensor",
    "variable": "Variable",
}  # fmt: skip
"""Whose methods the operators of a tensor of each kind are."""


def is_refused(frame: Frame, symbol: Symbol, args: Args, receiver: AbstractObject | None) -> bool:
    """Whether a call raises, whichever of the possible objects each argument is."""
    found = taken(symbol.name)
    if found is None or symbol.role not in _ASKED or args.star or args.double_star:
        return False
    if not found.binds(len(args.positional), args.keywords, symbol.parameters):
        return True
    given = {**dict(zip(symbol.parameters, args.positional, strict=False)), **args.keywords}
    for callback in symbol.callbacks:
        if given.get(str(callback.parameter)) and only(given[str(callback.parameter)], Array, Tensor):
            return True
        given.pop(str(callback.parameter), None)
    if receiver is not None:
        given["self"] = receiver.single
    return _refuses(frame, found, given)


def is_refused_by_operator(frame: Frame, method: str, left: Value, right: Value | None) -> bool:
    """Whether an operator of tensors or arrays raises, whichever objects are on its sides. `method`: `add`, `neg`."""
    pairs = [(one, other) for one in left for other in (right if right is not None else (None,))]
    return bool(pairs) and all(_pair_is_refused(frame, method, one, other) for one, other in pairs)


def _pair_is_refused(frame: Frame, method: str, one: AbstractObject, other: AbstractObject | None) -> bool:
    name = f"__{method}__"
    if method == "mod" and one.builtin_type in ("str", "bytes"):
        # Python formats a text.
        return False
    if type(one) is not Tensor and other is not None and (type(other) is Tensor or type(one) is not Array):
        name, one, other = _MIRRORED.get(method, f"__r{method}__"), other, one
    if type(one) is Tensor and one.kind == "sparse" and method not in _OF_SPARSE:
        return other is None or not other.is_unknown and type(other) is not Instance
    if type(one) is Array and method in _OF_NUMBERS and other is not None and other.builtin_type in ("str", "bytes"):
        return dtype_name(one) not in (None, "string")
    owner = _OWNERS.get(one.kind) if type(one) is Tensor else None
    name = f"tensorflow.{owner}.{name}" if owner else f"numpy.ndarray.{name}"
    found = taken(name) if owner or type(one) is Array else None
    if found is None or (type(other) is Instance and _has_methods(frame, other, *_REFLECTED)):
        return False
    given = {"self": one.single}
    if other is not None:
        given |= dict.fromkeys(found.names - {"name", "mod", "var"}, other.single)
    return _refuses(frame, found, given)


_OF_SPARSE = frozenset({"eq", "mul", "ne", "truediv"})
"""Operators of sparse tensors; they have no others."""
_OF_NUMBERS = frozenset({"add", "mul", "sub", "truediv"})
"""Operators by which no text meets an array of numbers; arrays of texts are put together by some."""
_MIRRORED = {"lt": "__gt__", "gt": "__lt__", "le": "__ge__", "ge": "__le__", "eq": "__eq__", "ne": "__ne__"}
_REFLECTED = tuple(f"__r{each}__" for each in "add sub mul truediv floordiv mod pow matmul and or xor".split())


def _refuses(frame: Frame, found: Taken, given: Mapping[str, Value]) -> bool:
    asked = [name for name, value in given.items() if value and name in found.refused]
    if not asked:
        return False
    return any(all(_is_unfit(frame, found, name, obj, given) for obj in given[name]) for name in asked)


def _is_unfit(frame: Frame, found: Taken, name: str, obj: AbstractObject, given: Mapping[str, Value]) -> bool:
    if type(obj) is Array and found.converts:
        return False
    for each in select(obj.single, Array, Tensor):
        if name != "self" and each.type is not None and found.refuses(name, _SORTS.get(each.type.kind, "")):
            return True
        return found.refuses(name, dtype_name(each) or "")
    if name == "self":
        return False
    written = obj.literal
    text = written.text if written is not None else None
    if name == "dtype" and not found.converts and text is not None and obj.builtin_type == "str":
        return is_no_dtype(text)
    kinds = _kinds(frame, obj)
    if kinds == ("mixed",) and not found.converts:
        # NumPy makes texts of numbers.
        kinds = ("texts",)
    dtype = result_types.of_object(frame, obj) if type(obj) in (External, Opaque) else None
    if type(dtype) is DTypeObject:
        # Where words name dtypes, dtypes themselves do as well.
        kinds, text = ("str",), _word_of(dtype)
        if text is None or found.words.get(name, frozenset()).isdisjoint(_DTYPES):
            return not name.endswith("dtype") and "self" in given and found.refuses(name, "object")
    if text == "float" and not found.words.get(name, _DTYPES).isdisjoint(_DTYPES):
        # It is a name of float32.
        return False
    refused = bool(kinds) and all(found.refuses(name, each, text) for each in kinds)
    return refused and (TEXTS.isdisjoint(kinds) or found.names_words(name) or _is_alone(frame, name, given))


def _word_of(dtype: DTypeObject) -> str | None:
    """The name of a dtype. TensorFlow takes `float` and `bool` for dtypes, `int` for none."""
    if dtype.dtype is None or dtype.dtype.weak:
        return "int" if dtype.dtype == WEAK_INT else None
    return dtype.dtype.name


def _is_alone(frame: Frame, name: str, given: Mapping[str, Value]) -> bool:
    """Whether a text is the only one: no other argument is or may be one, or a tensor says that numbers are meant."""
    others = [obj for each, value in given.items() if each != name for obj in value]
    dtypes = {dtype_name(obj) for obj in select(others, Array, Tensor)}
    if dtypes & {None, "string"}:
        return False
    return bool(dtypes) or not any(_may_be_text(frame, obj) for obj in others)


def _may_be_text(frame: Frame, obj: AbstractObject) -> bool:
    known = result_types.of_object(frame, obj)
    if type(known) is DTypeObject or dtype_of(known) in (WEAK_INT, WEAK_FLOAT):
        return False
    return obj.builtin_type in ("", "str", "bytes", "list", "tuple") and type(obj) is not NoneObject


def _kinds(frame: Frame, obj: AbstractObject) -> tuple[str, ...]:
    """What it is, as the data calls that: several kinds where it may be each of them; none where that is not known."""
    handler = _KINDS.get(type(obj))
    return handler(frame, obj) if handler is not None else ()


def _of_scalar(frame: Frame, obj: PythonScalar) -> tuple[str, ...]:
    if obj.type == "bool":
        # As a number beside other numbers, where tensors of Booleans are refused.
        return ("bool", "int")
    number = obj.literal.value if obj.literal is not None else None
    if obj.type == "float" and isinstance(number, float):
        return ("above" if number > 1.0 else "below" if number < 0.0 else "float",)
    if obj.type != "int":
        return ("str",) if obj.type == "bytes" else (obj.type,)
    if not isinstance(number, int):
        return ("int", "minus", "zero")
    return ("minus" if number < 0 else "int" if number else "zero",)


def _of_container(frame: Frame, obj: Container) -> tuple[str, ...]:
    if obj.type in ("dict", "set", "frozenset"):
        return ("dict",) if obj.type == "dict" else ("object",)
    return _of_members(frame, iteration.positions(frame, obj) or ()) if obj.type == "list" else ()


def _of_members(frame: Frame, members: Iterable[Value]) -> tuple[str, ...]:
    """What a list or tuple is by all that it holds."""
    inside = {kind for value in members for obj in value for kind in (_kinds(frame, obj) or ("",))}
    held = {LISTS_OF.get(kind, "") for kind in inside}
    if len(held) == 1 and "" not in held:
        return tuple(held)
    return ("mixed",) if "str" in inside and inside <= _SCALARS else ()


def _of_external(frame: Frame, obj: External) -> tuple[str, ...]:
    """A function or module; a class may stand for a dtype."""
    symbol = frame.analysis.knowledge.lookup(obj.name)
    if symbol is None or not symbol.known and symbol.role != "module":
        return ()
    return _FUNCTION if symbol.role == "function" else ("object",) if symbol.role == "module" else ()


def _of_instance(frame: Frame, obj: Instance) -> tuple[str, ...]:
    """An object of a class of the project: something else where the class says what it is like."""
    classes = frame.analysis.classes
    plain = not (classes.external_bases(obj.cls) or classes.has_unknown_base(obj.cls) or classes.metaclass(obj.cls))
    return ("object",) if plain and not _has_methods(frame, obj, *_LIKE_OTHERS) else ()


def _has_methods(frame: Frame, obj: Instance, *names: str) -> bool:
    return any(frame.evaluator.method(frame, obj, name) for name in names)


_DTYPES = frozenset({"float32", "int32"})
_SCALARS = frozenset({"above", "below", "bool", "float", "int", "minus", "str", "zero"})
_SORTS = {
    TensorKind.RAGGED: "ragged", TensorKind.SPARSE: "sparse", TensorKind.TENSOR: "dense", TensorKind.VARIABLE: "dense"
}  # fmt: skip
_LIKE_OTHERS = (
    "__array__", "__array_interface__", "__array_priority__", "__bool__", "__call__", "__dlpack__", "__float__",
    "__getattr__", "__getattribute__", "__getitem__", "__index__", "__int__", "__iter__", "__len__",
    "__tf_flatten__", "__tf_function__", "__tf_tensor__", "__tf_tracing_type__",
)  # fmt: skip
"""Methods by which TensorFlow and NumPy take an object for a tensor, a number, a list or a function."""
_FUNCTION = ("function",)
_KINDS: dict[type[AbstractObject], Callable[[Frame, Any], tuple[str, ...]]] = {
    Bound: lambda frame, obj: _FUNCTION,
    ClassObject: lambda frame, obj: _FUNCTION,
    Container: _of_container,
    External: _of_external,
    ExternalInstance: lambda frame, obj: ("object",) if obj.cls == "builtins.object" else (),
    Function: lambda frame, obj: _FUNCTION,
    Instance: _of_instance,
    ModuleObject: lambda frame, obj: ("object",),
    NoneObject: lambda frame, obj: ("None",),
    PythonScalar: _of_scalar,
    TupleObject: lambda frame, obj: _of_members(frame, obj.items) if not obj.rest else (),
}
