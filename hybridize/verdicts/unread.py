"""What traces write and nothing reads: nobody sees that a graph does not write it at each call.

A counter that nobody looks at, a list that only grows, a dictionary that is filled and never asked. What else reads
the place, or may hold the object under another name, makes it an effect again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import Container
from hybridize.inference.domain.queries import select
from hybridize.inference.results.facts import Facts
from hybridize.inference.results.model import DirectEffect
from hybridize.program.order import changed_object, runs_before
from hybridize.program.syntax import named_key
from hybridize.program.writes import is_local_name, targets_of

_ADDING = frozenset({"add", "append", "appendleft", "clear", "extend", "insert", "remove", "setdefault", "update"})
"""Methods of containers of which nobody need use the result."""


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
                and (self._has_no_reader(changed) or self._is_key_unread(node, changed))
            )
        if effect.what not in ("write-global", "write-attribute"):
            return False
        targets = targets_of(node) if isinstance(node, (nodes.Assign, nodes.AugAssign)) else []
        written = [each for each in targets if not is_local_name(each)]
        return bool(written) and all(map(self._has_no_reader, written))

    def is_read_behind(self, effect: DirectEffect, inside: Collection[nodes.NodeNG]) -> bool:
        """Whether an item gets a value that is read in the functions `inside` alone, and in its own only behind that.

        `info["tensor"] = x` hands something to what is called next.
        """
        node, items = effect.node, [each for each in targets_of(effect.node) if isinstance(each, nodes.Subscript)]
        if effect.what != "write-item" or not isinstance(node, nodes.Assign) or len(items) != len(node.targets):
            return False
        for item in items:
            key = item.slice.value if isinstance(item.slice, nodes.Const) else None
            reads = self._items.get(key, ()) if isinstance(key, str) else ()
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
        if any(self._items.get(key) for key in keys) or self._texts[changed.attrname]:
            return False
        return all(map(_is_text, map(named_key, self._reads_of_attributes.get(changed.attrname, ()))))

    @cached_property
    def _reads_of_attributes(self) -> dict[str, list[nodes.NodeNG]]:
        """Where attributes are read, by their names."""
        found: dict[str, list[nodes.NodeNG]] = {}
        for module in self._facts.program.modules:
            for each in module.all_of(nodes.Attribute):
                found.setdefault(each.attrname, []).append(each)
        return found

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

    def _has_no_reader(self, place: nodes.NodeNG) -> bool:
        """Whether nothing reads a name of a module, or an attribute of its name of any object."""
        if isinstance(place, (nodes.Attribute, nodes.AssignAttr)):
            name = place.attrname
            return not self._attributes[name] and not self._texts[name]
        if not isinstance(place, (nodes.Name, nodes.AssignName)):
            return False
        tree, name = place.root(), place.name
        if isinstance(place, nodes.Name) and not isinstance(place.lookup(name)[0], nodes.Module):
            return False
        # Other modules name it by an import, or as an attribute of the module.
        elsewhere = self._attributes[name] or self._texts[name] or self._imported[name]
        return not elsewhere and not any(
            each.name == name and not _is_write(each)
            for module in self._facts.program.modules
            if module.tree is tree or self._imported["*"]
            for each in module.all_of(nodes.Name)
        )

    @cached_property
    def _attributes(self) -> Counter[str]:
        """How often attributes are read, by their names."""
        reads = (each for module in self._facts.program.modules for each in module.all_of(nodes.Attribute))
        return Counter(each.attrname for each in reads if not _is_write(each))

    @cached_property
    def _texts(self) -> Counter[str]:
        """The texts of the project: `getattr(o, "name")`, `__all__`."""
        texts = (each.value for module in self._facts.program.modules for each in module.all_of(nodes.Const))
        return Counter(each for each in texts if isinstance(each, str))

    @cached_property
    def _imported(self) -> Counter[str]:
        """The names that modules import from others."""
        imports = (each for module in self._facts.program.modules for each in module.all_of(nodes.ImportFrom))
        return Counter(name for each in imports for name, _ in each.names)


def _is_text(node: nodes.NodeNG | None) -> bool:
    return isinstance(node, nodes.Const) and isinstance(node.value, str)


def _is_target(item: nodes.Subscript) -> bool:
    return isinstance(item.parent, nodes.Assign) and item in item.parent.targets


def _is_write(read: nodes.NodeNG) -> bool:
    """Whether a name or attribute is read for nothing but to change what it holds: `a[k] = v`, `a.append(v)`."""
    around = read.parent
    if isinstance(around, nodes.Subscript) and around.value is read:
        return isinstance(around.parent, (nodes.Assign, nodes.AugAssign, nodes.Delete)) and (
            around in targets_of(around.parent)
        )
    if isinstance(around, nodes.Attribute) and around.attrname in _ADDING:
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
