"""Static shapes that a trace does not know: each expression was run by TensorFlow 2.15 and 2.21."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from benchmarks.fuzz.judged import same
from hybridize.verdicts.model.parts import Safety
from hybridize.verdicts.shapes.sized_by_values import DEEPEST
from tests.tensorflow_runs import executed, needs_tensorflow
from tests.together import analysed

LOST = (
    "tf.range(n)", "tf.zeros([n])", "tf.ones(n)", "tf.fill([n], 1.0)", "tf.tile(v, [n])", "tf.tile(v, tf.stack([n]))",
    "v[:n]", "v[n:]", "tf.slice(v, [0], [n])", "tf.reshape(tf.range(n), [-1])", "tf.pad(v, [[0, n]])",
    "tf.random.uniform([n])", "tf.linspace(0.0, 1.0, n + 1)", "tf.one_hot(tf.range(n), 3)", "tf.eye(n + 1)",
    "tf.gather(v, tf.range(n))", "tf.concat([v, tf.range(tf.cast(n, tf.float32))], 0)", "v[v > 0.0]",
    "tf.image.resize(tf.ones([4, 4, 1]), [n + 1, n + 1])", "tf.math.top_k(v, k=n)[0]", "tf.broadcast_to(x, [n])",
    "tf.transpose(tf.ones([3, n]))", "tf.numpy_function(lambda a: a, [v], tf.float32)", "tf.repeat(v, n)",
    "tf.cond(x > 0.0, lambda: tf.ones([2]), lambda: tf.ones([3]))", "tf.io.decode_raw(b'abcd', tf.uint8)",
    "tf.strings.to_number(tf.strings.split('1 2'))", "helper(v[:n])", "(lambda: v[:n])()", "made(n)", "either(x)",
    "TABLE.lookup(tf.constant([1, 2]))", "tf.where(v > 0.0)[:, 0]", "tf.sequence_mask([n])[0]",
    "tf.math.confusion_matrix([n], [n])", "tf.transpose(tf.ones([2, 3]), tf.stack([n - n, n - n + 1]))",
    "s.values", "s.indices", "tf.sparse.to_dense(s)", "tf.sparse.reorder(s).values", "helper(s.values)",
    "tf.sparse.sparse_dense_matmul(tf.sparse.expand_dims(s, 1), tf.ones([1, 2]))", "r.flat_values",
    "(r * 2.0).flat_values", "r.values", "r.to_tensor()[0]", "tf.reduce_sum(tf.zeros([n, 2]), 1)",
    "tf.reduce_max(tf.zeros([n, 2]), axis=1, keepdims=True)", "tf.norm(tf.zeros([n, 2]), axis=-1)",
    "tf.reduce_sum(r, axis=0)", "tf.reduce_max(r, 0)", "tf.reduce_mean(r, axis=-2)", "s * tf.ones([3])",
    "tf.cast(tf.argmax(tf.reduce_mean(tf.zeros([n, 2, 2]), 2), 1), tf.float32)",
)  # fmt: skip
"""What is as long as values say: whoever reads its static length gets `None`."""
KEPT = (
    "tf.zeros([3])", "tf.zeros(tf.shape(v))", "tf.zeros([tf.shape(v)[0], 2])", "tf.reshape(v, [-1])", "v[:2]",
    "tf.one_hot([0, 1], 3)", "tf.gather(v, [0, 1])", "tf.tile(v, [2])", "tf.cumsum(v)", "tf.concat([v, v], 0)",
    "tf.stack([x] * 3)", "tf.sequence_mask([n], 3)[0]", "tf.math.confusion_matrix([n], [n], 4)",
    "helper(v)", "made(2)", "tf.range(3)", "tf.where(v > 0.0, v, -v)",
    "s.dense_shape", "s", "r.row_splits", "r.row_lengths()", "tf.reduce_sum(r, axis=1)",
    "tf.reduce_sum(r, -1)", "tf.square(r)",
)  # fmt: skip
READ = "x + float({}.shape[0])"
FAILS = ("x + tf.cast(tf.constant(v.shape)[0], tf.float32)", "x + tf.cast(tf.constant(v.shape[:1])[0], tf.float32)")
WORKS = (
    "x + tf.cast(tf.convert_to_tensor(v.shape)[0], tf.float32)", "x + tf.cast(tf.constant(v.shape[0]), tf.float32)",
)  # fmt: skip
"""The shape itself as a tensor."""


def program(expression: str) -> str:
    """A program whose function computes the expression."""
    return f"""\
