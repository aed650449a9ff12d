"""Who reads and who writes the attributes of objects, and where: one table for all who ask."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence, Set
from functools import cached_property
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, ClassObject, Container, Value
from hybridize.inference.domain.queries import has
from hybridize.inference.domain.tensors import Array
from hybridize.inference.facts.call_graph import CallGraph
from hybridize.inference.facts.objects import Objects
from hybridize.inference.state.context_table import ContextTable
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.origins import DirectEffect
from hybridize.program.calls import call_of, is_written_out, method_name, passed_as, passed_at, receiver_of
from hybridize.program.inside import reads_of
from hybridize.program.memory import remembered
from hybridize.program.scopes import mangled
from hybridize.program.setting_up import constructs
from hybridize.program.syntax import text_of
from hybridize.program.writes import changed_object

Attribute = tuple[ClassObject | None, str]
"""An attribute of the objects of a class: contexts that are merged do not tell which of these they read or write.

None: of any class, for objects of which nothing is known.
"""
Assignment = tuple[nodes.NodeNG, Context]
"""A statement or call that assigns an attribute, and who runs it."""
_Places = Mapping[Context, Sequence[nodes.NodeNG]]


class Read(NamedTuple):
    """A name or attribute that a context reads."""

    owner: AbstractObject | None
    """The object whose attribute it is; None for a name from elsewhere."""
    name: str
    value: Value
    """What it holds, as far as it was assigned."""


class Accesses:
    """The reads and writes of attributes, by the class of the object and the name."""

    def __init__(self, contexts: ContextTable, graph: CallGraph, objects: Objects) -> None:
        self._contexts, self._graph, self._objects = contexts, graph, objects

    def read_in(self, context: Context) -> list[Read]:
        """What a context reads of names from elsewhere, and of attributes."""
        summary, attribute = context.summary, self._objects.attribute
        free = [Read(None, name, value) for name, (_, value) in summary.implicit_reads.items()]
        return free + [Read(owner, name, attribute(owner, name)) for owner, name in summary.attributes.read]

    def places(
        self, context: Context, owner: AbstractObject | None, name: str, perhaps: bool = False
    ) -> Sequence[nodes.NodeNG]:
        """Where a context reads a free name, or an attribute by its name of this object and no other, as written.

        `perhaps`: also of this object or another. A list of weights reads what it holds, and not by its name.
        """
        if owner is None:
            # A function that is defined inside reads what it reads when it is called.
            return [each for each in reads_of(context.scope, name) if each.frame() is context.scope]
        met = context.summary.attributes.read.get((owner, name), ())
        owners = self._owners(context)
        named = (each for each in met if _is_by_name(each, name))
        return sorted((each for each in named if perhaps or owners[each, name] == {owner}), key=_begin)

    def reads(self, attribute: Attribute) -> _Places:
        """Who reads an attribute, and where."""
        return self._reads.get(attribute, {})

    def writes(self, attribute: Attribute) -> _Places:
        """Who gives an attribute a value, or a dictionary in it, and where; not who makes the object."""
        return self._writes.get(attribute, {})

    def shared_writes(self, name: str) -> Sequence[nodes.NodeNG]:
        """Where a global or an attribute of a class or module gets a value, of whichever, by its name."""
        return self._shared_writes.get(name, ())

    def assignments(self, owner: AbstractObject, name: str) -> Sequence[Assignment]:
        """Where an attribute of an object is assigned, and by whom, its constructor among them."""
        return self._assigned.get((owner, name), ())

    def array_changes(self, owner: AbstractObject, name: str) -> Sequence[Assignment]:
        """Where the array in an attribute of an object gets other values, and by whom: `self.rows[0] = x`."""
        return self._array_changes.get((owner, name), ())

    def read_at(self, place: nodes.NodeNG) -> Collection[tuple[AbstractObject, str]]:
        """The attributes that a place reads, each with its object, in all contexts of its function."""
        return self._read_at(place.frame()).get(place, ())

    def holding(self, context: Context, effect: DirectEffect) -> Sequence[tuple[AbstractObject, str]]:
        """The attributes that hold the container which an effect changes: that of `self.rows["last"] = x`."""
        place = changed_object(effect.node)
        if not isinstance(place, nodes.Attribute):
            return ()
        attribute = self._objects.attribute
        reads = context.summary.attributes.read.items()
        return [
            (owner, name)
            for (owner, name), places in reads
            if place in places and effect.target in attribute(owner, name)
        ]

    @remembered
    def _owners(self, context: Context) -> Mapping[tuple[nodes.NodeNG, str], Set[AbstractObject]]:
        """By place and name: the objects of which a context reads an attribute there."""
        found: dict[tuple[nodes.NodeNG, str], set[AbstractObject]] = {}
        for (owner, name), places in context.summary.attributes.read.items():
            for place in places:
                found.setdefault((place, name), set()).add(owner)
        return found

    @remembered
    def _read_at(self, scope: nodes.NodeNG) -> Mapping[nodes.NodeNG, Collection[tuple[AbstractObject, str]]]:
        found: dict[nodes.NodeNG, dict[tuple[AbstractObject, str], None]] = {}
        for context in self._contexts.by_scope.get(scope, ()):
            for read, places in context.summary.attributes.read.items():
                for place in places:
                    found.setdefault(place, {})[read] = None
        return found

    @cached_property
    def _assigned(self) -> Mapping[tuple[AbstractObject, str], list[Assignment]]:
        found: dict[tuple[AbstractObject, str], list[Assignment]] = {}
        for context in self._graph.contexts:
            for attribute, places in context.summary.attributes.assigned.items():
                found.setdefault(attribute, []).extend((each, context) for each in places)
        return found

    def array_changes_under(self, scope: nodes.NodeNG, name: str) -> Sequence[Assignment]:
        """The same of the array that a name of a module or function holds."""
        return self._array_changes.get((scope, name), ())

    @cached_property
    def _array_changes(self) -> Mapping[tuple[object, str], list[Assignment]]:
        """By the object whose attribute it is, or by the scope of a name."""
        found: dict[tuple[object, str], list[Assignment]] = {}
        for context in self._graph.contexts:
            for effect in context.summary.effects.values():
                if effect.target is not None and has((effect.target,), Array):
                    for key in self._holders(self._changed_array(context, effect.node)):
                        found.setdefault(key, []).append((effect.node, context))
        return found

    def _changed_array(self, context: Context, node: nodes.NodeNG) -> nodes.NodeNG | None:
        """The array that a statement or call changes, as it is written: `m` of `m.fill(0)`, `np.add(a, b, out=m)`."""
        if not isinstance(node, nodes.Call):
            return changed_object(node)
        receiver, given = receiver_of(node), passed_as(node, "out")
        if receiver is not None and has(self._objects.held_by(receiver, context), Array):
            return receiver
        return passed_at(node, 0) if given is None else given

    def _holders(self, place: nodes.NodeNG | None) -> Iterator[tuple[object, str]]:
        if isinstance(place, nodes.Attribute):
            yield from self.read_at(place)
        elif isinstance(place, nodes.Name):
            yield place.lookup(place.name)[0], place.name

    @cached_property
    def _reads(self) -> Mapping[Attribute, Mapping[Context, list[nodes.NodeNG]]]:
        found: dict[Attribute, dict[Context, list[nodes.NodeNG]]] = {}
        for context in self._graph.contexts:
            for (owner, name), places in context.summary.attributes.read.items():
                for key in dict.fromkeys(((owner.project_class, name), (None, name))):
                    known = found.setdefault(key, {}).setdefault(context, [])
                    known += [each for each in places if each not in known]
        return found

    @cached_property
    def _shared_writes(self) -> Mapping[str, list[nodes.NodeNG]]:
        found: dict[str, list[nodes.NodeNG]] = {}
        for context in self._graph.contexts:
            for effect in context.summary.effects.values():
                if effect.target is None and effect.what in ("write-global", "write-attribute"):
                    found.setdefault(effect.name, []).append(effect.node)
        return found

    @cached_property
    def _writes(self) -> Mapping[Attribute, Mapping[Context, list[nodes.NodeNG]]]:
        found: dict[Attribute, dict[Context, list[nodes.NodeNG]]] = {}
        for context in self._graph.contexts:
            if constructs(context.scope):
                continue
            for effect in context.summary.effects.values():
                for key in dict.fromkeys(self._written(context, effect)):
                    found.setdefault(key, {}).setdefault(context, []).append(effect.node)
        return found

    def _written(self, context: Context, effect: DirectEffect) -> Iterator[Attribute]:
        if effect.what == "write-attribute" and effect.target is not None and effect.name:
            yield effect.target.project_class, effect.name
            yield None, effect.name
        elif fills(effect):
            for owner, name in self.holding(context, effect):
                yield owner.project_class, name


def _begin(place: nodes.NodeNG) -> tuple[int, int]:
    """Where a place begins: what is evaluated first hangs on what was known then."""
    return place.fromlineno, place.col_offset


def _is_by_name(place: nodes.NodeNG, name: str) -> bool:
    """Whether a place reads an attribute by its name, as `x.name` and `getattr(x, "name")` do."""
    if isinstance(place, nodes.Attribute):
        return mangled(place.attrname, place) == name
    return isinstance(place, nodes.Call) and text_of(passed_at(place, 1)) == name


def fills(effect: DirectEffect) -> bool:
    """Whether a dictionary gets a value under a key, or a container loses all that was in it."""
    container = effect.target
    if not isinstance(container, Container):
        return False
    keyed = isinstance(effect.node, nodes.Assign) and effect.what == "write-item" and container.type == "dict"
    return keyed or _begins_again(effect.node)


def only_fills(read: nodes.NodeNG) -> bool:
    """Whether a place reads an attribute for nothing but to fill what it holds: `self.a[key] = value`."""
    around = read.parent
    if isinstance(around, nodes.Attribute):
        call = call_of(around)
        return call is not None and _begins_again(call)
    if not isinstance(around, nodes.Subscript) or around.value is not read:
        return False
    written = isinstance(around.parent, nodes.Assign) and around in around.parent.targets
    return written or (isinstance(around.parent, nodes.Delete) and _begins_again(around.parent))


def _begins_again(node: nodes.NodeNG) -> bool:
    """Whether all that was in a container goes: `self.rows.clear()`, `del self.rows[:]`; or keys that are named come.

    `self.rows.update(last=x)` does what `self.rows["last"] = x` does.
    """
    if isinstance(node, nodes.Delete):
        index = node.targets[0].slice if isinstance(node.targets[0], nodes.Subscript) else None
        whole = isinstance(index, nodes.Slice) and index.lower is index.upper is index.step is None
        return len(node.targets) == 1 and whole
    method = method_name(node)
    if not method or node.args:
        return False
    return method == "clear" or (method == "update" and bool(node.keywords) and is_written_out(node))
