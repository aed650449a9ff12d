import tensorflow as tf


def subject(x, n):
    return tf.sin(x) * float(x.shape[n])  # refused: uncovered


for i in range(2):
    print(subject(tf.ones((2, 3)), tf.constant(i)).numpy())
