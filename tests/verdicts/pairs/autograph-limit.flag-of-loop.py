# A flag that a loop over a tensor sets is a tensor behind it: a condition on it changes no list, and carries a name.
import tensorflow as tf


def breaks(x):
    found, seen = False, []
    for each in x:
        if each > 2.5:
            found = True
    if found:
        seen.append(1.0)
    return tf.tanh(x) * 2.0 + tf.sin(x) + float(len(seen))


def works(x):
    found, scale = False, tf.constant(1.0)
    for each in x:
        if each > 2.5:
            found = True
    if found:
        scale = tf.constant(2.0)
    return tf.tanh(x) * 2.0 + tf.sin(x) * scale


for number in (1.0, 2.0, 3.0):
    print(breaks(number * tf.ones(2)).numpy(), works(number * tf.ones(2)).numpy())
