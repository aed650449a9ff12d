# One field of a named tuple is replaced under a condition: by a tensor as before, or by a text.
from typing import NamedTuple

import tensorflow as tf


class State(NamedTuple):
    value: tf.Tensor
    total: object


def breaks(x):
    state = State(x, x)
    if tf.reduce_sum(x) > 0.0:
        state = state._replace(total="none")
    return tf.reduce_sum(tf.sin(state.value) * tf.cos(x)) if isinstance(state.total, str) else tf.reduce_sum(tf.tanh(x))


def works(x):
    state = State(x, x)
    if tf.reduce_sum(x) > 0.0:
        state = state._replace(total=state.value + 1.0, value=2.0 * x)
    return tf.reduce_sum(tf.sin(state.total) * tf.cos(state.value)) + state._asdict()["total"][0]


for sign in (1.0, -1.0, 1.0):
    print(breaks(sign * tf.ones(2)).numpy(), works(sign * tf.ones(2)).numpy())
