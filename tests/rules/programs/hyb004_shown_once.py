"""What a flag lets happen until it is turned off, in the trace itself or by way of a local name."""
import tensorflow as tf


class Optimizer:
    def __init__(self):
        self.first = True
        self.loud = True
        self.verbose = True
        self.weight = tf.Variable(1.0)

    def decay(self):
        show = self.verbose and self.first
        if show:
            print("decays", self.weight)
        self.weight.assign(0.5 * self.weight)

    def shrink(self):
        show = self.verbose and self.loud
        if show:
            print("shrinks", self.weight)
        self.weight.assign(0.5 * self.weight)

    @tf.function
    def step(self, x):
        self.decay()
        self.first = False
        return x * self.weight

    @tf.function
    def loud_step(self, x):
        self.shrink()  # expect: HYB004, HYB013 - the program turns the flag on again
        return x * self.weight

    @tf.function
    def always(self, x):
        show = self.verbose and x.shape.rank == 0
        if show:
            print("always", self.weight)  # expect: HYB004 - nobody turns the flag off
        return x * self.weight

    def quiet(self, turned):
        self.loud = turned


optimizer = Optimizer()
for number in range(3):
    optimizer.step(tf.ones(()))
    optimizer.loud_step(tf.ones(()))
    optimizer.always(tf.ones(()))
    optimizer.quiet(number % 2 == 0)
assert optimizer.weight.numpy() == 1.0 / 64
assert not optimizer.first
