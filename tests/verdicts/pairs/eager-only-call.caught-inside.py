# A graph raises when it runs; the `try` around the operation was only traced.
import tensorflow as tf


def breaks(x):
    try:
        return tf.linalg.inv(x)
    except tf.errors.InvalidArgumentError:
        return tf.linalg.pinv(x)


def works(x):
    if tf.abs(tf.linalg.det(x)) > 1e-6:
        return tf.linalg.inv(x)
    return tf.linalg.pinv(x)


for scale in (1.0, 0.0, 2.0):
    x = tf.constant([[1.0, 0.0], [0.0, 1.0]]) * scale
    print(breaks(x).numpy().round(2), works(x).numpy().round(2))
