import tensorflow as tf


class Scale:
    def __init__(self, k):
        self.k = k


one, two = Scale(1.0), Scale(2.0)


def subject(x):
    w = one
    for _ in tf.range(tf.cast(x[0], tf.int32)):  # refused: autograph-limit
        w = one
    return tf.reduce_sum(x * w.k) + tf.reduce_sum(tf.sin(x) * tf.cos(x) + tf.tanh(x))


for k in (0.0, 1.0, 2.0, 0.0, 1.0, 3.0):
    print(float(subject(tf.ones(3) * k)))
