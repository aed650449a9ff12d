"""Widening: small values stay as they are, large ones lose literals, then structures, then objects."""

from __future__ import annotations

import astroid
import pytest

from hybridize.inference.domain import widening as module
from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import (
    AbstractObject,
    Activation,
    Bound,
    ClassObject,
    Container,
    Dataset,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Instance,
    IteratorObject,
    Partial,
    TupleObject,
    Value,
)
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import (
    BOOL,
    BOTTOM,
    FLOAT,
    INT,
    NONE,
    STR,
    TENSOR,
    UNKNOWN_OBJECT,
    new_interner,
)
from hybridize.inference.domain.widening import FAN_OUT, Widening, Width

CODE = astroid.parse("\n".join(f"def f{i}(): pass" for i in range(20)) + "\nclass C: pass\nclass D: pass\n")
*SITES, CLASS, OTHER = CODE.body


def _widening(objects: int = 6, kept: int = 2, callables: int = 3) -> tuple[Interner, Widening]:
    make = new_interner()
    return make, Widening(make, Width(objects, kept, callables))


def _of(objects: list[AbstractObject]) -> Value:
    return frozenset(objects)


def test_a_value_of_the_width_stays_and_one_more_is_too_many() -> None:
    make, widening = _widening()
    six = _of([each for number in range(6) for each in make.constant(number)])
    assert widening.bounded(six) is six
    assert widening.bounded(six | make.constant(6)) == INT
    assert widening.grown(BOTTOM, six) is six
    assert widening.grown(BOTTOM, six | make.constant(6)) == INT
    assert widening.grown(six, make.constant(0)) == six
    assert widening.grown(six, make.constant(7)) == INT


def test_a_widened_value_stays_widened() -> None:
    make, widening = _widening()
    wide = widening.bounded(_of([each for number in range(7) for each in make.constant(number)]))
    assert widening.grown(wide, make.constant(1)) == INT
    assert widening.grown(wide, make.constant("a")) == INT | STR
    assert widening.grown(INT | NONE, make.constant(1)) == INT | NONE | make.constant(1)


def test_fan_out_is_bounded_later() -> None:
    make, widening = _widening()
    most = FAN_OUT * 6
    many = _of([each for number in range(most) for each in make.constant(number)])
    assert widening.bounded_fan_out(many) is many
    assert widening.bounded_fan_out(many | make.constant(most)) == INT


def test_literals_become_types() -> None:
    make, widening = _widening()
    value = join_all(make.constant(1), make.constant(0.5), make.constant("a"), make.constant(True), TENSOR)
    assert widening.without_literals(value, False) == INT | FLOAT | make.constant("a") | make.constant(True) | TENSOR
    assert widening.without_literals(value, True) == INT | FLOAT | STR | BOOL | TENSOR
    assert widening.without_literals(value, False) is widening.without_literals(value, False)
    assert widening.without_literals(TENSOR, True) is TENSOR
    inner = make(TupleObject, (make.constant(1),), make.constant("a"), "range").single
    outer = make(TupleObject, (inner,), BOTTOM, "tuple").single
    kept = make(TupleObject, (INT,), make.constant("a"), "range").single
    assert widening.without_literals(outer, False) == make(TupleObject, (kept,), BOTTOM, "tuple").single


def join_all(*values: Value) -> Value:
    return frozenset().union(*values)


