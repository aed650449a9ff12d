# silent: the loop begins again only where a round has failed
import tensorflow as tf


def train(scale):
    @tf.function
    def f(x):
        return x * scale

    for _ in range(4):
        f(tf.ones(3))


attempt = 0
while True:
    try:
        attempt += 1
        train(tf.constant(2.0))
        break
    except OSError:
        continue
