"""A sparse autoencoder on synthetic spectra; low-level variables, one file, no classes."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf

N_INPUT = 48
N_HIDDEN_1 = 24
N_HIDDEN_2 = 8
BATCH_SIZE = 64
DISPLAY_STEP = 50


def spectra(count, generator):  # expect: none - NumPy only, no tensor parameter
    """Sums of two bumps."""
    grid = np.linspace(0.0, 1.0, N_INPUT)
    centres = generator.uniform(0.1, 0.9, size=(count, 2, 1))
    widths = generator.uniform(0.02, 0.1, size=(count, 2, 1))
    return np.exp(-(((grid - centres) / widths) ** 2)).sum(axis=1).astype(np.float32) / 2


def matrix(generator, rows, columns):  # expect: none - makes a variable from sizes, no tensor parameter
    """A variable drawn from a normal distribution."""
    values = generator.normal(scale=1.5 / np.sqrt(rows), size=(rows, columns))
    return tf.Variable(values.astype(np.float32))


rng = np.random.RandomState(11)

weights = {
    "encoder_h1": matrix(rng, N_INPUT, N_HIDDEN_1),
    "encoder_h2": matrix(rng, N_HIDDEN_1, N_HIDDEN_2),
    "decoder_h1": matrix(rng, N_HIDDEN_2, N_HIDDEN_1),
    "decoder_h2": matrix(rng, N_HIDDEN_1, N_INPUT),
}
biases = {
    "encoder_b1": tf.Variable(tf.zeros([N_HIDDEN_1])),
    "encoder_b2": tf.Variable(tf.zeros([N_HIDDEN_2])),
    "decoder_b1": tf.Variable(tf.zeros([N_HIDDEN_1])),
    "decoder_b2": tf.Variable(tf.zeros([N_INPUT])),
}
optimizer = tf.keras.optimizers.Adam(0.01)


def encoder(x):  # expect: none - 6 operations: too few
    """From spectra to codes."""
    layer_1 = tf.nn.tanh(tf.add(tf.matmul(x, weights["encoder_h1"]), biases["encoder_b1"]))
    return tf.nn.sigmoid(tf.add(tf.matmul(layer_1, weights["encoder_h2"]), biases["encoder_b2"]))


def decoder(x):  # expect: none - 6 operations: too few
    """From codes to spectra."""
    layer_1 = tf.nn.tanh(tf.add(tf.matmul(x, weights["decoder_h1"]), biases["decoder_b1"]))
    return tf.nn.sigmoid(tf.add(tf.matmul(layer_1, weights["decoder_h2"]), biases["decoder_b2"]))


def sparsity(codes):  # expect: none - `run_optimization` has it
    """The Kullback-Leibler distance of the mean activations from 0.2."""
    target = 0.2
    activation = tf.clip_by_value(tf.reduce_mean(codes, axis=0), 1e-4, 1.0 - 1e-4)
    divergence = target * tf.math.log(target / activation)
    divergence += (1.0 - target) * tf.math.log((1.0 - target) / (1.0 - activation))
    return tf.reduce_sum(divergence)


def run_optimization(x):  # expect: HYB001 - the training step
    """One update; gives the reconstruction error."""
    with tf.GradientTape() as tape:
        codes = encoder(x)
        error = tf.reduce_mean(tf.square(decoder(codes) - x))
        loss = error + 1e-4 * sparsity(codes)
    variables = list(weights.values()) + list(biases.values())
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    return error


def show(original, reconstructed):  # expect: none - prints, and leaves TensorFlow through .numpy()
    """Print where the largest peak is, before and after."""
    before = tf.argmax(original, axis=1).numpy()
    after = tf.argmax(reconstructed, axis=1).numpy()
    print("peaks found within two channels: %.3f" % np.mean(np.abs(before - after) <= 2))


parser = argparse.ArgumentParser()
parser.add_argument("--steps", type=int, default=200)
steps = parser.parse_args().steps

data = tf.data.Dataset.from_tensor_slices(spectra(1024, rng)).repeat().batch(BATCH_SIZE, drop_remainder=True)
for step, batch in enumerate(data.take(steps + 1)):
    step_error = run_optimization(batch)
    if step % DISPLAY_STEP == 0 or step == 1:
        print("step: %i, loss: %.5f" % (step, step_error))

test = tf.constant(spectra(256, rng))
show(test, decoder(encoder(test)))
