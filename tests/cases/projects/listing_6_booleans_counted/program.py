"""Listing 6 with `boolean-literals`: the argument counts as a literal."""

import tensorflow as tf
from tensorflow.keras import Model, layers


class NeuralNet(Model):
    def __init__(self):  # expect: none - a constructor
        super().__init__()
        self.first = layers.Dense(128, activation="relu")
        self.second = layers.Dense(256, activation="relu")
        self.out = layers.Dense(10)

    # report: published_precondition=null, literal_parameters=is_training, failures~literal-parameter
    def call(self, x, is_training=False):  # expect: none - receives a literal
        x = self.first(x)
        x = self.second(x)
        x = self.out(x)
        if not is_training:
            x = tf.nn.softmax(x)
        return x


net = NeuralNet()
for _ in range(3):
    net(tf.ones((4, 784)), is_training=True)
    net(tf.ones((4, 784)))
