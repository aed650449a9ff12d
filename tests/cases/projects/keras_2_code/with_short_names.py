"""A program with the same loss under its short name, and one that Keras itself has: it runs with Keras 3."""

import keras
import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    @tf.function
    def call(self, x):  # expect: HYB016
        return self.dense(x)


net = Net()
for _ in range(3):
    tf.keras.losses.MSE(tf.ones((1, 1)), net(tf.ones((1, 2))))
    keras.losses.mean_squared_error(tf.ones((1, 1)), net(tf.ones((1, 2))))
