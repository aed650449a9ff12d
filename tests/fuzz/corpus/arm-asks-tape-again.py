import tensorflow as tf


def subject(x, v, n):
    with tf.GradientTape() as tape:
        tape.watch(v)
        y = tf.reduce_sum(tf.sin(v) * x)
    if tf.reduce_max(v) > 0.25:
        slope = tape.gradient(y, v)
    else:
        slope = tape.gradient(y, v) * 2.0  # refused: autograph-limit
    return tf.reduce_sum(slope * tf.tanh(v) + tf.cos(v))


for value, rounds in [(0.75, 2), (0.25, 0), (-0.5, 1)]:
    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())
