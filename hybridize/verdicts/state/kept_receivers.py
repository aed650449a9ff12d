"""Methods whose object nobody else keeps: `tf.function` holds it weakly, and a graph of it finds `None`.

Eagerly a bound method keeps its object: `step = Model().step` works as long as `step` is there. Run on 2.15 and 2.21:
as a graph it fails at the first call, and so does `Model().step(x)`.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, Bound, Hybrid, Instance
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context, context_of
from hybridize.inference.facts.provenance import argument_of, calls_of
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assigned_once, assignments, bindings
from hybridize.program.loops import loop_around
from hybridize.program.places import place_of
from hybridize.program.scopes import parameter_names
from hybridize.verdicts.evidence.assumptions import UnseenCode
from hybridize.verdicts.evidence.safety import ReceiverNotHeld
from hybridize.verdicts.project.merged_contexts import runs_several
from hybridize.verdicts.project.unknown_code import uncovered

_PLAIN = frozenset({"builtins.object", "abc.ABC", "tensorflow.Module"})
"""The classes whose objects nothing holds by itself."""
_MAKING = frozenset({"__init__", "__new__", "__post_init__"})
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
            for caller, call, _ in self._facts.graph.callers.of(context) if not kept else ():
                if isinstance(call, nodes.Call) and not all(map(_holds, self._ways(call, function))):
                    return [uncovered(caller.module_path, call, WHAT)]
        return []

    def not_held(self, function: FunctionFacts) -> Iterator[ReceiverNotHeld]:
        """The calls of a method that is a graph for everybody at which its object is certainly gone."""
        receiver = next((each for each in function.parameters if each.receiver), None)
        name = str(getattr(function.node, "name", ""))
        if receiver is None or not self._facts.is_decorated(function.node) or name.startswith("__"):
            return
        if not any(each.name == receiver.name for each in nodes_inside(function.node, nodes.Name)):
            return
        for passed in receiver.incoming:
            objects = select(passed.value, Instance)
            if not objects or len(objects) < len(passed.value) or not isinstance(passed.node, nodes.Call):
                continue
            if passed.caller.wide or runs_several(passed.caller, passed.node) or any(map(self._is_held, objects)):
                continue
            ways = [each for way in self._ways(passed.node, function) for each in _methods(way)]
            if ways and all(any(self._is_dropped(way, passed.caller, each) for way in ways) for each in objects):
                here = place_of(passed.caller.module_path, passed.node)
                yield ReceiverNotHeld(here, objects[0].cls.node.name)

    def _is_dropped(self, way: nodes.NodeNG, caller: Context, obj: Instance) -> bool:
        """Whether the object of which a method is read, or with which something hands it out, is made there."""
        made = way.expr if isinstance(way, nodes.Attribute) else way
        if isinstance(made, (nodes.Name, nodes.Attribute)) or any(True for _ in made.nodes_of_class(nodes.NamedExpr)):
            return False
        called = [(call, callee) for call, callee in caller.summary.calls if call is made or made.parent_of(call)]
        if obj.site is made or made.parent_of(obj.site):
            return True
        run = self._facts.graph.reached(callee for _, callee in called)
        if obj.owner is None or context_of(obj.owner) not in run:
            return False
        # Perhaps it is handed out with its method.
        return way is not made or not any(obj in self._facts.objects.within(each.summary.result) for _, each in called)

    def _is_held(self, obj: Instance) -> bool:
        """Whether something may hold an object for longer than an expression, as layers of Keras do themselves."""
        facts = self._facts.objects.class_facts(obj.cls)
        return obj in self._kept or not facts.bases <= _PLAIN or any(
            _hands_out_itself(method)
            for cls in self._facts.analysis.classes.mro(obj.cls)
            for method in cls.node.mymethods()
            if method.name in _MAKING
        )

    @cached_property
    def _kept(self) -> Set[AbstractObject]:
        """The objects that names, attributes and containers hold; a method that is a graph does not."""
        found: dict[AbstractObject, None] = {}
        for fields in list(self._facts.analysis.heap.cells.values()):
            for cell in fields.values():
                for each in self._facts.objects.within(cell.value):
                    found[each] = None
                    if isinstance(each, Bound) and not isinstance(each.function, Hybrid):
                        found[each.receiver] = None
        return found.keys()

    def _ways(self, call: nodes.Call, function: FunctionFacts) -> Iterator[nodes.NodeNG]:
        """What a call reaches a method by: reads of it, or the call itself where there is no such read."""
        name = function.node.name
        # An attribute of its name may hold the method of an object that is gone.
        if _reads(call.func, name) and (function.node, name) not in self._facts.objects.kept_methods:
            yield call.func
            return
        given = [each for each in (*call.args, *(one.value for one in call.keywords)) if _reads(each, name)]
        if given:
            yield from given
            return
        held = list(self._held_in(call.func)) if isinstance(call.func, nodes.Name) else []
        yield from held if held and all(_reads(each, name) for each in held) else [call]

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


def _methods(way: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """What a call reaches a method by: also where that is in a list that a loop goes through, or what a call gave."""
    if not isinstance(way, nodes.Call):
        yield way
        return
    called = assigned_once(way.func) or way.func
    if isinstance(called, nodes.Name):
        for each in assignments(called.scope(), called.name):
            gone_through = (assigned_once(each.value) or each.value) if each.iterated and not each.member else None
            if isinstance(gone_through, nodes.ListComp):
                yield gone_through.elt
            elif isinstance(gone_through, (nodes.List, nodes.Tuple)):
                yield from gone_through.elts
            else:
                yield way.func
        return
    yield called


def _hands_out_itself(method: nodes.FunctionDef) -> bool:
    """Whether a method that makes an object hands it to somebody, or one of its methods."""
    names = parameter_names(method)
    for each in nodes_inside(method, nodes.Name) if names else ():
        used = each.parent
        if each.name == names[0]:
            read = isinstance(used, nodes.Attribute)
            called = read and isinstance(used.parent, nodes.Call) and used.parent.func is used
            if not isinstance(used, (nodes.AssignAttr, nodes.DelAttr)) and not called:
                return True
    return False


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
