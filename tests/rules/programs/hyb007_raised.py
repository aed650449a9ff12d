"""A failure under a condition on a tensor is raised in every trace, but for a condition of Python's own before it."""

import os

import tensorflow as tf

MODE = os.environ.get("MODE", "double")


@tf.function
def chosen(x):
    if tf.reduce_sum(x) > 0.0:
        if MODE == "double":
            x = x * 2.0
        else:
            raise NotImplementedError(MODE)
    return x


@tf.function
def refused(x):
    if tf.reduce_sum(x) < 0.0:
        raise ValueError("negative")  # expect: HYB007 - every trace raises
    return x


assert chosen(tf.ones(2)).numpy().tolist() == [2.0, 2.0]
try:
    refused(tf.ones(2))
except ValueError:
    pass
else:
    raise AssertionError("refused")
