"""HYB001 beyond the papers' tables: captured state, iterators, few values; and what would be traced too often."""

from __future__ import annotations

import subprocess
from pathlib import Path
from textwrap import indent

import pytest
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

import hybridize
from hybridize.surfaces.cli import main
from tests.together import analysed

HEAD = """\
import numpy as np
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 3)))


def body(x, factor=1.0):
    for _ in range(4):
        x = tf.nn.tanh(tf.matmul(x, weights) * factor + 0.5)
    return tf.reduce_sum(x)

"""
CAPTURED = """
def step():
    with tf.GradientTape() as tape:
        loss = body(weights)
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss

for _ in range(100):
    print(float(step()))
"""
ITERATOR = """
def step(batches):
    x = next(batches)
    return body(x) + body(x + 1.0)

batches = iter(tf.data.Dataset.from_tensors(tf.ones((2, 3))).repeat())
for _ in range(100):
    print(float(step(batches)))
"""
MODES = """
def step(x, how):
    total = body(x)
    return total * 2.0 if how == "double" else total

for how in ("double", "once"):
    for _ in range(50):
        print(float(step(tf.ones((2, 3)), how)))
"""
COUNTER = """
def step(x, number):
    return body(x) * number

for i in range(100):
    print(float(step(tf.ones((2, 3)), i)))
"""
A_TRACE_FOR_TWO_CALLS = """
def step(x, how):
    total = body(x)
    return total * 2.0 if how == "double" else total

for how in ("double", "once"):
    for _ in range(2):
        print(float(step(tf.ones((2, 3)), how)))
"""
PERHAPS_A_TENSOR = """
import os
BOTH = os.path.exists(__file__)

def parts():
    if BOTH:
        return weights, tf.ones((3, 3))
    return weights

def step():
    one, other = parts()
    weights.assign(tf.nn.tanh(one * other + 0.5) - tf.nn.sigmoid(one) + tf.exp(-other * other) * 0.1)
    return body(one)

for _ in range(100):
    print(float(step()))
"""
UNCALLED = """
class Trainer:
    def __init__(self, model, optimizer):
        self.model, self.optimizer = model, optimizer

    def update(self, batch):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.model(batch))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss
"""
MODEL_FOR_EACH_TASK = """
class Net:
    def __init__(self):
        self.w = tf.Variable(tf.ones((3, 3)))

    def __call__(self, x):
        for _ in range(4):
            x = tf.nn.tanh(tf.matmul(x, self.w) + 0.5)
        return tf.reduce_sum(x)

def fresh():
    return Net()

def loss(net, x):
    return net(x) * 2.0

def adapt(net, x):
    for _ in range(3):
        print(float(loss(net, x)))

for task in range(100):
    adapt(fresh(), tf.ones((2, 3)))
"""
HOLDS_THE_LOOP = CAPTURED.replace(
    "for _ in range(100):\n    print(float(step()))\n",
    "def train():\n    for _ in range(100):\n        step()\n\nfor _ in range(3):\n    train()\n",
)
COUNTS_WITH_A_TENSOR = HOLDS_THE_LOOP.replace("in range(100)", "in tf.range(100)").replace("range(3)", "range(300)")
OLD = """
def step(x):
    return body(x) + body(x + 1.0)

def graph():
    return step(tf.placeholder(tf.float32, (2, 3)))

for _ in range(100):
    step(tf.ones((2, 3)))
"""
END_OF_DATA = """
def step(batches):
    x = next(batches)
    return body(x) + body(x + 1.0)

batches = iter(tf.data.Dataset.from_tensors(tf.ones((2, 3))))
while True:
    try:
        step(batches)
    except StopIteration:
        break
"""
REBOUND = """
batches = iter(tf.data.Dataset.from_tensors(tf.ones((2, 3))))

def step():
    x = next(batches)
    return body(x) + body(x + 1.0)

for _ in range(10):
    batches = iter(tf.data.Dataset.from_tensors(tf.ones((2, 3))))
    step()
"""

VARIABLES_BACK = """
copies = [tf.Variable(tf.zeros((3, 3)))]

def step():
    for copy in copies:
        copy.assign(body(weights) * weights)
    return copies

for _ in range(100):
    print(float(tf.reduce_sum(step()[0])))
"""
MADE_ONCE = """
class Net:
    def __init__(self):
        self.parts = {}

    def part(self, name):
        if name not in self.parts:
            self.parts[name] = tf.Variable(tf.ones((3, 3)))
        return self.parts[name]

    def forward(self, x):
        return body(tf.matmul(x, self.part("one"))) + body(tf.matmul(x, self.part("two")))

net = Net()
for _ in range(100):
    print(float(net.forward(tf.ones((2, 3)))))
"""
MADE_ONCE_FOR_A_NAME = (
    MADE_ONCE.replace("def forward(self, x)", "def forward(self, x, name)")
    .replace('self.part("one")', "self.part(name)")
    .replace("tf.ones((2, 3)))))", 'tf.ones((2, 3)), "one")))')
)
OF_TWO_OBJECTS = MADE_ONCE.replace(
    """net = Net()
for _ in range(100):
    print(float(net.forward(tf.ones((2, 3)))))
""",
    """nets = [Net(), Net()]
for _ in range(50):
    for net in nets:
        print(float(net.forward(tf.ones((2, 3)))))
""",
)
CALLS_A_GRAPH = """
@tf.function
def graph(x):
    return body(x) + body(2.0 * x)

def outer(x):
    return graph(x)

for _ in range(100):
    print(float(outer(tf.ones((2, 3)))))
"""
MADE_FOR_EACH_LAYER = """
def squared(layer):
    def norm(x):
        return body(x) + body(layer(x)) ** 2.0
    return norm

def norms(layers, x):
    norms = [squared(layer) for layer in layers]
    found = []
    for norm in norms:
        found.append(norm(x).numpy())
    return found

layers = [tf.keras.layers.Dense(3), tf.keras.layers.Dense(3)]
for _ in range(100):
    print(len(norms(layers, tf.ones((2, 3)))))
"""
MADE_FOR_EACH_RUN = """
def stepper(rate):
    def step(x):
        return body(x) + body(rate * x)
    return step

def train(rate):
    step = stepper(rate)
    for _ in range(100):
        print(float(step(tf.ones((2, 3)))))

for rate in (tf.constant(0.1), tf.constant(0.2)):
    train(rate)
"""
EVERY_FEW_ROUNDS = """
copy = tf.Variable(tf.zeros((3, 3)))

def blend(part):
    for _ in range(4):
        copy.assign(tf.nn.tanh(part * copy + (1.0 - part) * weights))

def learn(rounds, every):
    blend(0.0)
    for i in range(rounds):
        if i % every == 0:
            blend(0.9)

learn(100, 10)
"""
EACH_NAME = """
class Tower:
    def __init__(self):
        self.tables = {}

    def score(self, features):
        total = body(weights)
        for name in sorted(features):
            if name not in self.tables:
                self.tables[name] = tf.Variable(tf.ones((3, 3)))
            total += body(features[name]) + tf.reduce_sum(self.tables[name])
        return total

tower = Tower()
for names in (("user",), ("user", "item")):
    for _ in range(50):
        tower.score({name: tf.ones((2, 3)) for name in names})
"""

