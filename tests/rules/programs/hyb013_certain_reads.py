"""A change is told where it certainly is of what the graph reads."""

import tensorflow as tf

kept, grown = {"scale": 2.0}, {}


class Reader:
    def __init__(self, options):
        self.options = options
        self.first = None
        self.seed = 1.0

    @tf.function
    def either(self, x):
        return x * self.options["scale"]

    @tf.function
    def once(self, x):
        if self.first is None:
            self.first = self.seed
        return x * 2.0

    def rebuild(self, seed):
        self.seed = seed

        @tf.function
        def graph(x):
            return x * self.seed

        return graph


one = tf.constant(1.0)
other = {"scale": 3.0}
reader = Reader(kept if len(grown) == 0 else other)
for number in range(3):
    assert float(reader.either(one)) == 2.0
    other["more"] = number
    reader.once(one)
    assert float(reader.rebuild(float(number))(one)) == float(number)
