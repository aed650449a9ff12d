"""A program whose optimizer Keras 3 refuses: it runs with Keras 2."""

import tensorflow as tf


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    @tf.function
    def call(self, x):
        return self.dense(x)


net = Net()
net.compile(tf.keras.optimizers.Adam(lr=0.1), "mse")
for _ in range(3):
    net(tf.ones((1, 2)))
