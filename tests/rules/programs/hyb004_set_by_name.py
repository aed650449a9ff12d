"""Whoever sets attributes by names that are not written there says nothing of who reads them."""
import tensorflow as tf


class Layer:
    def __setattr__(self, name, value):
        super().__setattr__(name, value)

    def __call__(self, x):
        self.training = True
        return x * (2.0 if self.training else 1.0)


class Counter:
    def __init__(self):
        self.count = 0

    def __call__(self, x):
        setattr(self, "count", self.count + 1)
        return x


layer, counter = Layer(), Counter()


@tf.function
def step(x):
    return layer(x)


@tf.function
def counted(x):
    return counter(x)  # expect: HYB004 - one for all calls


for _ in range(3):
    assert step(tf.constant(1.0)).numpy() == 2.0
    counted(tf.constant(1.0))
print(counter.count)
assert counter.count == 1
