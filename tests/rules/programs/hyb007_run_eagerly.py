"""A loss may ask its tensors for their values where Keras is told to run eagerly."""

import numpy as np
import tensorflow as tf

seen = []


def loss(y, p):
    seen.append(np.asarray(y).sum())
    return tf.reduce_mean((y - p) ** 2)


def traced(y, p):
    return tf.reduce_mean((y - p) ** 2) * float(np.asarray(y).sum())  # expect: HYB007 - it is traced


data = np.ones((10, 4), "float32"), np.ones((10, 3), "float32")
net = tf.keras.Sequential([tf.keras.layers.Dense(3)])
net.compile(optimizer="sgd", loss=loss, run_eagerly=True)  # expect: HYB012 - it is needed
net.fit(*data, batch_size=5, epochs=2, verbose=0)
assert len(seen) >= 4

other = tf.keras.Sequential([tf.keras.layers.Dense(3)])
other.compile(optimizer="sgd", loss=traced)
try:
    other.fit(*data, batch_size=5, epochs=2, verbose=0)
except (NotImplementedError, RuntimeError, TypeError, ValueError):
    pass
else:
    raise AssertionError("a graph has no values")
