"""Abstract objects hold what they were made of, and nothing can be added to them."""

from __future__ import annotations

import inspect

import astroid
import pytest

from hybridize.compiling import slots
from hybridize.inference.domain import objects, tensors
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import AbstractObject, Activation, External, Hybrid, TupleObject
from hybridize.inference.domain.values import BOTTOM, NONE, TENSOR, new_interner

MAKE = new_interner()
SITE = astroid.extract_node("f()")
FUNCTION = MAKE(objects.Function, astroid.extract_node("def f(): pass"), None)
CLASS = MAKE(objects.ClassObject, astroid.extract_node("class C: pass"), None)
OTHER_CLASS = MAKE(objects.ClassObject, astroid.extract_node("class C: pass"), None)
OWNER = Activation()
PARTS: dict[type[AbstractObject], dict[str, object]] = {
    objects.PythonScalar: {"type": "float", "literal": Literal(0.5)},
    objects.ParameterReference: {"name": "x"},
    objects.NoneObject: {},
    objects.Opaque: {},
    objects.Unknown: {"reason": "nobody knows"},
    objects.TupleObject: {"items": (TENSOR, NONE), "rest": BOTTOM, "type": "range"},
    objects.Container: {"type": "list", "site": SITE, "owner": OWNER},
    objects.Instance: {"cls": CLASS, "site": SITE, "owner": OWNER},
    objects.External: {"name": "os.path"},
    objects.ExternalInstance: {"cls": "keras.Model", "site": SITE, "owner": OWNER},
    objects.Dataset: {"kind": "dataset", "element": TENSOR},
    objects.IteratorObject: {"element": TENSOR, "site": SITE, "owner": OWNER},
    objects.Function: {"node": FUNCTION.node, "closure": OWNER},
    objects.ClassObject: {"node": CLASS.node, "closure": OWNER},
    objects.ModuleObject: {"path": "main.py"},
    objects.NamespaceObject: {"folder": "package"},
    objects.Bound: {"function": FUNCTION, "receiver": CLASS},
    objects.ExternalMethod: {"owner": "list", "name": "append", "receiver": CLASS},
    objects.Partial: {"target": FUNCTION, "positional": (TENSOR,), "keywords": (("x", NONE),)},
    objects.Super: {"after": CLASS, "receiver": FUNCTION},
    objects.PropertyObject: {"getter": FUNCTION, "setter": CLASS},
    objects.MethodKind: {"kind": "staticmethod", "target": FUNCTION},
    objects.NamedTupleClass: {"fields": ("a", "b"), "defaults": (NONE,)},
    objects.Dispatcher: {"target": FUNCTION, "method": "method"},
    tensors.Tensor: {"kind": "keras", "origin": "usage"},
    tensors.Array: {"owner": OWNER},
}
"""The parts of each kind in the order in which its constructor takes them."""
OTHERS = ("content", "is_staged", "is_typed", "serial", "single", "type")
"""What an object holds besides."""


@pytest.mark.parametrize("kind", PARTS, ids=lambda kind: kind.__name__)
def test_an_object_holds_its_parts(kind: type[AbstractObject]) -> None:
    parts = PARTS[kind]
    made = MAKE(kind, *parts.values())
    assert type(made) is kind
    assert {name: getattr(made, name) for name in parts} == parts
    assert all(f"{part!r}" in repr(made) for name, part in parts.items() if name not in ("owner", "site"))
    assert made is MAKE(kind, *parts.values())
    assert not hasattr(made, "__dict__")
    assert {*parts} <= {*slots(kind)} <= {*parts, *OTHERS}
    for name in parts:
        others = {**parts, name: _another(parts[name])}
        assert MAKE(kind, *others.values()) is not made


def _another(part: object) -> object:
    """A part of the same sort."""
    if isinstance(part, frozenset):
        return CLASS.single
    if isinstance(part, AbstractObject):
        return OTHER_CLASS if part is CLASS else CLASS
    if isinstance(part, (Activation, Literal)):
        return Activation() if isinstance(part, Activation) else Literal(1.5)
    return () if isinstance(part, tuple) else "another"


def test_every_kind_is_tested() -> None:
    kinds = {each for module in (objects, tensors) for each in vars(module).values() if inspect.isclass(each)}
    final = {each for each in kinds if issubclass(each, AbstractObject) and not each.__subclasses__()}
    assert final == {*PARTS, Hybrid}
    assert External in final


def test_a_callable_says_what_it_runs() -> None:
    bound = MAKE(objects.Bound, FUNCTION, CLASS)
    partial = MAKE(objects.Partial, bound, (), ())
    hybrid = MAKE.hybrid(partial, SITE)
    assert [each.project_function for each in (FUNCTION, bound, partial, hybrid)] == [FUNCTION] * 4
    assert [each.is_bound for each in (FUNCTION, bound, partial, hybrid)] == [False, True, True, True]
    assert [each.wrapped for each in (FUNCTION, bound, partial, hybrid)] == [None, FUNCTION, bound, partial]
    external = MAKE(objects.Partial, MAKE(External, "math.sin"), (), ())
    assert external.project_function is None and CLASS.project_function is None


def test_what_an_argument_hands_over() -> None:
    bound = MAKE(objects.Bound, FUNCTION, CLASS)
    given = MAKE(TupleObject, (bound.single, TENSOR), CLASS.single, "tuple")
    assert list(given.handed_over) == [FUNCTION]
    assert list(MAKE.hybrid(bound, SITE).handed_over) == [FUNCTION]
    assert list(CLASS.handed_over) == [CLASS] and not list(MAKE(External, "math.sin").handed_over)


@pytest.mark.parametrize(
    "obj, truth, builtin_type",
    [
        (next(iter(NONE)), False, ""),
        (MAKE(objects.PythonScalar, "int", Literal(0)), False, "int"),
        (MAKE(objects.PythonScalar, "str", Literal("a")), True, "str"),
        (MAKE(objects.PythonScalar, "str", None), None, "str"),
        (MAKE(TupleObject, (), BOTTOM, "tuple"), None, "tuple"),
        (MAKE(objects.Container, "defaultdict", SITE, None), None, "defaultdict"),
        (MAKE(objects.Container, "cells", SITE, None), None, ""),
        (FUNCTION, True, ""),
        (CLASS, True, ""),
        (next(iter(TENSOR)), None, ""),
    ],
    ids=lambda part: type(part).__name__,
)
def test_questions_about_one_object(obj: AbstractObject, truth: bool | None, builtin_type: str) -> None:
    assert (obj.truth, obj.builtin_type) == (truth, builtin_type)


def test_the_class_whose_attributes_an_object_has() -> None:
    instance = MAKE(objects.Instance, CLASS, SITE, None)
    assert (instance.project_class, CLASS.project_class, FUNCTION.project_class) == (CLASS, CLASS, None)
