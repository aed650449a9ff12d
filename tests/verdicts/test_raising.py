"""What raises where a condition on a tensor does not hold: a trace takes both sides, so it raises there always."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks.fuzz.judged import same
from tests.tensorflow_runs import executed, needs_tensorflow
from tests.together import Together

HEAD = """\
import collections
import datetime
import fractions
import functools
import itertools
import json
import math
import operator
import re
import struct

import numpy as np
import tensorflow as tf

table, values, word, number = {"a": 2.0}, [1.0, 2.0], "abc", 7
Pair = collections.namedtuple("Pair", "one two")


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
"a".join([1])
1.0 / (values[0] - 1.0)
number % (number - 7)
hash([])
len(iter(values))
sum(["a"])
min([1, "a"])
sorted([None, 1])
set([[]])
dict([1])
str(1, 2, 3)
bytes("a")
pow(1, "a")
map(abs, 5)
getattr(1, 2)
callable()
f"{1:zz}"
f"{word:d}"
"%(a)s" % {"b": 1}
word.join([1, 2])
word[::0]
values.index(9.0)
[1].pop(5)
[1].append(1, 2)
{}.popitem()
{1}.remove(2)
{"a": 1}.update(5)
table.get([])
(1, 2).zz
a, *b = []
a, b = 1
int(float("nan"))
(-8) ** 0.5 < 1
math.sqrt(-1.0)
math.exp(1000.0)
math.zz
operator.add(1, "a")
list(itertools.chain(5))
json.loads("{")
re.compile("(")
re.match("(", "b")
struct.pack("zz", 1)
fractions.Fraction(1, 0)
datetime.date(2020, 13, 1)
with word: pass
for _ in 5: pass
from math import zzz
import no_such_package
5()
word()
x[0, 0]
x[7]
x.shape[3]
x.shape.as_list()[3]
np.ones(3)[7]
np.reshape(np.ones(3), (2, 2))
tf.reshape(x, (2, 2))
tf.cast(x, "zz")
tf.pad(x, [[1, 1]], mode="zz")
tf.sin(number)
tf.sqrt("a")
tf.eye(-1)
tf.gather(x, 1.5)
tf.reduce_mean("a")
tf.logical_not(x)
tf.nn.softmax(tf.constant([1, 2]))
tf.clip_by_value(x, 1.0)
tf.shape()
tf.keras.activations.get("zz")
tf.keras.losses.get("zz")
tf.keras.initializers.get("zz")
np.zeros((2, 2), "float32").zz
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
"a".join(["1"])
1.0 / (values[1] - 1.0)
hash(())
sum(values)
min([1, 2])
sorted([2, 1])
set([1])
dict([(1, 2)])
bytes("a", "utf-8")
pow(1, 2)
map(abs, [5])
getattr(1, "real")
f"{1:d}"
f"{word:s}"
"%(a)s" % {"a": 1}
word[::2]
values.index(1.0)
[1].pop()
[1].append(1)
{1}.remove(1)
(1, 2).index(2)
a, *b = [1]
a, b = 1, 2
int(float("2"))
math.sqrt(1.0)
math.pi
operator.add(1, 2)
list(itertools.chain([5]))
json.loads("{}")
re.compile("(a)")
re.match("(a)", "a")
struct.pack("i", 1)
fractions.Fraction(1, 2)
datetime.date(2020, 12, 1)
for _ in [5]: pass
Pair(1, 2)._replace(one=3)
from math import pi
import math
x[0]
x[-3]
x.shape[0]
x.shape.as_list()[0]
np.ones(3)[2]
np.reshape(np.ones(4), (2, 2))
tf.reshape(x, (3, 1))
tf.cast(x, "int32")
tf.pad(x, [[1, 1]], mode="REFLECT")
tf.sin(1.0)
tf.sqrt(2.0)
tf.eye(2)
tf.gather(x, 1)
tf.reduce_mean([1.0])
tf.logical_not(x > 1.0)
tf.nn.softmax(tf.constant([1.0, 2.0]))
tf.clip_by_value(x, 1, 2.0)
tf.shape(x)
tf.sort(x, direction="DESCENDING")
tf.norm(x, ord="euclidean")
tf.keras.activations.get("relu")
tf.keras.losses.get("mse")
tf.keras.initializers.get("zeros")
np.zeros((2, 2), "float32").T
""".strip().split("\n")
"""Look-alikes that do not raise."""


STATEMENT = re.compile(r"[a-z], .* = |with |for |from |import ")
"""What no `lambda` can do."""


def written() -> Iterator[tuple[tuple[str, str], str]]:
    for place, body in PLACES.items():
        for expression in (*RAISING, *FINE):
            if place == "tf.cond" and STATEMENT.match(expression):
                continue
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
