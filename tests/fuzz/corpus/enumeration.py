import tensorflow as tf

import enum


class E1(enum.Enum):
    A = 1
    B = 2


m1 = E1.A


def subject(x, v, n):
    x = x * (2.0 if m1 is E1.A else 1.0)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    m1 = E1.A if k % 2 else E1.B  # refused: late-binding
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
