# An item of a captured dictionary that changes between the calls; one that was set before stays.
import tensorflow as tf


changing, fixed = {"scale": 1.0}, {}
fixed["scale"] = 2.0


def breaks(x):
    return x * changing["scale"]


def works(x):
    return x * fixed["scale"]


for i in range(3):
    print(float(breaks(tf.constant(2.0))), float(works(tf.constant(2.0))))
    changing["scale"] = 10.0 * (i + 1)
