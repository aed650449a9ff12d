"""HYB001 is silent about what is a small part of a round of the loop that calls it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

PROGRAM = """\
import numpy as np
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 3)))
model = tf.keras.Sequential([tf.keras.layers.Input((3,)), tf.keras.layers.Dense(3)])


def small(x):
    for _ in range(4):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return tf.reduce_sum(x)


def tiny(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return tf.reduce_sum(x)


def some(x):
    for _ in range(10):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    print(float(tf.reduce_sum(x)))
    return x.numpy()


def contrasted(x):
    return tf.nn.nce_loss(weights, tf.zeros(3), tf.zeros((2, 1), tf.int64), x, 1, 3)


def large(x):
    for i in range(20):
        for _ in range(20):
            x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
        print(float(tf.reduce_sum(x)), i)
    return x.numpy()


def as_large(x):
    for _ in range(20):
        for _ in range(20):
            x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return x


def act(x):
    guess = model.predict(x.numpy())
    return small(x) + float(guess[0, 0])


def train(x):
    with tf.GradientTape() as tape:
        loss = small(x)
    weights.assign_sub(0.01 * tape.gradient(loss, weights))
    return loss


class Lite:
    def __init__(self, path):
        self.interpreter = tf.lite.Interpreter(path)

    def run(self):
        self.interpreter.invoke()


def report(x):
    model.fit(x.numpy(), x.numpy(), verbose=0)


ones = tf.ones((2, 3))
{calls}
"""


COUNTED = """\
n = 0
for _ in range(100):
    small(ones)
    n += 1
    if n >= 20:
        large(ones)
        {again}
"""


@pytest.mark.parametrize(
    ("calls", "names"),
    [
        ("for _ in range(100):\n    small(ones)\n    model.predict(np.ones((2, 3)))\n", []),
        ("for _ in range(100):\n    small(ones)\n    large(ones)\n", []),
        ("for _ in range(100):\n    act(ones)\n", []),
        ("lite = Lite('a')\nfor _ in range(100):\n    lite.run()\n    small(ones)\n", []),
        ("for _ in range(100):\n    act(ones)\n    for _ in range(9):\n        small(ones)\n", ["small"]),
        ("for _ in range(100):\n    small(ones)\nlarge(ones)\nreport(ones)\n", ["small"]),
        ("for _ in range(100):\n    small(ones)\nfor _ in range(100):\n    act(ones)\n", ["small"]),
        ("for _ in range(100):\n    small(ones)\n    as_large(ones)\n", ["as_large", "small"]),
        ("for _ in range(100):\n    train(ones)\n    model.predict(np.ones((2, 3)))\n", ["train"]),
        ("for i in range(100):\n    small(ones)\n    print(np.ones(3).sum())\n", ["small"]),
        ("for i in range(100):\n    small(ones)\n    if i % 20 == 0:\n        large(ones)\n", ["small"]),
        ("for i in range(100):\n    small(ones)\n    if i % 2 == 0:\n        large(ones)\n", []),
        ("for _ in range(100):\n    tiny(ones)\n    some(ones)\n", []),
        ("for _ in range(100):\n    contrasted(ones)\n    some(ones)\n", ["contrasted"]),
        ("for _ in range(100):\n    small(ones)\n    some(ones)\n", ["small"]),
        ("for _ in range(100):\n    tiny(ones)\n    print(np.ones(3).sum())\n", ["tiny"]),
        ("import matplotlib.pyplot as plt\nfor i in range(9):\n    small(ones)\n    plt.savefig('a')\n", []),
        ("import matplotlib.pyplot as plt\nfor i in range(9):\n    small(ones)\n    plt.plot([i])\n", ["small"]),
        ("import cv2\nfor i in range(9):\n    small(ones)\n    cv2.imwrite('a.png', ones.numpy())\n", []),
        ("import cv2\nfor i in range(9):\n    small(ones)\n    cv2.resize(ones.numpy(), (2, 2))\n", ["small"]),
        ("from PIL import Image\nfor i in range(9):\n    small(ones)\n    print(Image.open('a.png').size)\n", []),
        (COUNTED.format(again="n = 0"), ["small"]),
        (COUNTED.format(again="m = 0"), []),
    ],
)
def test_beside_much_more_a_graph_is_not_noticed(tmp_path: Path, calls: str, names: list[str]) -> None:
    report = analysed(tmp_path, PROGRAM.format(calls=calls))
    assert sorted(each.qualname for each in report.findings if each.code == "HYB001") == names


def test_it_is_told_why(tmp_path: Path) -> None:
    calls = "for _ in range(100):\n    small(ones)\n    model.predict(np.ones((2, 3)))\n"
    functions = analysed(tmp_path, PROGRAM.format(calls=calls)).functions
    (verdict,) = (each for each in functions if each.qualname == "small")
    (reason,) = verdict.hazards
    assert (reason.kind, reason.place.line) == ("low-gain", 71)
    assert verdict.transformation == "hybridize"


GAUSSIAN = """\
import numpy as np
import tensorflow as tf


class Gaussian(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = tf.keras.layers.Dense(3)
        self.scale = tf.Variable(tf.zeros(3))

    def call(self, x):
        return self.net(x)

    def logp(self, mean, action):
        error = ((action - mean) / (tf.exp(self.scale) + 1e-8)) ** 2
        return tf.reduce_sum(-0.5 * (error + 2 * self.scale + np.log(2 * np.pi)), axis=-1)

    def act(self, observation):
        mean = self.{called}(observation)
        action = mean + tf.random.normal(tf.shape(mean)) * tf.exp(self.scale)
        return action.numpy(), self.logp(mean, action).numpy()


optimizer = tf.keras.optimizers.Adam()


@tf.function
def update(model, x, action):
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(model.logp(model(x), action))
    weights = model.trainable_variables
    optimizer.apply_gradients(zip(tape.gradient(loss, weights), weights))


def main(model, env):
    for _ in range(100):
        observation = env.reset()
        for _ in range(100):
            action, logp = model.act(observation)
            observation = env.step(action)
        update(model, tf.ones((2, 3)), tf.ones((2, 3)))


import gym

main(Gaussian(), gym.make("A"))
"""


@pytest.mark.parametrize(("called", "names"), [("predict", []), ("call", ["Gaussian.logp"])])
def test_what_graphs_call_is_no_part_of_a_round(tmp_path: Path, called: str, names: list[str]) -> None:
    report = analysed(tmp_path, GAUSSIAN.format(called=called))
    assert sorted(each.qualname for each in report.findings if each.code == "HYB001") == names


AGENTS = """\
import sys

import gym
import numpy as np
import tensorflow as tf


class Quick:
    def __init__(self):
        self.net = tf.keras.Sequential([tf.keras.layers.Input((3,)), tf.keras.layers.Dense(3)])

    def scores(self, x):
        return tf.nn.softmax(self.net(x * 2.0)) + tf.random.normal((1, 3))

    def choose(self, state):
        {beside}
        return int(tf.argmax(self.scores(tf.cast(state[None], tf.float32))[0]))


class Slow(Quick):
    def choose(self, state):
        return int(np.argmax(self.net.predict(state[None])))


class Runner:
    def __init__(self, agent):
        self.agent = agent
        self.env = gym.make("CartPole-v1")
        self.state = self.env.reset()

    def choose(self):
        return self.agent.choose(self.state)

    def run(self, steps):
        for _ in range(steps):
            self.state = self.env.step(self.choose())[0]


Runner(Slow() if "slow" in sys.argv else Quick()).run(100)
"""


@pytest.mark.parametrize(("beside", "names"), [("pass", ["Quick.scores"]), ("self.net.predict(state[None])", [])])
def test_what_another_class_does_at_the_same_call_is_not_beside(tmp_path: Path, beside: str, names: list[str]) -> None:
    report = analysed(tmp_path, AGENTS.format(beside=beside))
    assert sorted(each.qualname for each in report.findings if each.code == "HYB001") == names


GAN = """\
import numpy as np
import tensorflow as tf

entropy = tf.keras.losses.BinaryCrossentropy()


def network(outputs):
    model = tf.keras.Sequential([tf.keras.layers.Input((8,))])
    for _ in range(4):
        model.add(tf.keras.layers.Dense(8))
    model.add(tf.keras.layers.Dense(outputs))
    return model


class Gan:
    def __init__(self, maker, judge):
        self.maker, self.judge = maker, judge
        self.norms = []

    def judged(self, fake, real):
        return entropy(tf.zeros_like(fake), fake) + entropy(tf.ones_like(real), real)

    def step(self, real):
        with tf.GradientTape() as tape, tf.GradientTape() as other:
            made = self.maker(tf.random.normal((4, 8)))
            fake, found = self.judge(made), self.judge(real)
            loss, cheated = self.judged(fake, found), entropy(tf.ones_like(fake), fake)
        gradients = other.gradient(cheated, self.maker.trainable_variables)
        self.norms.append([tf.norm(each).numpy() for each in gradients])
        {apply}
        return loss

    def train(self, first, second, data):
        self.first, self.second = first, second
        for _ in range(1000):
            self.step(data)


Gan(network(8), network(1)).train(tf.keras.optimizers.Adam(), tf.keras.optimizers.Adam(), tf.ones((4, 8)))
"""
APPLIED = """self.first.apply_gradients(zip(tape.gradient(loss, self.judge.weights), self.judge.weights))
        self.second.apply_gradients(zip(gradients, self.maker.weights))"""


@pytest.mark.parametrize(("apply", "names"), [(APPLIED, []), ("pass", ["Gan.judged"])])
def test_losses_are_little_beside_models_and_what_optimizers_do(tmp_path: Path, apply: str, names: list[str]) -> None:
    report = analysed(tmp_path, GAN.format(apply=apply))
    assert sorted(each.qualname for each in report.findings if each.code == "HYB001") == names


DOUBTFUL = """\
import somelib
import tensorflow as tf


def scaled(x, w):
    x = {before}
    for _ in range({rounds}):
        x = tf.gather(x, 0, axis=1)[..., None] * w
    return x


def main(rows):
    for row in rows:
        print(scaled(tf.constant(row), tf.constant(2.0)))


for _ in range(9):
    main([[[1.0, 2.0]], [[3.0, 4.0]]])
"""


@pytest.mark.parametrize(
    ("before", "rounds", "told"),
    [
        # Tensors have no such method: what arrives is something like a tensor, and the advice a guess.
        ("x.to_tensor()", 3, []),
        ("x.to_tensor()", 6, ["scaled"]),
        # What nobody sees may run much.
        ("tf.nn.tanh(somelib.prepare(x) + x)", 3, ["scaled"]),
        ("tf.identity(x)", 3, ["scaled"]),
    ],
)
def test_few_operations_are_worth_no_doubtful_edit(tmp_path: Path, before: str, rounds: int, told: list[str]) -> None:
    report = analysed(tmp_path, DOUBTFUL.format(before=before, rounds=rounds))
    assert [each.qualname for each in report.functions if "HYB001" in each.codes] == told


CONVOLVED = """\
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 3)))


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.one, self.two, self.three = {layer}, {layer}, {layer}

    def call(self, x):
        return self.three(self.two(self.one(x)))


