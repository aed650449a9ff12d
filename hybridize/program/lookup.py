"""What binds a name, and what is assigned to it: read off the trees alone."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes


def bindings(name: nodes.Name) -> list[nodes.NodeNG]:
    """What binds a name in the innermost scope around it that does so at all, class bodies among them."""
    scope: nodes.NodeNG | None = name.scope()
    while scope is not None:
        found = scope.locals.get(name.name)
        if found:
            return list(found)
        scope = scope.parent.scope() if scope.parent is not None else None
    return []


def lookup(name: nodes.Name) -> tuple[nodes.NodeNG, list[nodes.NodeNG]]:
    """The scope that binds a name, and what may bind it there; nothing for builtins.

    For these astroid would build a tree of the builtins first, which costs more time and memory than a small project.
    """
    if not bindings(name):
        return name.root(), []
    scope, found = name.lookup(name.name)
    return scope, list(found)


def builtin_name(called: nodes.NodeNG) -> str:
    """The name of a builtin that an expression stands for; empty for everything else."""
    return str(called.name) if isinstance(called, nodes.Name) and not bindings(called) else ""


_BINDING = (nodes.Arguments, nodes.For, nodes.With, nodes.Comprehension)
"""What binds a name otherwise than by an assignment. Most names that are asked for are parameters."""


def assigned_once(expression: nodes.NodeNG) -> nodes.NodeNG | None:
    """What is assigned to a name, if that is so once."""
    if not isinstance(expression, nodes.Name):
        return None
    bound = bindings(expression)
    if bound and isinstance(bound[0].parent, _BINDING) and not isinstance(bound[0].scope(), nodes.ClassDef):
        return None
    scope, found = lookup(expression)
    if len(scope.locals.get(expression.name, ())) != 1 or len(found) != 1:
        return None
    parent = found[0].parent
    assigns = isinstance(parent, (nodes.Assign, nodes.AnnAssign)) and found[0] in _targets(parent)
    return parent.value if assigns else None


def _targets(assignment: nodes.NodeNG) -> list[nodes.NodeNG]:
    return assignment.targets if isinstance(assignment, nodes.Assign) else [assignment.target]


def made_by(expression: nodes.NodeNG) -> nodes.NodeNG:
    """The expression, or what is assigned to the name that it is, where that happens once."""
    return assigned_once(expression) or expression


def constant(expression: nodes.NodeNG) -> object:
    """The constant that is written, also behind a name that is assigned once; None where it is another expression."""
    if isinstance(expression, nodes.UnaryOp) and expression.op == "-" and isinstance(expression.operand, nodes.Const):
        value = expression.operand.value
        return -value if isinstance(value, (int, float)) else None
    found = expression if isinstance(expression, nodes.Const) else assigned_once(expression)
    return found.value if isinstance(found, nodes.Const) else None


def assignments(scope: nodes.NodeNG, name: str) -> Iterator[tuple[nodes.Assign, int | None]]:
    """The assignments to a name of a scope, with the position in what is unpacked."""
    for bound in scope.locals.get(name, ()):
        parent = bound.parent
        if isinstance(parent, nodes.Assign):
            yield parent, None
        elif isinstance(parent, (nodes.Tuple, nodes.List)) and isinstance(parent.parent, nodes.Assign):
            yield parent.parent, parent.elts.index(bound)


def mentions(expression: nodes.NodeNG, name: str) -> bool:
    """Whether an expression reads a name."""
    return any(each.name == name for each in expression.nodes_of_class(nodes.Name))
