"""Generators of data sets run as Python whenever elements are taken, even where a trace makes the data set."""
import time

import numpy as np
import tensorflow as tf

draws = np.random.RandomState(3)
taken = []


def numbers():
    while len(taken) % 4 != 3:
        taken.append(1)
        time.sleep(0.0)
        yield float(draws.uniform())
    taken.append(0)


def drawn(x):
    return x + draws.uniform()  # expect: HYB011 - `map` traces this one


def interleaved():
    parts = tf.data.Dataset.range(2)
    return parts.interleave(lambda _: tf.data.Dataset.from_generator(numbers, tf.float32, ()))


first = [float(each) for each in interleaved()]
second = [float(each) for each in interleaved()]
assert len({*first, *second}) == len(first) + len(second) > 6
assert len({float(each) for each in tf.data.Dataset.from_tensor_slices([0.0] * 3).map(drawn)}) == 1
