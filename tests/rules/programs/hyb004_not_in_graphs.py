"""What is no effect of a graph, though it would be one eagerly: arrays that are passed, objects of their own traces."""
import numpy as np
import tensorflow as tf

weights = np.ones(2, np.float32)


def smooth(targets, amount):
    targets *= 1.0 - amount
    return targets


@tf.function
def loss(batch):
    return tf.reduce_sum(smooth(batch["targets"], 0.5))


@tf.function
def decayed(x):
    global weights
    weights *= 0.5  # expect: HYB004 - the array of the module stays what it is to the trace
    return x * weights


class Image:
    """Holds an array, or the tensor of a trace."""

    def __init__(self, pixels):
        self.pixels = pixels

    def normalize(self):
        self.pixels -= tf.constant([1.0, 2.0])
        return self.pixels


@tf.function
def prepared(pixels):
    return Image(pixels).normalize()


class Table:
    def __init__(self, rows):
        self.rows = rows

    @tf.function
    def shifted(self, x):
        self.rows += 1.0  # expect: HYB004 - once, as the program reads
        return x * 2.0


@tf.function
def aliased(x):
    known = weights
    known *= 2.0  # expect: HYB004 - it is the array of the module
    return x * known


class Compiled:
    def __init__(self):
        self.done = False

    @tf.function
    def run(self, x):
        if self.done is False:
            print("compiling")
            self.scale = 2.0
            self.done = True
        return x * self.scale


class Settings:
    """Each object is traced by itself, so that each has its attributes."""

    made = 0

    @tf.function
    def __init__(self, scale):  # expect: HYB002 - each object is a trace
        self.scale = scale
        Settings.made += 1

    def __call__(self, x):
        return x * self.scale


class Optimizer:
    """Tells once how much there is to train."""

    def __init__(self):
        self.first = True
        self.told = False

    def __call__(self, values):
        self.first and print("training", len(values), "values")
        if not self.told:
            print("for the first time")
        total = tf.add_n(values)
        self.first = False
        self.told = True
        return total


@tf.function
def step(optimizer, x):
    # The first call turns the switches for good, which all traces of this optimizer find turned.
    return optimizer([x, x])


class Loud:
    def __init__(self):
        self.first = True

    def __call__(self, values):
        if self.first:
            print("step of", values)
        return tf.add_n(values)


@tf.function
def loud_step(optimizer, x):
    return optimizer([x, x])  # expect: HYB004 - nobody turns the switch


batch = {"targets": np.ones(2, np.float32)}
assert [float(loss(batch)) for _ in range(3)] == [1.0, 1.0, 1.0]
assert batch["targets"].tolist() == [1.0, 1.0]
decayed(tf.ones(2))
decayed(tf.ones(2))
assert weights.tolist() == [0.5, 0.5]
for _ in range(2):
    aliased(tf.ones(2))
assert weights.tolist() == [1.0, 1.0]
compiled = Compiled()
for _ in range(2):
    assert float(compiled.run(tf.ones(()))) == 2.0
assert Image(np.ones(2, np.float32)).normalize().numpy().tolist() == [0.0, -1.0]
for _ in range(2):
    assert prepared(np.ones(2, np.float32)).numpy().tolist() == [0.0, -1.0]
table = Table(np.zeros(2))
for _ in range(2):
    table.shifted(tf.ones(2))
assert table.rows.tolist() == [1.0, 1.0]
one, two = Settings(2.0), Settings(3.0)
assert (one(1.0), two(1.0), Settings.made) == (2.0, 3.0, 2)
optimizer, loud = Optimizer(), Loud()
for _ in range(3):
    step(optimizer, tf.ones(()))
    loud_step(loud, tf.ones(()))
