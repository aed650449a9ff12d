"""An attribute that each trace sets before it reads it is no state; one that lives on from call to call is."""
import tensorflow as tf


class Decoder:
    def __init__(self):
        self.size = 0
        self.calls = 0
        self.last = None

    def set_size(self, size):
        self.size = size

    def spread(self, x):
        return tf.ones((self.size, 1)) * x

    @tf.function
    def run(self, x):
        self.set_size(x.shape[0])
        return self.spread(x)

    @tf.function
    def counted(self, x):
        self.calls += 1  # expect: HYB004 - once for each trace
        return x * 2.0

    @tf.function
    def remembered(self, x):
        self.last = x.shape[0]  # expect: HYB004 - the program reads it
        return x * 2.0


class Scaled:
    def __init__(self, kind):
        self.kind = kind
        self.other = kind
        self.steps = self.widths = tf.ones(2)

    def turn(self, kind):
        self.other = kind

    @tf.function
    def run(self, x):
        if self.kind == "learned":
            self.steps = tf.nn.softmax(x)
        if self.other == "learned":
            self.widths = tf.nn.softmax(x)  # expect: HYB004 - an object may be of another kind by now
        return x * self.steps * self.widths

    def report(self):
        return (self.steps if self.kind == "fixed" else None), (self.widths if self.other == "fixed" else None)


decoder = Decoder()
assert decoder.run(tf.ones(2)).shape == (2, 2)
for _ in range(3):
    decoder.counted(tf.ones(2))
    decoder.remembered(tf.ones(2))
assert decoder.calls == 1
decoder.last = None
decoder.remembered(tf.ones(2))
assert decoder.last is None
learned = Scaled("learned")
for _ in range(3):
    learned.run(tf.ones(2))
learned.turn("fixed")
assert learned.report()[0] is None and not hasattr(learned.report()[1], "numpy")
assert Scaled("fixed").report()[0].numpy().tolist() == [1.0, 1.0]


class Layer:
    def __init__(self):
        self.cost = 0
        self.size = 0

    def __call__(self, x):
        self.cost = tf.size(x) * 2
        self.size = tf.size(x)  # expect: HYB004 - the program reads what the graph has left
        return x * 2.0


layer = Layer()
step = tf.function(lambda x: layer(x))


def search():
    found = []
    for _ in range(2):
        step(tf.ones(2))
        found.append(hasattr(layer.size, "numpy"))
        layer(tf.ones(3))
        found.append(int(layer.cost))
    return found


assert search() == [False, 6, True, 6]
