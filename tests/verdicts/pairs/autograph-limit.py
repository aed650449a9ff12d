# A name that only one branch binds; with both branches AutoGraph converts the condition.
import tensorflow as tf


def breaks(x):
    if tf.reduce_sum(x) > 0.0:
        sign = tf.constant(1.0)
    return x * sign


def works(x):
    if tf.reduce_sum(x) > 0.0:
        sign = tf.constant(1.0)
    else:
        sign = tf.constant(-1.0)
    return x * sign


print(breaks(tf.ones(2)).numpy(), works(-tf.ones(2)).numpy())
