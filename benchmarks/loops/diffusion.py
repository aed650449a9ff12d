"""A simulation: no gradients, a state that goes from round to round."""

import numpy as np
import tensorflow as tf

random = np.random.default_rng(2)
first = tf.constant(1.0 - 0.02 * random.random((24, 24)).astype("float32"))
second = tf.constant(0.3 * random.random((24, 24)).astype("float32"))

for moment in range(1500):
    around = tf.roll(first, 1, 0) + tf.roll(first, -1, 0) + tf.roll(first, 1, 1) + tf.roll(first, -1, 1)
    others = tf.roll(second, 1, 0) + tf.roll(second, -1, 0) + tf.roll(second, 1, 1) + tf.roll(second, -1, 1)
    met = first * tf.square(second)
    first = first + 0.04 * (around - 4.0 * first) - met + 0.03 * (1.0 - first)
    second = second + 0.02 * (others - 4.0 * second) + met - 0.09 * second
    if moment % 300 == 299:
        print(moment, "%.4f %.4f" % (float(tf.reduce_mean(first)), float(tf.reduce_mean(second))))
