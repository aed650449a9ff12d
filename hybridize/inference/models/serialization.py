"""Objects that Keras makes from their names: `deserialize_keras_object` and the tables of classes that it is given.

A library that takes `"cosine"` for `CosineDistance()` hands Keras a dictionary of classes: the object is one of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import ClassObject, Container, Function, PythonScalar, Value
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.values import BOTTOM, UNKNOWN_RESULT, text_of
from hybridize.inference.models.builtin_calls import Special
from hybridize.inference.python import calls, iteration, subscripts
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame

_TABLES = ("module_objects", "custom_objects")
MOST_CLASSES = 12
"""Of a table with more classes none is made, if the name is not known."""


def _deserializer(config_name: str, *names: str) -> Special:
    """A function whose parameters have these names."""

    def deserialize(frame: Frame, args: Args, node: nodes.NodeNG) -> Value | None:
        given = Args(args.positional, args.keywords, args.star, args.double_star, (config_name, *names))
        return _deserialize(frame, given.get(config_name) or BOTTOM, given, node)

    return deserialize


def _deserialize(frame: Frame, config: Value, args: Args, node: nodes.NodeNG) -> Value:
    names, settings = _names(frame, config, node), _settings(frame, config, node)
    made: Value = UNKNOWN_RESULT
    for found in _found(frame, args, names, node):
        made |= frozenset(select(found, Function))
        for cls in select(found, ClassObject):
            made |= calls.call(frame, cls.single, settings, node)
    return made


def _names(frame: Frame, config: Value, node: nodes.NodeNG) -> Value:
    """The name of the class: the text itself, or what the configuration holds."""
    tables = frozenset(select(config, Container))
    named = subscripts.item(frame, tables, _text(frame, "class_name"), node) if tables else BOTTOM
    return frozenset(select(config, PythonScalar)) | named


def _text(frame: Frame, text: str) -> Value:
    return frame.make(PythonScalar, "str", Literal(text)).single


def _settings(frame: Frame, config: Value, node: nodes.NodeNG) -> Args:
    """The arguments with which the object is made."""
    settings = Args()
    tables = frozenset(select(config, Container))
    if tables:
        calls.spread_keywords(frame, settings, subscripts.item(frame, tables, _text(frame, "config"), node))
    elif not select(config, PythonScalar):
        settings.double_star |= UNKNOWN_RESULT
    return settings


def _found(frame: Frame, args: Args, names: Value, node: nodes.NodeNG) -> Iterator[Value]:
    """What the tables have for the names; all of a small one where a name is not known."""
    for table in _TABLES:
        for container in select(args.get(table) or BOTTOM, Container):
            if names and all(text_of(name.single) is not None for name in names):
                yield subscripts.item(frame, container.single, names, node)
            else:
                every = iteration.container_elements(frame, container)
                yield every if len(every) <= MOST_CLASSES else BOTTOM


SPECIAL: dict[str, Special] = {
    "keras.saving.deserialize_keras_object": _deserializer("config", "custom_objects"),
    "keras.legacy.saving.deserialize_keras_object": _deserializer("identifier", "module_objects", "custom_objects"),
}
"""What these calls do."""
