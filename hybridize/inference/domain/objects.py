"""Abstract objects: the possibilities of which a value consists.

An abstract object stands for one Python object, or for all that are made at one place in one context, or for all of a
kind. Objects never change. An `Interner` makes them, each once, so two equal ones are the same object: comparing is an
identity test. The hash is a serial number, which makes the order of every set the same from run to run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final, final

from hybridize.compiling import slots
from hybridize.frameworks.tensor_types.arguments import Argument
from hybridize.inference.domain.literals import Literal

if TYPE_CHECKING:
    from astroid import nodes


_OPTIONAL = frozenset({"content", "type"})
"""Parts that most objects have not."""
_NOT_SHOWN = frozenset({"is_typed", "owner", "serial", "single", "site"})
"""Parts that say little of what an object is."""
MARKERS = "hybridize."
"""How the names begin of what the analysis itself puts in the place of callables."""


class Activation:
    """A context of the analysis, as far as objects name it: who allocates them, and where functions are closed over."""

    __slots__ = ()


class AbstractObject:
    """One possibility of a value."""

    __slots__ = ("serial", "single")
    is_typed: bool = False
    """Whether it says a dtype, a shape or a length, itself or in what it consists of: see `domain.variants`."""

    def __init__(self, serial: int, /) -> None:
        self.serial: Final = serial
        self.single: Final[Value] = frozenset((self,))
        """The value that holds this object alone."""

    def __hash__(self) -> int:
        return self.serial

    def __repr__(self) -> str:
        parts = {name: getattr(self, name) for name in sorted({*slots(type(self))} - _NOT_SHOWN)}
        known = [part for name, part in parts.items() if part is not None or name not in _OPTIONAL]
        return f"{type(self).__name__}({', '.join(map(repr, known))})"

    @property
    def is_unknown(self) -> bool:
        """Whether it may be anything at all."""
        return False

    @property
    def is_nondescript(self) -> bool:
        """Whether it stands for objects that nothing tells apart, nor who else has them."""
        return False

    @property
    def truth(self) -> bool | None:
        """Whether it is certainly true or certainly false as a condition; None when it may be either."""
        return None

    @property
    def literal(self) -> Literal | None:
        """Its value, where it is a number, a text, bytes or a Boolean that is known."""
        return None

    @property
    def builtin_type(self) -> str:
        """The builtin class (or `deque`, `defaultdict`) of which it is an instance, empty where it is none."""
        return ""

    @property
    def wrapped(self) -> AbstractObject | None:
        """What a call of it calls in turn: of a bound method its function, of a partial or `tf.function` its target."""
        return None

    @property
    def project_class(self) -> ClassObject | None:
        """The class of the project whose attributes it has: of an instance its class, of a class the class itself."""
        return None

    @property
    def attribute_owner(self) -> AbstractObject:
        """The object that an assignment to one of its attributes changes."""
        return self

    @property
    def is_bound(self) -> bool:
        """Whether a call of it passes a receiver of its own."""
        inner = self.wrapped
        return inner is not None and inner.is_bound

    @property
    def project_function(self) -> Function | None:
        """The function of the project that a call of it runs, whatever is wrapped around it; None where it is none."""
        inner = self.wrapped
        return inner.project_function if inner is not None else None

    @property
    def handed_over(self) -> Iterable[AbstractObject]:
        """The functions and classes that it hands over as an argument: itself, or (`*args`) the members of a tuple.

        A method counts as its function: receivers do not tell methods apart.
        """
        return ()

    @property
    def made_at(self) -> nodes.NodeNG | None:
        """The node that makes it each time that it runs: a call, a display, a `def`; None where none does."""
        return None

    @property
    def made_by(self) -> Activation | None:
        """What allocated it; None: what was there before the program, or has no identity."""
        return None

    @property
    def group(self) -> object:
        """Of the objects of one group, a widened value names only a few; None: of this kind it names all."""
        return None


Value = frozenset[AbstractObject]
"""What an expression may hold; empty = nothing (yet)."""


@final
class PythonScalar(AbstractObject):
    """A Python number, string, bytes or Boolean."""

    __slots__ = ("content", "is_staged", "is_typed", "literal", "type")

    def __init__(
        self,
        serial: int,
        type: str,
        literal: Literal | None,
        content: Argument | None = None,
        is_staged: bool = False,
        /,
    ) -> None:
        self.type: Final = type
        self.literal: Final = literal
        """Its value; None where it may be one of many."""
        self.content: Final = content
        """Of an int that no literal says: the length that it is (`x.shape[0]`); of a part of a shape its lengths."""
        self.is_staged: Final = is_staged
        """In a graph it is a tensor: `not x`, `float(x)`, a number that a condition on a tensor assigns."""
        self.is_typed = content is not None
        super().__init__(serial)

    @property
    def truth(self) -> bool | None:
        return self.literal.truth if self.literal is not None else None

    @property
    def builtin_type(self) -> str:
        return self.type


@final
class ParameterReference(AbstractObject):
    """In the result of a context that stands for many calls: the argument of this name, as each call gives it."""

    __slots__ = ("name",)

    def __init__(self, serial: int, name: str, /) -> None:
        self.name: Final = name
        super().__init__(serial)


@final
class NoneObject(AbstractObject):
    """`None`."""

    __slots__ = ()

    @property
    def truth(self) -> bool:
        return False


@final
class Opaque(AbstractObject):
    """A Python object that is certainly no tensor and whose inside does not matter: a shape, a dtype, a file."""

    __slots__ = ("content", "is_typed")

    def __init__(self, serial: int, content: Argument | None = None, /) -> None:
        self.content: Final = content
        """Of a shape its lengths, of a dtype which it is; None for all else."""
        self.is_typed = content is not None
        super().__init__(serial)

    @property
    def is_nondescript(self) -> bool:
        return True


@final
class Unknown(AbstractObject):
    """Anything at all; `reason` says why we do not know."""

    __slots__ = ("reason",)

    def __init__(self, serial: int, reason: str, /) -> None:
        self.reason: Final = reason
        super().__init__(serial)

    @property
    def is_nondescript(self) -> bool:
        return True

    @property
    def is_unknown(self) -> bool:
        return True


@final
class TupleObject(AbstractObject):
    """A tuple: elements by position, then `rest` (joined) for those of unknown number."""

    __slots__ = ("content", "is_typed", "items", "rest", "type")

    def __init__(
        self,
        serial: int,
        items: tuple[Value, ...],
        rest: Value,
        type: str | NamedTupleClass,
        content: Argument | None = None,
        /,
    ) -> None:
        self.items: Final = items
        self.rest: Final = rest
        self.type: Final = type
        """`tuple`, `range`, `view` (of a dictionary), or the class of a named tuple."""
        self.content: Final = content
        """Of the shape of an array its lengths, of a range how long it is; None for all else."""
        self.is_typed = content is not None or any(map(has_types, (*items, rest)))
        super().__init__(serial)

    @property
    def fields(self) -> tuple[str, ...]:
        """The names of the elements of a named tuple, in order."""
        return self.type.fields if isinstance(self.type, NamedTupleClass) else ()

    @property
    def builtin_type(self) -> str:
        return "tuple"

    @property
    def handed_over(self) -> Iterable[AbstractObject]:
        # Each tuple once: those within share their members, and there are far more ways to a member than members.
        seen = {self}
        waiting = [self]
        out: list[AbstractObject] = []
        while waiting:
            for inner in (each for item in waiting.pop().items for each in item):
                if type(inner) is not TupleObject:
                    out += inner.handed_over
                elif inner not in seen:
                    seen.add(inner)
                    waiting.append(inner)
        return out


class Allocated(AbstractObject):
    """An object with an identity: the node that allocates it and the context in which that happens."""

    __slots__ = ("owner", "site")

    def __init__(self, serial: int, site: nodes.NodeNG, owner: Activation | None, /) -> None:
        self.site: Final = site
        self.owner: Final = owner
        """None: what was there before the program, or belongs to many contexts. A change of it is a side effect."""
        super().__init__(serial)

    @property
    def made_at(self) -> nodes.NodeNG | None:
        return self.site

    @property
    def made_by(self) -> Activation | None:
        return self.owner


@final
class Container(Allocated):
    """A list, dict, set or other mutable container; its elements live in the heap."""

    __slots__ = ("type",)

    def __init__(self, serial: int, type: str, site: nodes.NodeNG, owner: Activation | None, /) -> None:
        self.type: Final = type
        super().__init__(serial, site, owner)

    @property
    def builtin_type(self) -> str:
        return self.type if self.type in _COLLECTIONS else ""

    @property
    def group(self) -> object:
        return Container, self.type


_COLLECTIONS = frozenset({"list", "dict", "set", "frozenset", "deque", "defaultdict"})
"""Types of containers that Python has, too; `cells` and `globals` are the analysis's own."""


