"""Graphs that a function returns: they live as long as those who get them keep them."""
import tensorflow as tf

traces = []


class Trainer:
    def __init__(self, factor):
        self.factor = factor
        self.kept = None

    def make(self):
        @tf.function
        def evaluate(x):  # expect: HYB002 - each validation makes another one, and drops it
            traces.append("evaluate")  # expect: HYB004 - once for each trace
            return x * self.factor

        def run(x):
            return evaluate(x)

        return run

    def make_kept(self):
        @tf.function
        def kept(x):
            traces.append("kept")  # expect: HYB004 - once for each trace
            return x * self.factor

        return kept

    def make_train(self):
        @tf.function
        def train(x):
            traces.append("train")  # expect: HYB004 - once for each trace
            return x + self.factor

        return train

    def validate(self, data):
        run = self.make()
        if self.kept is None:
            self.kept = self.make_kept()
        for x in data:
            run(x)
            self.kept(x)

    def fit(self, data):
        train = self.make_train()
        for _ in range(6):
            for x in data:
                train(x)
            self.validate(data)


def factory(factor):
    @tf.function
    def scaled(x):
        traces.append("scaled")  # expect: HYB004 - once for each trace
        return x * factor

    return scaled


CALLS = {}


def cached(factor):
    if factor not in CALLS:
        CALLS[factor] = factory(factor)
    return CALLS[factor]


data = [tf.ones(2)] * 3
Trainer(2.0).fit(data)
for x in data:
    cached(3.0)(x)
assert [traces.count(name) for name in ("evaluate", "kept", "train", "scaled")] == [6, 1, 1, 1]


class Parser:
    def make(self):
        @tf.function
        def parse(x):  # `map` traces what it is given for each data set, also where it was no graph
            return tf.cast(x, tf.float32) * 2.0

        return parse

    def make_step(self):
        @tf.function
        def replica(x):  # expect: HYB002 - a strategy runs what it is given
            return tf.cast(x, tf.float32) * 2.0

        return replica


def mapped(parser):
    strategy = tf.distribute.get_strategy()
    for x in tf.data.Dataset.range(3).map(parser.make()):
        strategy.run(parser.make_step(), args=(x,))


parser = Parser()
for _ in range(5):
    mapped(parser)