SETTLED = """
def stepper(rate=None):
    if rate is None:
        rate = tf.reduce_mean(weights) * 0.1
    def step(x):
        return body(x) + body(rate * x)
    return step

for step in [stepper(), stepper(tf.constant(0.2))]:
    for _ in range(50):
        print(float(step(tf.ones((2, 3)))))
"""
SETTLED_TOO_LATE = """
def train(rate=None):
    if rate is None:
        rate = tf.reduce_mean(weights) * 0.1
    def step(x):
        return body(x) + body(rate * x)
    for _ in range(100):
        print(float(step(tf.ones((2, 3)))))
        rate = rate * 0.5

train()
"""
MADE_FOR_A_LOOP_OF_ITS_OWN = """
def fit(rate):
    def step(x):
        with tf.GradientTape() as tape:
            loss = body(x)
        weights.assign_sub(rate * tape.gradient(loss, weights))
        return loss
    def epoch():
        for _ in range(50):
            print(float(step(tf.ones((2, 3)))))
    epoch()

fit(0.1)
fit(0.2)
"""
MADE_FOR_A_FEW_CALLS = """
def fit(rate):
    def step(x):
        with tf.GradientTape() as tape:
            loss = body(x)
        weights.assign_sub(rate * tape.gradient(loss, weights))
        return loss
    print(float(step(tf.ones((2, 3)))))

fit(0.1)
fit(0.2)
"""
AN_OBJECT_FOR_EACH_PROGRAM = """
import sys

class Agent:
    def __init__(self):
        self.w = tf.Variable(tf.ones((3, 3)))

    def act(self, x, explore):
        total = body(tf.matmul(x, self.w)) + body(x)
        return total * 2.0 if explore else total

def run(agent):
    for explore in (True, False):
        for _ in range(50):
            print(float(agent.act(tf.ones((2, 3)), explore)))
"""
AN_OBJECT_FOR_EACH_PROGRAM += "".join(f"\ndef main_{number}():\n    run(Agent())\n" for number in range(6))
AN_OBJECT_FOR_EACH_PROGRAM += """
programs = (main_0, main_1, main_2, main_3, main_4, main_5)
programs[len(sys.argv)]()
"""
SAID_ONCE = """
import logging

class Learner:
    def __init__(self):
        self.size = None

    def loss(self, x):
        self.size = tf.shape(x)[0]
        logging.warning("the slow way")
        return self.scaled(body(x))

    def scaled(self, total):
        return total / tf.cast(self.size, tf.float32)

    def step(self, x):
        with tf.GradientTape() as tape:
            loss = self.loss(x)
        weights.assign_sub(0.1 * tape.gradient(loss, weights))
        return loss

learner = Learner()
for _ in range(100):
    print(float(learner.step(tf.ones((2, 3)))))
"""
SAID_EACH_TIME = SAID_ONCE.replace("self.size = None", "self.size, self.seen = None, []").replace(
    'logging.warning("the slow way")', "self.seen.append(float(tf.reduce_sum(x)))"
)
PERHAPS_A_CONDITION_ON_A_TENSOR = """
import os
MASK = tf.ones(()) if os.path.exists("mask") else None

def masked(x, mask):
    return x * 2.0 if (mask or None) else x

def step(x):
    with tf.GradientTape() as tape:
        loss = body(masked(x, MASK))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss

for _ in range(100):
    print(float(step(tf.ones((2, 3)))))
"""
ASKS_FOR_THE_MODE = """
def norm(x):
    if not tf.executing_eagerly():
        return tf.sqrt(tf.reduce_sum(x * x))
    return tf.norm(x)

def step():
    with tf.GradientTape() as tape:
        loss = body(weights) * norm(weights)
    weights.assign_sub(0.001 * tape.gradient(loss, weights))
    return loss

for _ in range(100):
    print(float(step()))
"""
ARRAYS_OF_A_BUFFER = """
import os

kind = os.environ.get("KIND", "float32")
buffer = [(np.ones((2, 3)).astype(kind), np.ones(()).astype(kind)) for _ in range(8)]

def sample(number):
    rows = buffer[number % 8]
    return np.array(rows[0]), np.array(rows[1])

def step(x, weight):
    with tf.GradientTape() as tape:
        loss = body(x) * weight
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss

for i in range(100):
    x, weight = sample(i)
    print(float(step(x, weight)))
"""

UNKNOWN_DATA = """
import somewhere

class Trainer:
    def __init__(self):
        self.batches = iter(somewhere.load())

    def step(self, batches):
        x = next(batches)
        with tf.GradientTape() as tape:
            loss = body(x)
        self.apply(tape.gradient(loss, weights))
        return loss

    def apply(self, gradient):
        weights.assign_sub(0.1 * gradient)

    def run(self):
        for _ in range(100):
            self.step(self.batches)

Trainer().run()
"""
SEVERAL_OUTPUTS = """
inputs = tf.keras.Input((3,))
model = tf.keras.Model(inputs, [tf.keras.layers.Dense(2)(inputs), tf.keras.layers.Dense(1)(inputs)])

def step(x):
    with tf.GradientTape() as tape:
        outputs = model(x)
        one, other = outputs
        loss = tf.reduce_sum(one ** 2) + body(x) * tf.reduce_sum(tf.abs(other))
    for gradient, variable in zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables):
        variable.assign_sub(0.001 * gradient)
    return loss * 0.0

for _ in range(100):
    print(float(step(tf.ones((2, 3)))))
"""

