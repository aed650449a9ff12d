"""Numbers that reach a function within `*args` and `**kwargs`, or through them: each is traced anew (by runs)."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf


def wrapped(f):
    def inner(*args, **kwargs):
        return f(*args, **kwargs)

    return inner


{decorator}
def step(*args, **kwargs):
    y = x = args[0]
    for _ in range(8):
        y = tf.exp(tf.matmul(y, x) * 0.1) + tf.sin(y)
    return y


{decorator}
def plain(x, n):
    y = x
    for _ in range(8):
        y = tf.exp(tf.matmul(y, x) * 0.1) + tf.sin(y) * n
    return y


handed_on = wrapped(plain)
number = len(input())
for i in range(100):
    x = tf.random.normal([8, 8])
    {call}
"""
CHANGING = {
    "in args": "step(x, i)",
    "in kwargs": "step(x, n=i)",
    "handed on by args": "handed_on(x, i)",
    "handed on by kwargs": "handed_on(x, n=i)",
}
STEADY = {
    "a constant": "step(x, 3)",
    "one number": "step(x, number)",
    "one number by name": "step(x, n=number)",
    "a tensor": "step(x, tf.constant(i))",
    "one number handed on": "handed_on(x, number)",
    "one number handed on by name": "handed_on(x, n=number)",
}


def _codes(folder: Path, call: str, decorator: str = "") -> list[str]:
    (folder / "a.py").write_text(textwrap.dedent(PROGRAM).format(call=call, decorator=decorator))
    return [finding.code for finding in hybridize.analyze(folder).findings]


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in CHANGING.items()])
def test_a_number_that_changes_from_call_to_call_keeps_from_being_a_graph(tmp_path: Path, call: str) -> None:
    assert _codes(tmp_path, call) == []


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in STEADY.items()])
def test_what_stays_the_same_does_not(tmp_path: Path, call: str) -> None:
    assert _codes(tmp_path, call) == ["HYB001"]


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in CHANGING.items()])
def test_a_graph_is_told_that_it_is_traced_for_each(tmp_path: Path, call: str) -> None:
    assert _codes(tmp_path, call, "@tf.function") == ["HYB002"]


@pytest.mark.parametrize("call", [pytest.param(call, id=name) for name, call in STEADY.items()])
def test_a_graph_is_left_alone_otherwise(tmp_path: Path, call: str) -> None:
    assert "HYB002" not in _codes(tmp_path, call, "@tf.function")
