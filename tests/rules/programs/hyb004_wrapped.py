"""A method that is wrapped for a while, and what the wrapper keeps and the trace deletes, leave nothing behind."""
import functools

import tensorflow as tf


def watch(layer):
    def decorator(f):
        @functools.wraps(f)
        def wrapper(*args):
            layer.result = f(*args)
            return layer.result

        return wrapper

    layer.call = decorator(layer.call)


def end(layer):
    del layer.result
    layer.call = layer.call.__wrapped__


class Explainer:
    def __init__(self):
        self.layer = tf.keras.layers.Dense(2)
        self.other = tf.keras.layers.Dense(2)

    @tf.function
    def inside(self, x):
        watch(self.layer)
        self.layer(x)
        found = self.layer.result
        end(self.layer)
        return found

    @tf.function
    def left(self, x):
        watch(self.other)  # expect: HYB004 - it stays wrapped
        return self.other(x)


class Marked:
    mark = 0.0


@tf.function
def gone(x):
    del marked.mark  # expect: HYB004 - the trace has not set it
    return x


explainer, marked = Explainer(), Marked()
explainer.layer(tf.ones((1, 2)))
explainer.other(tf.ones((1, 2)))
marked.mark = 1.0
for _ in range(2):
    explainer.inside(tf.ones((1, 2)))
    explainer.left(tf.ones((1, 2)))
    gone(tf.ones((1, 2)))
    print(marked.mark)
assert not hasattr(explainer.layer, "result") and hasattr(explainer.other, "result")
