"""Effects that nobody misses when a graph does not repeat them, and their look-alikes."""

import logging

import tensorflow as tf

parts, others, inside = {}, {}, {}
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
assert (numbered.count, parts, others, inside) == (1, {"scale": 2}, {"shift": 3}, {"inner": 1})
assert len(lengths) == 3
