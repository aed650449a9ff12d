"""Which names belong to which scope: what the compiler's symbol table says, for astroid trees.

astroid's `locals` put `nonlocal` names into the inner function and say nothing about capture, so one pass over each
module collects what the interpreter needs. Comprehension variables count as names of the function around them: the
interpreter runs comprehensions inside that function's frame.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from astroid import nodes


@dataclass(slots=True)
class ScopeNames:
    """The names of one scope."""

    bound: set[str] = field(default_factory=set)
    """Names that live in this scope."""
    globals: set[str] = field(default_factory=set)
    nonlocals: set[str] = field(default_factory=set)
    captured: set[str] = field(default_factory=set)
    """Bound names that an inner scope reads or writes: they need a cell that outlives the frame."""
    used: set[str] = field(default_factory=set)
    """All names read here or in inner scopes and not bound there."""
    rebound: set[str] = field(default_factory=set)
    """Bound names that an inner function assigns, through `nonlocal` or, for a module, `global`."""
    passed_on: set[str] = field(default_factory=set)
    """`nonlocal` names, here or further inside, that belong to a scope around this one."""
    has_walrus: bool = False
    is_generator: bool = False
    is_async: bool = False


def scope_table(module: nodes.Module, mentioned: set[str]) -> dict[nodes.NodeNG, ScopeNames]:
    """The names of every module, class, function and lambda scope of `module`.

    All names and attributes that the module refers to are added to `mentioned`.
    """
    table: dict[nodes.NodeNG, ScopeNames] = {}
    collector = _Collector(table, mentioned)
    names = collector.scope(module, list(module.body))
    names.rebound = {name for each in table.values() if each is not names for name in each.globals}
    mentioned |= names.used
    return table


class _Collector:
    def __init__(self, table: dict[nodes.NodeNG, ScopeNames], mentioned: set[str]) -> None:
        self.table = table
        self.mentioned = mentioned

    def scope(self, node: nodes.NodeNG, body: list[nodes.NodeNG]) -> ScopeNames:
        names = self.table[node] = ScopeNames()
        if isinstance(node, (nodes.FunctionDef, nodes.Lambda)):
            for argument in parameter_names(node):
                names.bound.add(argument)
            names.is_async = isinstance(node, nodes.AsyncFunctionDef)
        inner: list[ScopeNames] = []
        stack = list(reversed(body))
        while stack:
            child = stack.pop()
            kind = type(child)
            if kind is nodes.Name:
                names.used.add(child.name)
            elif kind is nodes.AssignName or kind is nodes.DelName:
                names.bound.add(child.name)
            elif kind is nodes.Const:
                continue
            elif isinstance(child, nodes.FunctionDef):
                names.bound.add(child.name)
                stack.extend(_outside(child))
                inner.append(self.scope(child, list(child.body)))
            elif kind is nodes.Lambda:
                stack.extend(_defaults(child.args))
                inner.append(self.scope(child, [child.body]))
            elif kind is nodes.ClassDef:
                names.bound.add(child.name)
                stack.extend(child.bases)
                stack.extend(keyword.value for keyword in child.keywords)
                if child.decorators:
                    stack.extend(child.decorators.nodes)
                inner.append(self.scope(child, list(child.body)))
            elif kind is nodes.Global:
                names.globals.update(child.names)
            elif kind is nodes.Nonlocal:
                names.nonlocals.update(child.names)
            elif kind is nodes.Import:
                names.bound.update(alias or name.partition(".")[0] for name, alias in child.names)
            elif kind is nodes.ImportFrom:
                names.bound.update(alias or name for name, alias in child.names if name != "*")
            else:
                if kind is nodes.Attribute:
                    self.mentioned.add(child.attrname)
                    stack.append(child.expr)
                    continue
                if kind is nodes.Yield or kind is nodes.YieldFrom:
                    names.is_generator = True
                elif kind is nodes.NamedExpr:
                    names.has_walrus = True
                stack.extend(reversed(list(child.get_children())))
        self.mentioned |= names.used
        names.bound -= names.globals | names.nonlocals
        names.passed_on = set(names.nonlocals)
        for other in inner:
            free = other.used - other.bound | other.nonlocals
            names.used |= free
            if isinstance(node, nodes.ClassDef):
                names.passed_on |= other.passed_on
            elif not isinstance(node, nodes.Module):
                names.rebound |= other.passed_on & names.bound
                names.passed_on |= other.passed_on - names.bound
            # A class body is no closure: methods look through it.
            if not isinstance(node, nodes.ClassDef):
                names.captured |= free & names.bound
        return names


class Signature(NamedTuple):
    """The parameters of a function, by how they are passed."""

    positional: list[str]
    keyword_only: list[str]
    vararg: str | None
    kwarg: str | None
    names: list[str]
    """All of them, in order."""
    by_keyword: frozenset[str]
    """Those that a call may pass by name."""

    @classmethod
    def of(cls, node: nodes.FunctionDef | nodes.Lambda) -> Signature:
        """Read them from the tree."""
        arguments = node.args
        positional = [a.name for a in arguments.posonlyargs] + [a.name for a in arguments.args or []]
        keyword_only = [a.name for a in arguments.kwonlyargs]
        by_keyword = frozenset(positional[len(arguments.posonlyargs) :] + keyword_only)
        return cls(positional, keyword_only, arguments.vararg, arguments.kwarg, parameter_names(node), by_keyword)


def parameter_names(node: nodes.FunctionDef | nodes.Lambda) -> list[str]:
    """All parameters in the order of the signature, with `*args` and `**kwargs`."""
    arguments = node.args
    out = [a.name for a in arguments.posonlyargs] + [a.name for a in arguments.args or []]
    if arguments.vararg:
        out.append(arguments.vararg)
    out += [a.name for a in arguments.kwonlyargs]
    if arguments.kwarg:
        out.append(arguments.kwarg)
    return out


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