@final
class Instance(Allocated):
    """An instance of a class of the project; its attributes live in the heap."""

    __slots__ = ("cls",)

    def __init__(self, serial: int, cls: ClassObject, site: nodes.NodeNG, owner: Activation | None, /) -> None:
        self.cls: Final = cls
        super().__init__(serial, site, owner)

    @property
    def project_class(self) -> ClassObject:
        return self.cls

    @property
    def group(self) -> object:
        return Instance, self.cls


@final
class External(AbstractObject):
    """A function, class, constant or module outside the project, by its canonical qualified name."""

    __slots__ = ("name",)

    def __init__(self, serial: int, name: str, /) -> None:
        self.name: Final = name
        super().__init__(serial)

    @property
    def group(self) -> object:
        return External

    @property
    def is_marker(self) -> bool:
        """Whether the analysis itself put it in the place of a callable, as `operator.itemgetter` makes them."""
        return self.name.startswith(MARKERS)


@final
class ExternalInstance(Allocated):
    """An instance of a class outside the project."""

    __slots__ = ("cls",)

    def __init__(self, serial: int, cls: str, site: nodes.NodeNG, owner: Activation | None, /) -> None:
        self.cls: Final = cls
        super().__init__(serial, site, owner)

    @property
    def group(self) -> object:
        return ExternalInstance, self.cls


