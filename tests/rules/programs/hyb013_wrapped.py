"""A graph is made of what a decorator gives, elsewhere than in the decorator."""
import tensorflow as tf

scale = 1.0
offset = 1.0


def scaled(f):
    def wrapper(x):
        return f(x) * scale + offset  # expect: HYB013 - only `scale` changes after a trace

    return wrapper


@scaled
def work(x):
    return tf.tanh(x)


graph = tf.function(work)
for _ in range(3):
    graph(tf.ones(3))
    scale += 1.0
