"""Functions that the program uses as objects: what `tf.function` makes of one is called alike, and is another object.

It has no `__code__` and no `__self__`, it is no `types.FunctionType`, and `pickle` cannot store it. What each program
may do with a function all the same is a closed list of runs, of TensorFlow 2.15 and 2.21; a fix of a function that is
used in another way is not safe.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    External,
    Function,
    Instance,
    Value,
)
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.values import BOTTOM, text_of
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame

_SHARED = frozenset({"__call__", "__module__", "__name__", "__qualname__"})
"""Attributes of functions that the object has as well, with the same values."""
_COMMON = sys.stdlib_module_names | {"builtins"}
"""Packages whose functions look at what they are given; those of others are taken to call it."""
_TESTING = "builtins.isinstance"
_READING = "builtins.getattr"
_ALIKE = ("builtins.", "collections.", "numpy.", "typing.")
"""How the names of classes begin that have neither a function nor what `tf.function` makes of it, or both."""
_INSPECTING = "inspects-function"
_KERAS = "keras."
_CALLING = ("keras.ops.", "keras.tree.")
"""What takes functions only to call them."""
_OF_WEIGHTS = ("_constraint", "_regularizer")
"""Parameters of layers whose functions get the variables of the layer, also in the graph of `fit`."""
_COMPILE = "compile"
"""Of what models have the method that keeps functions."""
_STORING = (
    "cloudpickle.", "concurrent.futures.ProcessPoolExecutor", "dill.", "joblib.", "multiprocessing.", "pickle.", _KERAS,
)  # fmt: skip


def attribute(frame: Frame, obj: AbstractObject, name: str, node: nodes.NodeNG) -> None:
    """An attribute of a function or method is asked for."""
    function = obj.project_function
    if function is None or name in _SHARED or (not name.startswith("__") and type(obj) is not Bound):
        # What is put on a function is put on its graph. The graph of a method is another object for each receiver.
        return
    if name != "__doc__" or getattr(function.node, "doc_node", None) is None:
        frame.analysis.events.graphs.add_function_use(function.node, node, frame.context.module_path)


def passed(frame: Frame, name: str, args: Args, node: nodes.NodeNG) -> None:
    """A function or class outside the project is called, perhaps with functions of the project."""
    if isinstance(node.parent, nodes.Decorators):
        return
    knowledge = frame.analysis.knowledge
    symbol = knowledge.lookup(name)
    if symbol is not None and symbol.returns.name == "arg" and not isinstance(node.parent, nodes.Expr):
        for function in (each.project_function for value in args.positional for each in value):
            if function is not None:
                frame.analysis.events.calls.add_wrapper(function.node, name)
    if name.startswith(_STORING):
        _stored(frame, name, args, node)
        return
    if name.partition(".")[0] not in _COMMON:
        return
    if name in knowledge.traced.functions or (symbol is not None and symbol.callbacks):
        return
    second = args.positional[1] if len(args.positional) > 1 else BOTTOM
    if name == _TESTING and _tests_alike(second):
        return
    if name == _READING and text_of(second) is not None:
        # That is told of as an attribute.
        return
    inspecting = symbol is not None and _INSPECTING in symbol.tags
    for value in (*args.positional, *args.keywords.values()):
        for obj in value:
            function = obj.project_function
            if function is not None:
                frame.analysis.events.graphs.add_function_use(function.node, node, frame.context.module_path)
            elif inspecting:
                _methods(frame, obj, node)


def kept(frame: Frame, owner: str, name: str, args: Args, node: nodes.NodeNG) -> None:
    """A method outside the project is called, perhaps with functions of the project."""
    if owner.startswith(_STORING) and (name == _COMPILE or not owner.startswith(_KERAS)):
        _stored(frame, f"{owner}.{name}", args, node)


def _stored(frame: Frame, name: str, args: Args, node: nodes.NodeNG) -> None:
    """What writes down the functions that it is given, or that what it is given holds: `pickle`, and Keras.

    Of a function Keras writes the name, of a graph nothing that it can read again; and it hands variables of its own to
    regularizers and constraints, which no graph takes in another one. Of a loss that is never saved nobody can tell.
    """
    of_keras = name.startswith(_KERAS)
    if of_keras and (name.startswith(_CALLING) or not frame.analysis.outside.saves_models(frame.context.module_path)):
        given = [value for word, value in args.keywords.items() if word.endswith(_OF_WEIGHTS)]
    else:
        given = [*args.positional, *args.keywords.values()]
    seen: set[AbstractObject] = set()
    while given:
        new = given.pop().difference(seen)
        seen |= new
        used(frame, new, node)
        given += [value for obj in new for value in iteration.held(frame, obj)]
        for obj in select(new, Instance) if not of_keras else ():
            given += [frame.heap.read(obj, each, frame.context) for each in frame.heap.attribute_names(obj)]


def used(frame: Frame, value: Iterable[AbstractObject], node: nodes.NodeNG) -> None:
    """Something else is done with the functions among some objects than to call them."""
    for obj in value:
        function = obj.project_function
        if function is not None:
            frame.analysis.events.graphs.add_function_use(function.node, node, frame.context.module_path)


def _tests_alike(classes: Value) -> bool:
    """Whether what is asked of a function is asked of its graph with the same answer."""
    outside = list(select(classes, External))
    return only(classes, External, ClassObject) and all(each.name.startswith(_ALIKE) for each in outside)


def _methods(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> None:
    """What looks at the members of a class or object looks at its methods: `inspect.getmembers(model)`."""
    cls = obj.project_class
    for each in frame.analysis.classes.mro(cls) if cls is not None else ():
        for name in sorted(frame.analysis.scopes.names(each.node).bound):
            held = frame.heap.read(each, name, frame.context) or BOTTOM
            for function in select(held, Function):
                frame.analysis.events.graphs.add_function_use(function.node, node, frame.context.module_path)
