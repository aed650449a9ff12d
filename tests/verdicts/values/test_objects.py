"""Objects that `tf.function` does not take as arguments, or takes apart: functions that receive them stay eager."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import argparse
import collections
import dataclasses
import enum
import functools
import types
import typing

import attr
import tensorflow as tf


{definition}


def f(x, config):
    return tf.matmul(x, x) + tf.reduce_sum(x) * 2.0


for _ in range(3):
    f(tf.ones([3, 3]), {argument})
"""


def findings(folder: Path, definition: str, argument: str) -> list[str]:
    """The messages of the hazards of `f` that concern its arguments."""
    report = analysed(folder, PROGRAM.format(definition=definition, argument=argument))
    (subject,) = [verdict for verdict in report.functions if verdict.qualname == "f"]
    return [reason.message for reason in subject.hazards if reason.kind == "unusable-argument"]


@pytest.mark.parametrize(
    ("definition", "argument"),
    [
        ("@dataclasses.dataclass\nclass C:\n    n: tf.Tensor", "C(tf.ones(2))"),
        ("@dataclasses.dataclass(frozen=True)\nclass C:\n    n: tf.Tensor", "[C(tf.ones(2))]"),
        ("class C:\n    def __eq__(self, other):\n        return True", "C()"),
        ("class B:\n    def __eq__(self, other):\n        return True\n\n\nclass C(B):\n    pass", "(1.0, {'k': C()})"),
        ("@attr.s\nclass C:\n    n = attr.ib(default='a', converter=str.upper)", "C()"),
        ("@attr.define\nclass C:\n    n: int = 3", "C()"),
        ("class C(dict):\n    __getattr__ = dict.__getitem__", "C(n=3)"),
        ("class C(dict):\n    def __init__(self):\n        super().__init__(n=3)", "C()"),
        ("class C(list):\n    def total(self):\n        return sum(self)", "C()"),
        (
            "class C(collections.namedtuple('C', 'a')):\n    def __new__(cls):\n        return super().__new__(cls, 1)",
            "C()",
        ),
        ("C = {1, 2}", "C"),
        # Run on 2.15 and 2.21: the graph gets what the decorator was put around (a method without its object).
        (
            "def around(inner):\n    @functools.wraps(inner)\n    def C(x):\n        return inner(x)\n    return C"
            "\n\n\n@around\ndef g(x):\n    return x",
            "g",
        ),
        ("@functools.lru_cache\ndef C(x):\n    return x", "[C]"),
        ("class B:\n    @functools.cache\n    def C(self, x):\n        return x", "B().C"),
        ("C = argparse.ArgumentParser().parse_args()", "C"),
        ("C = types.SimpleNamespace(n=3)", "C"),
        ("C = collections.deque([3])", "C"),
        ("C = collections.ChainMap({'n': tf.ones(2)})", "C"),
        ("C = collections.UserList([tf.ones(2)])", "C"),
        ("C = slice(0, 2)", "C"),
        ("C = {'n': tf.ones(2)}", "C.values()"),
        ("C = {'n': tf.ones(2), 1: tf.ones(2)}", "C"),
        ("C = {int: tf.ones(2), float: tf.ones(2)}", "[C]"),
    ],
)
def test_an_object_that_a_graph_does_not_get_as_it_is(definition: str, argument: str, tmp_path: Path) -> None:
    assert len(findings(tmp_path, definition, argument)) == 1


@pytest.mark.parametrize(
    ("definition", "argument"),
    [
        ("class C:\n    pass", "C()"),
        ("class C:\n    def __eq__(self, o):\n        return True\n\n    def __hash__(self):\n        return 1", "C()"),
        ("@dataclasses.dataclass(eq=False)\nclass C:\n    n: tf.Tensor", "C(tf.ones(2))"),
        ("class C(typing.NamedTuple):\n    n: tf.Tensor", "C(tf.ones(2))"),
        ("class C(dict):\n    def total(self):\n        return sum(self.values())", "C(n=3)"),
        ("C = collections.OrderedDict(n=tf.ones(2))", "C"),
        ("C = [tf.ones(2), {'k': (tf.ones(2), None)}]", "C"),
        ("C = {1: tf.ones(2), 2.5: tf.ones(2)}", "C"),
        ("C = {int: tf.ones(2)}", "C"),
        ("C = {'n': tf.ones(2)}", "list(C.values())"),
    ],
)
def test_an_object_that_may_be_an_argument(definition: str, argument: str, tmp_path: Path) -> None:
    assert findings(tmp_path, definition, argument) == []


