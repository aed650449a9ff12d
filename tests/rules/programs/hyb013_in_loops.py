"""Graphs that each round makes anew, and what comes in the first round alone: nothing changes between their calls."""
import tensorflow as tf

data = [tf.ones(2)] * 2
seen = []
for rate in (0.5, 1.0, 1.5, 2.0):

    @tf.function
    def step(x):  # expect: HYB002 - a graph for each rate
        return x * rate

    for x in data:
        seen.append(float(step(x)[0]))
assert seen == [0.5, 0.5, 1.0, 1.0, 1.5, 1.5, 2.0, 2.0]


class Sweep:
    def run(self):
        out = []
        for factor in range(4):
            self.factor = float(factor)
            fn = tf.function(self.scaled)  # expect: HYB002 - a graph for each factor
            out += [float(fn(x)[0]) for x in data]
        return out

    def scaled(self, x):
        return x * self.factor


class Within:
    def run(self):
        out = []
        for factor in range(4):
            self.factor = float(factor)
            fn = tf.function(self.scaled)  # expect: HYB002 - a graph for each factor
            for x in data:
                out.append(float(fn(x)[0]))
                self.factor += 1.0
        return out

    def scaled(self, x):
        return x * self.factor  # expect: HYB013 - the second call of each graph finds what the first one found


assert Sweep().run() == [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]
assert Within().run() == [0.0, 0.0, 1.0, 1.0, 2.0, 2.0, 3.0, 3.0]


class Lazy:
    def __init__(self):
        self.w = None
        self.scale = 1.0

    def init(self, x):
        self.w = tf.Variable(tf.ones_like(x))

    def begin(self, scale):
        self.scale = scale

    @tf.function
    def weighted(self, x):
        return tf.reduce_sum(self.w * x)

    @tf.function
    def first(self, x):
        return x * self.scale

    @tf.function
    def late(self, x):
        return x * self.scale  # expect: HYB013 - the first call found another one

    def train(self):
        for number, x in enumerate(data):
            if self.w is None:
                self.init(x)
            if number == 0:
                self.begin(2.0 * float(x[0]))
            assert float(self.weighted(x)) == 2.0
            assert float(self.first(x)[0]) == 2.0

    def after(self):
        out = []
        for number, x in enumerate(data):
            out.append(float(self.late(x)[0]))
            if number == 0:
                self.begin(3.0 * float(x[0]))
        return out


lazy = Lazy()
lazy.train()
assert lazy.after() == [2.0, 2.0]
