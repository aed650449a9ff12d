"""Losses, from single TensorFlow functions: this file has no `tf`."""

from __future__ import annotations

from tensorflow import abs as absolute
from tensorflow import add_n, minimum, reduce_mean, reduce_sum, square


def huber(stars, predicted):  # expect: none - `Trainer.train_step` has it
    """Quadratic near zero, linear far away."""
    error = absolute(stars - predicted)
    inner = minimum(error, 1.0)
    return reduce_mean(0.5 * square(inner) + (error - inner))


def rmse(stars, predicted):  # expect: none - `Trainer.test_step` has it
    """The root of the mean squared error, after clipping to the scale."""
    low = -minimum(-predicted, -1.0)
    clipped = minimum(low, 5.0)
    return reduce_mean(square(stars - clipped)) ** 0.5


def decay(variables, factor):  # expect: none - receives a number of the configuration besides the tensors
    """An L2 penalty."""
    return factor * add_n([reduce_sum(square(variable)) for variable in variables]) / len(variables)
