# A generator cannot be traced, a function that stacks its results can.
import tensorflow as tf


def breaks(x):
    for i in range(3):
        yield x * i


def works(x):
    return tf.stack([x * i for i in range(3)])


print([float(each) for each in breaks(tf.constant(1.0))], works(tf.constant(1.0)).numpy())
