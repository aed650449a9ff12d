"""Keras runs the steps of the model as Python: the layer is called once for each batch."""
import tensorflow as tf

calls = []


class Counting(tf.keras.layers.Layer):
    def call(self, x):
        calls.append(1)
        return 2.0 * x


model = tf.keras.Sequential([tf.keras.layers.Input((2,)), Counting(), tf.keras.layers.Dense(1)])
model.compile("sgd", "mse", run_eagerly=True)  # expect: HYB012 - all steps run as Python
before = len(calls)
model.fit(tf.ones((8, 2)), tf.ones((8, 1)), batch_size=2, verbose=0)
assert len(calls) - before >= 4

other = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1)])
other.compile("sgd", "mse")
other.run_eagerly = True  # expect: HYB012 - the attribute says the same
assert other.run_eagerly
