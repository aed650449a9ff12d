# The clock by way of a helper: no fix.
import time

import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def helper(x):
    return x * time.time()


def subject(x):
    return body(helper(x)) * 0.0  # clock, side-effects


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
