"""Calls: binding arguments, and what calling an object of each kind does."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from astroid import nodes

from hybridize.inference.domain.fields import ANY_ELEMENT, KEYS, Key, Slot, attribute_for
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
    NamedTupleClass,
    NoneObject,
    Opaque,
    Partial,
    PropertyObject,
    TupleObject,
    Unknown,
    Value,
    python_function,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import (
    BOTTOM,
    OPAQUE,
    TENSOR,
    UNKNOWN_FOREIGN,
    UNKNOWN_RESULT,
    join,
    with_arguments,
)
from hybridize.inference.python import attributes, declared, iteration, protocols, records, single_dispatch, symbolic
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.fitting import fitting_callback
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Use
from hybridize.inference.state.events import GraphCall
from hybridize.program.setters import SETTER

A = TypeVar("A", bound=AbstractObject)


def evaluate_call(frame: Frame, node: nodes.Call) -> Value:
    """A call expression."""
    callee = evaluate(frame, node.func)
    frame.analysis.events.calls.add_callee(node, callee)
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
            protocols.spread(frame, value, node)
            spread_keywords(frame, args, value)
    if frame.env is None:
        return BOTTOM
    return call(frame, callee, args, node)


def _spread(frame: Frame, args: Args, value: Value, node: nodes.NodeNG) -> None:
    if has(value, Tensor):
        frame.condition(
            "tensor-iteration", node, "AutoGraph does not convert `*` on a tensor in a call", value
        )
    if not args.star:
        fixed = iteration.positions_of_all(frame, value)
        if fixed is not None:
            args.positional.extend(fixed)
            return
    args.star |= iteration.elements(frame, value, node)


def spread_keywords(frame: Frame, args: Args, value: Value) -> None:
    """`**value` as arguments of a call."""
    containers, unseen = select(value, Container), select(value, Opaque, Unknown)
    for obj in containers:
        for field in list(frame.heap.fields(obj)):
            got, name = frame.heap.read(obj, field, frame.context), attribute_for(field)
            if isinstance(name, str):
                args.keywords[name] = args.keywords.get(name, BOTTOM) | got
            elif name is not None:
                args.double_star |= got
        frame.heap.read(obj, ANY_ELEMENT, frame.context)
    args.double_star |= frozenset(unseen)
    if len(value) > len(containers) + len(unseen):
        args.double_star |= UNKNOWN_RESULT


def call(
    frame: Frame, callee: Value, args: Args, node: nodes.NodeNG, hybrid: bool = False, effects: bool = True
) -> Value:
    """Call all of `callee`. `hybrid`: the framework traces it; `effects` False: they are not the caller's."""
    if len(callee) == 1:
        (obj,) = callee
        return _call(frame, obj, args, node, hybrid, effects)
    frame.analysis.budget.share.fan_out += frame.widening.size(callee)
    graphs = {each.project_function for each in select(callee, Hybrid)}
    for each in select(callee, Function) if graphs else ():
        if each in graphs:
            frame.analysis.events.graphs.add_perhaps_eager(each.node)
    if has(callee, Unknown):
        # Where anything may be called, a method of a Python object of which no more is known says nothing.
        callee = callee.difference([obj for obj in select(callee, ExternalMethod) if obj.receiver in OPAQUE])
    out: list[Value] = []
    methods: dict[AbstractObject, list[AbstractObject]] = {}
    for obj in callee:
        plain = python_function(obj)
        if isinstance(plain, Bound):
            methods.setdefault(plain.function, []).append(plain.receiver)
        elif isinstance(obj, Instance):
            # One call for all receivers of a method: to tell them apart again would multiply the contexts.
            own = frame.evaluator.method(frame, obj, "__call__")
            for method in map(python_function, own):
                if isinstance(method, Bound):
                    methods.setdefault(method.function, []).append(method.receiver)
                else:
                    out.append(_call(frame, method, args, node, hybrid, effects))
            if not own:
                out.append(frame.evaluator.call_framework(frame, obj, args, node, hybrid))
        else:
            out.append(_call(frame, obj, args, node, hybrid, effects))
    for function, receivers in methods.items():
        out.append(_call(frame, function, args.prefixed(frozenset(receivers)), node, hybrid, effects))
    return frame.widening.bounded_fan_out(join(out))


