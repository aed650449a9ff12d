"""Attributes that an object has from its class, which are changed there between the calls."""
import tensorflow as tf


class Settings:
    rate = 1.0
    offset = 1.0


class Net(Settings):
    scale = 1.0

    def __init__(self, bias=None):
        if bias is not None:
            self.bias = bias

    bias = 1.0

    @tf.function
    def own(self, x):
        return x * self.scale  # expect: HYB013 - the class gets another one

    @tf.function
    def inherited(self, x):
        return x * self.rate  # expect: HYB013 - the base class gets another one

    @tf.function
    def hidden(self, x):
        return x * self.bias

    @classmethod
    def anneal(cls):
        cls.scale *= 0.5


@tf.function
def of_class(x):
    return x * Net.offset  # expect: HYB013 - as above, read of the class


x = tf.constant(1.0)
net = Net()
before = [float(net.own(x)), float(net.inherited(x)), float(of_class(x))]
Net.anneal()
Settings.rate = 3.0
Settings.offset = 3.0
assert [float(net.own(x)), float(net.inherited(x)), float(of_class(x))] == before

other = Net(bias=2.0)
assert float(other.hidden(x)) == 2.0
Net.bias = 5.0
assert float(other.hidden(x)) == 2.0
