"""An attribute that each trace sets before it reads it may hold a variable that was there; others see what one left."""
import tensorflow as tf


class Potential:
    def __init__(self):
        self.weights = tf.Variable(tf.ones(2))


class Fit:
    def __init__(self, potential):
        self.potential = potential
        self.held = None
        self.shown = None

    def gradient(self, x):
        self.held = self.potential.weights
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.potential.weights * x)
        return tape.gradient(loss, self.held)

    @tf.function
    def step(self, x):
        return self.gradient(x)

    @tf.function
    def told(self, x):
        self.shown = x * self.potential.weights  # expect: HYB004 - the program reads it
        return tf.reduce_sum(self.shown)


fit = Fit(Potential())
for _ in range(2):
    assert fit.step(tf.ones(2)).numpy().tolist() == [1.0, 1.0]
    fit.told(tf.ones(2))
try:
    print(float(tf.reduce_sum(fit.shown)))
except TypeError:
    pass
