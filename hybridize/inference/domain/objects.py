"""Abstract objects: the possibilities of which a value consists.

An abstract object stands for one Python object, or for all that are made at one place in one context, or for all of a
kind. Objects never change. An `Interner` makes them, each once, so two equal ones are the same object: comparing is an
identity test. The hash is a serial number, which makes the order of every set the same from run to run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, final

from hybridize.inference.domain.literals import Literal

if TYPE_CHECKING:
    from astroid import nodes


class Activation:
    """A context of the analysis, as far as objects name it: who allocates them, and where functions are closed over."""

    __slots__ = ()


class AbstractObject:
    """One possibility of a value."""

    __slots__ = ("serial", "single")

    def __init__(self, serial: int, /) -> None:
        self.serial: Final = serial
        self.single: Final[Value] = frozenset((self,))
        """The value that holds this object alone."""

    def __hash__(self) -> int:
        return self.serial

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(repr(getattr(self, name)) for name in self.__slots__)})"


Value = frozenset[AbstractObject]
"""What an expression may hold; empty = nothing (yet)."""


@final
class PythonScalar(AbstractObject):
    """A Python number, string, bytes or Boolean."""

    __slots__ = ("literal", "type")

    def __init__(self, serial: int, type: str, literal: Literal | None, /) -> None:
        self.type: Final = type
        self.literal: Final = literal
        """Its value; None when it may be many."""
        super().__init__(serial)


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


@final
class Opaque(AbstractObject):
    """A Python object that is certainly no tensor and whose inside does not matter: a shape, a dtype, a file."""

    __slots__ = ()


@final
class Unknown(AbstractObject):
    """Anything at all; `reason` says why we do not know."""

    __slots__ = ("reason",)

    def __init__(self, serial: int, reason: str, /) -> None:
        self.reason: Final = reason
        super().__init__(serial)


@final
class TupleObject(AbstractObject):
    """A tuple: elements by position, then `rest` (joined) for those of unknown number."""

    __slots__ = ("items", "rest", "type")

    def __init__(self, serial: int, items: tuple[Value, ...], rest: Value, type: str, /) -> None:
        self.items: Final = items
        self.rest: Final = rest
        self.type: Final = type
        """`tuple`, `range`, or the name of a named tuple."""
        super().__init__(serial)


class Allocated(AbstractObject):
    """An object with an identity: the node that allocates it and the context in which that happens."""

    __slots__ = ("owner", "site")

    def __init__(self, serial: int, site: nodes.NodeNG, owner: Activation | None, /) -> None:
        self.site: Final = site
        self.owner: Final = owner
        """None: what was there before the program, or belongs to many contexts. A change of it is a side effect."""
        super().__init__(serial)


@final
class Container(Allocated):
    """A list, dict, set or other mutable container; its elements live in the heap."""

    __slots__ = ("type",)

    def __init__(self, serial: int, type: str, site: nodes.NodeNG, owner: Activation | None, /) -> None:
        self.type: Final = type
        super().__init__(serial, site, owner)


@final
class Instance(Allocated):
    """An instance of a class of the project; its attributes live in the heap."""

    __slots__ = ("cls",)

    def __init__(self, serial: int, cls: ClassObject, site: nodes.NodeNG, owner: Activation | None, /) -> None:
        self.cls: Final = cls
        super().__init__(serial, site, owner)


@final
class External(AbstractObject):
    """A function, class, constant or module outside the project, by its canonical qualified name."""

    __slots__ = ("name",)

    def __init__(self, serial: int, name: str, /) -> None:
        self.name: Final = name
        super().__init__(serial)


@final
class ExternalInstance(Allocated):
    """An instance of a class outside the project."""

    __slots__ = ("cls",)

    def __init__(self, serial: int, cls: str, site: nodes.NodeNG, owner: Activation | None, /) -> None:
        self.cls: Final = cls
        super().__init__(serial, site, owner)


@final
class Dataset(AbstractObject):
    """A `tf.data.Dataset` (or an iterator over one) with the value of its elements."""

    __slots__ = ("element", "kind")

    def __init__(self, serial: int, kind: str, element: Value, /) -> None:
        self.kind: Final = kind
        """`dataset` or `tf-iterator`."""
        self.element: Final = element
        super().__init__(serial)


@final
class IteratorObject(Allocated):
    """A Python iterator or generator: taking from it changes it."""

    __slots__ = ("element",)

    def __init__(self, serial: int, element: Value, site: nodes.NodeNG, owner: Activation | None, /) -> None:
        self.element: Final = element
        super().__init__(serial, site, owner)


@final
class Function(AbstractObject):
    """A function or lambda of the project with the context in which it was defined (its closure)."""

    __slots__ = ("closure", "node")

    def __init__(self, serial: int, node: nodes.FunctionDef | nodes.Lambda, closure: Activation | None, /) -> None:
        self.node: Final = node
        self.closure: Final = closure
        super().__init__(serial)


@final
class ClassObject(AbstractObject):
    """A class of the project."""

    __slots__ = ("closure", "node")

    def __init__(self, serial: int, node: nodes.ClassDef, closure: Activation | None, /) -> None:
        self.node: Final = node
        self.closure: Final = closure
        super().__init__(serial)


@final
class ModuleObject(AbstractObject):
    """A module of the project."""

    __slots__ = ("path",)

    def __init__(self, serial: int, path: str, /) -> None:
        self.path: Final = path
        super().__init__(serial)


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


@final
class ExternalMethod(AbstractObject):
    """A method that the project does not define, with its receiver: `owner` is a kind or class of `frameworks`."""

    __slots__ = ("name", "owner", "receiver")

    def __init__(self, serial: int, owner: str, name: str, receiver: AbstractObject, /) -> None:
        self.owner: Final = owner
        self.name: Final = name
        self.receiver: Final = receiver
        super().__init__(serial)


@final
class Partial(AbstractObject):
    """`functools.partial(target, ...)`, also `tf.function(jit_compile=True)` waiting for its function."""

    __slots__ = ("keywords", "positional", "target")

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
        super().__init__(serial)


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


@final
class Super(AbstractObject):
    """`super()`: attribute look-up for `receiver` starts after `after` in its MRO."""

    __slots__ = ("after", "receiver")

    def __init__(self, serial: int, after: ClassObject, receiver: AbstractObject, /) -> None:
        self.after: Final = after
        self.receiver: Final = receiver
        super().__init__(serial)


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
    """`staticmethod(f)` or `classmethod(f)`."""

    __slots__ = ("kind", "target")

    def __init__(self, serial: int, kind: str, target: AbstractObject, /) -> None:
        self.kind: Final = kind
        self.target: Final = target
        super().__init__(serial)


@final
class Dispatcher(AbstractObject):
    """`functools.singledispatch(target)`; what is registered lives in the heap."""

    __slots__ = ("method", "target")

    def __init__(self, serial: int, target: AbstractObject, method: str, /) -> None:
        self.target: Final = target
        self.method: Final = method
        """`method` where `singledispatchmethod` made it, else empty."""
        super().__init__(serial)


def python_function(obj: AbstractObject) -> AbstractObject:
    """What a hybrid callable was made of; anything else itself.

    Whether a function is hybrid must make no difference to what is told apart: `inference.driver.amended` rests on it.
    """
    while type(obj) is Hybrid:
        obj = obj.target
    return obj