OUTPUTS_OF_A_FILE = SEVERAL_OUTPUTS.replace("tf.keras.Model(inputs, ", "tf.keras.models.load_model('two.keras') or (")
BEHIND_MANY_OPERATIONS = """
def step(x):
    with tf.GradientTape() as tape:
        loss = body(x)
{operations}
    print("clipped")
    apply(tape, loss)
    return loss

def apply(tape, loss):
    weights.assign_sub(0.1 * tape.gradient(loss, weights))

for _ in range(100):
    step(tf.ones((2, 3)))
""".replace("{operations}", "\n".join(f"        loss += tf.reduce_sum(x * {each}.0)" for each in range(60)))
RENAMES_A_FUNCTION = """
tf.as_tensor = tf.convert_to_tensor

def step(x):
    return body(tf.as_tensor(x)) + body(x + 1.0) + body(x + 2.0)

for _ in range(100):
    print(float(step(tf.ones((2, 3)))))
"""
TRUE_IN_ONE_ROUND = """
import somewhere

class Learner:
    def __init__(self):
        self.config = somewhere.configuration()

    def step(self, x, shown):
        with tf.GradientTape() as tape:
            loss = body(x)
        weights.assign_sub(0.1 * tape.gradient(loss, weights))
        if shown:
            tf.print(loss)
        print("a step")
        return loss

    def run(self):
        for i in range(100):
            shown = self.config.shown and i == 0
            self.step(tf.ones((2, 3)), shown)

Learner().run()
"""
IN_A_SERVER = """
import somewhere

def main(server):
    def answer(x: tf.Tensor):
        for _ in range(20):
            x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
        return x

    server.bind([answer])

main(somewhere.Server())
"""
NEEDS_A_GRAPH = """
class Server:
    def bind(self, function):
        self.kept = function.get_concrete_function()

def main(server):
    def answer():
        x = tf.ones((2, 3))
        for _ in range(20):
            x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
        return x

    server.bind(answer)

main(Server())
"""
PERHAPS_AN_ARRAY = """
import somewhere

def act(x):
    action = x
    for _ in range(20):
        action = tf.nn.tanh(tf.matmul(action, weights) + 0.5)
    if somewhere.explores():
        action = np.zeros((2, 3))
    return action

for _ in range(100):
    print(act(tf.ones((2, 3))))
"""
PERHAPS_REPEATED = """
import somewhere

def scaled(by, x):
    return by * x

def act(x):
    for _ in range(20):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return scaled("-" if somewhere.explores() else 3.0, tf.reduce_sum(x))

for _ in range(100):
    print(act(tf.ones((2, 3))))
"""
TOLD_WITH_A_VARIABLE = """
import somewhere

def act(x):
    told = {}
    for name in somewhere.names():
        told[name] = tf.reduce_sum(x)
    for name in somewhere.counted():
        told[name] = weights
    for _ in range(20):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return x, told

for _ in range(100):
    print(act(tf.ones((2, 3))))
"""
KEYS_OF_WHATEVER_ARRIVES = """
import json
import somewhere

def act(x):
    told = {"sum": tf.reduce_sum(x)}
    for name in json.loads(somewhere.text()):
        told[name] = tf.reduce_sum(x)
    for name in somewhere.names():
        told[name] = tf.reduce_sum(x)
    for _ in range(20):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return x, told

for _ in range(100):
    print(act(tf.ones((2, 3))))
"""
TRAINS_SEVERAL = """
parts = [tf.Variable(tf.ones((3, 3))), tf.Variable(tf.ones((3, 3)))]
optimizers = [tf.keras.optimizers.SGD(), tf.keras.optimizers.SGD()]

def step():
    losses = []
    for part, optimizer in zip(parts, optimizers):
        with tf.GradientTape() as tape:
            loss = body(part)
        optimizer.apply_gradients([(tape.gradient(loss, part), part)])
        losses.append(loss)
    return tf.add_n(losses)

for _ in range(100):
    print(float(step()))
"""
BEFORE_A_SWITCH = """
import sys

def forward(x, y, unroll=False, mode="sum"):
    if not unroll:
        x = tf.expand_dims(x, 0)[0]
    return body(x) + (tf.reduce_sum(y) if mode == "sum" else tf.reduce_mean(y))

def step(parts):
    with tf.GradientTape() as tape:
        loss = forward(*parts)
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss

for _ in range(100):
    print(float(step([tf.ones((2, 3)) for _ in sys.argv])))
"""
SAID_BY_A_HELPER = """
import logging

def warn(text, *rest, **options):
    logging.getLogger("steps").warning("WARNING: %s" % text, *rest, **options)

def step(x):
    warn("the slow way")
    with tf.GradientTape() as tape:
        loss = body(x)
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss

for _ in range(100):
    print(float(step(tf.ones((2, 3)))))
"""
RAISES_PERHAPS_BELOW = """
def halved(x):
    assert len(tf.config.list_physical_devices("CPU")) == 1
    return x * 0.5

def step(x):
    with tf.GradientTape() as tape:
        loss = body(x)
        loss = tf.cond(loss > 1.0, lambda: halved(loss), lambda: loss)
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss

for _ in range(100):
    print(float(step(tf.ones((2, 3)))))
"""
KINDS = "".join(f"class Kind{number}:\n    pass\n\n" for number in range(20))
OF_ANOTHER_CALL = f"""
{KINDS}
class Kept:
    pass

seen = []

def forward(x, kind):
    if isinstance(kind, Kept):
        seen.append(x)
    return body(x)

for kind in [{", ".join(f"Kind{number}()" for number in range(20))}]:
    forward(tf.ones((2, 3)), kind)
{"".join(f"forward(tf.ones((2, 3)), Kind{number}()){chr(10)}" for number in range(20))}
forward(tf.ones((2, 3)), Kept())
print(len(seen))

class Last:
    pass

def step(x):
    with tf.GradientTape() as tape:
        loss = forward(x, Last())
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss

for _ in range(100):
    print(float(step(tf.ones((2, 3)))))
"""
SAID_ONCE_ABOVE = """
def forward(x):
    for _ in range(20):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return x

def step(x):
    print("a step")
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(forward(x))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss

for _ in range(100):
    print(float(step(tf.ones((2, 3)))))
"""
READS_ITS_SETTINGS = """
import json

class Settings:
    def __init__(self, values):
        self.nested = self.nest(json.loads(values))

    def nest(self, values):
        result = {}
        for key, value in values.items():
            node = result
            for part in key.split("."):
                node = node[part]
            node["value"] = value
        return result

def settings():
    return Settings("{}")

def step(x):
    with tf.GradientTape() as tape:
        loss = body(x)
    if loss > 1.0:
        settings()
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss

for _ in range(100):
    print(float(step(tf.ones((2, 3)))))
"""

LOOP_OF_AN_EAGER_FUNCTION = """
class Attack:
    def __init__(self, model):
        self.model = model

    def run(self, x):
        for _ in range(100):
            x = self.step(x)
        return x.numpy()

    def step(self, x):
        for _ in range(9):
            x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
        return x + self.model(x)

def attack(model, x: tf.Tensor):
    return Attack(model).run(x)
"""
KINDS_BY_PROGRAM = """
import somewhere

class Actor:
    def policy(self, observation, state):
        scale = body(weights) + tf.reduce_mean(weights) * tf.exp(-tf.reduce_max(weights))
        return tf.nest.map_structure(lambda x: x * scale, observation), state

def run(environment, state):
    actor = Actor()
    for _ in range(100):
        actor.policy(environment.observe(), state)

class Environment:
    def __init__(self, made):
        self.made = made

    def observe(self):
        return self.made

observations = [tf.ones(2), [tf.ones(2)], (tf.ones(2),), {"a": tf.ones(2)}, {"b": tf.ones(2)}]
states = [tf.ones(3), (tf.ones(3), tf.ones(3))]
run(Environment(observations[somewhere.seed]), states[somewhere.seed])
"""
LENGTHS_IN_A_STEP = """
table = tf.Variable(tf.ones((9, 3)))

def keep(rows):
    for _ in range(9):
        rows = tf.nn.tanh(tf.matmul(rows, weights) + 0.5)
    return rows

def step(x):
    found = tf.where(x[:, 0] > 0.0)[:, 0]
    return tf.reduce_sum(keep(tf.gather(x, found)))

for _ in range(100):
    step(tf.random.normal((9, 3)))
"""

PREPARED = """
class Estimator:
    def __init__(self):
        self.scale = None

    def prepare(self):
        self.scale = tf.constant(2.0)

    def step(self):
        return body(weights) * self.scale

estimator = Estimator()
estimator.prepare()
for _ in range(100):
    print(float(estimator.step()))
"""
BETWEEN_THE_RUNS = """
class Solver:
    def __init__(self):
        self.iteration = 1

    def solve(self):
        self.iteration += 1
        return self.learn()

    def learn(self):
        def step(x):
            return body(x) / self.iteration

        for _ in range(100):
            last = step(tf.ones((2, 3)))
        return last

if __name__ == "__main__":
    solver = Solver()
    print(float(solver.solve()), float(solver.solve()))
"""
NAMED_STRUCTURE = """
from typing import NamedTuple

class Trajectory(NamedTuple):
    observations: np.ndarray
    rewards: np.ndarray

def collect():
    return Trajectory(np.ones((2, 3), np.float32), np.ones(2, np.float32))

def step(trajectory):
    observations, rewards = trajectory
    return body(observations) + tf.reduce_sum(rewards)

for _ in range(100):
    print(float(step(tf.nest.map_structure(tf.convert_to_tensor, collect()))))
"""


def found(folder: Path, program: str, code: str = "HYB001") -> dict[str, hybridize.FunctionReport]:
    """The functions with a finding of that code."""
    report = analysed(folder, HEAD + program)
    return {each.qualname: each for each in report.functions if code in each.codes}


