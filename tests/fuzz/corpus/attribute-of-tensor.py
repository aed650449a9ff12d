import tensorflow as tf


def subject(x):
    y = tf.exp(-x) + tf.math.log1p(x * x) + tf.cos(x) * tf.tanh(x)
    y.tag = 3  # refused: uncovered
    return y


for i in range(5):
    print(subject(tf.ones((4, 4)) * i).tag)
