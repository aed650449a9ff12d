import tensorflow as tf

data = tf.data.Dataset.range(6)


def subject(x):
    for each in data.take(3):  # refused: uncovered
        tf.debugging.assert_less(each, tf.constant(9, tf.int64))  # refused: autograph-limit
    return x * tf.cast(each, tf.float32)


for i in range(3):
    print(subject(tf.constant([1.0, 2.0]) + i).numpy())
