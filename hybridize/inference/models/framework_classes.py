"""What framework base classes do with the objects of project classes: make variables, keep layers, lead to hooks."""

from __future__ import annotations

from dataclasses import replace

from astroid import nodes

from hybridize.frameworks.tensor_types.types import TensorKind, TensorType, Typed
from hybridize.inference.domain.objects import ClassObject, Container, Instance, TupleObject, Unknown, Value
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, NONE, OPAQUE, STR, UNKNOWN_RESULT, join
from hybridize.inference.models import keras_objects, policy, symbols
from hybridize.inference.python import attributes, iteration, protocols, result_types, symbolic
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.fitting import fitting
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.assumptions import Use


def note_construction(frame: Frame, cls: ClassObject, node: nodes.NodeNG) -> None:
    """Making an object of a project class may make variables, since a framework class that it derives from does."""
    weighted = keras_objects.weighted_base(frame, cls)
    if weighted:
        frame.condition("creates-variable", node, f"`{cls.node.name}` makes variables, as `{weighted}` does")


def construct(frame: Frame, instance: Instance, args: Args) -> None:
    """The constructors of the framework classes that the class of an object derives from."""
    for base in frame.analysis.classes.external_bases(instance.cls):
        keras_objects.hold(frame, instance, base, args)


def call(frame: Frame, instance: Instance, args: Args, node: nodes.NodeNG, hybrid: bool = False) -> Value:
    """What `__call__` of a framework base class does with an instance of a project class."""
    analysis, knowledge = frame.analysis, frame.analysis.knowledge
    bases = analysis.classes.external_bases(instance.cls)
    if not bases:
        return UNKNOWN_RESULT
    policy.met(frame, Use.CALL, instance, node)
    symbolic.called(frame, instance, args)
    # Keras sets attributes of its own.
    protocols.run(frame, instance.single, ("__setattr__",), Args([STR, OPAQUE]), node)
    result = BOTTOM
    found = False
    given = _cast(frame, args, node)
    for name, method, hook in attributes.hooks(frame, instance):
        if hook.invoked_by != "__call__":
            continue
        if hook.effects_discarded:
            made = Args([frame.evaluator.materialize(frame, k, node, None, instance) for k in hook.parameters])
            frame.evaluator.call(frame, method, fitting(method, made), node, effects=False)
        elif name in ("call", "forward"):
            found = True
            # `model.call = tf.function(model.call)`
            own = frame.heap.read(instance, name, frame.context)
            if own:
                frame.context.summary.attributes.add_read(instance, name, node)
            result |= frame.evaluator.call(frame, own or method, given, node, hybrid)
        elif name == "update_state":
            frame.evaluator.call(frame, method, args, node, hybrid)
        elif name == "result":
            found = True
            result |= frame.evaluator.call(frame, method, Args(), node, hybrid)
        elif name == "compute_mask":
            frame.evaluator.call(frame, method, fitting(method, Args([*given.positional[:1], NONE])), node, hybrid)
    if found:
        return _of_tensors(frame, result, args)
    keras_objects.run_held(frame, instance, args, node, hybrid)
    for base in bases:
        symbol = knowledge.call(base)
        if symbol is not None:
            frame.computes(node)
            return symbols.apply(frame, symbol, args, node, instance)
    return UNKNOWN_RESULT


def _of_tensors(frame: Frame, result: Value, args: Args) -> Value:
    """What a layer gives: nothing symbolic where it gets tensors alone, whatever other calls give to it."""
    made = [each for each in select(result, Tensor) if each.kind == "keras"]
    if not made or args.star or args.double_star:
        return result
    given = join([iteration.leaves(frame, value) for value in args.everything()])
    if has(given, Unknown) or symbolic.has_symbolic(given) or not has(given, Tensor):
        return result
    others = result.difference(made)
    if any(each.kind == "tensor" for each in select(others, Tensor)):
        return others
    return others.union(*[result_types.tensors(frame, "tensor", each.origin, _dense(each.type)) for each in made])


def _dense(type: TensorType | None) -> Typed:
    return None if type is None else frozenset((replace(type, kind=TensorKind.TENSOR),))


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
    return frame.once((_cast_array, value, node), lambda: _with_tensors(frame, value, node))


def _with_tensors(frame: Frame, value: Value, node: nodes.NodeNG) -> Value:
    if has(value, Array):
        return value.union(*map(result_types.converted(frame), select(value, Array)))
    if has(value, TupleObject, Container) and keras_objects.holds_array(frame, value):
        converted = result_types.converted(frame)
        return value | iteration.tensors_like(frame, value, node, leaf_of=converted, inside=True)
    return value
