"""Graphs within graphs: hybrid functions that only graphs call, or whose graph Keras makes itself."""

from __future__ import annotations

from collections.abc import Collection, Hashable, Iterator
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import Function, Instance
from hybridize.inference.domain.queries import select
from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context, context_of
from hybridize.inference.facts.provenance import argument_of
from hybridize.program import ModuleTree
from hybridize.program.calls import method_name, passed_as
from hybridize.program.components import closure
from hybridize.program.inside import nodes_inside, reads_of
from hybridize.program.loops import loops_around
from hybridize.program.places import place_of
from hybridize.program.scopes import parameter_names
from hybridize.program.writes import is_stored
from hybridize.verdicts.decide.coverage import Coverage, has_own_loop, known_calls, left_to_keras
from hybridize.verdicts.model.parts import CALLED_BY_KERAS, KERAS_STEPS, GraphMode, Redundancy, Step, StepKind, TracedBy
from hybridize.verdicts.project.programs import Programs

_HOOKS = (("keras.losses.Loss", frozenset({"call"})), ("keras.metrics.Metric", frozenset({"update_state"})))
"""Methods that Keras calls from its own steps, by the class from which theirs derives."""
_WITH_HOOKS = (
    "keras.layers.Layer", "keras.Model", "keras.losses.Loss", "keras.metrics.Metric",
    "keras.optimizers.schedules.LearningRateSchedule",
)  # fmt: skip
"""Classes with methods that Keras calls in graphs, and the names of these."""
_APPLIED = ("keras.layers.Layer", "keras.Model")
"""Classes whose objects programs apply themselves."""
_CONVERTED: tuple[type[nodes.NodeNG], ...] = (nodes.If, nodes.IfExp, nodes.While, nodes.For, nodes.BoolOp, nodes.Assert)
"""What AutoGraph converts."""
_SHOWN = 3
"""Calls that a finding names."""


