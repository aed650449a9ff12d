# An array that a function changes: safe.
import numpy as np
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


table = np.ones((2, 2), np.float32)


def subject(x):
    return body(x + table)


def other():
    table[0] += 3.0


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
