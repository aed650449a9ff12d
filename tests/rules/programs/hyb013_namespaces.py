"""Settings in namespaces, and names that a function around shares: changed between the calls of a graph."""
import argparse
import types

import tensorflow as tf

parser = argparse.ArgumentParser()
parser.add_argument("--rate", type=float, default=1.0)
parser.add_argument("--scale", type=float, default=1.0)
args = parser.parse_args([])
settings = types.SimpleNamespace(rate=1.0)
args.scale = 2.0


@tf.function
def with_arguments(x):
    return x * args.rate * args.scale  # expect: HYB013 - the rate decays


@tf.function
def with_settings(x):
    return x * settings.rate  # expect: HYB013 - the rate decays


def make():
    rate = 1.0

    def get():
        return rate

    def decay():
        nonlocal rate
        rate *= 0.5

    return get, decay


get, decay = make()


@tf.function
def with_closure(x):
    return x * get()  # expect: HYB013 - `decay` changes what `make` has bound


def make_others():
    rate = 1.0

    def get():
        return rate

    def decay():
        nonlocal rate
        rate *= 0.5

    return get, decay


get_one, _ = make_others()
_, decay_another = make_others()


@tf.function
def with_another(x):
    return x * get_one()


x = tf.constant(1.0)
for _ in range(3):
    assert float(with_arguments(x)) == 2.0
    assert float(with_settings(x)) == 1.0
    assert float(with_closure(x)) == 1.0
    args.rate = args.rate * 0.5
    settings.rate *= 0.5
    decay()
    assert float(with_another(x)) == 1.0
    decay_another()
