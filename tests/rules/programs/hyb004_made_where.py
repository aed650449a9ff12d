"""A graph that is made only where a flag is off runs nothing that stands behind the flag."""
import tensorflow as tf

seen = []


class Model:
    def __init__(self, split, shown):
        self.split = split
        self.shown = shown
        self.turned = False

    def rows(self, x):
        if self.split:
            seen.append("rows")
            return x.numpy()
        return x

    def whole(self, x):
        if self.split:
            return x
        seen.append("whole")
        return x

    def make(self, eager):
        def step(x):
            if eager:
                seen.append("eager")
            if not eager:
                seen.append("graph")  # expect: HYB004 - the graph is made here
            return tf.reduce_sum(self.rows(x) + self.whole(x))  # expect: HYB004 - `self.split` is false in the graph

        if not self.split and not eager:
            step = tf.function(step)
        return step

    def make_with_other_flag(self):
        def step(x):
            if self.split:
                return float(x.numpy()[0])  # expect: HYB007 - another flag decides about the graph
            return tf.reduce_sum(x)

        return tf.function(step) if self.shown else step

    def make_once(self):
        def step(x):
            if self.turned:
                seen.append("turned")  # expect: HYB004 - it is turned before the first call
            return tf.reduce_sum(x)

        if not self.turned:
            step = tf.function(step)
            self.turned = True
        return step


model = Model(False, True)
step = model.make(False)
for _ in range(3):
    step(tf.ones(3))
assert seen == ["graph", "whole"]
Model(True, True).make(False)(tf.ones(3))
assert seen == ["graph", "whole", "graph", "rows"]
model.make_with_other_flag()(tf.ones(3))
try:
    Model(True, True).make_with_other_flag()(tf.ones(3))
except AttributeError:
    seen.append("refused")
assert seen[-1] == "refused"
step = model.make_once()
step(tf.ones(3))
step(tf.ones(3))
assert seen[-1] == "turned" and seen.count("turned") == 1
assert seen
