"""Values: joining, truth, what calls and packages give."""

from __future__ import annotations

import astroid
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import (
    Bound,
    ClassObject,
    External,
    Function,
    ModuleObject,
    ParameterReference,
    Partial,
    Value,
)
from hybridize.inference.domain.values import (
    BOOL,
    BOTTOM,
    FLOAT,
    INT,
    NONE,
    OPAQUE,
    STR,
    TENSOR,
    TF_FUNCTION,
    UNKNOWN_ATTRIBUTE,
    UNKNOWN_EXTERNAL,
    UNKNOWN_FOREIGN,
    UNKNOWN_RESULT,
    join,
    new_interner,
    of_those_that_have,
    truth,
    with_arguments,
)

values = st.frozensets(st.sampled_from([BOOL, INT, FLOAT, STR, NONE, OPAQUE, TENSOR])).map(lambda parts: join(parts))


@given(st.lists(values))
def test_a_join_is_the_union(parts: list[Value]) -> None:
    assert join(parts) == frozenset(obj for part in parts for obj in part)


def test_a_join_of_one_value_is_that_value() -> None:
    assert join([BOTTOM, TENSOR, TENSOR, BOTTOM]) is TENSOR
    assert join([]) is BOTTOM


def test_what_lacks_an_attribute_gives_nothing_where_others_have_it() -> None:
    assert of_those_that_have([UNKNOWN_ATTRIBUTE, TENSOR, NONE]) == TENSOR | NONE
    assert of_those_that_have([UNKNOWN_ATTRIBUTE, UNKNOWN_ATTRIBUTE]) == UNKNOWN_ATTRIBUTE
    assert of_those_that_have([UNKNOWN_ATTRIBUTE, BOTTOM]) == UNKNOWN_ATTRIBUTE
    assert of_those_that_have([]) == BOTTOM


@pytest.mark.parametrize("value", [1, -1, 0.5, "0", "False", " ", b"0", True, "''"])
def test_constants_that_are_true(value: object) -> None:
    assert truth(new_interner().constant(value)) is True


@pytest.mark.parametrize("value", [0, 0.0, "", b"", False])
def test_constants_that_are_false(value: object) -> None:
    assert truth(new_interner().constant(value)) is False


def callables(make: Interner) -> list[Value]:
    """Objects that are true whatever they do."""
    function = make(Function, astroid.extract_node("def f(): pass"), None)
    cls = make(ClassObject, astroid.extract_node("class C: pass"), None)
    bound = make(Bound, function, make(External, "a"))
    hybrid = make.hybrid(function, function.node)
    return [each.single for each in (function, cls, bound, hybrid, make(Partial, function, (), ()))]


def test_callables_and_modules_are_true() -> None:
    make = new_interner()
    for value in (*callables(make), make(ModuleObject, "main.py").single):
        assert truth(value) is True
        assert truth(value | make.constant(3)) is True
        assert truth(value | NONE) is None


def test_the_truth_of_what_may_be_either_is_open() -> None:
    make = new_interner()
    assert truth(NONE) is False
    assert truth(NONE | make.constant(0)) is False
    for value in (TENSOR, INT, UNKNOWN_RESULT, NONE | make.constant(1), make.constant(0) | make.constant(1), BOTTOM):
        assert truth(value) is None


def test_each_call_gets_what_it_passed() -> None:
    make = new_interner()
    x, y = make(ParameterReference, "x").single, make(ParameterReference, "y").single
    assert with_arguments(TENSOR, {"x": INT}) is TENSOR
    assert with_arguments(x, {"x": INT, "y": NONE}) == INT
    assert with_arguments(x | y | TENSOR, {"x": INT, "y": NONE}) == INT | NONE | TENSOR
    assert with_arguments(x | TENSOR, {}) == TENSOR


def test_the_constants_are_different_objects() -> None:
    assert len(join([BOOL, INT, FLOAT, STR, NONE, OPAQUE, TENSOR, TF_FUNCTION, UNKNOWN_EXTERNAL, UNKNOWN_FOREIGN])) == 10
