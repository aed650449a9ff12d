# What is assigned again after tracing stays as it was; a variable is read at each call.
import tensorflow as tf

scale = 1.0
rate = tf.Variable(1.0)


def breaks(x):
    return x * scale


def works(x):
    return x * rate


for i in range(3):
    print(float(breaks(tf.constant(2.0))), float(works(tf.constant(2.0))))
    scale = 10.0 * (i + 1)
    rate.assign(scale)
