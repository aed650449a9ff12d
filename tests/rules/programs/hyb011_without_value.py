"""What is called for what it does happens once a trace: later calls do not wait, and do not seed again."""
import time

import numpy as np
import tensorflow as tf


@tf.function
def waits(x):
    time.sleep(0.01)  # expect: HYB011 - later calls do not do it again
    return x * 2.0


@tf.function
def seeds(x):
    np.random.seed(3)  # expect: HYB011 - later calls do not do it again
    return x * 2.0


waits(tf.ones(3))
seeds(tf.ones(3))
first = np.random.uniform()
seeds(tf.ones(3))
assert np.random.uniform() != first
