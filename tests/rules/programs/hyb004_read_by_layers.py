"""What a trace gives a layer of Keras, and lets it read at once, nobody misses; what it leaves there somebody may."""
import tensorflow as tf


class Normalized:
    def __init__(self, layer):
        self.layer = layer
        self.scale = tf.Variable(1.0)

    def _normalize(self):
        self.layer.scale = 2.0 * self.scale

    @tf.function
    def __call__(self, x):
        self._normalize()
        return self.layer(x)


class Left:
    def __init__(self, layer):
        self.layer = layer

    @tf.function
    def __call__(self, x):
        y = self.layer(x)
        self.layer.note = tf.reduce_sum(y)  # expect: HYB004 - set when the layer has run
        return y


x = tf.constant([1.0, 2.0])
normalized, left = Normalized(tf.keras.layers.Rescaling(1.0)), Left(tf.keras.layers.Rescaling(3.0))
for factor in (1.0, 2.0, 3.0):
    normalized.scale.assign(factor)
    assert normalized(x).numpy().tolist() == [2.0 * factor, 4.0 * factor]
    left(x)
assert not hasattr(left.layer.note, "_numpy")
