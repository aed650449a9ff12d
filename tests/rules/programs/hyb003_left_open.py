"""A body that somebody else is to write is no graph without operations: what takes its place may have some."""
import tensorflow as tf


class Agent:
    @tf.function
    def prepare(self):
        """Nothing to prepare, unless somebody says so."""

    @tf.function
    def residual(self, x):
        raise NotImplementedError

    @tf.function
    def name(self, x):  # expect: HYB003 - it answers without any operation
        return len(x.shape)


class Counting(Agent):
    def __init__(self):
        self.steps = tf.Variable(1)

    @tf.function
    def prepare(self):
        self.steps.assign(0)


agents = [Agent(), Counting()]
for agent in agents:
    agent.prepare()
assert int(agents[1].steps) == 0
assert int(agents[0].name(tf.ones(2))) == 1