def _kinds(make: Interner) -> dict[str, tuple[list[AbstractObject], int, bool]]:
    """Objects that are told apart up to a number, the number, and whether an unknown stands for the rest."""
    c, d = make(ClassObject, CLASS, None), make(ClassObject, OTHER, None)
    f = make(Function, SITES[0], None)
    return {
        "instances": ([make(Instance, c, site, None) for site in SITES[:9]], 2, True),
        "external instances": ([make(ExternalInstance, "a.B", site, None) for site in SITES[:9]], 2, True),
        "containers": ([make(Container, "list", site, None) for site in SITES[:9]], 2, True),
        "iterators": ([make(IteratorObject, INT, site, None) for site in SITES[:9]], 2, True),
        "methods": ([make(Bound, f, make(Instance, d, site, None)) for site in SITES[:9]], 2, True),
        "external methods": ([make(ExternalMethod, f"a{i}", "run", c) for i in range(9)], 2, True),
        "functions": ([make(Function, site, None) for site in SITES[:9]], 3, True),
        "hybrid functions": ([make.hybrid(make(Function, site, None), CLASS) for site in SITES[:9]], 3, True),
        "names outside": ([make(External, f"a{i}") for i in range(9)], 3, True),
        "partials": ([make(Partial, f, (make.constant(i),), ()) for i in range(9)], 3, True),
    }


@pytest.mark.parametrize("kind", _kinds(new_interner()))
def test_the_first_of_each_group_are_kept(kind: str) -> None:
    make, widening = _widening()
    objects, limit, unknown = _kinds(make)[kind]
    widened = widening.bounded(_of(objects))
    assert widened == _of(objects[:limit]) | (UNKNOWN_OBJECT if unknown else BOTTOM)
    assert widening.bounded(_of(objects[:limit]) | TENSOR | join_all(*[make.constant(i) for i in range(9)])) == (
        _of(objects[:limit]) | TENSOR | INT
    )


def test_objects_of_another_group_do_not_count() -> None:
    make, widening = _widening(3)
    c, d = make(ClassObject, CLASS, None), make(ClassObject, OTHER, None)
    of_each = [make(Instance, cls, site, None) for cls in (c, d) for site in SITES[:2]]
    assert widening.bounded(_of(of_each)) == _of(of_each)
    containers = [make(Container, kind, site, None) for kind in ("list", "dict") for site in SITES[:2]]
    assert widening.bounded(_of(containers)) == _of(containers)


def test_arrays_that_are_left_out_leave_no_unknown() -> None:
    make, widening = _widening(2)
    arrays = [make(Array, Activation()) for _ in range(4)]
    assert widening.bounded(_of([*arrays])) == _of([*arrays[:2]])


def test_tensors_are_all_kept() -> None:
    make, widening = _widening(2)
    tensors = _of([make(Tensor, kind, "") for kind in ("tensor", "variable", "ragged", "keras")])
    assert widening.bounded(tensors | NONE) == tensors | NONE


def test_tuples_and_data_sets_become_one_each() -> None:
    make, widening = _widening(2)
    pairs = [make(TupleObject, (make.constant(i), TENSOR), BOTTOM, "tuple") for i in range(3)]
    assert widening.bounded(_of([*pairs])) == make(TupleObject, (), INT | TENSOR, "tuple").single
    data = [make(Dataset, "dataset", make.constant(i)) for i in range(2)]
    turned = make(Dataset, "tf-iterator", STR)
    assert widening.bounded(_of([*data, turned])) == (
        make(Dataset, "dataset", make.constant(0) | make.constant(1)).single | make(Dataset, "tf-iterator", STR).single
    )


def test_structures_in_structures_end_at_a_depth() -> None:
    make, widening = _widening(1)

    def nested(depth: int, leaf: Value) -> Value:
        return leaf if not depth else make(TupleObject, (nested(depth - 1, leaf),), BOTTOM, "tuple").single

    widened = widening.bounded(nested(5, TENSOR) | nested(4, NONE))
    inner = make(TupleObject, (), TENSOR | NONE, "tuple").single
    assert widened == make(TupleObject, (), inner, "tuple").single


def test_what_is_remembered_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_REMEMBERED", 2)
    make, widening = _widening(1)
    values = [make.constant(i) | make.constant(i + 1) for i in range(5)]
    widened = [widening.bounded(value) for value in values]
    assert widened == [INT] * 5
    # What has been widened stays so, however much is forgotten.
    assert widening.grown(INT, make.constant(1)) == INT
