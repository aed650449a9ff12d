"""`match`: which part of a value a pattern takes, what it binds, and what is left for the next case."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.inference.domain.fields import ANY_ELEMENT, KEYS
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Container,
    External,
    Instance,
    NoneObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Array
from hybridize.inference.domain.values import BOTTOM, NONE_OBJECT, UNKNOWN_RESULT, join, text_of
from hybridize.inference.python import attributes, iteration, protocols, records, subscripts, type_tests
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.expressions import assign
from hybridize.inference.python.frame import Frame

Split = tuple[Value, Value]
"""What may match, and what may be left over."""


def match(frame: Frame, pattern: nodes.NodeNG, value: Value) -> Split:
    """Bind what `pattern` captures of `value`; nothing is bound to names whose part cannot match."""
    if isinstance(pattern, nodes.MatchAs):
        taken, left = match(frame, pattern.pattern, value) if pattern.pattern is not None else (value, BOTTOM)
        if pattern.name is not None:
            assign(frame, pattern.name, taken, pattern)
        return taken, left
    if isinstance(pattern, nodes.MatchOr):
        taken, left = BOTTOM, value
        for option in pattern.patterns:
            more, left = match(frame, option, left)
            taken |= more
        return taken, left
    frame.evaluator.tracing.matched(frame, value, pattern)
    protocols.matched(frame, value, pattern)
    taken, left = BOTTOM, BOTTOM
    captures = _Captures(frame)
    for obj in value:
        answer = _one(captures, pattern, obj)
        if answer is not False:
            taken |= obj.single
        if answer is not True:
            left |= obj.single
    captures.bind()
    return taken, left


class _Captures:
    """What the sub-patterns of one pattern get, over all objects that may match."""

    def __init__(self, frame: Frame) -> None:
        self.frame = frame
        self.parts: dict[nodes.NodeNG, Value] = {}

    def part(self, pattern: nodes.NodeNG | None, value: Value) -> bool | None:
        """Hand a part of the subject to a sub-pattern; whether the sub-pattern takes it."""
        if pattern is None:
            return True
        taken, left = match(self.frame, pattern, value)
        self.parts[pattern] = self.parts.get(pattern, BOTTOM) | taken
        return (None if left else True) if taken or not value else False

    def bind(self) -> None:
        """Bind again, with what all objects gave: each of them alone has overwritten the others."""
        for pattern, value in self.parts.items():
            match(self.frame, pattern, value)


def _all(answers: list[bool | None]) -> bool | None:
    if False in answers:
        return False
    return None if None in answers else True


def _one(captures: _Captures, pattern: nodes.NodeNG, obj: AbstractObject) -> bool | None:
    """Whether one possibility matches: certainly, certainly not, or perhaps (None)."""
    frame = captures.frame
    if isinstance(pattern, nodes.MatchValue):
        expected = evaluate(frame, pattern.value)
        same = records.same_member(frame, obj.single, expected)
        return _equal(obj, expected) if same is None else same
    if isinstance(pattern, nodes.MatchSingleton):
        if obj.is_unknown:
            return None
        if pattern.value is None:
            return obj is NONE_OBJECT
        if obj.builtin_type != "bool":
            return False
        return obj.literal.value is pattern.value if obj.literal is not None else None
    if isinstance(pattern, nodes.MatchSequence):
        return _sequence(captures, pattern, obj)
    if isinstance(pattern, nodes.MatchMapping):
        return _mapping(captures, pattern, obj)
    if isinstance(pattern, nodes.MatchClass):
        return _class(captures, pattern, obj)
    return None


def _equal(obj: AbstractObject, expected: Value) -> bool | None:
    if not only(expected, PythonScalar):
        return None
    if len(expected) == 1 and isinstance(obj, PythonScalar):
        (other,) = expected
        if obj.literal is not None and other.literal is not None:
            return obj.literal.python_equal(other.literal)
        if (obj.builtin_type == "str") is not (other.builtin_type == "str"):
            return False
    return False if isinstance(obj, (NoneObject, Container, TupleObject)) else None


def _sequence(captures: _Captures, pattern: nodes.MatchSequence, obj: AbstractObject) -> bool | None:
    frame, wanted = captures.frame, pattern.patterns
    star = next((i for i, p in enumerate(wanted) if isinstance(p, nodes.MatchStar)), None)
    is_sequence = _SEQUENCES.get(type(obj))
    if is_sequence is None or not is_sequence(frame, obj):
        return False
    fixed = iteration.positions(frame, obj)
    if fixed is not None and (len(fixed) != len(wanted) if star is None else len(fixed) < len(wanted) - 1):
        return False
    parts = iteration.unpack(frame, obj.single, len(wanted), star, pattern)
    answers: list[bool | None] = [True if fixed is not None else None]
    for each, part in zip(wanted, parts, strict=True):
        if isinstance(each, nodes.MatchStar):
            captures.parts[each] = captures.parts.get(each, BOTTOM) | part
            if each.name is not None:
                assign(frame, each.name, captures.parts[each], pattern)
        else:
            answers.append(captures.part(each, part))
    return _all(answers)


_SEQUENCES: dict[type[AbstractObject], Callable[[Frame, Any], bool]] = {
    **dict.fromkeys((TupleObject, Unknown, Opaque), lambda frame, obj: True),
    Container: lambda frame, obj: obj.type in ("list", "deque"),
    Instance: lambda frame, obj: frame.analysis.classes.is_named_tuple(obj.cls),
}
"""What a sequence pattern may match."""


def _mapping(captures: _Captures, pattern: nodes.MatchMapping, obj: AbstractObject) -> bool | None:
    frame = captures.frame
    known = obj.builtin_type in ("dict", "defaultdict")
    if not known and isinstance(obj, (PythonScalar, TupleObject, NoneObject, Array, Container)):
        return False
    answers: list[bool | None] = [None]
    for key, each in zip(pattern.keys, pattern.patterns, strict=True):
        index = evaluate(frame, key)
        value = subscripts.item(frame, obj.single, index, pattern) if known else UNKNOWN_RESULT
        answers.append(captures.part(each, value))
    if pattern.rest is not None:
        container = iteration.new_container(frame, "dict", pattern)
        if isinstance(obj, Container):
            frame.heap.write(container, KEYS, iteration.container_keys(frame, obj))
            frame.heap.write(container, ANY_ELEMENT, iteration.container_elements(frame, obj))
        if not known:
            frame.heap.write(container, ANY_ELEMENT, UNKNOWN_RESULT)
        assign(frame, pattern.rest, container.single, pattern)
    return _all(answers)


def _class(captures: _Captures, pattern: nodes.MatchClass, obj: AbstractObject) -> bool | None:
    frame = captures.frame
    answers: list[bool | None] = []
    classes = select(evaluate(frame, pattern.cls), ClassObject, External)
    verdicts = {type_tests.is_instance(frame, obj, cls) for cls in classes} or {None}
    answer = verdicts.pop() if len(verdicts) == 1 else None
    if answer is False:
        return False
    answers.append(answer)
    names = _positional_names(frame, classes)
    for position, each in enumerate(pattern.patterns):
        if names:
            value = attributes.get(frame, obj.single, names[position], pattern) if position < len(names) else BOTTOM
        else:
            # `int(x)`, `str(x)`: builtin classes match the subject itself.
            value = obj.single
        answers.append(captures.part(each, value))
    for name, each in zip(pattern.kwd_attrs, pattern.kwd_patterns, strict=True):
        answers.append(captures.part(each, attributes.get(frame, obj.single, name, pattern)))
    return _all(answers)


def _positional_names(frame: Frame, classes: list[ClassObject | External]) -> list[str]:
    for cls in select(classes, ClassObject):
        stated = join(
            [item for a in attributes.class_lookup(frame, cls, "__match_args__") for item in iteration.held(frame, a)]
        )
        if stated:
            texts = [text_of(a.single) for a in sorted(stated, key=lambda a: a.serial)]
            return [text for text in texts if text is not None]
        return frame.analysis.classes.field_names(cls)
    return []
