# A loop on a tensor carries no item whose index it binds itself; one with a name from outside it carries.
import tensorflow as tf


def breaks(x):
    sums = [tf.zeros(()), tf.zeros(())]
    for row in x:
        for k in range(2):
            sums[k] = sums[k] + tf.tanh(row) * float(k + 1)
    return sums[0] + sums[1]


def works(x):
    sums = [tf.zeros(()), tf.zeros(())]
    k = 1
    for row in x:
        sums[k] = sums[k] + tf.tanh(row)
    return sums[0] + sums[1]


for scale in (1.0, 2.0, 3.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())
