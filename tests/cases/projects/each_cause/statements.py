"""One statement with several causes: each has its finding; what comes to the same has one."""

import random
import time

import tensorflow as tf


class Net:
    def __init__(self):
        self.total = None
        self.steps = 0
        self.scale = 1.0
        self.log = []

    @tf.function(experimental_relax_shapes=True)
    def make(self, x):  # expect: HYB015 - hides nothing
        self.total = tf.Variable(0.0)  # expect: HYB006 - what is made is what is kept
        self.log.append(tf.Variable(x))  # expect: HYB006
        return x

    @tf.function
    def scaled(self, x):
        self.steps += 1  # expect: HYB004
        self.log.append(x * self.scale)  # expect: HYB004, HYB013 - a list, and a number that changes
        return x

    @tf.function
    def timed(self, x):
        self.begin = time.time()  # expect: HYB004, HYB011 - the clock, and the attribute that keeps it
        y = x.numpy() * random.random()  # expect: HYB007, HYB011
        print(x), print(y)  # expect: HYB004, HYB004
        return y


def run(net):
    for number in range(3):
        net.make(tf.constant(1.0))
        net.scaled(tf.constant(1.0))
        net.timed(tf.constant(1.0))
        net.scale = 0.5 * number
    print(net.total, net.steps, net.log, net.begin)


run(Net())
