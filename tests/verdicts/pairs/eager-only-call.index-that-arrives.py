# A NumPy integer is an index of a list; in a graph it arrives as a tensor. A Python number is a constant of the trace.
import numpy as np
import tensorflow as tf

layers = [tf.Variable(1.0), tf.Variable(2.0)]


def breaks(x, index):
    return x * layers[index]


def works(x, index=1):
    return x * layers[index]


for number in np.arange(2):
    print(breaks(tf.ones(2), number).numpy(), works(tf.ones(2)).numpy())
