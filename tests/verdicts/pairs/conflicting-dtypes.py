# Eagerly an array takes the dtype of the variable that it meets, in a graph it has its own.
import numpy as np
import tensorflow as tf

weight = tf.Variable([1.0, 2.0])
data = np.array([1.5, 2.5])


def breaks(x, array):
    return tf.reduce_sum(weight * array) + x


def works(x, array):
    return tf.reduce_sum(weight * tf.cast(array, tf.float32)) + x


for i in range(3):
    print(float(breaks(tf.constant(float(i)), data)), float(works(tf.constant(float(i)), data)))
