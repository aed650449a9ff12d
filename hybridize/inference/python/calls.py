"""Calls: binding arguments, dispatch on what is called, and what calls outside the project do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from astroid import nodes

from hybridize.frameworks.kinds import parse_kind
from hybridize.frameworks.knowledge import Callback, Symbol
from hybridize.inference.models import builtin_calls, keras_objects, library_calls, policy
from hybridize.inference.python import attributes, hybrids, iteration
from hybridize.inference.python import records, single_dispatch
from hybridize.inference.state.assumptions import Use
from hybridize.inference.tracing import conditions as tracing
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.fitting import fitting, fitting_callback
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.frame import Frame
from hybridize.inference.domain.fields import ANY_ATTRIBUTE, ANY_ELEMENT, KEYS, Index, Key, Slot
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    Dispatcher,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    MethodKind,
    NoneObject,
    Opaque,
    Partial,
    PropertyObject,
    TupleObject,
    Unknown,
    Value,
    python_function,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import (
    BOTTOM,
    NONE,
    OPAQUE,
    TENSOR,
    UNKNOWN_RESULT,
    join,
    literal_of,
    with_arguments,
)

A = TypeVar("A", bound=AbstractObject)


def evaluate_call(frame: Frame, node: nodes.Call) -> Value:
    """A call expression."""
    callee = evaluate(frame, node.func)
    frame.analysis.events.add_callee(node, callee)
    args = Args()
    for argument in node.args:
        if isinstance(argument, nodes.Starred):
            _spread(frame, args, evaluate(frame, argument.value), argument)
        elif args.star:
            args.star |= evaluate(frame, argument)
        else:
            args.positional.append(evaluate(frame, argument))
    for keyword in node.keywords:
        value = evaluate(frame, keyword.value)
        if keyword.arg is not None:
            args.keywords[keyword.arg] = value
        else:
            _spread_keywords(frame, args, value)
    if frame.env is None:
        return BOTTOM
    return call(frame, callee, args, node)


def _spread(frame: Frame, args: Args, value: Value, node: nodes.NodeNG) -> None:
    if has(value, Tensor):
        frame.condition(
            "tensor-iteration", node, "a tensor is spread over arguments, which is not converted to a graph"
        )
    if len(value) == 1 and not args.star:
        (obj,) = value
        if isinstance(obj, TupleObject) and not obj.rest:
            args.positional.extend(obj.items)
            return
        if isinstance(obj, Container) and obj.type == "list" and not frame.heap.has(obj, ANY_ELEMENT):
            count = iteration.count_positions(frame, obj)
            frame.heap.read(obj, ANY_ELEMENT, frame.context)
            if count:
                args.positional.extend(frame.heap.read(obj, Index(i), frame.context) for i in range(count))
                return
    args.star |= iteration.elements(frame, value, node)


def _spread_keywords(frame: Frame, args: Args, value: Value) -> None:
    for obj in value:
        if isinstance(obj, Container):
            for name in list(frame.heap.fields(obj)):
                got = frame.heap.read(obj, name, frame.context)
                if isinstance(name, Key):
                    key = name.literal.text
                    if key is not None:
                        args.keywords[key] = args.keywords.get(key, BOTTOM) | got
                elif name is ANY_ELEMENT:
                    args.double_star |= got
            frame.heap.read(obj, ANY_ELEMENT, frame.context)
        else:
            args.double_star |= obj.single if isinstance(obj, (Opaque, Unknown)) else UNKNOWN_RESULT


def call(
    frame: Frame, callee: Value, args: Args, node: nodes.NodeNG, hybrid: bool = False, effects: bool = True
) -> Value:
    """Call all of `callee`. `hybrid`: the framework traces it; `effects` False: they are not the caller's."""
    if len(callee) == 1:
        (obj,) = callee
        return _call(frame, obj, args, node, hybrid, effects)
    frame.analysis.budget.fan_out += len(callee)
    out: list[Value] = []
    methods: dict[AbstractObject, list[AbstractObject]] = {}
    for obj in callee:
        plain = python_function(obj)
        if isinstance(plain, Bound):
            methods.setdefault(plain.function, []).append(plain.receiver)
        elif isinstance(obj, Instance):
            # One call for all receivers of a method: at a place where they meet they are not told apart again.
            own = frame.evaluator.method(frame, obj, "__call__")
            for method in map(python_function, own):
                if isinstance(method, Bound):
                    methods.setdefault(method.function, []).append(method.receiver)
                else:
                    out.append(_call(frame, method, args, node, hybrid, effects))
            if not own:
                out.append(framework_call(frame, obj, args, node, hybrid))
        else:
            out.append(_call(frame, obj, args, node, hybrid, effects))
    for function, receivers in methods.items():
        out.append(_call(frame, function, args.prefixed(frozenset(receivers)), node, hybrid, effects))
    return frame.widening.bounded_fan_out(join(out))


