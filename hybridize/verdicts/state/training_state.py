"""State of training that a graph cannot share: weights asked for before a model has any, one step for many models."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    ExternalInstance,
    Instance,
    NoneObject,
    PythonScalar,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import join
from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.model import Context, context_of
from hybridize.inference.facts.provenance import argument_of
from hybridize.inference.facts.repetition import OPTIMIZER_STEPS, Often, Repetition
from hybridize.program.flow.order import may_run_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assigned_once, constant
from hybridize.program.loops import loop_around, loops_around
from hybridize.program.memory import remembered
from hybridize.program.places import place_of, source_of
from hybridize.program.setting_up import called_while_made
from hybridize.program.syntax import Spelling, last_name, spelled
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.safety import ChangingMetric, ChangingObject, EarlyVariables, OptimizerVariables
from hybridize.verdicts.model.parts import Place

Several = Callable[[FunctionFacts, ParameterFacts], frozenset[AbstractObject]]
"""The objects of which more than one arrives at a parameter in a run."""


class TrainingState:
    """Finds functions that train on state which their first trace would not have, or which others share."""

    def __init__(
        self, facts: Facts, repetition: Repetition, makes_late: Callable[[AbstractObject], bool], several: Several
    ) -> None:
        """`makes_late`: whether a layer makes its weights when it is first called. `several`: see `SecondObjects`."""
        self._facts = facts
        self._makes_late = makes_late
        self._several = several
        self._repetition = repetition

    def of(self, function: FunctionFacts, reached: Collection[Context], here: Place) -> list[Evidence]:
        """What speaks against a graph of a function, which runs the contexts `reached`."""
        return [*self._early_weights(reached), *self._shared_optimizer(function, here)]

    def _early_weights(self, reached: Collection[Context]) -> Iterator[Evidence]:
        """`weights = net.trainable_variables` before the call that builds `net`: empty in the first trace."""
        for container in self._facts.objects.weight_lists():
            site = container.site
            if container.owner is None or container.owner not in reached or not isinstance(site, nodes.Attribute):
                continue
            if _is_watched(site):
                continue
            owner = context_of(container.owner)
            calls = self._calls_of(owner, spelled(site.expr))
            early = bool(calls) and not any(may_run_before(call, site) for call in calls)
            if early and not self._has_weights_before(site.expr, owner):
                yield EarlyVariables(place_of(owner.module_path, site), source_of(site), source_of(site.expr))

    def _has_weights_before(self, model: nodes.NodeNG, context: Context) -> bool:
        """Whether a model has its weights before a function is called: since it was made, or was called or built."""
        objects = self._facts.objects
        held = objects.held_by(model, context)
        if held and only(held, Instance, ExternalInstance) and not any(map(self._makes_late, held)):
            return True
        if isinstance(model, nodes.Name):
            around = model.lookup(model.name)[0]
            outside = isinstance(around, (nodes.Module, nodes.FunctionDef)) and around is not context.scope
            return outside and _is_built_first(around, model.name)
        if not isinstance(model, nodes.Attribute):
            return False
        owners = objects.held_by(model.expr, context)
        return bool(owners) and only(owners, Instance) and all(
            model.attrname in called_while_made([each.node for each in self._facts.analysis.classes.mro(owner.cls)])
            for owner in select(owners, Instance)
        )

    @remembered
    def _calls_of(self, context: Context, name: Spelling) -> list[nodes.NodeNG]:
        """The calls of a function that call an object by its name, themselves or by what they call."""
        if not name:
            return []
        # Methods of its owner may call an attribute by another name for the owner.
        attribute = len(name) > 1
        found = {
            call
            for call in self._calls_named.get(str(name[-1]), ())
            if spelled(call.func) == name or (attribute and isinstance(call.func, nodes.Attribute))
        }
        own: list[nodes.NodeNG] = [call for call in found if call.frame() is context.scope]
        # Who leads to the others: from there upwards, which is cheaper than to look below every call.
        scopes = {call.frame() for call in found} - {context.scope}
        others = [each for scope in scopes for each in self._facts.contexts_of(scope)]
        above = self._facts.graph.callers.leading_to(others)
        return own + [node for node, callee, _ in context.summary.edges() if callee in above]

    @cached_property
    def _calls_named(self) -> dict[str, list[nodes.Call]]:
        """All calls of the program, by the last name of what is called."""
        found: dict[str, list[nodes.Call]] = {}
        for module in self._facts.program.modules:
            for call in module.all_of(nodes.Call):
                found.setdefault(last_name(call.func), []).append(call)
        return found

    def _shared_optimizer(self, function: FunctionFacts, here: Place) -> list[Evidence]:
        """One training step for several models, optimizers or variables: each needs new variables in its first call."""
        if not any(each.attrname in OPTIMIZER_STEPS for each in nodes_inside(function.node, nodes.Attribute)):
            return []
        for parameter in function.parameters:
            if parameter.receiver:
                continue
            if self._different_variables(function, parameter):
                return [OptimizerVariables(here, parameter.name)]
            shown = [
                each.value
                for each in parameter.incoming
                if self._facts.shows_how_often(function, each.caller.module_path)
            ]
            # Each test makes its own.
            arriving = select(join(shown) if shown else parameter.value, Instance, ExternalInstance)
            objects = [each for each in arriving if not self._holds_data(each)]
            if len(objects) == 1 and self._comes_with_receiver(function, parameter, objects[0]):
                continue
            if (
                any(loop_around(each.site) is not None for each in objects)
                or any(self._is_made_again(function, parameter, each) for each in objects)
                or len({each.site.root() for each in objects}) > 1
                or (len(objects) > 1 and not self._several(function, parameter).isdisjoint(objects))
            ):
                metrics = all(map(self._facts.is_metric, objects))
                return [(ChangingMetric if metrics else ChangingObject)(here, parameter.name)]
        return []

    def _holds_data(self, obj: Instance | ExternalInstance) -> bool:
        """Whether nothing but tensors, arrays, numbers and texts is in an object: it has no variables to make."""
        if type(obj) is not Instance or self._facts.objects.class_facts(obj.cls).bases:
            return False
        objects = self._facts.objects
        held = join(list(objects.attributes(obj)))
        held = join([held, *objects.members(objects.within(held))])
        data = only(held, Tensor, Array, PythonScalar, NoneObject, Container, TupleObject)
        return bool(held) and data and not _has_variable(held)

    def _is_made_again(
        self, function: FunctionFacts, parameter: ParameterFacts, obj: Instance | ExternalInstance
    ) -> bool:
        """Whether what leads to a call makes an object first, and does both again: in a loop, or called several times.

        `for fold in range(5): model = make(); train(model)`, where `train` calls the function, or a second `main()`.
        """
        if obj.owner is None:
            return False
        owner = context_of(obj.owner)
        callers = self._facts.graph.callers

        def shows(call: Call | Way) -> bool:
            return self._facts.shows_how_often(function, call.caller.module_path)

        def judge(way: Way) -> bool | None:
            making = {obj.site} if way.caller is owner else callers.places(owner, way.caller.scope)
            if not shows(way) or any(loop.parent_of(place) for loop in loops_around(way.node) for place in making):
                return shows(way)
            if not making or not isinstance(way.caller.scope, nodes.FunctionDef):
                return False if making else None
            calls = list(filter(shows, callers.of(way.caller)))
            runs = self._repetition.of_calls(calls, way.caller.scope.name)
            modules = [each.root() for each in {further for _, further, _ in calls}]
            return runs.often is Often.PER_ITERATION or len(set(modules)) < len(modules)

        passing = [Call(each.caller, each.node) for each in parameter.incoming if obj in each.value]
        return any(callers.ends(passing, judge))

    def _comes_with_receiver(
        self, function: FunctionFacts, parameter: ParameterFacts, obj: Instance | ExternalInstance
    ) -> bool:
        """Whether each round of a loop makes a receiver and an object, and calls a method of the one with the other.

        A method is a graph of its own for each receiver: its first trace may make what the optimizer of it needs.
        """
        receiver = next((each for each in function.parameters if each.receiver), None)
        loop = loop_around(obj.site)
        receivers = select(receiver.value, Instance) if receiver is not None else []
        return bool(receivers) and loop is not None and all(
            each.owner is obj.owner and loop_around(each.site) is loop for each in receivers
        ) and all(
            loop.parent_of(each.node) and _are_names(each.node, argument_of(each.node, parameter, function))
            for each in parameter.incoming
        )

    def _different_variables(self, function: FunctionFacts, parameter: ParameterFacts) -> bool:
        """Whether more than one variable may arrive: from several places, or from a caller that runs more than once."""
        incoming = [each for each in parameter.incoming if _has_variable(each.value)]
        names = {getattr(argument_of(each.node, parameter, function), "name", each.node) for each in incoming}
        return len(names) > 1 or any(
            self._repetition.of_contexts(self._facts.contexts_of(each.caller.scope)).again
            for each in incoming
            if isinstance(each.caller.scope, nodes.FunctionDef)
        )


class Unfrozen:
    """Finds models that are frozen or unfrozen while a graph trains them, which has asked once for what is trained."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def reads(self, context: Context) -> Iterator[tuple[nodes.Attribute, AbstractObject]]:
        """Where a context asks a model first for the weights that are trained, with the model."""
        found: dict[AbstractObject, nodes.Attribute] = {}
        for read in nodes_inside(context.scope, nodes.Attribute):
            if read.attrname in _TRAINED and read.frame() is context.scope:
                held = self._facts.objects.held_by(read.expr, context)
                for each in select(held, ExternalInstance, Instance) if len(held) == 1 else ():
                    found.setdefault(each, read)
        return ((read, model) for model, read in found.items())

    def switches(self, model: AbstractObject) -> list[tuple[nodes.Assign, Context]]:
        """The statements that freeze or unfreeze a model or one of its layers: `model.layers[0].trainable = True`."""
        parts = {model, *self._facts.objects.within(model.single)}
        found = [
            (assignment, context)
            for assignment in self._assignments
            for context in self._facts.contexts_of(assignment.frame())
            if self._is_one_of(_with_its_model(assignment.targets[0].expr), context, parts)
        ]
        # Whoever is made may be trained.
        unfreezing = all(constant(assignment.value) is True for assignment, _ in found)
        return [] if unfreezing else found

    @cached_property
    def _assignments(self) -> list[nodes.Assign]:
        """The statements `layer.trainable = …` of the program."""
        return [
            each.parent
            for module in self._facts.program.modules
            for each in module.all_of(nodes.AssignAttr)
            if each.attrname == "trainable" and isinstance(each.parent, nodes.Assign) and len(each.parent.targets) == 1
        ]

    def _is_one_of(self, model: nodes.NodeNG, context: Context, parts: Collection[AbstractObject]) -> bool:
        """Whether an expression stands for one object, which is among some."""
        held = self._facts.objects.held_by(model, context)
        if held:
            return len(held) == 1 and not held.isdisjoint(parts)
        made = assigned_once(model)
        return made is not None and any(getattr(each, "site", None) is made for each in parts)


