"""Bug study, Listing 11: a layer that initializes itself at its first call and remembers that in Python."""

import tensorflow as tf


class NormalizedDense(tf.keras.layers.Layer):
    def __init__(self):  # expect: none - a constructor
        super().__init__()
        self.ready = False
        self.scale = tf.Variable(1.0)

    # report: has_side_effects=false
    def rescale(self, inputs):  # expect: none - an operation or two, at the first call only
        self.scale.assign(tf.math.reduce_std(inputs))

    # report: published_precondition=null, has_side_effects=true, failures~side-effects
    def call(self, inputs):  # expect: none - remembers in Python that it is ready
        if not self.ready:
            self.rescale(inputs)
            self.ready = True
        return inputs / self.scale


layer = NormalizedDense()
for _ in range(3):
    layer(tf.random.uniform((4, 2)))
