"""Types beside everything else: what an object is without its type, and how many types a value holds."""

from __future__ import annotations

import astroid

from hybridize.frameworks.tensor_types.arguments import Constant, Items
from hybridize.frameworks.tensor_types.dtypes import FLOAT32, INT32
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType
from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import (
    Dataset,
    ExternalMethod,
    IteratorObject,
    Opaque,
    Partial,
    PythonScalar,
    TupleObject,
    Value,
    has_types,
)
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, INT, OPAQUE, TENSOR, new_interner
from hybridize.inference.domain.variants import GROWTHS, Variants
from hybridize.inference.domain.widening import Widening, Width


def made() -> tuple[Interner, Variants]:
    make = new_interner()
    return make, Variants(make)


def typed(variants: Variants, *lengths: int | None) -> Tensor:
    return variants.tensor("tensor", "", TensorType(TensorKind.TENSOR, FLOAT32, lengths))


def test_a_type_that_says_nothing_is_none() -> None:
    make, variants = made()
    assert variants.tensor("tensor", "", TensorType()).single == TENSOR
    assert variants.tensor("tensorarray", "", TensorType(dtype=FLOAT32)) is make(Tensor, "tensorarray", "")
    assert variants.array(None, None) is make(Array, None)


def test_a_type_takes_the_kind_of_its_object() -> None:
    _, variants = made()
    found = variants.tensor("variable", "", TensorType(TensorKind.TENSOR, FLOAT32))
    assert found.type == TensorType(TensorKind.VARIABLE, FLOAT32)


def test_everything_has_a_plain_form() -> None:
    make, variants = made()
    tensor = typed(variants, 2).single
    site = astroid.extract_node("f()")
    for obj, plain in (
        (make(TupleObject, (tensor,), BOTTOM, "tuple"), make(TupleObject, (TENSOR,), BOTTOM, "tuple")),
        (make(TupleObject, (), INT, "tuple", Items(())), make(TupleObject, (), INT, "tuple")),
        (make(Dataset, "dataset", tensor), make(Dataset, "dataset", TENSOR)),
        (make(IteratorObject, tensor, site, None), make(IteratorObject, TENSOR, site, None)),
        (
            make(Partial, make(Opaque), (tensor,), (("x", tensor),)),
            make(Partial, make(Opaque), (TENSOR,), (("x", TENSOR),)),
        ),
        (make(ExternalMethod, "tensor", "numpy", *tensor), make(ExternalMethod, "tensor", "numpy", *TENSOR)),
        (make(PythonScalar, "int", None, Constant(3)), *[(each) for each in INT]),
        (make(Opaque, Items(())), *[(each) for each in OPAQUE]),
    ):
        assert obj.is_typed and not plain.is_typed
        assert variants.plain_object(obj) is plain
        assert variants.plain(obj.single) == plain.single


def test_numbers_of_other_objects_do_not_hang_on_types() -> None:
    with_types, variants = made()
    without, _ = made()
    typed(variants, 2)
    with_types(TupleObject, (typed(variants, 3).single,), BOTTOM, "tuple")
    without(TupleObject, (TENSOR,), BOTTOM, "tuple")
    assert with_types(Tensor, "ragged", "").serial == without(Tensor, "ragged", "").serial


def test_few_types_are_told_apart() -> None:
    _, variants = made()
    four = frozenset([typed(variants, count) for count in range(4)])
    assert variants.settled(four) == four
    assert variants.settled(four | typed(variants, 9).single) == typed(variants, None).single
    assert variants.settled(four | TENSOR) == TENSOR
    assert variants.settled(frozenset([typed(variants, 2), typed(variants, None)])) == typed(variants, None).single
    assert variants.widened(four) == typed(variants, None).single


def test_structures_have_one_variant() -> None:
    make, variants = made()

    def pair(one: Value) -> TupleObject:
        return make(TupleObject, (one, TENSOR), BOTTOM, "tuple")

    one, other = typed(variants, 2).single, typed(variants, 3).single
    assert variants.settled(pair(one).single | pair(other).single) == pair(one | other).single
    data = make(Dataset, "dataset", one).single | make(Dataset, "dataset", other).single
    assert variants.settled(data) == make(Dataset, "dataset", one | other).single
    lengths = [make(PythonScalar, "int", None, Constant(number)) for number in (1, 2)]
    assert variants.settled(frozenset(lengths)) == INT


def test_what_grows_too_often_loses_its_types() -> None:
    _, variants = made()
    value = typed(variants, 2).single
    assert variants.grown(value, 1) == value
    (often, _), (oftener, few), (most, _) = GROWTHS
    pair = value | typed(variants, 3).single
    assert variants.grown(pair, often - 1) == variants.grown(pair, often) == pair and few == len(pair)
    assert len(variants.grown(pair, oftener)) == 1 and variants.grown(pair, oftener) != TENSOR
    assert variants.grown(value, most) == TENSOR


def test_types_are_put_back_into_a_plain_value() -> None:
    _, variants = made()
    known = frozenset([typed(variants, 2), typed(variants, 3)])
    assert variants.refined(TENSOR | INT, known) == known | INT
    assert variants.refined(INT, known) is INT
    assert variants.same(known, TENSOR) and not variants.same(known, INT)


def test_types_make_no_value_larger() -> None:
    make, _ = made()
    widening = Widening(make, Width(2, 1, 1))
    tensors = [widening.variants.tensor("tensor", "", TensorType(dtype=each)) for each in (FLOAT32, INT32)]
    value = frozenset(tensors) | INT
    assert widening.size(value) == 2
    assert widening.bounded(value) == value
    wide = widening.bounded(value | make(PythonScalar, "float", None).single)
    assert has_types(wide) and widening.variants.plain(wide) == widening.bounded(
        widening.variants.plain(value) | make(PythonScalar, "float", None).single
    )
