# A result of a dictionary that fills itself: no fix.
import collections

import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


def subject(x):  # changes-result-type
    found = collections.defaultdict(list)
    found['a'].append(body(x))
    return found


for _ in range(3):
    print(float(subject(tf.ones((2, 2)))['a'][0]))
