"""Models that nobody here makes, shown while a graph is traced: what they are used for tells that they are models."""
import io
from contextlib import redirect_stdout

import tensorflow as tf


class Trainer:
    def __init__(self, model, report):
        self.model = model
        self.report = report
        self.optimizer = tf.keras.optimizers.SGD()

    @tf.function
    def build(self, batch):
        result = self.model(batch)
        self.model.summary()  # expect: HYB004 - it prints, and the weights are asked for below
        return result

    @tf.function
    def describe(self, batch):
        lines = self.report.summary()  # what it gives is used, and nothing tells what it is
        return batch * len(lines)

    @tf.function
    def note(self, batch):
        self.report.summary()  # nobody asks the report for weights
        return batch * 2.0

    @tf.function
    def step(self, batch):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.model(batch))
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        return loss


def printed(function, *given):
    shown = io.StringIO()
    with redirect_stdout(shown):
        function(*given)
    return "Total params" in shown.getvalue()


# What is evaluated from a text that is put together is anything at all for who reads the program.
report = eval("type('Report', (), {'summary': str})()")
trainer = Trainer(eval(f"tf.keras.{chr(83)}equential([tf.keras.layers.Dense(1)])"), report)
assert printed(trainer.build, tf.ones((2, 3)))
assert not printed(trainer.build, tf.zeros((2, 3)))  # the graph shows nothing
trainer.describe(tf.ones((2, 3)))
trainer.note(tf.ones((2, 3)))
for _ in range(100):
    trainer.step(tf.ones((2, 3)))
