"""What is known of objects and classes after an analysis."""

from __future__ import annotations

from pathlib import Path

import pytest
from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, ClassObject, Container, Instance, PythonScalar, Value
from hybridize.inference.domain.queries import select
from hybridize.inference.facts.facts import Facts
from tests.inference.facts.programs import analysed, function

HEAD = """\
import abc, collections, dataclasses, enum, typing
import tensorflow as tf
from somewhere import Unknown
class Meta(type):
    def __len__(cls): return 1
    def __init__(cls, *a): pass
class Plain(type):
    def __init__(cls, *a): pass
"""


def held(facts: Facts, name: str) -> Value:
    """What a name of the module holds."""
    context = next(each for each in facts.graph.contexts if isinstance(each.scope, nodes.Module))
    return facts.objects.attribute(context.module, name)


CLASSES: dict[str, str] = {
    "class C: pass": "identity",
    "class C(object): pass": "identity",
    "class C(abc.ABC): pass": "identity",
    "class C(typing.Generic[typing.TypeVar('T')]): pass": "identity",
    "class C(tf.Module): pass": "identity",
    "class C(tf.keras.Model): pass": "identity",
    "class C(Unknown): pass": "",
    "class C:\n    def __eq__(self, other): return True": "",
    "class B:\n    def __eq__(self, other): return True\nclass C(B): pass": "",
    "class B: pass\nclass C(B): pass": "identity",
    "class C:\n    __hash__ = None": "",
    "class C:\n    __hash__ = 1": "identity hash",
    "class C:\n    def __hash__(self): return 1": "identity hash",
    "@dataclasses.dataclass\nclass C:\n    a: int = 0": "decorated",
    "@dataclasses.dataclass\nclass B:\n    a: int = 0\nclass C(B): pass": "decorated",
    "class C(typing.NamedTuple):\n    a: int = 0": "named tuple",
    "class C(tf.experimental.ExtensionType):\n    a: int = 0": "composite",
    "class C(metaclass=Meta): pass": "identity by __len__",
    "class C(metaclass=Plain): pass": "identity",
    "class C(abc.ABC, metaclass=abc.ABCMeta): pass": "identity",
}


@pytest.mark.parametrize(("code", "expected"), CLASSES.items())
def test_what_a_class_is(code: str, expected: str, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{code}\n")
    (cls,) = select(held(facts, "C"), ClassObject)
    found = facts.objects.class_facts(cls)
    assert found.name == "C"
    words = [
        ("identity", found.is_told_by_identity), ("decorated", bool(found.decorators)),
        ("named tuple", found.is_named_tuple), ("composite", found.is_composite), ("hash", found.binds("__hash__")),
    ]  # fmt: skip
    special = facts.objects.of_metaclass(cls)
    assert " ".join([*(word for word, holds in words if holds), *([f"by {special}"] if special else [])]) == expected


KINDS: dict[str, set[str]] = {
    "tf.ones(2)": {"tensor"},
    "tf.Variable(1.0)": {"variable"},
    "1": set(),
    "[tf.ones(2)]": {"tensor"},
    "(1, tf.ones(2))": {"tensor"},
    "{'a': tf.ones(2), 'b': tf.Variable(1.0)}": {"tensor", "variable"},
    "[[tf.ones(2)]]": {"tensor"},
    "[[[tf.ones(2)]]]": set(),
    "tf.keras.Input((2,))": {"keras"},
}


@pytest.mark.parametrize(("expression", "kinds"), KINDS.items())
def test_the_kinds_of_tensors_in_a_value(expression: str, kinds: set[str], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}v = {expression}\n")
    assert facts.objects.tensor_kinds(held(facts, "v")) == kinds


WITHIN = """\
class Box:
    def __init__(self):
        self.inner = []
class Own(dict): pass
inside = {}
pair = (inside, 1)
whole = [pair, Box()]
own = Own()
own['a'] = [1]
layers = [tf.keras.layers.Dense(3)]
model = tf.keras.Sequential(layers)
chain = collections.ChainMap(inside)
"""


def shown(each: AbstractObject) -> str:
    """An object in short."""
    if isinstance(each, Container):
        return each.type
    return each.cls.node.name if isinstance(each, Instance) else type(each).__name__


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("inside", ["dict"]),
        ("pair", ["TupleObject", "dict"]),
        # What the attributes of an object hold is not inside of it.
        ("whole", ["Box", "TupleObject", "dict", "list"]),
        ("own", ["Own", "dict", "list"]),
        ("model", ["ExternalInstance", "ExternalInstance"]),
        ("chain", ["dict", "dict"]),
    ],
)
def test_what_an_object_holds_that_can_be_changed(name: str, expected: list[str], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{WITHIN}")
    assert sorted(map(shown, facts.objects.within(held(facts, name)))) == expected


def test_what_the_program_sets_and_keeps(tmp_path: Path) -> None:
    code = (
        "tf.norm = tf.linalg.norm\n"
        "class Box:\n    def m(self): pass\n    def n(self): pass\n"
        "b = Box()\nb.run = b.m\nl = []\nl.append(1)\nl.append(2)\n"
        "options = vars(b)\nd = {}\n"
        "g = tf.function(b.n)\n"
    )
    facts = analysed(tmp_path, HEAD + code)
    objects = facts.objects
    assert objects.replaced == {"tensorflow.norm"}
    assert {(node.name, name) for node, name in objects.kept_methods} == {("m", "run"), ("n", "g")}
    (box,) = held(facts, "b")
    (options,) = select(held(facts, "options"), Container)
    (plain,) = select(held(facts, "d"), Container)
    assert objects.owner_of(options) is box and objects.owner_of(plain) is None
    (grown,) = select(held(facts, "l"), Container)
    first = HEAD.count("\n")
    assert sorted(node.lineno - first for node in objects.changes(grown)) == [8, 9]
    assert [node.lineno - first for node in objects.graphs] == [12]
    assert len(list(objects.attributes(box))) == 1 and not list(objects.attributes(box, without=("run",)))


@pytest.mark.parametrize(
    ("expression", "literals"),
    [("g", {1}), ("x", {2}), ("b", None), ("b.v", {3}), ("x.v", set()), ("b.w", set()), ("f()", set()), ("other", set())],
)
def test_what_was_there_before_a_call(expression: str, literals: set[int] | None, tmp_path: Path) -> None:
    code = f"g = 1\nclass Box: pass\nb = Box()\nb.v = 3\ndef f(x=0):\n    return g, b, {expression}\nf(2)\n"
    facts = analysed(tmp_path, HEAD + code)
    inner = function(facts, "f")
    found = facts.objects.held_by(inner.node.body[0].value.elts[2], inner.contexts[0])
    numbers = {each.literal.value for each in select(found, PythonScalar) if each.literal is not None}
    assert numbers == (literals or set()) and bool(found) is (literals != set())
    (module,) = (each for each in facts.graph.contexts if isinstance(each.scope, nodes.Module))
    name = facts.program.modules[0].tree.body[-1].value.func
    assert facts.objects.held_by(name, module) == held(facts, "f")
