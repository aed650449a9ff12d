"""Callers that tell which error they caught and go on: a graph raises another one, or with another text."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.verdicts.model.parts import Safety
from tests.together import analysed

PROGRAM = """\
import sys
import traceback

import tensorflow as tf


def subject(a, b):
    return tf.sin(a) + tf.cos(a) * tf.tanh(a) + tf.exp(a) + b


def around(k):
    return subject(tf.ones(3), tf.ones(4) if k == 2 else tf.ones(3))


for k in range(6):
    try:
        print(float(tf.reduce_sum({call})))
    except {caught}:
        {told}
"""
CALL = "subject(tf.ones(3), tf.ones(4) if k == 2 else tf.ones(3))"


@pytest.mark.parametrize(
    ("call", "caught", "told", "safe"),
    [
        (CALL, "Exception as error", "print(type(error).__name__)", False),
        (CALL, "Exception as error", "print(error.__class__)", False),
        (CALL, "Exception as error", "print(error)", False),
        (CALL, "Exception as error", "print(isinstance(error, tf.errors.InvalidArgumentError))", False),
        (CALL, "(ValueError, tf.errors.OpError) as error", "print(type(error))", False),
        (CALL, "ValueError as error", "print(error)", False),
        (CALL, "Exception", "print(traceback.format_exc())", False),
        (CALL, "Exception", "print(sys.exc_info()[0])", False),
        ("around(k)", "Exception as error", "print(error)", False),
        (CALL, "Exception", "print('failed')", True),
        (CALL, "Exception as error", "print('shapes' in str(error))", True),
        (CALL, "Exception as error", "print(error); sys.exit(1)", True),
        (CALL, "Exception as error", "raise RuntimeError('failed') from error", True),
        (CALL, "ValueError as error", "print(type(error))", True),
        ("tf.ones(3)", "Exception as error", "print(error)", True),
    ],
)
def test_an_error_that_is_told(tmp_path: Path, call: str, caught: str, told: str, safe: bool) -> None:
    program = PROGRAM.format(call=call, caught=caught, told=told) + f"    {CALL}\n"
    report = analysed(tmp_path, program, preview=True, min_gain="none")
    (subject,) = [each.verdict for each in report.functions if each.qualname == "subject"]
    assert (subject.recommendation.fix is Safety.SAFE) == safe


MANAGED = """\
import contextlib

import tensorflow as tf


class Guard:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        {leaving}


@contextlib.contextmanager
def guard():
    try:
        yield
    except Exception as error:
        {told}


def subject(a, b):
    return tf.sin(a) + tf.cos(a) * tf.tanh(a) + tf.exp(a) + b


for k in range(6):
    with {manager}():
        print(float(tf.reduce_sum(subject(tf.ones(3), tf.ones(4) if k == 2 else tf.ones(3)))))
    subject(tf.ones(3), tf.ones(3))
"""


@pytest.mark.parametrize(
    ("manager", "leaving", "told", "safe"),
    [
        ("Guard", "print(kind); return True", "pass", False),
        ("Guard", "return kind is not None and issubclass(kind, ValueError)", "pass", False),
        ("guard", "pass", "print(type(error))", False),
        ("Guard", "return kind is not None", "print(error)", True),
        ("Guard", "print(kind)", "print(error)", True),
        ("guard", "print(kind); return True", "pass", True),
    ],
)
def test_an_error_that_a_manager_tells(tmp_path: Path, manager: str, leaving: str, told: str, safe: bool) -> None:
    program = MANAGED.format(manager=manager, leaving=leaving, told=told)
    report = analysed(tmp_path, program, preview=True, min_gain="none")
    (subject,) = [each.verdict for each in report.functions if each.qualname == "subject"]
    assert (subject.recommendation.fix is Safety.SAFE) == safe
