# A graph that reads an array that a loop changes: no fix.
import numpy as np
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


table = np.ones((2, 2), np.float32)


@tf.function
def subject(x):
    return body(x + table)  # HYB013, late-binding


for k in range(3):
    print(float(subject(tf.ones((2, 2)))))
    table[0] = k
