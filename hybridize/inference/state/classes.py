"""Classes of the project: bases, method resolution order, fields, instances, and what frameworks call of them."""

from __future__ import annotations

from astroid import nodes

from hybridize.frameworks.knowledge import Hook
from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import AbstractObject, ClassObject, External, Instance, NamedTupleClass, Unknown
from hybridize.inference.domain.queries import has, select
from hybridize.inference.state.budget import Budget
from hybridize.inference.state.class_fields import Field, own_fields
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.heap import Heap
from hybridize.inference.state.linearization import linearize
from hybridize.inference.state.outside import Outside
from hybridize.inference.state.scopes import Scopes
from hybridize.program.syntax import is_left_to_subclasses

NAMED_TUPLE = "typing.NamedTuple"


class _OfBases:
    """What follows from the bases of classes; begun anew when some of them change."""

    def __init__(self) -> None:
        self.mro: dict[ClassObject, list[ClassObject]] = {}
        self.external: dict[ClassObject, list[str]] = {}
        self.binders: dict[ClassObject, dict[str, ClassObject | None]] = {}
        self.hooks: dict[ClassObject, list[tuple[str, Hook]]] = {}
        self.below: dict[ClassObject, list[ClassObject]] = {}
        """The classes that derive from each, itself among them, of as many as there are by `classes`."""
        self.classes = 0


