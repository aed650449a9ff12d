# An iterator that the call makes: no fix.
import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x, pairs):
    total = body(x)
    for a, b in pairs:  # iterator, side-effects
        total += a * b
    return total


for _ in range(3):
    print(float(subject(tf.ones((2, 2)), zip([1.0, 2.0], [3.0, 4.0]))))
