"""Types beside everything else: what an object is without its type, and how many types a value holds."""

from __future__ import annotations

import astroid

from hybridize.frameworks.tensor_types.arguments import Constant, DTypeObject, Items
from hybridize.frameworks.tensor_types.dtypes import FLOAT32, INT32
from hybridize.frameworks.tensor_types.types import TensorKind, TensorType
from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import (
    Activation,
    Dataset,
    ExternalMethod,
    IteratorObject,
    Opaque,
    Partial,
    PythonScalar,
    TupleObject,
    Value,
    has_types,
    innermost,
)
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, INT, OPAQUE, TENSOR, literal_of, new_interner
from hybridize.inference.domain.variants import GROWTHS, Variants, joined
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
    assert variants.settled(four | TENSOR) == four | TENSOR
    assert variants.settled(frozenset([typed(variants, 2), typed(variants, None)])) == typed(variants, None).single
    assert variants.widened(four) == typed(variants, None).single


def test_what_is_unknown_takes_nothing_from_what_is_known() -> None:
    _, variants = made()
    whole = typed(variants, 2)
    of_dtype = variants.tensor("tensor", "", TensorType(TensorKind.TENSOR, FLOAT32))
    of_rank = variants.tensor("tensor", "", TensorType(TensorKind.TENSOR, None, (None,)))
    together = frozenset([whole, of_dtype, of_rank, *TENSOR])
    assert variants.settled(together) == together
    dtypes = [variants.tensor("tensor", "", TensorType(TensorKind.TENSOR, each)) for each in (FLOAT32, INT32)]
    assert variants.settled(frozenset([whole, *dtypes])) == frozenset([whole, *dtypes])
    assert variants.widened(together) == TENSOR
    assert variants.widened(frozenset([whole, of_dtype])) == of_dtype.single
    assert variants.sure(together | INT) == TENSOR | INT
    assert variants.sure(frozenset([whole, of_dtype])) == of_dtype.single
    assert variants.sure(frozenset([whole, typed(variants, 3)])) == frozenset([whole, typed(variants, 3)])


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


def test_a_type_of_which_less_is_said_than_of_a_known_one_is_left_out() -> None:
    make, variants = made()
    exact, open_one = typed(variants, 2), typed(variants, None)
    ragged = variants.tensor("ragged", "", TensorType(TensorKind.RAGGED, FLOAT32))
    value = frozenset([exact, open_one, ragged]) | INT
    assert variants.not_less_said(value, exact.single) == frozenset([exact, ragged]) | INT
    # A type is not less than itself, than one of another kind, or than one of which as little is said.
    assert variants.not_less_said(open_one.single, open_one.single) == open_one.single
    assert variants.not_less_said(ragged.single, exact.single) == ragged.single
    assert variants.not_less_said(exact.single, open_one.single) == exact.single
    # Values without types, and what is typed without being a tensor, stay as they are.
    assert variants.not_less_said(TENSOR, exact.single) == TENSOR
    assert variants.not_less_said(value, TENSOR) is value
    length = make(PythonScalar, "int", None, Constant(3)).single
    assert variants.not_less_said(length | open_one.single, exact.single | length) == length


def test_what_several_types_may_be_has_the_kind_of_the_first() -> None:
    one = TensorType(TensorKind.VARIABLE, FLOAT32, (2, 3))
    other = TensorType(TensorKind.TENSOR, FLOAT32, (2, 4))
    assert joined([one]) == one
    assert joined([one, other]) == TensorType(TensorKind.VARIABLE, FLOAT32, (2, None))
    assert joined([other, one]) == TensorType(TensorKind.TENSOR, FLOAT32, (2, None))
    assert joined([other, TensorType(TensorKind.TENSOR, INT32, (2, 4))]) == TensorType(TensorKind.TENSOR, None, (2, 4))


def test_arrays_are_told_apart_by_owner_and_type() -> None:
    make, variants = made()
    owner = Activation()
    said = TensorType(TensorKind.TENSOR, FLOAT32, (2,))
    array = variants.array(owner, said)
    assert array.type == TensorType(TensorKind.NDARRAY, FLOAT32, (2,)) and array.owner is owner
    assert variants.array(owner, said) is array and variants.array(None, said) is not array
    assert variants.array(owner, None) is variants.array(owner, TensorType()) is make(Array, owner)
    other = variants.array(owner, TensorType(TensorKind.TENSOR, FLOAT32, (3,)))
    (wide,) = variants.widened(array.single | other.single)
    assert isinstance(wide, Array) and wide.owner is owner
    assert wide.type == TensorType(TensorKind.NDARRAY, FLOAT32, (None,))


def test_partials_and_tuples_of_any_length_have_one_variant_with_all_arguments() -> None:
    make, variants = made()
    one, other, target = typed(variants, 2).single, typed(variants, 3).single, make(Opaque)

    def partial(positional: Value, keyword: Value) -> Value:
        return make(Partial, target, (INT, positional), (("a", keyword), ("b", INT))).single

    assert variants.settled(partial(one, other) | partial(other, other)) == partial(one | other, other)
    assert variants.settled(partial(one, one) | partial(one, other)) == partial(one, one | other)

    def rest(value: Value, content: Items | None = None) -> Value:
        parts = ((INT,), value, "tuple")
        return (make(TupleObject, *parts) if content is None else make(TupleObject, *parts, content)).single

    assert variants.settled(rest(one) | rest(other)) == rest(one | other)
    lengths = Items((Constant(1),))
    assert variants.settled(rest(one, lengths) | rest(other, lengths)) == rest(one | other, lengths)
    assert variants.settled(rest(one, lengths) | rest(other)) == rest(one | other)


def test_widening_to_one_type_reaches_into_single_structures() -> None:
    make, variants = made()
    two = typed(variants, 2).single | typed(variants, 3).single
    inside = make(TupleObject, (two,), BOTTOM, "tuple").single
    assert variants.settled(inside | INT) == inside | INT
    wide = make(TupleObject, (typed(variants, None).single,), BOTTOM, "tuple").single
    assert variants.widened(inside | INT) == wide | INT
    assert variants.widened(INT) is INT
    dtypes = [make(Opaque, DTypeObject(each)) for each in (FLOAT32, INT32)]
    assert variants.settled(frozenset(dtypes)) == frozenset(dtypes)
    assert variants.widened(frozenset(dtypes)) == OPAQUE


def test_numbers_of_a_graph_are_tensors_there_and_keep_what_they_are() -> None:
    make, _ = made()
    three, text = make.constant(3), make.constant("a")
    staged = make.staged(three | text | TENSOR)
    assert TENSOR < staged and len(staged) == 3
    kinds = {obj.type: obj for obj in staged if isinstance(obj, PythonScalar)}
    assert set(kinds) == {"int", "str"} and all(obj.is_staged for obj in kinds.values())
    assert (kinds["int"].literal, kinds["str"].literal) == (literal_of(three), literal_of(text))
    assert make.staged(staged) is staged and make.staged(TENSOR) is TENSOR


def test_what_a_callable_calls_in_the_end() -> None:
    make, _ = made()
    target = make(Opaque)
    inner = make(Partial, target, (INT,), ())
    assert innermost(make(Partial, inner, (), ())) is target
    assert innermost(target) is target
