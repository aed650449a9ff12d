"""What stands under these decorators runs as a graph; what stands under others does not."""

import functools

import tensorflow as tf
from wrappers import Lazy, at_first_call, compiled, kept_by_object, unless_debugging


# report: hybrid=true, hybridized_by~wrapper
@compiled(jit=True)
def jitted(x):
    print("jitted", x)  # expect: HYB004
    return x * 2.0


# report: hybrid=true, hybridized_by~wrapper
@unless_debugging
def flagged(x):
    print("flagged", x)  # expect: HYB004
    return x * 2.0


# report: hybrid=true, hybridized_by~wrapper
@at_first_call
def late(x):
    print("late", x)  # expect: HYB004
    return x * 2.0


# report: hybrid=true, hybridized_by~wrapper
@Lazy
def by_object(x):
    print("by_object", x)  # expect: HYB004
    return x * 2.0


class Agent:
    # report: hybrid=true, hybridized_by~wrapper
    @kept_by_object(num_args=1)
    def act(self, x):
        print("act", x)  # expect: HYB004
        return tf.exp(x) * tf.sin(x) + tf.sqrt(tf.abs(x)) - tf.reduce_mean(x)

    # report: hybrid=true, hybridized_by~wrapper
    @kept_by_object(1)
    def observe(self, x):
        return float(x.numpy())  # expect: HYB007

    # report: hybrid=true, hybridized_by~wrapper
    @kept_by_object(num_args=0)
    def constants(self):
        return ()


def timed(function):
    @functools.wraps(function)
    def inner(*args):
        return function(*args)

    return inner


def beside(function):
    @tf.function
    def other(x):
        return x * 2.0

    other(tf.ones(2))
    return function


# report: hybrid=false
@timed
def plain(x):
    print("plain", x)
    return x


# report: hybrid=false
@beside
def unrelated(x):
    print("unrelated", x)
    return x


def make_step(loss):
    @tf.function
    def step(x):
        return loss(x)  # expect: HYB004

    return step


# report: hybrid=false
def handed(x):
    print("handed", x)
    return x


agent = Agent()
step = make_step(handed)
for _ in range(3):
    for function in (jitted, flagged, late, by_object, plain, unrelated, step):
        function(tf.ones(3))
    agent.act(tf.ones(3))
    agent.observe(tf.ones(()))
    agent.constants()
