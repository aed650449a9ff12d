"""Objects that a graph makes while it is traced are made as often as that; those of a loop are made in each round."""

import tensorflow as tf


class Mask:
    def __init__(self, rate):
        self.rate = rate

    @tf.function
    def of(self, x):  # expect: HYB008 - graphs alone call it
        return x * self.rate

    @tf.function
    def again(self, x):  # expect: HYB002 - each round of the loop makes another mask
        return x * self.rate


def masked(x):
    mask = Mask(0.5)
    return mask.of(x)


@tf.function
def step(x):
    return masked(x)


for _ in range(5):
    step(tf.ones(3))
    tf.data.Dataset.from_tensors(tf.ones(3)).map(masked)
assert step.experimental_get_tracing_count() == 1
for _ in range(5):
    mask = Mask(0.5)
    mask.again(tf.ones(3))
