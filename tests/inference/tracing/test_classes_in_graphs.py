"""AutoGraph does not look into classes: a name that a condition assigns and only a class reads keeps its old value."""

from __future__ import annotations

import pytest

from hybridize.verdicts.evidence.safety import Observed
from tests.inference.conftest import Judge

PROGRAM = """
import tensorflow as tf

@tf.function
def f(x):
    c = tf.constant(2.0)
    d = tf.constant(3.0)
{reads}
    if x > 0.5:
        c = x * 0.5
        d = x * 2.0
    return x + d + got()

f(tf.constant(0.75))
f(tf.constant(0.25))
"""
CLASS = """
    class K:
        {body}

    got = K().get
"""
METHOD = "def get(self):\n            return {name}"
IN_FUNCTION = """
    def got():
        class K:
            c = 1.0
            def get(self):
                return c
        return K().get()
"""
FUNCTION = """
    def got():
        return c
"""


def _lost(judge: Judge, reads: str) -> list[bool]:
    hazards = judge(PROGRAM.format(reads=reads))["f"].decision.hazards
    seen = [each for each in hazards if isinstance(each, Observed)]
    return [each.certain for each in seen if "read by a class" in each.said]


@pytest.mark.parametrize(
    "reads", [CLASS.format(body=METHOD.format(name="c")), CLASS.format(body="get = lambda self: c"), IN_FUNCTION]
)
def test_what_a_class_reads(judge: Judge, reads: str) -> None:
    assert _lost(judge, reads) == [True]


def test_what_is_read_elsewhere_as_well_may_be_carried(judge: Judge) -> None:
    assert _lost(judge, CLASS.format(body=METHOD.format(name="d"))) == [False]


@pytest.mark.parametrize("reads", [FUNCTION, CLASS.format(body=METHOD.format(name="x")), CLASS.format(body="c = 1.0\n        def get(self):\n            return self.c")])
def test_what_no_class_reads(judge: Judge, reads: str) -> None:
    assert _lost(judge, reads) == []
