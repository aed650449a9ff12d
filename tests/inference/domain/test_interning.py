"""Abstract objects are made once, and numbered in the order in which they are made."""

from __future__ import annotations

import astroid

from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import Container, External, Function, Hybrid, python_function
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import NONE, TENSOR, new_interner


def test_the_same_parts_give_the_same_object() -> None:
    make = new_interner()
    assert make(Tensor, "keras", "") is make(Tensor, "keras", "")
    assert make(Tensor, "keras", "") is not make(Tensor, "keras", "usage")
    assert make(External, "keras") is not make(Tensor, "keras", "")


def test_an_object_alone_is_a_value_that_is_made_once() -> None:
    made = new_interner()(External, "os.path")
    assert made.single == frozenset({made})
    assert made.single is made.single


def test_numbers_follow_the_order_of_making_and_are_the_hashes() -> None:
    make = new_interner()
    first, second = make(External, "a"), make(External, "b")
    assert second.serial == first.serial + 1
    assert (hash(first), hash(second)) == (first.serial, second.serial)
    assert make(External, "a").serial == first.serial


def test_an_analysis_knows_the_constants_and_shares_nothing_else() -> None:
    one, other = new_interner(), new_interner()
    assert one(Tensor, "tensor", "").single is TENSOR is other(Tensor, "tensor", "").single
    assert one(External, "a") is not other(External, "a")
    assert one(External, "a").serial == other(External, "a").serial > max(obj.serial for obj in NONE | TENSOR)


def test_an_interner_without_constants_begins_at_nought() -> None:
    assert Interner()(External, "a").serial == 0


def test_containers_are_told_apart_by_place() -> None:
    make, (first, second) = new_interner(), (astroid.extract_node("[]"), astroid.extract_node("[]"))
    assert make(Container, "list", first, None) is make(Container, "list", first, None)
    assert make(Container, "list", first, None) is not make(Container, "list", second, None)


def test_a_hybrid_is_made_once_for_each_target_and_place_and_has_its_number() -> None:
    make, (node, site) = new_interner(), (astroid.extract_node("def f(): pass"), astroid.extract_node("g(f)"))
    function = make(Function, node, None)
    hybrid = make.hybrid(function, site)
    assert hybrid is make.hybrid(function, site)
    assert hybrid is not make.hybrid(function, node)
    assert make.hybrid(make(External, "keras.Model"), site) is not hybrid
    assert (type(hybrid), hybrid.target, hybrid.site, hybrid.serial) == (Hybrid, function, site, function.serial)
    assert python_function(make.hybrid(hybrid, node)) is function
    assert python_function(function) is function


def test_constants_are_told_apart_by_type_and_value() -> None:
    make = new_interner()
    assert make.constant(1) is make.constant(1)
    assert len({make.constant(value) for value in (1, 1.0, True, "1", b"1", 2)}) == 6


def test_objects_say_what_they_are() -> None:
    make = new_interner()
    assert repr(make(Tensor, "keras", "usage")) == "Tensor('keras', 'usage')"
    assert repr(make(External, "os.path")) == "External('os.path')"
