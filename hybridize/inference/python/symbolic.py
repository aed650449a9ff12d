"""Models that are made of symbolic tensors: `Model(inputs, outputs)` calls again what was called with these tensors.

A symbolic tensor does not say which layers made it. So the calls of layers with such tensors are kept with the context
that makes them, and handed on to the contexts that it gets symbolic tensors from, or gives them to. A model makes all
calls that the context in which it is made knows of.
"""

from __future__ import annotations

from collections.abc import Iterable

from astroid import nodes

from hybridize.inference.domain.fields import Slot
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    ExternalInstance,
    Instance,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.analysis import Analysis
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.symbolic_calls import Knowing

_CALLED_WITH = "called with"
"""In the heap, what a layer was given in calls with symbolic tensors lies with an owner of its own."""
_LEADING_ON = frozenset({Slot.HELD, Slot.CHAIN, Slot.ACTIVATION, Slot.WEIGHTS, Slot.SYMBOLIC, Slot.KEPT})
"""What a layer of the framework holds if code of the project may run when it is called."""


def is_symbolic(frame: Frame, args: Args) -> bool:
    """Whether a symbolic Keras tensor is an argument, or in a list or tuple that is one: `tf.stack([x, y])`."""
    given = list(args.everything())
    return any(has_symbolic(value) or has_symbolic(iteration.members(frame, value)) for value in given)


def has_symbolic(value: Value) -> bool:
    """Whether a symbolic tensor is in a value itself."""
    return any(each.kind == "keras" for each in select(value, Tensor))


def called(frame: Frame, layer: AbstractObject, args: Args) -> None:
    """A layer is called: with symbolic tensors, that is what models that are made of its result do again."""
    if _is_inside_layer(frame.context):
        return
    leads_on = type(layer) is Instance or not _LEADING_ON.isdisjoint(frame.heap.fields(layer))
    symbolic = is_symbolic(frame, args)
    if leads_on and (symbolic or any(has(value, Unknown) for value in args.everything())):
        # What is not known may be symbolic: that counts for models which the function makes itself.
        owners: list[Knowing] = [frame.context, *_classes(frame)] if symbolic else [_perhaps(frame.context)]
        for owner in owners:
            frame.analysis.symbolic.add(owner, layer.single)
        for field, value in (*enumerate(args.positional), *args.keywords.items()):
            frame.heap.write((_CALLED_WITH, layer), str(field), frame.plain(value))


def keep(frame: Frame, model: Instance | ExternalInstance, args: Args) -> None:
    """A model is made of symbolic tensors: those of the context, of its object and of the scopes around it."""
    if len(args.positional) > 1 or "outputs" in args.keywords or args.star or args.double_star:
        owners: list[Knowing] = [*_classes(frame)]
        around: Context | None = frame.context
        while around is not None:
            owners += [around, _perhaps(around)]
            around = around.parent
        for owner in owners:
            frame.analysis.symbolic.lead(owner, model)


def _perhaps(context: Context) -> Knowing:
    """A context, as far as it calls layers with what may be symbolic, and with nothing that is so for certain."""
    return ("perhaps", context)


def _classes(frame: Frame) -> Iterable[ClassObject]:
    """The classes of the object whose method is evaluated: another method may keep a tensor in an attribute."""
    scope = frame.context.scope
    if not isinstance(scope.parent, nodes.ClassDef):
        return ()
    receiver = next(iter(frame.context.arguments.values()), BOTTOM)
    found = (each for obj in select(receiver, Instance) for each in frame.analysis.classes.mro(obj.cls))
    return dict.fromkeys(found)


def taken_from(frame: Frame, model: Instance | ExternalInstance) -> None:
    """`model.output`: a model that is made of it makes the calls of the other."""
    frame.analysis.symbolic.lead(model, frame.context)


def layers_of(frame: Frame, model: AbstractObject) -> Value:
    """`model.layers`: those that lead to code of the project."""
    held, again = (frame.heap.read(model, slot, frame.context) for slot in (Slot.HELD, Slot.SYMBOLIC))
    return held | again


def handed_on(analysis: Analysis, context: Context, caller: Context) -> None:
    """A function gives symbolic tensors, perhaps: what made them goes with them."""
    _pass_on(analysis, context, caller, context, (context.summary.result,))


def handed_over(frame: Frame, context: Context) -> None:
    """A function is given symbolic tensors, perhaps."""
    _pass_on(frame.analysis, frame.context, context, context, context.arguments.values())


def _pass_on(analysis: Analysis, giver: Context, taker: Context, called: Context, values: Iterable[Value]) -> None:
    """Symbolic tensors may be among what a function that is called gets or gives; in layers they stay."""
    if analysis.symbolic.leads(giver, taker) or _is_inside_layer(called):
        return
    if any(has_symbolic(value) or has(value, Container, TupleObject) for value in values):
        analysis.symbolic.lead(giver, taker)


def _is_inside_layer(context: Context) -> bool:
    """Whether it is the `call` of a layer: what that calls is called again by itself."""
    scope = context.scope
    return isinstance(scope.parent, nodes.ClassDef) and scope.name == "call" and bool(scope.parent.bases)


def calls_again(frame: Frame, model: Instance | ExternalInstance) -> list[tuple[Value, Args]]:
    """The layers that a call of a model calls again, each with its arguments.

    They get the symbolic tensors of the first calls: those contexts are evaluated already. Tensors in their place
    would have the same effects.
    """
    if Slot.SYMBOLIC not in frame.heap.fields(model):
        return []
    layers = sorted(frame.heap.read(model, Slot.SYMBOLIC, frame.context), key=lambda a: a.serial)
    return [(each.single, _arguments(frame, each)) for each in layers]


def _arguments(frame: Frame, layer: AbstractObject) -> Args:
    """What all calls of a layer with symbolic tensors have given it, by position and by name."""
    args = Args()
    for name in frame.heap.all_names((_CALLED_WITH, layer), frame.context):
        value = frame.heap.read((_CALLED_WITH, layer), name, frame.context)
        if name.isdecimal():
            args.positional.append(value)
        else:
            args.keywords[name] = value
    return args
