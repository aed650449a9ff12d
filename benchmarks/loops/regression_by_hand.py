"""A small network written out with variables, and trained by hand in a function around the loop."""

import numpy as np
import tensorflow as tf

random = np.random.default_rng(11)
inputs = tf.constant(random.normal(size=(256, 6)).astype("float32"))
wanted = tf.constant(np.sin(inputs.numpy().sum(1, keepdims=True)).astype("float32"))
hidden = tf.Variable(random.normal(size=(6, 24), scale=0.4).astype("float32"))
shift = tf.Variable(tf.zeros((24,)))
out = tf.Variable(random.normal(size=(24, 1), scale=0.4).astype("float32"))


def train(rounds):
    losses = []
    for turn in range(rounds):
        with tf.GradientTape() as tape:
            middle = tf.nn.tanh(tf.matmul(inputs, hidden) + shift)
            errors = tf.matmul(middle, out) - wanted
            loss = tf.reduce_mean(tf.square(errors)) + 1e-4 * tf.reduce_sum(tf.square(out))
        slopes = tape.gradient(loss, [hidden, shift, out])
        hidden.assign_sub(0.05 * slopes[0])
        shift.assign_sub(0.05 * slopes[1])
        out.assign_sub(0.05 * slopes[2])
        losses.append(float(loss))
    return losses


found = train(600)
print(["%.3f" % loss for loss in found[::100]])
