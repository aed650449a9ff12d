"""What Keras objects are made with and call later: layers in layers, losses, metrics, schedules, callbacks, functions.

What an object is given stands in slots of the heap (`Slot.HELD`, `Slot.ACTIVATION`, ...), which are no attributes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any

from astroid import nodes

from hybridize.frameworks.knowledge import Hook
from hybridize.frameworks.tensor_types.types import Typed
from hybridize.inference.domain.fields import ANY_ELEMENT, Slot
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    Dataset,
    ExternalInstance,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    NoneObject,
    Partial,
    PythonScalar,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOOL, BOTTOM, INT, OPAQUE, TENSOR, UNKNOWN_RESULT, join, truth
from hybridize.inference.models import layer_types
from hybridize.inference.python import attributes, iteration, protocols, result_types, symbolic
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.caching import part
from hybridize.inference.python.fitting import fitting, fitting_callback, takes_fewer
from hybridize.inference.python.frame import Following, Frame
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import last_name

_FAMILIES = {
    **dict.fromkeys(("fit", "train_on_batch", "fit_generator", "train_step"), "fit"),
    **dict.fromkeys(("evaluate", "test_on_batch", "evaluate_generator", "test_step"), "evaluate"),
    **dict.fromkeys(("predict", "predict_on_batch", "predict_generator", "predict_step"), "predict"),
}
"""Methods of a model that run its step, by the method whose hooks they run."""
_CALLING = frozenset({"__call__", "call"})
"""Methods of a layer or model that call what it holds."""
_COMPARING = frozenset({"compiled_loss", "compute_loss", "compute_metrics"})
"""Methods of a model that call its losses or metrics."""
_STEPS = {"fit": "train_step", "evaluate": "test_step", "predict": "predict_step"}
_PARTS_OF_A_STEP = frozenset({"compute_loss", "compute_metrics"})
"""Hooks that the framework's own step calls; a step of the project's calls them itself, or not."""
_UPDATES = frozenset({"apply_gradients", "apply", "minimize"})
_FUNCTIONS = (Function, Bound, Hybrid, Partial)
_DEPTH = 4
"""Objects inside objects that are followed."""


def role_of(frame: Frame, cls: str) -> str:
    """What sort of Keras object a described class makes: `layer`, `recurrent`, `lambda`, `optimizer`, or nothing."""
    roles = frame.analysis.outside.keras_roles
    found = roles.get(cls)
    if found is None:
        below = frame.analysis.knowledge.is_subclass
        if below(cls, "keras.layers.Lambda"):
            found = "lambda"
        elif below(cls, "keras.layers.RNN"):
            found = "recurrent"
        elif below(cls, "keras.layers.Layer"):
            found = "layer"
        else:
            found = "optimizer" if below(cls, "keras.optimizers.Optimizer") else ""
        roles[cls] = found
    return found


def _objects(frame: Frame, value: Value) -> Sequence[AbstractObject]:
    """The members of a value and of the containers in it."""
    return frame.once((_objects, value), lambda: list(_found(frame, value)))


def _found(frame: Frame, value: Value, depth: int = 3) -> Iterator[AbstractObject]:
    for rest in range(depth, -1, -1):
        nested = select(value, Container, TupleObject)
        yield from value.difference(nested)
        if not nested or not rest:
            return
        # Structures share much of what they hold: each level is read once.
        value = join([inner for obj in nested for inner in iteration.read_all(frame, obj)])


def weighted_base(frame: Frame, cls: ClassObject) -> str:
    """The framework class above a class that makes variables beside those of its own constructor; empty without one."""
    knowledge, builds = frame.analysis.knowledge, _makes_with_build(frame, cls)
    for base in frame.analysis.classes.external_bases(cls):
        found = knowledge.lookup(base)
        if found is not None and "creates-variable" in found.tags:
            if builds or not (base in _PLAIN_LAYERS or "weightless" in found.tags):
                return base
    return ""


_PLAIN_LAYERS = frozenset({"keras.layers.Layer", "keras.layers.AbstractRNNCell", "keras.Model"})
"""They make no variables themselves: what derives from them makes its own."""


def _makes_with_build(frame: Frame, cls: ClassObject) -> bool:
    """Whether a class has a `build` that calls more than the `build` of its base."""
    own = attributes.class_lookup(frame, cls, "build")
    functions = select(own, Function)
    calls = (call for function in functions for call in function.node.nodes_of_class(nodes.Call))
    return len(functions) < len(own) or not all(map(_asks_base, calls))


def _asks_base(call: nodes.Call) -> bool:
    """Whether a call is `super()`, or one of a method of it."""
    called = call.func.expr if isinstance(call.func, nodes.Attribute) else call
    return isinstance(called, nodes.Call) and last_name(called.func) == "super"


def hold(frame: Frame, owner: Instance | ExternalInstance, cls: str, args: Args) -> None:
    """Remember what an object of a described class `cls` is made with: `Sequential([layer])`, `Dense(activation=f)`."""
    described = frame.analysis.knowledge.lookup(cls)
    layers = args.get("layers") or args.get(0)
    if described is not None and "chain" in described.tags and layers:
        frame.heap.write(owner, Slot.CHAIN, layers)
    _keep_dtype(frame, owner, args)
    if cls == layer_types.MODEL:
        symbolic.keep(frame, owner, args)
    role = role_of(frame, cls)
    if not role:
        return
    names = args.names or (described.parameters if described is not None else ())
    named = [*zip(names, args.positional, strict=False), *args.keywords.items()]
    for name, value in [*named, ("", args.star), ("", args.double_star)]:
        if role == "recurrent" and name == "return_state" and truth(value):
            states = 2 if cls.endswith("LSTM") else 1
            frame.heap.write(owner, Slot.STATES, frame.make.constant(states))
        for obj in _objects(frame, value):
            chosen = _CELLS.get(type(obj))
            cell = chosen(frame, role, name, obj) if chosen is not None else None
            if _last_word(name) == "constraint":
                constrain(frame, obj.single)
            elif cell is None and protocols.is_called_like_function(frame, obj):
                frame.heap.write(owner, Slot.KEPT, obj.single)
            if cell is not None and obj is not owner:
                frame.heap.write(owner, cell, obj.single)
                frame.heap.write(owner, Slot.KEPT, frame.heap.read(obj, Slot.KEPT, frame.context))
                if cell is Slot.HELD and name in ("layer", "cell"):
                    frame.heap.write(owner, name, obj.single)
                if role == "lambda" and name == "function":
                    frame.heap.write(owner, Slot.COMPUTES, obj.single)


_CONSTRAINTS = "constraints"
"""In the heap, the owner of what optimizers call with the variables that they have changed."""


def constrain(frame: Frame, functions: Value) -> None:
    """Variables are made with these constraints. Which variables an optimizer changes is not told apart."""
    if any(protocols.is_called_like_function(frame, obj) for obj in functions):
        frame.heap.write(_CONSTRAINTS, ANY_ELEMENT, functions)


def _keep_dtype(frame: Frame, owner: Instance | ExternalInstance, args: Args) -> None:
    """Keep which dtype an object of the project is told, or that it may be told one."""
    told = args.keywords.get("dtype", args.double_star)
    for each in select(owner.single, Instance) if told else ():
        frame.heap.write((result_types.MADE_WITH, each), "dtype", told)


def _cell_for_any(role: str, name: str) -> Slot | None:
    """The slot for schedules, initializers and regularizers of any kind; None for the rest."""
    if role == "optimizer":
        return Slot.SCHEDULE
    return _BY_LAST_WORD.get(_last_word(name))


_BY_LAST_WORD = {"initializer": Slot.INITIALIZER, "regularizer": Slot.WEIGHTS}


def _last_word(parameter: str) -> str:
    """What a layer does with an argument: Keras ends the names of its parameters with it, as `kernel_regularizer`."""
    return parameter.rpartition("_")[2]


def _cell_for_function(frame: Frame, role: str, name: str, obj: AbstractObject) -> Slot | None:
    if role == "lambda":
        # `output_shape` is called with shapes, once.
        return None if name == "output_shape" else Slot.ACTIVATION
    return _cell_for_any(role, name) or (Slot.ACTIVATION if _last_word(name) == "activation" else None)


def _cell_for_instance(frame: Frame, role: str, name: str, obj: Instance) -> Slot | None:
    return _cell_for_any(role, name) or Slot.HELD


def _cell_for_external(frame: Frame, role: str, name: str, obj: ExternalInstance) -> Slot | None:
    return Slot.HELD if _cell_for_any(role, name) is None and role_of(frame, obj.cls) else Slot.PARTS


_CELLS: dict[type[AbstractObject], Callable[[Frame, str, str, Any], Slot | None]] = {
    **dict.fromkeys(_FUNCTIONS, _cell_for_function),
    Instance: _cell_for_instance,
    ExternalInstance: _cell_for_external,
}
"""The slot in which an object keeps what it is made with, by the kind of that."""


def parts_of(frame: Frame, owner: ExternalInstance, args: Args, result: Value) -> Value:
    """The result of a call of a layer: a tuple where the layer gives its states or its attention scores as well."""
    more = 0
    if "return_attention_scores" in args.keywords and truth(args.keywords["return_attention_scores"]):
        more = 1
    elif role_of(frame, owner.cls) == "recurrent":
        more = _states(frame, owner)
    elif owner.cls == "keras.layers.Bidirectional":
        held = select(frame.heap.read(owner, Slot.HELD, frame.context), ExternalInstance)
        more = 2 * max((_states(frame, each) for each in held), default=0)
    return frame.make(TupleObject, (result,) * (1 + more), BOTTOM, "tuple").single if more else result


def _states(frame: Frame, layer: ExternalInstance) -> int:
    if Slot.STATES not in frame.heap.fields(layer):
        return 0
    found = frame.heap.read(layer, Slot.STATES, frame.context)
    known = [obj.literal.index for obj in select(found, PythonScalar) if obj.literal is not None]
    return max([index for index in known if index is not None], default=0)


def run_chain(frame: Frame, owner: ExternalInstance, args: Args, node: nodes.NodeNG) -> Value | None:
    """Call the layers of a `Sequential` one after the other, or the one of a wrapper.

    None where their order is not known.
    """
    if Slot.CHAIN not in frame.heap.fields(owner):
        return None
    # `self.net = Sequential(self.net)`: the attribute holds both, and no model is a layer within itself.
    following = _following(frame)
    running, ways = following.running, following.chains.setdefault(node, [])
    made_with = (frame.heap.read(owner, Slot.CHAIN, frame.context) - owner.single).difference(running)
    if any(obj.is_unknown for obj in made_with) or len(ways) >= _WAYS:
        return None
    ways.append(owner)
    lists = [
        iteration.positions(frame, obj) if type(obj) in (Container, TupleObject) else [obj.single]
        for obj in made_with
    ]
    results: list[Value] = []
    called = frame.analysis.knowledge.call(owner.cls)
    if called is not None and called.name.startswith(owner.cls):
        # What counts is the whole, not the first of its layers.
        frame.analysis.events.tensors.add_operation(node, called.name)
    for layers in lists:
        if not layers or not args.positional:
            return None
        running.append(owner)
        given = args
        called_layers = [layer for layer in layers if not _is_input(layer)] or layers
        for layer in called_layers:
            results.append(frame.evaluator.call(frame, layer, given, node))
            given = Args(results[-1:])
        del results[-len(called_layers) : -1]
        running.pop()
    return join(results) or None


_WAYS = 60
"""So many chains of layers are followed from one call: models that hold one another have very many."""


def _is_input(layer: Value) -> bool:
    """Whether a member of a `Sequential` is no layer that is called: it only says what the model is given."""
    return has(layer, Tensor) or any(obj.cls == _INPUT_LAYER for obj in select(layer, ExternalInstance))


_INPUT_LAYER = "keras.layers.InputLayer"


def run_stages(
    frame: Frame, owner: ExternalInstance, inputs: Value, node: nodes.NodeNG, hybrid: bool = False
) -> Value | None:
    """Follow what a model of Keras is given through its layers; those of the project are called with what reaches them.

    What it gives, or None where nothing is known of that.
    """
    if owner.cls == layer_types.MODEL:
        return _structured(frame, layer_types.of_one(frame, owner, inputs), inputs)
    if role_of(frame, owner.cls) == "lambda":
        return _of_lambda(frame, owner, inputs, node, hybrid)
    if owner.cls != layer_types.SEQUENTIAL:
        return None
    found = layer_types.stages(frame, result_types.made_with(frame, owner))
    if not found or not inputs:
        return None
    value = inputs
    for layer, unsure in found:
        if _is_input(layer):
            continue
        for _ in range(_ROUNDS if unsure else 1):
            made = join([_through(frame, obj, value, node, hybrid) for obj in layer])
            # A layer that may be left out hands on what it is given; one in a loop gets what it gave.
            value = frame.widening.variants.widened(value | made) if unsure else made
    return value if frame.widening.variants.plain(value) != value else None


def _of_lambda(
    frame: Frame, owner: ExternalInstance, inputs: Value, node: nodes.NodeNG, hybrid: bool
) -> Value | None:
    """What the function of a `Lambda` gives; nothing is known of it where it gives anything but tensors."""
    given = Args([cast_input(frame, inputs, node)])
    functions = frame.heap.read(owner, Slot.COMPUTES, frame.context)
    made = join([_call_as_python(frame, obj.single, given, node, hybrid) for obj in functions])
    return made if made and only(made, Tensor) else None


_ROUNDS = 3
"""So often a layer that is added in a loop is followed: then the shape that all rounds have in common is known."""


def _through(frame: Frame, layer: AbstractObject, inputs: Value, node: nodes.NodeNG, hybrid: bool) -> Value:
    """What one layer of a model gives."""
    handler = _THROUGH.get(type(layer))
    if handler is not None:
        return handler(frame, layer, inputs, node, hybrid)
    _following(frame).called[layer, node, hybrid, False] = 0
    return frame.evaluator.call(frame, layer.single, Args([inputs]), node, hybrid)


def _through_outside(
    frame: Frame, layer: ExternalInstance, inputs: Value, node: nodes.NodeNG, hybrid: bool
) -> Value:
    """What a layer or model of the framework gives."""
    found = run_stages(frame, layer, inputs, node, hybrid)
    if found is None:
        found = _structured(frame, layer_types.of_one(frame, layer, inputs), inputs)
    return TENSOR if found is None else found


_THROUGH: dict[type[AbstractObject], Callable[[Frame, Any, Value, nodes.NodeNG, bool], Value]] = {
    ExternalInstance: _through_outside,
}
"""What layers give that are not called as functions of the project are."""


def _structured(frame: Frame, types: Typed, inputs: Value) -> Value | None:
    """Tensors of these types in tuples; symbolic ones where the inputs are."""
    if isinstance(types, tuple):
        items = tuple([_structured(frame, each, inputs) or TENSOR for each in types])
        return frame.make(TupleObject, items, BOTTOM, "tuple").single
    kind = "keras" if symbolic.has_symbolic(iteration.leaves(frame, inputs)) else "tensor"
    return result_types.tensors(frame, kind, "", types) if types else None


def _following(frame: Frame) -> Following:
    return frame.once(Following, Following) if frame.following is None else frame.following


def run_held(
    frame: Frame, owner: Instance | ExternalInstance, args: Args, node: nodes.NodeNG, hybrid: bool = False,
    depth: int = _DEPTH, again: bool = True,
) -> None:  # fmt: skip
    """A call of an object also calls what the object was made with: layers, activations, initializers.

    `again`: and what it calls again, being made of symbolic tensors.

    Models that are made of models share layers, over many ways from one to the other, and so do the models that may be
    called at a place, so each layer is called once in a statement.
    """
    outer, frame.following = frame.following, _following(frame)
    called = frame.following.called
    fields = frame.heap.fields(owner)
    held = frame.heap.read(owner, Slot.HELD, frame.context)
    recurrent = isinstance(owner, ExternalInstance) and role_of(frame, owner.cls) == "recurrent"
    states = [frame.make(TupleObject, (), TENSOR, "tuple").single] if recurrent else []
    for layer in select(held, Instance):
        if (layer, node, hybrid, recurrent) not in called:
            called[layer, node, hybrid, recurrent] = 0
            frame.evaluator.call(frame, layer.single, Args([TENSOR, *states]), node, hybrid)
    for outside in select(held, ExternalInstance):
        if called.get((outside, node, hybrid, False), 0) < depth:
            called[outside, node, hybrid, False] = depth
            run_held(frame, outside, Args([TENSOR]), node, hybrid, depth - 1, again)
    if again and (owner, node, hybrid, True) not in called:
        called[owner, node, hybrid, True] = 0
        with frame.analysis.contexts.without_types(True):
            for kept, given in symbolic.calls_again(frame, owner):
                key = (kept, *given.positional, *given.keywords.items(), node, hybrid)
                part(frame, key, partial(frame.evaluator.call, frame, kept, given, node, hybrid))
    if Slot.ACTIVATION in fields:
        inputs = Args([cast_input(frame, value, node) for value in args.positional[:1]] or [TENSOR])
        for obj in frame.heap.read(owner, Slot.ACTIVATION, frame.context):
            _call_as_python(frame, obj.single, inputs, node, hybrid)
    if Slot.WEIGHTS in fields:
        variable = frame.make(Tensor, "variable", "").single
        for obj in frame.heap.read(owner, Slot.WEIGHTS, frame.context):
            _call_as_python(frame, obj.single, Args([variable]), node, hybrid)
    if Slot.INITIALIZER in fields:
        for obj in frame.heap.read(owner, Slot.INITIALIZER, frame.context):
            _initialize(frame, obj, node)
    frame.following = outer


def _call_as_python(frame: Frame, called: Value, args: Args, node: nodes.NodeNG, hybrid: bool = False) -> Value:
    """Call what Keras itself calls, which AutoGraph converts on no release (run on 2.15 and 2.21)."""
    graphs = frame.analysis.events.graphs
    graphs.add_left_by_keras(called)
    for obj in select(called, Instance):
        graphs.add_left_by_keras(frame.evaluator.method(frame, obj, "__call__"))
    return frame.evaluator.call(frame, called, args, node, hybrid)


def _initialize(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> None:
    shape = frame.make(TupleObject, (), INT, "tuple").single
    frame.evaluator.call(frame, obj.single, Args([shape], {"dtype": OPAQUE}), node, effects=False)


def method_called(
    frame: Frame, receiver: Instance | ExternalInstance, owner: str, method: str, args: Args, node: nodes.NodeNG
) -> None:
    """A call of a framework method: the object keeps what it is given (`add`), or code of the project runs (`fit`)."""
    if method in layer_types.OBSERVED:
        described = frame.analysis.knowledge.method(owner, method)
        layer_types.observe(frame, receiver, method, args, node, described.parameters if described is not None else ())
    if method == "__init__":
        hold(frame, receiver, owner, args)
        if frame.evaluator.tracing.is_named(owner):
            frame.evaluator.tracing.named(frame, owner, args, node)
    elif method in _CALLING:
        run_held(frame, receiver, args, node)
    elif method == "get_layer":
        symbolic.taken_from(frame, receiver)
    elif method == "add":
        if isinstance(receiver, ExternalInstance):
            layer_types.added(frame, receiver, args, node)
        hold(frame, receiver, owner, Args([], {"layers": value for value in args.everything()}))
        if Slot.CHAIN in frame.heap.fields(receiver):
            # The model has more layers now than those that it was made with.
            frame.heap.write(receiver, Slot.CHAIN, UNKNOWN_RESULT)
    elif method == "add_loss":
        for obj in select(_objects(frame, join(args.everything())), *_FUNCTIONS):
            frame.evaluator.call(frame, obj.single, Args(), node)
    elif method == "compile":
        _compile(frame, receiver, args)
    elif method in _FAMILIES:
        symbol = frame.analysis.knowledge.method(owner, method)
        names = symbol.parameters if symbol is not None else ()
        given = Args(args.positional, args.keywords, args.star, args.double_star, names)
        _run(frame, receiver, method, given, node)
    elif method in _COMPARING:
        _compare(frame, receiver, (TENSOR, TENSOR), node, hybrid=False)
    elif method in _UPDATES:
        _update(frame, receiver, node, False)
    elif method == "add_weight":
        _add_weight(frame, args, node)
    else:
        _run_hooks(frame, receiver, method, node, False)


def _add_weight(frame: Frame, args: Args, node: nodes.NodeNG) -> None:
    constrain(frame, args.keywords.get("constraint", BOTTOM))
    for name in ("initializer", "regularizer"):
        for obj in select(args.keywords.get(name, BOTTOM), Instance, *_FUNCTIONS):
            if name == "initializer":
                _initialize(frame, obj, node)
            else:
                _call_as_python(frame, obj.single, Args([frame.make(Tensor, "variable", "").single]), node)


def _compile(frame: Frame, receiver: Instance | ExternalInstance, args: Args) -> None:
    """`compile(loss=f, metrics=[g], optimizer=o)`: what training will call."""
    if passes_run_eagerly(args):
        frame.heap.write(receiver, Slot.EAGER, BOOL)
    optimizer = args.keywords.get("optimizer", args.positional[0] if args.positional else BOTTOM)
    for value in args.everything():
        for obj in select(_objects(frame, value), Instance, ExternalInstance, *_FUNCTIONS):
            # What is handed over as the optimizer is not called, whatever class it is of.
            if value is not optimizer or _is_optimizer(frame, obj):
                frame.heap.write(receiver, Slot.COMPILED, obj.single)


def passes_run_eagerly(args: Args) -> bool:
    """Whether a call passes `run_eagerly=True`: then Keras traces nothing that it is given."""
    return any(truth(flag.single) for flag in select(args.keywords.get("run_eagerly", BOTTOM), PythonScalar))


def _run(frame: Frame, receiver: Instance | ExternalInstance, method: str, args: Args, node: nodes.NodeNG) -> None:
    """`fit` and its kin: the project's step, or the framework's with the project's `call`, losses and metrics."""
    family = _FAMILIES[method]
    hybrid = not frame.heap.read(receiver, Slot.EAGER, frame.context)
    data = args.get(0) if method.endswith("_step") else _batch(frame, args, node)
    _train(frame, receiver, family, data, node, hybrid, own_step=not method.endswith("_step"))
    validation = args.get("validation_data")
    if validation is not None and family == "fit":
        parts = [list(a.items) for a in select(validation, TupleObject) if a.items] or [[validation]]
        batch = join(_batch(frame, Args(part), node) or BOTTOM for part in parts) or None
        _train(frame, receiver, "evaluate", batch, node, hybrid)
    for callback in select(_objects(frame, args.get("callbacks") or BOTTOM), Instance):
        frame.heap.write(callback, "model", receiver.single)
        _run_hooks(frame, callback, "fit", node, False)
    for value in (args.get(0), validation):
        for data_object in select(value or BOTTOM, Instance):
            _run_hooks(frame, data_object, "fit", node, False)


