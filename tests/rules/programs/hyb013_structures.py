"""What is asked for its structure alone is as good as unchanged; what is asked for more stays as it was traced."""

import tensorflow as tf


class Network:
    def __init__(self):
        self.structure = None
        self.start = None

    def init(self, value):
        self.structure = [tf.fill((2,), value), (tf.fill((2,), value),)]
        self.start = float(value)
        return tf.nest.flatten(self.structure)

    @tf.function
    def step(self, flat):
        first, (second,) = tf.nest.pack_sequence_as(self.structure, flat)
        return first * 2.0 + second

    @tf.function
    def shifted(self, flat):
        return flat[0] + self.start  # expect: HYB013 - the number of the first call


network = Network()
for value in (1.0, 2.0, 3.0):
    parameters = network.init(value)
    stepped, moved = network.step(parameters), network.shifted(parameters)
assert stepped.numpy().tolist() == [9.0, 9.0]
assert moved.numpy().tolist() == [4.0, 4.0]
