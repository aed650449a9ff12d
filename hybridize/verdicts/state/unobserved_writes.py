"""What traces write and nothing reads: nobody sees that a graph does not write it at each call.

A counter that nobody looks at, a list that only grows, a dictionary that is filled and never asked. What else reads
the place, or may hold the object under another name, makes it an effect again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Set
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import ClassObject, Container
from hybridize.inference.domain.queries import select
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import DirectEffect
from hybridize.program import ModuleTree
from hybridize.program.containers import ADDING
from hybridize.program.flow.order import runs_before
from hybridize.program.memory import remembered
from hybridize.program.syntax import last_name, named_key
from hybridize.program.writes import changed_object, is_local_name, targets_of

_CHANGING = ADDING | {"clear", "discard", "remove"}
"""Methods of containers of which nobody need use the result."""


_BY_NAME = frozenset({"__getattribute__", "attrgetter", "getattr", "hasattr"})
"""What asks for attributes by texts."""


class Unread:
    """Tells such effects from those that something may see."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def is_unread(self, effect: DirectEffect) -> bool:
        """Whether nothing but other writes names what an effect writes."""
        node, target = effect.node, effect.target
        if effect.what in ("write-item", "mutate"):
            changed = changed_object(node)
            containers = select((target,), Container) if target is not None else ()
            return (
                changed is not None
                and bool(containers)
                and _is_write(changed)
                and all(_is_made_for(each, changed) for each in containers)
                and (
                    self._has_no_reader(changed, self._holding(changed, containers))
                    or self._is_key_unread(node, changed)
                )
            )
        if effect.what not in ("write-global", "write-attribute"):
            return False
        targets = targets_of(node) if isinstance(node, (nodes.Assign, nodes.AugAssign)) else []
        owner = target.project_class if target is not None else None
        written = [each for each in targets if not is_local_name(each)]
        return bool(written) and all(self._has_no_reader(each, {owner}) for each in written)

    def is_read_behind(self, effect: DirectEffect, inside: Collection[nodes.NodeNG]) -> bool:
        """Whether an item gets a value that is read in the functions `inside` alone, and in its own only behind that.

        `info["tensor"] = x` hands something to what is called next.
        """
        node, items = effect.node, [each for each in targets_of(effect.node) if isinstance(each, nodes.Subscript)]
        if effect.what != "write-item" or not isinstance(node, nodes.Assign) or len(items) != len(node.targets):
            return False
        for item in items:
            key = item.slice.value if isinstance(item.slice, nodes.Const) else None
            reads = self._beside(node, self._items.get(key, ())) if isinstance(key, str) else []
            for read in reads:
                own = read.frame() is node.frame()
                if not (runs_before(node, read) if own else read.frame() in inside):
                    return False
            if not reads:
                # Whoever looks at all of it may be meant.
                return False
        return True

    def _is_key_unread(self, node: nodes.NodeNG, changed: nodes.NodeNG) -> bool:
        """Whether items get values under keys that nobody reads, in a dictionary of which all reads name their keys."""
        items = targets_of(node) if isinstance(node, nodes.Assign) else []
        keys = [each.slice.value for each in items if isinstance(each, nodes.Subscript) and _is_text(each.slice)]
        if not keys or len(keys) != len(items) or not isinstance(changed, nodes.Attribute):
            return False
        if any(self._beside(node, self._items.get(key, ())) for key in keys):
            return False
        reads = self._beside(node, self._attributes.get(changed.attrname, ()))
        return all(isinstance(each, nodes.Attribute) and _is_text(named_key(each)) for each in reads)

    def _holding(self, place: nodes.NodeNG, containers: Collection[Container]) -> Set[ClassObject | None]:
        """The classes of the objects that hold some containers in an attribute which a statement changes."""
        if not isinstance(place, nodes.Attribute):
            return set()
        return {
            owner.project_class
            for owner, name in self._facts.accesses.read_at(place)
            if not self._facts.objects.attribute(owner, name).isdisjoint(containers)
        }

    def _beside(self, node: nodes.NodeNG, reads: Iterable[nodes.NodeNG]) -> list[nodes.NodeNG]:
        """Of some reads those that one run may load beside what a statement writes: what others read is another thing.
        """
        path_of = self._facts.analysis.scopes.path_of
        loaded = self._facts.program.together(path_of(node))
        return [each for each in reads if path_of(each) in loaded]

    @cached_property
    def _items(self) -> dict[str, list[nodes.NodeNG]]:
        """Where items are read, by keys that are texts: `info["tensor"]`, `info.get("tensor")`."""
        found: dict[str, list[nodes.NodeNG]] = {}
        for module in self._facts.program.modules:
            for text in module.all_of(nodes.Const):
                around = text.parent
                written = isinstance(around, nodes.Subscript) and text is around.slice and _is_target(around)
                if isinstance(text.value, str) and not written and not isinstance(around, nodes.Dict):
                    found.setdefault(text.value, []).append(text)
        return found

    @cached_property
    def _attributes(self) -> dict[str, list[nodes.NodeNG]]:
        """Where attributes are read, by their names: `o.calls`, `getattr(o, "calls")`, `vars(o)["calls"]`."""
        found: dict[str, list[nodes.NodeNG]] = {}
        for module in self._facts.program.modules:
            for read in module.all_of(nodes.Attribute):
                found.setdefault(read.attrname, []).append(read)
            for text in module.all_of(nodes.Const):
                if isinstance(text.value, str) and _names_attribute(text):
                    found.setdefault(text.value, []).append(text)
        return found

    def _has_no_reader(self, place: nodes.NodeNG, owners: Set[ClassObject | None]) -> bool:
        """Whether nothing reads a name of a module, or an attribute of an object of one of some classes."""
        if isinstance(place, (nodes.Attribute, nodes.AssignAttr)):
            name = place.attrname
            reads = self._beside(place, self._attributes.get(name, ()))
            return not any(self._may_read(each, owners) for each in reads)
        if not isinstance(place, (nodes.Name, nodes.AssignName)):
            return False
        tree, name = place.root(), place.name
        if isinstance(place, nodes.Name) and not isinstance(place.lookup(name)[0], nodes.Module):
            return False
        # Other modules name it by an import, or as an attribute of the module.
        importing = [module for module in self._facts.program.modules if tree in self._imported(module)]
        taking = [
            module
            for module in importing
            if any(taken == "*" for each in module.all_of(nodes.ImportFrom) for taken, _ in each.names)
        ]
        named = (taken for module in importing for each in module.all_of(nodes.ImportFrom) for taken, _ in each.names)
        asked = (each.attrname for module in importing for each in module.all_of(nodes.Attribute))
        return name not in {*named, *asked} and not any(
            each.name == name and not _is_write(each)
            for module in self._facts.program.modules
            if module.tree is tree or module in taking
            for each in module.all_of(nodes.Name)
        )

    def _may_read(self, read: nodes.NodeNG, owners: Set[ClassObject | None]) -> bool:
        """Whether a read of an attribute may be one of an object of some classes, by the objects that are asked there.

        What is read to be changed alone is no read.
        """
        if _is_write(read):
            return False
        place = read if isinstance(read, nodes.Attribute) else read.parent
        asked = {each.project_class for each, _ in self._facts.accesses.read_at(place)}
        known = bool(asked) and bool(owners) and None not in asked | owners
        return not known or not asked.isdisjoint(owners)

    @remembered
    def _imported(self, module: ModuleTree) -> Set[nodes.NodeNG]:
        return {each.tree for each in self._facts.program.imports(module)}


