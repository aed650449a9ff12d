"""What a function changes that calls a graph too: others have called the graph before, or call it later."""
import tensorflow as tf


class Box:
    def __init__(self):
        self.rate = 1.0


behind, before, passed, alike, once = Box(), Box(), Box(), Box(), Box()


@tf.function
def graph_behind(x):
    return x * behind.rate  # expect: HYB013 - `second` changes it, and `first` has called the graph before


def first():
    return float(graph_behind(tf.constant(1.0)))


def second():
    behind.rate = 2.0
    return float(graph_behind(tf.constant(1.0)))


@tf.function
def graph_before(x):
    return x * before.rate  # expect: HYB013 - `warm_up` changes it behind its call, and `run` calls the graph later


def warm_up():
    y = float(graph_before(tf.constant(1.0)))
    before.rate = 2.0
    return y


def run():
    return float(graph_before(tf.constant(1.0)))


@tf.function
def graph_passed(x):
    return x * passed.rate  # expect: HYB013 - each call of `at` sets another rate


def at(rate):
    passed.rate = rate
    return float(graph_passed(tf.constant(1.0)))


@tf.function
def graph_alike(x):
    return x * alike.rate


def set_alike():
    # Each call finds the same.
    alike.rate = 2.0
    return float(graph_alike(tf.constant(1.0)))


@tf.function
def graph_once(x):
    return x * once.rate


def set_up():
    once.rate = 2.0
    return float(graph_once(tf.constant(1.0)))


def later():
    return float(graph_once(tf.constant(1.0)))


if __name__ == "__main__":
    assert [first(), second()] == [1.0, 1.0]
    assert [warm_up(), run()] == [1.0, 1.0]
    assert [at(1.0), at(2.0)] == [1.0, 1.0]
    assert [set_alike(), set_alike()] == [2.0, 2.0]
    assert [set_up(), later()] == [2.0, 2.0]
