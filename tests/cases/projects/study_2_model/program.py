"""Bug study, Listings 2 and 5: a hybrid model, called with tensors of two lengths; none of its literals varies."""

import tensorflow as tf


class Scorer(tf.Module):
    def __init__(self):  # expect: none - a constructor
        super().__init__()
        self.scale = tf.Variable(2.0)

    @tf.function
    # report: hybrid=true, published_precondition=null, tensor_parameters=x, failures~no-literal-parameter
    def __call__(self, x):  # expect: none - two shapes, two traces
        return tf.reduce_sum(tf.cast(x, tf.float32) * self.scale)


scorer = Scorer()
first = scorer(tf.constant([1, 2, 3]))
second = scorer(tf.constant([1, 2, 3, 4, 5]))