import tensorflow as tf

TABLE = tf.lookup.experimental.DenseHashTable(tf.int32, tf.float32, 0.0, -1, -2)


def helper(a):
    return tf.ones([1]) * float(a.shape[0])


def made(k):
    return tf.zeros([k, 2])


def either(a):
    if a > 0.0:
        y = tf.ones([2])
    else:
        y = tf.ones([3])
    return y


def subject(x, v, n, s, r):
    x = {expression}
    return tf.reduce_sum(tf.stack([tf.tanh(x), tf.sin(x) * tf.cos(x), tf.exp(-x * x)]))


for value, rounds in ((0.75, 2), (-0.25, 1), (1.5, 3)):
    numbers = tf.constant([0.5, -0.25, 1.0])
    sparse, ragged = tf.sparse.from_dense(numbers), tf.RaggedTensor.from_row_lengths(numbers, [1, 2])
    print(subject(tf.constant(value), numbers, tf.constant(rounds), sparse, ragged).numpy())
"""


BREAKS = [*(READ.format(f"({each})") for each in LOST), *FAILS]
SAME = [*(READ.format(f"({each})") for each in KEPT), *WORKS]


def test_what_reads_a_length_that_a_trace_does_not_know_is_not_safe(tmp_path: Path) -> None:
    for number, expression in enumerate([*BREAKS, *SAME]):
        (tmp_path / f"program_{number}.py").write_text(program(expression), encoding="utf-8")
    report = hybridize.analyze([tmp_path], root=tmp_path, min_gain="none")
    found = {each.verdict.path: each for each in report.functions if each.qualname == "subject"}
    safe = {path for path, each in found.items() if each.verdict.recommendation.fix is Safety.SAFE}
    assert len(found) == len(BREAKS) + len(SAME)
    assert safe == {f"program_{len(BREAKS) + number}.py" for number in range(len(SAME))}


@needs_tensorflow
def test_tensorflow_does_not_know_it(tmp_path: Path) -> None:
    sources = [program(each) for each in (*BREAKS, *SAME)]
    line = sources[0][: sources[0].index("def subject(")].count("\n") + 1
    rows = [{"name": str(number), "source": source, "lines": [line]} for number, source in enumerate(sources)]
    results = executed(rows, tmp_path)
    assert [same(each["eager"], each["hybrid"]) for each in results] == [False] * len(BREAKS) + [True] * len(SAME)


def test_what_is_too_far_away_is_not_known(tmp_path: Path) -> None:
    last = DEEPEST + 2
    helpers = "".join(f"def step_{n}(a):\n    return step_{n + 1}(a) * 1.0\n\n\n" for n in range(last))
    text = (
        f"import tensorflow as tf\n\n\n{helpers}def step_{last}(a):\n    return tf.zeros([a]) + 1.0\n\n\n"
        "def subject(n):\n    return tf.ones([2]) * float(step_0(n).shape[0])\n\n\n"
        "for i in range(100):\n    subject(tf.constant(i))\n"
    )
    report = analysed(tmp_path, text, min_gain="none")
    assert not report.errors
    (found,) = [each for each in report.functions if each.qualname == "subject"]
    assert found.verdict.recommendation.fix is not Safety.SAFE


IN_CIRCLES = """\
import tensorflow as tf


def first(a):
    return tf.ones([1]) * float(a.shape[0])


def second(b):
    return tf.ones([1]) * float(b.shape[0])


def one(a):
    return first(a) + tf.ones([1])


def two(b):
    return second(b) + tf.ones([1])


def subject(v, n):
    a = b = tf.ones([2])
    for _ in range(2):
        b = a * 1.0
        a = tf.concat([b, v[:n]], 0)
    return one(a) + two(b)


for i in range(3):
    subject(tf.constant([0.5, -0.25, 1.0]), tf.constant(i))
"""


def test_names_that_are_made_of_each_other_are_both_found(tmp_path: Path) -> None:
    report = analysed(tmp_path, IN_CIRCLES, min_gain="none")
    uncovered = [each.qualname for each in report.functions if "uncovered" in {a.kind for a in each.assumptions}]
    assert uncovered == ["one", "two", "subject"]


MASKED = """\
import tensorflow as tf

