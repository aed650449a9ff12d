"""Random numbers that a variable begins with are drawn once, as they are meant to be."""
import numpy as np
import tensorflow as tf


class Module(tf.Module):
    def get(self, name, make, *args):
        if not hasattr(self, name):
            setattr(self, name, make(*args))
        return getattr(self, name)


class Dense(Module):
    @tf.function
    def __call__(self, x):
        limit = np.sqrt(3.0 / x.shape[-1])
        start = np.random.uniform(-limit, limit, (x.shape[-1], 2)).astype("float32")
        return x @ self.get("kernel", tf.Variable, start)


class Noisy(Module):
    @tf.function
    def __call__(self, x):
        start = np.random.uniform(-1.0, 1.0, (x.shape[-1], 2)).astype("float32")  # expect: HYB011 - it is added, too
        return x @ self.get("kernel", tf.Variable, start) + start[0]


dense, noisy = Dense(), Noisy()
first = dense(tf.ones((1, 3)))
assert np.array_equal(first, dense(tf.ones((1, 3))))
assert np.array_equal(noisy(tf.ones((1, 3))), noisy(tf.ones((1, 3))))
