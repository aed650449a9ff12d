"""The same loss where the program trains the model: `fit` makes the graph."""

import tensorflow as tf


def loss(y, p):
    print("loss", y.numpy())  # expect: HYB007
    return tf.reduce_mean(tf.square(y - p))


net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
net.compile("sgd", loss=loss)
net.fit(tf.ones((4, 2)), tf.ones((4, 1)))
