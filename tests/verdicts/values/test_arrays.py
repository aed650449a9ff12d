"""NumPy arrays of unknown dtype that meet tensors make the fix unsafe."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from tests.together import analysed

PROGRAM = """\
import numpy as np
import tensorflow as tf

weights = tf.Variable(tf.ones((3,)))
data = {data}


def step(x, y):
    for _ in range(6):
        x = tf.tanh(x * weights)
    {use}
    return tf.reduce_sum(x * x)


for _ in range(10):
    step(tf.ones((3,)), data[0])
"""
DOUBLE = "np.array([[3.3, 4.4, 5.5]])"
UNSAID = "np.load('data.npy')"
SAID = "np.array([[3.3, 4.4, 5.5]], dtype=np.float32)"


def analyzed(folder: Path, data: str, use: str) -> tuple[str, list[str]]:
    """The applicability of the fix for `step`, and the kinds of assumptions that it rests on."""
    (found,) = analysed(folder, PROGRAM.format(data=data, use=use)).findings
    assert found.fix is not None
    return found.fix.applicability, [reason.kind for reason in found.assumptions]


MEETINGS = [
    "x += y[0]",
    "x = tf.add(x, y)",
    "x = tf.add(x, y=y[0])",
    "x = tf.stack([x, y])",
    "x = tf.where(x > y, x, x)",
    "part = y; x = x * part",
    "part = y[0]; rest = part * 2.0; x = x * rest",
    "for part in [y, y]: x = x * part",
    "for part in y: x = x * part",
]


@pytest.mark.parametrize("use", [*MEETINGS, "x = x - y", "x = y * x"])
def test_an_array_that_meets_a_tensor_is_assumed_to_have_its_dtype(tmp_path: Path, use: str) -> None:
    assert analyzed(tmp_path, UNSAID, use) == ("unsafe", ["conflicting-dtypes"])


@pytest.mark.parametrize("use", [*MEETINGS, "x = x - y", "x = y * x"])
def test_no_graph_is_advised_where_an_array_is_certainly_refused(tmp_path: Path, use: str) -> None:
    """TensorFlow 2.15 and 2.21 raise in a graph, where the array is a tensor of 64 bits."""
    assert not advised(tmp_path, DOUBLE, use)


@pytest.mark.parametrize(
    ("data", "use", "refused"),
    [
        ("np.array([[0, 1, 2]], dtype=np.float32)", "x = x * tf.one_hot(y, 3)", True),
        ("np.array([[0, 1, 2]])", "x = x * tf.one_hot(y, 3)", False),
        ("np.array([[0, 1, 2]])", "x = x * tf.cast(tf.logical_not(y), tf.float32)", True),
        ("np.array([[True, False, True]])", "x = x * tf.cast(tf.logical_not(y), tf.float32)", False),
        ("np.array([[0, 1, 2]])", "x = tf.where(y > 1, x, -x)", False),
        ("np.array([[0, 1, 2]])", "x = tf.gather(x, y)", False),
        ("np.array([[1.0, 2.0, 3.0]])", "x = x * tf.cast(tf.reshape(y, [tf.size(y), -1])[0], tf.float32)", False),
        ("np.array([[1.0, 2.0, 3.0]])", "x = x * tf.cast(tf.slice(y, [0], [tf.size(x)]), tf.float32)", False),
        ("np.array([[1.0, 2.0, 3.0]])", "x = tf.concat([x, y], axis=tf.rank(x) - 1)", True),
    ],
)
def test_some_functions_convert_arrays_and_no_tensors(tmp_path: Path, data: str, use: str, refused: bool) -> None:
    """Run on TensorFlow 2.15 and 2.21."""
    assert advised(tmp_path, data, use) is not refused


LAYER = """\
import numpy as np
import tensorflow as tf


class Unit(tf.keras.layers.Layer):
    def call(self, x, y):
        return tf.reduce_sum(tf.concat([x, y], axis=1))


unit = Unit()
for _ in range(10):
    unit(np.ones((3, 5)), {second})
