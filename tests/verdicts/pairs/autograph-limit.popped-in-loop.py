# What the first round takes out of a dictionary, the next ones do not find; a key that is only dropped is gone in all.
import tensorflow as tf


def breaks(x):
    kept = {"a": 2.0}
    for _ in tf.range(tf.shape(x)[0]):
        x = x + kept.pop("a", 0.0)
    return x


def works(x):
    kept = {"a": 2.0, "b": 1.0}
    for _ in tf.range(tf.shape(x)[0]):
        kept.pop("a", None)
    return x * float(len(kept))


for scale in (1.0, 2.0, 3.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())
