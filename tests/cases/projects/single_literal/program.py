"""A literal that is always the same costs one trace, as a tensor would: nothing to report."""

import tensorflow as tf


@tf.function
# report: published_precondition=P3, precondition=P3, literal_parameters=rate
def decay(weights, rate):  # expect: none - one trace
    return weights - rate * tf.square(weights)


# What a container holds is one argument.
@tf.function
# report: literal_parameters=size
def resize(images, size):  # expect: none - one trace, for one pair of numbers
    return tf.image.resize(images, size)


class Settings:
    def __init__(self):  # expect: none - a constructor
        self.rate = 0.1
        self.momentum = 0.9
        self.decay = 0.001


settings = Settings()


# The fields of an object are not compared: the object is.
@tf.function
# report: literal_parameters=options
def update(weights, options):  # expect: none - one trace, for one object
    return weights * options.momentum - options.rate * tf.square(weights) - options.decay


for _ in range(3):
    decay(tf.ones(2), 0.1)
    resize(tf.ones((1, 8, 8, 3)), (4, 6))
    update(tf.ones(2), settings)
