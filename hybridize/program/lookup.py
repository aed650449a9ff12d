"""What binds a name, and what is assigned to it: read off the trees alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from astroid import nodes

from hybridize.program.calls import called_name
from hybridize.program.flow.names import bindings_reaching
from hybridize.program.inside import nodes_inside
from hybridize.program.memory import remembered
from hybridize.program.syntax import DISPLAYS


@remembered
def bindings(name: nodes.Name) -> Sequence[nodes.NodeNG]:
    """What binds a name in the innermost scope around it that does so at all, class bodies among them."""
    scope: nodes.NodeNG | None = name.scope()
    while scope is not None:
        found = scope.locals.get(name.name)
        if found:
            return tuple(found)
        scope = scope.parent.scope() if scope.parent is not None else None
    return ()


def is_bound_around(scope: nodes.NodeNG, name: str) -> bool:
    """Whether a function, lambda or class body binds a name, or a function around it does, as Python looks names up."""
    around: nodes.NodeNG | None = scope
    while around is not None and name not in around.locals:
        around = around.parent.scope() if around.parent is not None else None
        while isinstance(around, nodes.ClassDef):
            around = around.parent.scope()
    return around is not None


@remembered
def free_bindings(scope: nodes.NodeNG, name: str, captured: bool) -> tuple[nodes.NodeNG | None, list[nodes.NodeNG]]:
    """The scope that binds a free name of a function, and what binds it there; `captured` from a function around it.

    Otherwise it is a global, whatever functions around it bind.
    """
    around = scope.parent
    while around is not None:
        if isinstance(around, nodes.Module) or (captured and isinstance(around, nodes.FunctionDef)):
            if name in around.locals:
                own = [each for each in around.locals[name] if isinstance(each, nodes.NodeNG)]
                return around, own + (_by_functions_inside(around, name) if captured else [])
        around = around.parent
    return None, []


def _by_functions_inside(owner: nodes.NodeNG, name: str) -> list[nodes.NodeNG]:
    """What binds a name of a function from functions inside it, which say `nonlocal`."""
    return [
        bound
        for said in nodes_inside(owner, nodes.Nonlocal)
        if name in said.names
        for bound in said.frame().locals.get(name, ())
        if isinstance(bound, nodes.NodeNG)
    ]


@remembered
def lookup(name: nodes.Name) -> tuple[nodes.NodeNG, Sequence[nodes.NodeNG]]:
    """The scope that binds a name, and what may bind it there; nothing for builtins.

    For these astroid would build a tree of the builtins first, which costs more time and memory than a small project.
    """
    bound = bindings(name)
    if not bound:
        return name.root(), []
    scope = bound[0].scope()
    if type(scope) is nodes.Lambda:
        # Only its parameters; astroid leaves some out and goes on to the builtins.
        return scope, bound
    scope, found = name.lookup(name.name)
    # `abs` in a method of a class that has a method of that name.
    return (name.root(), []) if scope.root().name == "builtins" else (scope, list(found))


def is_copied(expression: nodes.NodeNG) -> bool:
    """Whether an expression is a name that holds a copy there: `x = x.copy()` has bound it."""
    if not isinstance(expression, nodes.Name):
        return False
    found, past = bindings_reaching(expression, expression.name)
    return bool(found) and not past and all(map(_binds_copy, found))


def _binds_copy(bound: nodes.NodeNG) -> bool:
    return isinstance(bound.parent, nodes.Assign) and called_name(bound.parent.value) in _COPYING


_COPYING = frozenset({"copy", "deepcopy"})


def builtin_name(called: nodes.NodeNG) -> str:
    """The name of a builtin that an expression stands for; empty for everything else."""
    return str(called.name) if isinstance(called, nodes.Name) and not bindings(called) else ""


def builtin_called(node: nodes.NodeNG | None) -> str:
    """The name of the builtin that a call calls; empty for everything else."""
    return builtin_name(node.func) if isinstance(node, nodes.Call) else ""


@dataclass(frozen=True, slots=True)
class Assignment:
    """What a name is bound to by one statement or expression."""

    node: nodes.NodeNG
    """What assigns: a statement, a comprehension, `:=`."""
    value: nodes.NodeNG
    """The expression: of a display that is unpacked, the member."""
    member: tuple[int, ...] = ()
    """Where in the value it is unpacked from, from outside in; empty for all of it."""
    iterated: bool = False
    """It is a loop variable, and `value` is what the loop goes through."""
    augmented: bool = False
    """The value is added to what the name held, or combined with it otherwise: `+=`."""

    @property
    def plain(self) -> bool:
        """The name holds the value afterwards."""
        return not self.iterated and not self.augmented


_PLAIN = (nodes.Assign, nodes.AnnAssign, nodes.NamedExpr)
_LOOPS = (nodes.For, nodes.Comprehension)


def assigned_values(name: nodes.Name) -> Iterator[nodes.NodeNG]:
    """What is assigned to a name wherever it is bound, the iterables of its loops among them."""
    found = (assignment_of(each) for each in bindings(name))
    return (each.value for each in found if each is not None)


@remembered
def assignment_of(bound: nodes.NodeNG) -> Assignment | None:
    """What a name is assigned where it is bound; None for parameters, imports, definitions, and at or after a `*`."""
    member: list[int] = []
    node, parent = bound, bound.parent
    while isinstance(parent, DISPLAYS):
        position = parent.elts.index(node)
        if any(isinstance(each, nodes.Starred) for each in parent.elts[:position]):
            return None
        member.insert(0, position)
        node, parent = parent, parent.parent
    if isinstance(parent, _PLAIN):
        return None if parent.value is None else Assignment(parent, *unpacked(parent.value, tuple(member)))
    if isinstance(parent, _LOOPS):
        return Assignment(parent, parent.iter, tuple(member), iterated=True)
    if isinstance(parent, nodes.AugAssign):
        return Assignment(parent, parent.value, augmented=True)
    if isinstance(parent, nodes.With):
        managers = [manager for manager, target in parent.items if target is node]
        return Assignment(parent, *unpacked(managers[0], tuple(member))) if managers else None
    return None


def unpacked(value: nodes.NodeNG, member: tuple[int, ...]) -> tuple[nodes.NodeNG, tuple[int, ...]]:
    """A member of a value, as far as the value is written out: the expression, and where in it the member is."""
    while member and isinstance(value, DISPLAYS):
        before = value.elts[: member[0] + 1]
        if len(before) <= member[0] or any(isinstance(each, nodes.Starred) for each in before):
            break
        value, member = before[-1], member[1:]
    return value, member


def assigned_once(expression: nodes.NodeNG) -> nodes.NodeNG | None:
    """What is assigned to a name, if that is so once."""
    if not isinstance(expression, nodes.Name):
        return None
    bound = bindings(expression)
    inner = bound and not isinstance(bound[0].scope(), nodes.ClassDef)
    if inner and (len(bound) > 1 or _whole(bound[0]) is None):
        # Most names that are asked for are parameters, which need no longer search.
        return None
    scope, found = lookup(expression)
    only = len(scope.locals.get(expression.name, ())) == len(found) == 1
    return _whole(found[0]) if only else None


def _whole(bound: nodes.NodeNG) -> nodes.NodeNG | None:
    assignment = assignment_of(bound)
    return None if assignment is None or assignment.member or not assignment.plain else assignment.value


def assigned_name(value: nodes.NodeNG) -> nodes.AssignName | None:
    """The variable to which alone a statement assigns a value as it is: `x = value`."""
    statement = value.parent
    whole = isinstance(statement, nodes.Assign) and statement.value is value and len(statement.targets) == 1
    target = statement.targets[0] if whole else None
    return target if isinstance(target, nodes.AssignName) else None


def name_for(value: nodes.NodeNG) -> str:
    """The name of that variable; empty where there is none."""
    target = assigned_name(value)
    return "" if target is None else str(target.name)


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


def assignments(scope: nodes.NodeNG, name: str) -> Iterator[Assignment]:
    """The assignments to a name of a scope."""
    found = (assignment_of(bound) for bound in scope.locals.get(name, ()))
    return (each for each in found if each is not None)


def mentions(expression: nodes.NodeNG, name: str) -> bool:
    """Whether an expression reads a name."""
    return any(each.name == name for each in expression.nodes_of_class(nodes.Name))
