"""Graphs to which a second object comes that makes variables with its first call: only the first trace may make any.

`if self.w is None: self.w = tf.Variable(…)` is made once for each object. Where two objects arrive at one graph, the
second one makes its variables in a later trace, which TensorFlow refuses. The same holds for two optimizers, which make
their variables when gradients are first applied.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, Allocated, ExternalInstance, Instance
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.provenance import Provenance, argument_of
from hybridize.inference.facts.repetition import OPTIMIZER_STEPS
from hybridize.program.calls import call_of, method_name, receiver_of
from hybridize.program.first_call_guards import is_guarded
from hybridize.program.flow.order import surely_runs_before
from hybridize.program.inside import nodes_inside, reads_of
from hybridize.program.lookup import bindings, name_for
from hybridize.program.loops import loop_around, loops_around
from hybridize.program.places import holds
from hybridize.program.scopes import receiver_name
from hybridize.program.syntax import following
from hybridize.program.writes import binds_names_alone
from hybridize.verdicts.decide.traced_code import Reached, traced_code
from hybridize.verdicts.evidence.safety import SecondObject
from hybridize.verdicts.model.parts import Place

_MAKES_VARIABLES = "creates-variable"
_ROUNDS = (nodes.For, nodes.While, nodes.ListComp, nodes.SetComp, nodes.DictComp, nodes.GeneratorExp)
_WITHOUT_SLOTS = frozenset({"keras.optimizers.SGD"})
"""Optimizers that make no variables for each variable, in one release at least."""


class SecondObjects:
    """Finds such graphs."""

    def __init__(
        self, facts: Facts, provenance: Provenance, makes_late: Callable[[AbstractObject], bool]
    ) -> None:
        """`makes_late`: whether a layer makes its variables when it is first called."""
        self._facts = facts
        self._makes_late = makes_late
        self._provenance = provenance

    def of(self, function: FunctionFacts) -> list[SecondObject]:
        """The statements of a hybrid function, or what it calls, that make variables for each object that arrives."""
        parameters = [each for each in function.parameters if not each.receiver]
        arriving = {each.name: self.several(function, each, certain=True) for each in parameters}
        if not any(arriving.values()):
            return []
        out: dict[tuple[str, nodes.NodeNG], SecondObject] = {}
        for reached in traced_code(self._facts.graph, function.contexts):
            for node, makers in (*self._made_once(reached), *self._applied(reached)):
                for name, objects in arriving.items():
                    if not objects.isdisjoint(makers):
                        found = SecondObject(reached.place(node), name, chain=reached.chain(node))
                        out.setdefault((name, node), found)
        return list(out.values())

    def unbuilt(self, function: FunctionFacts, here: Place) -> Iterator[SecondObject]:
        """A parameter at which several layers or models arrive that make their variables when they are first called.

        Run on 2.15 and 2.21: the second one raises `ValueError: tf.function only supports singleton tf.Variables`.
        """
        for parameter in function.parameters:
            if parameter.receiver:
                continue
            coming, alike = self._coming_layers(function, parameter), self._made_alike(function, parameter)
            late = coming - self._called_before(function, parameter)
            # One that has its variables may be the first to come, and then none may make any.
            if late and (len(coming) > 1 or not late.isdisjoint(alike)):
                yield SecondObject(here, parameter.name)
                return

    def _coming_layers(self, function: FunctionFacts, parameter: ParameterFacts) -> set[AbstractObject]:
        """The layers that are made without variables, of which more than one may arrive in a run."""
        found: set[AbstractObject] = {*self.several(function, parameter), *self._made_alike(function, parameter)}
        for passed in parameter.incoming:
            if passed.caller.wide:
                found |= set(select(passed.value, Instance, ExternalInstance))
        return set(filter(self._makes_late, found))

    def _made_once(self, reached: Reached) -> Iterator[tuple[nodes.NodeNG, Iterable[AbstractObject]]]:
        """Where a method makes variables behind a test, with the objects whose method it is."""
        scope = reached.context.scope
        itself = receiver_name(scope)
        if not itself or not isinstance(scope.parent, nodes.ClassDef):
            return
        for condition in reached.context.summary.conditions.values():
            if condition.kind == _MAKES_VARIABLES and is_guarded(condition.node):
                yield condition.node, select(reached.context.arguments.get(itself, BOTTOM), Instance)

    def _applied(self, reached: Reached) -> Iterator[tuple[nodes.NodeNG, Iterable[AbstractObject]]]:
        """Where a function applies gradients with an optimizer that it is handed."""
        arguments = reached.context.arguments
        for call in nodes_inside(reached.context.scope, nodes.Call):
            optimizer = receiver_of(call) if method_name(call) in OPTIMIZER_STEPS else None
            if isinstance(optimizer, nodes.Name):
                given = select(arguments.get(optimizer.name, BOTTOM), ExternalInstance)
                yield call, [each for each in given if self.has_slots(each)]

    def has_slots(self, optimizer: ExternalInstance) -> bool:
        """Whether an optimizer makes variables for each variable, when gradients are first applied."""
        of_keras = self._facts.knowledge.is_subclass(optimizer.cls, "keras.optimizers.Optimizer")
        return of_keras and optimizer.cls not in _WITHOUT_SLOTS

    def several(
        self, function: FunctionFacts, parameter: ParameterFacts, certain: bool = False
    ) -> frozenset[AbstractObject]:
        """The objects of which more than one arrives at a parameter that the code of one module makes.

        Those of several modules mostly belong to programs of their own, which share a helper that hands them on. Those
        that arrive with one and the same call are alternatives (`if name == "adam": …`), of which a run has one, unless
        the argument is another one in each round of a loop. `certain`: of entry points a run may take one alone.
        """
        by_module: dict[tuple[nodes.NodeNG, nodes.NodeNG | None], list[frozenset[Allocated]]] = {}
        again: set[Allocated] = set()
        makers = _makers(function)
        for passed in parameter.incoming:
            objects = select(passed.value, Instance, ExternalInstance)
            # Of two graphs that are made for a while, each gets what it is called with by whoever has made it.
            maker = passed.caller.scope if makers else None
            if maker is not None and maker not in makers:
                continue
            for module in {each.site.root() for each in objects}:
                of_module = frozenset(each for each in objects if each.site.root() is module)
                by_module.setdefault((module, maker), []).append(of_module)
            loop = loop_around(passed.node)
            again.update(each for each in objects if loop is not None and loop.parent_of(each.site))
            argument = argument_of(passed.node, parameter, function)
            if argument is not None and len(objects) > 1:
                loops = self._provenance.changing_loops(argument, passed.node, passed.caller)
                path = passed.caller.module_path
                if any(maker is None or holds(maker, path, each.place) for each in loops):
                    again.update(objects)
        for calls in by_module.values():
            for one, other in combinations(calls, 2):
                if one.isdisjoint(other) and not (certain and self._are_of_several_runs(one | other)):
                    again.update(one | other)
        return frozenset(again)

    def _made_alike(self, function: FunctionFacts, parameter: ParameterFacts) -> set[Allocated]:
        """The objects that stand for several: one place makes what several arguments pass (`a, b = made(), made()`).

        A name that a loop binds is another argument in each round.
        """
        passing: dict[Allocated, set[object]] = {}
        for passed in parameter.incoming:
            objects = select(passed.value, Instance, ExternalInstance)
            if not objects:
                continue
            argument: nodes.NodeNG | None = argument_of(passed.node, parameter, function)
            ways: set[object] = {argument if argument is None else argument.as_string()}
            if isinstance(argument, nodes.Name):
                ways = set(bindings(argument))
                ways.update(loop for each in bindings(argument) for loop in loops_around(each))
            for obj in objects:
                passing.setdefault(obj, set()).update(ways)
        return {obj for obj, ways in passing.items() if len(ways) > 1 and self._runs_again(obj.site)}

    def _called_before(self, function: FunctionFacts, parameter: ParameterFacts) -> set[AbstractObject]:
        """The objects that all who pass them have called, or built, before."""
        found: dict[AbstractObject, bool] = {}
        for passed in parameter.incoming:
            argument = argument_of(passed.node, parameter, function)
            called = isinstance(argument, nodes.Name) and _is_called_before(argument.name, passed.node)
            for obj in select(passed.value, Instance, ExternalInstance):
                found[obj] = (called or _is_built_where_made(obj.site)) and found.get(obj, True)
        return {obj for obj, called in found.items() if called}

    def _runs_again(self, site: nodes.NodeNG) -> bool:
        """Whether a place is in a loop or comprehension, or in a function that several places call."""
        frame = site.frame()
        if any(isinstance(each, _ROUNDS) for each in site.node_ancestors() if frame.parent_of(each)):
            return True
        calls = {call for _, call, _ in self._facts.graph.callers.of(*self._facts.contexts_of(frame))}
        return len(calls) > 1 or any(loop_around(call) is not None for call in calls)

    def _are_of_several_runs(self, objects: Iterable[Allocated]) -> bool:
        """Whether several functions make them, one of which nobody calls: an entry point of its own."""
        makers = {each.site.frame() for each in objects}
        functions = [self._facts.function_of(maker) for maker in makers]
        return len(makers) > 1 and any(function is not None and not function.called for function in functions)


def _calls_of(scope: nodes.NodeNG, name: str) -> Iterator[nodes.Call]:
    """Where a function or module calls or builds what has a name: `net(x)`, `net.build(shape)`."""
    for read in reads_of(scope, name):
        builds = isinstance(read.parent, nodes.Attribute) and read.parent.attrname == "build"
        call = call_of(read.parent if builds else read)
        if call is not None:
            yield call


def _is_called_before(name: str, call: nodes.NodeNG) -> bool:
    """Whether what has a name has been called or built wherever a call is reached."""
    return any(surely_runs_before(each, call) for each in _calls_of(call.frame(), name))


def _is_built_where_made(site: nodes.NodeNG) -> bool:
    """`net = Net()`, and then `net.build(shape)` or `net(x)` in the same body."""
    built = {each.statement() for each in _calls_of(site.frame(), name_for(site))}
    return not built.isdisjoint(following(site.statement()))


def _makers(function: FunctionFacts) -> set[nodes.NodeNG]:
    """The functions that make a graph of it for a while, `step = tf.function(f)`; empty where one may be kept."""
    found: set[nodes.NodeNG] = set()
    for mark in function.hybrids:
        scope = mark.context.scope
        if mark.how != "call" or not binds_names_alone(mark.node.parent) or not isinstance(scope, nodes.FunctionDef):
            return set()
        found.add(scope)
    return found
