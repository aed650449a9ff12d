"""One cause is one finding: at the graph that is nearest to it, with the names of the others that lead there."""

from __future__ import annotations

from pathlib import Path

from tests.together import analysed

PROGRAM = """\
import tensorflow as tf


@tf.function
def outer(x):
    return inner(x) * 2.0


@tf.function
def inner(x):
    return helper(x)


def helper(x):
    total = tf.Variable(0.0)
    return total.assign_add(tf.reduce_sum(x))


outer(tf.ones(3))
inner(tf.ones(3))
"""


def test_the_nearest_function_tells_and_names_the_others(tmp_path: Path) -> None:
    report = analysed(tmp_path, PROGRAM, select=["HYB006"])
    (finding,) = report.findings
    assert (finding.qualname, finding.place.line) == ("inner", 11)
    assert [(each.place.line, each.message) for each in finding.related] == [
        (15, "`tf.Variable(0.0)`"),
        (6, "`outer` leads there as well"),
    ]


SEVERAL = """\
import tensorflow as tf

count = 0


def helper(x):
    global count
    count += 1
    print("helper", x)
    return x * 2


@tf.function
def step(x):
    return helper(x)


for _ in range(3):
    step(tf.constant(1.0))
print(count)
"""


def test_each_cause_behind_one_call_is_named_by_a_finding_of_its_own(tmp_path: Path) -> None:
    report = analysed(tmp_path, SEVERAL)
    assert [(each.code, each.place.line, [step.place.line for step in each.related]) for each in report.findings] == [
        ("HYB004", 15, [8]),
        ("HYB004", 15, [9]),
    ]
