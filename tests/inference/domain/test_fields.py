"""Fields of the heap: positions, keys and slots are told apart, and no text has a meaning."""

from __future__ import annotations

import pytest

from hybridize.inference.domain.fields import (
    ANY_ATTRIBUTE,
    ANY_ELEMENT,
    KEYS,
    Field,
    Index,
    Key,
    RegisteredClasses,
    Slot,
    attribute_for,
    is_element,
)
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import External
from hybridize.inference.domain.values import new_interner


def _key(value: int | float | bool | str | bytes) -> Key:
    return Key(Literal(value))


def test_keys_are_equal_as_in_a_dictionary() -> None:
    assert _key(1) == _key(1.0) == _key(True) != _key("1")
    assert len({_key(1), _key(1.0), _key(True)}) == 1
    assert len({_key(0.0), _key(-0.0), _key(False)}) == 1
    assert _key("a") != _key(b"a")


def test_positions() -> None:
    assert Index(1) == Index(1) and hash(Index(1)) == hash(Index(1))
    assert Index(1) != Index(2)


def test_what_looks_alike_is_not_the_same() -> None:
    make = new_interner()
    one, other = make(External, "a"), make(External, "b")
    fields: list[Field] = [
        "1", "#1", "*", "%keys", "", "[1]", Index(1), _key(1), _key("1"), _key(""), ANY_ELEMENT, ANY_ATTRIBUTE, KEYS,
        RegisteredClasses(one), RegisteredClasses(other),
    ]  # fmt: skip
    assert len(set(fields)) == len(fields)
    assert Index(1) != 1 and _key(1) != 1 and _key(1) != Literal(1) and RegisteredClasses(one) != one


def test_the_classes_of_a_registered_function_are_one_field() -> None:
    function = new_interner()(External, "f")
    assert len({RegisteredClasses(function), RegisteredClasses(function)}) == 1
    assert repr(RegisteredClasses(function)) == "<classes of External('f')>"


@pytest.mark.parametrize(
    ("field", "element"),
    [(ANY_ELEMENT, True), (Index(0), True), (_key("k"), True), (_key(0), True), ("name", False), ("", False), ("*", False)]
    + [(slot, False) for slot in Slot if slot is not ANY_ELEMENT],
    ids=str,
)
def test_what_is_an_element(field: Field, element: bool) -> None:
    assert is_element(field) is element


def test_fields_say_what_they_are() -> None:
    assert (repr(Index(3)), repr(_key("k"))) == ("[3]", "['k']")
    assert len({slot.value for slot in Slot}) == len(Slot)


def test_elements_become_attributes_by_their_keys() -> None:
    fields: list[Field] = [_key("rate"), _key(""), _key(1), ANY_ELEMENT, KEYS, Index(0), "rate"]
    assert [attribute_for(each) for each in fields] == ["rate", "", None, ANY_ATTRIBUTE, None, None, None]
