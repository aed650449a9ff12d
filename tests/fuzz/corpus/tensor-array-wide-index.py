import tensorflow as tf


def subject(x, n):
    kept = tf.TensorArray(tf.float32, 3)
    for k in tf.range(3, dtype=tf.int64):
        kept = kept.write(k, x)  # refused: autograph-limit, conflicting-dtypes
    return kept.stack()


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i, tf.constant(i)).numpy())
