"""Handlers by kind of object, called with objects that are made by hand: no module is evaluated."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hybridize.inference.domain.fields import ANY_ELEMENT, Index
from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    External,
    ExternalInstance,
    ExternalMethod,
    IteratorObject,
    NamedTupleClass,
    TupleObject,
    Value,
)
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import (
    BOTTOM,
    FLOAT,
    INT,
    NONE,
    NONE_OBJECT,
    OPAQUE,
    STR,
    TENSOR,
    UNKNOWN_RESULT,
)
from hybridize.inference.driver.interpreter import Interpreter
from hybridize.inference.models import library_calls
from hybridize.inference.python import attributes, iteration, operators, subscripts, type_tests
from hybridize.inference.python.frame import Frame
from tests.inference.state.parts import Source, context, source

MADE: Source = source("class Base: pass\nclass Net(Base): pass\ndef f(x): pass\n")
MAKE = MADE.analysis.make
FRAME = Frame(Interpreter(MADE.analysis, lambda each: None, lambda each, caller: BOTTOM), context(1))
NODE = MADE.tree
MADE.analysis.classes.set_bases(MADE.cls("Net"), [MADE.cls("Base")])
NET = MADE.instance("Net", context(2))
(OPAQUE_OBJECT,), (UNKNOWN,), (TENSOR_OBJECT,) = OPAQUE, UNKNOWN_RESULT, TENSOR
ARRAY = MAKE(Array, None)
RAGGED = MAKE(Tensor, "ragged", "")
PAIR = MAKE(TupleObject, (MAKE.constant(1), MAKE.constant("a")), BOTTOM, "tuple")
POINT_CLASS = MAKE(NamedTupleClass, ("x", "y"), (NONE,))
POINT = MAKE(TupleObject, (TENSOR, NONE), BOTTOM, POINT_CLASS)
ITERATOR = MAKE(IteratorObject, TENSOR, NODE, None)
LAYER = MAKE(ExternalInstance, "keras.layers.Dense", NODE, None)
(ONE,), (TEXT,), (TRUE,) = MAKE.constant(1), MAKE.constant("a"), MAKE.constant(True)


def a_list(*elements: Value) -> Container:
    """A list with these elements, each in its place."""
    made = MAKE(Container, "list", NODE, context(len(elements) + 10))
    for position, value in enumerate(elements):
        FRAME.heap.write(made, Index(position), value)
    return made


ROW = a_list(TENSOR, INT)


@pytest.mark.parametrize(
    "obj, callable_, tensor",
    [
        (MADE.function("f"), True, False),
        (MADE.cls("Net"), True, False),
        (POINT_CLASS, True, False),
        (MAKE(ExternalMethod, "list", "append", ROW), True, False),
        (TENSOR_OBJECT, False, True),
        (ARRAY, False, False),
        (ROW, False, False),
        (NONE_OBJECT, False, False),
        (NET, None, None),
        (LAYER, None, None),
        (UNKNOWN, None, None),
        (OPAQUE_OBJECT, None, None),
    ],
    ids=lambda part: type(part).__name__,
)
def test_callables_and_tensors(obj: AbstractObject, callable_: bool | None, tensor: bool | None) -> None:
    assert type_tests.is_callable(FRAME, obj) is callable_
    assert type_tests.is_tensor(FRAME, obj) is tensor


@pytest.mark.parametrize(
    "obj, cls, expected",
    [
        (NET, MADE.cls("Base"), True),
        (NET, MADE.cls("Net"), True),
        (MADE.instance("Base", context(3)), MADE.cls("Net"), False),
        (TENSOR_OBJECT, MADE.cls("Net"), False),
        (NET, MAKE(External, "builtins.int"), False),
        (NET, MAKE(External, "builtins.object"), True),
        (ONE, MAKE(External, "builtins.int"), True),
        (ONE, MAKE(External, "builtins.str"), False),
        (TRUE, MAKE(External, "builtins.int"), True),
        (NONE_OBJECT, MAKE(External, "types.NoneType"), True),
        (NONE_OBJECT, MAKE(External, "builtins.str"), False),
        (OPAQUE_OBJECT, MAKE(External, "types.NoneType"), None),
        (TENSOR_OBJECT, MAKE(External, "types.NoneType"), False),
        (TENSOR_OBJECT, MAKE(External, "tensorflow.Tensor"), True),
        (RAGGED, MAKE(External, "tensorflow.Tensor"), False),
        (TENSOR_OBJECT, MAKE(External, "numpy.ndarray"), False),
        (ARRAY, MAKE(External, "numpy.ndarray"), True),
        (ARRAY, MAKE(External, "tensorflow.Tensor"), False),
        (LAYER, MAKE(External, "keras.layers.Layer"), True),
        (ROW, MAKE(External, "builtins.list"), True),
        (PAIR, MAKE(External, "builtins.list"), False),
        (UNKNOWN, MAKE(External, "builtins.object"), None),
        (NET, POINT_CLASS, None),
    ],
    ids=lambda part: getattr(part, "name", type(part).__name__),
)
def test_tests_of_types(obj: AbstractObject, cls: AbstractObject, expected: bool | None) -> None:
    assert type_tests.is_instance(FRAME, obj, cls) is expected


ITEMS: dict[str, tuple[AbstractObject, Value, Value]] = {
    "tensor": (TENSOR_OBJECT, MAKE.constant(0), TENSOR),
    "ragged": (RAGGED, MAKE.constant(0), RAGGED.single),
    "array, a view": (ARRAY, MAKE.constant(0), ARRAY.single),
    "array, a copy": (ARRAY, ROW.single, FRAME.array),
    "tuple": (PAIR, MAKE.constant(1), MAKE.constant("a")),
    "tuple, from the end": (PAIR, MAKE.constant(-2), MAKE.constant(1)),
    "tuple, anywhere": (PAIR, INT, MAKE.constant(1) | MAKE.constant("a")),
    "list": (ROW, MAKE.constant(1), INT),
    "list, from the end": (ROW, MAKE.constant(-2), TENSOR),
    "text": (TEXT, MAKE.constant(0), STR),
    "number": (ONE, MAKE.constant(0), BOTTOM),
    "shape": (OPAQUE_OBJECT, MAKE.constant(0), INT),
    "none": (NONE_OBJECT, MAKE.constant(0), BOTTOM),
    "unknown": (UNKNOWN, MAKE.constant(0), UNKNOWN_RESULT),
    "a class in an annotation": (MADE.cls("Net"), STR, MADE.cls("Net").single),
    "a function": (MADE.function("f"), MAKE.constant(0), UNKNOWN_RESULT),
}


@pytest.mark.parametrize("obj, index, expected", ITEMS.values(), ids=ITEMS)
def test_items(obj: AbstractObject, index: Value, expected: Value) -> None:
    assert subscripts.item(FRAME, obj.single, index, NODE) == expected


PAIRS: dict[str, tuple[Value, str, Value, Value]] = {
    "a tensor decides": (MAKE.constant(1), "+", TENSOR, TENSOR),
    "a ragged tensor stays one": (RAGGED.single, "*", TENSOR, RAGGED.single),
    "an array decides": (MAKE.constant(1), "+", ARRAY.single, FRAME.array),
    "numbers": (MAKE.constant(1), "+", INT, INT),
    "numbers that are divided": (INT, "/", INT, FLOAT),
    "texts": (STR, "%", UNKNOWN_RESULT, STR),
    "tuples": (PAIR.single, "+", PAIR.single, MAKE(TupleObject, PAIR.items * 2, BOTTOM, "tuple").single),
    "a number with what is unknown": (INT, "+", UNKNOWN_RESULT, UNKNOWN_RESULT),
    "a shape": (OPAQUE, "+", INT, OPAQUE),
    "a class or none": (MADE.cls("Net").single, "|", NONE, MADE.cls("Net").single),
}


@pytest.mark.parametrize("left, operator, right, expected", PAIRS.values(), ids=PAIRS)
def test_operators(left: Value, operator: str, right: Value, expected: Value) -> None:
    assert operators.binary(FRAME, operator, left, right, NODE) == expected


ITERATED: dict[str, tuple[AbstractObject, Value]] = {
    "tensor": (RAGGED, TENSOR),
    "tuple": (PAIR, MAKE.constant(1) | MAKE.constant("a")),
    "list": (ROW, TENSOR | INT),
    "iterator": (ITERATOR, TENSOR),
    "text": (TEXT, STR),
    "number": (ONE, BOTTOM),
    "none": (NONE_OBJECT, BOTTOM),
    "unknown": (UNKNOWN, UNKNOWN_RESULT),
}


@pytest.mark.parametrize("obj, expected", ITERATED.values(), ids=ITERATED)
def test_iteration(obj: AbstractObject, expected: Value) -> None:
    assert iteration.elements(FRAME, obj.single, NODE) == expected


def test_positions_are_those_of_sequences_of_known_length() -> None:
    assert iteration.positions(FRAME, PAIR) == list(PAIR.items)
    assert iteration.positions(FRAME, ROW) == [TENSOR, INT]
    longer = a_list(TENSOR, INT, INT)
    FRAME.heap.write(longer, ANY_ELEMENT, INT)
    rest = MAKE(TupleObject, (), INT, "tuple")
    assert [iteration.positions(FRAME, each) for each in (longer, rest, TENSOR_OBJECT, UNKNOWN)] == [None] * 4


def test_a_named_tuple_has_its_fields() -> None:
    attribute: Callable[[AbstractObject, str], Value] = lambda obj, name: attributes.get(FRAME, obj.single, name, NODE)
    assert attribute(POINT, "x") == TENSOR
    assert attribute(POINT, "y") == NONE
    assert attribute(PAIR, "x") == MAKE.constant(1) | MAKE.constant("a")
    assert attribute(POINT_CLASS, "_fields") == MAKE(TupleObject, (), STR, "tuple").single


def test_methods_are_found_by_the_kind_of_the_receiver() -> None:
    append = library_calls.method("list", "append", ROW)
    assert append is not None
    assert library_calls.method("list", "append", UNKNOWN) is None
    assert library_calls.method("collections.abc.Sequence", "append", ROW) is None
    anywhere = library_calls.method("", "__getitem__", UNKNOWN)
    assert anywhere is not None and library_calls.method("dict", "__getitem__", ROW) is anywhere
