import tensorflow as tf


def subject(x):
    total = tf.reduce_sum(x)

    def with_total(e):
        return e + total.numpy()

    return tf.numpy_function(with_total, [x], tf.float32)  # refused: uncovered


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i))
