"""Calls of what the project does not define: functions and classes of packages, their instances and their methods."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.frameworks.knowledge import Knowledge, Symbol
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    Container,
    Dataset,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    MethodKind,
    NoneObject,
    Partial,
    PropertyObject,
    PythonScalar,
    Value,
    python_function,
)
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Array
from hybridize.inference.domain.values import join
from hybridize.inference.models import (
    builtin_calls,
    framework_classes,
    keras_objects,
    layer_types,
    library_calls,
    policy,
    symbols,
)
from hybridize.inference.python import attributes, calls, hybrids, protocols, raising, symbolic
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Use

_DESCRIBED_KINDS = frozenset({"list", "dict", "set", "deque", "defaultdict", "str", "ndarray"})
"""Kinds of objects all of whose methods the framework data describes."""


_MODELLED = frozenset({Array, Container, Dataset, IteratorObject, PropertyObject, PythonScalar})
"""Kinds of objects that the analysis itself makes, whose methods it models."""


def call(frame: Frame, obj: AbstractObject, args: Args, node: nodes.NodeNG) -> Value:
    """Call an object that the project does not define."""
    raising.called(frame, obj, args, node)
    value = _CALLED[type(obj)](frame, obj, args, node)
    symbol, receiver = _NAMED[type(obj)](frame.analysis.knowledge, obj)
    if symbol is not None and symbol.known:
        frame.evaluator.tracing.outside_call(frame, symbol, args, node, receiver)
        protocols.asked_by_call(frame, symbol, args, node)
    return value


def _call_symbol(frame: Frame, obj: External, args: Args, node: nodes.NodeNG) -> Value:
    """Call a function or class of a package."""
    frame.analysis.events.calls.add_outside_call(frame.context, obj.name)
    frame.evaluator.tracing.functions_passed(frame, obj.name, args, node)
    protocols.of_call(frame, obj.name, args, node)
    special = library_calls.SPECIAL.get(obj.name)
    if special is not None:
        got = special(frame, args, node)
        if got is not None:
            if not obj.is_marker and not frame.analysis.knowledge.describes(obj.name):
                policy.met(frame, Use.CALL, obj, node)
                if _is_decorator(node):
                    policy.decorated(frame, node.parent.parent, node, obj.single)
            return got
    elif obj.is_marker or obj.name in frame.analysis.knowledge.traced.modelled:
        return policy.not_modelled(frame, obj.name, node)
    if obj.name.startswith(attributes.BUILTIN_OWNERS) and args.positional:
        # `dict.__setitem__(d, key, value)`
        owner, _, name = obj.name.removeprefix("builtins.").rpartition(".")
        rest = Args(args.positional[1:], args.keywords, args.star, args.double_star)
        return join(
            [_call_method(frame, frame.make(ExternalMethod, owner, name, a), rest, node) for a in args.positional[0]]
        )
    symbol = frame.analysis.knowledge.lookup(obj.name)
    if symbol is None:
        policy.met(frame, Use.CALL, obj, node)
        calls.hand_over(frame, args)
        if obj.name.rpartition(".")[2][:1].isupper():
            # The capital letter says that it is a class: its object keeps what is put into it.
            return frame.make(ExternalInstance, obj.name, node, frame.context).single
        return policy.given_by(frame, obj.name)
    if "hybridizes" in symbol.tags:
        return _hybridize(frame, obj, symbol, args, node)
    if "passthrough-decorator" in symbol.tags and _is_decorator(node):
        # `@fixture(scope="module")` and `@configurable("a name")` give such a decorator.
        given = args.positional and not only(args.positional[0], PythonScalar)
        return args.positional[0] if given else frame.make(External, builtin_calls.PASSTHROUGH).single
    if "decorator-factory" in symbol.tags:
        return frame.make(External, builtin_calls.PASSTHROUGH).single
    policy.met(frame, Use.CALL, obj, node)
    if not symbol.known:
        # What its package is like tells what it gives back, not what it does with a function.
        calls.hand_over(frame, args)
    return symbols.apply(frame, symbol, args, node, None)


def _is_decorator(node: nodes.NodeNG) -> bool:
    return isinstance(node.parent, nodes.Decorators)


def _call_instance(frame: Frame, obj: ExternalInstance, args: Args, node: nodes.NodeNG) -> Value:
    """Call an instance of a framework class: a layer, a loss, a metric."""
    frame.analysis.events.calls.add_outside_call(frame.context, f"{obj.cls}.__call__")
    if obj.cls in layer_types.MODELS and frame.following is None:
        # What is written there is the call of the whole model, and not of its parts.
        layer_types.observe(frame, obj, "__call__", args, node, ("inputs",))
    symbolic.called(frame, obj, args)
    chained = keras_objects.run_chain(frame, obj, args, node)
    if chained is not None:
        return chained
    known = keras_objects.run_stages(frame, obj, args.positional[0], node) if args.positional else None
    keras_objects.run_held(frame, obj, args, node)
    symbol = frame.analysis.knowledge.call(obj.cls)
    if symbol is None:
        policy.met(frame, Use.CALL, obj, node)
        return policy.given_by(frame, obj.cls)
    made = keras_objects.parts_of(frame, obj, args, symbols.apply(frame, symbol, args, node, obj))
    return made if known is None else known


def _call_method(frame: Frame, obj: ExternalMethod, args: Args, node: nodes.NodeNG) -> Value:
    """Call a method that the project does not define."""
    analysis, receiver = frame.analysis, obj.receiver
    symbol = analysis.knowledge.method(obj.owner, obj.name)
    if obj.owner and obj.owner != "python" and not receiver.is_unknown:
        name = f"{obj.owner}.{obj.name}" if symbol is None else symbol.name
        analysis.events.calls.add_outside_call(frame.context, name)
    frame.evaluator.tracing.functions_kept(frame, obj.owner, obj.name, args, node)
    special = library_calls.method(obj.owner, obj.name, receiver)
    if special is not None:
        got = special(frame, receiver, args, node)
        if got is not None:
            if symbol is None and obj.owner in _DESCRIBED_KINDS:
                policy.met(frame, Use.METHOD, obj, node, obj.name)
            return got
    elif symbol is not None and type(receiver) in _MODELLED and symbol.name in analysis.knowledge.traced.modelled:
        return policy.not_modelled(frame, symbol.name, node)
    if isinstance(receiver, Instance) and obj.name == "__call__":
        return framework_classes.call(frame, receiver, args, node)
    if isinstance(receiver, (Instance, ExternalInstance)):
        keras_objects.method_called(frame, receiver, obj.owner, obj.name, args, node)
    if symbol is None:
        policy.met(frame, Use.METHOD, obj, node, obj.name)
        calls.hand_over(frame, args)
        return policy.given_by_method(frame, obj)
    value = symbols.apply(frame, symbol, args, node, receiver)
    return value | symbolic.layers_of(frame, receiver) if symbol.name == "keras.Model.get_layer" else value


_HYBRIDIZABLE = (
    Function, Bound, Instance, Hybrid, Partial, ExternalMethod, ExternalInstance, MethodKind, External,
)  # fmt: skip
"""What `tf.function` can be given."""


def _hybridize(frame: Frame, obj: External, symbol: Symbol, args: Args, node: nodes.NodeNG) -> Value:
    """`tf.function(...)`, with the function or (as a decorator with arguments) waiting for it."""
    args = Args(args.positional, args.keywords, args.star, args.double_star, symbol.parameters or ("func",))
    function = args.get(0) or args.keywords.get("func") or args.keywords.get("function")
    callables = select(function or (), *_HYBRIDIZABLE)
    given = tuple(sorted(args.keywords.items()))
    if not callables:
        if function and not only(function, NoneObject):
            return function
        frame.analysis.events.graphs.keep_arguments(given, node, frame.context)
        return frame.make(Partial, obj, (), given).single
    several = len({each.project_function for each in callables}) > 1
    for each in callables:
        hybrids.note_hybrid(frame, each, node, given, several)
    return frozenset(frame.make.hybrid(python_function(each), node) for each in callables)


_CALLED: dict[type[AbstractObject], Callable[[Frame, Any, Args, nodes.NodeNG], Value]] = {
    External: _call_symbol,
    ExternalInstance: _call_instance,
    ExternalMethod: _call_method,
}
"""What is called, by the kind of object."""
_NAMED: dict[type[AbstractObject], Callable[[Knowledge, Any], tuple[Symbol | None, AbstractObject | None]]] = {
    External: lambda knowledge, obj: (knowledge.lookup(obj.name), None),
    ExternalInstance: lambda knowledge, obj: (knowledge.call(obj.cls), obj),
    ExternalMethod: lambda knowledge, obj: (knowledge.method(obj.owner, obj.name), obj.receiver),
}
"""What the framework data says of it, and the receiver."""
