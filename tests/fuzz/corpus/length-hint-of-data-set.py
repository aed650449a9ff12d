import operator

import tensorflow as tf

data = tf.data.Dataset.range(3)


def subject(x):
    return tf.sin(x) * tf.tanh(x) * operator.length_hint(data)  # refused: uncovered


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant(value)).numpy())
