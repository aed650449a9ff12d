# An operation that is compared: no fix.
import tensorflow as tf


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, x) + 0.5)
    return tf.reduce_sum(x)


def subject(x, c):  # unusable-argument
    return body(x) if c is tf.sin else body(x + 1.0)


for _ in range(100):
    print(float(subject(tf.ones((2, 2)), tf.sin)))
