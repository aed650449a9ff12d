# A loop over a data set makes one tensor of a list that it carries, and finds no list behind it; a tuple stays one.
import tensorflow as tf

rows = tf.data.Dataset.from_tensor_slices(tf.ones((5, 2)))


def breaks(x):
    sums = [x, tf.zeros(2)]
    for row in rows:
        sums = [sums[0] + tf.tanh(row), sums[1] + row]
    return sums[0] + sums[1]


def works(x):
    sums = (x, tf.zeros(2))
    for row in rows:
        sums = (sums[0] + tf.tanh(row), sums[1] + row)
    return sums[0] + sums[1]


for scale in (1.0, 2.0, 3.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())
