"""What a cached property makes is made once for an object, however often a loop asks for it."""
import functools

import tensorflow as tf

traces = []


class Scale:
    def __init__(self, by):
        self.by = by

    @tf.function
    def kept(self, x):
        traces.append("kept")  # expect: HYB004 - to count the traces
        return x / self.by

    @tf.function
    def anew(self, x):  # expect: HYB002 - the property is run in each round
        traces.append("anew")  # expect: HYB004 - to count the traces
        return x / self.by

    @tf.function
    def of_others(self, x):  # expect: HYB002 - each round asks another object
        traces.append("others")  # expect: HYB004 - to count the traces
        return x / self.by


def scaled(x):
    scale = Scale(tf.reduce_max(x))
    return scale.kept(x)


class Data:
    def __init__(self, x):
        self.x = x

    @functools.cached_property
    def scaled(self):
        return scaled(self.x)

    @property
    def rescaled(self):
        scale = Scale(tf.reduce_max(self.x))
        return scale.anew(self.x)

    @functools.cached_property
    def of_one(self):
        scale = Scale(tf.reduce_max(self.x))
        return scale.of_others(self.x)


data = Data(tf.constant([1.0, 2.0]))
for name in ("scaled", "x", "scaled", "x"):
    assert getattr(data, name) is not None
    assert data.scaled is not None
    assert data.rescaled is not None
    assert Data(data.x).of_one is not None
assert [traces.count(each) for each in ("kept", "anew", "others")] == [1, 4, 4]
