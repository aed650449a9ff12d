"""Small questions about expressions, answered from the tree."""

from __future__ import annotations

from astroid import nodes

Spelling = tuple[object, ...]
"""The parts of a dotted expression; constants in brackets are parts of their own."""


def spelled(expression: nodes.NodeNG) -> Spelling:
    """The parts of `a.b[0].c`, read or assigned: equal for two expressions that are written alike. Else empty."""
    parts: list[object] = []
    while True:
        if isinstance(expression, (nodes.Attribute, nodes.AssignAttr, nodes.DelAttr)):
            parts.append(expression.attrname)
            expression = expression.expr
        elif isinstance(expression, nodes.Subscript) and isinstance(expression.slice, nodes.Const):
            parts.append((type(expression.slice.value), expression.slice.value))
            expression = expression.value
        elif isinstance(expression, (nodes.Name, nodes.AssignName, nodes.DelName)):
            return (expression.name, *reversed(parts))
        else:
            return ()


def last_name(called: nodes.NodeNG) -> str:
    """The last name of what is called: `c` of `a.b.c(...)`; empty where something else is called."""
    return str(getattr(called, "attrname", getattr(called, "name", "")))
