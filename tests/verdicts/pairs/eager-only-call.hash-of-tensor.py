# A tensor as a member of a set, where no eager call comes: a trace comes there. A text has a hash.
import tensorflow as tf


def breaks(x):
    if tf.reduce_max(x) > 100.0:
        seen = {x}
        x = x / float(len(seen))
    return tf.tanh(x) * 2.0 + tf.sin(x)


def works(x):
    if tf.reduce_max(x) > 100.0:
        seen = {"x"}
        x = x / float(len(seen))
    return tf.tanh(x) * 2.0 + tf.sin(x)


for number in (1.0, 2.0, 3.0):
    print(breaks(number * tf.ones(2)).numpy(), works(number * tf.ones(2)).numpy())