def _with_its_model(layer: nodes.NodeNG) -> nodes.NodeNG:
    """The model whose layer an expression is: `net` of `net.layers[0]`, of a loop variable over `net.layers`."""
    while True:
        if isinstance(layer, nodes.Subscript):
            layer = layer.value
        elif isinstance(layer, nodes.Attribute) and layer.attrname in _LAYERS:
            layer = layer.expr
        elif isinstance(layer, nodes.Call) and last_name(layer.func) in _GOING_THROUGH and layer.args:
            layer = layer.args[0]
        elif isinstance(layer, nodes.Call) and last_name(layer.func) == "get_layer":
            layer = layer.func.expr
        else:
            loops = (each for each in loops_around(layer) if isinstance(each, nodes.For) and _binds(each.target, layer))
            loop = next(loops, None)
            if loop is None:
                return layer
            layer = loop.iter


def _binds(target: nodes.NodeNG, name: nodes.NodeNG) -> bool:
    """Whether the target of a loop binds a name."""
    named = getattr(name, "name", "")
    return bool(named) and any(each.name == named for each in target.nodes_of_class(nodes.AssignName))


_TRAINED = frozenset({"trainable_variables", "trainable_weights"})
_LAYERS = frozenset({"layers", "submodules"})
_GOING_THROUGH = frozenset({"enumerate", "list", "reversed"})


