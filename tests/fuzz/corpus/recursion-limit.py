import tensorflow as tf
import sys


def subject(x, v, n):  # refused: late-binding
    x = x + float(sys.getrecursionlimit() % 7)  # refused: uncovered
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    sys.setrecursionlimit(3000 + k)
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