def _train(
    frame: Frame, receiver: Instance | ExternalInstance, family: str, data: Value | None, node: nodes.NodeNG,
    hybrid: bool, own_step: bool = True,
) -> None:  # fmt: skip
    if isinstance(receiver, Instance):
        if own_step and _run_own_step(frame, receiver, family, data, node, hybrid):
            return
        predicted = _run_forward(frame, receiver, family, data, node, hybrid)
    else:
        predicted = run_stages(frame, receiver, _inputs(data), node, hybrid) or TENSOR
        # Training runs eagerly, whatever calls it: once says which layers it traces.
        again = not own_step or frame.analysis.events.objects.trains_first(receiver, frame.context)
        run_held(frame, receiver, Args([_inputs(data)]), node, hybrid, again=again)
    if family == "predict":
        layer_types.keep_predicted(frame, receiver, predicted)
        return
    if family == "fit":
        compiled = frame.heap.read(receiver, Slot.COMPILED, frame.context)
        optimizers = [obj for obj in compiled if _is_optimizer(frame, obj)]
        for obj in optimizers:
            _update(frame, obj, node, hybrid)
        if not optimizers:
            # One that `compile` was given by its name, or its default.
            _constrain_changed(frame, node, hybrid)
    # Of several outputs each is compared by itself.
    compared = result_types.compared(frame, _labels(data), iteration.leaves(frame, predicted))
    _compare(frame, receiver, compared, node, hybrid)


