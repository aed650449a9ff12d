"""A metric for each name, made where the name is new: who has made the function a graph knows the names."""
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.metrics = {}
        self.others = {}

    @tf.function
    def step(self, losses):
        for name, value in losses.items():
            if name not in self.metrics:
                if name == "total":
                    self.metrics[name] = tf.keras.metrics.Sum()
                else:
                    self.metrics[name] = tf.keras.metrics.Mean()
            self.metrics[name].update_state(value)

    @tf.function
    def careless(self, losses):
        for name, value in losses.items():
            if name != "total":
                self.others[name] = tf.keras.metrics.Mean()  # expect: HYB006 - a second trace makes it again
                self.others[name].update_state(value)


trainer = Trainer()
for batch in (2, 3):
    trainer.step({"total": tf.ones(batch), "part": tf.ones(batch)})
try:
    trainer.careless({"part": tf.ones(2)})
except ValueError:
    pass
else:
    raise AssertionError
