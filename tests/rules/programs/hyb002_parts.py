"""Parts of one size, of which the last is what is left: two numbers. What is made with an object is no work of it."""
import tensorflow as tf

traces = []


@tf.function
def noisy(x, count):
    traces.append(count)  # expect: HYB004
    return x + tf.random.normal((count, 2))


def in_parts(total, size):
    size = min(size, total)
    done = 0
    while done < total:
        count = min(size, total - done)
        done += count
        noisy(tf.ones(2), count)


@tf.function
def growing(x, count):  # expect: HYB002 - each round has another number
    return x + tf.random.normal((count, 2))


def up_to(total, size):
    for done in range(total):
        count = min(size, total - done)
        growing(tf.ones(2), count)


class Bent(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):
        return x * tf.tanh(x)


class Sum(tf.keras.layers.Layer):
    @tf.function
    def call(self, pair):
        return pair[0] + pair[1]


class Product(tf.keras.layers.Layer):
    @tf.function
    def call(self, pair):  # expect: HYB002 - each round makes a layer for one call
        return pair[0] * pair[1]


def net(depth):
    x = given = tf.keras.Input((3,))
    parts = [x]
    for _ in range(depth):
        parts.append(Bent()(parts[-1]))
        parts.append(Sum()([parts[-1], x]))
    return tf.keras.Model(given, parts[-1])


class Agent(tf.Module):
    def __init__(self):
        self.main, self.other = tf.Variable(1.0), tf.Variable(2.0)
        self.start()

    @tf.function
    def start(self):
        self.other.assign(self.main)

    @tf.function
    def act(self, x):  # expect: HYB002 - each agent acts once
        return x * self.main


in_parts(50, 20)
up_to(5, 20)
net(3)(tf.ones((1, 3)))
for _ in range(5):
    Product()([tf.ones(2), tf.ones(2)])
    agent = Agent()
    agent.act(tf.ones(2))
assert traces == [20, 10]