"""


@pytest.mark.parametrize(("second", "refused"), [("np.ones((3, 5))", True), ("np.ones((3, 5), np.float32)", False)])
def test_keras_casts_the_first_argument_of_a_layer_alone(tmp_path: Path, second: str, refused: bool) -> None:
    """With `tf.function` on `call` TensorFlow 2.15 refuses to join float32 with float64; Keras 3 casts both."""
    (row,) = analysed(tmp_path, LAYER.format(second=second), target_tensorflow="2.15").functions
    assert ("conflicting-dtypes" in {each.kind for each in row.hazards}) is refused


BESIDE = """\
import numpy as np
import tensorflow as tf


def chosen(x, returns, taken):
    return tf.reduce_sum(tf.tanh(x) * tf.one_hot(taken, 3)) + tf.reduce_sum(returns)


def step(x, returns, taken):
    for _ in range(6):
        x = tf.tanh(x * tf.reduce_sum(x))
    return chosen(x, returns, taken)


data = [np.load("returns.npy").astype(np.float32), np.load("taken.npy").astype(np.int32)]
for first, second in [data, data[::-1]]:
    for _ in range(10):
        step(tf.ones((3,)), np.zeros(3, np.float32), {taken})
"""


@pytest.mark.parametrize(("taken", "named"), [("np.zeros(3, np.float32)", ["taken"]), ("first", [])])
def test_an_array_is_named_for_what_refuses_itself(tmp_path: Path, taken: str, named: list[str]) -> None:
    report = analysed(tmp_path, BESIDE.format(taken=taken))
    (step,) = [row for row in report.functions if row.qualname == "step"]
    assert [each.message.partition("array `")[2].partition("`")[0] for each in step.hazards] == named


def advised(folder: Path, data: str, use: str) -> bool:
    """Whether `step` is advised to be a graph; where it is not, only the dtype of the array may speak against it."""
    report = analysed(folder, PROGRAM.format(data=data, use=use))
    hazards = {each.kind for row in report.functions for each in row.hazards}
    assert hazards == (set() if report.findings else {"conflicting-dtypes"})
    return bool(report.findings)


@pytest.mark.parametrize("use", ["a, b, c = y; x = x * b", "x = tf.add(x, y=y.T)", "x = x * [v for v in y][0]"])
def test_what_a_tensor_does_not_give_is_refused(tmp_path: Path, use: str) -> None:
    report = analysed(tmp_path, PROGRAM.format(data=SAID, use=use))
    assert {each.kind for row in report.functions for each in row.hazards} == {"numpy-on-tensor"}


@pytest.mark.parametrize(
    ("data", "use"),
    [
        (SAID, "x = x - y"),
        ("np.ones((1, 3)).astype('float32')", "x = x - y"),
        (DOUBLE, "x = x * tf.cast(y, tf.float32)"),
        (DOUBLE, "x = x * tf.reduce_sum(tf.cast(y, tf.float32))"),
        (DOUBLE, "x = x * float(y.shape[0])"),
        (DOUBLE, "tf.reduce_sum(y)"),
        (DOUBLE, "part = tf.cast(y, tf.float32); x = x * part"),
        (SAID, "for part in y: x = x * part"),
        ("tf.ones((1, 3))", "x = x - y"),
    ],
)
def test_other_arrays_are_no_obstacle(tmp_path: Path, data: str, use: str) -> None:
    assert analyzed(tmp_path, data, use) == ("safe", [])


@pytest.mark.parametrize(
    ("use", "same"),
    [
        ("x = x * 2.0 if tf.is_tensor(y) else x", False),
        ("if not tf.is_tensor(y):\n        x = x * 2.0", False),
        ("if not tf.is_tensor(y):\n        y = tf.convert_to_tensor(y)\n    x = x + y", True),
    ],
)
def test_an_array_that_arrives_is_a_tensor_in_a_graph(tmp_path: Path, use: str, same: bool) -> None:
    applicability, kinds = analyzed(tmp_path, SAID, use)
    assert (applicability == "safe") is same
    assert ("uncovered" in kinds) is not same


STRUCTURES = """\
import numpy as np
import tensorflow as tf

