"""Graphs that Keras 3 traces while it builds a model, and that keep the weights of that moment.

A model or layer that has sub-layers and no `build` of its own is built by running its `call` symbolically, with every
variable replaced by its initial value. So is a part of a model whose own `build` leaves the sub-layers to the call. A
`tf.function` that is traced for the first time in there - `call` itself, or a function that it calls - keeps that
trace: training, `set_weights` and loading have no effect, gradients are None.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    ExternalInstance,
    Instance,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.provenance import returns
from hybridize.program.calls import called_name, method_name, passed_as, receiver_of
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assignment_of, bindings, unpacked
from hybridize.program.memory import remembered
from hybridize.program.recursion import Recursive
from hybridize.program.setting_up import called_while_made
from hybridize.program.syntax import is_name, last_name
from hybridize.program.writes import targets_of
from hybridize.verdicts.decide.traced_code import traced_code
from hybridize.verdicts.project.merged_contexts import may_lead_elsewhere

_LAYER = "keras.layers.Layer"
_MODEL = "keras.Model"
_CALL = "call"
_BARE = frozenset({"keras.layers.Layer", "keras.Model"})
"""Classes that have no weights but those that the program gives them."""
_BUILT = frozenset({"keras.Model", "keras.Functional"})
"""Objects of these classes themselves were made from tensors, with all their weights."""
_MAKING = frozenset({"add_weight", "add_variable", "Variable"})
"""What makes the variables of a layer."""
_WITH_SHAPE = frozenset({"input_shape", "batch_input_shape", "input_dim", "weights"})
"""Arguments that let a layer, or the `Sequential` around it, make its weights at once."""


_DEEPEST = 6
"""Names and calls that are followed from one to the next, to what makes an object."""


class FrozenWeights:
    """Finds the functions whose first trace may be the one of the build."""

    def __init__(self, facts: Facts, calls: Mapping[Context, Context]) -> None:
        """`calls`: all that `call` methods of Keras lead to, each with the `call`."""
        self._facts = facts
        self._calls = calls
        self._late: Recursive[AbstractObject, bool] = Recursive(False)
        """What was answered of layers."""

    def traced_by(self, function: FunctionFacts) -> Context | None:
        """The `call` by which Keras 3 would trace a hybrid function while it builds; None where nothing is frozen."""
        if not self._may_use_weights(function):
            return None
        found = ((self._calls[own], own) for own in function.contexts if own in self._calls)
        return next((call for call, own in found if self._is_built_by_call(call) and self._leads_to(call, own)), None)

    def _leads_to(self, call: Context, own: Context) -> bool:
        """Whether one object leads from a `call` to a function: no call on the way is joined of several."""
        reached = next((each for each in traced_code(self._facts.graph, [call]) if each.context is own), None)
        return reached is not None and not may_lead_elsewhere(self._facts, reached.calls)

    def _may_use_weights(self, function: FunctionFacts) -> bool:
        """Whether a function, or what it calls, may ask an object for variables or for layers that make some."""
        if not frozenset(function.bases) <= _BARE:
            # A layer of Keras computes with weights that the program never names.
            return True
        for context in self._facts.graph.reached(function.contexts):
            values = [read.value for read in self._facts.accesses.read_in(context)]
            if any(not value or has(value, Unknown) or self._holds_weights(value) for value in values):
                return True
        given = [each for each in function.parameters if not each.receiver]
        return any(each.usage.as_object is not None or self._holds_weights(each.value) for each in given)

    def _holds_weights(self, value: Value) -> bool:
        held = [obj for each in value for obj in self._inside(each.single)]
        return self._holds_layers(value) or any(tensor.kind == "variable" for tensor in select(held, Tensor))

    def _holds_layers(self, value: Value) -> bool:
        """Whether a value holds layers, or other objects that may lead to variables."""
        held = [obj for each in value for obj in self._inside(each.single)]
        return any(map(self._may_lead_to_weights, select(held, Instance))) or any(
            not self._has_none(obj) for obj in select(held, ExternalInstance)
        )

    def _may_lead_to_weights(self, obj: Instance) -> bool:
        """Whether an object is a layer, or holds more than numbers, texts and tensors, as a configuration does."""
        bases = self._facts.objects.class_facts(obj.cls).bases
        if self._is_layer(obj) or any(base != "builtins.object" for base in bases):
            return True
        held = [part for value in self._facts.objects.attributes(obj) for part in self._inside(value)]
        return has(held, Instance, ExternalInstance) or any(
            tensor.kind == "variable" for tensor in select(held, Tensor)
        )

    def _is_built_by_call(self, call: Context) -> bool:
        """Whether running this `call` is what makes the weights of the sub-layers."""
        method = self._facts.function_of(call.scope)
        if method is None or method.site.owner is None or not method.parameters:
            return False
        if method.node.name == "__call__":
            # What replaces Keras' own `__call__` is traced as any other function: no build runs around it.
            return False
        owners = [each for each in select(method.parameters[0].value, Instance) if self._is_layer(each)]
        return any(self._is_unbuilt(each, method) for each in owners)

    def _is_unbuilt(self, owner: Instance, method: FunctionFacts) -> bool:
        described = self._facts.objects.class_facts(owner.cls)
        if self._is_built_by_hand(owner) or _is_functional(owner):
            # Keras has nothing to build.
            return False
        if described.binds("build") and not (self._leaves_parts(owner) and self._is_part_of_models(owner, method)):
            return False
        if any(map(self._is_gone, described.bases)):
            # Keras 3 has no such class.
            return False
        calls = nodes_inside(owner.cls.node, nodes.Call)
        if any(last_name(each.func) == "__init__" and passed_as(each, "dynamic") is not None for each in calls):
            # Keras 3 refuses `super().__init__(dynamic=True)`.
            return False
        return not self._is_set_up(owner)

    def _leaves_parts(self, owner: Instance) -> bool:
        """Whether the `build` of an object builds none of its sub-layers."""
        classes = self._facts.analysis.classes.mro(owner.cls)
        calls = (call for cls in classes for call in nodes_inside(cls.node, nodes.Call))
        return all(called_name(receiver_of(each)) == "super" for each in calls if method_name(each) == "build")

    def _is_part_of_models(self, owner: Instance, method: FunctionFacts) -> bool:
        """Whether all known calls of an object with a `build` of its own are made by models around it.

        Who calls it with tensors lets it make the weights of its parts then, after its own `build`, and so does Keras
        with a model that it trains. A layer is mostly part of a model, also where nobody uses it.
        """
        knowledge, objects = self._facts.knowledge, self._facts.objects
        is_model = any(knowledge.is_subclass(base, _MODEL) for base in objects.class_facts(owner.cls).bases)
        symbolic = [
            context
            for context in method.contexts
            if any("keras" in objects.tensor_kinds(value) for value in list(context.arguments.values())[1:])
        ]
        others = [context for context in method.contexts if context not in symbolic]
        if is_model:
            return bool(symbolic) and not others
        return all(
            by_framework or caller in self._calls
            for caller, _, by_framework in self._facts.graph.callers.of(*others)
        )

    def _is_set_up(self, owner: Instance) -> bool:
        """Whether all that an object holds has its weights: the object calls it, or its own `call`, while it is made.

        Keras runs nothing around `call` itself, so that its weights are not those of a trace that builds.
        """
        called = self._called_while_made(owner.cls)
        values = self._facts.objects.attributes(owner, without=called)
        return _CALL in called or not any(self.makes_weights_late(each) for v in values for each in self._inside(v))

    @remembered
    def _called_while_made(self, cls: ClassObject) -> frozenset[str]:
        return called_while_made([each.node for each in self._facts.analysis.classes.mro(cls)])

    def _inside(self, value: Value) -> Iterator[AbstractObject]:
        """The objects in a value, and in its lists and dictionaries."""
        for obj in value:
            if isinstance(obj, Container):
                for inner in self._facts.objects.held(obj):
                    yield from select(inner, Instance, ExternalInstance)
            else:
                yield obj

    def makes_weights_late(self, layer: AbstractObject) -> bool:
        """Whether a layer has weights, and makes them when it is first called."""
        # Layers may hold each other.
        return self._late.of(layer, lambda: self._makes_weights_late(layer))

    def _makes_weights_late(self, layer: AbstractObject) -> bool:
        if isinstance(layer, Instance):
            by_hand = self._is_built_by_hand(layer)
            if not self._is_layer(layer) or by_hand or _is_functional(layer) or not self._has_weights(layer):
                return False
            named = self._called_while_made(layer.cls)
            sets_up = _CALL in named or any(self._facts.objects.attribute(layer, each) for each in named)
            return not (sets_up and self._is_set_up(layer))
        if not isinstance(layer, ExternalInstance) or layer.cls in _BUILT:
            return False
        if self._has_none(layer) or not self._facts.knowledge.is_subclass(layer.cls, _LAYER):
            return False
        return layer not in self._parts_built_by_hand and not self._knows_its_input(layer)

    def _knows_its_input(self, layer: ExternalInstance) -> bool:
        """Whether a layer, or one in it, is made with the shape of its input: `Dense(1, input_shape=(3,))`."""
        objects = self._facts.objects
        parts = [obj for value in objects.parts_outside(layer) for obj in objects.within(value)]
        makings = [each.site for each in select(parts, ExternalInstance)]
        makings += [call for part in _written(layer.site) for call in part.nodes_of_class(nodes.Call)]
        return any(
            called_name(call) in ("Input", "InputLayer") or passed_as(call, *_WITH_SHAPE) is not None
            for call in makings
        )

    def _has_weights(self, layer: Instance) -> bool:
        """Whether a layer of the project may make weights later than itself: its class does, or what it holds.

        What the constructor makes is there before any model runs the layer.
        """
        if not self._facts.objects.class_facts(layer.cls).bases <= _BARE:
            return True
        classes = self._facts.analysis.classes.mro(layer.cls)
        calls = (call for cls in classes for call in nodes_inside(cls.node, nodes.Call))
        making = (call for call in calls if last_name(call.func) in _MAKING)
        if any(getattr(call.frame(), "name", "") != "__init__" for call in making):
            return True
        values = self._facts.objects.attributes(layer)
        return any(has(value, Unknown) or any(map(self._leads_to_late, self._inside(value))) for value in values)

    def _leads_to_late(self, part: AbstractObject) -> bool:
        """Whether what a layer holds makes weights later than itself; what is no layer may lead to anything."""
        if type(part) is Instance and not self._is_layer(part):
            return self._may_lead_to_weights(part)
        return self.makes_weights_late(part)

    def _is_gone(self, name: str) -> bool:
        symbol = self._facts.knowledge.lookup(name)
        return symbol is not None and bool(symbol.until)

    def _has_none(self, layer: ExternalInstance) -> bool:
        """Whether a layer of Keras has no weights: it never has any, or is a chain of such layers."""
        symbol = self._facts.knowledge.lookup(layer.cls)
        if symbol is None or not symbol.tags.isdisjoint({"weightless", "seed-state"}):
            return symbol is not None
        parts = list(self._facts.objects.parts_outside(layer)) if "chain" in symbol.tags else []
        chained = [obj for value in parts for obj in self._facts.objects.within(value)]
        if has(chained, Unknown) or any(map(self._has_weights, select(chained, Instance))):
            return False
        return has(chained, Instance, ExternalInstance) and all(map(self._has_none, select(chained, ExternalInstance)))

    def _is_layer(self, owner: Instance) -> bool:
        return self._facts.derives(self._facts.objects.class_facts(owner.cls).bases, _LAYER)

    def _is_built_by_hand(self, layer: Instance) -> bool:
        """Whether a program that has the class of a layer builds objects of it itself."""
        loaded = self._facts.program.together(self._facts.analysis.scopes.path_of(layer.cls.node))
        return any((path, layer.cls.node.name) in self._built_by_hand for path in loaded)

    @cached_property
    def _built_by_hand(self) -> set[tuple[str, str]]:
        """The classes whose objects the program builds itself: `net.build((None, 3))`, `self.build(shape)`.

        By the path of the module that does so, and their names.
        """
        found: set[tuple[str, str]] = set()
        for path, call, owner in self._building:
            if is_name(owner, "self"):
                found.add((path, str(getattr(call.frame().parent.frame(), "name", ""))))
            found.update((path, each) for each in self._makers(owner, (), _DEEPEST))
        return found

    @cached_property
    def _building(self) -> list[tuple[str, nodes.Call, nodes.NodeNG]]:
        """The calls of a method `build`: in which module, and what that is called on."""
        calls = self._facts.program.calls_of("build")
        return [(module.file.relative, call, call.func.expr) for module, call in calls if method_name(call)]

    @cached_property
    def _parts_built_by_hand(self) -> set[AbstractObject]:
        """The layers of Keras that an object which holds them builds: `self.net.build((None, 3))`."""
        objects = self._facts.objects
        return {
            each
            for _, call, owner in self._building
            if call.args and isinstance(owner, nodes.Attribute)
            for context in self._facts.contexts_of(owner.frame())
            for each in select(objects.held_by(owner, context), ExternalInstance)
        }

    def _makers(self, expression: nodes.NodeNG, member: tuple[int, ...], depth: int) -> Iterator[str]:
        """The names of what is called to make an object, or a member of what is written: in helpers as well."""
        expression, member = unpacked(expression, member)
        if isinstance(expression, nodes.Name) and depth:
            for each in map(assignment_of, bindings(expression)):
                if each is not None:
                    yield from self._makers(each.value, (*each.member, *member), depth - 1)
        elif isinstance(expression, nodes.Call):
            if not member:
                yield last_name(expression.func)
            for scope in self._called_functions(expression) if depth else ():
                for result in returns(scope):
                    if result.value is not None:
                        yield from self._makers(result.value, member, depth - 1)

    def _called_functions(self, call: nodes.Call) -> set[nodes.NodeNG]:
        """The functions of the project that a call may call."""
        contexts = self._facts.contexts_of(call.frame())
        return {callee.scope for each in contexts for callee in each.summary.called_at(call)}


def _written(site: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """Where a layer is made, and the statements that say what it, or the list that it is made of, consists of.

    `parts = []`, `parts += [Dense(4, input_shape=(3,))]`, `Sequential(parts)`; `net = Sequential()`, `net.add(…)`.
    """
    yield site
    if called_name(site) != "Sequential":
        return
    names = {each.name for each in site.args if isinstance(each, nodes.Name)}
    statement = site.statement()
    if isinstance(statement, nodes.Assign) and statement.value is site:
        names.update(each.name for each in statement.targets if isinstance(each, nodes.AssignName))
    for each in site.frame().nodes_of_class((nodes.Assign, nodes.AugAssign, nodes.Expr)) if names else ():
        grown = receiver_of(each.value) if isinstance(each, nodes.Expr) else None
        targets = targets_of(each) if grown is None else [grown]
        if not names.isdisjoint(last_name(target) for target in targets):
            yield each


def _is_functional(model: Instance) -> bool:
    """Whether a model is made from symbolic tensors, with all that leads to them: `Net(inputs=x, outputs=y)`."""
    calls = nodes_inside(model.cls.node, nodes.Call)
    makes = [model.site, *(each for each in calls if last_name(each.func) == "__init__")]
    return any(passed_as(call, "outputs", "output") is not None for call in makes)
