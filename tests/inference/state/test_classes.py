"""Classes: resolution order, bases outside the project, fields, instances, hooks of frameworks."""

from __future__ import annotations

from hybridize.inference.state.limits import SMALL
from tests.inference.state.parts import context, external, source

DIAMOND = "class A:\n    a = b = 1\nclass B(A):\n    b = 2\nclass C(A):\n    b = c = 3\nclass D(B, C): pass\n"


def test_the_resolution_order_of_a_diamond() -> None:
    made = source(DIAMOND)
    classes = made.analysis.classes
    a, b, c, d = (made.cls(name) for name in "ABCD")
    for cls, bases in ((b, [a]), (c, [a]), (d, [b, c])):
        classes.set_bases(cls, [*bases])
    assert classes.mro(d) == [d, b, c, a]
    assert [classes.binder(d, name) for name in ("a", "b", "c", "missing")] == [a, b, c, None]


def test_bases_that_contradict_each_other_are_searched_depth_first() -> None:
    made = source(DIAMOND)
    classes = made.analysis.classes
    a, b, d = (made.cls(name) for name in "ABD")
    classes.set_bases(b, [a])
    classes.set_bases(d, [a, b])
    assert classes.mro(d) == [d, a, b]


def test_a_class_that_derives_from_itself_ends() -> None:
    made = source(DIAMOND)
    a = made.cls("A")
    made.analysis.classes.set_bases(a, [a])
    assert made.analysis.classes.mro(a) == [a]


def test_bases_that_come_late_change_what_was_looked_up() -> None:
    made = source(DIAMOND)
    classes, heap = made.analysis.classes, made.analysis.heap
    a, b = made.cls("A"), made.cls("B")
    classes.set_bases(b, [])
    assert classes.mro(b) == [b] and classes.binder(b, "a") is None
    before = heap.epoch
    classes.set_bases(b, [a])
    assert classes.mro(b) == [b, a] and classes.binder(b, "a") is a
    assert heap.epoch == before + 1
    classes.set_bases(b, [])
    assert classes.mro(b) == [b, a], "an evaluation that knows less does not win"


def test_bases_outside_the_project_come_nearest_first() -> None:
    made = source(DIAMOND)
    classes = made.analysis.classes
    a, b = made.cls("A"), made.cls("B")
    classes.set_bases(a, [external("enum.Enum")])
    classes.set_bases(b, [a, external("builtins.int")])
    assert classes.external_bases(b) == ["builtins.int", "enum.Enum"]
    assert classes.is_enum(b) and not classes.is_named_tuple(b)


def test_the_fields_of_a_dataclass_come_from_its_bases_first() -> None:
    code = (
        "from dataclasses import dataclass, field, InitVar, KW_ONLY\nfrom typing import ClassVar\n"
        "@dataclass\nclass A:\n    x: int\n    y: int = 1\n    count: ClassVar[int] = 0\n"
        "@dataclass\nclass B(A):\n    x: float\n    seed: InitVar[int]\n    made: list = field(init=False)\n"
        "    _: KW_ONLY\n    last: int = 2\n"
    )
    made = source(code)
    classes = made.analysis.classes
    a, b = made.cls("A"), made.cls("B")
    classes.set_bases(b, [a])
    assert not classes.is_dataclass(b)
    classes.dataclasses.add(a)
    assert classes.is_dataclass(b)
    assert [(field.name, field.init, field.keyword, field.stored) for field in classes.fields(b)] == [
        ("x", True, False, True),
        ("y", True, False, True),
        ("seed", True, False, False),
        ("made", False, False, True),
        ("last", True, True, True),
    ]
    assert classes.field_names(b) == ["x", "y", "made", "last"]


def test_of_very_many_instances_later_ones_are_one() -> None:
    made = source("class C: pass\n" + "C()\n" * (SMALL.instances + 2))
    classes, cls, owner = made.analysis.classes, made.cls("C"), context(1)
    instances = [classes.new_instance(cls, statement.value, owner) for statement in made.tree.body[1:-2]]
    for instance in instances:
        classes.add_instance(instance)
    first, second = (classes.new_instance(cls, statement.value, owner) for statement in made.tree.body[-2:])
    assert len(set(instances)) == SMALL.instances
    assert first is second and first not in instances and first.owner is None
    assert classes.new_instance(cls, made.tree.body[1].value, owner) is instances[0]


def test_the_methods_that_a_framework_calls() -> None:
    made = source("class Model:\n    def call(self, x): pass\n    def helper(self): pass\n")
    classes, cls = made.analysis.classes, made.cls("Model")
    assert classes.hooks(cls) == []
    classes.set_bases(cls, [external("keras.Model")])
    assert [(name, hook.invoked_by) for name, hook in classes.hooks(cls)] == [("call", "__call__")]


def test_the_class_around_a_method() -> None:
    made = source("class C:\n    def f(self): pass\ndef g(): pass\n")
    classes, cls, body = made.analysis.classes, made.cls("C"), context(1)
    method = made.tree["C"]["f"]
    assert classes.around(method, context(2)) is None
    classes.define(cls, body)
    assert classes.around(method, context(2)) is cls
    assert classes.around(made.tree["g"], context(2)) is None
    assert classes.made_by(made.tree["C"]) == [cls]
