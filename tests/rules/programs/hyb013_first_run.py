"""What runs behind a variable that it turns runs once: that the graph keeps what it read there changes nothing."""

import tensorflow as tf


class Trajectory:
    def __init__(self, start):
        self._start = start
        self._weights = tf.Variable(0.0)
        self._initialized = tf.Variable(False)

    @tf.function
    def __call__(self, x):
        if not self._initialized:
            self.resample()
            self._initialized.assign(True)
        return x * self._weights

    def resample(self):
        self._weights.assign(self._start)

    def update(self, start):
        self._start = start
        self.resample()


class Unguarded:
    def __init__(self, scale):
        self._scale = scale
        self._done = tf.Variable(False)

    @tf.function
    def __call__(self, x):
        if not self._done:
            x = x * self._scale  # expect: HYB013 - each call takes the branch, with the first number
        return x

    def update(self, scale):
        self._scale = scale


trajectory = Trajectory(2.0)
assert trajectory(tf.constant(1.0)) == 2.0
trajectory.update(3.0)
assert trajectory(tf.constant(1.0)) == 3.0
unguarded = Unguarded(2.0)
assert unguarded(tf.constant(1.0)) == 2.0
unguarded.update(3.0)
assert unguarded(tf.constant(1.0)) == 2.0
