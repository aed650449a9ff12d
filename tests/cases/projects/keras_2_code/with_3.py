"""Another program of the project, which runs with Keras 3."""

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
    net(tf.ones((1, 2)))
