# A list that a loop on a tensor fills: behind the loop, or in the next round, nobody finds what a trace has put there.
import tensorflow as tf


def breaks(x):
    kept = [x]
    for row in x:
        x = x + kept[-1] * row
        kept.append(tf.tanh(x))
    return x


def works(x):
    kept = [x]
    for row in x:
        kept.append(tf.tanh(x))
        x = x + kept[-1] * row
    return x


for scale in (1.0, 2.0, 3.0):
    print(breaks(scale * tf.ones(2)).numpy(), works(scale * tf.ones(2)).numpy())
