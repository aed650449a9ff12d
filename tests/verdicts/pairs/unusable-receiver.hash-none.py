# `__hash__ = None` takes the hash of a class away; another value gives it one.
import tensorflow as tf


class Unhashable:
    __hash__ = None

    def breaks(self, x):
        return x * 2.0


class Hashable:
    __hash__ = object.__hash__

    def works(self, x):
        return x * 2.0


one, other = Unhashable(), Hashable()
for _ in range(3):
    print(float(one.breaks(tf.constant(1.0))), float(other.works(tf.constant(1.0))))
