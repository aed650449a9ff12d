import tensorflow as tf


def subject(x):
    if tf.reduce_sum(x) > 0.5:  # refused: autograph-limit
        w = tf.ragged.constant([[1.0], [2.0, 3.0]])
    else:
        w = tf.ones((2, 2))
    return tf.reduce_sum(w) + tf.reduce_sum(tf.sin(x) * tf.cos(x) + tf.tanh(x))


for k in (0.0, 1.0, 2.0, 0.0, 1.0, 3.0):
    print(float(subject(tf.ones(3) * k)))
