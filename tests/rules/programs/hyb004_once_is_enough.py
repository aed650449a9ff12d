"""Effects that nobody misses when a graph does not repeat them, and their look-alikes."""

import logging

import tensorflow as tf

parts, others, inside, structure, structures = {}, {}, {}, {}, {}
lengths = [1]
logger = logging.getLogger(__name__)


def register(name, part):
    if name in parts.keys():
        if parts[name] != part:
            raise ValueError(name)
    parts[name] = part


def replace(name, part):
    others[name] = part


@tf.function
def registered(x):
    register("scale", 2)
    return x * 2.0


@tf.function
def replaced(x):
    replace("shift", 3)  # expect: HYB004 - what was there before is lost with the first call alone
    return x + 3.0


def fill(sizes):
    sizes += [0] * (3 - len(sizes))


@tf.function
def filled(x):
    fill(lengths)
    return x + 1.0


class Numbered:
    def __init__(self):
        self.number = 0
        self.count = 0

    @tf.function
    def named(self, x):
        self.number += 1
        name = "double_{}".format(self.number)
        return tf.multiply(x, 2.0, name=name)

    @tf.function
    def counted(self, x):
        self.count += 1  # expect: HYB004 - it is computed with, and not only shown in a name
        return x * float(self.count)


@tf.function
def logged(x, kind):
    logger.info("a step of %s", kind)
    return x + 1.0


@tf.function
def outer(x):
    def inner(y):
        inside["inner"] = 1  # expect: HYB004 - told where it is written, not where `inner` is called
        return y + 1.0

    return inner(x)


@tf.function
def flattened(x):
    state = {"a": x, "b": x + 1.0}
    if not structure:
        structure["state"] = tf.nest.map_structure(lambda _: None, state)
        structure["number"] = len(state)
    return tf.nest.flatten(state)


@tf.function
def flattened_again(x):
    state = {"a": x, "b": x + 1.0}
    if not structure:
        structures["number"] = len(state)  # expect: HYB004 - the test asks for another dictionary
    return tf.nest.flatten(state)


class Stepping:
    def __init__(self, optimizer):
        self.optimizer = optimizer

    @tf.function
    def step(self, x):
        self.optimizer.check_variables = lambda *variables: None
        self.optimizer.kind = "first"  # expect: HYB004 - others set something else
        self.optimizer.value = lambda: float(x.shape[0])  # expect: HYB004 - it differs from trace to trace
        return x * 2.0


stepping = Stepping(tf.keras.optimizers.SGD())
numbered = Numbered()
one = tf.constant(1.0)
for _ in range(3):
    registered(one)
    replaced(one)
    filled(one)
    numbered.named(one)
    assert numbered.counted(one).numpy() == 1.0
    logged(one, "kind")
    outer(one)
    flattened(one)
    flattened_again(one)
    stepping.step(tf.ones(2))
assert (numbered.count, parts, others, inside) == (1, {"scale": 2}, {"shift": 3}, {"inner": 1})
assert len(lengths) == 3
stepping.optimizer.kind = "second"
assert structure and structures == {}


class Decay:
    def __init__(self):
        self.used, self.late, self.busy = False, False, False
        self.runs = []

    def extend(self, run):
        if self.used:
            raise ValueError("it has run")
        self.runs.append(run)

    def reset(self):
        self.busy = False

    @tf.function
    def generate(self, x):
        self.used = True
        return x * 2.0

    @tf.function
    def started(self, x):
        self.busy = True  # expect: HYB004 - `reset` takes it back, and no later call says it again
        return x * 3.0

    @tf.function
    def perhaps(self, x):
        if len(self.runs) > 1:  # expect: HYB013 - the list grows with each call
            self.late = True  # expect: HYB004 - the first call does not say it, and so no other one
        return x * 4.0


decay = Decay()
decay.extend(1)
for _ in range(2):
    decay.generate(tf.constant(1.0))
    decay.started(tf.constant(1.0))
    decay.perhaps(tf.constant(1.0))
    decay.runs.append(1)
    was, late = decay.busy, decay.late
    decay.reset()
assert decay.used and not was and not late
print(decay.used, decay.late, decay.busy)
