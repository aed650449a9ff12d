"""A runner of several classes: in one call it is one of them, whose step and whose change it calls in each round."""

import tensorflow as tf


class Recurrent:
    def __init__(self):
        self.state = tf.zeros(2)

    @tf.function
    def step(self, x):
        return x + self.state  # expect: HYB013 - `update` assigns it behind each step

    def update(self, x):
        self.state = self.step(x)


class Passing:
    """It passes what changes."""

    def __init__(self):
        self.state = tf.zeros(2)

    @tf.function
    def step(self, x, state):
        return x + state

    def update(self, x):
        self.state = self.step(x, self.state)


class Begins:
    """What it assigns when it is reset, no step follows."""

    def __init__(self):
        self.state = tf.zeros(2)

    @tf.function
    def step(self, x):
        return x + self.state

    def update(self, x):
        return self.step(x)

    def finish(self):
        self.state = tf.ones(2)


def run(agent, rounds):
    for _ in range(rounds):
        agent.update(tf.ones(2))


recurrent, passing, begins = Recurrent(), Passing(), Begins()
run(recurrent, 5)
run(passing, 5)
run(begins, 5)
begins.finish()
assert recurrent.state.numpy().tolist() == [1.0, 1.0]  # eagerly it would be 5.0
assert passing.state.numpy().tolist() == [5.0, 5.0]