@final
class Dataset(AbstractObject):
    """A `tf.data.Dataset` (or an iterator over one) with the value of its elements."""

    __slots__ = ("element", "is_typed", "kind")

    def __init__(self, serial: int, kind: str, element: Value, /) -> None:
        self.kind: Final = kind
        """`dataset` or `tf-iterator`."""
        self.element: Final = element
        self.is_typed = has_types(element)
        super().__init__(serial)


@final
class IteratorObject(Allocated):
    """A Python iterator or generator: taking from it changes it."""

    __slots__ = ("element", "is_typed")

    def __init__(self, serial: int, element: Value, site: nodes.NodeNG, owner: Activation | None, /) -> None:
        self.element: Final = element
        self.is_typed = has_types(element)
        super().__init__(serial, site, owner)

    @property
    def group(self) -> object:
        return IteratorObject


@final
class Function(AbstractObject):
    """A function or lambda of the project with the context in which it was defined (its closure)."""

    __slots__ = ("closure", "node")

    def __init__(self, serial: int, node: nodes.FunctionDef | nodes.Lambda, closure: Activation | None, /) -> None:
        self.node: Final = node
        self.closure: Final = closure
        super().__init__(serial)

    @property
    def truth(self) -> bool:
        return True

    @property
    def project_function(self) -> Function:
        return self

    @property
    def made_at(self) -> nodes.NodeNG:
        return self.node

    @property
    def handed_over(self) -> Iterable[AbstractObject]:
        return (self,)

    @property
    def group(self) -> object:
        return Function


@final
class ClassObject(AbstractObject):
    """A class of the project."""

    __slots__ = ("closure", "node")

    def __init__(self, serial: int, node: nodes.ClassDef, closure: Activation | None, /) -> None:
        self.node: Final = node
        self.closure: Final = closure
        super().__init__(serial)

    @property
    def truth(self) -> bool:
        return True

    @property
    def project_class(self) -> ClassObject:
        return self

    @property
    def made_at(self) -> nodes.NodeNG:
        return self.node

    @property
    def handed_over(self) -> Iterable[AbstractObject]:
        return (self,)

    @property
    def group(self) -> object:
        return ClassObject


@final
class ModuleObject(AbstractObject):
    """A module of the project."""

    __slots__ = ("path",)

    def __init__(self, serial: int, path: str, /) -> None:
        self.path: Final = path
        super().__init__(serial)

    @property
    def truth(self) -> bool:
        return True


@final
class NamespaceObject(AbstractObject):
    """A folder of the project that is imported as a namespace package."""

    __slots__ = ("folder",)

    def __init__(self, serial: int, folder: str, /) -> None:
        self.folder: Final = folder
        super().__init__(serial)


@final
class Bound(AbstractObject):
    """A method of the project bound to its receiver."""

    __slots__ = ("function", "receiver")

    def __init__(self, serial: int, function: AbstractObject, receiver: AbstractObject, /) -> None:
        self.function: Final = function
        self.receiver: Final = receiver
        super().__init__(serial)

    @property
    def truth(self) -> bool:
        return True

    @property
    def wrapped(self) -> AbstractObject:
        return self.function

    @property
    def is_bound(self) -> bool:
        return True

    @property
    def handed_over(self) -> Iterable[AbstractObject]:
        return (self.function,)

    @property
    def group(self) -> object:
        return Bound, self.function