class Classes:
    """What is known of the classes of the project, and of their instances."""

    def __init__(self, make: Interner, scopes: Scopes, heap: Heap, outside: Outside, budget: Budget) -> None:
        self._make = make
        self.dataclasses: set[ClassObject] = set()
        """Classes whose `__init__` is made from their fields."""
        self.metaclasses: dict[ClassObject, ClassObject | External] = {}
        """The metaclasses of the classes whose statements name them."""
        self.instances: dict[ClassObject, dict[Instance, None]] = {}
        """The instances that the program makes."""
        self._instantiated: dict[ClassObject, int] = {}
        """The classes of these, numbered in the order in which they came."""
        self.contexts: dict[ClassObject, Context] = {}
        """The context of each class body."""
        self._scopes = scopes
        self._heap = heap
        self._outside = outside
        self._budget = budget
        self._by_node: dict[nodes.ClassDef, list[ClassObject]] = {}
        self._bases: dict[ClassObject, list[AbstractObject]] = {}
        self._of_bases = _OfBases()
        self._fields: dict[nodes.ClassDef, list[Field]] = {}

    def define(self, cls: ClassObject, context: Context) -> None:
        """Record the context of a class body."""
        self.contexts[cls] = context
        self._by_node.setdefault(cls.node, []).append(cls)

    def set_bases(self, cls: ClassObject, bases: list[AbstractObject]) -> None:
        """Remember the bases of a class (the last evaluation that knows more wins)."""
        old = self._bases.get(cls)
        if old is None or len(bases) >= len(old):
            if old != bases:
                self._heap.epoch += any(cls in known for known in self._of_bases.mro.values())
                self._of_bases = _OfBases()
                self._outside.instance_tests.clear()
            self._bases[cls] = bases

    def mro(self, cls: ClassObject) -> list[ClassObject]:
        """The classes of the project among which attributes are looked up."""
        found = self._of_bases.mro.get(cls)
        if found is None:
            found = self._of_bases.mro[cls] = linearize(cls, self._bases)
        return found

    def external_bases(self, cls: ClassObject) -> list[str]:
        """The framework classes from which a class derives, nearest first."""
        out = self._of_bases.external.get(cls)
        if out is None:
            out = self._of_bases.external[cls] = []
            for each in self.mro(cls):
                helper = self._outside.helper(each.node)
                if helper is not None and helper.symbol.role == "class":
                    out += [base for base in self._outside.knowledge.bases(helper.symbol.name) if base not in out]
                bases = self._bases.get(each, ())
                out += [b.name for b in select(bases, External) if b.name not in out]
                if has(bases, NamedTupleClass) and NAMED_TUPLE not in out:
                    out.append(NAMED_TUPLE)
        return out

    def metaclass(self, cls: ClassObject) -> ClassObject | External | None:
        """The metaclass that the nearest class names; None where none does, as with `abc.ABC`."""
        return next((self.metaclasses[each] for each in self.mro(cls) if each in self.metaclasses), None)

    def has_unknown_base(self, cls: ClassObject) -> bool:
        """Whether some base could not be resolved."""
        return any(has(self._bases.get(each, ()), Unknown) for each in self.mro(cls))

    def binder(self, cls: ClassObject, name: str) -> ClassObject | None:
        """The first class in the MRO of `cls` whose body binds the name."""
        known = self._of_bases.binders.get(cls)
        if known is None:
            known = self._of_bases.binders[cls] = {}
        if name not in known:
            known[name] = next((c for c in self.mro(cls) if self._scopes.class_binds(c, name)), None)
        return known[name]

    def is_enum(self, cls: ClassObject) -> bool:
        """Whether the class is an enumeration."""
        return any(base.startswith("enum.") for base in self.external_bases(cls))

    def is_named_tuple(self, cls: ClassObject) -> bool:
        """Whether the class is a `typing.NamedTuple`, or derives from what `collections.namedtuple` made."""
        return NAMED_TUPLE in self.external_bases(cls)

    def is_dataclass(self, cls: ClassObject) -> bool:
        """Whether `__init__` is made from the fields."""
        return any(each in self.dataclasses for each in self.mro(cls))

    def fields(self, cls: ClassObject) -> list[Field]:
        """The fields of a dataclass or named tuple, bases first; one that is stated again keeps its place."""
        out: dict[str, Field] = {}
        for each in self.mro(cls):
            for base in select(self._bases.get(each, ()), NamedTupleClass):
                out.update((name, Field(name, True, False, True)) for name in base.fields)
        for each in reversed(self.mro(cls)):
            stated = self._fields.get(each.node)
            if stated is None:
                stated = self._fields[each.node] = own_fields(each.node)
            out.update((field.name, field) for field in stated)
        return list(out.values())

    def field_names(self, cls: ClassObject) -> list[str]:
        """The names of the fields that are attributes of the object."""
        return [field.name for field in self.fields(cls) if field.stored]

    def around(self, scope: nodes.NodeNG, context: Context) -> ClassObject | None:
        """The class whose body holds the `def` of `scope` (what a bare `super()` refers to)."""
        parent = scope.parent
        while parent is not None and not isinstance(parent, (nodes.ClassDef, nodes.FunctionDef, nodes.Module)):
            parent = parent.parent
        if not isinstance(parent, nodes.ClassDef):
            return None
        classes = self._by_node.get(parent, [])
        for cls in classes:
            if cls.closure is context.parent or self.contexts[cls].parent is context.parent:
                return cls
        return classes[0] if classes else None

    def made_by(self, node: nodes.ClassDef) -> list[ClassObject]:
        """The classes that a `class` statement made."""
        return self._by_node.get(node, [])

    def new_instance(self, cls: ClassObject, node: nodes.NodeNG, owner: Context) -> Instance:
        """An instance of a class of the project; of a class that is used in many places, later ones are one."""
        known = self.instances.get(cls)
        instance = self._make(Instance, cls, node, owner)
        if known is not None and len(known) >= self._budget.of(cls.node).limits.instances and instance not in known:
            return self._make(Instance, cls, cls.node, None)
        return instance

    def add_instance(self, instance: Instance) -> None:
        """Remember that a class is instantiated."""
        self._instantiated.setdefault(instance.cls, len(self._instantiated))
        self.instances.setdefault(instance.cls, {})[instance] = None

    def instances_below(self, cls: ClassObject) -> list[dict[Instance, None]]:
        """The instances of each class that derives from a class, itself among them."""
        below = [each for each in self._below().get(cls, ()) if each in self.instances]
        return [self.instances[each] for each in sorted(below, key=self._instantiated.__getitem__)]

    def _below(self) -> dict[ClassObject, list[ClassObject]]:
        """By class: itself and those that derive from it."""
        known = self._of_bases
        if known.classes != len(self.contexts):
            known.classes = len(self.contexts)
            known.below = {}
            for each in self.contexts:
                for base in self.mro(each):
                    known.below.setdefault(base, []).append(each)
        return known.below

    def usable(self, cls: ClassObject) -> list[ClassObject]:
        """A class and those that derive from it, without those that leave methods to others: what objects are of."""
        below = self._below().get(cls, ())
        passed_on = {base for each in below for base in self.mro(each) if base is not each}
        return [
            each
            for each in below
            if each not in passed_on or not any(map(is_left_to_subclasses, each.node.body))
        ]

    def hooks(self, cls: ClassObject) -> list[tuple[str, Hook]]:
        """The names of the methods of a class that its framework bases call, and how they call them."""
        found = self._of_bases.hooks.get(cls)
        if found is None:
            bases = self.external_bases(cls)
            names = sorted({name for each in self.mro(cls) for name in self._scopes.names(each.node).bound})
            pairs = ((name, self.hook(bases, name)) for name in names)
            found = self._of_bases.hooks[cls] = [(name, hook) for name, hook in pairs if hook is not None]
        return found

    def hook(self, bases: list[str], name: str) -> Hook | None:
        """How the framework calls a method of this name of a class with these framework bases."""
        for base in bases:
            hook = self._outside.knowledge.hook(base, name)
            if hook is not None:
                return hook
        return None
