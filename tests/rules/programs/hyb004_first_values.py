"""Attributes that the first call reads before it sets them, and attributes behind properties."""
import tensorflow as tf


class Decay:
    def __init__(self):
        self.rate = 1.0
        self.first = True
        self.same = 2.0
        self._steps = 0
        self._own = 0

    @property
    def steps(self):
        return self._steps

    @steps.setter
    def steps(self, value):
        self._steps = value

    @tf.function
    def scaled(self, x):
        y = x * self.rate
        self.rate = 0.5  # expect: HYB004 - eagerly the second call computes with it
        return y

    @tf.function
    def chosen(self, x):
        y = x * (3.0 if self.first else 1.0)
        self.first = False  # expect: HYB004 - eagerly the second call chooses otherwise
        return y

    @tf.function
    def as_before(self, x):
        y = x * self.same
        self.same = 2.0
        return y

    @tf.function
    def counted(self, x):
        self.steps = self.steps + 1  # expect: HYB004 - others read the property
        return x

    @tf.function
    def of_this_call(self, x):
        self._own = 3.0
        return x * self._half()

    def _half(self):
        return self._own / 2.0


decay, x = Decay(), tf.constant(1.0)
assert [float(decay.scaled(x)) for _ in range(2)] == [1.0, 1.0]
assert [float(decay.chosen(x)) for _ in range(2)] == [3.0, 3.0]
assert [float(decay.as_before(x)) for _ in range(2)] == [2.0, 2.0]
assert [float(decay.of_this_call(x)) for _ in range(2)] == [1.5, 1.5]
for _ in range(3):
    decay.counted(x)
assert decay.steps == 1
