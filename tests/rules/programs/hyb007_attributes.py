"""`np.shape` and `np.ndim` ask a tensor for its attributes; what else NumPy is given, it takes as an array."""

import numpy as np
import tensorflow as tf


@tf.function
def asked(x):
    rows, _ = np.shape(x)
    return x * float(rows) if np.ndim(x) == 2 else x


@tf.function
def counted(x):
    return x * np.size(x)  # expect: HYB007 - there is no such attribute


assert asked(tf.ones([2, 3])).numpy().sum() == 12.0
try:
    counted(tf.ones([2, 3]))
except NotImplementedError:
    pass
else:
    raise AssertionError("it is traced")
