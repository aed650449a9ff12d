"""The variables of a model are the same whenever they are asked for."""
import tensorflow as tf


class Solver:
    def __init__(self):
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        self.net.build((None, 2))
        self.variables = None
        self.scale = 1.0

    @tf.function
    def gradients(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.net(x)) * self.scale  # expect: HYB013 - each round sets another
        return tape.gradient(loss, self.variables)


solver = Solver()
found = []
for number in range(3):
    solver.variables = solver.net.trainable_variables
    solver.scale = float(number + 1)
    found.append(float(solver.gradients(tf.ones((1, 2)))[1][0]))
assert found == [1.0, 1.0, 1.0]
