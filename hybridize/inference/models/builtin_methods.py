"""Methods of builtin containers, iterators and callables: what is put into an object, and what is taken out of it."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.fields import ANY_ELEMENT, KEYS, Key, Slot
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    External,
    ExternalInstance,
    Hybrid,
    Instance,
    IteratorObject,
    Opaque,
    PropertyObject,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array
from hybridize.inference.domain.values import BOTTOM, INT, NONE, STR, UNKNOWN_RESULT, join, literal_of
from hybridize.inference.models.builtin_calls import first, next_of
from hybridize.inference.python import attributes, calls, iteration, protocols, result_types, subscripts
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.evaluator import Method, Methods
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.contexts import by_serial


def _add(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    """`append`, `add`, `appendleft`, `insert`."""
    frame.heap.write(receiver, ANY_ELEMENT, args.positional[-1] if args.positional else args.star)
    frame.evaluator.mutate(frame, receiver, node, f"changes a {receiver.type} with `{_method_name(node)}`")
    return NONE


def _extend(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    if receiver.type == "dict":
        return None
    for value in args.positional:
        frame.heap.write(receiver, ANY_ELEMENT, iteration.elements(frame, value, node))
    frame.evaluator.mutate(frame, receiver, node, f"changes a {receiver.type} with `{_method_name(node)}`")
    return NONE


def _update(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    if receiver.type not in ("dict", "defaultdict", "globals"):
        return _extend(frame, receiver, args, node)
    attributes.mirror(frame, receiver, args, node)
    for value in args.positional:
        given = select(value, Container)
        for container in given:
            iteration.copy_container(frame, container, receiver)
        if len(given) < len(value):
            frame.heap.write(receiver, ANY_ELEMENT, UNKNOWN_RESULT)
    for name, value in args.keywords.items():
        frame.heap.write(receiver, Key(Literal(name)), value)
        frame.heap.write(receiver, KEYS, frame.make.constant(name))
    if args.double_star:
        frame.heap.write(receiver, ANY_ELEMENT, args.double_star)
    frame.evaluator.mutate(frame, receiver, node, "changes a dict with `update`")
    return NONE


def _take(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    """`pop`, `popleft`, `popitem`."""
    frame.evaluator.mutate(frame, receiver, node, f"changes a {receiver.type} with `{_method_name(node)}`")
    if receiver.type in ("dict", "defaultdict"):
        if not args.positional:
            held = (iteration.container_keys(frame, receiver), iteration.container_elements(frame, receiver))
            return frame.make(TupleObject, held, BOTTOM, "tuple").single
        return _of_key(frame, receiver, args.positional[0]) | join(args.positional[1:]) or frame.heap.missing(
            frame.context
        )
    return iteration.container_elements(frame, receiver) | join(args.positional[1:]) or frame.heap.missing(
        frame.context
    )


def _of_key(frame: Frame, container: Container, key: Value) -> Value:
    """What a dictionary holds under a key, BOTTOM when nothing."""
    known = iteration.element_field(container, literal_of(key))
    if known is ANY_ELEMENT:
        return iteration.container_elements(frame, container)
    own = frame.heap.read(container, known, frame.context)
    return own | frame.heap.read(container, ANY_ELEMENT, frame.context)


def _get(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    if not args.positional:
        return None
    default = args.positional[1] if len(args.positional) > 1 else args.keywords.get("default", NONE)
    return _of_key(frame, receiver, args.positional[0]) | default


def _setdefault(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    if not args.positional:
        return None
    default = args.positional[1] if len(args.positional) > 1 else NONE
    frame.heap.write(receiver, iteration.element_field(receiver, literal_of(args.positional[0])), default)
    frame.heap.write(receiver, KEYS, args.positional[0])
    frame.evaluator.mutate(frame, receiver, node, "changes a dict with `setdefault`")
    return _of_key(frame, receiver, args.positional[0])


def _items(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    pair = frame.make(
        TupleObject,
        (iteration.container_keys(frame, receiver), iteration.container_elements(frame, receiver)),
        BOTTOM,
        "tuple",
    )
    return frame.make(TupleObject, (), pair.single, "view").single


def _keys(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    return frame.make(TupleObject, (), iteration.container_keys(frame, receiver), "view").single


def _values(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    return frame.make(TupleObject, (), iteration.container_elements(frame, receiver), "view").single


def _copy(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    copy = iteration.new_container(frame, receiver.type, node)
    iteration.copy_container(frame, receiver, copy)
    return copy.single


def _change(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    """`sort`, `reverse`, `clear`, `remove`, `discard`: elements stay what they are."""
    frame.evaluator.mutate(frame, receiver, node, f"changes a {receiver.type} with `{_method_name(node)}`")
    name, elements = _method_name(node), iteration.container_elements(frame, receiver)
    if "key" in args.keywords:
        frame.evaluator.call(frame, args.keywords["key"], Args([elements]), node)
    elif name == "sort":
        protocols.ordered(frame, elements, node)
    elif name in ("remove", "discard"):
        protocols.compared(frame, receiver.single, first(args), node)
    return NONE


def _method_name(node: nodes.NodeNG) -> str:
    function = node.func if isinstance(node, nodes.Call) else node
    return function.attrname if isinstance(function, nodes.Attribute) else "a method"


def _setter(frame: Frame, receiver: PropertyObject, args: Args, node: nodes.NodeNG) -> Value | None:
    return join([frame.make(PropertyObject, receiver.getter, obj).single for obj in first(args)])


def _itself(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    return receiver.single


def _descriptor(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    return join([attributes.bind_one(frame, receiver, obj).single for obj in first(args)]) or receiver.single


def _submit(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`executor.submit(f, x, ...)`."""
    if not args.positional:
        return None
    result = frame.evaluator.call(frame, args.positional[0], Args(args.positional[1:], args.keywords, args.star), node)
    future = frame.make(ExternalInstance, "concurrent.futures.Future", node, frame.owner)
    frame.heap.write(future, Slot.RESULT, result)
    return future.single


