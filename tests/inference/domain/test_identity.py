"""Abstract objects: made once, numbered in order, equal only to themselves."""

from __future__ import annotations

import inspect

import astroid
import pytest

from hybridize.compiling import slots
from hybridize.inference.domain import objects, tensors, values
from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    Dataset,
    Dispatcher,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    MethodKind,
    NoneObject,
    Partial,
    PropertyObject,
    PythonScalar,
    Super,
    TupleObject,
    python_function,
)
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, NONE, TENSOR, new_interner

TREE = astroid.parse("def f(): pass\nclass C: pass\n")
FUNCTION, CLASS = TREE.body


def _classes() -> list[type[AbstractObject]]:
    found = [*vars(objects).values(), *vars(tensors).values()]
    classes = {each for each in found if isinstance(each, type) and issubclass(each, AbstractObject)}
    return sorted(classes - {AbstractObject, objects.Allocated}, key=lambda cls: cls.__name__)


def test_parts_keep_their_names() -> None:
    make = new_interner()
    function, cls = make(Function, FUNCTION, None), make(ClassObject, CLASS, None)
    tuple_ = make(TupleObject, (NONE, TENSOR), BOTTOM, "tuple")
    partial = make(Partial, function, (NONE,), (("k", TENSOR),))
    assert (tuple_.items, tuple_.rest, tuple_.type) == ((NONE, TENSOR), BOTTOM, "tuple")
    assert (partial.target, partial.positional, partial.keywords) == (function, (NONE,), (("k", TENSOR),))
    assert (function.node, function.closure) == (FUNCTION, None)
    for made in (make(Container, "list", CLASS, None), make(Instance, cls, CLASS, None)):
        assert (made.site, made.owner) == (CLASS, None)
    assert make(Container, "list", CLASS, None).type == "list"
    assert make(Instance, cls, CLASS, None).cls is cls
    assert make(ExternalInstance, "a.B", CLASS, None).cls == "a.B"
    iterator = make(IteratorObject, NONE, CLASS, None)
    assert (iterator.element, iterator.site) == (NONE, CLASS)
    assert (make(Dataset, "dataset", TENSOR).kind, make(Dataset, "dataset", TENSOR).element) == ("dataset", TENSOR)
    bound = make(Bound, function, cls)
    assert (bound.function, bound.receiver) == (function, cls)
    method = make(ExternalMethod, "list", "append", cls)
    assert (method.owner, method.name, method.receiver) == ("list", "append", cls)
    above = make(Super, cls, function)
    assert (above.after, above.receiver) == (cls, function)
    getter = make(PropertyObject, function, cls)
    assert (getter.getter, getter.setter) == (function, cls)
    assert (make(MethodKind, "static", cls).kind, make(MethodKind, "static", cls).target) == ("static", cls)
    assert (make(Dispatcher, cls, "method").target, make(Dispatcher, cls, "method").method) == (cls, "method")
    tensor = make(Tensor, "keras", "usage")
    assert (tensor.kind, tensor.origin) == ("keras", "usage")
    assert make(Array, None).owner is None
    scalar = make(PythonScalar, "int", Literal(2))
    assert (scalar.type, scalar.literal) == ("int", Literal(2))


@pytest.mark.pure("`final` leaves no mark, and a constructor does not say its parameters")
@pytest.mark.parametrize("cls", _classes(), ids=lambda cls: cls.__name__)
def test_classes_are_final_and_have_slots_only(cls: type[AbstractObject]) -> None:
    assert getattr(cls, "__final__", sys_has_no_marks())
    assert all("__dict__" not in vars(base) for base in cls.__mro__[:-1])
    stated = [name for name in inspect.signature(cls.__init__).parameters if name not in ("self", "serial")]
    assert sorted(stated) == sorted({*slots(cls)} - {"is_typed", "serial", "single"})


def sys_has_no_marks() -> bool:
    """Before Python 3.11 `final` leaves no mark."""
    import sys

    return sys.version_info < (3, 11)


def test_equal_parts_are_one_object() -> None:
    make = new_interner()
    one = make(TupleObject, (NONE,), BOTTOM, "tuple")
    assert make(TupleObject, (NONE,), BOTTOM, "tuple") is one
    assert make(TupleObject, (NONE, NONE), BOTTOM, "tuple") is not one
    assert make(TupleObject, (), NONE, "tuple") is not one
    assert make(External, "a") is not make(objects.ModuleObject, "a")
    assert one.single == frozenset((one,)) and one.single is make(TupleObject, (NONE,), BOTTOM, "tuple").single


def test_numbers_follow_the_order_of_making() -> None:
    make = new_interner()
    made = [make(External, name) for name in "abcabd"]
    first = made[0].serial
    assert [each.serial - first for each in made] == [0, 1, 2, 0, 1, 3]
    assert [hash(each) for each in made] == [each.serial for each in made]
    assert make(NoneObject).serial < first


def test_two_interners_share_the_constants_only() -> None:
    one, other = new_interner(), new_interner()
    assert one(Tensor, "tensor", "") is other(Tensor, "tensor", "") is next(iter(TENSOR))
    assert one(External, "a") is not other(External, "a")
    assert one(External, "a").serial == other(External, "a").serial
    assert one(External, "a") != other(External, "a")


def test_an_interner_without_constants_begins_at_nought() -> None:
    assert Interner()(NoneObject).serial == 0


def test_constants_are_different_objects_of_the_lowest_numbers() -> None:
    constants = [value for value in vars(values).values() if isinstance(value, frozenset) and value]
    serials = [obj.serial for value in constants for obj in value]
    assert sorted(serials) == list(range(len(constants)))
    assert new_interner()(External, "first of an analysis").serial == len(constants)


def test_a_hybrid_function_has_the_number_of_its_target() -> None:
    make = new_interner()
    function = make(Function, FUNCTION, None)
    hybrid = make.hybrid(function, CLASS)
    assert hybrid.serial == function.serial and hybrid is not function and hybrid != function
    assert (hybrid.target, hybrid.site) == (function, CLASS)
    assert make.hybrid(function, CLASS) is hybrid and make.hybrid(function, FUNCTION) is not hybrid
    assert make(External, "next").serial == function.serial + 1
    assert python_function(make.hybrid(hybrid, FUNCTION)) is function
    assert python_function(function) is function
    assert isinstance(hybrid, Hybrid)


@pytest.mark.parametrize("value", [1, 1.0, True, 0.0, -0.0, 0, False, "a", b"a", 0j, complex(-0.0, 0)], ids=repr)
def test_constants_of_the_source(value: object) -> None:
    make = new_interner()
    for other in (1, 1.0, True, 0.0, -0.0, 0, False, "a", b"a", 0j, complex(-0.0, 0)):
        same = type(value) is type(other) and repr(value) == repr(other)
        assert (make.constant(value) is make.constant(other)) is same  # type: ignore[arg-type]
    (obj,) = make.constant(value)  # type: ignore[arg-type]
    assert isinstance(obj, PythonScalar) and obj.literal == Literal(value)  # type: ignore[arg-type]
    assert obj.type == type(value).__name__
    assert make.literal(Literal(value)) is obj.single  # type: ignore[arg-type]


def test_objects_say_what_they_are() -> None:
    make = new_interner()
    assert repr(make(External, "a")) == "External('a')"
    assert repr(make(Tensor, "keras", "")) == "Tensor('keras', '')"