@pytest.mark.parametrize(
    ("program", "name", "basis", "assumed"),
    [
        (CAPTURED, "step", "captured-tensors", "captured-tensors"),
        (MODES, "step", "few-values", "few-values"),
        (ITERATOR, "step", "iterator-arguments", "captured-tensors"),
        (MADE_ONCE, "Net.forward", "state-made-once", "captured-tensors"),
        (OF_TWO_OBJECTS, "Net.forward", "state-made-once", "captured-tensors"),
        (MADE_ONCE_FOR_A_NAME, "Net.forward", "state-made-once", "few-values"),
        (EVERY_FEW_ROUNDS, "blend", "few-values", "few-values"),
        (UNCALLED, "Trainer.update", "captured-tensors", "training-step"),
        (PERHAPS_A_TENSOR, "step", "captured-tensors", "unpacked-sequence"),
        (SAID_ONCE, "Learner.step", "tensor-arguments", "unnoticed-effect"),
        (PERHAPS_A_CONDITION_ON_A_TENSOR, "step", "tensor-arguments", "perhaps-no-tensor"),
        (ASKS_FOR_THE_MODE, "step", "captured-tensors", "asks-for-mode"),
        (UNKNOWN_DATA, "Trainer.step", "captured-tensors", "taken-for-data-set"),
        (OUTPUTS_OF_A_FILE, "step", "tensor-arguments", "unpacked-sequence"),
        (BEHIND_MANY_OPERATIONS, "step", "tensor-arguments", "unnoticed-effect"),
        (TRUE_IN_ONE_ROUND, "Learner.step", "tensor-arguments", "unnoticed-effect"),
        (IN_A_SERVER, "main.answer", "P1", "no-known-caller"),
        (NEEDS_A_GRAPH, "main.answer", "captured-tensors", "no-known-caller"),
        (PERHAPS_AN_ARRAY, "act", "tensor-arguments", "returned-tensors"),
        (READS_ITS_SETTINGS, "step", "tensor-arguments", "unnoticed-effect"),
        (PERHAPS_REPEATED, "act", "tensor-arguments", "perhaps-no-tensor"),
        (TOLD_WITH_A_VARIABLE, "act", "tensor-arguments", "returned-tensors"),
        (KEYS_OF_WHATEVER_ARRIVES, "act", "P1", "unknown-callee"),
        (TRAINS_SEVERAL, "step", "captured-tensors", "captured-tensors"),
        (COUNTS_WITH_A_TENSOR, "train", "captured-tensors", "captured-tensors"),
        (BEFORE_A_SWITCH, "step", "P1", "uncovered"),
        (SAID_BY_A_HELPER, "step", "tensor-arguments", "unnoticed-effect"),
        (RAISES_PERHAPS_BELOW, "step", "tensor-arguments", "perhaps-raises"),
        (OF_ANOTHER_CALL, "step", "tensor-arguments", "done-elsewhere"),
    ],
)
def test_advised_with_an_assumption(tmp_path: Path, program: str, name: str, basis: str, assumed: str) -> None:
    functions = found(tmp_path, program)
    advised = functions[name].recommendation
    assert advised.action == "hybridize" and advised.fix == "unsafe" and basis in advised.basis
    assert assumed in {each.kind for each in functions[name].assumptions}


@pytest.mark.parametrize(
    "program",
    [
        # What is passed for the switch by name is a tensor, or the only call passes what it tests for.
        BEFORE_A_SWITCH.replace("forward(*parts)", "forward(parts[0], parts[0], unroll=tf.reduce_sum(parts[0]))"),
        SAID_BY_A_HELPER.replace('warn("the slow way")', 'warn("the slow way", body(x))'),
        OF_ANOTHER_CALL.replace("forward(x, Last())", "forward(x, Kept())").replace(KINDS, "").replace("Kind", "Kept"),
    ],
)
def test_not_advised_where_the_call_itself_does_it(tmp_path: Path, program: str) -> None:
    for number in range(20):
        program = program.replace(f"Kept{number}()", "Kept()")
    assert "step" not in found(tmp_path, program)


MEMO = """
memo = {{}}

def table(size):
{stored}

{decorated}
def step(x):
    return body(x @ table(x.shape[-1]))

for _ in range(100):
    print(step(tf.ones((2, 3))))
"""
STORED_WHERE_IT_IS_MISSING = (
    "    if size not in memo:\n        memo[size] = tf.ones((3, 3))\n    return memo[size]",
    "    return memo.setdefault(size, tf.ones((3, 3)))",
    "    try:\n        return memo[size]\n    except KeyError:\n        memo[size] = tf.ones((3, 3))\n"
    "    return memo[size]",
    "    made = memo.get(size)\n    if made is None:\n        made = memo[size] = tf.ones((3, 3))\n    return made",
    "    key = f'{int(size)} rows'\n    if key in memo:\n        return memo[key]\n"
    "    memo[key] = made = tf.ones((3, 3))\n    return made",
)
STORED_AT_EACH_CALL = (
    "    memo[size] = tf.ones((3, 3))\n    return memo[size]",
    "    if size not in memo:\n        memo.clear()\n        memo[size] = tf.ones((3, 3))\n    return memo.pop(size)",
    "    key = tuple(memo)\n    if key not in memo:\n        memo[key] = tf.ones((3, 3))\n    return memo[key]",
)


@pytest.mark.parametrize("stored", STORED_WHERE_IT_IS_MISSING)
def test_a_memo_is_assumed_to_be_filled_before(tmp_path: Path, stored: str) -> None:
    """A tensor of the trace that is stored there raises where another trace, or eager code, reads it."""
    step = found(tmp_path, MEMO.format(stored=stored, decorated=""))["step"]
    assert step.recommendation.fix == "unsafe"
    assert "filled-before" in {each.kind for each in step.assumptions}
    assert set(found(tmp_path, MEMO.format(stored=stored, decorated="@tf.function"), "HYB004")) == {"step"}


@pytest.mark.parametrize("stored", STORED_AT_EACH_CALL)
def test_what_is_stored_at_each_call_is_no_memo(tmp_path: Path, stored: str) -> None:
    assert "step" not in found(tmp_path, MEMO.format(stored=stored, decorated=""))


def test_a_name_that_the_program_gives_to_tensorflow_is_what_it_stands_for(tmp_path: Path) -> None:
    assert found(tmp_path, RENAMES_A_FUNCTION)["step"].recommendation.fix == "safe"


def test_what_is_sure_is_said_beside_a_doubtful_function_around_it(tmp_path: Path) -> None:
    program = SAID_ONCE_ABOVE
    assert set(found(tmp_path, program)) == {"step", "forward"}
    assert set(found(tmp_path, program.replace('    print("a step")\n', ""))) == {"step"}


def test_a_recurrent_network_runs_many_operations(tmp_path: Path) -> None:
    program = """
import sonnet as snt

network = snt.LSTM(8)

def act(x, state):
    output, state = network(x, state)
    return tf.argmax(tf.exp(tf.tanh(output) * 2.0) - 1.0, axis=-1), state

state = network.initial_state(1)
for _ in range(100):
    action, state = act(tf.ones((1, 3)), state)
    print(action)
"""
    assert "act" in found(tmp_path, program)
    assert "act" not in found(tmp_path, program.replace("snt.LSTM(8)", "lambda x, state: (x, state)"))


def test_distributions_and_chains_of_layers_run_many_operations(tmp_path: Path) -> None:
    program = """
import sonnet as snt
import tensorflow_probability as tfp

network = snt.Sequential([snt.Flatten(), snt.nets.MLP([8, 8])])

def act(x):
    return tf.tanh(tf.cast({result}, tf.float32) * 2.0 + 1.0) - 0.5

for _ in range(100):
    print(act(tf.ones((1, 3))))
"""
    drawn = "tfp.distributions.Categorical(logits=x).sample()"
    for result in (drawn, "tf.argmax(network(x), axis=-1)"):
        assert "act" in found(tmp_path, program.format(result=result))
    assert "act" not in found(tmp_path, program.format(result=drawn.replace("sample", "mode")))


