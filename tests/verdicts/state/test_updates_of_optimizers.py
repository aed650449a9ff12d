"""What an optimizer does with gradients is TensorFlow's work: such a graph is not needless, and eagerly it pays."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hybridize
from tests.together import analysed

HEAD = """\
import tensorflow as tf

net = tf.keras.Sequential([tf.keras.Input((8,)), tf.keras.layers.Dense(8), tf.keras.layers.Dense(1)])
opt = tf.keras.optimizers.Adam()
opt.build(net.trainable_variables)
strategy = tf.distribute.MirroredStrategy()


@tf.function
def gradients(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(net(x))
    return tape.gradient(loss, net.trainable_variables)


"""
LOOP = """

for _ in range(100):
    {call}
"""
UPDATES = {
    "a list": ("def apply(grads):\n    opt.apply_gradients(zip(grads, net.trainable_variables))", "apply({grads})"),
    "a dictionary": (
        "def apply(found):\n    opt.apply_gradients(zip(found['all'], net.trainable_variables))",
        "apply({{'all': {grads}}})",
    ),
    "an attribute": (
        "class Trainer:\n    def apply(self, grads):\n        opt.apply_gradients(zip(grads, net.trainable_variables))"
        "\n\n\ntrainer = Trainer()",
        "trainer.apply({grads})",
    ),
    "under a strategy": (
        "def update(grads):\n    opt.apply_gradients(zip(grads, net.trainable_variables))\n\n\n"
        "def apply(grads):\n    strategy.run(update, args=(grads,))",
        "apply({grads})",
    ),
}


def codes(tmp_path: Path, text: str, **options: object) -> dict[str, set[str]]:
    """The codes that functions get."""
    (tmp_path / "program.py").write_text(text, "utf-8")
    found: dict[str, set[str]] = {}
    for each in hybridize.analyze(tmp_path, root=tmp_path, preview=True, **options).findings:
        found.setdefault(each.qualname.rpartition(".")[2], set()).add(each.code)
    return found


@pytest.mark.parametrize("kind", UPDATES)
def test_a_graph_that_applies_gradients_is_not_needless(kind: str, tmp_path: Path) -> None:
    definition, call = UPDATES[kind]
    start = definition.rindex("def apply")
    indent = " " * (start - definition.rfind("\n", 0, start) - 1)
    decorated = f"{definition[:start]}@tf.function\n{indent}{definition[start:]}"
    text = HEAD + decorated + LOOP.format(call=call.format(grads="gradients(tf.ones((4, 8)))"))
    assert "HYB003" not in codes(tmp_path, text).get("apply", set())


@pytest.mark.parametrize("kind", UPDATES)
def test_applied_eagerly_in_a_loop_they_gain(kind: str, tmp_path: Path) -> None:
    definition, call = UPDATES[kind]
    text = HEAD + definition + LOOP.format(call=call.format(grads="gradients(tf.ones((4, 8)))"))
    assert "HYB001" in codes(tmp_path, text)["apply"]


def test_applied_once_they_do_not(tmp_path: Path) -> None:
    definition, call = UPDATES["a list"]
    text = f"{HEAD}{definition}\n\n\n{call.format(grads='gradients(tf.ones((4, 8)))')}\n"
    assert "HYB001" not in codes(tmp_path, text).get("apply", set())


def test_the_operations_grow_with_the_variables(tmp_path: Path) -> None:
    costs = []
    for updated in ("[w]", "[w, v]", "net.trainable_variables"):
        variables = "w, v = tf.Variable(1.0), tf.Variable(1.0)\n\n\n"
        definition = f"def apply(grads):\n    opt.apply_gradients(zip(grads, {updated}))"
        text = HEAD + variables + definition + LOOP.format(call="apply([tf.constant(1.0)] * 2)")
        report = analysed(tmp_path, text)
        (said,) = [each.message for each in report.findings if each.qualname == "apply"]
        costs += re.findall(r"about (\d+) in the graph", said)
    assert costs == ["15", "30", "100"]


TRAINING = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
model.compile(loss="mse", optimizer="sgd")


@tf.function
def train(x, y):
    return model.{call}


for _ in range(4):
    train(tf.ones((4, 2)), tf.ones((4, 1)))
"""


@pytest.mark.parametrize(
    ("call", "targets"),
    [
        ("train_on_batch(x, y)", {"2.15"}),
        ("test_on_batch(x, y)", {"2.15"}),
        ("predict_on_batch(x)", {"2.15", "2.21", None}),
        ("fit(x, y)", {"2.15", "2.21", None}),
        ("evaluate(x, y)", {"2.15", "2.21", None}),
        ("predict(x)", {"2.15", "2.21", None}),
    ],
)
@pytest.mark.parametrize("target", ["2.15", "2.21", None])
def test_what_models_do_in_a_graph_hangs_on_the_release(
    call: str, targets: set[str | None], target: str | None, tmp_path: Path
) -> None:
    """Run with both releases, functional and subclassed models, before and after their first use."""
    found = codes(tmp_path, TRAINING.format(call=call), target_tensorflow=target).get("train", set())
    assert found == ({"HYB007"} if target in targets else set())


@pytest.mark.parametrize(("target", "advised"), [("2.15", False), ("2.21", True)])
@pytest.mark.parametrize("way", ["apply_gradients(zip(tape.gradient(loss, [w]), [w]))", "minimize(loss, [w], tape)"])
def test_nadam_of_keras_2_computes_other_numbers_in_a_graph(
    tmp_path: Path, target: str, advised: bool, way: str
) -> None:
    # Twenty steps on 2.15 end in NaN as a graph, and in numbers eagerly; on 2.21 and with every other optimizer of
    # both they end in the same numbers.
    program = (
        "import tensorflow as tf\n\nw = tf.Variable([[1.0, -2.0], [0.5, 3.0]])\nopt = tf.keras.optimizers.Nadam(0.1)\n"
        "\n\ndef step(x):\n    with tf.GradientTape() as tape:\n"
        "        loss = tf.reduce_sum(tf.square(tf.tanh(tf.matmul(x, w))))\n"
        f"    opt.{way}\n    return loss\n\n\nfor _ in range(500):\n    step(tf.ones((2, 2)))\n"
    )
    found = codes(tmp_path, program, target_tensorflow=target)
    assert found.get("step", set()) == ({"HYB001"} if advised and "minimize" not in way else set())