{before}
data = {data}


def step(x, y):
    for _ in range(6):
        x = tf.tanh(x * x)
    {use}
    return tf.reduce_sum(x * x)


for _ in range(10):
    step(tf.ones((3,)), data)
"""
HELPER = "def helper(values):\n    return values[0] * 2.0"


@pytest.mark.parametrize(
    ("data", "use", "fix"),
    [
        ("[np.load('x.npy')]", "x = x * y[0]", "unsafe"),
        ("[np.load('x.npy')]", "for part in y: x = x * part", "unsafe"),
        ("{'a': np.load('x.npy')}", "for name, part in y.items(): x = x * part", "unsafe"),
        ("[np.load('x.npy')]", "x = x * helper(y)", "unsafe"),
        ("np.load('x.npy')", "x = x * helper(y)", "unsafe"),
        ("[np.load('x.npy'), tf.ones(3)]", "x = x * tf.stack(y)", "unsafe"),
        ("[np.ones(3, np.float32), np.ones(3, np.float32)]", "x = x * tf.stack(y)", "safe"),
        ("[np.ones(3)]", "x = x * y[0]", None),
        ("[np.ones(3)]", "for part in y: x = x * part", None),
        ("{'a': np.ones(3)}", "for name, part in y.items(): x = x * part", None),
        ("[np.ones(3)]", "x = x * helper(y)", None),
        ("np.ones((2, 3))", "x = x * helper(y)", None),
        ("[np.ones(3)]", "x = x * float(np.sum(y))", None),
        ("{'a': np.ones(3)}", "x = x * float(y['a'].sum())", None),
        ("{'a': np.ones(3)}", "x = x * np.sum(list(y.values()))", None),
        ("[np.ones(3)]", "for part in y: x = x * float(np.sum(part))", None),
        ("[np.ones(3)]", "x = x * tf.cast(y[0], tf.float32)", "safe"),
        ("[np.ones(3, np.float32)]", "x = x * y[0]", "safe"),
        ("[np.ones(3)]", "x = x * float(len(y.copy()))", "safe"),
        ("{'a': np.ones(3)}", "x = x * float(sum(len(name) for name in list(y)))", "safe"),
    ],
)
def test_arrays_in_structures_are_tensors_too(tmp_path: Path, data: str, use: str, fix: str | None) -> None:
    text = STRUCTURES.format(before=HELPER, data=data, use=use)
    subjects = analysed(tmp_path, text).functions
    (subject,) = (each for each in subjects if each.qualname == "step")
    assert subject.recommendation.fix == fix


@pytest.mark.parametrize("use", ["x = x * np.sum(y)", "x = x * y.astype('float32')"])
def test_what_only_an_array_can_do_keeps_the_function_eager(tmp_path: Path, use: str) -> None:
    """A graph gets the array as a tensor: TensorFlow 2.15 and 2.21 raise."""
    (subject,) = analysed(tmp_path, PROGRAM.format(data=SAID, use=use)).functions
    assert subject.transformation is None
    assert "numpy-on-tensor" in [reason.kind for reason in subject.hazards]


@pytest.mark.parametrize(
    ("x", "y", "conflict"),
    [
        ("np.array([1.5, 2.5])", "tf.ones(2)", True),
        ("tf.ones(2)", "np.array([1.5, 2.5])", True),
        ("np.array([1.5, 2.5], dtype=np.float32)", "tf.ones(2)", False),
        ("np.load(data)", "tf.ones(2)", False),
    ],
)
@pytest.mark.parametrize("signatures", [False, True])
def test_an_array_and_a_tensor_that_are_both_arguments(
    tmp_path: Path, x: str, y: str, conflict: bool, signatures: bool
) -> None:
    program = "import numpy as np\nimport tensorflow as tf\n\n\ndef f(x, y):\n    return tf.exp(tf.abs(x * y))\n\n\n"
    call = f"data = input()\nfor _ in range(10):\n    f({x}, {y})\n"
    (row,) = analysed(tmp_path, program + call, input_signatures=signatures).functions
    assert ("conflicting-dtypes" in [reason.kind for reason in row.hazards]) is conflict


@pytest.mark.parametrize(
    ("use", "fix"),
    [
        ("y[rows]", None),
        ("y[rows + 1]", None),
        ("y[[0, 2]]", None),
        ("y[:, rows]", None),
        ("y[y[:, 0] > 0, 1]", None),
        ("(y * 2.0)[rows]", None),
        ("y[np.arange(2), rows]", None),
        ("y[rows[0]]", "unsafe"),
        ("y[rows[0] :]", "safe"),
        ("y[1:, None]", "safe"),
    ],
)
def test_no_tensor_takes_an_array_as_its_index(tmp_path: Path, use: str, fix: str | None) -> None:
    """Run on 2.15 and 2.21: `TypeError`, and other elements where a list is the index."""
    text = PROGRAM.format(data="np.ones((1, 4, 3), np.float32)", use=f"x = x * tf.reduce_sum({use})")
    text = text.replace("step(x, y)", "step(x, y, rows)").replace("data[0])", "data[0], np.array([0, 2]))")
    (subject,) = analysed(tmp_path, text).functions
    assert subject.recommendation.fix == fix


@pytest.mark.parametrize(
    ("use", "fix"),
    [
        ("x = x * len([0] * n)", None),
        ("x = x * len(list(range(n)))", None),
        ("x = x + sum([x * k for k in range(n)])", None),
        ("x = [x, x * 2.0, x * 3.0][n - 1]", None),
        ("rows = []\n    for row in y:\n        rows.append(row * x)\n    x = tf.stack(rows)", None),
        ("x = x + tf.split(tf.ones(6), n)[0][0]", None),
        ("x = x + tf.ensure_shape(tf.ones((1, 3)), (None, n))", None),
        ("x = tf.nn.softmax(x, axis=n - 3)", None),
        ("x = x * {1: 1.0, 2: 2.0, 3: 3.0}[int(n)]", None),
        ("x = x * [0.0, 1.0, 2.0, 3.0][int(n)]", None),
        ("x = x + tf.reduce_sum(x, axis=n - 3)", "safe"),
        ("for row in y: x = x + row", "safe"),
        ("x = x + tf.reduce_sum(tf.zeros([n, 2]))", "safe"),
    ],
)
def test_what_needs_the_number_in_an_array(tmp_path: Path, use: str, fix: str | None) -> None:
    """Run on 2.15 and 2.21: lists, their indices and `range` outside of a loop take no tensor."""
    text = PROGRAM.format(data="np.ones((1, 4, 3), np.float32)", use=use)
    text = text.replace("step(x, y)", "step(x, y, n)").replace("data[0])", "data[0], np.arange(1, 4)[_ % 3])")
    (subject,) = analysed(tmp_path, text).functions
    assert subject.recommendation.fix == fix


COLLECTED = """\
import random

