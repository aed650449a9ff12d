# The seed of the interpreter: no fix.
import sys

import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x):  # late-binding
    return body(x) * float(sys.getrecursionlimit() > 9)  # uncovered


def other():
    sys.setrecursionlimit(99)


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