NUMBER_OF_A_STEP = """
variable = tf.Variable(tf.ones((3, 3)))
optimizer = tf.keras.optimizers.SGD(0.1)

def step(x):
    with tf.GradientTape() as tape:
        loss = body(tf.matmul(x, variable))
    gradients = tape.gradient(loss, [variable])
    {applied}
    return {result}

for _ in range(100):
    print(step(tf.ones((2, 3))))
"""


def test_a_step_of_training_may_give_its_loss_as_a_number(tmp_path: Path) -> None:
    """A graph gives a tensor of it, which is shown and compared alike; a text of it would be another one."""
    applied = "optimizer.apply_gradients(zip(gradients, [variable]))"
    step = found(tmp_path, NUMBER_OF_A_STEP.format(applied=applied, result="float(loss), loss"))["step"]
    assert step.recommendation.fix == "unsafe"
    assert "returned-tensors" in {each.kind for each in step.assumptions}
    assert "step" not in found(tmp_path, NUMBER_OF_A_STEP.format(applied=applied, result="str(float(loss)), loss"))
    assert "step" not in found(tmp_path, NUMBER_OF_A_STEP.format(applied="pass", result="float(loss), loss"))


ARRAY_FOR_AN_ARRAY = """
import os
DATA = np.load("data") if os.path.exists("data") else weights

def doubled(x, like):
    x = tf.concat([x, x], axis=0)
    {test}
        x = x.numpy()
    return x

def step():
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(doubled(body(weights) + weights, DATA))
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss

for _ in range(100):
    print(float(step()))
"""


def test_what_gives_an_array_for_an_array_is_taken_to_get_tensors(tmp_path: Path) -> None:
    advised = found(tmp_path, ARRAY_FOR_AN_ARRAY.format(test="if not tf.is_tensor(like):"))["step"]
    assert advised.recommendation.fix == "unsafe"
    assert "step" not in found(tmp_path, ARRAY_FOR_AN_ARRAY.format(test="if os.path.exists('plain'):"))
    assert "step" not in found(tmp_path, ARRAY_FOR_AN_ARRAY.format(test="if tf.is_tensor(like):"))


GRADIENTS_OF_SOMETHING = """
import importlib
import os
optimizer = tf.keras.optimizers.SGD(0.1)

def step(model, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x)) + body(x)
    gradients = tape.gradient(loss, {sources})
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss

net = importlib.import_module("nets." + os.environ["NET"]).Net()
for _ in range(100):
    print(float(step(net, tf.ones((2, 3)))))
"""


def test_gradients_of_what_is_not_known_may_be_several(tmp_path: Path) -> None:
    """They come in the structure of what they are asked for; those of one variable are one tensor."""
    assert "step" in found(tmp_path, GRADIENTS_OF_SOMETHING.format(sources="model.trainable_variables"))
    assert "step" not in found(tmp_path, GRADIENTS_OF_SOMETHING.format(sources="weights"))


FOUND_BELOW = """
class Net:
    def __init__(self, names):
        self.table = {{}}
        self.names = names

    def part(self, names):
        node = self.table
        for name in names:
            if name not in node:
                node[name] = {{}}
            node = {down}
        if "made" not in node:
            node["made"] = tf.Variable(tf.ones((3, 3)))
        return node["made"]

    def forward(self, x):
        return body(tf.matmul(x, self.part(self.names)))

net = Net(["one", "two"])
for _ in range(100):
    print(float(net.forward(tf.ones((2, 3)))))
"""


def test_what_is_not_there_on_the_way_down_is_made_once(tmp_path: Path) -> None:
    advised = found(tmp_path, FOUND_BELOW.format(down="node[name]"))["Net.forward"]
    assert "state-made-once" in advised.recommendation.basis
    assert "Net.forward" not in found(tmp_path, FOUND_BELOW.format(down="dict(node[name])"))


BOUNDS = """
import os

def limits():
    if os.path.exists("data"):
        data = np.load("data")
        return tf.reduce_min(data), tf.reduce_max(data)
    return 2, 6

near, far = limits()

def render(x, near, far, training=False, fine=False, high=False):
    x = body(x) * near + far
    if training:
        x = body(x)
    return (x * 2.0 if fine else x) + (body(x) if high else 0.0)

x = tf.ones((3, 3))
for {numbers} in zip(range(100), [1, 2, 3] * 33):
    print(float(render(x, near, far)))
    print(float(render(x, near, far, training=True)))
    print(float(render(x, near, far, fine=True)))
    print(float(render(x, near, far, high=True)))
    print(float(render(x, near, far, training=True, fine=True)))
"""


def test_a_program_passes_tensors_or_numbers(tmp_path: Path) -> None:
    """Each of five modes has a trace, whether the bounds are computed or written; numbers that change, many."""
    assert found(tmp_path, BOUNDS.format(numbers="_, _"))["render"].recommendation.traces == 5
    for numbers in ("near, far", "_, far"):
        assert "render" not in found(tmp_path, BOUNDS.format(numbers=numbers))


def test_an_operator_in_place_changes_the_arrays_among_what_arrives(tmp_path: Path) -> None:
    program = """
import operator
from dm_env import specs

spec = specs.Array((2, 3), np.float32)

def scale(values):
    operator.imul(values, 2.0)

def step(x):
    for _ in range(20):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return x * len(spec.shape)

for _ in range(100):
    print(step(tf.ones((2, 3))))
    scale(np.ones(3) if _ else spec)
"""
    assert "step" in found(tmp_path, program)
    assert "step" not in found(tmp_path, program.replace("np.ones(3) if _ else ", ""))


def test_what_an_eager_function_runs_in_a_loop_gains_though_nobody_calls_that_function(tmp_path: Path) -> None:
    program = LOOP_OF_AN_EAGER_FUNCTION
    advised = found(tmp_path, program)["Attack.step"]
    assert advised.recommendation.fix == "unsafe"
    assert "no-known-caller" in {each.kind for each in advised.assumptions}
    # Others may call in a graph what can be one.
    assert "Attack.step" not in found(tmp_path, program.replace("x.numpy()", "x"))
    # Without the loop nobody knows how often it runs.
    once = program.replace("        for _ in range(100):\n            x = self.step(x)\n", "        x = self.step(x)\n")
    assert "Attack.step" not in found(tmp_path, once)


UNKNOWN_DATA_OF_A_MODEL = """
import somewhere

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.first, self.last = tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(3)

    def call(self, inputs):
        return tf.nn.softmax(self.last(self.first(inputs)) * 2.0 + 1.0)

model, loss, mean = Net(), tf.keras.losses.MeanSquaredError(), tf.keras.metrics.Mean()

def evaluate(images, labels):
    mean(loss(y_true=labels, y_pred=model(images)))

def infer(batch):
    return model([batch["image"]])

def scaled(images, factor):
    return model(images) * factor

def in_mode(images, training):
    return model(images, training=training)

while input():
    for images, labels in somewhere.load():
        evaluate(images, labels)
        print(infer(images), scaled(images, labels), in_mode(images, labels))
"""


CALLED_BY_TESTS = """
def step(x, pairs=None):
    if pairs is not None:
        for first, last in pairs:
            x = x + first - last
    return body(x)

def train():
    for _ in range(100):
        print(float(step(tf.ones((2, 3)))))

train()
"""
TESTS = """
import tensorflow as tf
from program import step

def test_step():
    step(tf.ones((2, 3)), tf.ones((2, 2)))
"""


