"""Objects that a graph makes while it is traced are made as often as that; those of a loop are made in each round."""

import tensorflow as tf


class Mask:
    def __init__(self, rate):
        self.rate = rate

    @tf.function
    def of(self, x):  # expect: HYB008 - graphs alone call it
        return x * self.rate

    @tf.function
    def again(self, x):  # expect: HYB002 - each round of the loop makes another mask
        return x * self.rate


def masked(x):
    mask = Mask(0.5)
    return mask.of(x)


@tf.function
def step(x):
    return masked(x)


for _ in range(5):
    step(tf.ones(3))
    tf.data.Dataset.from_tensors(tf.ones(3)).map(masked)
assert step.experimental_get_tracing_count() == 1
for _ in range(5):
    mask = Mask(0.5)
    mask.again(tf.ones(3))


@tf.function
def scaled(x, factor):  # expect: HYB008 - graphs alone call it
    return x * factor


@tf.function
def repeated(x, factor):  # expect: HYB002 - the loop is unrolled, and each round passes another number
    return x + factor


@tf.function
def weighted(x, factor):  # expect: HYB002 - the program passes numbers as well
    return x - factor


@tf.function
def combined(x):
    for number in range(8):
        x = repeated(x, number)
    return scaled(x, 2) + scaled(x, 3) + scaled(x, -1) + scaled(x, 5) + scaled(x, 6) + weighted(x, 2)


for _ in range(5):
    combined(tf.ones(3))
for factor in (3, 4, 5, 6):
    weighted(tf.ones(3), factor)
assert scaled.experimental_get_tracing_count() == 5
assert repeated.experimental_get_tracing_count() == 8
assert weighted.experimental_get_tracing_count() == 5


class Bent(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):
        return x * tf.tanh(x)


class Straight(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):  # expect: HYB002 - each round makes a layer and calls it
        return x + 1.0


inputs = outputs = tf.keras.Input((3,))
for _ in range(5):
    outputs = Bent()(outputs)
model = tf.keras.Model(inputs, outputs)
x = tf.ones((1, 3))
for _ in range(5):
    model(x)
    x = Straight()(x)


@tf.function
def solved(function, x):  # expect: HYB008 - graphs alone call it
    return x - function(x)


@tf.function
def solved_again(function, x):  # expect: HYB002 - each eager call defines another function
    return x - function(x)


@tf.function
def halved(x):
    def half(y):
        return y * 0.5

    return solved(half, x)


def halved_again(x):
    def half(y):
        return y * 0.5

    return solved_again(half, x)


for _ in range(5):
    halved(tf.ones(3))
    halved_again(tf.ones(3))
assert solved.experimental_get_tracing_count() == 1
assert solved_again.experimental_get_tracing_count() == 5
