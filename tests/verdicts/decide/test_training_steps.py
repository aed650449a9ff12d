"""What a step of training may do, and still be a graph: each beside what looks like it and may not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

HEAD = """\
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 3)))


def body(x):
    for _ in range(9):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return tf.reduce_sum(x)


def update(x):
    with tf.GradientTape() as tape:
        loss = body(x)
    weights.assign_sub(tape.gradient(loss, weights))
    return loss


"""
LOOP = """

for _ in range(100):
    step(tf.ones((2, 3)))
"""


def advised(folder: Path, program: str, name: str = "step") -> str:
    """How safe the fix of HYB001 is; empty where there is none."""
    report = analysed(folder, HEAD + program)
    found = [each for each in report.findings if each.code == "HYB001" and each.subject.qualname == name]
    return found[0].fix.applicability if found and found[0].fix else ""


ERRORS = {
    "raised": "    if x.shape[0] != 2:\n        raise ValueError(f'not {x}')\n",
    "raised, by str": "    if x.shape[0] != 2:\n        raise ValueError('not ' + str(x))\n",
    "of an assertion": "    assert x.shape[0] == 2, f'not {x}'\n",
    "of TensorFlow's assertion": "    tf.debugging.assert_equal(tf.shape(x)[0], 2, message=f'not {x}')\n",
}
TEXTS = {
    "returned": "    if x.shape[0] != 2:\n        return f'not {x}'\n",
    "kept": "    name = str(x)\n    if name == 'none':\n        return 0.0\n",
}


@pytest.mark.parametrize("text", ERRORS.values(), ids=ERRORS.keys())
def test_the_text_of_an_error_may_name_a_tensor(tmp_path: Path, text: str) -> None:
    assert advised(tmp_path, f"def step(x):\n{text}    return update(x)\n{LOOP}") != ""


@pytest.mark.parametrize("text", TEXTS.values(), ids=TEXTS.keys())
def test_other_texts_may_not(tmp_path: Path, text: str) -> None:
    assert advised(tmp_path, f"def step(x):\n{text}    return update(x)\n{LOOP}") == ""


APART = {
    "what a function of a package gives": "    x, y = other.split(x)\n    return update(x + y)\n",
    "zipped": (
        "    total = 0.0\n    for y, z in zip(other.split(x), (1.0, 2.0)):\n        total += z * body(y)\n"
        "    return total\n"
    ),
    "in a comprehension": "    return tf.add_n([body(y) for y in other.split(x)])\n",
}


@pytest.mark.parametrize("program", APART.values(), ids=APART.keys())
def test_what_is_only_taken_for_a_tensor_may_be_taken_apart(tmp_path: Path, program: str) -> None:
    """Of the function no more is known than its package, which gives back tensors mostly, but here a pair."""
    head = "from tensorflow_probability.python.internal import other\n\n\n"
    assert advised(tmp_path, f"{head}def step(x):\n{program}{LOOP}") == "unsafe"


@pytest.mark.parametrize("program", APART.values(), ids=APART.keys())
def test_what_is_a_tensor_may_not(tmp_path: Path, program: str) -> None:
    program = program.replace("other.split(x)", "tf.math.cumsum(x)")
    assert advised(tmp_path, f"def step(x):\n{program}{LOOP}") == ""


WATCHED = """\
class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.Sequential([tf.keras.layers.Dense(3)])

    def call(self, x):
        return self.dense(x)


net = Net()
optimizer = tf.keras.optimizers.SGD()


def step(x):
    with tf.GradientTape({arguments}) as tape:
        {asked}
        loss = tf.reduce_sum(tf.nn.tanh(net.dense(x)) ** 2)
    gradients = tape.gradient(loss, {trained})
    optimizer.apply_gradients(zip(gradients, {trained}))
    return loss