def test_what_tests_alone_pass_keeps_no_function_eager(tmp_path: Path) -> None:
    (tmp_path / "test_program.py").write_text(TESTS, encoding="utf-8")
    advised = found(tmp_path, CALLED_BY_TESTS)["step"]
    assert advised.recommendation.fix == "unsafe"
    assert "seen-in-tests" in {each.kind for each in advised.assumptions}
    passed = CALLED_BY_TESTS.replace("step(tf.ones((2, 3)))", "step(tf.ones((2, 3)), tf.ones((2, 2)))")
    assert "step" not in found(tmp_path, passed)


RETURNED = """
from typing import NamedTuple

class Pair(NamedTuple):
    first: tf.Tensor
    second: tf.Tensor

class Plain:
    pass

mean = tf.keras.metrics.Mean()

def pair(x):
    return {"pair": Pair(body(x), body(x + 1.0))}

def plain(x):
    return {"x": body(x), "kept": [Plain()]}

def metric(x):
    mean.update_state(body(x))
    return [mean]

def numbered(x):
    return Pair(body(x), 1)

for _ in range(100):
    x = tf.ones((2, 3))
    print(float(pair(x)["pair"].second), plain(x), metric(x), numbered(x))
"""


def test_objects_are_no_results_of_graphs_and_named_tuples_are(tmp_path: Path) -> None:
    """In a container TensorFlow refuses them as well; a number in a named tuple comes back as a tensor."""
    fixes = {name: each.recommendation.fix for name, each in found(tmp_path, RETURNED).items() if name != "body"}
    assert fixes == {"pair": "safe"}


def test_a_step_that_multiplies_arrays_of_no_known_dtype_is_not_advised(tmp_path: Path) -> None:
    """Eagerly they take the dtype of the tensor. A graph raises, but for the one dtype that the tensor has."""
    assert "step" not in found(tmp_path, ARRAYS_OF_A_BUFFER)


ARRAYS_FOR_A_MODEL = """
import gym

first, second = tf.keras.Input((3,)), tf.keras.Input((3,))
both = tf.keras.layers.concatenate([first, second])
model = tf.keras.Model([first, second], tf.keras.layers.Dense(1)(tf.keras.layers.Dense(9)(both)))

def slopes(states, actions):
    actions = tf.convert_to_tensor(actions)
    with tf.GradientTape() as tape:
        tape.watch(actions)
        values = tf.squeeze({use})
    return tape.gradient(values, actions)

env = gym.make("CartPole-v1")
for _ in range(100):
    states = np.array([env.step(0)[0] for _ in range(4)])
    print(slopes(states, np.ones((4, 3), np.float32)).numpy())
"""


def test_a_model_converts_the_arrays_in_a_list_and_operations_do_not(tmp_path: Path) -> None:
    """Eagerly `tf.concat` and operators convert an array to what the tensor is; of its dtype nothing is known."""
    for use, advised in (
        ("model([states, actions])", True),
        ("model([states + actions, actions])", False),
        ("model([tf.concat([states, actions], 1)[:, :3], actions])", False),
    ):
        assert ("slopes" in found(tmp_path, ARRAYS_FOR_A_MODEL.format(use=use))) == advised


def test_unknown_values_that_a_model_is_given_are_data(tmp_path: Path) -> None:
    """Modes and factors from the same source may be other Python values at each call."""
    advised = found(tmp_path, UNKNOWN_DATA_OF_A_MODEL)
    fixes = {name: each.recommendation.fix for name, each in advised.items()}
    assert fixes == {"evaluate": "unsafe", "infer": "unsafe"}
    plain = UNKNOWN_DATA_OF_A_MODEL.replace("class Net(tf.keras.Model)", "class Net(tf.keras.callbacks.Callback)")
    assert "infer" not in found(tmp_path, plain)


def test_structures_that_arrive_together_are_no_grid(tmp_path: Path) -> None:
    """Five observations and two states are at most five traces of one object: each program has one of each."""
    assert found(tmp_path, KINDS_BY_PROGRAM)["Actor.policy"].recommendation.traces == 5
    modes = KINDS_BY_PROGRAM.replace("states = [tf.ones(3), (tf.ones(3), tf.ones(3))]", "states = [1, 2]")
    assert "Actor.policy" not in found(tmp_path, modes)


def test_lengths_that_an_advised_function_passes_are_one_length_in_its_graph(tmp_path: Path) -> None:
    def kinds(program: str) -> tuple[str | None, set[str]]:
        functions = {each.qualname: each for each in analysed(tmp_path, HEAD + program).functions}
        return functions["keep"].precondition, {hazard.kind for hazard in functions["keep"].hazards}

    assert kinds(LENGTHS_IN_A_STEP) == ("P1", set())
    eager = LENGTHS_IN_A_STEP.replace("tf.reduce_sum(keep(", "print(keep(").replace("found)))", "found)).numpy())")
    assert kinds(eager) == (None, {"retracing"})


def test_two_modes_are_two_traces(tmp_path: Path) -> None:
    advised = found(tmp_path, MODES)["step"].recommendation
    assert (advised.traces, advised.traces_because) == (2, "`how` has 2 values: `'double'`, `'once'`")


@pytest.mark.parametrize(
    ("program", "silent"),
    [
        (COUNTER, "step"),
        (A_TRACE_FOR_TWO_CALLS, "step"),
        (MODEL_FOR_EACH_TASK, "loss"),
        (MODEL_FOR_EACH_TASK, "adapt"),
        (HOLDS_THE_LOOP, "train"),
        (OLD, "step"),
        (END_OF_DATA, "step"),
        (REBOUND, "step"),
        (VARIABLES_BACK, "step"),
        (CAPTURED.replace("    return loss", "    tf.print('%.2f' % loss)"), "step"),
        (EACH_NAME, "Tower.score"),
        (CALLS_A_GRAPH, "outer"),
        (SETTLED_TOO_LATE, "train.step"),
        (UNKNOWN_DATA.replace("iter(somewhere.load())", "somewhere.load()"), "Trainer.step"),
        (MADE_FOR_A_FEW_CALLS, "fit.step"),
        (MADE_ONCE_FOR_A_NAME.replace('"one"))', '"one" if net.parts else "first"))'), "Net.forward"),
        (SAID_EACH_TIME, "Learner.step"),
        (ASKS_FOR_THE_MODE.replace("return tf.sqrt(tf.reduce_sum(x * x))", "raise RuntimeError"), "step"),
        (IN_A_SERVER.replace("server.bind([answer])", "return answer"), "main.answer"),
        (PERHAPS_AN_ARRAY.replace("    if somewhere.explores():\n    ", ""), "act"),
        (TOLD_WITH_A_VARIABLE.replace("told = {}", 'told = {"weights": weights}'), "act"),
        (TRAINS_SEVERAL.replace("part, optimizer in", "part, _ in").replace("optimizer.", "optimizers[0]."), "step"),
        (TRUE_IN_ONE_ROUND.replace("i == 0", "i"), "Learner.step"),
        (READS_ITS_SETTINGS.replace("node = result", "node = values"), "step"),
        (PREPARED.replace("    print(float", "    estimator.prepare()\n    print(float"), "Estimator.step"),
        (PREPARED.replace("estimator.prepare()\n", ""), "Estimator.step"),
        (BETWEEN_THE_RUNS.replace("last = ", "self.iteration += 1\n            last = "), "Solver.learn.step"),
    ],
)
def test_no_graph_is_advised(tmp_path: Path, program: str, silent: str) -> None:
    assert silent not in found(tmp_path, program)


