"""Which names belong to which scope: what the compiler's symbol table says, for astroid trees.

astroid's `locals` put `nonlocal` names into the inner function and say nothing about capture, so one pass over each
module collects what the interpreter needs. Comprehension variables count as names of the function around them: the
interpreter runs comprehensions inside that function's frame.
"""

from __future__ import annotations

from collections.abc import Set
from dataclasses import dataclass
from typing import NamedTuple

from astroid import nodes
from astroid.exceptions import NoDefault

from hybridize.program import guards
from hybridize.program.guards import Guards

_NONE: frozenset[str] = frozenset()
"""One for all: most sets of names are empty, which in a large program would be tens of megabytes."""


_TESTS = frozenset({nodes.If, nodes.IfExp, nodes.Assert, nodes.While, nodes.BoolOp})


@dataclass(slots=True)
class ScopeNames:
    """The names of one scope."""

    bound: Set[str] = _NONE
    """Names that live in this scope."""
    globals: Set[str] = _NONE
    nonlocals: Set[str] = _NONE
    captured: Set[str] = _NONE
    """Bound names that an inner scope reads or writes: they need a cell that outlives the frame."""
    used: Set[str] = _NONE
    """All names read here or in inner scopes and not bound there."""
    rebound: Set[str] = _NONE
    """Bound names that an inner function assigns, through `nonlocal` or, for a module, `global`."""
    passed_on: Set[str] = _NONE
    """`nonlocal` names, here or further inside, that belong to a scope around this one."""
    reads: tuple[nodes.Name, ...] = ()
    """Where this very scope reads the parameters of its function."""
    bound_anew: Set[str] = _NONE
    """Those parameters that it binds again."""
    guards: Guards | None = None
    """The tests that hold where an attribute is read."""
    has_walrus: bool = False
    is_generator: bool = False
    is_async: bool = False

    @property
    def bound_again(self) -> Set[str]:
        """The parameters that do not hold all the time what was passed, and other names that inner functions bind."""
        return self.bound_anew | self.rebound


def scope_table(module: nodes.Module, mentioned: set[str], assigned: set[str]) -> dict[nodes.NodeNG, ScopeNames]:
    """The names of every module, class, function and lambda scope of `module`.

    All names and attributes that the module refers to are added to `mentioned`, the attributes it sets to `assigned`.
    """
    table: dict[nodes.NodeNG, ScopeNames] = {}
    collector = _Collector(table, mentioned, assigned)
    names = collector.scope(module, list(module.body))
    names.rebound = {name for each in table.values() if each is not names for name in each.globals}
    mentioned |= names.used
    for each in table.values():
        # Needed for the scopes around only.
        each.used = each.passed_on = _NONE
    return table


class _Collector:
    def __init__(self, table: dict[nodes.NodeNG, ScopeNames], mentioned: set[str], assigned: set[str]) -> None:
        self.table = table
        self.mentioned = mentioned
        self.assigned = assigned

    def scope(self, node: nodes.NodeNG, body: list[nodes.NodeNG]) -> ScopeNames:
        names = self.table[node] = ScopeNames()
        bound: set[str] = set()
        used: set[str] = set()
        declared: set[str] = set()
        nonlocals: set[str] = set()
        if isinstance(node, (nodes.FunctionDef, nodes.Lambda)):
            for argument in parameter_names(node):
                bound.add(argument)
            names.is_async = isinstance(node, nodes.AsyncFunctionDef)
        parameters = frozenset(bound)
        reads: list[nodes.Name] = []
        bound_anew: set[str] = set()
        inner: list[ScopeNames] = []
        tested = False
        stack = list(reversed(body))
        while stack:
            child = stack.pop()
            kind = type(child)
            if kind is nodes.Name:
                used.add(child.name)
                if child.name in parameters:
                    reads.append(child)
            elif kind is nodes.AssignName or kind is nodes.DelName:
                bound.add(child.name)
                if child.name in parameters:
                    bound_anew.add(child.name)
            elif kind is nodes.Const:
                continue
            elif kind is nodes.Attribute:
                self.mentioned.add(child.attrname)
                stack.append(child.expr)
            elif kind is nodes.Call:
                # What is frequent is taken apart here, in the order of `get_children`.
                stack.extend([keyword.value for keyword in reversed(child.keywords)])
                stack.extend(reversed(child.args))
                stack.append(child.func)
            elif kind is nodes.Assign:
                stack.append(child.value)
                stack.extend(reversed(child.targets))
            elif kind is nodes.Expr:
                stack.append(child.value)
            elif kind is nodes.Subscript:
                stack += (child.slice, child.value)
            elif kind is nodes.BinOp:
                stack += (child.right, child.left)
            elif kind is nodes.Tuple or kind is nodes.List:
                stack.extend(reversed(child.elts))
            elif isinstance(child, nodes.FunctionDef):
                bound.add(child.name)
                stack.extend(_outside(child))
                inner.append(self.scope(child, list(child.body)))
            elif kind is nodes.Lambda:
                stack.extend(_defaults(child.args))
                inner.append(self.scope(child, [child.body]))
            elif kind is nodes.ClassDef:
                bound.add(child.name)
                stack.extend(child.bases)
                stack.extend(keyword.value for keyword in child.keywords)
                if child.decorators:
                    stack.extend(child.decorators.nodes)
                inner.append(self.scope(child, list(child.body)))
            elif kind is nodes.Global:
                declared.update(child.names)
            elif kind is nodes.Nonlocal:
                nonlocals.update(child.names)
            elif kind is nodes.Import:
                bound.update(alias or name.partition(".")[0] for name, alias in child.names)
            elif kind is nodes.ImportFrom:
                bound.update(alias or name for name, alias in child.names if name != "*")
            else:
                if kind is nodes.Yield or kind is nodes.YieldFrom:
                    names.is_generator = True
                elif kind is nodes.NamedExpr:
                    names.has_walrus = True
                elif kind in _TESTS:
                    test = child if kind is nodes.BoolOp else child.test
                    tested = tested or guards.tests_attribute(test)
                elif kind is nodes.AssignAttr:
                    self.assigned.add(child.attrname)
                stack.extend(reversed(list(child.get_children())))
        self.mentioned |= used
        bound -= declared | nonlocals
        if isinstance(node, nodes.ClassDef):
            bound |= {in_class(name, node) for name in bound if name.startswith("__")}
        passed_on = set(nonlocals)
        captured: set[str] = set()
        rebound: set[str] = set()
        for other in inner:
            free = other.used - other.bound | other.nonlocals
            used |= free
            if isinstance(node, nodes.ClassDef):
                passed_on |= other.passed_on
            elif not isinstance(node, nodes.Module):
                rebound |= other.passed_on & bound
                passed_on |= other.passed_on - bound
            # A class body is no closure: methods look through it.
            if not isinstance(node, nodes.ClassDef):
                captured |= free & bound
        names.bound, names.used, names.globals = bound, used or _NONE, declared or _NONE
        names.nonlocals, names.captured = nonlocals or _NONE, captured or _NONE
        names.reads, names.bound_anew = tuple(reads), bound_anew or _NONE
        if tested:
            names.guards = guards.of_body(body, bound) or None
        names.rebound, names.passed_on = rebound or _NONE, passed_on or _NONE
        return names