def _is_text(node: nodes.NodeNG | None) -> bool:
    return isinstance(node, nodes.Const) and isinstance(node.value, str)


def _names_attribute(text: nodes.Const) -> bool:
    """Whether a text says which attribute of an object is asked for."""
    around = text.parent
    if isinstance(around, nodes.Call):
        return text in around.args and last_name(around.func) in _BY_NAME
    asked = around.value if isinstance(around, nodes.Subscript) and around.slice is text else None
    namespace = last_name(asked.func if isinstance(asked, nodes.Call) else asked) if asked is not None else ""
    return namespace in ("vars", "__dict__")


def _is_target(item: nodes.Subscript) -> bool:
    return isinstance(item.parent, nodes.Assign) and item in item.parent.targets


def _is_write(read: nodes.NodeNG) -> bool:
    """Whether a name or attribute is read for nothing but to change what it holds: `a[k] = v`, `a.append(v)`."""
    around = read.parent
    if isinstance(around, nodes.Subscript) and around.value is read:
        return isinstance(around.parent, (nodes.Assign, nodes.AugAssign, nodes.Delete)) and (
            around in targets_of(around.parent)
        )
    if isinstance(around, nodes.Attribute) and around.attrname in _CHANGING:
        call = around.parent
        return isinstance(call, nodes.Call) and call.func is around and isinstance(call.parent, nodes.Expr)
    return False


def _is_made_for(target: Container, place: nodes.NodeNG) -> bool:
    """Whether a container is made where it is assigned to the place: `self.rows = []`. Nothing else holds it."""
    made = target.site.parent
    if isinstance(made, nodes.AnnAssign):
        targets = [made.target]
    elif isinstance(made, nodes.Assign):
        targets = made.targets
    else:
        return False
    name = getattr(place, "attrname", "") or getattr(place, "name", "")
    return len(targets) == 1 and name in (getattr(targets[0], "attrname", ""), getattr(targets[0], "name", ""))
