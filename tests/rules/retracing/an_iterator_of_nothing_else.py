# silent: the iterator of a data set, where there is one
import tensorflow as tf


@tf.function
def f(rows):
    return next(rows)


data = None
if tf.__version__:
    data = tf.data.Dataset.range(3)
for _ in range(3):
    rows = iter(data)
    f(rows)
