"""An object is compared by which one it is, not by the numbers in its fields; a structure by the numbers in it."""

import tensorflow as tf


class Solver:
    def __init__(self, size, rate):
        self.size = size
        self.rate = rate


solver, finer = Solver(3, 0.5), Solver(30, 0.25)


@tf.function
def step(solver, x):
    return x * solver.rate


@tf.function
def scaled(setting, x):  # expect: HYB002 - equal tuples share a trace, others do not
    return x * setting[0]


def train(solver, x):
    solver.size = 20
    step(solver, x)


for _ in range(3):
    step(finer, tf.ones(2))
    train(solver, tf.ones(2))
for _ in range(3):
    scaled((0.25,), tf.ones(2))
    scaled((0.5,), tf.ones(2))
assert step.experimental_get_tracing_count() == 2
assert scaled.experimental_get_tracing_count() == 2
