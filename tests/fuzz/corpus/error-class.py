import tensorflow as tf


def subject(x, y):
    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]) + y)


for k in range(6):
    try:  # refused: changes-exception-type
        print(subject(tf.constant(0.5), tf.ones(4) if k == 2 else tf.ones(3)).numpy())
    except Exception as error:
        print(type(error).__name__)
