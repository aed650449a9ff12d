# Python's random number is drawn once, that of the operation at each call.
import random

import tensorflow as tf

random.seed(1)


def breaks(x):
    return x * random.random()


def works(x, seed):
    return x * tf.random.stateless_uniform((), seed)


for i in range(3):
    print(float(breaks(tf.constant(1.0))), float(works(tf.constant(1.0), tf.constant([1, i]))))