import numpy as np
import tensorflow as tf

{setting}
weights = tf.Variable(tf.ones((3,)))
memory = [(np.ones(3), float(input())) for _ in range(20)]


def step(x, y):
    for _ in range(6):
        x = tf.tanh(x * weights)
    return tf.reduce_sum({use})


for _ in range(10):
    states, rewards = {made}
    step(tf.ones((3,)), rewards)
"""
OF_ROWS = "map(np.array, zip(*random.sample(memory, 3)))"


@pytest.mark.parametrize(
    ("made", "use", "setting", "fix"),
    [
        (OF_ROWS, "x * y", "", None),
        (OF_ROWS, "x * (1 - y)", "", None),
        (OF_ROWS, "x * y", "tf.keras.backend.set_floatx('float64')", "unsafe"),
        (OF_ROWS, "x * tf.cast(y, tf.float32)", "", "safe"),
        ("(np.array(each, dtype=np.float32) for each in zip(*random.sample(memory, 3)))", "x * y", "", "safe"),
        ("np.load('x.npy'), np.load('y.npy')", "x * y", "", "unsafe"),
    ],
)
def test_an_array_of_what_python_collects_is_of_64_bits(
    tmp_path: Path, made: str, use: str, setting: str, fix: str | None
) -> None:
    """Eagerly `tensor * array` converts the array; in a graph, where it is a tensor of 64 bits, that raises."""
    subjects = analysed(tmp_path, COLLECTED.format(made=made, use=use, setting=setting)).functions
    (subject,) = (each for each in subjects if each.qualname == "step")
    assert subject.recommendation.fix == fix


PINNED = """\
import numpy as np
import tensorflow as tf

