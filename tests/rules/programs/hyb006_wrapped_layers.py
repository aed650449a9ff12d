"""A layer around layers of the project makes the variables that these make, and none of its own."""
import tensorflow as tf


class Shift(tf.keras.layers.Layer):
    """A recurrent cell without weights: it adds what it has seen before."""

    state_size = 2
    output_size = 2

    def __init__(self, offset, **options):
        super().__init__(**options)
        self.offset = offset

    def build(self, shape):
        super().build(shape)

    def call(self, inputs, states):
        total = inputs + states[0] + self.offset
        return total, [total]


class Weighted(Shift):
    """The same with a weight."""

    def build(self, shape):
        self.scale = self.add_weight(shape=(2,), initializer="ones", name="scale")
        self.built = True


@tf.function
def plain(x):
    cell = Shift(1.0)
    return tf.keras.layers.RNN(cell)(x)


@tf.function
def weighted(x):
    cell = Weighted(1.0)  # expect: HYB006 - a second trace makes the weight again
    return tf.keras.layers.RNN(cell=cell)(x)  # expect: HYB006 - its layer has that weight


assert plain(tf.ones((1, 1, 2))).shape == plain(tf.ones((1, 2, 2))).shape == (1, 2)
try:
    weighted(tf.ones((1, 1, 2)))
    weighted(tf.ones((1, 2, 2)))
    raise AssertionError("a second trace makes variables")
except ValueError as error:
    assert "tf.function only supports singleton" in str(error)