weights = tf.Variable(tf.ones((4, 4)))


def selected(rows):
    return tf.boolean_mask(rows, rows[:, 0] > 0.0)


def near(rows, others):
    return tf.reduce_sum(tf.expand_dims(rows, 1) * tf.expand_dims(others, 0), -1)


def one(rows, out):
    best = tf.argmax(near(rows, weights), axis=1)
    out.append(tf.reduce_sum({number}) + tf.reduce_sum(tf.cast(best, tf.float32)))


def loss(batch):
    out = []
    for i in range(batch.shape[0]):
        one(selected(batch[i]), out)
    return tf.reduce_sum(tf.stack(out))


for _ in range(100):
    loss(tf.random.normal((8, 6, 4)))
"""


@pytest.mark.parametrize(
    ("number", "advised"),
    [
        ("tf.fill(dims=[best.shape[0]], value=2.0)", False),
        ("tf.ones([best.shape[0], 2])", False),
        ("tf.cast(tf.range(best.shape[0]), tf.float32)", False),
        ("tf.cast(list(range(best.shape[0])), tf.float32)", False),
        ("tf.fill(dims=[tf.shape(best)[0]], value=2.0)", True),
        ("tf.ones([weights.shape[0], 2])", True),
    ],
)
def test_a_number_that_a_trace_does_not_know_is_needed(tmp_path: Path, number: str, advised: bool) -> None:
    """TensorFlow 2.15 and 2.21 raise in the first four cases: `None` is no number."""
    report = analysed(tmp_path, MASKED.format(number=number))
    assert ("loss" in [each.subject.qualname for each in report.findings]) is advised


ROWS = """\
import tensorflow as tf

rows = tf.ragged.constant([[1.0, 2.0], [3.0]])


class Told:
    shown = rows.bounding_shape()
    length = rows.shape[0]


def step(x):
    return tf.map_fn(lambda row: {value}, rows, fn_output_signature=tf.float32) * tf.sin(x) * tf.tanh(x)


total = step(tf.constant(1.0))
print(total.shape[0], [row.shape for row in rows])
for value in (0.25, 0.5):
    step(tf.constant(value))
"""


@pytest.mark.parametrize(
    ("value", "fix"),
    [("tf.reduce_sum(row) * row.shape[0]", Safety.UNSAFE), ("tf.reduce_sum(row)", Safety.SAFE)],
)
def test_rows_of_a_ragged_tensor(tmp_path: Path, value: str, fix: Safety) -> None:
    """TensorFlow 2.15 and 2.21 raise in the first case; modules and classes read shapes, too."""
    report = analysed(tmp_path, ROWS.format(value=value), min_gain="none")
    assert report.errors == ()
    (step,) = (each for each in report.functions if each.qualname == "step")
    assert step.verdict.recommendation.fix is fix


ASSIGNED = """\
import tensorflow as tf

TABLE = tf.lookup.experimental.MutableHashTable(tf.int32, tf.float32, 0.0)


class Last(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__(name="last")
        self.last = {made}

    def update_state(self, x):
        self.last.assign(x * 2.0)

    def result(self):
        return self.last * 1.0


last = Last()


def subject(x, n):
    TABLE.insert(n, x)
    x = last(x + {read})
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k in range(3):
    print(float(subject(tf.constant(float(k)), tf.constant(k))))
"""


@pytest.mark.parametrize(
    ("made", "read", "fix"),
    [
        ('self.add_weight(name="last", initializer="zeros")', "TABLE.lookup(n)", Safety.UNSAFE),
        ('self.add_weight(name="last", initializer="zeros")', "tf.cast(n, tf.float32)", Safety.SAFE),
        ("tf.Variable(0.0)", "TABLE.lookup(n)", Safety.SAFE),
    ],
    ids=["a weight, of unknown rank", "a weight, of known rank", "a variable"],
)
def test_a_weight_is_assigned_what_has_a_rank(tmp_path: Path, made: str, read: str, fix: Safety) -> None:
    """Keras 3 compares the ranks: `ValueError: Cannot take the length of shape with unknown rank` (2.21)."""
    report = analysed(tmp_path, ASSIGNED.format(made=made, read=read), min_gain="none")
    (subject,) = (each for each in report.functions if each.qualname == "subject")
    assert subject.verdict.recommendation.fix is fix
