# silent: the first call keeps the function
import tensorflow as tf

kept = []


@tf.function
def f(x, transform):
    return transform(x)


def run(x):
    if not kept:
        kept.append(lambda y: y * 2.0)
    return f(x, kept[0])


for _ in range(4):
    run(tf.ones(3))
