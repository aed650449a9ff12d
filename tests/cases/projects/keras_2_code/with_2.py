"""Keras 2 under its own name: nothing is traced while a model is built."""

import tensorflow as tf
import tf_keras


class Net(tf_keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf_keras.layers.Dense(1)

    @tf.function
    def call(self, x):
        return self.dense(x)


net = Net()
for _ in range(3):
    net(tf.ones((1, 2)))