V = tf.Variable(tf.zeros([2]))


def scale(x):
    return tf.reduce_sum(V * x)


scale(np.array([1.5, 2.5]))
"""


@pytest.mark.parametrize("pinned", [False, True])
def test_a_signature_converts_what_arrives(pinned: bool, tmp_path: Path) -> None:
    report = analysed(tmp_path, PINNED, input_signatures=pinned)
    (subject,) = [each for each in report.functions if each.qualname == "scale"]
    assert ("conflicting-dtypes" in {hazard.kind for hazard in subject.hazards}) is not pinned


WITH_NUMBER = """\
import numpy as np
import tensorflow as tf


def halved(x, counts):
    for _ in range(20):
        x = tf.tanh(x) + tf.reduce_sum({use})
    return x


for _ in range(100):
    halved(tf.ones((3,)), {counts})
"""


@pytest.mark.parametrize(
    ("use", "counts"),
    [("counts * 0.5", "np.arange(3)"), ("counts + 1", "np.array([True, False, True])")],
    ids=["a float beside whole numbers", "Booleans counted with"],
)
@pytest.mark.parametrize("pinned", [False, True])
def test_a_number_that_changes_the_dtype_of_an_array_is_no_dtype_of_a_signature(
    pinned: bool, use: str, counts: str, tmp_path: Path
) -> None:
    report = analysed(tmp_path, WITH_NUMBER.format(use=use, counts=counts), input_signatures=pinned)
    assert not report.findings
    (subject,) = report.functions
    (hazard,) = subject.hazards
    assert hazard.kind == "conflicting-dtypes"
    assert "meets a number: NumPy changes the dtype" in hazard.message


STEPS = """\
import numpy as np
import tensorflow as tf


class Actor:
    def __init__(self):
        state = tf.keras.Input((3,))
        hidden = tf.keras.layers.Dense(8)(state)
        self.model = tf.keras.Model(state, tf.keras.layers.Lambda(lambda x: x * 2.0)(hidden))
        self.optimizer = tf.keras.optimizers.Adam()

    def density(self, mean, action):
        return tf.reduce_sum(tf.exp(-0.5 * (action - mean) ** 2), 1)

    def loss(self, mean, actions):
        return -tf.reduce_mean(tf.math.log(self.density(mean, actions)))

    def train(self, states, actions):
        with tf.GradientTape() as tape:
            loss = self.loss(self.model(states, training=True), actions)
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss


def bound():
    return np.load("bound.npy")


actor = Actor()
for _ in range(100):
    states = np.random.normal(size=(16, 3)).astype(np.float32)
    actions = np.clip(np.random.normal(0.0, 1.0, size=(16, 8)), -bound(), bound()){cast}
    actor.train(states, actions)
"""


@pytest.mark.parametrize(
    ("cast", "advised"),
    [("", False), (".astype(np.float32)", True), (".astype('int64')", False)],
)
def test_a_wide_array_meets_a_tensor_in_what_a_step_calls(tmp_path: Path, cast: str, advised: bool) -> None:
    """TensorFlow 2.15 and 2.21 raise where the graph subtracts the 32-bit tensor."""
    report = analysed(tmp_path, STEPS.format(cast=cast))
    assert ("Actor.train" in [found.subject.qualname for found in report.findings]) is advised


@pytest.mark.parametrize(
    ("drawn", "cast", "advised"), [("", "", True), ("", ".astype('int64')", False), (".astype('int')", "", False)]
)
def test_a_wide_array_meets_tensors_that_may_be_as_wide(tmp_path: Path, drawn: str, cast: str, advised: bool) -> None:
    """Floats may be; integers are none of these, also between bounds that nobody knows."""
    wide = STEPS.format(cast=cast).replace("size=(16, 8))", f"size=(16, 8)){drawn}")
    wide = wide.replace("class Actor", 'tf.keras.backend.set_floatx("float64")\n\n\nclass Actor')
    report = analysed(tmp_path, wide)
    assert ("Actor.train" in [found.subject.qualname for found in report.findings]) is advised


HELPERS = """\
import numpy as np
import tensorflow as tf

