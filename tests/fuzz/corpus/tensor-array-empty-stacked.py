import tensorflow as tf


def subject(x):
    rows = tf.TensorArray(tf.float32, 0, dynamic_size=True)
    return tf.reduce_sum(rows.stack()) + x  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
