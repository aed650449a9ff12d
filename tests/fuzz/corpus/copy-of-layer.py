import copy

import tensorflow as tf

layer = tf.keras.layers.Dense(2, kernel_initializer="ones")
layer.build((None, 2))


def subject(x):
    return copy.copy(layer)(tf.stack([[tf.sin(x), tf.tanh(x)]]))  # refused: uncovered


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())
