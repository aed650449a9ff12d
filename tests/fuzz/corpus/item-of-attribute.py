import tensorflow as tf


class Box:
    def __init__(self):
        self.h = [tf.zeros(()), tf.zeros(())]


def subject(x, v, n):
    box = Box()
    for r in v:
        box.h[-1] = box.h[-1] + tf.tanh(r) * x  # refused: autograph-limit
    x = box.h[0] + 2.0 * box.h[1]
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
