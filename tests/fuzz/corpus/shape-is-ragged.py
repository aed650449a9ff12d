import tensorflow as tf

rows = tf.ragged.constant([[[1], [2]], []])


def subject(x):
    return tf.ones(rows[-1]) * tf.reduce_sum(x)  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
