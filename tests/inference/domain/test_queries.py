"""Questions about the kinds of objects in a value."""

from __future__ import annotations

from hybridize.inference.domain.objects import External, NoneObject, Opaque
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.values import BOTTOM, NONE, OPAQUE, TF_FUNCTION


def test_has_asks_for_any_of_the_kinds() -> None:
    assert has(NONE | OPAQUE, External, NoneObject)
    assert not has(NONE | OPAQUE, External)
    assert not has(BOTTOM, NoneObject)


def test_only_asks_for_all_objects() -> None:
    assert only(NONE | OPAQUE, NoneObject, Opaque)
    assert not only(NONE | OPAQUE, NoneObject)
    assert only(BOTTOM, NoneObject)


def test_select_keeps_the_order_and_what_is_of_a_kind() -> None:
    (none,), (opaque,), (external,) = NONE, OPAQUE, TF_FUNCTION
    assert select([external, opaque, none], NoneObject, External) == [external, none]
    assert select([opaque], NoneObject) == []
