"""Which calls of hybrid functions their `input_signature` refuses: TensorFlow raises `TypeError` for these.

TensorFlow converts Python numbers, lists and NumPy arrays to what a specification says, and tensors to nothing: their
dtype and shape must fit. What has no specification must be what the default is. A call counts only where everything
that may arrive at one parameter is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from astroid import nodes

from hybridize.frameworks.tensor_types.dimensions import Shape
from hybridize.frameworks.tensor_types.dtypes import DType, is_complex, is_float
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType
from hybridize.inference.domain.fields import KEYS, Key
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    Dataset,
    Function,
    NoneObject,
    PythonScalar,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.facts.enumerations import Misfit
from hybridize.inference.facts.facts import FunctionFacts
from hybridize.inference.facts.trace_keys import default_key
from hybridize.inference.python import declared, iteration
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.events import GraphCall, HybridMark
from hybridize.program.syntax import last_name


@dataclass(frozen=True, slots=True)
class SignatureRefusal:
    """What TensorFlow refuses, and where."""

    misfit: Misfit
    node: nodes.NodeNG
    """The call; for what is wrong with the signature itself, the place where the function is made hybrid."""
    context: Context
    parameter: str = ""
    given: str = ""
    """What arrives, in short."""
    wanted: str = ""
    """What the signature says, or the default."""


class SignatureChecks:
    """Compares the calls of hybrid functions with their signatures."""

    def __init__(self, evaluator: Evaluator) -> None:
        self._evaluator = evaluator
        self._calls = evaluator.analysis.events.graphs.graph_arguments
        self._hybrids = evaluator.analysis.events.graphs.hybrids

    def refusals(self, function: FunctionFacts) -> list[SignatureRefusal]:
        """What the signatures of a function refuse, call by call; one thing for each call."""
        out: list[SignatureRefusal] = []
        for mark in function.hybrids:
            specs = declared.stated_specs(self._evaluator, mark)
            taken = _parameters(function, mark)
            if specs is None or taken is None or self._is_one_of_several(function, mark):
                continue
            check = _Check(self._evaluator, function, mark, specs, taken)
            unfit = check.unfit()
            if unfit is not None:
                out.append(unfit)
                continue
            for called, values in self._calls.get(function.node, {}).items():
                if called.site is mark.node and not _is_inspection(called.call):
                    found = check.refusal(called, values)
                    out += [found] if found is not None else []
        return out

    def _is_one_of_several(self, function: FunctionFacts, mark: HybridMark) -> bool:
        """Whether `tf.function` may be given another function in its place, to which the signature belongs."""
        marks = [found.get(mark.node) for scope, found in self._hybrids.items() if scope is not function.node]
        return any(each is not None and each.context is mark.context for each in marks)

    def passed(self, function: FunctionFacts, parameter: str) -> Iterator[tuple[nodes.NodeNG, Context, Value]]:
        """What the calls of the graph pass to a parameter: the call, its context, and the value with types."""
        arguments = function.node.args
        names = [each.name for each in (*arguments.posonlyargs, *(arguments.args or ()))]
        method = bool(function.parameters) and function.parameters[0].receiver
        for called, values in self._calls.get(function.node, {}).items():
            index = names.index(parameter) - int(method and called.bound)
            if _is_inspection(called.call):
                continue
            if index < called.positional:
                yield called.call, called.caller, values[index]
            elif parameter in called.keywords:
                yield called.call, called.caller, values[called.positional + called.keywords.index(parameter)]


def _is_inspection(call: nodes.NodeNG) -> bool:
    """Whether it asks for a concrete function: that is by the signature, not by what is passed."""
    return isinstance(call, nodes.Call) and last_name(call.func) in _INSPECTING


_INSPECTING = frozenset({"get_concrete_function", "experimental_get_compiler_ir"})


def _parameters(function: FunctionFacts, mark: HybridMark) -> list[str] | None:
    """The names to which the members of a signature belong; None where that is not certain.

    A decorator in a class gets a plain function, whose first parameter it takes for a receiver if that is `self`.
    """
    arguments = function.node.args
    names = [each.name for each in (*arguments.posonlyargs, *(arguments.args or ()))]
    if not function.parameters or not function.parameters[0].receiver:
        return names if "self" not in names else None
    return names[1:] if mark.how == "call" or names[:1] == ["self"] else None


@dataclass(frozen=True, slots=True)
class _Check:
    """One signature of one function."""

    evaluator: Evaluator
    function: FunctionFacts
    mark: HybridMark
    specs: Sequence[Value]
    names: Sequence[str]

    def unfit(self) -> SignatureRefusal | None:
        """What is wrong with the signature itself: `tf.function` raises at once."""
        arguments, at = self.function.node.args, (self.mark.node, self.mark.context)
        missing = [name for name in self.names[len(self.specs) :] if self._default(name) is None]
        keyword_only = [each.name for each in arguments.kwonlyargs if self._default(each.name) is None]
        for name in (*missing, *keyword_only):
            return SignatureRefusal(Misfit.UNSPECIFIED, *at, name)
        if len(self.specs) > len(self.names) and not arguments.vararg:
            return SignatureRefusal(Misfit.EXTRA, *at, given=str(len(self.specs)), wanted=str(len(self.names)))
        return None

    def refusal(self, called: GraphCall, values: tuple[Value, ...]) -> SignatureRefusal | None:
        """The first thing about a call that the signature refuses."""
        return next(self._refusals(called, values), None)

    def _refusals(self, called: GraphCall, values: tuple[Value, ...]) -> Iterator[SignatureRefusal]:
        arguments, at = self.function.node.args, (called.call, called.caller)
        method = bool(self.function.parameters) and self.function.parameters[0].receiver
        positional = values[int(method and not called.bound) : called.positional]
        taken = len(self.specs) if arguments.vararg else len(self.names)
        if len(positional) > taken:
            yield SignatureRefusal(Misfit.TOO_MANY, *at, given=str(len(positional)), wanted=str(taken))
        for index, value in enumerate(positional[:taken]):
            yield from self._of_argument(index, value, at)
        keyword_only = {each.name for each in arguments.kwonlyargs}
        for name, value in zip(called.keywords, values[called.positional :], strict=True):
            if name in self.names:
                yield from self._of_argument(self.names.index(name), value, at)
            elif name in keyword_only:
                yield from self._of_default(name, value, at)
            else:
                yield SignatureRefusal(Misfit.UNEXPECTED, *at, name)
        for name in () if called.open else self.names[len(positional) : len(self.specs)]:
            if name not in called.keywords:
                yield from self._of_omitted(name, at)

    def _of_argument(self, index: int, value: Value, at: tuple[nodes.NodeNG, Context]) -> Iterator[SignatureRefusal]:
        if index >= len(self.specs):
            yield from self._of_default(self.names[index], value, at)
            return
        name = self.names[index] if index < len(self.names) else self.function.node.args.vararg
        found = _Fit(Frame(self.evaluator, at[1]), self._is_cast_by_keras).misfit(self.specs[index], value)
        if found is not None:
            yield SignatureRefusal(Misfit.TYPE, *at, name, *found)

    def _of_default(self, name: str, value: Value, at: tuple[nodes.NodeNG, Context]) -> Iterator[SignatureRefusal]:
        default = self._default(name)
        if default is not None and value and all(_differs(obj, default) for obj in value):
            given = ", ".join(sorted({said(obj) for obj in value}))
            default = self.function.node.args.default_value(name).as_string()
            yield SignatureRefusal(Misfit.DEFAULT, *at, name, given, default)

    def _of_omitted(self, name: str, at: tuple[nodes.NodeNG, Context]) -> Iterator[SignatureRefusal]:
        default = self._default(name)
        if default is None:
            yield SignatureRefusal(Misfit.MISSING, *at, name)
        elif default == ("value", None):
            yield SignatureRefusal(Misfit.TYPE, *at, name, "None", self._spec_said(name))

    def _spec_said(self, name: str) -> str:
        frame = Frame(self.evaluator, self.mark.context)
        types = [declared.spec_type(frame, obj) for obj in self.specs[self.names.index(name)]]
        return ", ".join(type_said(each) if each is not None else "a structure" for each in types)

    def _default(self, name: str) -> tuple[object, ...] | None:
        """The key of the default of a parameter; None where it has none."""
        found = default_key(self.function.node, name)
        return None if found == ("none given",) else found

    @property
    def _is_cast_by_keras(self) -> bool:
        """Whether Keras calls the function, which casts floating point tensors first."""
        return self.function.node.name == "call" and bool(self.function.bases)


_Default = tuple[object, ...]


def _scalar_differs(obj: PythonScalar, default: _Default) -> bool:
    return default == ("value", None) or obj.literal is not None and ("value", obj.literal.trace_key) != default


_DIFFERS: dict[type[AbstractObject], Callable[[Any, _Default], bool]] = {
    PythonScalar: _scalar_differs,
    NoneObject: lambda obj, default: default != ("value", None),
    Tensor: lambda obj, default: not obj.origin,
    **dict.fromkeys((Array, Container, TupleObject), lambda obj, default: True),
}
"""Whether an object is certainly something else than a default that is written as a constant, by its kind."""


def _differs(obj: AbstractObject, default: _Default) -> bool:
    handler = _DIFFERS.get(type(obj))
    return handler is not None and default != ("default",) and handler(obj, default)


# One value and its specification -------------------------------------------------------------------------------------

_Found = tuple[str, str]


def _possible(value: Value) -> list[AbstractObject]:
    """The objects of a value without those that `tf.ragged.constant` might have given for other lists."""
    types = [(obj.kind, obj.type) for obj in select(value, Tensor) if obj.type is not None]
    ragged = {(type.dtype, type.shape) for kind, type in types if kind == "ragged" and type.ragged_rank}
    others = {obj for obj in select(value, Tensor) if _is_other(obj, ragged)}
    return [obj for obj in value if obj not in others]


def _is_other(obj: Tensor, ragged: Collection[tuple[DType | None, Shape]]) -> bool:
    found = obj.type
    if found is None:
        return False
    if obj.kind == "tensor":
        return (found.dtype, found.shape) in ragged
    return obj.kind == "ragged" and found.ragged_rank == 0


@dataclass(frozen=True, slots=True)
class _Fit:
    """Whether values fit specifications, as one caller sees them."""

    frame: Frame
    cast: bool
    """Floating point tensors take the wanted dtype on the way."""

    def misfit(self, spec: Value, value: Value) -> _Found | None:
        """What arrives and what is wanted, where nothing of the value fits."""
        if len(spec) != 1 or not value:
            return None
        (wanted,) = spec
        possible = _possible(value)
        refused = [each for obj in possible if (each := self._of_object(wanted, obj)) is not None]
        return min(refused) if refused and len(refused) == len(possible) else None

    def _of_object(self, wanted: AbstractObject, obj: AbstractObject) -> _Found | None:
        spec = declared.spec_type(self.frame, wanted)
        if spec is not None:
            handler = _REFUSED.get(type(obj))
            refused = handler is not None and handler(self, spec, obj)
            return (said(obj), type_said(spec)) if refused else None
        if type(wanted) not in _HOLDING:
            return None
        if type(obj) in _HOLDING:
            return self._of_members(wanted, obj)
        return (said(obj), f"a {wanted.builtin_type}") if type(obj) in _PLAIN and not _is_assumed(obj) else None

    def _of_members(self, wanted: Any, obj: Any) -> _Found | None:
        """Structures are compared member by member; a list is no tuple."""
        if wanted.type not in _STRUCTURES or obj.type not in _STRUCTURES:
            return None
        if wanted.type != obj.type:
            return f"a {obj.type}", f"a {wanted.type}"
        specs, values = self._members(wanted), self._members(obj)
        if specs is None or values is None:
            return None
        if specs.keys() != values.keys():
            return f"a {obj.type} of {len(values)} members", f"a {wanted.type} of {len(specs)} members"
        for key, spec in specs.items():
            found = self.misfit(spec, values[key])
            if found is not None:
                return found
        return None

    def _members(self, obj: Any) -> Mapping[object, Value] | None:
        """What a structure holds, by position or key; None where that is not certain."""
        if obj.type == "dict":
            fields = self.frame.heap.fields(obj)
            keys: dict[object, Value] = {
                field.literal: cell.value for field, cell in fields.items() if isinstance(field, Key)
            }
            return keys if len(keys) == len([field for field in fields if field is not KEYS]) else None
        fixed = iteration.positions(self.frame, obj)
        return None if fixed is None else dict(enumerate(fixed))

    # A tensor is wanted

    def of_tensor(self, spec: TensorType, obj: Tensor) -> bool:
        """A tensor keeps its dtype and shape, and is no other kind of tensor."""
        if obj.origin or obj.kind not in _KINDS:
            return False
        kind, found = _KINDS[obj.kind], obj.type
        if kind is TensorKind.RAGGED and found is None:
            return False
        if kind is not spec.kind:
            return True
        if found is None:
            return False
        rank = spec.kind is TensorKind.RAGGED and None not in (spec.ragged_rank, found.ragged_rank)
        return (
            self._other_dtype(spec.dtype, found.dtype)
            or (_other_shape(spec.shape, found.shape) if spec.kind is TensorKind.TENSOR else False)
            or _other_rank(spec.shape, found.shape)
            or (rank and spec.ragged_rank != found.ragged_rank)
        )

    def _other_dtype(self, wanted: DType | None, found: DType | None) -> bool:
        if wanted is None or found is None or found.weak:
            return False
        return wanted != found and not (self.cast and is_float(wanted) and is_float(found))

    def of_array(self, spec: TensorType, obj: Array) -> bool:
        """An array takes the dtype, but keeps its shape; it is never ragged or sparse."""
        return spec.kind is not TensorKind.TENSOR or obj.type is not None and _other_shape(spec.shape, obj.type.shape)

    def of_scalar(self, spec: TensorType, obj: PythonScalar) -> bool:
        """A Python number has no axes; a float is no integer, a text no number, and a number no Boolean."""
        if obj.type not in _BECOMES or spec.kind is not TensorKind.TENSOR:
            return False
        return bool(spec.shape) or spec.dtype is not None and _sort(spec.dtype) not in _BECOMES[obj.type]


def _sort(dtype: DType) -> str:
    if dtype.name in ("bool", "string"):
        return dtype.name
    return "complex" if is_complex(dtype) else "float" if is_float(dtype) else "int"


_BECOMES: Mapping[str, Sequence[str]] = {
    "bool": ("bool", "int", "float", "complex"),
    "int": ("int", "float", "complex"),
    "float": ("float", "complex"),
    "complex": ("complex",),
    "str": ("string",),
    "bytes": ("string",),
}
"""What Python values of a type become where that is wanted."""


def _other_shape(wanted: Shape, found: Shape) -> bool:
    if wanted is None or found is None:
        return False
    if len(wanted) != len(found):
        return True
    return any(isinstance(a, int) and isinstance(b, int) and a != b for a, b in zip(wanted, found, strict=True))


def _other_rank(wanted: Shape, found: Shape) -> bool:
    return wanted is not None and found is not None and len(wanted) != len(found)


_KINDS = {
    "tensor": TensorKind.TENSOR,
    "variable": TensorKind.TENSOR,
    "ragged": TensorKind.RAGGED,
    "sparse": TensorKind.SPARSE,
}
_STRUCTURES = ("tuple", "list", "dict")
_HOLDING = frozenset({TupleObject, Container})
_PLAIN = frozenset({Tensor, Array, PythonScalar, NoneObject})
"""What is certainly no structure."""


def _is_assumed(obj: AbstractObject) -> bool:
    return any(each.origin for each in select(obj.single, Tensor))


def _always(fit: _Fit, spec: TensorType, obj: AbstractObject) -> bool:
    return True


_REFUSED: dict[type[AbstractObject], Callable[[_Fit, TensorType, Any], bool]] = {
    Tensor: _Fit.of_tensor,
    Array: _Fit.of_array,
    PythonScalar: _Fit.of_scalar,
    Container: lambda fit, spec, obj: obj.type in ("dict", "set") or spec.kind is not TensorKind.TENSOR,
    TupleObject: lambda fit, spec, obj: spec.kind is not TensorKind.TENSOR,
    **dict.fromkeys((NoneObject, Function, Bound, ClassObject, Dataset), _always),
}
"""Whether the specification of a tensor refuses an object, by its kind; other objects may say how they convert."""


# In words ------------------------------------------------------------------------------------------------------------


def type_said(type: TensorType) -> str:
    """A type as `float32[20, ?]`: `?` for what is not known, `[…]` for an unknown rank."""
    lengths = None if type.shape is None else [str(each) if isinstance(each, int) else "?" for each in type.shape]
    kind = "" if type.kind in (TensorKind.TENSOR, TensorKind.VARIABLE) else f"{type.kind.value} "
    return f"{kind}{type.dtype or '?'}[{'…' if lengths is None else ', '.join(lengths)}]"


def said(obj: AbstractObject) -> str:
    """What an object is, in short."""
    handler = _SAID.get(type(obj))
    return "an object" if handler is None else handler(obj)


def _array_said(obj: Array) -> str:
    known = obj.type is not None and obj.type.shape is not None
    return f"a NumPy array {type_said(obj.type).removeprefix('ndarray ')}" if known and obj.type else "a NumPy array"


_SAID: dict[type[AbstractObject], Callable[[Any], str]] = {
    Tensor: lambda obj: type_said(obj.type) if obj.type is not None else f"a {obj.kind}",
    Array: _array_said,
    PythonScalar: lambda obj: obj.type if obj.literal is None else obj.literal.display(),
    NoneObject: lambda obj: "None",
    Container: lambda obj: f"a {obj.type}",
    TupleObject: lambda obj: f"a {obj.type}",
    Dataset: lambda obj: "a data set",
    ClassObject: lambda obj: "a class",
    **dict.fromkeys((Function, Bound), lambda obj: "a function"),
}