"""


@pytest.mark.parametrize(
    ("arguments", "asked", "trained", "fix"),
    [
        ("", "tape.watch(net.dense.trainable_variables)", "net.dense.trainable_variables", True),
        ("", "held = net.dense.trainable_variables", "held", False),
        (
            "watch_accessed_variables=False",
            "tape.watch(net.dense.trainable_variables)",
            "net.dense.trainable_variables",
            False,
        ),
    ],
)
def test_weights_may_be_watched_before_there_are_any(
    tmp_path: Path, arguments: str, asked: str, trained: str, fix: bool
) -> None:
    """A tape watches what is trainable anyway. A list that is kept stays empty in the graph."""
    program = WATCHED.format(arguments=arguments, asked=asked, trained=trained)
    assert bool(advised(tmp_path, program + LOOP)) is fix


HANDED_ON = """\
def minimize(start):
    {made}
    def value_and_gradients(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            value = body(x) + body(x * 2.0) + body(x * 3.0)
        return value, tape.gradient(value, x)

    return {handed}


minimize(tf.ones((2, 3)))
"""


@pytest.mark.parametrize(
    ("handed", "fix"),
    [
        ("tfp.optimizer.lbfgs_minimize(value_and_gradients, initial_position=start)", True),
        ("start, tf.math.abs(start, name=value_and_gradients.__name__)", False),
    ],
)
def test_a_function_that_only_its_package_tells_of_may_call_what_it_is_given(
    tmp_path: Path, handed: str, fix: bool
) -> None:
    program = HANDED_ON.format(made="import tensorflow_probability as tfp\n", handed=handed)
    assert bool(advised(tmp_path, program, "minimize.value_and_gradients")) is fix


LOGGED = """
import logging


class Parts:
    def __init__(self, size):
        self.size = size


def step(x):
    logging.info("a step")
    return parts.size * update(x)


parts = Parts(2.0)
for _ in range(100):
    step(tf.ones((2, 3)))
"""


@pytest.mark.parametrize(("changed", "fix"), [("", "unsafe"), ("    parts = Parts(3.0)\n", "")])
def test_what_nobody_misses_leaves_the_rest_to_be_asked(tmp_path: Path, changed: str, fix: str) -> None:
    assert advised(tmp_path, LOGGED + changed) == fix


KEPT = """\
class Network:
    def step(self, x):
        self.parts = tf.square(x)
        self.loss = update(x) + self.total()
        return {gives}

    def total(self):
        return tf.reduce_sum(self.parts)

    def train(self):
        for _ in range(100):
            loss = self.step(tf.ones((2, 3)))
            print({shown}, loss)


network = Network()
network.train()
"""


@pytest.mark.parametrize("gives", ["self.loss", "x"])
def test_what_a_step_leaves_for_its_caller_is_a_tensor_of_the_trace(tmp_path: Path, gives: str) -> None:
    """The caller comes through the assignment as long as it runs eagerly, which is what a graph ends."""
    assert advised(tmp_path, KEPT.format(gives=gives, shown="self.loss"), "Network.step") == ""
    assert advised(tmp_path, KEPT.format(gives=gives, shown="self.parts"), "Network.step") == ""


def test_what_a_step_leaves_for_what_it_calls_is_read_in_the_trace(tmp_path: Path) -> None:
    assert advised(tmp_path, KEPT.format(gives="self.loss", shown="'loss'"), "Network.step") == "unsafe"


def test_the_gradients_of_a_graph_are_no_operations_of_what_calls_it(tmp_path: Path) -> None:
    """What nobody sees may hold a model, but not the one whose gradients the graph computes."""
    step = "def step(x):\n    return other.scaled(inner(x)), inner(x)\n" + LOOP
    program = "import other\n\n\n{graph}def inner(x):\n    return update(x)\n\n\n" + step
    assert advised(tmp_path, program.format(graph="@tf.function\n")) == ""
    assert advised(tmp_path, program.format(graph="")) == "unsafe"


NEXT = """\
layer = tf.keras.layers.Dense(3)
data = tf.data.Dataset.from_tensor_slices((tf.ones((10, 3)), tf.ones(10))).batch({batch}).repeat()


def step(batches):
    x, labels = next(batches)
    count = {count}
    noise = tf.random.normal((count, 3))
    return update(x + noise) + tf.reduce_sum(labels)


batches = iter(data)
for _ in range(100):
    step(batches)
"""


@pytest.mark.parametrize(
    ("batch", "count", "works"),
    [
        ("4", "labels.shape[0]", False),
        ("4", "x.shape[0]", False),
        ("4, drop_remainder=True", "labels.shape[0]", True),
        ("4", "tf.shape(labels)[0]", True),
        ("4", "x.shape[1]", True),
    ],
)
def test_a_graph_does_not_know_how_long_the_next_batch_is(tmp_path: Path, batch: str, count: str, works: bool) -> None:
    assert bool(advised(tmp_path, NEXT.format(batch=batch, count=count))) is works


@pytest.mark.parametrize(("name", "passed"), [("step", "batch"), ("step", "tf.boolean_mask(batch, batch[:, 0] > 0.0)")])
def test_what_arrives_has_its_shape(tmp_path: Path, name: str, passed: str) -> None:
    """The batch is there before the trace begins, however long it is; a part of it that the trace makes is not."""
    program = f"""\
def penalty(x):
    noise = tf.random.uniform([x.shape[0], 3])
    return update(x * noise)


def step(batch):
    return penalty(batch)


def masked(batch):
    return penalty(tf.boolean_mask(batch, batch[:, 0] > 0.0))


for batch in tf.data.Dataset.from_tensor_slices(tf.ones((10, 3))).batch(4):
    {name}({passed})
    masked(batch)
"""
    assert bool(advised(tmp_path, program, name)) is (passed == "batch")
    assert advised(tmp_path, program, "masked") == ""
