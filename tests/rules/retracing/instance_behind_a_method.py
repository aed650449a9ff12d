# HYB002: each call of `search` makes an object, whose other method calls this one; a method has a trace an object
import tensorflow as tf


class Search:
    def __init__(self, width):
        self.width = width

    def run(self, x):
        return self.f(x)

    @tf.function
    def f(self, x):
        return x * tf.ones((self.width,))


def search(x):
    return Search(3).run(x)


for _ in range(4):
    search(tf.constant(1.0))
