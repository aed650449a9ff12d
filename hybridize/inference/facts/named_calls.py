"""Who calls whom, by names: the call graph without its contexts, for readers outside the analysis."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.frameworks.knowledge import Knowledge
from hybridize.inference.domain.objects import MARKERS
from hybridize.inference.state.analysis import Analysis
from hybridize.program import Program

BUILTIN = "<builtin>"
"""Stands for the module `builtins` in the names of what is called."""


def named_calls(program: Program, analysis: Analysis) -> dict[str, dict[str, list[str]]]:
    """By the path of a module: what its code and each of its functions and lambdas call, all by qualified names.

    The code of a module goes by the module's name, that of a class body belongs to what is around the class. Nested
    functions are joined with dots; lambdas are `<lambda1>`, `<lambda2>` in the order of their scope. What lies outside
    the project goes by the shortest of its public names (`tensorflow.matmul`).
    """
    names: dict[nodes.NodeNG, str] = {}
    found: dict[str, dict[str, set[str]]] = {}
    for module in program.modules:
        calls = found[module.file.relative] = {}
        for scope, name in _scopes(module.tree, module.file.module):
            names[scope] = name
            calls.setdefault(name, set())
    for context in analysis.contexts:
        caller = _caller(context.scope)
        calls = found[context.module_path]
        for _, callee, _ in context.summary.edges():
            # Neither the body of a class nor a lambda in a text that is given to `eval` has a name here.
            if caller in names and callee.scope in names:
                calls[names[caller]].add(names[callee.scope])
    public = _shortest_names(analysis.knowledge)
    for scope, outside in analysis.events.calls.outside_calls.items():
        calls = found[analysis.scopes.path_of(scope)]
        caller = _caller(scope)
        if caller in names:
            named = (name for name in outside if not name.startswith(MARKERS))
            calls[names[caller]].update(public.get(name) or _outside(name) for name in named)
    return {path: {name: sorted(called) for name, called in calls.items()} for path, calls in found.items()}


def _scopes(module: nodes.Module, name: str) -> Iterator[tuple[nodes.NodeNG, str]]:
    """The module, its functions and its lambdas with their qualified names, in the order of the source."""
    yield module, name
    lambdas: dict[str, int] = {}
    stack: list[tuple[nodes.NodeNG, str]] = [(child, name) for child in module.get_children()][::-1]
    while stack:
        node, around = stack.pop()
        inside = around
        if isinstance(node, nodes.FunctionDef):
            inside = f"{around}.{node.name}"
            yield node, inside
        elif isinstance(node, nodes.Lambda):
            lambdas[around] = lambdas.get(around, 0) + 1
            inside = f"{around}.<lambda{lambdas[around]}>"
            yield node, inside
        elif isinstance(node, nodes.ClassDef):
            inside = f"{around}.{node.name}"
        stack += [(child, inside) for child in node.get_children()][::-1]


def _caller(scope: nodes.NodeNG) -> nodes.NodeNG:
    """The function or module whose code a class body belongs to."""
    while isinstance(scope, nodes.ClassDef):
        scope = scope.parent.scope()
    return scope


def _shortest_names(knowledge: Knowledge) -> dict[str, str]:
    """By canonical names: the other public names that are shorter."""
    found: dict[str, str] = {}
    for alias, name in sorted(knowledge.aliases()):
        if len(alias) < len(found.get(name, name)):
            found[name] = alias
    return found


def _outside(name: str) -> str:
    return BUILTIN + name.removeprefix("builtins") if name.startswith("builtins.") else name
