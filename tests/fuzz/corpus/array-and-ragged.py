import numpy as np
import tensorflow as tf

rows = tf.ragged.constant([[1.0], [2.0, 3.0]])
ones = np.ones(1, "float32")


def subject(x):
    return [ones + rows, tf.sin(x)]  # refused: uncovered


for i in range(3):
    print(len(subject(tf.constant([1.0, 2.0]) + i)[0]))
