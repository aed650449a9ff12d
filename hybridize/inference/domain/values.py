"""Abstract values: what an expression may hold.

A *value* is a frozenset of *atoms*; the empty set means "nothing yet" (an expression that is not reached, or that waits
for something still being computed), so joining is set union and a fixpoint is reached when nothing grows. Atoms are
interned: equal ones are the same object, comparing is an identity test, and hashing a serial number - which also makes
the order of every set the same from run to run, whatever the hash seed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import count
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

if TYPE_CHECKING:
    from astroid import nodes

    from hybridize.inference.state.contexts import Context

Value = frozenset["Atom"]
"""What an expression may hold; empty = nothing (yet)."""

A = TypeVar("A", bound="Atom")
_MADE: dict[type[Atom], dict[tuple[Any, ...], Atom]] = {}
_serials = count()


class Atom:
    """One possibility of a value. Subclasses name their fields in `fields` and are made with `of`."""

    __slots__ = ("serial", "single")
    fields: ClassVar[tuple[str, ...]] = ()
    serial: int
    single: Value
    """The value that holds this atom alone."""
    made: ClassVar[dict[tuple[Any, ...], Atom]]
    """All atoms of this class, by their parts."""

    def __init_subclass__(cls) -> None:
        cls.made = _MADE[cls] = {}

    @classmethod
    def of(cls: type[A], *parts: Any) -> A:
        """The one atom of this class with these parts."""
        atom = cls.made.get(parts)
        if atom is None:
            atom = cls.__new__(cls)
            for name, part in zip(cls.fields, parts, strict=True):
                setattr(atom, name, part)
            atom.serial = next(_serials)
            cls.made[parts] = atom
            atom.single = frozenset((atom,))
        return atom  # type: ignore[return-value]

    def __hash__(self) -> int:
        return self.serial

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(getattr(self, f)) for f in self.fields)})"


class Tensor(Atom):
    """A tensor-like object: `kind` is tensor, variable, sparse, ragged, keras or tensorarray.

    `origin` is empty for tensors that TensorFlow certainly made, else what made us believe it: `type-hint`, `usage`,
    `speculative`. dtype and shape have their places in the report and will have them here.
    """

    __slots__ = ("kind", "origin")
    fields = ("kind", "origin")
    kind: str
    origin: str


class Array(Atom):
    """A NumPy array or scalar; `owner` is the activation that made it, None for one that was passed in."""

    __slots__ = ("owner",)
    fields = ("owner",)
    owner: Context | None


class Scalar(Atom):
    """A Python number, string, bytes or bool; `text` is its source form, or None when it may be many values."""

    __slots__ = ("text", "type")
    fields = ("type", "text")
    type: str
    text: str | None


class Passed(Atom):
    """In the result of a context that stands for many calls: the argument of this name, as the call passed it."""

    __slots__ = ("name",)
    fields = ("name",)
    name: str


class NoneAtom(Atom):
    """`None`."""

    __slots__ = ()


class Opaque(Atom):
    """A Python object that is certainly no tensor and whose inside does not matter: a shape, a dtype, a file."""

    __slots__ = ()


class Unknown(Atom):
    """Anything at all; `reason` says why we do not know."""

    __slots__ = ("reason",)
    fields = ("reason",)
    reason: str


class TupleAtom(Atom):
    """A tuple: elements by position, then `rest` (joined) for those of unknown number."""

    __slots__ = ("items", "rest", "type")
    fields = ("items", "rest", "type")
    items: tuple[Value, ...]
    rest: Value
    type: str
    """`tuple`, or the name of a named tuple."""


class Owned(Atom):
    """An object with an identity: the node that allocates it and the activation in which that happened."""

    __slots__ = ()
    site: nodes.NodeNG
    owner: Context | None
    """None: what was there before the program, or belongs to many activations: changing it is a side effect."""


class Box(Owned):
    """A list, dict, set or other mutable container; its elements live in the heap."""

    __slots__ = ("owner", "site", "type")
    fields = ("type", "site", "owner")
    type: str


class Instance(Owned):
    """An instance of a class of the project; its attributes live in the heap."""

    __slots__ = ("cls", "owner", "site")
    fields = ("cls", "site", "owner")
    cls: ClassAtom
    owner: Context | None


class External(Atom):
    """A function, class, constant or module outside the project, by its canonical qualified name."""

    __slots__ = ("name",)
    fields = ("name",)
    name: str


class ExternalInstance(Owned):
    """An instance of a class outside the project."""

    __slots__ = ("cls", "owner", "site")
    fields = ("cls", "site", "owner")
    cls: str


class Dataset(Atom):
    """A `tf.data.Dataset` (or an iterator over one) with the value of its elements."""

    __slots__ = ("element", "kind")
    fields = ("kind", "element")
    kind: str
    """`dataset` or `tf-iterator`."""
    element: Value


class IteratorAtom(Owned):
    """A Python iterator or generator: taking from it changes it."""

    __slots__ = ("element", "owner", "site")
    fields = ("element", "site", "owner")
    element: Value


class Function(Atom):
    """A function or lambda of the project with the activation in which it was defined (its closure)."""

    __slots__ = ("closure", "node")
    fields = ("node", "closure")
    node: nodes.FunctionDef | nodes.Lambda
    closure: Context | None


class ClassAtom(Atom):
    """A class of the project."""

    __slots__ = ("closure", "node")
    fields = ("node", "closure")
    node: nodes.ClassDef
    closure: Context | None


class ModuleAtom(Atom):
    """A module of the project."""

    __slots__ = ("path",)
    fields = ("path",)
    path: str


class NamespaceAtom(Atom):
    """A folder of the project that is imported as a namespace package."""

    __slots__ = ("folder",)
    fields = ("folder",)
    folder: str


class Bound(Atom):
    """A method of the project bound to its receiver."""

    __slots__ = ("function", "receiver")
    fields = ("function", "receiver")
    function: Atom
    receiver: Atom


class ExternalMethod(Atom):
    """A method that the project does not define, with its receiver: `owner` is a kind or class of `frameworks`."""

    __slots__ = ("name", "owner", "receiver")
    fields = ("owner", "name", "receiver")
    owner: str
    name: str
    receiver: Atom


class Partial(Atom):
    """`functools.partial(target, ...)`, also `tf.function(jit_compile=True)` waiting for its function."""

    __slots__ = ("keywords", "positional", "target")
    fields = ("target", "positional", "keywords")
    target: Atom
    positional: tuple[Value, ...]
    keywords: tuple[tuple[str, Value], ...]


class Hybrid(Atom):
    """A callable that runs as a graph: `tf.function(target)`.

    It has the serial number of its target, so that sets have the same order whether a function is hybrid or not.
    """

    __slots__ = ("site", "target")
    fields = ("target", "site")
    target: Atom
    site: nodes.NodeNG

    @classmethod
    def of(cls, *parts: Any) -> Hybrid:
        """The one atom of a target and the place where it is made hybrid."""
        atom = _HYBRIDS.get(parts)
        if atom is None:
            atom = _HYBRIDS[parts] = cls.__new__(cls)
            atom.target, atom.site = parts
            atom.serial = atom.target.serial
            atom.single = frozenset((atom,))
        return atom


_HYBRIDS: dict[tuple[Any, ...], Hybrid] = {}


def python_function(atom: Atom) -> Atom:
    """What a hybrid callable was made of; anything else itself.

    Whether a function is hybrid must make no difference to what is told apart: `inference.amended` rests on that.
    """
    while type(atom) is Hybrid:
        atom = atom.target
    return atom


class Super(Atom):
    """`super()`: attribute look-up for `receiver` starts after `after` in its MRO."""

    __slots__ = ("after", "receiver")
    fields = ("after", "receiver")
    after: ClassAtom
    receiver: Atom


class PropertyAtom(Atom):
    """A property (or cached property): reading it calls `getter`, writing it calls `setter`."""

    __slots__ = ("getter", "setter")
    fields = ("getter", "setter")
    getter: Atom
    setter: Atom | None


class MethodKind(Atom):
    """`staticmethod(f)` or `classmethod(f)`."""

    __slots__ = ("kind", "target")
    fields = ("kind", "target")
    kind: str
    target: Atom


class Dispatcher(Atom):
    """`functools.singledispatch(target)`; what is registered lives in the heap."""

    __slots__ = ("method", "target")
    fields = ("target", "method")
    target: Atom
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
    for atom in value:
        if isinstance(atom, NoneAtom):
            seen.add(False)
        elif isinstance(atom, Scalar):
            if atom.text is None:
                seen.add(None)
            else:
                seen.add(atom.text not in ("False", "0", "0.0", "''", "b''"))
        elif isinstance(atom, (Function, ClassAtom, ModuleAtom, Bound, Hybrid, Partial)):
            seen.add(True)
        else:
            seen.add(None)
    return seen.pop() if len(seen) == 1 else None


class _Width:
    """How large values may be: see `limits`."""

    atoms = 32
    kept = 4
    callables = 24


def set_width(atoms: int, kept: int, callables: int) -> None:
    """Set how large values may be in the analysis that begins."""
    _Width.atoms, _Width.kept, _Width.callables = atoms, kept, callables


def without_literals(value: Value, strings: bool) -> Value:
    """The same with numbers (and with `strings` texts and Booleans) known only by type."""
    if not any(isinstance(atom, (Scalar, TupleAtom)) for atom in value):
        return value
    found = _WIDENED.get((value, strings))
    if found is not None:
        return found
    out: list[Atom] = []
    for atom in value:
        if isinstance(atom, Scalar) and (strings or atom.type not in ("str", "bytes", "bool")):
            out.append(Scalar.of(atom.type, None))
        elif isinstance(atom, TupleAtom):
            items = tuple(without_literals(item, strings) for item in atom.items)
            out.append(TupleAtom.of(items, without_literals(atom.rest, strings), atom.type))
        else:
            out.append(atom)
    result = _WIDENED[value, strings] = frozenset(out)
    return result


_WIDENED: dict[tuple[Value, bool], Value] = {}


def without_passed(result: Value, arguments: dict[str, Value]) -> Value:
    """The result of a call with these arguments."""
    passed = [atom for atom in result if type(atom) is Passed]
    if not passed:
        return result
    return result.difference(passed).union(*[arguments.get(atom.name, BOTTOM) for atom in passed])


def grown(old: Value, more: Value) -> Value:
    """`old` with `more`, widened when it holds too many atoms or has been widened before.

    What widening has left out must not come back with the next growth, or a value would grow and shrink for ever.
    """
    if not old:
        return bounded(more)
    together = old | more
    if old in _WIDE:
        return _widened(together)
    return bounded(together)


def bounded(value: Value) -> Value:
    """`value`, widened when it holds too many atoms; where objects are left out, an unknown says so."""
    return value if len(value) <= _Width.atoms else _widened(value)


def crowded(value: Value) -> Value:
    """`value`, widened when it holds many times what is kept: what one expression makes of many objects."""
    return value if len(value) <= _CROWD * _Width.atoms else _widened(value)


_CROWD = 8


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
    kept: dict[object, list[Atom]] = {}
    out: list[Atom] = []
    structures: list[Atom] = []
    dropped = False
    for atom in sorted(without_literals(value, True), key=lambda a: a.serial):
        if isinstance(atom, (TupleAtom, Dataset)):
            structures.append(atom)
            continue
        group: object = None
        limit = _Width.kept
        plain = python_function(atom)
        if isinstance(plain, (Instance, ExternalInstance)):
            group = (type(plain), plain.cls)
        elif isinstance(plain, (Box, IteratorAtom)):
            group = (type(plain), getattr(plain, "type", ""))
        elif isinstance(plain, Bound):
            group = (Bound, plain.function)
        elif isinstance(plain, ExternalMethod):
            group = (ExternalMethod, plain.name)
        elif isinstance(plain, Array):
            group = Array
        elif isinstance(plain, (Function, ClassAtom, External, Partial)):
            group, limit = type(plain), _Width.callables
        if group is None:
            out.append(atom)
            continue
        same = kept.setdefault(group, [])
        if len(same) < limit:
            same.append(atom)
            out.append(atom)
        else:
            dropped = dropped or not isinstance(atom, Array)
    if structures:
        out += _shallow(frozenset(structures), 2)
    if dropped:
        out.append(next(iter(UNKNOWN_OBJECT)))
    return frozenset(out)


def _shallow(value: Value, depth: int) -> Value:
    """The same with tuples as one and data sets as one, and so inside them, up to a depth: there, what they hold."""
    inside: dict[str, list[Value]] = {}
    plain: list[Atom] = []
    for atom in value:
        if isinstance(atom, TupleAtom):
            inside.setdefault("", []).extend((*atom.items, atom.rest))
        elif isinstance(atom, Dataset):
            inside.setdefault(atom.kind, []).append(atom.element)
        else:
            plain.append(atom)
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
            out.append(TupleAtom.of((), held, "tuple").single)
    return join(out)


_reserved = 0


def constant(value: object) -> Value:
    """A constant of the source: a number, a text, bytes or a Boolean."""
    key = (type(value), value)
    found = _CONSTANTS.get(key)
    if found is None:
        text = repr(value)
        found = Scalar.of(type(value).__name__, text if len(text) <= 60 else text[:57] + "...").single
        _CONSTANTS[key] = found
    return found


_CONSTANTS: dict[tuple[type, object], Value] = {}


def reset() -> None:
    """Forget the atoms of earlier analyses (those made at import time stay)."""
    global _serials
    for made in _MADE.values():
        for key in [key for key, atom in made.items() if atom.serial >= _reserved]:
            del made[key]
    _serials = count(_reserved)
    _HYBRIDS.clear()
    _CONSTANTS.clear()
    _WIDENED.clear()
    _BOUNDED.clear()
    _WIDE.clear()


NONE = NoneAtom.of().single
OPAQUE = Opaque.of().single
TF_FUNCTION = External.of("tensorflow.function").single
TENSOR = Tensor.of("tensor", "").single
BOOL = Scalar.of("bool", None).single
INT = Scalar.of("int", None).single
FLOAT = Scalar.of("float", None).single
STR = Scalar.of("str", None).single
UNKNOWN_PARAMETER = Unknown.of("a parameter of a function that nobody in the project calls").single
UNKNOWN_EXTERNAL = Unknown.of("comes from a package that is not described").single
UNKNOWN_ATTRIBUTE = Unknown.of("an attribute or name that is set nowhere in the project").single
UNKNOWN_FOREIGN = Unknown.of("comes from a package that is not described, nor of TensorFlow by its name").single
UNKNOWN_RESULT = Unknown.of("the result of something that is not known").single
UNKNOWN_OBJECT = Unknown.of("one of more objects than are told apart").single
"""What stands for objects that a widened value leaves out; tensors never are."""
UNKNOWN_BUDGET = Unknown.of("the analysis ran out of its budget").single
_reserved = next(_serials)
