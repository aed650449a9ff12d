# silent: the object whose other method calls this one is made once
import tensorflow as tf


class Search:
    def __init__(self, width):
        self.width = width

    def run(self, x):
        return self.f(x)

    @tf.function
    def f(self, x):
        return x * tf.ones((self.width,))


def searches(x):
    search = Search(3)
    for _ in range(4):
        x = search.run(x)
    return x[0]


searches(tf.ones(3))
