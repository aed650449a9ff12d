# A captured array that is changed in place; one that nobody changes stays.
import numpy as np
import tensorflow as tf


prior = np.ones(2, np.float32)
fixed = np.ones(2, np.float32)


def breaks(x):
    return x * prior


def works(x):
    return x * fixed


for i in range(3):
    print(breaks(tf.ones(2)).numpy(), works(tf.ones(2)).numpy())
    prior[0] = 10.0 * (i + 1)