kernel = np.ones((3,), dtype=np.float32)


def total(k):
    return np.sum(k)


def doubled(k):
    k *= 2.0
    return k


def constant(k):
    return tf.constant(k[::-1])


def handed_on(k):
    return constant(k * 2.0)


def converted(k):
    return tf.convert_to_tensor(k[::-1])


def as_long_as(k):
    return tf.constant(1.0, shape=k.shape)


class Kept:
    def __init__(self, k):
        self.kept = k
        self.k = np.ones(3)
        self.first = k[0]

    def total(self):
        return np.sum(self.kept)

    def through_a_helper(self):
        part = self.kept[::-1]
        return total(part)

    def own(self):
        return np.sum(self.k)

    def operation(self):
        return tf.reduce_sum(self.kept)

    def shape(self):
        return np.prod(self.kept.shape)

    def set_for(self, k):
        self.later = k
        return self

    def constant(self):
        return tf.constant(self.later * 2.0)


class Other:
    def __init__(self):
        self.kept = np.ones(3)

    def total(self):
        return np.sum(self.kept)


def step(x, k):
    for _ in range(6):
        x = tf.tanh(x * x)
    {use}
    return tf.reduce_sum(x * x)


for _ in range(10):
    step(tf.ones((3,)), kernel)
"""


@pytest.mark.parametrize(
    "use",
    [
        "x = x * tf.constant(k)",
        "x = x * tf.constant(value=k, dtype=x.dtype)",
        "x = x * tf.constant([k, k])",
        "x = x * tf.compat.v1.constant(k)",
        "x = x * tf.keras.backend.constant(k)",
        "x = x * tf.constant_initializer(k)([3])",
        "x = x * max(k)",
        "w = k[::-1]; x = x * np.sum(w)",
        "w = k * 2.0; v = w[0]; x = x * tf.constant(v)",
        "x = x * total(k)",
        "x = x * doubled(k)",
        "x = x * constant(k)",
        "x = x * constant(k=k * 2.0)",
        "x = x * handed_on(k)",
        "w = k[::-1]; x = x * handed_on(w)",
        "x = x * Kept(k).total()",
        "x = x * Kept(k * 2.0).through_a_helper()",
        "kept = Kept(np.ones(3)); kept = kept.set_for(k); x = x * kept.constant()",
    ],
)
def test_what_needs_the_numbers_of_an_array_needs_them_wherever_it_gets_them(tmp_path: Path, use: str) -> None:
    """A graph hands the tensor on: TensorFlow 2.15 and 2.21 raise in all of these, but the array changed in place."""
    subjects = analysed(tmp_path, HELPERS.format(use=use)).functions
    (subject,) = (each for each in subjects if each.qualname == "step")
    assert subject.recommendation.action is None
    kinds = [reason.kind for reason in (*subject.hazards, *subject.failures)]
    assert not {"numpy-on-tensor", "side-effects"}.isdisjoint(kinds)


@pytest.mark.parametrize(
    "use",
    [
        "x = x * converted(k)",
        "x = x * as_long_as(k)",
        "x = x * tf.constant(1.0, shape=k.shape)",
        "x = x * tf.reduce_sum(k)",
        "x = x * np.sum(kernel)",
        "x = x * np.prod(k.shape)",
        "k = k.shape[0]; x = x * total([1.0, 2.0])",
        "x = x * Kept(k).own()",
        "x = x * Kept(k).operation()",
        "x = x * float(Kept(k).shape())",
        "x = x * Kept(k).operation() * Other().total()",
    ],
)
def test_what_takes_a_tensor_as_well_is_no_obstacle(tmp_path: Path, use: str) -> None:
    subjects = analysed(tmp_path, HELPERS.format(use=use)).functions
    (subject,) = (each for each in subjects if each.qualname == "step")
    assert "numpy-on-tensor" not in [reason.kind for reason in subject.hazards]
    assert subject.recommendation.action == "hybridize"


CONVERTED = """\
import numpy as np
import tensorflow as tf

