import tensorflow as tf


def subject(x):
    if tf.reduce_sum(x) > 0.5:  # refused: autograph-limit
        w = (x, tf.sin)
    else:
        w = (x, tf.cos)
    return tf.reduce_sum(w[1](w[0])) + tf.reduce_sum(tf.sin(x) * tf.cos(x) + tf.tanh(x))


for k in (0.0, 1.0, 2.0, 0.0, 1.0, 3.0):
    print(float(subject(tf.ones(3) * k)))
