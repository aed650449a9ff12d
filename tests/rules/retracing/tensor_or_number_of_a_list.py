# silent: a list that holds tensors and a number, of which two loops' calls take tensors
import sys

import tensorflow as tf

HELD = [tf.constant(1.0), tf.constant(2.0)]
HELD.append(float(len(sys.argv)))


@tf.function
def f(x):
    return x * 2.0


for i in range(4):
    first = HELD[i - i]
    f(first)
    second = HELD[i // 4 + 1]
    f(second)
