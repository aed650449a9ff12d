# A tensor that is passed twice is two tensors in the trace: nothing depends on the second.
import tensorflow as tf


def breaks(parts, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(parts[0] * parts[1])
    slope = tape.gradient(loss, x)
    return tf.constant(-1.0) if slope is None else slope


def works(parts, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = tf.reduce_sum(parts[0] * parts[1] * x)
    slope = tape.gradient(loss, x)
    return tf.constant(-1.0) if slope is None else slope


for i in range(3):
    both = [tf.constant(float(i)), tf.constant(2.0)]
    print(float(breaks(both, both[0])), float(works(both, tf.constant(3.0))))
