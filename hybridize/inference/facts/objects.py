"""What is known of abstract objects after an analysis: what they hold, who changes them, what their classes are."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from astroid import nodes

from hybridize.inference.domain.fields import Field, Slot
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    External,
    ExternalInstance,
    Hybrid,
    Instance,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, join
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.names import Callees
from hybridize.inference.python.attributes import contents
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.frame import Frame
from hybridize.inference.python.iteration import contains_tensor
from hybridize.program.components import closure
from hybridize.program.memory import remembered
from hybridize.program.writes import is_special


def _names(cls: nodes.ClassDef, bound: Collection[str]) -> Collection[str]:
    """What a class body binds. `__hash__ = None` is what Python itself writes beside an `__eq__` alone."""
    values = (each.parent for each in cls.locals.get("__hash__", ()) if isinstance(each.parent, nodes.Assign))
    if any(isinstance(each.value, nodes.Const) and each.value.value is None for each in values):
        return {*bound, "__eq__"} - {"__hash__"}
    return bound


@dataclass(frozen=True, slots=True)
class ClassBody:
    """What one class statement says by itself."""

    names: Collection[str]
    """What its body binds."""
    decorators: Mapping[str, nodes.NodeNG]
    """The decorators from outside the project, by name."""


@dataclass(frozen=True, slots=True)
class ClassFacts:
    """A class of the project with what it inherits."""

    name: str
    bodies: tuple[ClassBody, ...]
    """Its own, then those of its bases in the project."""
    bases: frozenset[str]
    """The classes outside the project from which it derives."""
    is_named_tuple: bool

    @property
    def is_composite(self) -> bool:
        """Whether its objects are tensors to TensorFlow, which takes them apart: extension types and their like."""
        return any(base.endswith(_COMPOSITE) for base in self.bases)

    @property
    def decorators(self) -> Mapping[str, nodes.NodeNG]:
        """The decorators from outside the project, its own and those of its bases, by name."""
        return {name: node for body in self.bodies for name, node in body.decorators.items()}

    @property
    def is_told_by_identity(self) -> bool:
        """Whether its objects equal nothing but themselves, so that nobody compares what they hold.

        The decorators of data classes and of `attrs` make an `__eq__`; other bases may have one.
        """
        return (
            not self.is_named_tuple
            and not self.decorators
            and not self.binds("__eq__")
            and all(base.startswith(_OF_IDENTITY) for base in self.bases)
        )

    def binds(self, name: str) -> bool:
        """Whether it or one of its bases in the project binds a name."""
        return any(name in body.names for body in self.bodies)


_COMPOSITE = ("ExtensionType", "CompositeTensor")
"""The classes from which those derive that TensorFlow takes apart, whatever module they are had from."""
_OF_IDENTITY = ("abc.", "builtins.object", "keras.", "tensorflow.Module", "typing.")
"""Classes and packages whose objects are told by identity, and those of whoever derives from them."""
_PARTS = (Slot.HELD, Slot.COMPILED, Slot.PARTS)
"""Where an object of a library keeps others that it asks at each call."""
_MAKING = frozenset({
    "__call__", "__classcell__", "__doc__", "__init__", "__init_subclass__", "__module__", "__new__", "__prepare__",
    "__qualname__", "__setattr__", "__slots__",
})  # fmt: skip
"""What a metaclass may define that the analysis follows, or that says nothing of how its classes are used."""


class Objects:
    """Questions about abstract objects."""

    def __init__(self, evaluator: Evaluator, callees: Callees) -> None:
        self._evaluator = evaluator
        self._analysis = evaluator.analysis
        self._callees = callees
        self._kinds: dict[tuple[Value, int], frozenset[str]] = {}
        self._members: dict[Value, list[Value]] = {}

    def decorators(self, node: nodes.NodeNG) -> Mapping[str, nodes.NodeNG]:
        """The decorators of a function or class that come from outside the project, by name."""
        decorated = getattr(node, "decorators", None)
        return {self._callees.of(it): it for it in (decorated.nodes if decorated else ())}

    @cached_property
    def replaced(self) -> Set[str]:
        """The qualified names outside the project to which the program assigns: `tf.norm = tf.linalg.norm`."""
        cells = self._analysis.heap.cells
        return {owner.name for owner, fields in cells.items() if isinstance(owner, External) and Slot.VALUE in fields}

    def held(self, container: Container) -> list[Value]:
        """What a container holds, by position, by key and at places that are not known."""
        return list(self._analysis.heap.elements(container))

    def owner_of(self, dictionary: Container) -> AbstractObject | None:
        """The object whose attributes a dictionary shows: that of `vars(options)`; None for any other dictionary."""
        return self._analysis.heap.namespaces.get(dictionary)

    def members(self, value: Iterable[AbstractObject]) -> Iterator[Value]:
        """What the tuples, lists and dictionaries of a value hold."""
        known = self._members.get(key := frozenset(value))
        if known is None:
            held = [part for structure in select(key, TupleObject) for part in (*structure.items, structure.rest)]
            held += [part for container in select(key, Container) for part in self.held(container)]
            known = self._members[key] = held
        return iter(known)

    def tensor_kinds(self, value: Value, depth: int = 2) -> frozenset[str]:
        """The kinds of the tensors in a value, and in what the tuples, lists and dictionaries in it hold.

        Structures that hold each other in many ways are looked into once.
        """
        key = (value, depth)
        known = self._kinds.get(key)
        if known is None:
            kinds = {obj.kind for obj in select(value, Tensor)}
            if depth:
                kinds.update(*[self.tensor_kinds(part, depth - 1) for part in self.members(value)])
            known = self._kinds[key] = frozenset(kinds)
        return known

    def attribute(self, owner: AbstractObject, name: str) -> Value:
        """What an attribute of an object holds, as far as it was assigned."""
        cell = self._analysis.heap.fields(owner).get(name)
        return BOTTOM if cell is None else cell.value

    def held_by(self, expression: nodes.NodeNG, context: Context) -> Value:
        """What a name or attribute holds that was there before a function was called, as its context sees it."""
        if isinstance(expression, nodes.Name):
            if isinstance(context.scope, nodes.Module):
                return self.attribute(context.module, expression.name)
            given = context.arguments.get(expression.name)
            return context.summary.implicit_reads.get(expression.name, ("", BOTTOM))[1] if given is None else given
        if not isinstance(expression, nodes.Attribute):
            return BOTTOM
        return join([self.attribute(each, expression.attrname) for each in self.held_by(expression.expr, context)])

    def attributes(self, owner: AbstractObject, without: Collection[str] = ()) -> Iterator[Value]:
        """What the attributes of an object hold, as far as they were assigned by name."""
        fields = self._analysis.heap.fields(owner).items()
        return (cell.value for name, cell in fields if isinstance(name, str) and name not in without)

    def fields(self, container: Container) -> Iterator[tuple[Field, Value]]:
        """What a container holds, each with where."""
        return ((field, cell.value) for field, cell in self._analysis.heap.fields(container).items())

    def made_with(self, container: Container) -> str:
        """The class or function outside the project that a container comes from; empty where it is written out."""
        return self._callees.of(container.site)

    def holds_tensors(self, container: Container, context: Context) -> bool:
        """Whether tensors are inside a container, as a function sees it."""
        return contains_tensor(Frame(self._evaluator, context), container.single)

    @cached_property
    def graphs(self) -> Mapping[nodes.NodeNG, Mapping[Hybrid, Collection[object]]]:
        """By the place where they are made: the `tf.function` objects that something holds, with what holds them."""
        found: dict[nodes.NodeNG, dict[Hybrid, list[object]]] = {}
        for owner, fields in self._analysis.heap.cells.items():
            for cell in fields.values():
                for each in select(cell.value, Hybrid):
                    found.setdefault(each.site, {}).setdefault(each, []).append(owner)
        return found

    @cached_property
    def kept_methods(self) -> Set[tuple[nodes.NodeNG, str]]:
        """The bound methods that attributes hold, each with the name of the attribute."""
        return {
            (held.project_function.node, name)
            for fields in self._analysis.heap.cells.values()
            for name, cell in fields.items()
            if isinstance(name, str)
            for held in cell.value
            if held.is_bound and held.project_function is not None
        }

    def within(self, value: Value) -> dict[AbstractObject, None]:
        """The objects of a value, and what they hold at any depth that can be changed in place."""
        holding: Mapping[type[AbstractObject], Callable[[Any], Iterable[Value]]] = {
            TupleObject: lambda obj: (*obj.items, obj.rest),
            Container: lambda obj: (*self.held(obj), self._looked_into(obj)),
            Instance: lambda obj: (self._contents(obj),),
            ExternalInstance: self.parts_outside,
        }

        def held(obj: AbstractObject) -> Sequence[AbstractObject]:
            holds = holding.get(type(obj))
            inner = join(holds(obj)) if holds is not None else BOTTOM
            return select(inner, TupleObject, Container, ExternalInstance, Instance, Array)

        return dict.fromkeys(closure(value, held))

    def parts_outside(self, obj: ExternalInstance) -> Iterator[Value]:
        """What an object of a library is made with, and asks at each call: layers, a schedule, a regularizer."""
        fields = self._analysis.heap.fields(obj)
        return (fields[slot].value for slot in _PARTS if slot in fields)

    def _looked_into(self, container: Container) -> Value:
        """The dictionaries in which a `ChainMap` looks."""
        cell = self._analysis.heap.fields(container).get(Slot.LOOKED_INTO)
        return cell.value if cell is not None else BOTTOM

    def _contents(self, obj: Instance) -> Value:
        """The container inside an object whose class derives from one."""
        return contents(Frame(self._evaluator, self._analysis.modules.around(obj.cls.node)), obj)

    def parts(self, function: AbstractObject) -> Collection[Container]:
        """The dictionaries inside a callable that the program asks for."""
        return self._analysis.events.objects.parts.get(function, ())

    def changes(self, container: Container) -> Collection[nodes.NodeNG]:
        """Where a container is changed in place."""
        return self._analysis.events.objects.mutations.get(container, ())

    def fills(self, container: AbstractObject) -> Mapping[nodes.NodeNG, Context]:
        """Where an item of a dictionary is read that puts one there if it is missing, and by whom."""
        return self._analysis.events.objects.fills.get(container, {})

    def of_metaclass(self, cls: ClassObject) -> str:
        """A special method by which the metaclass of a class says what the class itself does; empty without one."""
        named = self._analysis.classes.metaclass(cls)
        metaclass = named.project_class if named is not None else None
        if metaclass is None:
            return ""
        names, classes = self._analysis.scopes.names, self._analysis.classes.mro(metaclass)
        bound = {name for each in classes for name in names(each.node).bound}
        return min((name for name in bound if is_special(name) and name not in _MAKING), default="")

    def weight_lists(self) -> list[Container]:
        """Lists of the variables of a model: what they hold depends on when they were asked for."""
        return sorted(self._analysis.events.objects.weight_lists, key=lambda each: each.serial)

    def class_of_attribute(self, owner: AbstractObject, name: str) -> ClassObject | None:
        """The class in which an attribute of a class or an object is found; None where the object has it itself."""
        cls = next(iter(select((owner,), ClassObject)), owner.project_class)
        if cls is None or (cls is not owner and self.attribute(owner, name)):
            return None
        classes = self._analysis.classes.mro(cls)
        return next((each for each in classes if self.attribute(each, name)), None)

    @remembered
    def class_facts(self, cls: ClassObject) -> ClassFacts:
        """What a class of the project is."""
        scopes, classes = self._analysis.scopes, self._analysis.classes
        bodies = (
            ClassBody(_names(each.node, scopes.names(each.node).bound), self.decorators(each.node))
            for each in classes.mro(cls)
        )
        bases = frozenset(classes.external_bases(cls))
        return ClassFacts(cls.node.name, tuple(bodies), bases, classes.is_named_tuple(cls))
