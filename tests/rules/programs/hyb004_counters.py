"""An optimizer around another one hands it its counter, the same variable each time. A count of Python is not."""
import tensorflow as tf


class Around:
    def __init__(self, inner):
        self.inner = inner
        self.iterations = tf.Variable(0, dtype=tf.int64)
        self.rounds = 0

    @tf.function
    def share(self, x):
        self.inner.iterations = self.iterations
        self.iterations.assign_add(1)
        return x * 2.0

    @tf.function
    def count(self, x):
        self.inner.rounds = self.rounds  # expect: HYB004, HYB013 - the program writes another number between the calls
        return x * 2.0


around = Around(eval("type('Inner', (), {})()"))
for number in range(3):
    around.rounds = number
    around.share(tf.constant(1.0))
    around.count(tf.constant(1.0))
assert int(around.inner.iterations) == 3
assert around.inner.rounds == 0
print(around.inner.iterations, around.inner.rounds)
