"""What a function gives back as it was handed it is no change, and what it makes of it is one."""
import tensorflow as tf


def restored(optimizer, rate):
    optimizer.learning_rate.assign(rate)
    return optimizer


def halved(rates):
    return [each * 0.5 for each in rates]


class Trainer:
    def __init__(self):
        self.weight = tf.Variable(1.0)
        self.optimizer = tf.keras.optimizers.SGD(0.0)
        self.rates = [1.0, 2.0]

    @tf.function
    def step(self, x):
        self.optimizer.apply_gradients([(x, self.weight)])
        return self.rates[0] * x  # expect: HYB013 - each round makes another list

    def restore(self):
        self.optimizer = restored(self.optimizer, 0.5)
        self.rates = halved(self.rates)

    def run(self):
        seen = []
        for _ in range(3):
            seen.append(float(self.step(tf.constant(1.0))))
            self.restore()
        return seen


trainer = Trainer()
assert trainer.run() == [1.0, 1.0, 1.0]
assert float(trainer.weight) == 0.0