def _are_names(call: nodes.NodeNG, argument: nodes.NodeNG | None) -> bool:
    """Whether a method of what has a name is called with what has a name: `model.step(x, optimizer)`."""
    method = call.func if isinstance(call, nodes.Call) else None
    return isinstance(getattr(method, "expr", None), nodes.Name) and isinstance(argument, nodes.Name)


def _is_watched(asked: nodes.Attribute) -> bool:
    """Whether weights are only asked for so that a tape watches them, which it does anyway: `tape.watch(weights)`."""
    call = asked.parent
    if not (isinstance(call, nodes.Call) and last_name(call.func) == "watch"):
        return False
    tapes = [each for each in nodes_inside(asked.frame(), nodes.Call) if last_name(each.func) == "GradientTape"]
    told = any(tape.args or "watch_accessed_variables" in {k.arg for k in tape.keywords} for tape in tapes)
    return bool(tapes) and not told


def _has_variable(value: Value) -> bool:
    return any(tensor.kind == "variable" for tensor in select(value, Tensor))


def _is_built_first(scope: nodes.NodeNG, name: str) -> bool:
    """Whether a module or function calls or builds a model of its own before it mentions any function of its own."""
    for statement in scope.body:
        if isinstance(statement, (nodes.FunctionDef, nodes.ClassDef)):
            continue
        used = {each.name for each in statement.nodes_of_class(nodes.Name)}
        if any(isinstance(definition, nodes.FunctionDef) for each in used for definition in scope.locals.get(each, ())):
            return False
        if isinstance(statement, (nodes.Expr, nodes.Assign)):
            called = (spelled(call.func) for call in statement.nodes_of_class(nodes.Call))
            if any(place in ((name,), (name, "build")) for place in called):
                return True
    return False
