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

    def summed(self, x):
        @tf.function
        def total():
            return x + self.seed

        run = total if self.options else None
        return [float(run()) for _ in range(2)]

    def both(self, x):
        self.seed = 1.0
        first = self.summed(x)
        self.seed = 2.0
        return first + self.summed(x)

    def raised(self, x):
        @tf.function
        def total():
            return x + self.seed  # expect: HYB013 - `lift` changes it while this graph is called

        found = []
        for _ in range(2):
            found.append(float(total()))
            self.lift()
        return found

    def lift(self):
        self.seed += 1.0


class Table:
    def __init__(self):
        self.entries = {"scale": 2.0}

    @tf.function
    def scaled(self, x):
        return x * self.entries["scale"]


class Grown:
    def __init__(self):
        self.entries = {"scale": 2.0}

    @tf.function
    def scaled(self, x):
        return x * self.entries["scale"]  # expect: HYB013 - `note` is given this dictionary, and no other


def note(entries, number):
    entries["scale"] = number


one = tf.constant(1.0)
other = {"scale": 3.0}
reader = Reader(kept if len(grown) == 0 else other)
for number in range(3):
    assert float(reader.either(one)) == 2.0
    other["more"] = number
    reader.once(one)
    assert float(reader.rebuild(float(number))(one)) == float(number)
table, growing, notes = Table(), Grown(), {}
for number in range(3):
    assert float(table.scaled(one)) == 2.0
    note(table.entries if number > 5 else notes, number)
    assert float(growing.scaled(one)) == 2.0
    note(growing.entries, number)
assert reader.both(one) == [2.0, 2.0, 3.0, 3.0]
assert reader.raised(one) == [3.0, 3.0]
