"""Attributes of objects of which there are several, changed between two calls on the one that a name holds."""
import tensorflow as tf


class Net:
    def __init__(self, rate, inner=None):
        self.rate = rate
        self.inner = inner

    @tf.function
    def in_list(self, x):
        return x * self.rate  # expect: HYB013 - the graph of each keeps the rate that it began with

    @tf.function
    def in_display(self, x):
        return x * self.rate  # expect: HYB013 - as above

    @tf.function
    def in_round(self, x):
        return x * self.rate  # expect: HYB013 - each round makes one, and calls it before and after

    @tf.function
    def set_first(self, x):
        return x * self.rate

    @tf.function
    def of_another(self, x):
        return x * self.rate

    @tf.function
    def of_inner(self, x):
        return x * self.inner.rate


def _list(x):
    out = []
    nets = [Net(float(number)) for number in range(2)]
    for net in nets:
        out.append(float(net.in_list(x)))
        net.rate = 7.0
        out.append(float(net.in_list(x)))
    return out


def _display(x):
    out = []
    nets = [Net(1.0), Net(2.0)]
    for net in nets:
        out.append(float(net.in_display(x)))
        net.rate = 7.0
        out.append(float(net.in_display(x)))
    return out


def _round(x):
    out = []
    for number in range(2):
        net = Net(float(number))
        out.append(float(net.in_round(x)))
        net.rate = 7.0
        out.append(float(net.in_round(x)))
    return out


def _set_first(x):
    out = []
    nets = [Net(1.0), Net(2.0)]
    for net in nets:
        net.rate = 7.0
        out.append(float(net.set_first(x)))
        out.append(float(net.set_first(x)))
    return out


def _another(x):
    out = []
    for number in range(2):
        net = Net(float(number))
        out.append(float(net.of_another(x)))
        net = Net(3.0)
        net.rate = 7.0
        out.append(float(net.of_another(x)))
    return out


def _inner(x):
    out = []
    nets = [Net(1.0, Net(3.0)), Net(2.0, Net(4.0))]
    for net in nets:
        out.append(float(net.of_inner(x)))
        net.rate = 7.0
        out.append(float(net.of_inner(x)))
    return out


x = tf.constant(1.0)
assert _list(x) == [0.0, 0.0, 1.0, 1.0]
assert _display(x) == [1.0, 1.0, 2.0, 2.0]
assert _round(x) == [0.0, 0.0, 1.0, 1.0]
assert _set_first(x) == [7.0, 7.0, 7.0, 7.0]
assert _another(x) == [0.0, 7.0, 1.0, 7.0]
assert _inner(x) == [3.0, 3.0, 4.0, 4.0]
