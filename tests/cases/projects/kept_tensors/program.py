"""Tensors that a trace leaves in an attribute or container, and that another graph or eager code finds."""

import tensorflow as tf


class Losses:
    """Another graph reads what no constructor sets, and never sets it itself."""

    def __init__(self):
        self.generator = tf.keras.layers.Dense(3)
        self.critic = tf.keras.layers.Dense(1)

    @tf.function
    def of_generator(self, x):
        self.fake = self.generator(x)  # expect: HYB004
        return tf.reduce_mean(self.critic(self.fake))

    @tf.function
    def of_critic(self, x):
        return tf.reduce_mean(self.critic(self.fake) - self.critic(x))


class OneTrace:
    """Each graph sets it before it reads it, in what it calls."""

    def __init__(self):
        self.generator = tf.keras.layers.Dense(3)
        self.critic = tf.keras.layers.Dense(1)

    def generate(self, x):
        self.fake = self.generator(x)

    def judge(self, x):
        return tf.reduce_mean(self.critic(self.fake) - self.critic(x))

    @tf.function
    def step(self, x):
        self.generate(x)
        return self.judge(x)

    @tf.function
    def evaluate(self, x):
        self.generate(x)
        return 2.0 * self.judge(x)


class Cached:
    """The first call fills what all later ones read; the net is not known."""

    def __init__(self, net, make):
        self.net = net
        self.make = make
        self.code = None
        self.codes = {}
        self.late = None
        self.size = None

    @tf.function
    def encode(self, x):
        if self.code is None:
            self.code = self.net(x)  # expect: HYB004
        return self.code * x

    @tf.function
    def look_up(self, x, key):
        if key not in self.codes:
            self.codes[key] = self.net(x)  # expect: HYB004
        return self.codes[key] + x

    @tf.function
    def call_late(self, x):
        if self.late is None:
            self.late = self.make(x)  # what is called is no tensor
        return self.late(x)

    @tf.function
    def sized(self, x):
        if self.size is None:
            self.size = self.make(x.shape)  # nothing says that it is one
        return self.size * x


class Balanced:
    def __init__(self, encode, decode):
        self.encode = encode
        self.decode = decode
        self.balance = 0.0

    @tf.function
    def step(self, x):
        real, fake = tf.reduce_mean(self.encode(x)), tf.reduce_mean(self.decode(x))
        self.balance = tf.clip_by_value(self.balance + 0.1 * (real - fake), 0.0, 1.0)  # expect: HYB004
        return real - self.balance * fake


def run(net, make, decode):
    losses, one, cached, balanced = Losses(), OneTrace(), Cached(net, make), Balanced(net, decode)
    for _ in range(3):
        x = tf.ones((2, 3))
        losses.of_generator(x)
        losses.of_critic(x)
        one.step(x)
        one.evaluate(x)
        cached.encode(x)
        cached.look_up(x, "a")
        cached.call_late(x)
        cached.sized(x)
        balanced.step(x)
