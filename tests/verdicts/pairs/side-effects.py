# A Python effect happens while the function is traced, an operation at each call.
import tensorflow as tf

calls = []
count = tf.Variable(0)


def breaks(x):
    calls.append(1)
    return tf.reduce_sum(x)


def works(x):
    count.assign_add(1)
    return tf.reduce_sum(x)


for _ in range(3):
    breaks(tf.ones(3))
    works(tf.ones(3))
    print(len(calls), int(count))
