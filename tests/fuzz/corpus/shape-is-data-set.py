import tensorflow as tf

data = tf.data.Dataset.range(1, 3)


def subject(x):
    return tf.ones(data) * tf.reduce_sum(x)  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
