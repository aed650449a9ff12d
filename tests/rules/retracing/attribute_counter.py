# HYB002: an attribute that counts
import tensorflow as tf


@tf.function
def f(x, step):
    return x * step


class Trainer:
    def __init__(self):
        self.step = 0

    def train(self, x):
        f(x, self.step)
        self.step += 1


trainer = Trainer()
for _ in range(5):
    trainer.train(tf.ones(3))
