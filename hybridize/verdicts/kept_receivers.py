"""Methods whose object nobody else keeps: `tf.function` holds it weakly, and a graph of it finds `None`.

Eagerly a bound method keeps its object: `step = Model().step` works as long as `step` is there. Run on 2.15 and 2.21:
as a graph it fails at the first call, and so does `Model().step(x)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import Instance
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.provenance import argument_of, calls_of
from hybridize.program.lookup import assignments, bindings
from hybridize.program.loops import loop_around
from hybridize.verdicts.evidence import UnseenCode
from hybridize.verdicts.unseen import uncovered

WHAT = "a method of an object that may be deleted, which `tf.function` does not keep"
_GATHERING = (nodes.List, nodes.Tuple, nodes.Set, nodes.Dict, nodes.ListComp, nodes.SetComp, nodes.DictComp)


class KeptReceivers:
    """Finds calls of methods whose object may be gone."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def assumptions(self, function: FunctionFacts) -> list[UnseenCode]:
        """That the object of a method is still there at the first call by which it may be gone."""
        name = function.node.name
        received = [each.name for each in function.parameters if each.receiver]
        if not received or (name.startswith("__") and name.endswith("__")):
            return []
        for context in function.contexts:
            objects = select(context.arguments.get(received[0], BOTTOM), Instance)
            kept = all(_is_kept(obj.site) for obj in objects)
            for caller, call, _ in self._facts.graph.callers.get(context, ()) if not kept else ():
                if isinstance(call, nodes.Call) and not all(map(_holds, self._ways(call, name))):
                    return [uncovered(caller.module_path, call, WHAT)]
        return []

    def _ways(self, call: nodes.Call, name: str) -> Iterator[nodes.NodeNG]:
        """What a call reaches a method by: reads of it, or the call itself where there is no such read."""
        if _reads(call.func, name) and name not in self._assigned:
            yield call.func
            return
        given = [each for each in (*call.args, *(one.value for one in call.keywords)) if _reads(each, name)]
        if given:
            yield from given
            return
        held = list(self._held_in(call.func)) if isinstance(call.func, nodes.Name) else []
        yield from held if held and all(_reads(each, name) for each in held) else [call]

    @cached_property
    def _assigned(self) -> Set[str]:
        """The attributes that the program assigns: one of them may hold a method of the same name."""
        return {each.attrname for module in self._facts.program.modules for each in module.all_of(nodes.AssignAttr)}

    def _held_in(self, name: nodes.Name) -> Iterator[nodes.NodeNG]:
        """What a name is assigned in its function, and what calls pass to it."""
        yield from (each.value for each in assignments(name.scope(), name.name))
        function = self._facts.function_of(name.scope())
        if function is None:
            return
        for parameter in function.parameters:
            if parameter.name == name.name:
                given = (argument_of(passed.node, parameter, function) for passed in calls_of(parameter))
                yield from (argument for argument in given if argument is not None)


def _reads(expression: nodes.NodeNG, name: str) -> bool:
    return isinstance(expression, nodes.Attribute) and expression.attrname == name


def _holds(way: nodes.NodeNG) -> bool:
    """Whether what a method is read of stays while the method runs: a name, or what another object holds."""
    if not isinstance(way, nodes.Attribute):
        return False
    base = way.expr
    if isinstance(base, nodes.Call):
        return isinstance(base.func, nodes.Name) and base.func.name == "super"
    called = isinstance(way.parent, nodes.Call) and way.parent.func is way
    return called or not isinstance(base, nodes.Name) or len(bindings(base)) <= 1


def _is_kept(site: nodes.NodeNG) -> bool:
    """Whether the object that is made somewhere is held by a name of a module, by a class or by another object."""
    if not isinstance(site, nodes.Call):
        return True
    value = site
    while isinstance(value.parent, (*_GATHERING, nodes.Starred)):
        value = value.parent
    statement = value.parent
    if isinstance(statement, nodes.Call) and isinstance(statement.func, nodes.Attribute):
        return statement.func.attrname in ("append", "add")
    if not isinstance(statement, (nodes.Assign, nodes.AnnAssign)):
        return False
    target = statement.targets[0] if isinstance(statement, nodes.Assign) else statement.target
    if not isinstance(target, nodes.AssignName):
        return not isinstance(target, (nodes.Tuple, nodes.List))
    scope = statement.scope()
    if isinstance(scope, nodes.ClassDef):
        return True
    rebound = len(scope.locals.get(target.name, ())) > 1 or loop_around(statement) is not None
    return isinstance(scope, nodes.Module) and not rebound
