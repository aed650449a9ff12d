import tensorflow as tf


class Slotted:
    __slots__ = ("k",)

    def __init__(self, k):
        self.k = k


slotted = Slotted(1.0)
setter = Slotted.k.__set__


def subject(x, v, n):
    return tf.reduce_sum(tf.stack([x * slotted.k, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for number, value in enumerate((0.75, 0.25, -0.5, 1.5)):
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(2)).numpy())
    setter(slotted, 2.0 + number)  # refused: late-binding
