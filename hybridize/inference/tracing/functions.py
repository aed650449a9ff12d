"""Functions that the program uses as objects: what `tf.function` makes of one is called alike, and is another object.

It has no `__code__` and no `__self__`, it is no `types.FunctionType`, and `pickle` cannot store it. What each program
may do with a function all the same is a closed list of runs, of TensorFlow 2.15 and 2.21; a fix of a function that is
used in another way is not safe.
"""

from __future__ import annotations

import sys

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    External,
    Function,
    Value,
)
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.values import BOTTOM, text_of
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


def attribute(frame: Frame, obj: AbstractObject, name: str, node: nodes.NodeNG) -> None:
    """An attribute of a function or method is asked for."""
    function = obj.project_function
    if function is None or not name.startswith("__") or name in _SHARED:
        return
    if name != "__doc__" or getattr(function.node, "doc_node", None) is None:
        frame.analysis.events.add_function_use(function.node, node, frame.context.module_path)


def passed(frame: Frame, name: str, args: Args, node: nodes.NodeNG) -> None:
    """A function or class outside the project is called, perhaps with functions of the project."""
    if isinstance(node.parent, nodes.Decorators):
        return
    knowledge = frame.analysis.knowledge
    symbol = knowledge.lookup(name)
    if symbol is not None and symbol.returns.name == "arg" and not isinstance(node.parent, nodes.Expr):
        for function in (each.project_function for value in args.positional for each in value):
            if function is not None:
                frame.analysis.events.add_wrapper(function.node, name)
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
                frame.analysis.events.add_function_use(function.node, node, frame.context.module_path)
            elif inspecting:
                _methods(frame, obj, node)


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
                frame.analysis.events.add_function_use(function.node, node, frame.context.module_path)
