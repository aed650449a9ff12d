"""Only what certainly changes between two calls of one graph, on the object that it reads, is told."""
import tensorflow as tf


class Several:
    """Of several objects that one place makes, another one changes."""

    def __init__(self, rate):
        self.rate = rate

    def set_rate(self, rate):
        self.rate = rate

    @tf.function
    def run(self, x):
        return x * self.rate


class Other:
    """The same of a function that makes objects."""

    def __init__(self, rate):
        self.rate = rate

    def set_rate(self, rate):
        self.rate = rate

    @tf.function
    def run(self, x):
        return x * self.rate


class Single:
    """One object is made, changed and asked again."""

    def __init__(self, rate):
        self.rate = rate

    def set_rate(self, rate):
        self.rate = rate

    @tf.function
    def run(self, x):
        return x * self.rate  # expect: HYB013 - the first rate stays


class Either:
    """Each way of a condition calls the graph once, or sets the rate before."""

    def __init__(self, rate):
        self.rate = rate

    def set_rate(self, rate):
        self.rate = rate

    @tf.function
    def run(self, x):
        return x * self.rate


class Trainer:
    """Its own method counts, and asks again."""

    def __init__(self):
        self.steps = 0.0

    @tf.function
    def step(self, x):
        return x * self.steps  # expect: HYB013 - the count of the first trace stays

    def train(self, x):
        out = []
        for _ in range(3):
            out.append(float(self.step(x)))
            self.steps += 1.0
        return out


def make(rate):
    return Other(rate)


def either(mode, x):
    chosen = Either(1.0)
    if mode == "once":
        return chosen.run(x)
    if mode == "set":
        chosen.set_rate(2.0)
        return chosen.run(x)
    return chosen.run(x) * 3.0


x = tf.constant(1.0)
several = [Several(float(number)) for number in range(3)]
several[1].run(x)
several[2].set_rate(5.0)
assert float(several[1].run(x)) == 1.0

one, other = make(float(x)), make(float(x))
one.run(x)
other.set_rate(5.0)
assert float(one.run(x)) == 1.0

single = Single(1.0)
single.run(x)
single.set_rate(5.0)
assert float(single.run(x)) == 1.0

assert [float(either(mode, x)) for mode in ("once", "set", "")] == [1.0, 2.0, 3.0]
assert Trainer().train(x) == [0.0, 0.0, 0.0]

table = tf.zeros(2).numpy()


@tf.function
def filled(x):
    return x + table


for index in range(2):
    table[index] = 1.0
assert float(filled(x)[0]) == 2.0

count = 0
modes = {"scale": 2.0, "shown": 0}


@tf.function
def numbered(x):
    global count
    count += 1  # expect: HYB004 - counts traces
    return x * 2.0 + float(count) * 0.0


@tf.function
def scaled(x):
    return x * modes["scale"]


def searched(value):
    bound = 1.0

    @tf.function
    def bounded(x):
        return x * bound

    found = float(bounded(x)) + float(bounded(x))
    try:
        if value > 1.0:
            raise ValueError(value)
    except ValueError:
        bound = 2.0
        return found + searched(1.0)
    return found


for _ in range(3):
    numbered(x)
    assert float(scaled(x)) == 2.0
    modes["shown"] = modes["shown"] + 1
assert searched(3.0) == 4.0

factor = tf.constant(1.0)


@tf.function
def drawn(x):
    return x * factor


def report(x):
    return float(drawn(x))


assert report(x) == 1.0
factor = tf.constant(2.0)


@tf.function
def drawn(x):  # noqa: F811
    return x + factor


assert report(x) == 3.0
