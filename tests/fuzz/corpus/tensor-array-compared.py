import tensorflow as tf


def subject(x, n):
    kept = tf.TensorArray(tf.float32, 3)
    if kept.unstack(x) == kept:  # refused: uncovered
        return tf.sin(x)
    return tf.cos(x)


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i, tf.constant(i)).numpy())
