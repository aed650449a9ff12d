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
state, counts = tf.Variable([1.0, 2.0, 3.0]), tf.Variable([1, 2])


class Thing:
    name = "thing"


class Times:
    def __rmul__(self, other):
        return other * 2.0


thing, times = Thing(), Times()


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
tf.split(x, [1, 1])
tf.split(x, "a")
tf.unstack(x, num=4)
tf.broadcast_to(x, [2])
tf.broadcast_to(x, [2, 4])
tf.boolean_mask(x, [True, False])
tf.boolean_mask(x, True)
tf.ensure_shape(x, [2])
tf.ensure_shape(x, "ab")
x.set_shape([2])
x.set_shape([3, 1])
x.set_shape("ab")
x.get_shape(3)
tf.repeat(x, [1, 2])
tf.reverse(x, [1])
tf.reverse(x, 0)
tf.roll(x, [1, 2], axis=0)
tf.sort(x, axis=1)
tf.sort(x, direction="UP")
tf.nn.softmax(x, axis=2)
tf.math.top_k(x, 9)
tf.linalg.inv(tf.ones([2, 3]))
tf.linalg.matvec(tf.ones([2, 4]), x)
tf.nn.bias_add(tf.ones([2, 2]), x)
tf.tensor_scatter_nd_update(x, [[0]], [1.0, 2.0])
tf.scatter_nd([[0], [1]], [1.0, 2.0, 3.0], [4])
tf.strided_slice(x, [0, 0], [1])
tf.zeros([2, -3])
tf.zeros("a")
tf.zeros([2, "a"])
tf.reshape(x, [1.5, 2.0])
tf.expand_dims(x, "last")
tf.gather(x, [0.5])
tf.one_hot(x, 3)
tf.constant([1, 2], shape=[3, 3])
tf.constant(1.5, tf.int32)
tf.constant("a", tf.float32)
tf.convert_to_tensor(x, tf.int32)
tf.convert_to_tensor(thing)
tf.where(x > 0.0, x)
tf.where(x, x, x)
tf.reduce_all(x)
tf.reduce_sum(x, axis="a")
tf.argmax(x, output_type=tf.float32)
tf.cast(x, int)
tf.random.normal([2], stddev="a")
tf.image.resize(tf.ones([1, 4, 4, 1]), [2])
tf.image.flip_left_right(tf.ones([2, 3]))
tf.image.crop_to_bounding_box(tf.ones([4, 4, 3]), 0, 0, 5, 5)
tf.strings.length(["a"], unit="WORDS")
tf.cond(x[0] > 0.0, x, x)
tf.TensorArray("zz", 3)
state.assign(tf.ones([4]))
state.assign([1.0, 2.0])
state.assign("a")
state.assign(None)
state.assign(tf.constant([1, 2, 3]))
state.assign(x, zz=1)
state.assign_add(1.0)
state.assign_sub("one")
counts.assign([1.5, 2.5])
counts.assign_add([1.0, 2.0])
state.sparse_read([0.5])
state + "a"
x + "abc"
"abc" + x
x * word
x + {}
x + {"a": 1}
x + thing
x + math
x + len
x + (lambda: 1)
x + set()
x + [None, None, None]
x + ["a", "b", "c"]
x + 1j
x ** "two"
x < "a"
x < None
x == "a"
x == tf.constant([1, 2, 3])
x & True
~x
-(x > 0.0)
abs(x > 0.0)
(x > 0.0) + (x > 0.0)
tf.constant(["a"]) + 1
tf.constant(["a"]) * 2
x["a"]
x[1.5]
x[::0]
x[x]
np.ones(3) + "a"
np.ones(3)["a"]
np.ones([2, "a"])
np.sqrt("a")
np.linalg.inv(np.ones((2, 3)))
tf.broadcast_static_shape(x.shape, tf.TensorShape([4]))
x.shape + "a"
x.shape.merge_with([4])
x.shape.merge_with([None, None])
x.shape.with_rank(2)
x.shape.with_rank_at_least(2)
x.shape.concatenate("ab")
x.shape.num_elements(1)
x.shape.assert_has_rank(2)
x.shape.assert_is_compatible_with([4])
x.shape.is_compatible_with("ab")
tf.TensorShape([2, "a"])
tf.TensorShape([2.5])
tf.TensorShape("ab")
tf.TensorShape([2, 3]).with_rank(1)
x.dtype + 1
-x.dtype
x.dtype.is_compatible_with("float99")
tf.as_dtype("f4")
tf.as_dtype({})
x[{}]
x[thing]
x[len]
isinstance(x, 3)
getattr(x, 2)
hasattr(thing, 2)
tf.scan(lambda a, e: a + "b", x)
tf.scan(lambda a: a, x)
tf.foldl(lambda a: a, x)
tf.foldr(lambda: x[0], x)
tf.map_fn(lambda: x[0], x)
tf.nest.map_structure(lambda a, c: a, [x], [x, x])
tf.nest.map_structure(lambda a: a, [x], [x])
tf.nest.assert_same_structure([x], [x, x])
tf.nest.assert_same_structure([[x]], [(x, x)])
tf.nest.pack_sequence_as([1, 2], [x])
tf.data.Dataset.from_tensor_slices((x, tf.ones([5])))
tf.meshgrid(x, x, indexing="zz")
tf.strings.join([["a"], x])
tf.strings.join([1, 2])
tf.strings.format("{} {}", [x])
tf.strings.format("{} {}", x)
tf.strings.format("no place", x)
tf.einsum("i?->i", x)
tf.einsum("1->1", x)
tf.io.decode_png(["a", "b"])
tf.io.decode_jpeg(tf.constant(["a"]))
tf.parallel_stack([x, x[:2]])
tf.dynamic_stitch([[0], [1]], [x[0]])
tf.random.uniform([2], dtype=tf.int32)
tf.random.uniform([2], maxval=None, dtype="int64")
tf.nn.softmax_cross_entropy_with_logits(x, x[:2])
tf.SparseTensor(indices=[[0]], values=[1.0], dense_shape=[2, 2])
tf.SparseTensor([[0, 0]], [1.0, 2.0], [2, 2])
tf.SparseTensor([0, 1], [1.0, 2.0], [2, 2])
tf.sparse.sparse_dense_matmul(tf.sparse.eye(2), tf.ones([3, 2]))
tf.ragged.constant([[1], 2])
tf.ragged.constant([1, [2, 3]])
tf.nn.dropout(x, 1.5)
tf.nn.dropout(x, -0.5)
tf.image.central_crop(tf.ones([4, 4, 3]), 1.5)
tf.norm(x, ord=0)
tf.sqrt([1, 2])
tf.convert_to_tensor(["a", 1])
tf.constant([1.0, "a"])
tf.reduce_sum([1, "a"])
tf.clip_by_global_norm(x, 1.0)
np.zeros(3, dtype="float99")
np.ones(3).astype("nope")
np.float32("abc")
np.int32(None)
np.int64("1.5")
tf.sparse.to_dense(x)
tf.sparse.reduce_sum(x)
tf.bitcast(x, tf.string)
tf.image.convert_image_dtype(x, tf.string)
tf.strings.to_number(["1"], tf.string)
tf.nn.pool(tf.ones([1, 4, 4, 1]), [2, 2], "MED", padding="SAME")
state.scatter_update([0])
state.scatter_update(x)
tf.RaggedTensor.from_row_lengths(x, [3, "a"])
""".strip().split("\n")
"""Each raises, in Python or while TensorFlow makes the operation."""
FINE = """
x <= 0.5
x >= 0.5
0.5 >= x
tf.where(x > 0.0, x, True)
tf.constant([], tf.string)
tf.constant(["a"], dtype=tf.string)
tf.constant(1.0, dtype="float")
np.ones(3).astype(np.float32)
np.ones(3).astype("int32")
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
tf.split(x, [1, 2])
tf.split(x, [-1, 1])
tf.unstack(x, num=3)
tf.broadcast_to(x, [2, 3])
tf.boolean_mask(x, [True, False, True])
tf.boolean_mask(x, x > 1.0)
tf.ensure_shape(x, [None])
x.set_shape([3])
x.set_shape([None])
x.get_shape()
tf.repeat(x, [1, 2, 3])
tf.repeat(x, [2])
tf.reverse(x, [0])
tf.roll(x, [1, 2], axis=[0, 0])
tf.sort(x, axis=-1)
tf.nn.softmax(x, axis=0)
tf.math.top_k(x, 3)
tf.linalg.inv(tf.eye(2))
tf.linalg.matvec(tf.ones([2, 3]), x)
tf.nn.bias_add(tf.ones([2, 3]), x)
tf.nn.batch_normalization(x, x, x, None, None, 0.1)
tf.tensor_scatter_nd_update(x, [[0]], [1.0])
tf.scatter_nd([[0], [1]], [1.0, 2.0], [4])
tf.strided_slice(x, [0], [1])
tf.zeros([2, 3])
tf.zeros(2)
tf.reshape(x, [1, -1])
tf.expand_dims(x, -1)
tf.gather(x, [0, 1])
tf.one_hot([1, 2], 3)
tf.constant([1, 2, 3, 4], shape=[2, 2])
tf.constant(0.0, shape=[2, 2])
tf.constant(1, tf.float32)
tf.constant(True, tf.int32)
tf.convert_to_tensor(x, tf.float32)
tf.convert_to_tensor(np.ones(3), tf.int32)
tf.where(x > 0.0)
tf.where(x > 0.0, x, 0.0)
tf.reduce_all(x > 0.0)
tf.reduce_sum(x, axis=[0])
tf.argmax(x, output_type=tf.int32)
tf.cast(x, float)
tf.random.normal([2], stddev=2.0)
tf.image.resize(tf.ones([1, 4, 4, 1]), [2, 2], method="nearest")
tf.image.flip_left_right(tf.ones([2, 3, 1]))
tf.image.crop_to_bounding_box(tf.ones([4, 4, 3]), 0, 0, 4, 4)
tf.strings.length(["a"], unit="UTF8_CHAR")
tf.strings.join([["a", "b"], "c"])
tf.identity_n([x, tf.constant(1)])
tf.cond(x[0] > 0.0, lambda: x, lambda: x)
tf.TensorArray("float32", 3)
state.sparse_read([0, 1])
state + 1
x + 1
x + True
x + [1.0, 2.0, 3.0]
x + np.ones(3)
x + np.ones(3, "float32")
x * times
1.0 - x
x ** 2
x // 2.0
x == 1.0
x == None
x != np.ones(3)
(x > 0.0) & (x > 1.0)
(x > 0.0) & True
~(x > 0.0)
-x
abs(x)
tf.constant(["a"]) + "b"
tf.constant(["a"]) == "b"
x[1:]
x[None]
x[..., tf.newaxis]
x[x > 0.0]
x[tf.constant(1)]
np.ones(3) + 1
np.ones(3)[None]
np.linalg.inv(np.eye(2))
tf.broadcast_static_shape(x.shape, tf.TensorShape([4, 1]))
x.shape + [2]
[2] + x.shape
x.shape + x.shape
x.shape.merge_with([3])
x.shape.merge_with(None)
x.shape.with_rank(1)
x.shape.with_rank_at_least(1)
x.shape.concatenate([4])
x.shape.concatenate(None)
x.shape.num_elements() + 1
x.shape.is_compatible_with([4])
x.shape == [4]
3 in x.shape
max(x.shape)
tuple(x.shape) + (2,)
tf.TensorShape([2, None])
tf.TensorShape(3)
tf.TensorShape([None, 2]).merge_with([3, None])
x.shape.rank
x.shape.ndims + 1
x.dtype.is_compatible_with("float32")
x.dtype.is_compatible_with(tf.int32)
x.dtype.is_floating
x.dtype == "int32"
tf.as_dtype("float32")
tf.as_dtype(np.int32)
x[0:2]
x[...]
isinstance(x, (int, float))
getattr(thing, "zz", 1)
hasattr(thing, "zz")
tf.scan(lambda a, e: a + e, x)
tf.foldl(lambda a, e: a + e, x)
tf.foldl(lambda *both: both[0], x)
tf.map_fn(lambda e: e + 1.0, x)
tf.map_fn(lambda e, by=2.0: e * by, x)
tf.nest.map_structure(lambda a, c: a, [x, x], [x, x])
tf.nest.map_structure(lambda *leaves: leaves[0], [x], [x])
tf.nest.pack_sequence_as([1, 2], [x, x])
tf.nest.pack_sequence_as([1, [2, 3]], [x, x, x])
tf.data.Dataset.from_tensor_slices((x, tf.ones([3, 2])))
tf.data.Dataset.from_tensor_slices([x, x])
tf.data.Dataset.from_tensor_slices((x, (x, x + 1.0)))
tf.meshgrid(x, x, indexing="ij")
tf.strings.join([["a"], "b"])
tf.strings.format("{}", [x])
tf.strings.format("{}", x)
tf.strings.format("{} {}", (x, 1))
tf.einsum("i, i -> i", x, x)
tf.dynamic_stitch([[0], [1]], [[x[0]], [x[1]]])
tf.random.uniform([2], maxval=3, dtype=tf.int32)
tf.random.uniform([2])
tf.nn.softmax_cross_entropy_with_logits(x, x)
tf.nn.softmax_cross_entropy_with_logits(tf.ones([1, 3]), tf.ones([2, 3]))
tf.SparseTensor(indices=[[0, 1]], values=[1.0], dense_shape=[2, 2])
tf.sparse.sparse_dense_matmul(tf.sparse.eye(3), tf.ones([3, 2]))
tf.ragged.constant([[1], []])
tf.ragged.constant([[1], [2, 3]])
tf.nn.dropout(x, 0.5)
tf.nn.dropout(x, 0)
tf.image.central_crop(tf.ones([4, 4, 3]), 1.0)
tf.norm(x, ord=1)
tf.norm(x, ord=2.5)
tf.sqrt([1.0, 2])
tf.constant(["a", "b"])
tf.convert_to_tensor([1, 2.5])
tf.reduce_sum([1, 2])
tf.clip_by_global_norm([x], 1.0)
np.zeros(3, dtype="float32")
np.zeros(3, dtype="f4")
np.zeros(3, dtype="<i4")
np.ones(3).astype("int_")
np.float32("1.5")
np.float32(None)
np.int32("7")
tf.sparse.to_dense(tf.sparse.eye(2))
tf.sparse.reduce_sum(tf.sparse.eye(2))
tf.bitcast(x, tf.int32)
tf.bitcast(x, "int32")
tf.image.convert_image_dtype(x, tf.uint8)
tf.strings.to_number(["1"], tf.int32)
tf.nn.pool(tf.ones([1, 4, 4, 1]), [2, 2], "MAX", padding="SAME")
tf.cast(["a"], tf.string)
tf.zeros([2], tf.string)
tf.zeros_like(["a"])
tf.convert_to_tensor("a", tf.string)
tf.fill([2], "a")
tf.cast(x, tf.string)
tf.RaggedTensor.from_row_lengths(x, [3, 0])
tf.square(tf.ragged.constant([[1], [2, 3]]))
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
SAID = Together(PROGRAMS, at_once=24, select=["HYB001"], min_gain="none")


@pytest.mark.parametrize(
    ("place", "expression"),
    # One place shows each expression to the fast tests.
    [pytest.param(*each, marks=() if each[0] == "if" else pytest.mark.slow) for each in PROGRAMS],
)
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
