import tensorflow as tf


def subject(x, n):
    kept = tf.TensorArray(tf.float32, 3)
    kept.unstack(x)  # refused: autograph-limit
    return kept.stack()  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i, tf.constant(i)).numpy())
