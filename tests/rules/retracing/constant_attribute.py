# silent: an attribute that stays
import tensorflow as tf


@tf.function
def f(x, rate):
    return x * rate


class Trainer:
    def __init__(self):
        self.rate = 0.1

    def train(self, x):
        f(x, self.rate)


trainer = Trainer()
for _ in range(5):
    trainer.train(tf.ones(3))
