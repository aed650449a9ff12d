# A call of itself under a condition on a tensor is traced without end; a loop is one operation.
import tensorflow as tf


def breaks(n):
    if n < 1:
        return n
    return breaks(n - 1)


def works(n):
    while n >= 1:
        n = n - 1
    return n


print(int(breaks(tf.constant(5))), int(works(tf.constant(5))))
