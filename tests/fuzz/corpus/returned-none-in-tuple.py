import tensorflow as tf


def chosen(x):
    if tf.reduce_sum(x) > 0.5:
        return x, None
    return x, x * 2.0


def subject(x):
    w = chosen(x)  # refused: autograph-limit
    return tf.reduce_sum(w[0]) + tf.reduce_sum(tf.sin(x) * tf.cos(x) + tf.tanh(x))


for k in (0.0, 1.0, 2.0, 0.0, 1.0, 3.0):
    print(float(subject(tf.ones(3) * k)))
