"""Objects that `tf.function` does not take as arguments, or takes apart: functions that receive them stay eager."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import argparse
import collections
import dataclasses
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
    (folder / "program.py").write_text(PROGRAM.format(definition=definition, argument=argument), encoding="utf-8")
    report = hybridize.analyze(folder / "program.py", root=folder)
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
        ("C = argparse.ArgumentParser().parse_args()", "C"),
        ("C = types.SimpleNamespace(n=3)", "C"),
        ("C = collections.deque([3])", "C"),
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
    ],
)
def test_an_object_that_may_be_an_argument(definition: str, argument: str, tmp_path: Path) -> None:
    assert findings(tmp_path, definition, argument) == []