def _future_result(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    return frame.heap.read(receiver, Slot.RESULT, frame.context) or None


def _put(frame: Frame, receiver: ExternalInstance, args: Args, node: nodes.NodeNG) -> Value | None:
    """`queue.put(x)`."""
    if args.positional:
        frame.heap.write(receiver, Slot.ELEMENTS, args.positional[0])
    return None


def _got(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`queue.get()`: what was put into it."""
    found = frame.heap.read(receiver, Slot.ELEMENTS, frame.context)
    if found:
        frame.evaluator.mutate(frame, receiver, node, "changes its receiver with `get`")
    return found or None


def _concrete(frame: Frame, receiver: Hybrid, args: Args, node: nodes.NodeNG) -> Value | None:
    """`get_concrete_function`: traces the function with what the specifications stand for."""
    frame.analysis.events.graphs.add_object_use(receiver)
    stand_in = Args(
        [iteration.tensors_like(frame, v, node) if v else v for v in args.positional],
        {k: iteration.tensors_like(frame, v, node) if v else v for k, v in args.keywords.items()},
    )
    frame.evaluator.call(frame, receiver.single, stand_in, node)
    return receiver.single


def _copied_array(frame: Frame, receiver: Array, args: Args, node: nodes.NodeNG) -> Value | None:
    return frame.widening.variants.array(frame.owner, receiver.type).single


def _as_list(frame: Frame, receiver: Opaque, args: Args, node: nodes.NodeNG) -> Value | None:
    """`shape.as_list()`."""
    made = iteration.new_container(frame, "list", node, INT)
    result_types.keep_content(frame, made, receiver.content)
    return made.single


def _next_method(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    return next_of(frame, Args([receiver.single]), node)


def _send(frame: Frame, receiver: IteratorObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`generator.send(value)`: what the `yield` at which it waits gives."""
    frame.unlogged()
    for context in by_serial(frame.analysis.contexts.behind(receiver)):
        frame.heap.write(context, Slot.SENT, first(args))
    return next_of(frame, Args([receiver.single]), node)


def _inherited_init(frame: Frame, receiver: Instance, args: Args, node: nodes.NodeNG) -> Value | None:
    """`super().__init__(...)` in a class that derives from `list`, `dict` or the like."""
    for container in select(attributes.contents(frame, receiver), Container):
        _update(frame, container, args, node)
        return NONE
    return None


def _inherited_new(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`super().__new__(cls)`."""
    return frame.evaluator.call(frame, frame.make(External, "builtins.object.__new__").single, args, node)


def _inherited_setattr(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    """`super().__setattr__(name, value)`."""
    given = args.prefixed(receiver.single)
    return frame.evaluator.call(frame, frame.make(External, "builtins.object.__setattr__").single, given, node)


def _inside(frame: Frame, receiver: AbstractObject) -> Value:
    """What the items of an object are items of: the container inside an instance of the project, else itself."""
    return attributes.contents(frame, receiver) if isinstance(receiver, Instance) else receiver.single


def _inherited_getitem(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    inside = _inside(frame, receiver)
    return subscripts.item(frame, inside, first(args), node) if inside else None


def _inherited_setitem(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    if len(args.positional) != 2:
        return None
    inside = _inside(frame, receiver)
    for obj in inside:
        frame.evaluator.set_item(frame, obj, args.positional[0], args.positional[1], node, None)
    return NONE if inside else None


def _join(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    iteration.elements(frame, first(args), node)
    return STR


def _format(frame: Frame, receiver: AbstractObject, args: Args, node: nodes.NodeNG) -> Value | None:
    for value in args.everything():
        frame.evaluator.tracing.shown(frame, value, node)
        protocols.formatted(frame, value, node)
    return STR


def _find(frame: Frame, receiver: Container, args: Args, node: nodes.NodeNG) -> Value | None:
    """`index` and `count`; the data knows what they give."""
    protocols.compared(frame, receiver.single, first(args), node)
    return None


def _per_type(types: tuple[str, ...], receiver: type[AbstractObject], methods: dict[str, Method]) -> Methods:
    return {(kind, name, receiver): method for kind in types for name, method in methods.items()}


METHODS: Methods = {
    **_per_type(
        ("list", "deque", "set", "frozenset"),
        Container,
        {
            "append": _add, "appendleft": _add, "insert": _add, "add": _add, "extend": _extend, "extendleft": _extend,
            "update": _update, "pop": _take, "popleft": _take, "copy": _copy, "sort": _change, "reverse": _change,
            "clear": _change, "remove": _change, "discard": _change, "rotate": _change, "union": _copy,
            "index": _find, "count": _find,
        },
    ),
    **_per_type(
        ("dict", "defaultdict"),
        Container,
        {
            "get": _get, "setdefault": _setdefault, "items": _items, "keys": _keys, "values": _values, "copy": _copy,
            "update": _update, "pop": _take, "popitem": _take, "clear": _change,
            "move_to_end": _change,
        },
    ),
    ("globals", "update", Container): _update,
    ("ndarray", "copy", Array): _copied_array,
    ("property", "setter", PropertyObject): _setter,
    ("property", "deleter", PropertyObject): _itself,
    ("property", "getter", PropertyObject): _itself,
    ("function", "__get__", AbstractObject): _descriptor,
    ("tensorflow.function", "__get__", AbstractObject): _descriptor,
    **_per_type(
        tuple(f"concurrent.futures.{kind}Executor" for kind in ("", "ThreadPool", "ProcessPool")),
        AbstractObject,
        {"submit": _submit},
    ),
    ("concurrent.futures.Future", "result", AbstractObject): _future_result,
    **_per_type(
        ("queue.Queue", "queue.LifoQueue", "queue.PriorityQueue", "queue.SimpleQueue", "multiprocessing.Queue"),
        ExternalInstance,
        {"put": _put, "put_nowait": _put, "get": _got, "get_nowait": _got},
    ),
    ("tensorflow.function", "get_concrete_function", Hybrid): _concrete,
    ("python", "as_list", Opaque): _as_list,
    ("iterator", "__next__", AbstractObject): _next_method,
    ("iterator", "send", IteratorObject): _send,
    ("", "__init__", Instance): _inherited_init,
    ("", "__call__", ClassObject): lambda frame, receiver, args, node: calls.new_object(frame, receiver, args, node),
    ("", "__new__", AbstractObject): _inherited_new,
    ("", "__setattr__", AbstractObject): _inherited_setattr,
    ("", "__getitem__", AbstractObject): _inherited_getitem,
    ("", "__setitem__", AbstractObject): _inherited_setitem,
    ("str", "format", AbstractObject): _format,
    ("str", "join", AbstractObject): _join,
}  # fmt: skip