EQUAL = "\n    def __eq__(self, other):\n        return self is other\n"
NO_HASH = "objects of `C` have no hash, which `tf.function` needs"
SLOTS = "`C` has `__slots__`: `tf.function` cannot refer weakly to its objects"
HASHED = "\n    def __hash__(self):\n        return 1\n"
RECEIVERS = {
    "plain": ("class C:", "C()", None),
    "equality": (f"class C:{EQUAL}", "C()", NO_HASH),
    "equality and hash": (f"class C:{EQUAL}{HASHED}", "C()", None),
    "inherited equality": (f"class B:{EQUAL}\nclass C(B):", "C()", NO_HASH),
    "inherited equality, own hash": (f"class B:{EQUAL}\nclass C(B):{HASHED}", "C()", None),
    "inherited hash, own equality": (f"class B:{HASHED}\nclass C(B):{EQUAL}", "C()", NO_HASH),
    "dataclass": ("@dataclasses.dataclass\nclass C:\n    n: int = 1", "C()", NO_HASH),
    "dataclass with eq": (
        "@dataclasses.dataclass(eq=True)\nclass C:\n    n: int = 1",
        "C()",
        NO_HASH,
    ),
    "dataclass without eq": ("@dataclasses.dataclass(eq=False)\nclass C:\n    n: int = 1", "C()", None),
    "dataclass with a hash": (f"@dataclasses.dataclass\nclass C:\n    n: int = 1{HASHED}", "C()", None),
    "dataclass with the hash of its fields": (
        "@dataclasses.dataclass(unsafe_hash=True)\nclass C:\n    n: int = 1",
        "C()",
        None,
    ),
    "frozen dataclass": ("@dataclasses.dataclass(frozen=True)\nclass C:\n    n: int = 1", "C()", None),
    "frozen dataclass with a tensor": (
        "@dataclasses.dataclass(frozen=True)\nclass C:\n    n: tf.Tensor",
        "C(tf.ones(2))",
        NO_HASH,
    ),
    "frozen dataclass with a list": (
        "@dataclasses.dataclass(frozen=True)\nclass C:\n    n: list",
        "C([1])",
        NO_HASH,
    ),
    "derived from a dataclass": (
        "@dataclasses.dataclass\nclass B:\n    n: int = 1\nclass C(B):",
        "C()",
        NO_HASH,
    ),
    "dataclass that is a module": (
        "@dataclasses.dataclass\nclass C(tf.Module):\n    n: int = 1",
        "C()",
        NO_HASH,
    ),
    "attrs": ("@attr.define\nclass C:\n    n: int = 1", "C()", NO_HASH),
    "frozen attrs": ("@attr.frozen\nclass C:\n    n: int = 1", "C()", None),
    "attrs without eq": ("@attr.s(eq=False)\nclass C:\n    n = attr.ib(default=1)", "C()", None),
    "dictionary": ("class C(dict):", "C()", NO_HASH),
    "collection": ("class C(collections.UserDict):", "C()", NO_HASH),
    "mapping": ("class C(collections.abc.Mapping):", "C()", NO_HASH),
    "mapping of some types": ("class C(typing.MutableMapping[str, int]):", "C()", NO_HASH),
    "sequence": ("class C(collections.abc.Sequence):", "C()", None),
    "dictionary with a hash": (f"class C(dict):{HASHED}", "C()", None),
    "member of a numeric enumeration": (
        "class C(enum.IntEnum):\n    A = 1",
        "C.A",
        "`C` derives from `IntEnum`: `tf.function` cannot refer weakly to its objects",
    ),
    "member of an enumeration": ("class C(enum.Enum):\n    A = 1", "C.A", None),
    "tuple": ("class C(tuple):", "C()", "`C` derives from `tuple`: `tf.function` cannot refer weakly to its objects"),
    "named tuple": (
        "class C(typing.NamedTuple):\n    n: int = 1",
        "C()",
        "`C` derives from `tuple`: `tf.function` cannot refer weakly to its objects",
    ),
    "slots": ("class C:\n    __slots__ = ('n',)", "C()", SLOTS),
    "slots below slots": (
        "class B:\n    __slots__ = ()\nclass C(B):\n    __slots__ = ('n',)",
        "C()",
        SLOTS,
    ),
    "slots below a plain class": ("class B:\n    pass\nclass C(B):\n    __slots__ = ('n',)", "C()", None),
    "dataclass with slots": (
        "@dataclasses.dataclass(frozen=True, slots=True)\nclass C:\n    n: int = 1",
        "C()",
        SLOTS,
    ),
    "dataclass with slots and weak references": (
        "@dataclasses.dataclass(frozen=True, slots=True, weakref_slot=True)\nclass C:\n    n: int = 1",
        "C()",
        None,
    ),
    "slots of a module": ("class C(tf.Module):\n    __slots__ = ('n',)", "C()", None),
}


@pytest.mark.parametrize(("definition", "made", "said"), RECEIVERS.values(), ids=RECEIVERS)
def test_the_object_of_a_method_is_a_key_and_held_weakly(
    tmp_path: Path, definition: str, made: str, said: str | None
) -> None:
    """As TensorFlow 2.15 (without attrs) and 2.21 run them with `@tf.function` on the method."""
    method = "\n    def f(self, x):\n        return tf.matmul(x, x) + tf.reduce_sum(x) * 2.0\n"
    head, _, _ = PROGRAM.partition("{definition}")
    calls = f"\n\nmade = {made}\nfor _ in range(3):\n    made.f(tf.ones([3, 3]))\n"
    report = analysed(tmp_path, head + definition + method + calls)
    (row,) = [each for each in report.functions if each.qualname == "C.f"]
    messages = [reason.message for reason in row.hazards if reason.kind == "unusable-receiver"]
    assert messages == ([] if said is None else [said])
