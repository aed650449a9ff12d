# The count of its calls: unsafe.
import functools

import tensorflow as tf

w = tf.Variable([[0.5, 0.2], [0.1, 0.3]])


def body(x):
    for _ in range(3):
        x = tf.nn.tanh(tf.matmul(x, w) + 0.5)
    return tf.reduce_sum(x)


@functools.lru_cache
def size(n):
    return n + 1.0


def subject(x):
    return body(x) * size(2.0)


print(size.cache_info())  # uncovered


for _ in range(100):
    print(float(subject(tf.ones((2, 2)))))