def test_a_function_that_is_made_for_one_call_would_be_traced_at_each(tmp_path: Path) -> None:
    functions = {each.qualname: each for each in analysed(tmp_path, HEAD + MADE_FOR_EACH_LAYER).functions}
    assert "retracing" in {hazard.kind for hazard in functions["squared.norm"].hazards}


def test_a_step_that_is_made_for_each_run_is_advised(tmp_path: Path) -> None:
    assert "stepper.step" in found(tmp_path, MADE_FOR_EACH_RUN)


@pytest.mark.parametrize(
    ("program", "name"),
    [
        (SETTLED, "stepper.step"),
        (MADE_FOR_A_LOOP_OF_ITS_OWN, "fit.step"),
        (AN_OBJECT_FOR_EACH_PROGRAM, "Agent.act"),
    ],
)
def test_traced_a_few_times_for_each_of_its_kind(tmp_path: Path, program: str, name: str) -> None:
    assert name in found(tmp_path, program)


def test_the_step_in_the_loop_is_advised(tmp_path: Path) -> None:
    assert "step" in found(tmp_path, HOLDS_THE_LOOP)


@needs_tensorflow
@pytest.mark.parametrize(
    ("program", "name"),
    [
        (TRAINS_SEVERAL, "step"),
        (COUNTS_WITH_A_TENSOR.replace("    train()", "    train()\n    print(weights.numpy().sum())"), "train"),
        (CAPTURED, "step"),
        (MODES, "step"),
        (ITERATOR, "step"),
        (MADE_ONCE, "Net.forward"),
        (MADE_ONCE_FOR_A_NAME, "Net.forward"),
        (OF_TWO_OBJECTS, "Net.forward"),
        (PERHAPS_A_TENSOR, "step"),
        (SETTLED, "stepper.step"),
        (MADE_FOR_A_LOOP_OF_ITS_OWN, "fit.step"),
        (SAID_ONCE, "Learner.step"),
        (PERHAPS_A_CONDITION_ON_A_TENSOR, "step"),
        (ASKS_FOR_THE_MODE, "step"),
        (SEVERAL_OUTPUTS, "step"),
        (PREPARED, "Estimator.step"),
        (BETWEEN_THE_RUNS, "Solver.learn.step"),
        (NAMED_STRUCTURE, "step"),
    ],
)
def test_the_fixed_program_computes_the_same(tmp_path: Path, program: str, name: str) -> None:
    assert name in found(tmp_path, program)
    path = tmp_path / "program.py"
    before = run(_shortened(path))
    assert main(["--fix", "--unsafe-fixes", "--select", "HYB001", "--quiet", "--root", str(tmp_path), str(path)]) == 0
    assert f"@tf.function def {name.rpartition('.')[2]}(" in " ".join(path.read_text("utf-8").split())
    assert run(_shortened(path)) == pytest.approx(before, rel=1e-5)


def _shortened(path: Path) -> Path:
    """The program with a few rounds of a long loop, which takes a minute."""
    short = path.with_name("short.py")
    short.write_text(path.read_text("utf-8").replace("range(300)", "range(3)"), encoding="utf-8")
    return short


def run(path: Path) -> list[float]:
    """The numbers that a program prints."""
    done = subprocess.run([TENSORFLOW_PYTHON, str(path)], capture_output=True, text=True, check=True)
    return [float(line) for line in done.stdout.split()]


RANGED = """
epochs = tf.Variable(3)

def step(x, epoch):
    return body(x) * epoch

def train():
    for epoch in range(epochs + 1):
        print(step(tf.ones((2, 3)), epoch).numpy())

train()
"""


def test_the_numbers_of_a_range_that_runs_eagerly_are_no_tensors(tmp_path: Path) -> None:
    """AutoGraph makes `tf.range` of it; eagerly each number would be a trace of its own."""
    (tmp_path / "main.py").write_text(HEAD + RANGED, "utf-8")
    (row,) = [row for row in hybridize.analyze(tmp_path, root=tmp_path).functions if row.qualname == "step"]
    assert row.recommendation.fix != "safe"


TRAINER = """
import somewhere


class Trainer:
    def update(self, x):
        with tf.GradientTape() as tape:
            loss = body(tf.convert_to_tensor(x))
        weights.assign_sub(0.1 * tape.gradient(loss, weights))
        return loss

    def train(self, step, x):
        loss = self.update(x)
        if {test}:
            weights.assign(weights * 0.9)
        return loss


trainer = Trainer()
while True:
    trainer.train({step}, somewhere.batch())
"""


@pytest.mark.parametrize(
    ("test", "step", "names"),
    [
        ("step % 100 == 0", "somewhere.step()", ["Trainer.update"]),
        ("not step % 100", "somewhere.step()", ["Trainer.update"]),
        ("step % 100 == 0", "tf.constant(1)", ["Trainer.train"]),
        ("somewhere.flag", "somewhere.step()", ["Trainer.train"]),
    ],
)
def test_what_is_counted_with_is_no_data(tmp_path: Path, test: str, step: str, names: list[str]) -> None:
    report = analysed(tmp_path, HEAD + TRAINER.format(test=test, step=step))
    found = [each.qualname for each in report.findings if each.code == "HYB001" and each.qualname != "body"]
    assert found == names


REPLACED_CALL = """
first = tf.keras.layers.Dense(3)
model = tf.keras.Sequential([tf.keras.layers.Input((3,)), first, tf.keras.layers.Dense(3)])

def forward(x):
    return body(model(x))

def watched(x, layer):
    kept = []

    def watch(call):
        def wrapper(*args):
            kept.append(call(*args))
            return kept[0]
        return wrapper

    {assigned} = watch(first.call)
    forward(x)
    return kept

for _ in range(100):
    forward(tf.ones((2, 3)))
    watched(tf.ones((2, 3)), first)
"""


def test_a_graph_keeps_what_a_layer_does_though_a_caller_replaces_it(tmp_path: Path) -> None:
    for assigned, advised in (("layer.call", False), ("other", True)):
        assert ("forward" in found(tmp_path, REPLACED_CALL.format(assigned=assigned))) == advised


LONG = """
import tensorflow as tf
weights = tf.Variable(tf.ones((3, 3)))

def slopes(x, batch):
    with tf.GradientTape(persistent=True) as tape:
        for _ in range(9):
            x = tf.nn.tanh(tf.matmul(x, weights))
        parts = tf.reduce_sum(x, 1)
        out = []
        for i in range({rounds}):
            out.append({part})
    return out

for _ in range(1000):
    slopes(tf.ones((300, 3)), 300)
"""


@pytest.mark.parametrize(
    ("rounds", "part", "advised"),
    [
        ("batch", "tape.gradient(parts[i], weights)", False),
        ("300", "tape.gradient(parts[i], weights)", False),
        ("batch // 100", "tape.gradient(parts[i], weights)", True),
        ("3", "tape.gradient(parts[i], weights)", True),
        ("batch", "tf.exp(parts[i])", True),
        ("3000", "tf.exp(parts[i])", False),
    ],
)
def test_a_loop_that_makes_a_vast_graph_is_left_alone(tmp_path: Path, rounds: str, part: str, advised: bool) -> None:
    assert ("slopes" in found(tmp_path, LONG.format(rounds=rounds, part=part))) is advised


SLOPES = """
import tensorflow as tf
weights = tf.Variable(tf.ones((3, 3)))

def slopes(parts, x, scale):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = parts[0]
        for _ in range(9):
            y = tf.nn.tanh(tf.matmul(y, weights)) * scale
        loss = tf.reduce_sum(y * x)
    return tape.gradient(loss, {source})

for _ in range(99):
    data = tf.ones((2, 3))
    other = tf.ones((2, 3))
    both = [data, other]
    first = both[0]
    print(slopes({given}))
"""


