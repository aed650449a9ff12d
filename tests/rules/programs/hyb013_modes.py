"""A flag that a context manager turns for a while: a graph that is called with and without it keeps one of the two."""
from contextlib import contextmanager

import tensorflow as tf


class Policy:
    """It is called in both modes."""

    def __init__(self):
        self.certain = False

    @tf.function
    def act(self, x):
        return x if self.certain else x + 1.0  # expect: HYB013 - the evaluation gets what training traced

    @contextmanager
    def evaluation(self):
        self.certain = True
        yield
        self.certain = False


def roll_out(policy, x):
    for _ in range(3):
        x = policy.act(x)
    return x


def train(policy):
    for _ in range(2):
        trained = roll_out(policy, tf.constant(0.0))
        evaluated = evaluate(policy)
    return trained, evaluated


def evaluate(policy):
    with policy.evaluation():
        return roll_out(policy, tf.constant(0.0))


class Entered:
    """The same with the methods of a context manager."""

    def __init__(self):
        self.certain = False

    def __enter__(self):
        self.certain = True

    def __exit__(self, *error):
        self.certain = False

    @tf.function
    def act(self, x):
        return x if self.certain else x + 1.0  # expect: HYB013 - the second call gets what the first traced


class Always:
    """Nobody calls it but in the mode."""

    def __init__(self):
        self.certain = False

    @tf.function
    def act(self, x):
        return x if self.certain else x + 1.0

    @contextmanager
    def evaluation(self):
        self.certain = True
        try:
            yield
        finally:
            self.certain = False


class Never:
    """Nobody calls it in the mode."""

    def __init__(self):
        self.certain = False

    @tf.function
    def act(self, x):
        return x if self.certain else x + 1.0

    @contextmanager
    def evaluation(self):
        self.certain = True
        yield
        self.certain = False


trained, evaluated = train(Policy())
assert float(trained) == float(evaluated) == 3.0

entered = Entered()
first = entered.act(tf.constant(0.0))
with entered:
    second = entered.act(tf.constant(0.0))
assert float(first) == float(second) == 1.0

always = Always()
for _ in range(3):
    with always.evaluation():
        assert float(always.act(tf.constant(0.0))) == 0.0

never = Never()
for _ in range(3):
    with never.evaluation():
        pass
    assert float(never.act(tf.constant(0.0))) == 1.0
