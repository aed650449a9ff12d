# An operation that is called: safe.
import tensorflow as tf


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, x) + 0.5)
    return tf.reduce_sum(x)


def subject(x, c):
    return body(c(x))


for _ in range(100):
    print(float(subject(tf.ones((2, 2)), tf.sin)))
