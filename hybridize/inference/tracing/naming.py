"""Names that only a graph looks at: of operations, and of the objects after which a graph names its operations."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from hybridize.frameworks.knowledge import Symbol
from hybridize.inference.domain.objects import Container, External, Opaque, PythonScalar, TupleObject, Value
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.python import iteration
from hybridize.inference.python.frame import Frame

if TYPE_CHECKING:
    from hybridize.inference.python.arguments import Args

_NAME = re.compile(r"[A-Za-z0-9.][A-Za-z0-9_.\\/>-]*")
"""What `tf.name_scope` accepts."""
_PART = re.compile(r"[A-Za-z0-9_.\\/>-]*")
"""What a part of it may be."""
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|%[\d.]*[sdifg]")
"""What formatting puts something else in the place of."""
_COLUMNS = "tensorflow.feature_column."
_NAMED = ("keras.Layer", "keras.Model", "keras.Sequential", "keras.layers.", "keras.losses.", "keras.optimizers.")
_NAMED_ALONE = frozenset({"keras.metrics.AUC", "tensorflow.Variable", "tensorflow.compat.v1.Variable"})
_NOT_NAMED = frozenset({"keras.layers.Input", "keras.layers.InputLayer"})
"""What a graph runs under the name that it is given, and what it does not: other metrics, inputs (2.15 and 2.21)."""


def name_argument(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """`name=` of an operation is looked at only in a graph."""
    if not symbol.name.startswith("tensorflow."):
        return
    given = args.get("name") or BOTTOM
    for obj in select(given, PythonScalar, Opaque, Tensor, External, Array, Container, TupleObject):
        if obj.builtin_type != "str":
            frame.condition("invalid-name-argument", node, "the `name` of an operation must be a text in a graph")
            continue
        literal = obj.literal
        # A scope inside of another one may begin with what no operation begins with.
        allowed = _PART if symbol.name.endswith("name_scope") else _NAME
        if literal is not None and literal.text and not allowed.fullmatch(literal.text):
            frame.condition(
                "invalid-name-argument", node, f"{literal.display()} is no valid name for an operation of a graph"
            )


def is_named(name: str) -> bool:
    """Whether a graph names operations after what a class, its constructor or a function of this name makes."""
    cls = name.removesuffix(".__init__")
    named = cls in _NAMED_ALONE or cls.startswith((*_NAMED, _COLUMNS))
    return named and cls not in _NOT_NAMED and (cls.startswith(_COLUMNS) or cls.rpartition(".")[2][:1].isupper())


def named(frame: Frame, name: str, args: Args, node: nodes.NodeNG) -> None:
    """A layer, model, loss, optimizer, variable or feature column gets a name, which eager execution does not check.

    `name` is that of its class or maker. A class of the project that derives from one hands a name to its `__init__`.
    """
    if name.startswith(_COLUMNS):
        # The names of columns are those of data, which nobody sees here and which often have blanks.
        values = [value for value in map(args.get, ("key", "keys")) if value is not None]
        perhaps = any(map(_is_unknown, values))
    else:
        values = [value for value in (args.get("name"),) if value is not None]
        perhaps = False
    known = any(map(_is_odd, values)) or _is_written_odd(node)
    if known or perhaps:
        frame.analysis.events.tensors.add_odd_name(node, frame.context.module_path, known)


def shown(frame: Frame, value: Value, node: nodes.NodeNG) -> None:
    """The text of a value is taken: that of a variable has its name."""
    if any(tensor.kind == "variable" for tensor in select(iteration.leaves(frame, value), Tensor)):
        frame.analysis.events.tensors.add_shown_variable(node, frame.context.module_path)


def read(frame: Frame, owner: str, name: str, node: nodes.NodeNG) -> None:
    """An attribute of an object that the framework data describes: the name of a variable."""
    if owner == "tensorflow.Variable" and name in _OF_NAMES:
        frame.analysis.events.tensors.add_shown_variable(node, frame.context.module_path)


_OF_NAMES = frozenset({"handle", "name", "op"})
"""Attributes of a variable that tell its name."""


def _is_odd(value: Value) -> bool:
    """Whether a text is no valid name."""
    texts = [obj.literal for obj in select(value, PythonScalar)]
    return any(each is not None and each.text and not _NAME.fullmatch(each.text) for each in texts)


def _is_unknown(value: Value) -> bool:
    """Whether a text is not known."""
    texts = [obj.literal for obj in select(value, PythonScalar)]
    return not texts or None in texts


def _is_written_odd(node: nodes.NodeNG) -> bool:
    """Whether a part of the text is written there that is no part of a name: `f"layer {i}"`."""
    given = [each.value for each in getattr(node, "keywords", ()) if each.arg == "name"]
    written = (text for each in given for text in _written(each))
    return any(not _PART.fullmatch(_PLACEHOLDER.sub("", each)) for each in written)


def _written(expression: nodes.NodeNG) -> Iterator[str]:
    """The parts of a text that stand in the source, whatever the rest of it is."""
    match expression:
        case nodes.Const(value=str(text)):
            yield text
        case nodes.JoinedStr(values=parts):
            yield from (each.value for each in parts if isinstance(each, nodes.Const))
        case nodes.BinOp(op="+", left=left, right=right):
            yield from _written(left)
            yield from _written(right)
        case nodes.BinOp(op="%", left=template) | nodes.Call(func=nodes.Attribute(attrname="format", expr=template)):
            yield from _written(template)
