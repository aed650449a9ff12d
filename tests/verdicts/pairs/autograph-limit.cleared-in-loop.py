# A list that is cleared in a loop on a tensor: a trace does so though there may be no round. A row gives a round each.
import tensorflow as tf


def breaks(x, n):
    kept = [x, x]
    for _ in tf.range(n):
        kept.clear()
    return x * float(len(kept))


def works(x, n):
    kept = [x, x]
    for _ in tf.range(tf.shape(x)[0]):
        kept.clear()
    return x * float(len(kept))


for rounds in (0, 1, 2):
    print(breaks(tf.ones(2), tf.constant(rounds)).numpy(), works(tf.ones(2), tf.constant(rounds)).numpy())