def small(x):
    for _ in range(4):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return tf.reduce_sum(x)


def step(x):
    print(x)
    with tf.GradientTape() as tape:
        found = net(images) + net(images) + net(images)
        for part in parts:
            print(float(small(part)), float(tf.reduce_sum(found)))
    print(tape.gradient(found, x))


net, model = Net(), tf.keras.Sequential([{layer}, {layer}, {layer}, {layer}])
images, ones = tf.ones((2, 28, 28, 3)), tf.ones((2, 3))
parts = tf.unstack(tf.ones((3, 2, 3)))
for _ in range(100):
    {called}
"""


@pytest.mark.parametrize(
    "called", ["print(small(ones), net(images))", "print(small(ones), model(images))", "step(ones)"]
)
@pytest.mark.parametrize(
    ("layer", "names"),
    [("tf.keras.layers.Conv2D(3, 3)", []), ("tf.keras.layers.Dense(3)", ["small"])],
)
def test_convolutions_take_longer_than_a_call_of_other_layers(
    tmp_path: Path, called: str, layer: str, names: list[str]
) -> None:
    report = analysed(tmp_path, CONVOLVED.format(layer=layer, called=called), select=["HYB001"])
    assert [each.qualname for each in report.findings if each.qualname == "small"] == names


COLLECTED = """\
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 3)))
net = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3)])
data = tf.data.Dataset.from_tensors(tf.ones((2, 28, 28, 3))).repeat(100)


def small(x):
    for _ in range(4):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return tf.reduce_sum(x)


def shown(images):
    found = net.predict(images) + net.predict(images[::-1])
    return found, {collected}


for images in data:
    print(shown(images))
"""


@pytest.mark.parametrize(
    ("collected", "names"),
    [
        # What is collected for some members is a part of the step around it.
        ("[small(part) for part in tf.unstack(tf.ones((3, 2, 3)))]", []),
        ("sum(small(one) + small(other) for one, other in zip(*[tf.unstack(tf.ones((2, 2, 3)))] * 2))", []),
        # For data, or as often as a number says, it is the work.
        ("[small(x[0, 0]) for x in data]", ["small"]),
        ("[small(tf.ones((2, 3)) * i) for i in range(int(input()))]", ["small"]),
    ],
)
def test_what_is_collected_for_members_is_a_part_of_a_step(tmp_path: Path, collected: str, names: list[str]) -> None:
    report = analysed(tmp_path, COLLECTED.format(collected=collected), select=["HYB001"])
    assert [each.qualname for each in report.findings if each.qualname == "small"] == names
