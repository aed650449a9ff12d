"""What a variable lets happen once is done in the trace, unless it is a tensor of the trace that stays."""
import tensorflow as tf


class Sampler:
    def __init__(self):
        self.ready = tf.Variable(False)
        self.draws = tf.Variable(tf.zeros(2))
        self.seed = 3
        self.last = None

    def resample(self):
        self.seed += 1
        self.draws.assign(tf.random.stateless_uniform((2,), (self.seed, 0)))

    def draw(self):
        self.last = tf.ones(2)
        self.draws.assign(self.last)

    @tf.function
    def __call__(self, x):
        if not self.ready:
            self.resample()
            self.ready.assign(True)
        return x + self.draws

    @tf.function
    def again(self, x):
        if not self.ready:
            self.resample()  # expect: HYB004 - nothing says that it is done
        return x + self.draws

    @tf.function
    def kept(self, x):
        if not self.ready:
            self.draw()  # expect: HYB004 - a tensor of the trace
            self.ready.assign(True)
        return x + self.draws


sampler = Sampler()
for _ in range(3):
    sampler(tf.ones(2))
assert sampler.seed == 4
sampler = Sampler()
for _ in range(3):
    sampler.again(tf.ones(2))
assert sampler.seed == 4
sampler.kept(tf.ones(2))
assert not hasattr(sampler.last, "numpy")
print(sampler.last, sampler.seed)
