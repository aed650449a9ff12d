# Tracing finds a wrong shape before the operation does, and says so otherwise; an assertion is an operation.
import tensorflow as tf


def breaks(x, y):
    return tf.matmul(x, y)


def works(x, y):
    tf.debugging.assert_less(tf.reduce_sum(x), 100.0)
    return tf.reduce_sum(x) * tf.reduce_sum(y)


def tried(function, x, y):
    try:
        return float(tf.reduce_sum(function(x, y)))
    except tf.errors.InvalidArgumentError:
        return "refused"


try:
    print(float(tf.reduce_sum(breaks(tf.ones((2, 3)), tf.ones((2, 3))))))
except tf.errors.InvalidArgumentError:
    print("refused")
try:
    print(float(works(1000.0 * tf.ones((2, 3)), tf.ones((2, 3)))))
except tf.errors.InvalidArgumentError:
    print("refused")