class RedundantGraphs:
    """Finds hybrid functions that would be part of a graph without their decorator, too."""

    def __init__(self, facts: Facts, coverage: Coverage, programs: Programs) -> None:
        self._facts = facts
        self._coverage = coverage
        self._programs = programs
        self._left_above: dict[Hashable, bool] = {}
        """What `_is_left_to_python` has found of what leads to contexts."""

    def of(self, function: FunctionFacts, mode: GraphMode) -> Redundancy | None:
        """What makes the graph of a function anyway; None where it is needed, or may be.

        Arguments of the decorator ask for something of their own. A call in a loop of a graph is one node of it for
        each round, where the body would be copied. What a package exports may be called by anybody.
        """
        if mode.decorator is None or mode.arguments or mode.served:
            return None
        calls = self._calls[function.node]
        if self._is_called_by_another_name(function):
            return None
        # A layer may be made a graph for those who apply it eagerly; what serves layers alone is not.
        of_layer = function.node.name == "call" and self._facts.derives(function.bases, *_APPLIED)
        if calls and function.node not in (self._covered_by_graphs if of_layer else self._covered):
            return None
        if self._is_repeated(function.node) or self._is_converted_for(function):
            return None
        steps = {call: Step(place_of(caller.module_path, call), StepKind.CALLER) for caller, call, _ in calls}
        by = self._keras(function)
        if by is None and (not calls or self._is_exported(function) or _is_kept(function)):
            return None
        if by is None and self._is_perhaps_called_eagerly(function):
            return None
        if by is None and function.node not in self._covered_by_graphs:
            by = TracedBy.KERAS
        if by is None:
            by = TracedBy.FRAMEWORK if all(traced for _, _, traced in calls) else TracedBy.CALLERS
        by_keras = by is not TracedBy.CALLERS and function.node.name in CALLED_BY_KERAS
        hides = by_keras and self._may_run_eagerly_or_distributed(function)
        shown = tuple(list(steps.values())[:_SHOWN])
        return Redundancy(by, shown, self._made_in_trace(function), _handed_on(function), hides)

    def _may_run_eagerly_or_distributed(self, method: FunctionFacts) -> bool:
        """Whether a module that trains the model names a strategy or `run_eagerly`, or no module trains it."""
        training = {
            caller.module_path
            for caller, call, traced in self._facts.graph.callers.of(*method.contexts)
            if traced and isinstance(call, nodes.Call) and self._facts.shows_how_often(method, caller.module_path)
        }
        modules = [each for each in self._facts.program.modules if each.file.relative in training]
        calls = (call for each in modules for call in each.all_of(nodes.Call))
        return not modules or any(map(self._names_strategy_or_eager, calls))

    def _names_strategy_or_eager(self, call: nodes.Call) -> bool:
        """`tf.distribute.MirroredStrategy()`, `strategy.scope()`, `model.compile(run_eagerly=debug)`."""
        called = {self._facts.callees.of(call), *self._facts.called_methods(call)}
        strategy = any(name.startswith("tensorflow.distribute.") for name in called)
        return strategy or passed_as(call, "run_eagerly") is not None

    def _made_in_trace(self, function: FunctionFacts) -> str:
        """What a graph makes itself: the function, or the parameter at which it passes an object of its own."""
        if self._is_in_graph(function.node.parent.frame()):
            return str(function.node.name)
        for parameter in function.parameters:
            owners = [each.owner for each in select(parameter.value, Instance)]
            owners += [each.closure for each in select(parameter.value, Function)]
            if owners and all(each is not None and self._is_in_graph(context_of(each).scope) for each in owners):
                return parameter.name
        return ""

    def _is_in_graph(self, scope: nodes.NodeNG) -> bool:
        return self._facts.is_hybrid(scope) or scope in self._covered

    @cached_property
    def _calls(self) -> dict[nodes.NodeNG, tuple[Call, ...]]:
        """The known calls of each function: those that a program makes, else those that stand in code which none runs.

        The methods that Keras calls from its own steps have none there: they are the way in. A step of training that
        the project calls in a loop of its own has.
        """
        facts = self._facts
        return known_calls(facts, lambda each: self._keras(each) is not None and not has_own_loop(facts, each))

    @cached_property
    def _covered_by_graphs(self) -> set[nodes.NodeNG]:
        """The functions that only graphs of the program call."""
        return self._coverage.of(self._calls, for_sure=True)

    @cached_property
    def _covered(self) -> Collection[nodes.NodeNG]:
        """These, and what only methods call that Keras runs in its graphs, where nobody else is known to call those."""
        hooks = {f.node for f in self._facts.functions if not self._calls[f.node] and self._keras(f) is not None}
        hooks |= left_to_keras(self._facts, self._covered_by_graphs)
        return self._coverage.of(self._calls, hooks, for_sure=True)

    def _is_repeated(self, scope: nodes.NodeNG) -> bool:
        """Whether a graph calls a function in a Python loop, directly or through what belongs to it."""

        def judge(way: Way) -> bool | None:
            if way.traced or _is_unrolled(way.caller, way.node):
                return not way.traced
            inside = not self._facts.is_hybrid(way.caller.scope) and way.caller.scope in self._covered
            return None if inside else False

        callers = self._facts.graph.callers
        return any(callers.ends(callers.of(*self._facts.contexts_of(scope)), judge))

    def may_be_converted_for(self, function: FunctionFacts) -> bool:
        """Whether Keras may run tests or loops of a method on tensors that AutoGraph converts since it is a graph.

        What Keras passes is not seen: an optimizer calls its schedule with the number of its steps, which is a tensor.
        """
        if self._is_converted_for(function):
            return True
        return self._is_hook(function) and any(nodes_inside(function.node, kind) for kind in _CONVERTED)

    def _is_converted_for(self, function: FunctionFacts) -> bool:
        """Whether AutoGraph converts a condition or loop on a tensor for no other reason than that the function is one.

        What Keras calls in its graphs is left to Python, and so is what that calls. So is what runs without a call:
        the getter of a property, the method behind an operator.
        """
        return self._is_left_to_python(function) and any(
            context.summary.regions for context in closure(function.contexts, self._called_in_graph)
        )

    def _is_left_to_python(self, function: FunctionFacts) -> bool:
        """Whether no conversion leads to a function, or to one that leads to it with no other graph in between."""

        def judge(way: Way) -> bool | None:
            if way.below is None:
                return None
            if way.traced or not isinstance(way.node, nodes.Call):
                return not way.traced
            above = self._facts.function_of(way.caller.scope)
            if above is None or self._facts.is_hybrid(way.caller.scope):
                return False
            return True if self._is_hook(above) else None

        some, known = self._facts.graph.callers.some, self._left_above
        return self._is_hook(function) or any(some((each, each.scope), judge, known) for each in function.contexts)

    def _is_hook(self, function: FunctionFacts) -> bool:
        """Whether Keras calls a method in graphs."""
        method = function.site.owner is not None and function.node.name in CALLED_BY_KERAS
        return method and self._facts.derives(self._bases(function), *_WITH_HOOKS)

    def _bases(self, method: FunctionFacts) -> set[str]:
        """The classes outside the project from which that of a method, or one into which it is mixed, derives."""
        found = set(method.bases)
        for context in method.contexts:
            for value in list(context.arguments.values())[:1]:
                found.update(*(self._facts.objects.class_facts(obj.cls).bases for obj in select(value, Instance)))
        return found

    def _called_in_graph(self, context: Context) -> Iterator[Context]:
        """What a context calls, but for graphs, which are converted anyway."""
        return (callee for _, callee, _ in context.summary.edges() if not self._facts.is_hybrid(callee.scope))

    def _keras(self, function: FunctionFacts) -> TracedBy | None:
        """Whether Keras itself makes the graph in which a method runs."""
        name = function.node.name
        if name in KERAS_STEPS and self._facts.derives(function.bases, "keras.Model"):
            return TracedBy.KERAS
        for cls, methods in _HOOKS:
            if name in methods and self._facts.derives(function.bases, cls):
                return TracedBy.KERAS
        return None

    def _is_called_by_another_name(self, function: FunctionFacts) -> bool:
        """Whether a call seems to mean the function, in a package that is not found: `from ours.ours import steps`."""
        file = function.module.file
        ending = f".{file.module.rpartition('.')[2]}.{function.site.qualname}"
        return any(name.endswith(ending) for name in self._facts.callees.names)

    def _is_perhaps_called_eagerly(self, function: FunctionFacts) -> bool:
        """Whether code outside of graphs calls a method of that name, of an object of which nothing is known."""
        name = function.node.name
        if function.site.owner is None:
            return False
        resolved = self._facts.analysis.events.calls.called_functions
        calls = ((module.file.relative, call) for module, call in self._facts.program.calls_of(name))
        return any(
            method_name(call)
            and path not in self._facts.tests
            and not resolved.get(call)
            and not self._facts.callees.of(call)
            and self._runs_eagerly(call)
            and self._programs.may_load(path, function.contexts)
            for path, call in calls
        )

    def _runs_eagerly(self, call: nodes.Call) -> bool:
        """Whether a call stands in a function that something calls, or nobody knows, and that is no graph."""
        scope = call.frame()
        if not isinstance(scope, nodes.FunctionDef):
            return True
        return not (self._facts.is_hybrid(scope) or scope in self._covered)

    def _is_exported(self, function: FunctionFacts) -> bool:
        """Whether a package offers the function, or its class, under its own name; what is private is for nobody."""
        if function.node.name.startswith("_") and not function.node.name.endswith("__"):
            return False
        offered = self._exports.get(function.module.file.relative, set())
        return not offered.isdisjoint({function.site.qualname.partition(".")[0], "*"})

    @cached_property
    def _exports(self) -> dict[str, set[str]]:
        """By the path of a module: the names that `__init__` modules import from it, which are `*` for all."""
        found: dict[str, set[str]] = {}
        for module in self._facts.program.modules:
            imports = module.all_of(nodes.ImportFrom) if module.file.is_package else ()
            for imported in imports:
                source = self._facts.program.find(module, imported.modname or "", imported.level or 0)
                if isinstance(source, ModuleTree):
                    found.setdefault(source.file.relative, set()).update(name for name, _ in imported.names)
        return found


def _handed_on(function: FunctionFacts) -> frozenset[str]:
    """The parameters for which a caller passes a parameter of its own."""
    return frozenset(
        parameter.name
        for parameter in function.parameters
        for passed in parameter.incoming
        if isinstance(passed.caller.scope, nodes.FunctionDef)
        and isinstance(argument := argument_of(passed.node, parameter, function), nodes.Name)
        and argument.name in parameter_names(passed.caller.scope)
    )


def _is_kept(function: FunctionFacts) -> bool:
    """Whether somebody may find the function in an attribute or a container: `step.reset = reset`."""
    return any(map(is_stored, reads_of(function.node.parent.frame(), function.node.name)))


def _is_unrolled(caller: Context, call: nodes.NodeNG) -> bool:
    """Whether a loop that Python runs while tracing is around a call: one over a tensor or data set is traced once."""
    return any(loop not in caller.summary.regions for loop in loops_around(call))
