# An object that is made anew in a loop on a tensor; a named tuple is carried.
import collections

import tensorflow as tf


class State:
    def __init__(self, x):
        self.x = x


Pair = collections.namedtuple("Pair", "x n")


def breaks(x):
    state = State(x)
    while tf.reduce_sum(state.x) > 1.0:
        state = State(state.x * 0.5)
    return state.x


def works(x):
    state = Pair(x, x)
    while tf.reduce_sum(state.x) > 1.0:
        state = Pair(state.x * 0.5, state.n + 1.0)
    return state.x + state.n


for scale in (4.0, 8.0, 16.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())
