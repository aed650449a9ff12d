"""Widening: what a large value keeps, what it leaves out and says so, and that growth ends."""

from __future__ import annotations

from collections.abc import Callable

import astroid
import pytest

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
from hybridize.inference.domain.tensors import Array
from hybridize.inference.domain.values import (
    BOOL,
    BOTTOM,
    INT,
    NONE,
    STR,
    TENSOR,
    UNKNOWN_OBJECT,
    join,
    new_interner,
)
from hybridize.inference.domain.widening import FAN_OUT, Breadth, Widening, Width

WIDTH = Width(objects=6, kept=2, callables=3)


def tuple_of(make: Interner, *items: Value, rest: Value = BOTTOM) -> Value:
    """A tuple of these values."""
    return make(TupleObject, items, rest, "tuple").single


def some(make: Interner, count: int) -> Value:
    """So many objects that widening leaves alone."""
    return join(make(External, f"package.name{number}").single for number in range(count))


def test_values_that_are_not_too_large_stay_as_they_are() -> None:
    make = new_interner()
    widening = Widening(make, WIDTH)
    value = join(make.constant(number) for number in range(6))
    assert widening.bounded(value) is value
    assert widening.grown(BOTTOM, value) is value
    assert widening.grown(make.constant(0), value) == value
    assert widening.bounded(value | make.constant(6)) == INT


def test_what_one_expression_makes_of_many_objects_may_be_larger() -> None:
    make = new_interner()
    widening = Widening(make, WIDTH)
    value = join(make.constant(number) for number in range(6 * FAN_OUT))
    assert widening.bounded_fan_out(value) is value
    assert widening.bounded_fan_out(value | make.constant(-1)) == INT


def test_a_widened_value_stays_widened() -> None:
    make = new_interner()
    widening = Widening(make, WIDTH)
    value = widening.grown(BOTTOM, join(make.constant(number) for number in range(7)))
    assert widening.grown(value, make.constant(100)) == INT
    assert widening.grown(value, make.constant("a")) == INT | STR
    other = Widening(make, WIDTH)
    assert other.grown(INT, make.constant(100)) == INT | make.constant(100), "this one was never too large"


def test_a_widened_value_grows_no_wider_where_values_may_be_larger() -> None:
    """Two projects whose values may be of different sizes write to one object: else each would undo what the other did."""
    make = new_interner()
    widening = Widening(make, Width(objects=2, kept=1, callables=1))
    names = [make(External, f"package.name{number}").single for number in range(6)]
    narrow = widening.grown(BOTTOM, join(names[:3]))
    assert narrow == names[0] | UNKNOWN_OBJECT
    small, widening.breadth = widening.breadth, Breadth(WIDTH)
    assert widening.grown(narrow, names[4]) == narrow
    assert widening.grown(names[0], join(names[:3])) == join(names[:3])
    assert widening.grown(names[0], join(names[:3]), small) == narrow


def test_literals_fall_back_to_their_types() -> None:
    make = new_interner()
    widening = Widening(make, WIDTH)
    held = tuple_of(make, make.constant(1), make.constant("a"), rest=make.constant(True))
    value = make.constant(1) | make.constant(2.5) | make.constant("a") | make.constant(True) | TENSOR | held
    floats = next(iter(widening.without_literals(make.constant(2.5), False))).single
    assert widening.without_literals(value, True) == join(
        [INT, floats, STR, BOOL, TENSOR, tuple_of(make, INT, STR, rest=BOOL)]
    )
    assert widening.without_literals(value, False) == join(
        [INT, floats, make.constant("a"), make.constant(True), TENSOR]
        + [tuple_of(make, INT, make.constant("a"), rest=make.constant(True))]
    )
    assert widening.without_literals(TENSOR | NONE, True) == TENSOR | NONE
    assert widening.without_literals(make.constant(b"a"), False) == make.constant(b"a")
    assert widening.without_literals(make.constant(b"a"), True) != make.constant(b"a")


NODES = [astroid.extract_node(f"def f{number}(): pass") for number in range(10)]
CLASSES = [astroid.extract_node(f"class C{number}: pass") for number in range(10)]
MANY: dict[str, tuple[int, Callable[[Interner, int], AbstractObject]]] = {
    "functions": (3, lambda make, n: make(Function, NODES[n], None)),
    "classes": (3, lambda make, n: make(ClassObject, CLASSES[n], None)),
    "external symbols": (3, lambda make, n: make(External, f"a.b{n}")),
    "partials": (3, lambda make, n: make(Partial, make(Function, NODES[n], None), (), ())),
    "hybrid functions": (3, lambda make, n: make.hybrid(make(Function, NODES[n], None), NODES[0])),
    "lists": (2, lambda make, n: make(Container, "list", NODES[n], None)),
    "instances of a class": (2, lambda make, n: make(Instance, make(ClassObject, CLASSES[0], None), NODES[n], None)),
    "instances of a class outside": (2, lambda make, n: make(ExternalInstance, "keras.Model", NODES[n], None)),
    "methods of a function": (2, lambda make, n: make(Bound, make(Function, NODES[0], None), make(External, f"a{n}"))),
    "methods outside": (2, lambda make, n: make(ExternalMethod, "list", "append", make(External, f"a{n}"))),
    "iterators": (2, lambda make, n: make(IteratorObject, INT, NODES[n], None)),
}


