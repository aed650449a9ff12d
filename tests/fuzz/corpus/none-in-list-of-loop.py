import tensorflow as tf


def subject(x):
    w = [x, x]
    for _ in tf.range(tf.cast(x[0], tf.int32)):  # refused: uncovered
        w = [x, None]
    return tf.reduce_sum(w[0]) + tf.reduce_sum(tf.sin(x) * tf.cos(x) + tf.tanh(x))


for k in (0.0, 1.0, 2.0, 0.0, 1.0, 3.0):
    print(float(subject(tf.ones(3) * k)))