def _compare(
    frame: Frame, receiver: Instance | ExternalInstance, compared: tuple[Value, Value], node: nodes.NodeNG, hybrid: bool
) -> None:
    """Call the losses and metrics that `compile` was given with labels and predictions."""
    for obj in frame.heap.read(receiver, Slot.COMPILED, frame.context):
        arguments = _ARGUMENTS_OF_COMPILED.get(type(obj)) if not _is_optimizer(frame, obj) else None
        given = arguments(frame, obj, compared) if arguments is not None else None
        if given is not None:
            frame.evaluator.call(frame, obj.single, given, node, hybrid)


def _run_own_step(
    frame: Frame, receiver: Instance, family: str, data: Value | None, node: nodes.NodeNG, hybrid: bool
) -> bool:
    """Run the step that the project defines for a model; False where it defines none."""
    for name, method, hook in attributes.hooks(frame, receiver):
        if name == _STEPS[family]:
            given = data or frame.make(Tensor, "tensor", "speculative").single
            frame.evaluator.call(frame, method, fitting(method, Args([given])), node, hybrid)
            return True
    return False


def _run_forward(
    frame: Frame, receiver: Instance, family: str, data: Value | None, node: nodes.NodeNG, hybrid: bool
) -> Value:
    """What the framework's own step runs of a model of the project: the model, and the parts that it overrides.

    What the model gives.
    """
    hooks = {name: (method, hook) for name, method, hook in attributes.hooks(frame, receiver)}
    call, _ = hooks.get("call", (BOTTOM, None))
    supplied = {"training": BOOL} if _takes(call, "training") else {}
    predicted = frame.evaluator.call(frame, receiver.single, Args([_inputs(data)], supplied), node, hybrid)
    for name in sorted(_PARTS_OF_A_STEP.intersection(hooks) if family != "predict" else ()):
        _run_hook(frame, receiver, *hooks[name], node, hybrid)
    return predicted


