"""What each round makes and changes itself, and what `map` traces anew, is as it was when the graph was made."""
import tensorflow as tf


class Own:
    def __init__(self):
        self.rate = 1.0

    def set_rate(self, rate):
        self.rate = rate

    @tf.function
    def run(self, x):  # expect: HYB002 - each round makes an object with a trace of its own
        return x * self.rate


class Kept:
    def __init__(self):
        self.rate = 1.0

    @tf.function
    def run(self, x):
        return x * self.rate  # expect: HYB013 - the rate of the first round stays


options = {"scale": 1.0}


def scaled(x):
    return x * options["scale"]


x = tf.constant(1.0)
kept = Kept()
for number in range(1, 6):
    own = Own()
    own.set_rate(float(number))
    assert float(own.run(x)) == float(number)
    kept.rate = float(number)
    assert float(kept.run(x)) == 1.0
    options["scale"] = float(number)
    data = tf.data.Dataset.from_tensor_slices([1.0]).map(scaled)
    assert [float(each) for each in data] == [float(number)]


class Lazy:
    """What is made once, before anybody reads it, does not change any more."""

    def __init__(self):
        self.total = None
        self.counters = {}

    def add(self, x):
        if self.total is None:
            self.total = tf.Variable(0.0)
        if "rows" not in self.counters:
            self.counters["rows"] = tf.Variable(0.0)
        self.total.assign_add(x)
        self.counters["rows"].assign_add(1.0)

    @tf.function
    def mean(self):
        return self.total / self.counters["rows"]


lazy = Lazy()
for _ in range(3):
    lazy.add(x)
    assert float(lazy.mean()) == 1.0


class Sets:
    """What the graph itself sets before it reads it is its own, whoever else sets it."""

    def __init__(self):
        self.scale = 1.0

    @tf.function
    def scaled(self, x):
        self.scale = 2.0
        return x * self.scale

    def shown(self, x):
        self.scale = 3.0
        return float(x * self.scale)


sets = Sets()
for _ in range(2):
    assert float(sets.scaled(x)) == 2.0
    assert sets.shown(x) == 3.0


class PutsBack:
    """What is put back before anybody calls the graph again has not changed."""

    def __init__(self):
        self.speed = 2.0
        self.kept = 2.0

    @tf.function
    def scaled(self, x):
        return x * self.speed

    @tf.function
    def added(self, x):
        return x + self.kept  # expect: HYB013 - what is left there is another number

    def without(self, x):
        speed = self.speed
        try:
            self.speed = 0.0
            return float(x * self.speed)
        finally:
            self.speed = speed

    def changing(self, x):
        speed = self.speed
        try:
            self.kept = 0.0
            return float(x * self.kept)
        finally:
            self.kept = speed + 1.0


puts = PutsBack()
for _ in range(2):
    assert float(puts.scaled(x)) == 2.0
    assert float(puts.added(x)) == 3.0
    assert puts.without(x) == puts.changing(x) == 0.0
