"""Several causes behind one call, in nested functions, and through two helpers."""

import random
import time

import numpy as np
import tensorflow as tf

total = 0
strategy = tf.distribute.MirroredStrategy(["/cpu:0"])


def low(x):
    global total
    total += 1
    return x.numpy() + random.random()


def middle(x):
    weight = tf.Variable(1.0)
    return low(x) * weight


@tf.function
def high(x):
    return middle(x)  # expect: HYB004, HYB006, HYB007, HYB011


@tf.function
def nested(x):
    def inner(y):
        first = np.random.random()  # expect: HYB011
        second = np.random.random()  # expect: HYB011
        return y * first * second

    return inner(x)


@tf.function
def distributed(x):
    def replica(y):
        begin = time.time()  # expect: HYB011
        z = y * 2.0
        tf.print("took", time.time() - begin)  # expect: HYB011
        return z

    return strategy.run(replica, args=(x,))


def shout(x):
    print("first", x)
    print("second", x)
    return x


@tf.function
def loud(x):
    return shout(x) + shout(x)  # expect: HYB004, HYB004 - two causes, though they are called twice


for _ in range(3):
    high(tf.constant(1.0))
    nested(tf.ones(3))
    distributed(tf.ones((16, 4)))
    loud(tf.ones(2))
print(total)