@pytest.mark.parametrize(
    ("given", "source", "advised"),
    [
        ("both, both[0], other", "x", False),
        ("[data, other], x=data, scale=other", "x", False),
        ("both, first, other", "x", False),
        ("both, data, other", "x", False),
        ("both, both[0], other", "weights", True),
        ("both, tf.ones((2, 3)), data", "x", True),
        ("[other], data, other", "x", True),
    ],
)
def test_a_tensor_that_arrives_twice_has_no_gradient_in_a_graph(
    tmp_path: Path, given: str, source: str, advised: bool
) -> None:
    # What is watched says nothing where the gradient is that of variables.
    program = SLOPES.format(given=given, source=source)
    if source == "weights":
        program = program.replace("        tape.watch(x)\n", "")
    assert ("slopes" in found(tmp_path, program)) is advised


PROCEDURE = """\
import sys

import tensorflow as tf


class Trainer:
    def __init__(self, data):
        self.data, self.model, self.optimizer = data, self.make(), tf.keras.optimizers.Adam()

    def make(self):
        raise NotImplementedError()

    def loss(self, x, y):
        return tf.keras.losses.MeanSquaredError()(x, y)

    def train(self, limit):
        def step(x):
            with tf.GradientTape() as tape:
                loss = self.loss(self.model(x[0], training=True), x[1])
            gradients = tape.gradient(loss, self.model.trainable_variables)
            self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
            return loss

{rounds}

class Net(Trainer):
    def make(self):
        return tf.keras.Sequential([tf.keras.layers.Dense(1)])
"""
ROUNDS = """\
def rounds({given}):
    best = sys.maxsize
    for number, x in enumerate(self.data):
        new = tf.reduce_mean([step(x)])
        if best - new < limit:
            if number > 10:
                break
        else:
            best = new


"""
WITHIN = ROUNDS.format(given="") + "rounds()\n"
OUTSIDE = "    self.rounds(step, limit)\n\n" + ROUNDS.format(given="self, step, limit")


@pytest.mark.parametrize(
    ("rounds", "action"), [(indent(WITHIN, " " * 8), None), (indent(OUTSIDE, " " * 4), "hybridize")]
)
def test_what_stands_in_a_function_is_its_own(tmp_path: Path, rounds: str, action: str | None) -> None:
    """A helper may mean other values than those of this call; what is defined in the function cannot."""
    report = analysed(tmp_path, PROCEDURE.format(rounds=rounds))
    (train,) = [each for each in report.functions if each.qualname == "Trainer.train"]
    assert train.recommendation.action == action


PLAYED = """
import somewhere


def update(states, rate):
    {convert}
    with tf.GradientTape() as tape:
        loss = body(states) * {scaled}
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss


def play(settings):
    for _ in range(100):
        states = []
        for _ in range(20):
            states.append(somewhere.step())
        {before}
        print(float(update({states}, settings.rate)))


play(somewhere.settings())
"""
STACKED = "states = tf.convert_to_tensor(np.vstack(states), tf.float32)"
AS_THEY_ARE = "states = tf.convert_to_tensor(states)"


@pytest.mark.parametrize(
    ("convert", "before", "states", "advised"),
    [
        (STACKED, "pass", "states", False),
        (STACKED, "first = somewhere.first(states)", "first", False),
        (STACKED, "pass", "somewhere.first(states)", False),
        (AS_THEY_ARE, "first = somewhere.first(states)", "first", True),
        (AS_THEY_ARE, "states = np.vstack(states).astype(np.float32)", "states", True),
    ],
)
def test_what_is_not_known_and_made_for_a_call_is_no_number_for_numpy(
    tmp_path: Path, convert: str, before: str, states: str, advised: bool
) -> None:
    """Arrays are tensors of a graph, and numbers are traced one by one."""
    program = PLAYED.format(convert=convert, before=before, states=states, scaled="rate")
    assert ("update" in found(tmp_path, program)) == advised


def test_numpy_may_get_a_setting(tmp_path: Path) -> None:
    program = PLAYED.format(convert=AS_THEY_ARE, before="pass", states="tf.ones((2, 3))", scaled="np.log(rate)")
    assert "update" in found(tmp_path, program)


def test_numpy_gets_what_nobody_is_known_to_pass(tmp_path: Path) -> None:
    """A step that a class offers and nobody here calls."""
    step = """
class Trainer:
    def update(self, states):
        with tf.GradientTape() as tape:
            loss = body({states})
        weights.assign_sub(0.1 * tape.gradient(loss, weights))
        return loss
"""
    assert "Trainer.update" in found(tmp_path, step.format(states="states"))
    assert "Trainer.update" not in found(tmp_path, step.format(states="np.vstack(states)"))


EPISODES = """
import somewhere


def update(states, rewards):
    with tf.GradientTape() as tape:
        loss = body(tf.reshape(tf.convert_to_tensor(states), (-1, 3))) * tf.reduce_sum(rewards)
    weights.assign_sub(0.1 * tape.gradient(loss, weights))
    return loss


for _ in range(100):
    states, rewards = [], []
    {loop}:
        state, reward = somewhere.step()
        states.append(state)
        rewards.append(reward)
    print(float(update({states}, {rewards})))
"""


@pytest.mark.parametrize(
    ("loop", "states", "rewards", "advised"),
    [
        ("while somewhere.goes_on()", "states", "rewards", False),
        ("for _ in somewhere.steps()", "states", "rewards", False),
        ("for _ in range(8)", "states", "rewards", True),
        ("while somewhere.goes_on()", "tf.ones((8, 3))", "tf.constant(rewards)", True),
    ],
)
def test_lists_that_a_loop_fills_with_what_is_not_known(
    tmp_path: Path, loop: str, states: str, rewards: str, advised: bool
) -> None:
    """Each length is a trace of its own, and so is each number."""
    program = EPISODES.format(loop=loop, states=states, rewards=rewards)
    assert ("update" in found(tmp_path, program)) == advised


VALUES = """\
import mystery
import tensorflow as tf


def score(model, x, y):
    found = tf.argmax(model(x), -1)
    print(tf.reduce_sum(tf.exp(tf.sin(y) * 2.0 + y - 1.0)) / 3.0 + tf.reduce_max(y * y) * tf.reduce_mean(y))
    return {result}


model = tf.keras.Sequential([tf.keras.layers.Dense(4)])
for _ in range(100):
    score(model, tf.ones((3, 3)), tf.ones((3,)))
"""


@pytest.mark.parametrize(
    ("result", "advised"),
    [
        ("mystery.same(found, y).mean().item()", False),
        ("mystery.same(found, y).numpy()", False),
        ("mystery.same(found, y).tolist()", False),
        ("mystery.same(found, y)", True),
        ("{'mean': float(tf.reduce_mean(y))}", False),
        ("found, int(tf.reduce_max(y))", False),
        ("{'mean': tf.reduce_mean(y)}", True),
        ("mystery.same(found, y).item(0)", True),
    ],
)
def test_what_is_asked_for_its_value_may_be_a_tensor(tmp_path: Path, result: str, advised: bool) -> None:
    """PyTorch's tensors, those of eagerpy and NumPy's arrays are asked with the same words; `float` makes a tensor in a
    graph.
    """
    text = VALUES.format(result=result).replace("    print(", "    tf.print(")
    report = analysed(tmp_path, text)
    assert ("score" in [each.qualname for each in report.findings]) is advised
