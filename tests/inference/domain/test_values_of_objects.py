"""Values: joins, truth, and what is certain of them."""

from __future__ import annotations

import astroid
import pytest

from hybridize.inference.domain.objects import External, Function, ParameterReference, TupleObject, Value
from hybridize.inference.domain.values import (
    BOOL,
    BOTTOM,
    INT,
    NONE,
    OPAQUE,
    STR,
    TENSOR,
    UNKNOWN_ATTRIBUTE,
    join,
    literal_of,
    new_interner,
    of_those_that_have,
    text_of,
    truth,
    with_arguments,
)

MAKE = new_interner()
ONE, EMPTY = MAKE.constant(1), MAKE.constant("")
FUNCTION = MAKE(Function, astroid.extract_node("def f(): pass"), None).single


def test_joins() -> None:
    assert join([]) == BOTTOM == join([BOTTOM, BOTTOM])
    assert join([NONE]) is NONE and join([BOTTOM, NONE, BOTTOM]) is NONE
    assert join([NONE, TENSOR, NONE]) == NONE | TENSOR
    assert join(iter([INT, STR, BOOL])) == INT | STR | BOOL


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([UNKNOWN_ATTRIBUTE, TENSOR], TENSOR),
        ([UNKNOWN_ATTRIBUTE, UNKNOWN_ATTRIBUTE], UNKNOWN_ATTRIBUTE),
        ([UNKNOWN_ATTRIBUTE | INT, TENSOR], UNKNOWN_ATTRIBUTE | INT | TENSOR),
        ([BOTTOM, UNKNOWN_ATTRIBUTE], UNKNOWN_ATTRIBUTE),
        ([], BOTTOM),
    ],
)
def test_objects_that_lack_an_attribute_do_not_count(values: list[Value], expected: Value) -> None:
    assert of_those_that_have(values) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (NONE, False), (ONE, True), (EMPTY, False), (NONE | EMPTY, False), (NONE | ONE, None), (ONE | FUNCTION, True),
        (INT, None), (INT | ONE, None), (BOTTOM, None), (TENSOR, None), (OPAQUE, None), (FUNCTION, True),
        (MAKE.constant(0.0), False), (MAKE.constant(-0.0), False), (MAKE.constant(0j), False),
        (MAKE.constant(False), False), (MAKE.constant("False"), True), (MAKE.constant("0"), True),
        (MAKE.constant(b""), False), (MAKE.constant(0.5), True),
    ],
)  # fmt: skip
def test_truth(value: Value, expected: bool | None) -> None:
    assert truth(value) is expected


def test_parameters_come_back_as_each_call_passed_them() -> None:
    x, y = (MAKE(ParameterReference, name).single for name in "xy")
    assert with_arguments(x | INT, {"x": TENSOR, "y": NONE}) == TENSOR | INT
    assert with_arguments(x | y, {"x": TENSOR}) == TENSOR
    assert with_arguments(INT | TENSOR, {"x": NONE}) == INT | TENSOR


def test_literals_that_are_certain() -> None:
    literal = literal_of(ONE)
    assert literal is not None and literal.value == 1
    for value in (INT, NONE, BOTTOM, ONE | EMPTY, TENSOR):
        assert literal_of(value) is None and text_of(value) is None
    assert text_of(ONE) is None
    assert text_of(EMPTY) == "" and text_of(MAKE.constant("'a'")) == "'a'"
    assert text_of(MAKE.constant(b"a")) is None


def test_values_hold_what_they_are_made_of() -> None:
    pair = MAKE(TupleObject, (ONE, EMPTY), BOTTOM, "tuple")
    assert pair.single - pair.single == BOTTOM
    assert MAKE(External, "a").single != pair.single