def _call(frame: Frame, obj: AbstractObject, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    handler = _CALLED.get(type(obj))
    if handler is not None:
        return handler(frame, obj, args, node, hybrid, effects)
    if obj.builtin_type:
        # A number, a text or a container, of which Python calls none.
        frame.heap.fail()
    return UNKNOWN_RESULT


def _call_bound(frame: Frame, obj: Bound, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    return _call(frame, obj.function, args.prefixed(obj.receiver.single), node, hybrid, effects)


def _call_partial(frame: Frame, obj: Partial, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    merged = Args(
        [*obj.positional, *args.positional], {**dict(obj.keywords), **args.keywords}, args.star, args.double_star
    )
    return _call(frame, obj.target, merged, node, hybrid, effects)


def _call_hybrid(frame: Frame, obj: Hybrid, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    frame.analysis.events.graphs.add_graph_call(node)
    function = obj.project_function
    if function is not None:
        _note_arguments(frame, obj, function, args, node)
    return _call(frame, obj.target, args, node, hybrid, effects)


def _note_arguments(frame: Frame, obj: Hybrid, function: Function, args: Args, node: nodes.NodeNG) -> None:
    """Remember what a call passes to a `tf.function`, as it is written and with the types."""
    called = GraphCall(
        obj.site,
        isinstance(python_function(obj), Bound),
        node,
        frame.context,
        tuple(args.keywords),
        len(args.positional),
        bool(args.star or args.double_star),
    )
    frame.analysis.events.graphs.add_graph_arguments(function.node, called, (*args.positional, *args.keywords.values()))


def _call_target(frame: Frame, obj: MethodKind, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    return _call(frame, obj.target, args, node, hybrid, effects)


def _call_unknown(frame: Frame, obj: Unknown, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool) -> Value:
    if effects:
        frame.evaluator.unseen(frame, Use.CALL, obj, node)
        if obj not in UNKNOWN_FOREIGN and any(has(each, Tensor) for each in args.positional):
            frame.analysis.events.tensors.add_unknown_net(node)
    hand_over(frame, args)
    # The result keeps the reason of the callee, so that a report names the first cause.
    return obj.single


def hand_over(frame: Frame, args: Args) -> None:
    """Note the functions that a call passes to what cannot be seen, by themselves or in a list."""
    for value in (*args.positional, *args.keywords.values(), args.star, args.double_star):
        frame.once((hand_over, value), partial(_hand_over, frame, value))


def _hand_over(frame: Frame, value: Value) -> None:
    given = set(value)
    for container in select(value, Container):
        for field in list(frame.heap.fields(container)):
            given |= frame.heap.read(container, field, frame.context)
    frame.analysis.events.calls.add_handed_over(given, frame.context.scope)


def _call_opaque(frame: Frame, obj: Opaque, args: Args, node: nodes.NodeNG) -> Value:
    frame.evaluator.unseen(frame, Use.CALL, obj, node)
    hand_over(frame, args)
    return OPAQUE


def _call_outside(frame: Frame, obj: AbstractObject, args: Args, node: nodes.NodeNG) -> Value:
    return frame.evaluator.call_outside(frame, obj, args, node)


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
    values: dict[str, Value] = dict(zip(positional, args.positional, strict=False))
    explicit = set(values)
    extra = args.positional[len(positional) :]
    waiting = not all(args.positional)
    unnamed: dict[str, Value] = {}
    for name, value in args.keywords.items():
        if name in signature.by_keyword and name not in values:
            values[name] = value
            explicit.add(name)
        else:
            unnamed[name] = value
        waiting = waiting or not value
    defaults = frame.analysis.functions.defaults(function)
    if len(values) < len(positional) + len(keyword_only):
        for name in (*positional, *keyword_only):
            if name in values:
                continue
            default = defaults.get(name, BOTTOM)
            star = args.star if name in positional else BOTTOM
            if star and _is_switch(default):
                star = _without_tensors(frame, star, name, node)
            spread = star | args.double_star
            if spread:
                explicit.add(name)
            values[name] = spread | default
            if not values[name]:
                frame.heap.fail()
    if signature.vararg:
        rest = args.star if len(args.positional) >= len(positional) or args.star else BOTTOM
        values[signature.vararg] = frame.make(TupleObject, tuple(extra), rest, "tuple").single
        if extra or rest:
            explicit.add(signature.vararg)
    elif extra:
        frame.heap.fail()
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
    elif unnamed:
        frame.heap.fail()
    return values, explicit, waiting


def _is_switch(default: Value) -> bool:
    """Whether a default is a Boolean or a text: the parameter says how something is done."""
    return bool(default) and all(obj.builtin_type in ("bool", "str") for obj in default)


def _without_tensors(frame: Frame, star: Value, name: str, node: nodes.NodeNG) -> Value:
    """What arguments in unknown number pass to a switch: tensors are taken to end before they come to it."""
    tensors = select(star, Tensor, Array)
    if tensors:
        what = f"`*` before the parameter `{name}`, which no tensor is taken to reach"
        frame.evaluator.tracing.uncovered(frame, node, what)
    return star.difference(tensors)


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
        return frame.evaluator.call_outside(frame, frame.make(External, symbol.name), args, node)
    if "passthrough-decorator" in symbol.tags and isinstance(node.parent, nodes.Decorators) and args.positional:
        return args.positional[0]
    value = _call_body(frame, function, args, node, hybrid, effects and not helper.effect)
    if value or helper.returns:
        described = frame.evaluator.apply(frame, symbol, passed, node, receiver)
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
    if waiting and not frame.context.progress.settled:
        frame.heap.wait(frame.context)
        return BOTTOM
    outside = analysis.functions.declared.get(function.node)
    if outside is not None:
        values = declared.filled(values, outside)
    if function.node in analysis.functions.keeping_results:
        for value in values.values():
            frame.evaluator.tracing.hashed(frame, value, node)
    values = analysis.contexts.without_owners(values)
    signature = analysis.scopes.signature(function.node)
    plain = analysis.contexts.plain(values)
    analysis.events.calls.add_arguments(function, signature.names, plain, explicit, node, frame.context)
    context = analysis.contexts.for_arguments(function, values, frame.context.of_tests)
    frame.context.summary.add_call(node, context, effects, hybrid)
    symbolic.handed_over(frame, context)
    result = frame.evaluator.result_of(context, frame.context)
    if context.wide:
        result = with_arguments(result, values)
    if function.node.name == SETTER and effects:
        attributes.set_as_given(frame, function.node, [values.get(name, BOTTOM) for name in signature.names], node)
    names = analysis.scopes.names(function.node)
    if names.is_generator:
        iterator = frame.make(IteratorObject, context.summary.element, node, frame.owner)
        frame.heap.write(frame.widening.variants.plain_object(iterator), Slot.RETURNED, result)
        analysis.contexts.add_generator(iterator, context)
        return iterator.single
    differs = function.node in analysis.functions.custom_gradients
    return _of_custom_gradient(frame, function.node, result, node) if differs else result


def _of_custom_gradient(frame: Frame, function: nodes.NodeNG, result: Value, node: nodes.NodeNG) -> Value:
    """The first part of `(result, gradient function)`; TensorFlow calls the other when it differentiates.

    The gradient of a gradient may be the function itself, so none is followed within its own.
    """
    pairs = [obj for obj in select(result, TupleObject) if len(obj.items) == 2]
    outer = frame.differentiated
    for pair in pairs if function not in outer else ():
        gradient = frozenset(select(pair.items[1], Function, Bound, Partial))
        if gradient:
            frame.differentiated = outer | {function}
            call(frame, gradient, fitting_callback(frame, gradient, Args([TENSOR])), node)
            frame.differentiated = outer
    return join([result.difference(pairs), *[pair.items[0] for pair in pairs]])


# Classes and instances of the project --------------------------------------------------------------------------------


def instantiate(frame: Frame, cls: ClassObject, args: Args, node: nodes.NodeNG) -> Value:
    """`cls(...)`: by the `__call__` of a metaclass of the project, or as `type` does it."""
    metaclass = frame.analysis.classes.metaclass(cls)
    own = attributes.class_lookup(frame, metaclass, "__call__") if type(metaclass) is ClassObject else BOTTOM
    if not own:
        return new_object(frame, cls, args, node)
    made = call(frame, own, args.prefixed(cls.single), node)
    # What only stands in a table of the metaclass may be told apart no more.
    return made if not made or has(made, Instance) else made | new_object(frame, cls, args, node)


def new_object(frame: Frame, cls: ClassObject, args: Args, node: nodes.NodeNG) -> Value:
    """What `type.__call__` does: `__new__`, then `__init__`."""
    analysis = frame.analysis
    if analysis.classes.is_enum(cls):
        return records.enum_members(frame, cls)
    instance = analysis.classes.new_instance(cls, node, frame.owner)
    analysis.classes.add_instance(instance)
    frame.evaluator.note_construction(frame, cls, node)
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
        frame.evaluator.call_outside(frame, frame.make(ExternalMethod, "", "__init__", instance), args, node)
    else:
        frame.evaluator.construct(frame, instance, args)
    destructor = BOTTOM if frame.is_module else frame.evaluator.method(frame, instance, "__del__")
    if destructor:
        # It runs with the last reference, mostly before the function ends.
        call(frame, destructor, Args(), node)
    return instance.single


def call_instance(
    frame: Frame, instance: Instance, args: Args, node: nodes.NodeNG, hybrid: bool, effects: bool
) -> Value:
    """`instance(...)`: the project's `__call__`, or the framework's, which leads to hooks such as Keras' `call`."""
    method = frame.evaluator.method(frame, instance, "__call__")
    if method:
        return call(frame, method, args, node, hybrid, effects)
    return frame.evaluator.call_framework(frame, instance, args, node, hybrid)


_CALLED: dict[type[AbstractObject], Callable[[Frame, Any, Args, nodes.NodeNG, bool, bool], Value]] = {
    Function: call_function,
    Bound: _call_bound,
    ClassObject: _without_modes(instantiate),
    Instance: call_instance,
    **dict.fromkeys((External, ExternalMethod, ExternalInstance), _without_modes(_call_outside)),
    Partial: _call_partial,
    Hybrid: _call_hybrid,
    MethodKind: _call_target,
    Dispatcher: _without_modes(lambda frame, obj, args, node: single_dispatch.call(frame, obj, args, node)),
    NamedTupleClass: _without_modes(records.new_named_tuple),
    PropertyObject: _without_modes(lambda frame, obj, args, node: OPAQUE),
    Opaque: _without_modes(_call_opaque),
    NoneObject: _without_modes(lambda frame, obj, args, node: BOTTOM),
    Unknown: _call_unknown,
}
"""What a call of an object of each kind gives; the result of all others is unknown."""
