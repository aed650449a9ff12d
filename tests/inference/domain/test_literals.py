"""Literals compare, negate and test as Python does; their trace keys are those of TensorFlow."""

from __future__ import annotations

import itertools
import math
import sys

import pytest

from hybridize.inference.domain.literals import DISPLAYED, Literal, LiteralType

NAN = float("nan")
VALUES: tuple[LiteralType, ...] = (
    0, 1, -1, 2, 10**30, True, False, 0.0, -0.0, 1.0, 2.5, math.inf, 0j, complex(0.0, -0.0), complex(-0.0, 0.0), 1j,
    (1 + 0j), "", "1", "True", "a", b"", b"1",
)  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_literal_answers_as_its_value_does(value: LiteralType) -> None:
    literal = Literal(value)
    assert literal.type == type(value).__name__
    assert literal.truth is bool(value)
    assert literal.value is value
    assert literal.text == (value if isinstance(value, str) else None)
    assert literal.index == (int(value) if isinstance(value, int) else None)
    assert type(literal.index) in (int, type(None))
    assert literal.display() == repr(value)


def test_literals_of_another_type_or_value_differ() -> None:
    wrong = []
    for one, other in itertools.product(VALUES, VALUES):
        same = type(one) is type(other) and repr(one) == repr(other)
        told = Literal(one) == Literal(other), Literal(one).python_equal(Literal(other))
        if told != (same, one == other) or same and hash(Literal(one)) != hash(Literal(other)):
            wrong.append(f"{one!r} and {other!r}: {told}")
    assert not wrong, "\n".join(wrong)


def test_a_literal_is_nothing_but_a_literal() -> None:
    assert Literal(1) != 1
    assert (Literal("a") == "a") is False


def test_nan_is_one_literal_that_equals_none() -> None:
    assert Literal(NAN) == Literal(float("nan")) != Literal(0.0)
    assert not Literal(NAN).python_equal(Literal(NAN))
    assert Literal(NAN).truth is True


@pytest.mark.parametrize("value", [each for each in VALUES if not isinstance(each, (str, bytes))], ids=repr)
def test_signs(value: complex) -> None:
    for made, expected in ((Literal(value).negated(), -value), (Literal(value).positive(), +value)):
        assert made is not None
        assert (type(made.value), repr(made.value)) == (type(expected), repr(expected))


@pytest.mark.parametrize(("value", "expected"), [(5, -6), (-1, 0), (True, -2), (False, -1)])
def test_inversion(value: int, expected: int) -> None:
    assert Literal(value).inverted() == Literal(expected)


@pytest.mark.parametrize("value", ["a", b"a"])
def test_texts_have_no_sign(value: LiteralType) -> None:
    assert (Literal(value).negated(), Literal(value).positive(), Literal(value).inverted()) == (None, None, None)


def test_only_integers_can_be_inverted() -> None:
    assert Literal(1.0).inverted() is None and Literal(1j).inverted() is None


SHARED = ((0, 0.0, -0.0, False, 0j), (1, 1.0, True, (1 + 0j)), (NAN, float("nan"), complex(NAN, 0)))
"""What TensorFlow 2.15 and 2.21 take for one: see `tests/rules/retracing/equal_numbers.py` for a run."""


@pytest.mark.parametrize("values", SHARED, ids=str)
def test_equal_numbers_share_a_trace(values: tuple[LiteralType, ...]) -> None:
    assert len({Literal(value).trace_key for value in values}) == 1
    assert len({Literal(value) for value in values}) == len({(type(v), repr(v)) for v in values})


def test_all_else_has_a_trace_of_its_own() -> None:
    values: tuple[LiteralType, ...] = (0, 1, 2, -1, 0.5, "1", b"1", "", b"", "nan", NAN, math.inf, -math.inf, 1j)
    assert len({Literal(value).trace_key for value in values}) == len(values)


@pytest.mark.parametrize("value", ["a" * 300, b"a" * 300, 10**200, -(10**200)], ids=["text", "bytes", "int", "negative"])
def test_what_is_shown_is_cut(value: LiteralType) -> None:
    assert Literal(value).display() == repr(value)[: DISPLAYED - 3] + "..."
    assert len(Literal(value).display()) == DISPLAYED
    assert Literal("a" * (DISPLAYED - 2)).display() == repr("a" * (DISPLAYED - 2))
    assert Literal("a" * (DISPLAYED - 1)).display().endswith("...")


def test_numbers_that_python_does_not_write_are_shown() -> None:
    large = 1 << (sys.get_int_max_str_digits() * 4 if hasattr(sys, "get_int_max_str_digits") else 20_000)
    assert Literal(large).display() == hex(large)[: DISPLAYED - 3] + "..."
    assert repr(Literal(2)) == "Literal(2)"


def test_what_is_cut_in_display_is_told_apart() -> None:
    one, other = Literal("a" * 100 + "b"), Literal("a" * 100 + "c")
    assert one.display() == other.display()
    assert one != other and not one.python_equal(other) and one.trace_key != other.trace_key
