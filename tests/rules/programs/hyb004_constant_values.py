"""Assignments that leave what they have left before, also beside a local name."""
import tensorflow as tf


class Layers:
    def __init__(self, parts):
        self.parts = parts
        self.lately = None
        self.shown = None
        self.mean = None

    @tf.function
    def tidied(self, x):
        self.parts = [part for part in self.parts if isinstance(part, tf.Module)]
        for part in self.parts:
            x = part.weight * x
        return x

    @tf.function
    def cut(self, x):
        self.parts = [part for part in self.parts if part is not self.parts[0]]  # expect: HYB004 - one less each time
        return x

    @tf.function
    def read_by_nobody(self, x):
        self.lately = total = tf.reduce_sum(x)
        return total * 2.0

    @tf.function
    def read_by_others(self, x):
        self.shown = total = tf.reduce_sum(x)  # expect: HYB004 - a tensor of the trace
        return total * 2.0

    @tf.function
    def doubled(self, x):
        global last
        self.lately = last = tf.reduce_sum(x)  # expect: HYB004 - others see the global name
        return x


class Part(tf.Module):
    def __init__(self):
        super().__init__()
        self.weight = tf.Variable(2.0)


last = None
layers = Layers([Part(), "none", Part()])
assert layers.tidied(tf.ones(())) == 4.0
assert len(layers.parts) == 2
layers.cut(tf.ones(()))
layers.read_by_nobody(tf.ones(3))
layers.read_by_others(tf.ones(3))
assert not hasattr(layers.shown, "numpy")
layers.doubled(tf.ones(3))
assert last is not None


@tf.function
def parsed(x):
    try:
        y = tf.reshape(x, [3])
    except ValueError as error:
        print(f"cannot be: {error}")
        y = x
    return y


parsed(tf.ones(4))
