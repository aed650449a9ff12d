import tensorflow as tf


def subject(x):
    found = tf.sparse.from_dense(x)
    return found == 1  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]) + i))