@pytest.mark.parametrize(("limit", "made"), MANY.values(), ids=MANY)
def test_of_many_objects_of_a_kind_the_first_are_kept_and_an_unknown_stands_for_the_rest(
    limit: int, made: Callable[[Interner, int], AbstractObject]
) -> None:
    make = new_interner()
    objects = [made(make, number) for number in range(10)]
    later = make.constant(b"made after the others")
    widened = Widening(make, WIDTH).bounded(later.union(reversed(objects)))
    assert widened == frozenset(objects[:limit]) | UNKNOWN_OBJECT | Widening(make, WIDTH).without_literals(later, True)


FEW: dict[str, Callable[[Interner, int], AbstractObject]] = {
    "containers of several types": lambda make, n: make(Container, "list dict set".split()[n % 3], NODES[n], None),
    "instances of several classes": (
        lambda make, n: make(Instance, make(ClassObject, CLASSES[n % 3], None), NODES[n], None)
    ),
    "instances of several classes outside": lambda make, n: make(ExternalInstance, f"keras.L{n % 3}", NODES[n], None),
    "methods of several functions": (
        lambda make, n: make(Bound, make(Function, NODES[n % 3], None), make(External, f"a{n}"))
    ),
    "several methods outside": lambda make, n: make(ExternalMethod, "list", f"m{n % 3}", make(External, f"a{n}")),
}


@pytest.mark.parametrize("made", FEW.values(), ids=FEW)
def test_kinds_that_are_told_apart_are_counted_apart(made: Callable[[Interner, int], AbstractObject]) -> None:
    make = new_interner()
    objects = [made(make, number) for number in range(9)]
    widened = Widening(make, WIDTH).bounded(frozenset(objects))
    assert widened == frozenset(objects[:6]) | UNKNOWN_OBJECT
    few = frozenset(objects[:6]) | TENSOR
    assert Widening(make, WIDTH).bounded(few) == few, "nothing is left out, and no unknown stands for it"


def test_arrays_are_alike_so_that_nothing_stands_for_the_rest() -> None:
    make = new_interner()
    arrays = [make(Array, Activation()) for _ in range(8)]
    assert Widening(make, WIDTH).bounded(frozenset(arrays)) == frozenset(arrays[:2])


def test_tuples_become_one_that_holds_what_they_held() -> None:
    make = new_interner()
    widening = Widening(make, WIDTH)
    several = join(tuple_of(make, TENSOR, make.constant(number), rest=NONE) for number in range(7))
    assert widening.bounded(several | TENSOR) == TENSOR | tuple_of(make, rest=TENSOR | INT | NONE)


@pytest.mark.parametrize("inside", [False, True], ids=["in tuples", "in tuples in tuples"])
def test_what_tuples_hold_is_bounded_and_stays_so(inside: bool) -> None:
    make = new_interner()
    widening = Widening(make, WIDTH)
    lists = [make(Container, "list", node, None).single for node in NODES]

    def held(value: Value) -> Value:
        return tuple_of(make, rest=tuple_of(make, rest=value) if inside else value)

    wide = widening.grown(BOTTOM, join(held(TENSOR | each) for each in lists[:7]))
    assert wide == held(lists[0] | lists[1] | TENSOR | UNKNOWN_OBJECT)
    for each in lists[7:]:
        assert widening.grown(wide, held(each)) == wide
    of_few = join(tuple_of(make, *[lists[0]] * count, *lists[:3]) for count in range(7))
    assert widening.bounded(of_few) == tuple_of(make, rest=join(lists[:3])), "nothing is left out"


def test_data_sets_become_one_for_each_kind() -> None:
    make = new_interner()
    widening = Widening(make, WIDTH)
    sets = [make(Dataset, "dataset", tuple_of(make, value)).single for value in (TENSOR, NONE, INT, STR, BOOL)]
    iterators = [make(Dataset, "tf-iterator", value).single for value in (TENSOR, NONE)]
    widened = widening.bounded(join([*sets, *iterators]))
    assert widened == frozenset(
        {
            make(Dataset, "dataset", make(TupleObject, (), TENSOR | NONE | INT | STR | BOOL, "tuple").single),
            make(Dataset, "tf-iterator", TENSOR | NONE),
        }
    )


def test_tuples_in_tuples_are_kept_up_to_a_depth_and_there_what_they_hold() -> None:
    make = new_interner()
    widening = Widening(make, WIDTH)
    deep = [tuple_of(make, NONE, tuple_of(make, TENSOR, tuple_of(make, make.constant(n)))) for n in range(7)]
    assert widening.bounded(join(deep)) == tuple_of(make, rest=NONE | tuple_of(make, rest=TENSOR | INT))
    sets = join(make(Dataset, "dataset", each).single for each in deep)
    held = make(Dataset, "dataset", tuple_of(make, rest=NONE | TENSOR | join(make.constant(n) for n in range(7)))).single
    assert widening.bounded(sets) == held, "a data set counts as a tuple does"


def test_a_value_is_widened_once() -> None:
    make = new_interner()
    widening = Widening(make, WIDTH)
    value = some(make, 10)
    assert widening.bounded(value) is widening.bounded(value)
