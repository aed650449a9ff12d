import tensorflow as tf


def subject(x, axis):
    return tf.nn.softmax(tf.sin(x) * tf.tanh(x), axis=axis)  # refused: eager-only-call


for value in (0.75, 0.25, -0.5, 1.5, 0.75):
    print(subject(tf.constant([[value, 1.0], [0.5, 2.0]]), tf.constant(0)).numpy())
