import tensorflow as tf


def subject(x):
    return tf.IndexedSlices(tf.sin(x) * tf.tanh(x) * tf.exp(x), [1])  # refused: uncovered


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    slices = subject(tf.constant([value]))
    print(slices.values.numpy(), slices.indices)