def _given_to_function(frame: Frame, obj: AbstractObject, compared: tuple[Value, Value]) -> Args | None:
    """Labels and predictions; a function that has no room for both is no loss or metric, whatever holds it."""
    if takes_fewer(obj.single, len(compared)):
        return None
    return fitting_callback(frame, obj.single, Args([*compared]))


_ARGUMENTS_OF_COMPILED: dict[type[AbstractObject], Callable[[Frame, Any, tuple[Value, Value]], Args | None]] = {
    Instance: lambda frame, obj, compared: Args([*compared]),
    **dict.fromkeys(_FUNCTIONS, _given_to_function),
}
"""What training calls losses and metrics with."""


def _is_optimizer(frame: Frame, obj: AbstractObject) -> bool:
    bases = _FRAMEWORK_CLASSES.get(type(obj))
    return bases is not None and any(role_of(frame, base) == "optimizer" for base in bases(frame, obj))


_FRAMEWORK_CLASSES: dict[type[AbstractObject], Callable[[Frame, Any], list[str]]] = {
    Instance: lambda frame, obj: frame.analysis.classes.external_bases(obj.cls),
    ExternalInstance: lambda frame, obj: [obj.cls],
}


def _takes(method: Value, name: str) -> bool:
    functions = [obj.project_function for obj in method]
    return any(name in parameter_names(each.node) for each in functions if each is not None)