class Signature(NamedTuple):
    """The parameters of a function, by how they are passed."""

    positional: tuple[str, ...]
    keyword_only: tuple[str, ...]
    vararg: str | None
    kwarg: str | None
    names: tuple[str, ...]
    """All of them, in order."""
    by_keyword: tuple[str, ...]
    """Those that a call may pass by name."""

    @classmethod
    def of(cls, node: nodes.FunctionDef | nodes.Lambda) -> Signature:
        """Read them from the tree."""
        arguments = node.args
        names = tuple(parameter_names(node))
        # Of most functions all four are one tuple: they have parameters of one kind.
        positional = names[: len(arguments.posonlyargs) + len(arguments.args or ())]
        keyword_only = tuple([a.name for a in arguments.kwonlyargs])
        by_keyword = positional[len(arguments.posonlyargs) :] + keyword_only
        return cls(positional, keyword_only, arguments.vararg, arguments.kwarg, names, by_keyword)


def parameter_names(scope: nodes.NodeNG) -> list[str]:
    """All parameters in the order of the signature, with `*args` and `**kwargs`; modules and classes have none."""
    if not isinstance(scope, (nodes.FunctionDef, nodes.Lambda)):
        return []
    arguments = scope.args
    out = [a.name for a in arguments.posonlyargs] + [a.name for a in arguments.args or []]
    if arguments.vararg:
        out.append(arguments.vararg)
    out += [a.name for a in arguments.kwonlyargs]
    if arguments.kwarg:
        out.append(arguments.kwarg)
    return out


def receiver_name(method: nodes.NodeNG) -> str:
    """The name under which a method knows its object: that of its first parameter; empty where there is none."""
    return next(iter(parameter_names(method)), "")


def default_of(function: nodes.FunctionDef, parameter: str) -> nodes.NodeNG | None:
    """What stands for a parameter that a call leaves out; None for one without a default."""
    try:
        default: nodes.NodeNG = function.args.default_value(parameter)
    except NoDefault:
        return None
    return default


def mangled(name: str, node: nodes.NodeNG) -> str:
    """What Python makes of a name that is written at `node`: in a class `__x` stands for `_Class__x`."""
    if not name.startswith("__") or name.endswith("__"):
        return name
    child, parent = node, node.parent
    while parent is not None:
        if isinstance(parent, nodes.ClassDef) and child in parent.body:
            return in_class(name, parent)
        child, parent = parent, parent.parent
    return name


def in_class(name: str, cls: nodes.ClassDef) -> str:
    """The same for a name that the body of `cls` binds."""
    owner = cls.name.lstrip("_")
    return f"_{owner}{name}" if owner and name.startswith("__") and not name.endswith("__") else name


def _defaults(arguments: nodes.Arguments) -> list[nodes.NodeNG]:
    return [d for d in [*(arguments.defaults or []), *(arguments.kw_defaults or [])] if d is not None]


def _outside(node: nodes.FunctionDef) -> list[nodes.NodeNG]:
    """The parts of a `def` that run in the scope around it."""
    arguments = node.args
    parts = _defaults(arguments)
    if node.decorators:
        parts += node.decorators.nodes
    annotations = [
        *arguments.annotations, *arguments.posonlyargs_annotations, *arguments.kwonlyargs_annotations,
        arguments.varargannotation, arguments.kwargannotation, node.returns,
    ]  # fmt: skip
    return parts + [a for a in annotations if a is not None]