def _call(frame: Frame, obj: AbstractObject, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    handler = _CALLED.get(type(obj))
    return handler(frame, obj, args, node, hybrid, effects) if handler is not None else UNKNOWN_RESULT


def _call_bound(frame: Frame, obj: Bound, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    return _call(frame, obj.function, args.prefixed(obj.receiver.single), node, hybrid, effects)


def _call_partial(frame: Frame, obj: Partial, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    merged = Args(
        [*obj.positional, *args.positional], {**dict(obj.keywords), **args.keywords}, args.star, args.double_star
    )
    return _call(frame, obj.target, merged, node, hybrid, effects)


def _call_hybrid(frame: Frame, obj: Hybrid, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    frame.analysis.events.graph_calls.add(node)
    return _call(frame, obj.target, args, node, hybrid, effects)


def _call_target(frame: Frame, obj: MethodKind, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    return _call(frame, obj.target, args, node, hybrid, effects)


def _call_unknown(frame: Frame, obj: Unknown, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    if effects:
        policy.met(frame, Use.CALL, obj, node)
    # The first cause is what a report should name.
    return obj.single


def _call_opaque(frame: Frame, obj: Opaque, args: Args, node: nodes.NodeNG) -> Value:
    policy.met(frame, Use.CALL, obj, node)
    return OPAQUE


def _without_modes(
    handler: Callable[[Frame, A, Args, nodes.NodeNG], Value],
) -> Callable[[Frame, A, Args, nodes.NodeNG, bool, bool], Value]:
    """A handler to which it makes no difference who traces the call, nor whose the effects are."""

    def handle(frame: Frame, obj: A, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
        return handler(frame, obj, args, node)

    return handle


# Functions of the project --------------------------------------------------------------------------------------------


def bind_arguments(
    frame: Frame, function: Function, args: Args, node: nodes.NodeNG
) -> tuple[dict[str, Value], set[str], bool]:
    """Parameter values, the names that were passed explicitly, and whether the call waits for a value."""
    signature = frame.analysis.scopes.signature(function.node)
    positional, keyword_only = signature.positional, signature.keyword_only
    values: dict[str, Value] = {}
    explicit: set[str] = set()
    extra: list[Value] = []
    waiting = False
    for index, value in enumerate(args.positional):
        if index < len(positional):
            values[positional[index]] = value
            explicit.add(positional[index])
        else:
            extra.append(value)
        waiting = waiting or not value
    unnamed: dict[str, Value] = {}
    for name, value in args.keywords.items():
        if name in signature.by_keyword and name not in values:
            values[name] = value
            explicit.add(name)
        else:
            unnamed[name] = value
        waiting = waiting or not value
    defaults = frame.analysis.functions.defaults(function)
    for name in [*positional, *keyword_only]:
        if name in values:
            continue
        spread = (args.star if name in positional else BOTTOM) | args.double_star
        if spread:
            explicit.add(name)
        values[name] = spread | defaults.get(name, BOTTOM)
    if signature.vararg:
        rest = args.star if len(args.positional) >= len(positional) or args.star else BOTTOM
        values[signature.vararg] = frame.make(TupleObject, tuple(extra), rest, "tuple").single
        if extra or rest:
            explicit.add(signature.vararg)
    if signature.kwarg:
        container = frame.make(Container, "dict", function.node, frame.owner)
        for name, value in unnamed.items():
            frame.heap.write(container, Key(Literal(name)), value)
            frame.heap.write(container, KEYS, frame.make.constant(name))
        if args.double_star:
            frame.heap.write(container, ANY_ELEMENT, args.double_star)
        values[signature.kwarg] = container.single
        if unnamed or args.double_star:
            explicit.add(signature.kwarg)
    return values, explicit, waiting


def call_function(
    frame: Frame, function: Function, args: Args, node: nodes.NodeNG, hybrid: bool = False, effects: bool = True
) -> Value:
    """Call a function of the project: as the configuration describes it, or as its body says."""
    helper = frame.analysis.outside.helper(function.node)
    if helper is None:
        return _call_body(frame, function, args, node, hybrid, effects)
    symbol = helper.symbol
    receiver: AbstractObject | None = None
    passed = args
    if _has_receiver(function.node) and args.positional:
        first, *rest = args.positional
        receiver = next(iter(sorted(first, key=lambda a: a.serial)), None)
        passed = Args(rest, args.keywords, args.star, args.double_star)
    if not _has_receiver(function.node) and {"hybridizes", "decorator-factory"} & symbol.tags:
        return call_external(frame, frame.make(External, symbol.name), args, node)
    if "passthrough-decorator" in symbol.tags and _is_decorator(node) and args.positional:
        return args.positional[0]
    value = _call_body(frame, function, args, node, hybrid, effects and not helper.effect)
    if value or helper.returns:
        described = apply_symbol(frame, symbol, passed, node, receiver)
        value = described if helper.returns else value
    return value


def _has_receiver(node: nodes.FunctionDef | nodes.Lambda) -> bool:
    """Whether the first argument of the function is the object (or class) that it belongs to."""
    decorators = node.decorators.nodes if isinstance(node, nodes.FunctionDef) and node.decorators else ()
    return isinstance(node.parent, nodes.ClassDef) and not any(d.as_string() == "staticmethod" for d in decorators)


def _call_body(frame: Frame, function: Function, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    """Bind, find the context for these arguments, take its result."""
    analysis = frame.analysis
    values, explicit, waiting = bind_arguments(frame, function, args, node)
    if waiting and not frame.heap.settled:
        frame.heap.wait(frame.context)
        return BOTTOM
    values = {name: _without_owner(frame, value) for name, value in values.items()}
    signature = analysis.scopes.signature(function.node)
    analysis.events.add_arguments(function, signature.names, values, explicit, node, frame.context)
    context = analysis.contexts.for_arguments(function, values)
    frame.context.summary.add_call(node, context, effects, hybrid)
    result = frame.evaluator.result_of(context, frame.context)
    if context.wide:
        result = with_arguments(result, values)
    names = analysis.scopes.names(function.node)
    if names.is_generator:
        iterator = frame.make(IteratorObject, context.summary.element, node, frame.owner)
        frame.heap.write(iterator, Slot.RETURNED, result)
        analysis.contexts.generators.setdefault(iterator, set()).add(context)
        return iterator.single
    return _of_custom_gradient(frame, result, node) if function.node in analysis.functions.custom_gradients else result


def _of_custom_gradient(frame: Frame, result: Value, node: nodes.NodeNG) -> Value:
    """The first part of `(result, gradient function)`; TensorFlow calls the other when it differentiates."""
    out: list[Value] = []
    for obj in result:
        if isinstance(obj, TupleObject) and len(obj.items) == 2:
            out.append(obj.items[0])
            gradient = frozenset(select(obj.items[1], Function, Bound, Partial))
            if gradient:
                call(frame, gradient, fitting_callback(frame, gradient, Args([TENSOR])), node)
        else:
            out.append(obj.single)
    return join(out)


def _without_owner(frame: Frame, value: Value) -> Value:
    """Arguments lose their owner, so that a write in the callee counts as a side effect."""
    for obj in value:
        if isinstance(obj, Array):
            break
    else:
        return value
    if value:
        return frozenset(frame.make(Array, None) if isinstance(obj, Array) else obj for obj in value)
    return value


# Classes and instances of the project --------------------------------------------------------------------------------


def instantiate(frame: Frame, cls: ClassObject, args: Args, node: nodes.NodeNG) -> Value:
    """`cls(...)`."""
    analysis = frame.analysis
    if analysis.classes.is_enum(cls):
        return records.enum_members(frame, cls)
    instance = analysis.classes.new_instance(cls, node, frame.owner)
    analysis.classes.add_instance(instance)
    weighted = _weighted_base(frame, cls)
    if weighted:
        frame.condition("creates-variable", node, f"`{cls.node.name}` makes variables, as `{weighted}` does")
    created = attributes.class_lookup(frame, cls, "__new__")
    if created:
        made = call(frame, frozenset(getattr(a, "target", a) for a in created), args.prefixed(cls.single), node)
        own = [a for a in select(made, Instance) if cls in analysis.classes.mro(a.cls)]
        if own:
            for each in own:
                call(frame, frame.evaluator.method(frame, each, "__init__"), args, node)
            return made
        if made and not has(made, Unknown, ExternalInstance):
            return made
    constructor = frame.evaluator.method(frame, instance, "__init__")
    if constructor:
        call(frame, constructor, args, node)
    elif analysis.classes.is_dataclass(cls) or analysis.classes.is_named_tuple(cls):
        records.fill(frame, instance, args, node)
    elif attributes.contents(frame, instance):
        call_method(frame, frame.make(ExternalMethod, "", "__init__", instance), args, node)
    else:
        for base in analysis.classes.external_bases(cls):
            keras_objects.hold(frame, instance, base, args)
    return instance.single


def _weighted_base(frame: Frame, cls: ClassObject) -> str:
    """The framework class that makes the instances of a class have variables that its constructor does not make."""
    knowledge, builds = frame.analysis.knowledge, attributes.class_lookup(frame, cls, "build")
    for base in frame.analysis.classes.external_bases(cls):
        found = knowledge.lookup(base)
        if found is not None and "creates-variable" in found.tags:
            if builds or not (base in _PLAIN_LAYERS or "weightless" in found.tags):
                return base
    return ""


_PLAIN_LAYERS = frozenset({"keras.layers.Layer", "keras.Model"})
"""They have the variables that the classes derived from them make."""


def call_instance(frame: Frame, instance: Instance, args: Args, node: nodes.NodeNG, hybrid: bool = False) -> Value:
    """`instance(...)`: the project's `__call__`, or the framework's, which leads to hooks such as Keras' `call`."""
    method = frame.evaluator.method(frame, instance, "__call__")
    if method:
        return call(frame, method, args, node, hybrid)
    return framework_call(frame, instance, args, node, hybrid)


def framework_call(frame: Frame, instance: Instance, args: Args, node: nodes.NodeNG, hybrid: bool = False) -> Value:
    """What `__call__` of a framework base class does with an instance of a project class."""
    analysis, knowledge = frame.analysis, frame.analysis.knowledge
    bases = analysis.classes.external_bases(instance.cls)
    if not bases:
        return UNKNOWN_RESULT
    policy.met(frame, Use.CALL, instance, node)
    result = BOTTOM
    found = False
    given = _cast(frame, args, node)
    for name, method, hook in attributes.hooks(frame, instance):
        if hook.invoked_by != "__call__":
            continue
        if hook.effects_discarded:
            made = Args([frame.evaluator.materialize(frame, k, node, None, instance) for k in hook.parameters])
            call(frame, method, fitting(method, made), node, effects=False)
        elif name in ("call", "forward"):
            found = True
            # `model.call = tf.function(model.call)`
            own = frame.heap.read(instance, name, frame.context) or method
            result |= call(frame, own, given, node, hybrid)
        elif name == "update_state":
            call(frame, method, args, node, hybrid)
        elif name == "result":
            found = True
            result |= call(frame, method, Args(), node, hybrid)
        elif name == "compute_mask":
            call(frame, method, fitting(method, Args([*given.positional[:1], NONE])), node, hybrid)
    if found:
        return result
    keras_objects.run_held(frame, instance, args, node, hybrid)
    for base in bases:
        symbol = knowledge.call(base)
        if symbol is not None:
            frame.computes(node)
            return apply_symbol(frame, symbol, args, node, instance)
    return UNKNOWN_RESULT


def _cast(frame: Frame, args: Args, node: nodes.NodeNG) -> Args:
    """Keras makes tensors of the arrays and numbers in a layer's first argument, and (Keras 3) of all other arrays."""
    inputs = [keras_objects.cast_input(frame, value, node) for value in args.positional[:1]]
    others = [_cast_array(frame, value, node) for value in args.positional[1:]]
    keywords = {name: _cast_array(frame, value, node) for name, value in args.keywords.items()}
    if not inputs and keywords:
        name = next(iter(keywords))
        keywords[name] = keras_objects.cast_input(frame, args.keywords[name], node)
    return Args(inputs + others, keywords, args.star, args.double_star)


def _cast_array(frame: Frame, value: Value, node: nodes.NodeNG) -> Value:
    """Keras 2 leaves an array as it is, Keras 3 makes it a tensor."""
    if has(value, Array):
        return value | TENSOR
    if has(value, TupleObject, Container) and keras_objects.holds_array(frame, value):
        return value | iteration.tensors_like(frame, value, node)
    return value


# Outside the project -------------------------------------------------------------------------------------------------


def call_external(frame: Frame, obj: External, args: Args, node: nodes.NodeNG) -> Value:
    """Call a function or class of a package."""
    frame.analysis.events.add_outside_call(frame.context, obj.name)
    special = library_calls.SPECIAL.get(obj.name)
    if special is not None:
        got = special(frame, args, node)
        if got is not None:
            return got
    if obj.name.startswith(attributes.BUILTIN_OWNERS) and args.positional:
        # `dict.__setitem__(d, key, value)`
        owner, _, name = obj.name.removeprefix("builtins.").rpartition(".")
        rest = Args(args.positional[1:], args.keywords, args.star, args.double_star)
        return join(
            [call_method(frame, frame.make(ExternalMethod, owner, name, a), rest, node) for a in args.positional[0]]
        )
    symbol = frame.analysis.knowledge.lookup(obj.name)
    if symbol is None:
        policy.met(frame, Use.CALL, obj, node)
        if obj.name.rpartition(".")[2][:1].isupper():
            # A class by the way it is written: what is put into its object can be found there again.
            return frame.make(ExternalInstance, obj.name, node, frame.context).single
        return policy.given_by(frame, obj.name)
    if "hybridizes" in symbol.tags:
        return hybridize(frame, obj, symbol, args, node)
    if "passthrough-decorator" in symbol.tags and _is_decorator(node):
        # `@fixture(scope="module")` gives such a decorator.
        return args.positional[0] if args.positional else frame.make(External, builtin_calls.PASSTHROUGH).single
    if "decorator-factory" in symbol.tags:
        return frame.make(External, builtin_calls.PASSTHROUGH).single
    policy.met(frame, Use.CALL, obj, node)
    return apply_symbol(frame, symbol, args, node, None)


def _is_decorator(node: nodes.NodeNG) -> bool:
    return isinstance(node.parent, nodes.Decorators)


def call_external_instance(frame: Frame, obj: ExternalInstance, args: Args, node: nodes.NodeNG) -> Value:
    """Call an instance of a framework class: a layer, a loss, a metric."""
    keras_objects.run_held(frame, obj, args, node)
    frame.analysis.events.add_outside_call(frame.context, f"{obj.cls}.__call__")
    symbol = frame.analysis.knowledge.call(obj.cls)
    if symbol is None:
        policy.met(frame, Use.CALL, obj, node)
        return policy.given_by(frame, obj.cls)
    return keras_objects.parts_of(frame, obj, args, apply_symbol(frame, symbol, args, node, obj))


def call_method(frame: Frame, obj: ExternalMethod, args: Args, node: nodes.NodeNG) -> Value:
    """Call a method that the project does not define."""
    analysis, receiver = frame.analysis, obj.receiver
    symbol = analysis.knowledge.method(obj.owner, obj.name)
    if obj.owner and obj.owner != "python" and not isinstance(receiver, Unknown):
        analysis.events.add_outside_call(frame.context, f"{obj.owner}.{obj.name}" if symbol is None else symbol.name)
    if isinstance(receiver, (Instance, TupleObject)) and obj.name in ("_replace", "_asdict"):
        made = records.named_tuple_method(frame, receiver, obj.name, args, node)
        if made is not None:
            return made
    special = library_calls.METHODS.get((obj.owner, obj.name)) or library_calls.METHODS.get(("", obj.name))
    if special is not None:
        got = special(frame, receiver, args, node)
        if got is not None:
            return got
    if isinstance(receiver, Instance) and obj.name == "__call__":
        return framework_call(frame, receiver, args, node)
    if isinstance(receiver, (Instance, ExternalInstance)):
        keras_objects.method_called(frame, receiver, obj.owner, obj.name, args, node)
    if symbol is None:
        policy.met(frame, Use.METHOD, obj, node, obj.name)
        return policy.given_by_method(frame, obj)
    return apply_symbol(frame, symbol, args, node, receiver)


def apply_symbol(
    frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
) -> Value:
    """What a described function or method does: effects, conditions, callbacks, result."""
    args = Args(args.positional, args.keywords, args.star, args.double_star, symbol.parameters)
    if any(not value for value in args.positional) and not frame.heap.settled:
        frame.heap.wait(frame.context)
        return BOTTOM
    if symbol.effect:
        note_effect(frame, symbol, args, node, receiver)
    _conditions(frame, symbol, args, node, receiver)
    results: dict[str, Value] = {}
    for callback in symbol.callbacks:
        got = run_callback(frame, callback, args, node, receiver, "py-function" not in symbol.tags)
        if got is not None:
            results[str(callback.parameter)] = got
            if isinstance(callback.parameter, int):
                if callback.parameter < len(symbol.parameters):
                    results[symbol.parameters[callback.parameter]] = got
            elif callback.parameter in symbol.parameters:
                results[str(symbol.parameters.index(callback.parameter))] = got
    value = frame.evaluator.materialize(frame, symbol.returns, node, args, receiver, results)
    if symbol.returns.name == "unknown":
        value = policy.given_by(frame, symbol.name)
    if value == TENSOR and any(isinstance(a, Tensor) and a.kind == "keras" for v in args.everything() for a in v):
        # What is computed from symbolic Keras tensors is symbolic.
        value = frame.make(Tensor, "keras", "").single
    if symbol.role == "class":
        for obj in select(value, ExternalInstance):
            keras_objects.hold(frame, obj, obj.cls, args)
    return value


def run_callback(
    frame: Frame, callback: Callback, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None, effects: bool
) -> Value | None:
    """Call the argument that a library function calls; None when it was not given."""
    function = args.get(callback.parameter)
    if function is None:
        return None
    made = Args()
    for kind in callback.arguments:
        if kind.name == "star":
            # `dataset.map(lambda x, y: ...)`: the members of a tuple are spread over the parameters.
            inner = (
                frame.evaluator.materialize(frame, parse_kind(kind.text), node, args, receiver)
                if ":" in kind.text or "." in kind.text
                else args.get(kind.text)
            )
            if inner is not None:
                _spread_element(frame, made, inner)
            continue
        if kind.name == "keywords":
            _spread_keywords(frame, made, args.get(kind.text) or BOTTOM)
            continue
        if kind.name == "rest":
            made.positional += args.positional[int(kind.text) :]
            made.star |= args.star
            made.double_star |= args.double_star
            made.keywords.update({name: value for name, value in args.keywords.items() if name not in args.names})
            continue
        made.positional.append(frame.evaluator.materialize(frame, kind, node, args, receiver))
    # What runs as Python inside a graph (`tf.py_function`) runs at each call: its effects are no reason to stay eager.
    return call(frame, function, fitting_callback(frame, function, made), node, hybrid=callback.hybrid, effects=effects)


def _spread_element(frame: Frame, made: Args, value: Value) -> None:
    """`args=(x, y)`, or a tuple element of a data set, as several arguments."""
    objects = list(value)
    if len(objects) == 1 and isinstance(objects[0], Container) and objects[0].type == "list":
        fixed = iteration.positions(frame, objects[0])
        if fixed is not None:
            made.positional.extend(fixed)
            return
    if len(objects) == 1 and isinstance(objects[0], TupleObject):
        made.positional.extend(objects[0].items)
        if objects[0].rest:
            made.star |= objects[0].rest
    else:
        made.positional.append(value)


def note_effect(
    frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None
) -> None:
    """Record the side effect that a described function or method has."""
    if not symbol.effect:
        return
    what, _, position = symbol.effect.partition(":")
    short = symbol.name.removeprefix("builtins.")
    if what == "mutates-receiver":
        if receiver is not None:
            mutate(frame, receiver, node, f"changes its receiver with `{short.rpartition('.')[2]}`")
    elif what == "mutates-argument":
        for obj in args.get(position) or BOTTOM:
            mutate(frame, obj, node, f"changes an argument with `{short}`")
    elif what == "unknown":
        policy.met(frame, Use.CALL, frame.make(External, symbol.name), node)
    else:
        frame.effect(what, node, f"calls `{short}` ({_EFFECT_WORDS.get(what, what)})", None)


_EFFECT_WORDS = {
    "output": "output",
    "input": "input",
    "random": "Python randomness",
    "clock": "reads the clock",
    "environment": "reads or changes the environment",
    "file": "reads or writes files",
    "switch": "changes a global switch",
    "other": "a Python side effect",
}


_OF_ARRAYS = ("numpy.", "scipy.", "sklearn.", "pandas.", "matplotlib.", "cv2.", "PIL.")
_CONDITIONAL = frozenset(
    "eager-only runs-graph creates-variable deferred python-random frozen-random eager-switch".split()
)


def _watch(symbol: Symbol) -> tuple[bool, bool]:
    """Whether a symbol computes with tensors, and whether anything else about a call of it may matter to a trace."""
    computes = "computes" in symbol.tags and not symbol.name.startswith("numpy.")
    special = bool(symbol.tags & _CONDITIONAL) or symbol.name.startswith(_OF_ARRAYS)
    return computes, special or tracing.is_special(symbol.name)


def _conditions(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG, receiver: AbstractObject | None) -> None:
    short = symbol.name
    watched = frame.analysis.outside.watched
    known = watched.get(short)
    if known is None or known[0] is not symbol:
        known = watched[short] = (symbol, *_watch(symbol))
    _, computes, special = known
    if computes:
        frame.computes(node, short)
        if "name" in args.keywords:
            tracing.name_argument(frame, symbol, args, node)
    if not special:
        return
    tags = symbol.tags
    if short.startswith("numpy.") and "out" in args.keywords:
        for obj in args.keywords["out"]:
            mutate(frame, obj, node, f"writes to an array with `{short}`")
    if "eager-only" in tags or "runs-graph" in tags:
        frame.condition("eager-only-call", node, f"`{short}` cannot be traced")
    tracing.external_call(frame, symbol, args, node, receiver)
    if "creates-variable" in tags and "weightless" not in tags:
        frame.condition("creates-variable", node, f"`{short}` makes variables")
    if "deferred" in tags:
        frame.condition("deferred-execution", node, f"`{short}` belongs to deferred (TensorFlow 1) execution")
    if "python-random" in tags or "frozen-random" in tags:
        kind = "seed-sequence" if short.endswith(".set_seed") else "python-random"
        frame.condition(kind, node, f"`{short}` is frozen when it is traced")
    if "eager-switch" in tags:
        frame.condition("eager-switch", node, f"`{short}` switches graph execution for the whole program")
    if short.startswith(_OF_ARRAYS):
        for value in args.everything():
            if has(value, Tensor) or _tensors_inside(frame, value):
                frame.condition(
                    "numpy-on-tensor", node, f"`{short}` needs the value of a tensor, which a trace has not"
                )
                break


def _tensors_inside(frame: Frame, value: Value) -> bool:
    return has(value, TupleObject, Container) and iteration.contains_tensor(frame, value, 1)


_HYBRIDIZABLE = (
    Function, Bound, Instance, Hybrid, Partial, ExternalMethod, ExternalInstance, MethodKind, External,
)  # fmt: skip
"""What `tf.function` can be given."""


def hybridize(frame: Frame, obj: External, symbol: Symbol, args: Args, node: nodes.NodeNG) -> Value:
    """`tf.function(...)`, with the function or (as a decorator with arguments) waiting for it."""
    args = Args(args.positional, args.keywords, args.star, args.double_star, symbol.parameters or ("func",))
    function = args.get(0) or args.keywords.get("func") or args.keywords.get("function")
    callables = select(function or (), *_HYBRIDIZABLE)
    if not callables:
        if function and not only(function, NoneObject):
            return function
        return frame.make(Partial, obj, (), tuple(sorted(args.keywords.items()))).single
    for each in callables:
        hybrids.note_hybrid(frame, each, node)
    return frozenset(frame.make.hybrid(each.target if isinstance(each, Hybrid) else each, node) for each in callables)


# Changes in place ----------------------------------------------------------------------------------------------------


def mutate(frame: Frame, obj: AbstractObject, node: nodes.NodeNG, message: str) -> None:
    """Record that an object is changed in place; what cannot be changed in place is ignored."""
    kind = type(obj)
    if kind in _CHANGEABLE:
        frame.effect("mutate", node, message, obj)
    elif kind in _SHARED:
        frame.effect("mutate", node, message, None)


_CHANGEABLE = frozenset({Container, Instance, ExternalInstance, IteratorObject, Array, Unknown, Opaque})
"""Kinds of objects that can be changed in place."""
_SHARED = frozenset({ClassObject, External})
"""Kinds of objects that the whole program shares, so that a change of them is always seen."""


def _has_position(frame: Frame, container: Container, position: int) -> bool:
    """Whether the elements of a list are told apart as far as this position."""
    if isinstance(container.site, nodes.List) and position < len(container.site.elts):
        return not frame.heap.has(container, ANY_ELEMENT) or frame.heap.has(container, Index(position))
    return frame.heap.has(container, Index(position))


def set_item(
    frame: Frame, obj: AbstractObject, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    """`obj[index] = value`; `target` is None where it is not written as a subscript."""
    handler = _ITEM_SET.get(type(obj))
    if handler is not None:
        handler(frame, obj, index, value, node, target)


def _written(target: nodes.Subscript | None) -> str:
    return f"assigns `{target.as_string() if target is not None else 'an item'}`"


def _set_container_item(
    frame: Frame, obj: Container, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    literal = literal_of(index)
    field = iteration.element_field(obj, literal)
    if isinstance(field, Index) and obj.type == "list" and not _has_position(frame, obj, field.position):
        field = ANY_ELEMENT
    is_slice = target is not None and isinstance(target.slice, nodes.Slice)
    if is_slice:
        value = iteration.elements(frame, value, node, consume=False)
    frame.heap.write(obj, ANY_ELEMENT if is_slice else field, value)
    if obj.type not in ("list", "deque"):
        frame.heap.write(obj, KEYS, index)
    owner = frame.heap.namespaces.get(obj)
    if owner is not None:
        written = target.as_string() if target is not None else "an item"
        name = literal.text if literal is not None else None
        attributes.store(frame, owner, ANY_ATTRIBUTE if name is None else name, value, node, written)
    frame.effect("write-item", node, _written(target), obj)


def _set_instance_item(
    frame: Frame, obj: Instance, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    method = frame.evaluator.method(frame, obj, "__setitem__")
    if method:
        call(frame, method, Args([index, value]), node)
        return
    inherited = attributes.contents(frame, obj)
    for container in inherited:
        set_item(frame, container, index, value, node, target)
    if not inherited:
        frame.effect("write-item", node, _written(target), obj)


def _set_external_item(
    frame: Frame, obj: ExternalInstance, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    frame.effect("write-item", node, _written(target), obj)
    frame.heap.write(obj, Slot.ELEMENTS, value)


def _set_other_item(
    frame: Frame, obj: AbstractObject, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    frame.effect("write-item", node, _written(target), obj)


def _set_shared_item(
    frame: Frame, obj: AbstractObject, index: Value, value: Value, node: nodes.NodeNG, target: nodes.Subscript | None
) -> None:
    frame.effect("write-item", node, _written(target), None)


_CALLED: dict[type[AbstractObject], Callable[[Frame, Any, Args, nodes.NodeNG, bool, bool], Value]] = {
    Function: call_function,
    Bound: _call_bound,
    ClassObject: _without_modes(instantiate),
    Instance: lambda frame, obj, args, node, hybrid, effects: call_instance(frame, obj, args, node, hybrid),
    External: _without_modes(call_external),
    ExternalMethod: _without_modes(call_method),
    Partial: _call_partial,
    Hybrid: _call_hybrid,
    MethodKind: _call_target,
    Dispatcher: _without_modes(lambda frame, obj, args, node: single_dispatch.call(frame, obj, args, node)),
    ExternalInstance: _without_modes(call_external_instance),
    PropertyObject: _without_modes(lambda frame, obj, args, node: OPAQUE),
    Opaque: _without_modes(_call_opaque),
    NoneObject: _without_modes(lambda frame, obj, args, node: BOTTOM),
    Unknown: _call_unknown,
}
"""What a call of an object of each kind gives; the result of all others is unknown."""
_ITEM_SET: dict[
    type[AbstractObject],
    Callable[[Frame, Any, Value, Value, nodes.NodeNG, nodes.Subscript | None], None],
] = {
    Container: _set_container_item,
    Instance: _set_instance_item,
    ExternalInstance: _set_external_item,
    Array: _set_other_item,
    Unknown: _set_other_item,
    Opaque: _set_other_item,
    ClassObject: _set_shared_item,
    External: _set_shared_item,
}
"""What the assignment of an item to an object of each kind does; all others have no items."""
