"""What `call` leaves on a model, its losses and metrics read behind it in each trace; nobody else does."""

import numpy as np
import tensorflow as tf


class Coded(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(3, kernel_initializer="ones")
        self.mean = None
        self.seen = None

    def call(self, x):
        self.mean = self.dense(x)
        self.seen = self.mean * 2.0  # expect: HYB004 - the program reads it, and finds a tensor of the trace
        return self.seen


model = Coded()


def spread(y_true, y_pred):
    return tf.reduce_mean(tf.square(model.mean))


def loss(y_true, y_pred):
    return spread(y_true, y_pred) + tf.reduce_mean(tf.square(y_true - y_pred))


ones = np.ones((8, 3), "float32")
model.compile(loss=loss, optimizer="sgd", metrics=[spread])
history = model.fit(ones, ones, epochs=2, verbose=0, validation_data=(ones, ones)).history
assert history["spread"][0] > history["spread"][1]
assert not hasattr(model.seen, "numpy")