weights = tf.Variable(tf.ones((4, 3)))
data = {data}


class Net:
    def __init__(self):
        self.dtype = tf.float32

    def forward(self, x):
        x = tf.convert_to_tensor(x, {dtype})
        for _ in range(4):
            x = tf.tanh(tf.matmul(x, weights) @ tf.transpose(weights))
        return tf.reduce_sum(x)

    def infer(self, x):
        return self.forward({passed}) * 2.0


net = Net()
for _ in range(100):
    net.infer(data)
"""


@pytest.mark.parametrize(
    ("data", "dtype", "passed", "advised"),
    [
        ("np.ones((3, 4))", "tf.float32", "x", False),
        ("np.ones((3, 4))", "dtype=tf.float32", "x", False),
        ("np.ones((3, 4), dtype=int)", "dtype=tf.float32", "x", False),
        ("np.ones((3, 4))", "dtype=self.dtype", "x", False),
        ("np.load('data.npy')", "dtype=tf.float32", "x", False),
        ("np.ones((3, 4), dtype=np.float32)", "dtype=tf.float32", "x", True),
        ("np.ones((3, 4)).astype('float32')", "dtype=self.dtype", "x", True),
        ("np.ones((3, 4))", "dtype_hint=tf.float32", "x", False),
        ("np.ones((3, 4))", "dtype=tf.float32", "tf.cast(x, tf.float32)", True),
        ("tf.ones((3, 4))", "dtype=tf.float32", "x", True),
    ],
)
def test_an_array_becomes_a_tensor_of_another_dtype(
    tmp_path: Path, data: str, dtype: str, passed: str, advised: bool
) -> None:
    """TensorFlow 2.15 and 2.21: "Tensor conversion requested dtype float32 for Tensor with dtype float64"."""
    program = CONVERTED.format(data=data, dtype=dtype, passed=passed)
    report = analysed(tmp_path, program)
    assert ("Net.infer" in [found.subject.qualname for found in report.findings]) is advised


@pytest.mark.parametrize(("read", "advised"), [("x.reshape(3, 4)", False), ("x", True)])
def test_what_may_be_a_tuple_is_an_array_where_it_has_a_method_of_arrays(
    tmp_path: Path, read: str, advised: bool
) -> None:
    """`reset` gives the observation alone, or with information: only an array has `reshape`, and a graph gets none."""
    program = f"""\
import gym
import tensorflow as tf

weights = tf.Variable(tf.ones((4, 3)))


def act(x):
    x = {read}
    for _ in range(4):
        x = tf.tanh(tf.matmul(x, weights) @ tf.transpose(weights))
    return tf.reduce_sum(x)


environment = gym.make("CartPole-v1")
state = environment.reset()
for _ in range(100):
    act(state)
    state, _, _, _ = environment.step(0)
"""
    report = analysed(tmp_path, program)
    assert bool(report.findings) is advised


def test_an_array_that_only_a_failing_test_passes_says_no_dtype(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM.format(data="tf.ones((1, 3))", use="x = x + y * weights"), "utf-8")
    (tmp_path / "test_program.py").write_text(
        "import numpy as np\nimport pytest\nfrom program import step\n\n\n"
        "def test_step():\n    with pytest.raises(ValueError):\n        step(np.ones(4), np.ones(3))\n",
        "utf-8",
    )
    result = hybridize.analyze(tmp_path, root=tmp_path)
    assert not result.errors
    assert [finding.code for finding in result.findings] == ["HYB001"]
