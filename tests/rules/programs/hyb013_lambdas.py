"""Graphs of lambdas and of local functions keep what they read, as long as they are called."""

import tensorflow as tf


class Scaled(tf.Module):
    def __init__(self):
        super().__init__()
        self.first = self.second = self.third = 1.0
        self.by_lambda = tf.function(lambda x: x * self.first)  # expect: HYB013

        def run(x):
            return x * self.second  # expect: HYB013

        self.by_function = tf.function(run)
        self.by_method = tf.function(lambda x: self.scaled(x))  # expect: HYB013

    def scaled(self, x):
        return x * self.third

    def rounds(self):
        found = []
        for _ in range(3):
            x = tf.ones(())
            found.append([float(self.by_lambda(x)), float(self.by_function(x)), float(self.by_method(x))])
            self.first += 1.0
            self.second += 1.0
            self.third += 1.0
        return found


assert Scaled().rounds() == [[1.0, 1.0, 1.0]] * 3


class MadeAnew:
    """Each call makes graphs of its own: none is called after the change."""

    def __init__(self):
        self.scale = 1.0

    def by_lambda(self, x):
        graph = tf.function(lambda x: x * self.scale)  # expect: HYB002
        y = graph(x)
        self.scale += 1.0
        return y

    def by_function(self, x):
        @tf.function
        def graph(x):  # expect: HYB002
            return x * self.scale

        y = graph(x)
        self.scale += 1.0
        return y


made_anew = MadeAnew()
found = []
for _ in range(10):
    found.append(float(made_anew.by_lambda(tf.ones(()))))
    found.append(float(made_anew.by_function(tf.ones(()))))
assert found == [float(number) for number in range(1, 21)]


class ChangedBetween:
    """Each call makes a graph of its own, and calls it before the change and after it."""

    def __init__(self):
        self.scale = 1.0

    def twice(self, x):
        graph = tf.function(lambda x: x * self.scale)  # expect: HYB013
        first = graph(x)
        self.scale += 1.0
        return first, graph(x)


first, second = ChangedBetween().twice(tf.ones(()))
assert float(first) == float(second) == 1.0


class Activated(tf.Module):
    def __init__(self):
        super().__init__()
        self.activation = tf.nn.relu

    @tf.function
    def run(self, x):
        return self.activation(x)  # expect: HYB013

    def phases(self):
        found = []
        for _ in range(2):
            found.append(float(self.run(tf.constant(-1.0))))
            self.activation = tf.abs
        return found


assert Activated().phases() == [0.0, 0.0]
