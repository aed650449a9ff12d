"""A process traces what it runs once and for itself; rounds of one process are another thing."""
import multiprocessing

import tensorflow as tf

traces = []


def alone(rank):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.build((None, 2))

    @tf.function
    def step(x):
        return tf.reduce_sum(model(x))

    return step(tf.ones((2, 2)))


def together(rank):
    @tf.function
    def step(x):  # expect: HYB002 - each round of the loop below compiles it
        traces.append(rank)  # expect: HYB004 - this is how the traces are counted
        return tf.reduce_sum(x)

    return step(tf.ones((2, 2)))


jobs = [multiprocessing.Process(target=alone, args=(rank,)) for rank in range(40)]
for rank in range(40):
    jobs.append(multiprocessing.Process(target=alone, args=(rank,)))
    jobs.append(multiprocessing.Process(target=lambda: alone(rank)))
    together(rank)
assert len(traces) == 40
