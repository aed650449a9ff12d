"""What raises where a condition on a tensor does not hold: a trace takes both sides, so it raises there always."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.fuzz.judged import same
from tests.tensorflow_runs import executed, needs_tensorflow
from tests.together import Together

HEAD = """\
import numpy as np
import tensorflow as tf

table, values, word, number = {"a": 2.0}, [1.0, 2.0], "abc", 7


"""
CALLS = """


for step in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + step).numpy())
"""
PLACES = {
    "if": "    if tf.reduce_sum(x) > 100.0:\n        {}\n    return tf.sin(x) * tf.cos(x) + tf.tanh(x)",
    "while": "    while tf.reduce_sum(x) > 100.0:\n        {}\n        x -= 1.0\n    return tf.sin(x) * tf.cos(x) + x",
    "tf.cond": "    y = tf.sin(x) * tf.cos(x) + tf.tanh(x)\n"
    "    return tf.cond(tf.reduce_sum(x) > 100.0, lambda: ({}, y)[1], lambda: y)",
}
"""Where an expression stands that eager execution does not reach."""
RAISING = """
1 / 0
number % 0
number // 0.0
0 ** -1
1 << -1
divmod(1, 0)
word + 1
-word
word * "b"
[1] + 1
[1] + (1,)
{} | [1]
1 < word
[1] <= 1
1 in 5
"%d" % word
"%s %s" % (1,)
"{} {}".format(1)
"{a}".format(b=1)
word.index("z")
"a,b".split("")
b"\\xff".decode()
int(word)
float("z")
int(None)
len(5)
abs(word)
ord(word)
chr(-1)
round(word)
range(1, 2, 0)
enumerate(5)
dict(5)
max(1, word)
isinstance(1, 1)
word[9]
values["a"]
values[7]
table["b"]
table[[]]
{[]: 1}
5()
word()
x[0, 0]
x[7]
x.shape[3]
x.shape.as_list()[3]
np.ones(3)[7]
np.reshape(np.ones(3), (2, 2))
tf.reshape(x, (2, 2))
""".strip().split("\n")
"""Each raises, in Python or while TensorFlow makes the operation."""
FINE = """
1 / number
number % 2
number // 2.0
2 ** -1
1 << 2
divmod(number, 2)
word + "d"
-number
word * 2
[1] + [2]
{} | {"b": 1}
word < "b"
[1] <= [2]
1 in [5]
"%d" % number
"%s %s" % (1, word)
"%s" % word
"{} {}".format(1, 2)
"{a}".format(a=1)
word.index("b")
"a,b".split(",")
b"a".decode()
int("7")
float("1e3")
len(word)
abs(-1)
ord("a")
chr(97)
round(1.5)
range(1, 3)
enumerate(word)
max(1, number)
isinstance(1, int)
word[2]
word[-1]
values[0]
table["a"]
{(): 1}
x[0]
x[-3]
x.shape[0]
x.shape.as_list()[0]
np.ones(3)[2]
np.reshape(np.ones(4), (2, 2))
tf.reshape(x, (3, 1))
""".strip().split("\n")
"""Look-alikes that do not raise."""


def written() -> Iterator[tuple[tuple[str, str], str]]:
    for place, body in PLACES.items():
        for expression in (*RAISING, *FINE):
            program = f"{HEAD}def subject(x):\n{body.replace('{}', expression, 1)}{CALLS}"
            yield (place, expression), program


PROGRAMS = dict(written())
SAID = Together(PROGRAMS, preview=True, min_gain="none")


@pytest.mark.parametrize(("place", "expression"), PROGRAMS)
def test_what_raises_gets_no_safe_fix(place: str, expression: str) -> None:
    fix = SAID[place, expression].of("subject").recommendation.fix
    assert (fix == "safe") is (expression in FINE)


@needs_tensorflow
def test_tensorflow_raises_in_each_trace(tmp_path: Path) -> None:
    rows = [
        {"name": f"{place}: {expression}", "source": program, "lines": [HEAD.count("\n") + 1]}
        for (place, expression), program in PROGRAMS.items()
    ]
    results = zip(executed(rows, tmp_path), PROGRAMS, strict=True)
    told = {name: same(run["eager"], run["hybrid"]) for run, name in results}
    assert {name: each for name, each in told.items() if each is not (name[1] in FINE)} == {}
