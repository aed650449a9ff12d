import tensorflow as tf


def subject(x, n):
    kept = tf.TensorArray(tf.float32, 0, dynamic_size=True, infer_shape=False)  # refused: uncovered
    for k in tf.range(n):
        kept = kept.write(k, x)
    return kept.stack()


for i in range(3):
    print(subject(tf.constant([1.0, 2.0, 3.0]) + i, tf.constant(i)).numpy())
