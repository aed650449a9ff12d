# Of the indices that are written out, a loop on a tensor carries those that are literals.
import tensorflow as tf


def breaks(x):
    sums = [tf.zeros(()), tf.zeros(())]
    for row in x:
        sums[-1] = sums[-1] + tf.tanh(row)
    return sums[0] + sums[1]


def works(x):
    sums = [tf.zeros(()), tf.zeros(())]
    for row in x:
        sums[1] = sums[1] + tf.tanh(row)
    return sums[0] + sums[1]


for scale in (1.0, 2.0, 3.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())
