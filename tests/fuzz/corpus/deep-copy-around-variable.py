import copy

import tensorflow as tf


class Held:
    def __init__(self):
        self.weight = tf.Variable(2.0)


held = Held()


def subject(x):
    return tf.sin(x) * tf.tanh(x) * copy.deepcopy(held).weight  # refused: uncovered


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())