def _batch(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """What one step gets of what is given to `fit`; None when that says nothing about tensors."""
    out: list[Value] = []
    given = args.positional[1:] if not args.names else [args.get("y"), args.get("sample_weight")]
    labels = [each for each in given if each and not _is_none(each)]
    for obj in args.get(0) or BOTTOM:
        handler = _BATCHES.get(type(obj))
        if handler is not None:
            out.append(handler(frame, obj, labels, node))
    return join(out) or None


def _batch_of_sequence(frame: Frame, obj: Instance, labels: list[Value], node: nodes.NodeNG) -> Value:
    """A `keras.utils.Sequence`, or what has items as it does."""
    item = frame.evaluator.method(frame, obj, "__getitem__")
    return iteration.tensors_like(frame, frame.evaluator.call(frame, item, Args([INT]), node), node) if item else BOTTOM


def _batch_of_array(frame: Frame, obj: AbstractObject, labels: list[Value], node: nodes.NodeNG) -> Value:
    if labels:
        return _batch_of_structure(frame, obj, labels, node)
    return iteration.tensors_like(frame, obj.single, node, leaf_of=result_types.batched(frame))


def _batch_of_structure(frame: Frame, obj: AbstractObject, labels: list[Value], node: nodes.NodeNG) -> Value:
    leaf = result_types.batched(frame)
    parts = tuple([iteration.tensors_like(frame, each, node, leaf_of=leaf) for each in (obj.single, *labels)])
    return frame.make(TupleObject, parts, BOTTOM, "tuple").single


_BATCHES: dict[type[AbstractObject], Callable[[Frame, Any, list[Value], nodes.NodeNG], Value]] = {
    Dataset: lambda frame, obj, labels, node: obj.element,
    IteratorObject: lambda frame, obj, labels, node: iteration.tensors_like(frame, obj.element, node),
    Instance: _batch_of_sequence,
    Array: _batch_of_array,
    Tensor: _batch_of_array,
    Container: _batch_of_structure,
    TupleObject: _batch_of_structure,
}
"""What one step gets of data of each kind."""


def _is_none(value: Value) -> bool:
    return only(value, NoneObject)


def _inputs(data: Value | None) -> Value:
    """The first member of what a step gets; a tensor where nothing is known of that."""
    if not data:
        return TENSOR
    tuples = [obj for obj in select(data, TupleObject) if obj.items]
    return join([data.difference(tuples), *[each.items[0] for each in tuples]])


def _labels(data: Value | None) -> Value:
    """The second member of what a step gets; a tensor where nothing is known of that."""
    tuples = select(data or BOTTOM, TupleObject)
    known = [each.items[1] for each in tuples if len(each.items) > 1]
    return join(known) if known and len(known) == len(data or BOTTOM) else TENSOR


def _update(frame: Frame, optimizer: AbstractObject, node: nodes.NodeNG, hybrid: bool) -> None:
    """An optimizer applies gradients: its schedule gives the rate, and a project's own optimizer its steps."""
    _run_hooks(frame, optimizer, "apply_gradients", node, hybrid)
    schedules = frame.heap.read(optimizer, Slot.SCHEDULE, frame.context)
    objects = select(schedules, Instance)
    for schedule in objects:
        _call_as_python(frame, schedule.single, Args([frame.make(Tensor, "variable", "").single]), node, hybrid)
    for function in schedules.difference(objects):
        _call_as_python(frame, function.single, Args(), node, hybrid)
    _constrain_changed(frame, node, hybrid)


def _constrain_changed(frame: Frame, node: nodes.NodeNG, hybrid: bool) -> None:
    """Variables that were changed are brought back to where their constraints want them."""
    constraints = frame.heap.read(_CONSTRAINTS, ANY_ELEMENT, frame.context)
    if constraints:
        _call_as_python(frame, constraints, Args([frame.make(Tensor, "variable", "").single]), node, hybrid)


def _run_hooks(frame: Frame, obj: AbstractObject, method: str, node: nodes.NodeNG, hybrid: bool) -> None:
    """The methods of the project that the framework's `method` calls."""
    for _, bound, hook in list(attributes.hooks(frame, obj)):
        if method in hook.invoked_by.split():
            _run_hook(frame, obj, bound, hook, node, hybrid)


def _run_hook(
    frame: Frame, obj: AbstractObject, bound: Value, hook: Hook, node: nodes.NodeNG, hybrid: bool
) -> None:
    given = [frame.evaluator.materialize(frame, k, node, None, obj) for k in hook.parameters]
    made = Args(given, {k: frame.evaluator.materialize(frame, v, node, None, obj) for k, v in hook.keywords})
    frame.evaluator.call(frame, bound, fitting(bound, made), node, hybrid=hybrid, effects=not hook.effects_discarded)


def cast_input(frame: Frame, value: Value, node: nodes.NodeNG) -> Value:
    """What a layer's `call` gets of its first argument."""
    return frame.once((cast_input, value, node), lambda: _cast_input(frame, value, node))


def _cast_input(frame: Frame, value: Value, node: nodes.NodeNG) -> Value:
    cast = result_types.cast_to_policy(frame)
    numbers = [obj for obj in select(value, Array, PythonScalar) if obj.builtin_type not in ("str", "bytes")]
    if numbers:
        return value.difference(numbers).union(*map(cast, numbers))
    if has(value, TupleObject, Container) and holds_array(frame, value):
        return iteration.tensors_like(frame, value, node, leaf_of=cast, inside=True)
    return join([cast(obj) if isinstance(obj, Tensor) and obj.is_typed else obj.single for obj in value])


def holds_array(frame: Frame, value: Value) -> bool:
    return any(has(inner, Array) for obj in value for inner in iteration.held(frame, obj))
