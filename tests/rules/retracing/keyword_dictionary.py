# silent: the same options each time
import tensorflow as tf


@tf.function
def f(x, **options):
    return x * options["scale"]


for _ in range(4):
    f(tf.ones(3), scale=2.0)
