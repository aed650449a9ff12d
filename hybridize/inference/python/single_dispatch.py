"""`functools.singledispatch`: which of the registered functions a call reaches, by the type of its first argument."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.inference.domain.fields import RegisteredClasses, Slot
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Dispatcher,
    External,
    ExternalMethod,
    Function,
    Hybrid,
    MethodKind,
    Partial,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import BOTTOM, NONE_TYPE, join
from hybridize.inference.python import declared, hints, iteration, type_tests
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.evaluator import Methods
from hybridize.inference.python.frame import Frame
from hybridize.program.scopes import parameter_names

_FUNCTIONS = Slot.FUNCTIONS
"""The field of a dispatcher that holds all registered functions; `RegisteredClasses` holds the classes of each."""
_OWNER = "functools.singledispatch"


def attribute(frame: Frame, obj: Dispatcher, name: str, node: nodes.NodeNG) -> Value:
    """`run.register`, `run.dispatch`, `run.registry`; else what the function has."""
    if name in ("register", "dispatch"):
        return frame.make(ExternalMethod, _OWNER, name, obj).single
    if name == "registry":
        return iteration.new_container(frame, "dict", node, _functions(frame, obj)).single
    return frame.evaluator.attribute(frame, obj.target.single, name, node)


def call(frame: Frame, obj: Dispatcher, args: Args, node: nodes.NodeNG) -> Value:
    """Call what the type of the deciding argument chooses; where it is not known, all."""
    position = 1 if obj.method else 0
    if len(args.positional) <= position:
        return _call_each(frame, obj, {function: args for function in _functions(frame, obj)}, node)
    chosen: dict[AbstractObject, list[AbstractObject]] = {}
    for given in sorted(args.positional[position], key=lambda a: a.serial):
        functions = _chosen(frame, obj, given)
        if len(functions) > 1 and has(given.single, Tensor):
            frame.evaluator.tracing.uncovered(frame, node, "a class that only eager tensors may have")
        for function in functions:
            chosen.setdefault(function, []).append(given)
    passed = {}
    for function, objects in chosen.items():
        positional = [*args.positional]
        positional[position] = frozenset(objects)
        passed[function] = Args(positional, args.keywords, args.star, args.double_star)
    if not passed:
        frame.heap.wait(frame.context)
    return _call_each(frame, obj, passed, node)


def _call_each(frame: Frame, obj: Dispatcher, passed: dict[AbstractObject, Args], node: nodes.NodeNG) -> Value:
    out: list[Value] = []
    for function, args in passed.items():
        if not obj.method or not args.positional:
            out.append(frame.evaluator.call(frame, function.single, args, node))
            continue
        receivers, *rest = args.positional
        for receiver in sorted(receivers, key=lambda a: a.serial):
            cls = receiver.project_class
            if cls is not None:
                owner = receiver if receiver is not cls else None
                method = frame.evaluator.bind(frame, function.single, owner, cls, node)
                given = Args(rest, args.keywords, args.star, args.double_star)
                out.append(frame.evaluator.call(frame, method, given, node))
    return join(out)


def _functions(frame: Frame, obj: Dispatcher) -> Value:
    return obj.target.single | frame.heap.read(obj, _FUNCTIONS, frame.context)


def _chosen(frame: Frame, obj: Dispatcher, given: AbstractObject) -> list[AbstractObject]:
    """The functions that may be called for an argument: the most specific that certainly fits, and all that may fit."""
    certain: list[tuple[AbstractObject, AbstractObject]] = []
    possible: list[AbstractObject] = []
    for function in sorted(_functions(frame, obj) - obj.target.single, key=lambda a: a.serial):
        for cls in frame.heap.read(obj, RegisteredClasses(function), frame.context):
            answer = type_tests.is_instance(frame, given, cls)
            if answer:
                certain.append((function, cls))
            elif answer is None:
                possible.append(function)
    best = [f for f, cls in certain if not any(_is_below(frame, other, cls) for _, other in certain)]
    return list(dict.fromkeys([*(best or [obj.target]), *possible]))


def _is_below(frame: Frame, cls: AbstractObject, other: AbstractObject) -> bool:
    """Whether a class is more specific than another one that holds the same object."""
    test = _BELOW.get((type(cls), type(other)))
    return cls is not other and test is not None and test(frame, cls, other)


def _below_project_class(frame: Frame, cls: ClassObject, other: ClassObject) -> bool:
    return other in frame.analysis.classes.mro(cls)


def _below_outside_class(frame: Frame, cls: External, other: External) -> bool:
    return other.name in _GENERAL or frame.analysis.knowledge.is_subclass(cls.name, other.name)


_GENERAL = frozenset({"builtins.object", "builtins.int"})
"""Less specific than any other class of the same object: a `bool` is an `int`, too."""
_BELOW: dict[tuple[type[AbstractObject], type[AbstractObject]], Callable[[Frame, Any, Any], bool]] = {
    (ClassObject, ClassObject): _below_project_class,
    (ClassObject, External): lambda frame, cls, other: True,
    (External, External): _below_outside_class,
}
"""Whether one class is more specific than another; a class of the project is more specific than one from outside."""


def _make(method: str) -> Callable[[Frame, Args, nodes.NodeNG], Value | None]:
    def make(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        if not args.positional:
            return None
        return join([frame.make(Dispatcher, obj, method).single for obj in args.positional[0]])

    return make


def _register(frame: Frame, receiver: Dispatcher, args: Args, node: nodes.NodeNG) -> Value | None:
    """`run.register(cls, function)`, `@run.register(cls)`, and `@run.register` on an annotated function."""
    if not args.positional:
        return None
    first, *rest = args.positional
    frame.effect("write-attribute", node, "registers a function", None)
    if rest:
        return _add(frame, receiver, first, rest[0])
    functions = frozenset(select(first, Function, Hybrid, MethodKind, Bound, Partial))
    for function in functions:
        if function.project_function is not None:
            # Its annotations are read, which what `tf.function` makes of it does not have.
            graphs = frame.analysis.events.graphs
            graphs.add_function_use(function.project_function.node, node, frame.context.module_path)
        _add(frame, receiver, _annotated(frame, function, receiver), function.single)
    classes = first - functions
    if not classes:
        return functions
    return (
        functions
        | frame.make(Partial, frame.make(External, "hybridize.register"), (receiver.single, classes), ()).single
    )


def _add(frame: Frame, dispatcher: Dispatcher, classes: Value, functions: Value) -> Value:
    for function in functions:
        frame.heap.write(dispatcher, RegisteredClasses(function), _flat(classes))
    frame.heap.write(dispatcher, _FUNCTIONS, functions)
    return functions


def _flat(classes: Value) -> Value:
    tuples = select(classes, TupleObject)
    return join([classes.difference(tuples), *[item for each in tuples for item in (*each.items, each.rest)]])


def _add_waiting(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
    """What `run.register(cls)` gives, called with the function."""
    if len(args.positional) != 3:
        return None
    dispatchers, classes, functions = args.positional
    return join([_add(frame, each, classes, functions) for each in select(dispatchers, Dispatcher)])


def _annotated(frame: Frame, function: AbstractObject, dispatcher: Dispatcher) -> Value:
    """The classes that the deciding parameter of a registered function is annotated with."""
    inner = function.project_function
    if inner is None:
        return BOTTOM
    names = parameter_names(inner.node)[1 if dispatcher.method else 0 :]
    annotation = declared.annotation_of(inner.node, names[0]) if names else None
    return _classes(frame, annotation) if annotation is not None else BOTTOM


def _classes(frame: Frame, node: nodes.NodeNG) -> Value:
    if isinstance(node, nodes.Const) and isinstance(node.value, str):
        parsed = hints.parse(node.value, node)
        return _classes(frame, parsed) if parsed is not None else BOTTOM
    if isinstance(node, nodes.Const):
        return NONE_TYPE
    if isinstance(node, nodes.BinOp):
        return _classes(frame, node.left) | _classes(frame, node.right)
    if isinstance(node, nodes.Subscript):
        parts = node.slice.elts if isinstance(node.slice, nodes.Tuple) else [node.slice]
        optional = hints.qualified(frame, node.value) == "typing.Optional"
        return join([_classes(frame, part) for part in parts]) | (NONE_TYPE if optional else BOTTOM)
    return evaluate(frame, node)


def _dispatch(frame: Frame, receiver: Dispatcher, args: Args, node: nodes.NodeNG) -> Value | None:
    """`run.dispatch(cls)`: any of the functions."""
    return _functions(frame, receiver)


SPECIAL = {
    "functools.singledispatch": _make(""),
    "functools.singledispatchmethod": _make("method"),
    "hybridize.register": _add_waiting,
}
METHODS: Methods = {(_OWNER, "register", Dispatcher): _register, (_OWNER, "dispatch", Dispatcher): _dispatch}
