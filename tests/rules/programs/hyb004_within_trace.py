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


decoder = Decoder()
assert decoder.run(tf.ones(2)).shape == (2, 2)
for _ in range(3):
    decoder.counted(tf.ones(2))
    decoder.remembered(tf.ones(2))
assert decoder.calls == 1
decoder.last = None
decoder.remembered(tf.ones(2))
assert decoder.last is None
