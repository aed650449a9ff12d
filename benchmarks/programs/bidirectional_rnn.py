"""A bidirectional recurrent tagger, half converted: its author decorated the training step, not the evaluation."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf

TIMESTEPS = 10
FEATURES = 5
HIDDEN = 16
BATCH_SIZE = 32


def make_task(count, seed):  # expect: none - NumPy only, no tensor parameter
    """Tag each sample with the sign of the sum of its neighbours."""
    random = np.random.RandomState(seed)
    inputs = random.normal(size=(count, TIMESTEPS, FEATURES))
    total = inputs.sum(axis=2)
    padded = np.pad(total, ((0, 0), (1, 1)))
    tags = padded[:, :-2] + padded[:, 2:] > 0
    return inputs.astype(np.float32), tags.astype(np.float32)


def variable(random, *shape):  # expect: none - receives integers
    """A normal start."""
    return tf.Variable(random.normal(scale=0.3, size=shape).astype(np.float32))


start = np.random.RandomState(21)
forward_input, forward_state = variable(start, FEATURES, HIDDEN), variable(start, HIDDEN, HIDDEN)
backward_input, backward_state = variable(start, FEATURES, HIDDEN), variable(start, HIDDEN, HIDDEN)
output_weights, output_bias = variable(start, 2 * HIDDEN, 1), variable(start, 1)
parameters = [forward_input, forward_state, backward_input, backward_state, output_weights, output_bias]
optimizer = tf.keras.optimizers.Adam(0.01)
step_counter = tf.Variable(0, trainable=False)


def states(steps, kernel, recurrent):  # expect: none - `tagger` has it
    """The states of a simple recurrent network over a list of steps."""
    state = tf.zeros([tf.shape(steps[0])[0], HIDDEN])
    outputs = []
    for x in steps:
        state = tf.tanh(tf.matmul(x, kernel) + tf.matmul(state, recurrent))
        outputs.append(state)
    return outputs


def tagger(inputs):  # expect: none - `evaluate` has it
    """The logit of each time step."""
    steps = tf.unstack(inputs, axis=1)
    ahead = states(steps, forward_input, forward_state)
    behind = states(steps[::-1], backward_input, backward_state)[::-1]
    both = tf.concat([tf.stack(ahead, axis=1), tf.stack(behind, axis=1)], axis=2)
    return tf.squeeze(tf.tensordot(both, output_weights, axes=1) + output_bias, axis=2)


def regularization(gradients):  # expect: none - reached only from the decorated step, where it is traced already
    """The gradients with a little weight decay, scaled by their common norm."""
    norm = tf.linalg.global_norm(gradients)
    scale = 1.0 / tf.maximum(norm, 1.0)
    return [gradient * scale + 1e-4 * parameter for gradient, parameter in zip(gradients, parameters)]


@tf.function
def train_step(inputs, tags):  # expect: none - hybrid already, and sound
    """One update; gives the loss."""
    with tf.GradientTape() as tape:
        losses = tf.nn.sigmoid_cross_entropy_with_logits(labels=tags, logits=tagger(inputs))
        loss = tf.reduce_mean(losses)
    gradients = regularization(tape.gradient(loss, parameters))
    optimizer.apply_gradients(zip(gradients, parameters))
    step_counter.assign_add(1)
    return loss


def evaluate(inputs, tags):  # expect: HYB001 - tensors only, called for each batch of the evaluation
    """The share of right tags."""
    predicted = tf.cast(tagger(inputs) > 0.0, tf.float32)
    return tf.reduce_mean(tf.cast(tf.equal(predicted, tags), tf.float32))


def test(dataset):  # expect: none - no tensor parameter; it prints
    """Print the accuracy over a data set."""
    scores = [float(evaluate(inputs, tags)) for inputs, tags in dataset]
    print("accuracy %.3f after %d steps" % (np.mean(scores), int(step_counter)))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=80)
    number_of_steps = parser.parse_args().steps
    train_data = tf.data.Dataset.from_tensor_slices(make_task(960, 0)).repeat().batch(BATCH_SIZE)
    test_data = tf.data.Dataset.from_tensor_slices(make_task(320, 1)).batch(BATCH_SIZE)
    for index, (batch, labels) in enumerate(train_data.take(number_of_steps)):
        step_loss = train_step(batch, labels)
        if index % 20 == 19:
            print("loss %.4f" % float(step_loss))
            test(test_data)
