"""Loops around a place in the code."""

from __future__ import annotations

from astroid import nodes

_COMPREHENSIONS = (nodes.ListComp, nodes.GeneratorExp, nodes.SetComp, nodes.DictComp)


def loop_around(node: nodes.NodeNG) -> nodes.NodeNG | None:
    """The loop or comprehension, inside the same function, that runs `node` again and again."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(parent, (nodes.Module, nodes.ClassDef)):
        if isinstance(parent, (nodes.For, nodes.While)):
            if child is not getattr(parent, "iter", None) and child not in parent.orelse:
                return parent
        elif isinstance(parent, _COMPREHENSIONS):
            return parent
        elif isinstance(parent, (nodes.FunctionDef, nodes.Lambda)):
            # Decorators and defaults run in the scope around the function.
            if not isinstance(child, (nodes.Decorators, nodes.Arguments)):
                return None
        child, parent = parent, parent.parent
    return None