@final
class ExternalMethod(AbstractObject):
    """A method that the project does not define, with its receiver: `owner` is a kind or class of `frameworks`."""

    __slots__ = ("is_typed", "name", "owner", "receiver")

    def __init__(self, serial: int, owner: str, name: str, receiver: AbstractObject, /) -> None:
        self.owner: Final = owner
        self.name: Final = name
        self.receiver: Final = receiver
        self.is_typed = receiver.is_typed
        super().__init__(serial)

    @property
    def group(self) -> object:
        return ExternalMethod, self.name


@final
class Partial(AbstractObject):
    """`functools.partial(target, ...)`, also `tf.function(jit_compile=True)` waiting for its function."""

    __slots__ = ("is_typed", "keywords", "positional", "target")

    def __init__(
        self,
        serial: int,
        target: AbstractObject,
        positional: tuple[Value, ...],
        keywords: tuple[tuple[str, Value], ...],
        /,
    ) -> None:
        self.target: Final = target
        self.positional: Final = positional
        self.keywords: Final = keywords
        self.is_typed = any(map(has_types, positional)) or any([has_types(each) for _, each in keywords])
        super().__init__(serial)

    @property
    def truth(self) -> bool:
        return True

    @property
    def wrapped(self) -> AbstractObject:
        return self.target

    @property
    def group(self) -> object:
        return Partial


@final
class Hybrid(AbstractObject):
    """A callable that runs as a graph: `tf.function(target)`.

    It has the serial number of its target, so that sets have the same order whether a function is hybrid or not.
    """

    __slots__ = ("site", "target")

    def __init__(self, target: AbstractObject, site: nodes.NodeNG, /) -> None:
        self.target: Final = target
        self.site: Final = site
        """Where it is made hybrid."""
        super().__init__(target.serial)

    @property
    def truth(self) -> bool:
        return True

    @property
    def wrapped(self) -> AbstractObject:
        return self.target

    @property
    def handed_over(self) -> Iterable[AbstractObject]:
        return self.target.handed_over


@final
class Super(AbstractObject):
    """`super()`: attribute look-up for `receiver` starts after `after` in its MRO."""

    __slots__ = ("after", "receiver")

    def __init__(self, serial: int, after: ClassObject, receiver: AbstractObject, /) -> None:
        self.after: Final = after
        self.receiver: Final = receiver
        super().__init__(serial)

    @property
    def attribute_owner(self) -> AbstractObject:
        return self.receiver


@final
class PropertyObject(AbstractObject):
    """A property (or cached property): reading it calls `getter`, writing it calls `setter`."""

    __slots__ = ("getter", "setter")

    def __init__(self, serial: int, getter: AbstractObject, setter: AbstractObject | None, /) -> None:
        self.getter: Final = getter
        self.setter: Final = setter
        super().__init__(serial)


@final
class MethodKind(AbstractObject):
    """`staticmethod(f)` or `classmethod(f)`: `kind` is `static`, `class`, or `partial` of `functools.partialmethod`."""

    __slots__ = ("kind", "target")

    def __init__(self, serial: int, kind: str, target: AbstractObject, /) -> None:
        self.kind: Final = kind
        self.target: Final = target
        super().__init__(serial)

    @property
    def wrapped(self) -> AbstractObject:
        return self.target


@final
class NamedTupleClass(AbstractObject):
    """A class that `collections.namedtuple` made."""

    __slots__ = ("defaults", "fields")

    def __init__(self, serial: int, fields: tuple[str, ...], defaults: tuple[Value, ...], /) -> None:
        self.fields: Final = fields
        self.defaults: Final = defaults
        """Of the last fields."""
        super().__init__(serial)

    @property
    def truth(self) -> bool:
        return True

    @property
    def group(self) -> object:
        return NamedTupleClass


@final
class Dispatcher(AbstractObject):
    """`functools.singledispatch(target)`; what is registered lives in the heap."""

    __slots__ = ("method", "target")

    def __init__(self, serial: int, target: AbstractObject, method: str, /) -> None:
        self.target: Final = target
        self.method: Final = method
        """`method` where `singledispatchmethod` made it, else empty."""
        super().__init__(serial)


def has_types(value: Value) -> bool:
    """Whether some object says a dtype, a shape or a length."""
    for obj in value:
        if obj.is_typed:
            return True
    return False


def innermost(obj: AbstractObject) -> AbstractObject:
    """What a callable calls in the end: the function behind bound methods, partials and `tf.function`."""
    while obj.wrapped is not None:
        obj = obj.wrapped
    return obj


def python_function(obj: AbstractObject) -> AbstractObject:
    """What a hybrid callable was made of; anything else itself.

    Whether a function is hybrid must make no difference to what is told apart: `inference.driver.amended` rests on it.
    """
    while type(obj) is Hybrid:
        obj = obj.target
    return obj
