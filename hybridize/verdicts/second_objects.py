"""Graphs to which a second object comes that makes variables with its first call: only the first trace may make any.

`if self.w is None: self.w = tf.Variable(…)` is made once for each object. Where two objects arrive at one graph, the
second one makes its variables in a later trace, which TensorFlow refuses. The same holds for two optimizers, which make
their variables when gradients are first applied.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, Allocated, ExternalInstance, Instance
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.results.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.results.provenance import Provenance, argument_of
from hybridize.program.loops import loop_around
from hybridize.program.once import is_guarded
from hybridize.program.places import holds
from hybridize.program.scopes import parameter_names
from hybridize.verdicts.evidence import SecondObject, UnseenCode
from hybridize.verdicts.first_use import APPLYING
from hybridize.verdicts.traced_code import Reached, traced_code
from hybridize.verdicts.unseen import uncovered

_MAKES_VARIABLES = "creates-variable"
_LAYER = "keras.layers.Layer"
_FUNCTIONAL = frozenset({"keras.Model"})
"""Models that are made of symbolic inputs and outputs."""
_WITHOUT_SLOTS = frozenset({"keras.optimizers.SGD"})
"""Optimizers that make no variables for each variable, in one release at least."""


class SecondObjects:
    """Finds such graphs."""

    def __init__(self, facts: Facts, provenance: Provenance) -> None:
        self._facts = facts
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

    def unbuilt(self, function: FunctionFacts) -> list[UnseenCode]:
        """What a function rests on to which several layers or models come: none makes its variables in a later trace.

        They make them when they are called first, unless they are built before. Run on 2.15 and 2.21: the second
        layer raises `ValueError: tf.function only supports singleton tf.Variables`.
        """
        for parameter in function.parameters:
            layers = [] if parameter.receiver else self._coming_layers(function, parameter)
            if len(layers) > 1:
                what = f"a second layer or model at `{parameter.name}`, which may make its variables in a later trace"
                return [uncovered(function.module.file.relative, function.node, what, layers[-1].site)]
        return []

    def _coming_layers(self, function: FunctionFacts, parameter: ParameterFacts) -> list[Allocated]:
        """The layers of which more than one may arrive in a run, less functional models, which are made with their
        variables.
        """
        found = set(self.several(function, parameter))
        for passed in parameter.incoming:
            if passed.caller.wide:
                found |= set(select(passed.value, Instance, ExternalInstance))
        several = frozenset(found)
        layers: list[Allocated] = [each for each in select(several, Instance) if self._is_layer(each)]
        layers += [each for each in select(several, ExternalInstance) if self._is_unbuilt(each)]
        return sorted(layers, key=lambda each: each.serial)

    def _is_layer(self, obj: Instance) -> bool:
        return self._facts.derives(self._facts.objects.class_facts(obj.cls).bases, _LAYER)

    def _is_unbuilt(self, obj: ExternalInstance) -> bool:
        if obj.cls in _FUNCTIONAL and isinstance(obj.site, nodes.Call) and (obj.site.args or obj.site.keywords):
            return False
        return self._facts.knowledge.is_subclass(obj.cls, _LAYER)

    def _made_once(self, reached: Reached) -> Iterator[tuple[nodes.NodeNG, Iterable[AbstractObject]]]:
        """Where a method makes variables behind a test, with the objects whose method it is."""
        scope = reached.context.scope
        names = parameter_names(scope) if isinstance(scope, nodes.FunctionDef) else []
        if not names or not isinstance(scope.parent, nodes.ClassDef):
            return
        for condition in reached.context.summary.conditions.values():
            if condition.kind == _MAKES_VARIABLES and is_guarded(condition.node):
                yield condition.node, select(reached.context.arguments.get(names[0], BOTTOM), Instance)

    def _applied(self, reached: Reached) -> Iterator[tuple[nodes.NodeNG, Iterable[AbstractObject]]]:
        """Where a function applies gradients with an optimizer that it is handed."""
        arguments = reached.context.arguments
        for call in reached.context.scope.nodes_of_class(nodes.Call):
            called = call.func
            if isinstance(called, nodes.Attribute) and called.attrname in APPLYING:
                if isinstance(called.expr, nodes.Name):
                    given = select(arguments.get(called.expr.name, BOTTOM), ExternalInstance)
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

    def _are_of_several_runs(self, objects: Iterable[Allocated]) -> bool:
        """Whether several functions make them, one of which nobody calls: an entry point of its own."""
        makers = {each.site.frame() for each in objects}
        functions = [self._facts.function_of(maker) for maker in makers]
        return len(makers) > 1 and any(function is not None and not function.called for function in functions)


def _makers(function: FunctionFacts) -> set[nodes.NodeNG]:
    """The functions that make a graph of it for a while, `step = tf.function(f)`; empty where one may be kept."""
    found: set[nodes.NodeNG] = set()
    for mark in function.hybrids:
        statement = mark.node.parent
        local = isinstance(statement, nodes.Assign) and all(
            isinstance(target, nodes.AssignName) for target in statement.targets
        )
        scope = mark.context.scope
        if mark.how != "call" or not local or not isinstance(scope, nodes.FunctionDef):
            return set()
        found.add(scope)
    return found
