# A result in a named tuple: safe.
import collections

import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


Pair = collections.namedtuple('Pair', 'a b')


def subject(x):
    return Pair(body(x), body(x + 1.0)).a


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
