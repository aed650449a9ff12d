# The weights of a layer, asked for before the function calls it: there where the program has called it before.
import tensorflow as tf

first = tf.keras.layers.Dense(1, kernel_initializer="ones")
second = tf.keras.layers.Dense(1, kernel_initializer="ones")
second(tf.ones((2, 3)))


def breaks(x):
    weights = first.trainable_variables
    return tf.reduce_sum(first(x)) + 100.0 * len(weights)


def works(x):
    weights = second.trainable_variables
    return tf.reduce_sum(second(x)) + 100.0 * len(weights)


for _ in range(3):
    print(float(breaks(tf.ones((2, 3)))), float(works(tf.ones((2, 3)))))
