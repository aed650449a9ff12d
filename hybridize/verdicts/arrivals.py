"""What a call passes: the expression, and the loops in whose rounds that is another Python value each time."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property

from astroid import nodes

from hybridize.inference.state.contexts import Context
from hybridize.inference.results.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.program import statements
from hybridize.verdicts.loops import loops_around, rounds, targets
from hybridize.verdicts.places import lookup

DEPTH = 5
"""Assignments and calls that are followed back from an argument."""
MOST = 50
"""Callers that are looked at for one context."""
_GROWING = frozenset({"append", "extend", "insert", "add", "update", "appendleft", "setdefault"})
_STEADY = frozenset({"shape", "dtype", "ndim", "size", "rank", "len", "get_shape", "cardinality"})
"""What is asked of the value of a loop variable and mostly the same for all of them."""
_FRESH = frozenset({"clock", "random"})
"""Effects of functions that give another value at each call."""

Loops = dict[nodes.NodeNG, str]
"""Loops, with the path of their module."""


def argument_of(call: nodes.NodeNG, found: ParameterFacts, function: FunctionFacts) -> nodes.NodeNG | None:
    """The expression that a call passes to a parameter, where it is written there."""
    if not isinstance(call, nodes.Call) or found.kind in ("var-positional", "var-keyword"):
        return None
    for keyword in call.keywords:
        if keyword.arg == found.name:
            return keyword.value
    receiver = bool(function.parameters) and function.parameters[0].receiver
    position = found.index - (1 if receiver else 0)
    if 0 <= position < len(call.args) and not any(isinstance(a, nodes.Starred) for a in call.args[: position + 1]):
        argument = call.args[position]
        assert isinstance(argument, nodes.NodeNG)
        return argument
    return None


class Changes:
    """Which arguments change from call to call, followed back through assignments and the calls of the caller."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts
        self._found: dict[tuple[nodes.NodeNG, nodes.NodeNG, int], Loops] = {}
        self._members: dict[tuple[Callable[[nodes.NodeNG], set[str]], nodes.NodeNG], set[str]] = {}
        self._passed: dict[tuple[nodes.NodeNG, str, int], Loops] = {}

    @cached_property
    def _functions(self) -> dict[nodes.NodeNG, FunctionFacts]:
        return {function.node: function for function in self._facts.functions}

    def traced(self, function: FunctionFacts, call: nodes.NodeNG) -> bool:
        """Whether a call runs the graph: a function that is not decorated may be called as it is, too."""
        decorated = any(mark.how != "call" for mark in function.hybrids)
        return decorated or not function.hybrids or call in self._facts.analysis.events.graph_calls

    def of(self, expression: nodes.NodeNG, at: nodes.NodeNG, caller: Context, depth: int = DEPTH) -> Loops:
        """The loops around `at`, or around the calls that lead there, in whose rounds the expression changes."""
        return self._changes(expression, at, caller.module_path, depth)

    def of_calls(self, context: Context) -> Loops:
        """The innermost loops around the calls of a context, or around those of its callers."""
        out: Loops = {}
        pending, seen = [context], {context}
        for each in pending:
            for caller, call, _ in self._facts.graph.callers.get(each, []):
                loop = next(loops_around(call), None)
                if loop is not None:
                    out[loop] = caller.module_path
                elif caller not in seen and len(seen) < MOST:
                    seen.add(caller)
                    pending.append(caller)
        return out

    def _names(self, find: Callable[[nodes.NodeNG], set[str]], node: nodes.NodeNG) -> set[str]:
        """The result of a search of a whole loop or class, done once."""
        if (find, node) not in self._members:
            self._members[find, node] = find(node)
        return self._members[find, node]

    def _changes(self, expression: nodes.NodeNG, at: nodes.NodeNG, path: str, depth: int) -> Loops:
        key = (expression, at, depth)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._look(expression, at, path, depth)
        return found

    def _look(self, expression: nodes.NodeNG, at: nodes.NodeNG, path: str, depth: int) -> Loops:
        around = list(loops_around(at))
        out: Loops = {}
        for node in self._leaves(expression):
            if isinstance(node, nodes.Name):
                out |= self._of_name(node, around, at, path, depth)
            elif isinstance(node, nodes.Attribute):
                out |= self._of_counter(node, around, path)
            elif around and self._is_fresh(node):
                out[around[0]] = path
        return out

    def _of_name(self, name: nodes.Name, around: list[nodes.NodeNG], at: nodes.NodeNG, path: str, depth: int) -> Loops:
        out: Loops = {}
        for loop in around:
            if name.name in targets(loop):
                return {loop: path}
        asked_for_length = isinstance(name.parent, nodes.Call) and name is not name.parent.func
        for loop in around:
            if name.name in self._names(_augmented, loop) or (
                asked_for_length and name.name in self._names(_grown, loop)
            ):
                out[loop] = path
                if _is_reset(loop, name.name):
                    break
        if out or not depth:
            return out
        scope, found = lookup(name)
        for each in found:
            if isinstance(each, nodes.AssignName) and isinstance(each.parent, nodes.Assign):
                assignment = each.parent
                inside = [loop for loop in around if loop.parent_of(assignment)]
                if inside and any(n.name == name.name for n in assignment.value.nodes_of_class(nodes.Name)):
                    out[inside[0]] = path
                elif assignment.frame() is at.frame() and name not in assignment.value.nodes_of_class(nodes.Name):
                    deeper = self._changes(assignment.value, assignment, path, depth - 1)
                    out |= {loop: p for loop, p in deeper.items() if loop in around or loop.frame() is not at.frame()}
            elif isinstance(each, nodes.AssignName) and isinstance(each.parent, nodes.Arguments):
                out |= self._of_parameter(scope, name.name, depth - 1)
        return out

    def _of_parameter(self, scope: nodes.NodeNG, name: str, depth: int) -> Loops:
        key = (scope, name, depth)
        if key not in self._passed:
            self._passed[key] = {}
            self._passed[key] = self._through_calls(scope, name, depth)
        return self._passed[key]

    def _through_calls(self, scope: nodes.NodeNG, name: str, depth: int) -> Loops:
        out: Loops = {}
        function = self._functions.get(scope)
        if function is None or depth < 0:
            return out
        for parameter in function.parameters:
            for passed in parameter.incoming if parameter.name == name else ():
                argument = argument_of(passed.node, parameter, function)
                if argument is not None:
                    out |= self._changes(argument, passed.node, passed.caller.module_path, depth)
        return out

    def _of_counter(self, attribute: nodes.Attribute, around: list[nodes.NodeNG], path: str) -> Loops:
        """An attribute that the class counts up, where the calls are in a loop."""
        method = attribute.frame()
        owner = method.parent.frame() if isinstance(method, nodes.FunctionDef) else method
        if not isinstance(owner, nodes.ClassDef) or attribute.attrname not in self._names(_counted, owner):
            return {}
        if around:
            return {around[0]: path}
        out: Loops = {}
        for context in self._facts.analysis.contexts.by_scope.get(method, []):
            out |= self.of_calls(context)
        return out

    def _leaves(self, expression: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
        """The names, attributes and calls that make the value; not what is only asked for its shape or length."""
        if isinstance(expression, nodes.Attribute) and expression.attrname in _STEADY:
            return
        if isinstance(expression, (nodes.Name, nodes.Attribute, nodes.Call)):
            yield expression
        if isinstance(expression, nodes.Call):
            called = getattr(expression.func, "attrname", getattr(expression.func, "name", ""))
            if called in _STEADY:
                # What is measured may grow all the same.
                yield from (n for n in expression.args if isinstance(n, nodes.Name) and self._grows_around(n))
                return
        for child in expression.get_children():
            yield from self._leaves(child)

    def _grows_around(self, name: nodes.Name) -> bool:
        return any(name.name in self._names(_grown, loop) for loop in loops_around(name))

    def _is_fresh(self, call: nodes.NodeNG) -> bool:
        symbol = self._facts.knowledge.lookup(self._facts.callees.of(call))
        return symbol is not None and symbol.effect in _FRESH


def _grown(loop: nodes.NodeNG) -> set[str]:
    """The names of containers to which the loop adds."""
    called = [call.func for call in loop.nodes_of_class(nodes.Call) if isinstance(call.func, nodes.Attribute)]
    return {f.expr.name for f in called if f.attrname in _GROWING and isinstance(f.expr, nodes.Name)}


def _augmented(loop: nodes.NodeNG) -> set[str]:
    """The names that the loop counts up or down."""
    found = (each.target for each in statements(loop) if isinstance(each, nodes.AugAssign))
    return {target.name for target in found if isinstance(target, nodes.AssignName)}


def _is_reset(loop: nodes.NodeNG, name: str) -> bool:
    """Whether the loop begins the count again, so that the loops around it bring no new numbers."""
    for each in loop.parent.nodes_of_class(nodes.Assign) if loop.parent in loops_around(loop) else ():
        if any(isinstance(target, nodes.AssignName) and target.name == name for target in each.targets):
            return True
    return False


def _counted(owner: nodes.ClassDef) -> set[str]:
    found = (each.target for each in statements(owner) if isinstance(each, nodes.AugAssign))
    return {target.attrname for target in found if isinstance(target, nodes.AssignAttr)}


def times(loops: Iterable[nodes.NodeNG]) -> int | None:
    """How often the body runs in all rounds of the loops together; None where that is not written in the program."""
    out = 1
    for loop in loops:
        known = rounds(loop)
        if known is None:
            return None
        out *= known
    return out
