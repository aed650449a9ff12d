import tensorflow as tf


def subject(x):
    rows = tf.TensorArray(tf.float32, 3).unstack(x[:, tf.newaxis])
    rows = rows.unstack(x)  # refused: uncovered
    return rows.stack()


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
