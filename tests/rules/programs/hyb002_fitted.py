"""Layers of models that are each fitted are traced once for each model, which takes nothing beside the training."""

import tensorflow as tf


class Scores(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):
        return tf.nn.softmax(x * 2.0)


class Others(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):  # expect: HYB002 - a layer for each round
        return tf.nn.softmax(x * 2.0)


def compare(x, y):
    for size in range(2, 12):
        model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(size), Scores()])
        model.compile(optimizer="sgd", loss="mse")
        model.fit(x, tf.tile(y, (1, size)), epochs=1, verbose=0)
        Scores()(x)


def apply(x):
    for _ in range(10):
        layer = Others()
        print(layer(x))


compare(tf.ones((8, 3)), tf.ones((8, 1)))
apply(tf.ones((8, 3)))
