import tensorflow as tf


def subject(x, v, n):
    tf.debugging.assert_positive(x)
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))


for value in (0.75, 0.25, -0.5, 1.5):
    try:  # refused: changes-exception-type
        print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(2)).numpy())  # refused: changes-exception-type
    except Exception as error:
        print(type(error).__name__, str(error).splitlines()[0])
