import tensorflow as tf
import numpy as np


generator = np.random.default_rng(3)


def subject(x, v, n):
    x = x * float(generator.bit_generator.state['state']['state'] % 7)  # refused: uncovered
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for k, (value, rounds) in enumerate([(0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3), (0.75, 2)]):
    generator.random()
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
