# What stands under `tf.init_scope` runs once for each trace.
import tensorflow as tf


count = tf.Variable(0.0)


def breaks(x):
    with tf.init_scope():
        count.assign_add(1.0)
    return x * 2.0


def works(x):
    count.assign_add(10.0)
    return x * 2.0


for _ in range(3):
    print(float(breaks(tf.constant(1.0))), float(works(tf.constant(1.0))), float(count))
