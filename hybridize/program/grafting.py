"""A tree takes the places of a later parse of its file, where decorators were added and nothing else changed.

What an analysis knows hangs on the nodes of its trees. After a repair that only adds decorators the nodes stay, and
only where they stand has changed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from astroid import nodes

_PLACE = ("lineno", "col_offset", "end_lineno", "end_col_offset", "position")
_COMPUTED = ("fromlineno", "tolineno", "blockstart_tolineno")
"""What astroid remembers of places once it was asked for."""
Pair = tuple[nodes.NodeNG, nodes.NodeNG]


class Graft:
    """A tree and a later parse of its file, compared; nothing is changed before `apply`."""

    def __init__(self, old: nodes.Module, new: nodes.Module, decorated: Collection[nodes.FunctionDef]) -> None:
        """`decorated` are the functions of `old` that are to have one more decorator, the last, in `new`."""
        self._pairs: list[Pair] = []
        self._decorated = decorated
        self.added: dict[nodes.FunctionDef, nodes.NodeNG] = {}
        """The new decorators; they are part of the old tree after `apply`."""
        self.fits = self._same(old, new) and self.added.keys() == set(decorated)
        """Whether the trees differ in these decorators alone."""

    def apply(self) -> None:
        """Give the nodes of the old tree the places of the new one, and the functions their decorators."""
        for old, new in self._pairs:
            for name in _PLACE:
                if hasattr(new, name):
                    setattr(old, name, getattr(new, name))
            for name in _COMPUTED:
                old.__dict__.pop(name, None)
        for function, decorator in self.added.items():
            if function.decorators is None:
                function.decorators = decorator.parent
                function.decorators.parent = function
            else:
                function.decorators.nodes.append(decorator)
                decorator.parent = function.decorators

    def _same(self, old: nodes.Module, new: nodes.Module) -> bool:
        stack: list[Pair] = [(old, new)]
        while stack:
            one, other = stack.pop()
            if type(one) is not type(other) or any(getattr(one, f) != getattr(other, f) for f in _words(one)):
                return False
            self._pairs.append((one, other))
            skipped = ""
            if isinstance(one, nodes.FunctionDef) and one in self._decorated:
                skipped = "decorators"
                before = [] if one.decorators is None else one.decorators.nodes
                after = [] if other.decorators is None else other.decorators.nodes
                if len(after) != len(before) + 1:
                    return False
                self.added[one] = after[-1]
                stack.extend(zip(before, after, strict=False))
                if before:
                    self._pairs.append((one.decorators, other.decorators))
            ours, theirs = list(_children(one, skipped)), list(_children(other, skipped))
            if len(ours) != len(theirs):
                return False
            for child, counterpart in zip(ours, theirs, strict=True):
                if isinstance(child, nodes.NodeNG) and isinstance(counterpart, nodes.NodeNG):
                    stack.append((child, counterpart))
                elif child != counterpart:
                    return False
        return True


def _words(node: nodes.NodeNG) -> Iterator[str]:
    """The fields that hold no nodes: names, operators, constants."""
    if isinstance(node, nodes.Module):
        return iter(())
    return (name for name in node._other_fields if name != "position")


def _children(node: nodes.NodeNG, skipped: str) -> Iterator[object]:
    """What the fields for nodes hold, in order: nodes, None where one is absent, the operators of comparisons."""
    for name in node._astroid_fields:
        if name != skipped:
            yield from _flat(getattr(node, name))


def _flat(value: object) -> Iterator[object]:
    if isinstance(value, (list, tuple)):
        for each in value:
            yield from _flat(each)
    else:
        yield value
