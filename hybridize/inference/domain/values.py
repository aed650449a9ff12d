"""Abstract values: what an expression may hold.

A *value* is a frozenset of *abstract objects*. The empty set means "nothing yet": an expression that is not reached, or
that waits for something still being computed. So joining is set union, and a fixpoint is reached when nothing grows.
Objects are interned: equal ones are the same object, comparing is an identity test, and hashing a serial number - which
also makes the order of every set the same from run to run, whatever the hash seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

if TYPE_CHECKING:
    from astroid import nodes

    from hybridize.inference.state.contexts import Context

Value = frozenset["AbstractObject"]
"""What an expression may hold; empty = nothing (yet)."""

A = TypeVar("A", bound="AbstractObject")
_MADE: dict[type[AbstractObject], dict[tuple[Any, ...], AbstractObject]] = {}
_serials = count()


class AbstractObject:
    """One possibility of a value. Subclasses name their fields in `fields` and are made with `of`."""

    __slots__ = ("serial", "single")
    fields: ClassVar[tuple[str, ...]] = ()
    serial: int
    single: Value
    """The value that holds this object alone."""
    made: ClassVar[dict[tuple[Any, ...], AbstractObject]]
    """All objects of this class, by their parts."""

    def __init_subclass__(cls) -> None:
        cls.made = _MADE[cls] = {}

    @classmethod
    def of(cls: type[A], *parts: Any) -> A:
        """The one object of this class with these parts."""
        obj = cls.made.get(parts)
        if obj is None:
            obj = cls.__new__(cls)
            for name, part in zip(cls.fields, parts, strict=True):
                setattr(obj, name, part)
            obj.serial = next(_serials)
            cls.made[parts] = obj
            obj.single = frozenset((obj,))
        return obj  # type: ignore[return-value]

    def __hash__(self) -> int:
        return self.serial

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(getattr(self, f)) for f in self.fields)})"


class Tensor(AbstractObject):
    """A tensor-like object: `kind` is tensor, variable, sparse, ragged, keras or tensorarray.

    `origin` is empty for tensors that TensorFlow certainly made, else what made us believe it: `type-hint`, `usage`,
    `speculative`. dtype and shape have their places in the report and will have them here.
    """

    __slots__ = ("kind", "origin")
    fields = ("kind", "origin")
    kind: str
    origin: str


class Array(AbstractObject):
    """A NumPy array or scalar; `owner` is the activation that made it, None for one that was passed in."""

    __slots__ = ("owner",)
    fields = ("owner",)
    owner: Context | None


class PythonScalar(AbstractObject):
    """A Python number, string, bytes or bool; `text` is its source form, or None when it may be many values."""

    __slots__ = ("text", "type")
    fields = ("type", "text")
    type: str
    text: str | None


class ParameterReference(AbstractObject):
    """In the result of a context that stands for many calls: the argument of this name, as the call passed it."""

    __slots__ = ("name",)
    fields = ("name",)
    name: str


class NoneObject(AbstractObject):
    """`None`."""

    __slots__ = ()


class Opaque(AbstractObject):
    """A Python object that is certainly no tensor and whose inside does not matter: a shape, a dtype, a file."""

    __slots__ = ()


class Unknown(AbstractObject):
    """Anything at all; `reason` says why we do not know."""

    __slots__ = ("reason",)
    fields = ("reason",)
    reason: str


class TupleObject(AbstractObject):
    """A tuple: elements by position, then `rest` (joined) for those of unknown number."""

    __slots__ = ("items", "rest", "type")
    fields = ("items", "rest", "type")
    items: tuple[Value, ...]
    rest: Value
    type: str
    """`tuple`, or the name of a named tuple."""


class Allocated(AbstractObject):
    """An object with an identity: the node that allocates it and the activation in which that happened."""

    __slots__ = ()
    site: nodes.NodeNG
    owner: Context | None
    """None: what was there before the program, or belongs to many activations: changing it is a side effect."""


class Container(Allocated):
    """A list, dict, set or other mutable container; its elements live in the heap."""

    __slots__ = ("owner", "site", "type")
    fields = ("type", "site", "owner")
    type: str


class Instance(Allocated):
    """An instance of a class of the project; its attributes live in the heap."""

    __slots__ = ("cls", "owner", "site")
    fields = ("cls", "site", "owner")
    cls: ClassObject
    owner: Context | None


class External(AbstractObject):
    """A function, class, constant or module outside the project, by its canonical qualified name."""

    __slots__ = ("name",)
    fields = ("name",)
    name: str


class ExternalInstance(Allocated):
    """An instance of a class outside the project."""

    __slots__ = ("cls", "owner", "site")
    fields = ("cls", "site", "owner")
    cls: str


class Dataset(AbstractObject):
    """A `tf.data.Dataset` (or an iterator over one) with the value of its elements."""

    __slots__ = ("element", "kind")
    fields = ("kind", "element")
    kind: str
    """`dataset` or `tf-iterator`."""
    element: Value


class IteratorObject(Allocated):
    """A Python iterator or generator: taking from it changes it."""

    __slots__ = ("element", "owner", "site")
    fields = ("element", "site", "owner")
    element: Value


class Function(AbstractObject):
    """A function or lambda of the project with the activation in which it was defined (its closure)."""

    __slots__ = ("closure", "node")
    fields = ("node", "closure")
    node: nodes.FunctionDef | nodes.Lambda
    closure: Context | None


class ClassObject(AbstractObject):
    """A class of the project."""

    __slots__ = ("closure", "node")
    fields = ("node", "closure")
    node: nodes.ClassDef
    closure: Context | None


class ModuleObject(AbstractObject):
    """A module of the project."""

    __slots__ = ("path",)
    fields = ("path",)
    path: str


class NamespaceObject(AbstractObject):
    """A folder of the project that is imported as a namespace package."""

    __slots__ = ("folder",)
    fields = ("folder",)
    folder: str


class Bound(AbstractObject):
    """A method of the project bound to its receiver."""

    __slots__ = ("function", "receiver")
    fields = ("function", "receiver")
    function: AbstractObject
    receiver: AbstractObject


class ExternalMethod(AbstractObject):
    """A method that the project does not define, with its receiver: `owner` is a kind or class of `frameworks`."""

    __slots__ = ("name", "owner", "receiver")
    fields = ("owner", "name", "receiver")
    owner: str
    name: str
    receiver: AbstractObject


class Partial(AbstractObject):
    """`functools.partial(target, ...)`, also `tf.function(jit_compile=True)` waiting for its function."""

    __slots__ = ("keywords", "positional", "target")
    fields = ("target", "positional", "keywords")
    target: AbstractObject
    positional: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]


class Hybrid(AbstractObject):
    """A callable that runs as a graph: `tf.function(target)`.

    It has the serial number of its target, so that sets have the same order whether a function is hybrid or not.
    """

    __slots__ = ("site", "target")
    fields = ("target", "site")
    target: AbstractObject
    site: nodes.NodeNG

    @classmethod
    def of(cls, *parts: Any) -> Hybrid:
        """The one object of a target and the place where it is made hybrid."""
        obj = _HYBRIDS.get(parts)
        if obj is None:
            obj = _HYBRIDS[parts] = cls.__new__(cls)
            obj.target, obj.site = parts
            obj.serial = obj.target.serial
            obj.single = frozenset((obj,))
        return obj


_HYBRIDS: dict[tuple[Any, ...], Hybrid] = {}


def python_function(obj: AbstractObject) -> AbstractObject:
    """What a hybrid callable was made of; anything else itself.

    Whether a function is hybrid must make no difference to what is told apart: `driver.amended` rests on that.
    """
    while type(obj) is Hybrid:
        obj = obj.target
    return obj


class Super(AbstractObject):
    """`super()`: attribute look-up for `receiver` starts after `after` in its MRO."""

    __slots__ = ("after", "receiver")
    fields = ("after", "receiver")
    after: ClassObject
    receiver: AbstractObject


class PropertyObject(AbstractObject):
    """A property (or cached property): reading it calls `getter`, writing it calls `setter`."""

    __slots__ = ("getter", "setter")
    fields = ("getter", "setter")
    getter: AbstractObject
    setter: AbstractObject | None


class MethodKind(AbstractObject):
    """`staticmethod(f)` or `classmethod(f)`."""

    __slots__ = ("kind", "target")
    fields = ("kind", "target")
    kind: str
    target: AbstractObject


class Dispatcher(AbstractObject):
    """`functools.singledispatch(target)`; what is registered lives in the heap."""

    __slots__ = ("method", "target")
    fields = ("target", "method")
    target: AbstractObject
    method: str
    """`method` where `singledispatchmethod` made it, else empty."""


BOTTOM: Value = frozenset()


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
    """The union of what several objects give for one attribute or key: those that lack it would raise."""
    found = list(values)
    given = join([value for value in found if value != UNKNOWN_ATTRIBUTE])
    return given or join(found)


_OF_TENSORFLOW = re.compile(r"tf|tensor|keras|sonnet|gpflow|trax", re.IGNORECASE)


def from_package(name: str) -> Value:
    """What something of a package that is not described may give: tensors only where its name speaks of them."""
    return UNKNOWN_EXTERNAL if _OF_TENSORFLOW.search(name.partition(".")[0]) else UNKNOWN_FOREIGN


def truth(value: Value) -> bool | None:
    """Whether `value` is certainly true or certainly false; None when it may be either."""
    seen: set[bool | None] = set()
    for obj in value:
        if isinstance(obj, NoneObject):
            seen.add(False)
        elif isinstance(obj, PythonScalar):
            if obj.text is None:
                seen.add(None)
            else:
                seen.add(obj.text not in ("False", "0", "0.0", "''", "b''"))
        elif isinstance(obj, (Function, ClassObject, ModuleObject, Bound, Hybrid, Partial)):
            seen.add(True)
        else:
            seen.add(None)
    return seen.pop() if len(seen) == 1 else None


class _Width:
    """How large values may be: see `limits`."""

    objects = 32
    kept = 4
    callables = 24


def set_width(objects: int, kept: int, callables: int) -> None:
    """Set how large values may be in the analysis that begins."""
    _Width.objects, _Width.kept, _Width.callables = objects, kept, callables


def without_literals(value: Value, strings: bool) -> Value:
    """The same with numbers (and with `strings` texts and Booleans) known only by type."""
    if not any(isinstance(obj, (PythonScalar, TupleObject)) for obj in value):
        return value
    found = _WIDENED.get((value, strings))
    if found is not None:
        return found
    out: list[AbstractObject] = []
    for obj in value:
        if isinstance(obj, PythonScalar) and (strings or obj.type not in ("str", "bytes", "bool")):
            out.append(PythonScalar.of(obj.type, None))
        elif isinstance(obj, TupleObject):
            items = tuple(without_literals(item, strings) for item in obj.items)
            out.append(TupleObject.of(items, without_literals(obj.rest, strings), obj.type))
        else:
            out.append(obj)
    result = _WIDENED[value, strings] = frozenset(out)
    return result


_WIDENED: dict[tuple[Value, bool], Value] = {}


def with_arguments(result: Value, arguments: dict[str, Value]) -> Value:
    """The result of a call with these arguments."""
    passed = [obj for obj in result if type(obj) is ParameterReference]
    if not passed:
        return result
    return result.difference(passed).union(*[arguments.get(obj.name, BOTTOM) for obj in passed])


def grown(old: Value, more: Value) -> Value:
    """`old` with `more`, widened when it holds too many objects or has been widened before.

    A widened value stays widened; otherwise the fixpoint does not end.
    """
    if not old:
        return bounded(more)
    together = old | more
    if old in _WIDE:
        return _widened(together)
    return bounded(together)


def bounded(value: Value) -> Value:
    """`value`, widened when it holds too many objects; where objects are left out, an unknown says so."""
    return value if len(value) <= _Width.objects else _widened(value)


def bounded_fan_out(value: Value) -> Value:
    """`value`, widened when it holds many times what is kept: what one expression makes of many objects."""
    return value if len(value) <= _FAN_OUT * _Width.objects else _widened(value)


_FAN_OUT = 8


def _widened(value: Value) -> Value:
    known = _BOUNDED.get(value)
    if known is None:
        if len(_BOUNDED) >= MAX_REMEMBERED:
            # Large values come in bursts: what is remembered of earlier ones is only memory.
            _BOUNDED.clear()
            _WIDENED.clear()
        known = _BOUNDED[value] = _bounded(value)
        _WIDE.add(known)
    return known


_BOUNDED: dict[Value, Value] = {}
_WIDE: set[Value] = set()
"""Values that are the result of widening."""
MAX_REMEMBERED = 2000


def _bounded(value: Value) -> Value:
    kept: dict[object, list[AbstractObject]] = {}
    out: list[AbstractObject] = []
    structures: list[AbstractObject] = []
    dropped = False
    for obj in sorted(without_literals(value, True), key=lambda a: a.serial):
        if isinstance(obj, (TupleObject, Dataset)):
            structures.append(obj)
            continue
        group: object = None
        limit = _Width.kept
        plain = python_function(obj)
        if isinstance(plain, (Instance, ExternalInstance)):
            group = (type(plain), plain.cls)
        elif isinstance(plain, (Container, IteratorObject)):
            group = (type(plain), getattr(plain, "type", ""))
        elif isinstance(plain, Bound):
            group = (Bound, plain.function)
        elif isinstance(plain, ExternalMethod):
            group = (ExternalMethod, plain.name)
        elif isinstance(plain, Array):
            group = Array
        elif isinstance(plain, (Function, ClassObject, External, Partial)):
            group, limit = type(plain), _Width.callables
        if group is None:
            out.append(obj)
            continue
        same = kept.setdefault(group, [])
        if len(same) < limit:
            same.append(obj)
            out.append(obj)
        else:
            dropped = dropped or not isinstance(obj, Array)
    if structures:
        out += _shallow(frozenset(structures), 2)
    if dropped:
        out.append(next(iter(UNKNOWN_OBJECT)))
    return frozenset(out)


def _shallow(value: Value, depth: int) -> Value:
    """The same with tuples as one and data sets as one, and so inside them, up to a depth: there, what they hold."""
    inside: dict[str, list[Value]] = {}
    plain: list[AbstractObject] = []
    for obj in value:
        if isinstance(obj, TupleObject):
            inside.setdefault("", []).extend((*obj.items, obj.rest))
        elif isinstance(obj, Dataset):
            inside.setdefault(obj.kind, []).append(obj.element)
        else:
            plain.append(obj)
    if not inside:
        return value
    out = [frozenset(plain)]
    for kind in sorted(inside):
        held = _shallow(join(inside[kind]), max(depth - 1, 0))
        if not depth:
            out.append(held)
        elif kind:
            out.append(Dataset.of(kind, held).single)
        else:
            out.append(TupleObject.of((), held, "tuple").single)
    return join(out)


_reserved = 0


def constant(value: object) -> Value:
    """A constant of the source: a number, a text, bytes or a Boolean."""
    key = (type(value), value)
    found = _CONSTANTS.get(key)
    if found is None:
        text = repr(value)
        found = PythonScalar.of(type(value).__name__, text if len(text) <= 60 else text[:57] + "...").single
        _CONSTANTS[key] = found
    return found


_CONSTANTS: dict[tuple[type, object], Value] = {}


def reset() -> None:
    """Forget the objects of earlier analyses (those made at import time stay)."""
    global _serials
    for made in _MADE.values():
        for key in [key for key, obj in made.items() if obj.serial >= _reserved]:
            del made[key]
    _serials = count(_reserved)
    _HYBRIDS.clear()
    _CONSTANTS.clear()
    _WIDENED.clear()
    _BOUNDED.clear()
    _WIDE.clear()


NONE = NoneObject.of().single
OPAQUE = Opaque.of().single
TF_FUNCTION = External.of("tensorflow.function").single
TENSOR = Tensor.of("tensor", "").single
BOOL = PythonScalar.of("bool", None).single
INT = PythonScalar.of("int", None).single
FLOAT = PythonScalar.of("float", None).single
STR = PythonScalar.of("str", None).single
UNKNOWN_PARAMETER = Unknown.of("a parameter of a function that nobody in the project calls").single
UNKNOWN_EXTERNAL = Unknown.of("comes from a package that is not described").single
UNKNOWN_ATTRIBUTE = Unknown.of("an attribute or name that is set nowhere in the project").single
UNKNOWN_FOREIGN = Unknown.of("comes from a package that is not described, nor of TensorFlow by its name").single
UNKNOWN_RESULT = Unknown.of("the result of something that is not known").single
UNKNOWN_OBJECT = Unknown.of("one of more objects than are told apart").single
"""What stands for objects that a widened value leaves out; tensors never are."""
UNKNOWN_BUDGET = Unknown.of("the analysis ran out of its budget").single
_reserved = next(_serials)
