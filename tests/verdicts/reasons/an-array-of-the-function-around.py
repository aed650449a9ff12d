# An array of the function around: no fix.
import numpy as np
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def outer(data):
    table = np.ones((2, 2), np.float32)

    def subject(x):
        return body(x + table)

    for k in range(3):
        table[0] = k  # late-binding
        print(float(subject(data)))


outer(tf.ones((2, 2)))
