"""A convolution-free variational autoencoder; the noise comes from stateless operations with a seed tensor."""

from __future__ import annotations

import argparse

import numpy as np
import tensorflow as tf
from tensorflow import keras

LATENT_DIM = 2
WIDTH = 40


def make_rings(count: int) -> np.ndarray:  # expect: none - NumPy only, no tensor parameter
    """Points of rings, rendered as soft histograms."""
    random = np.random.RandomState(0)
    radius = random.uniform(0.2, 0.9, size=(count, 1))
    centre = random.uniform(-0.5, 0.5, size=(count, 1))
    axis = np.linspace(-1.5, 1.5, WIDTH)
    density = np.exp(-((np.abs(axis - centre) - radius) ** 2) / 0.02)
    return density.astype(np.float32)


def dense(units: int, seed: int, activation: str | None = None) -> keras.layers.Dense:  # expect: none - makes a layer
    """A layer whose initial weights do not depend on the run."""
    return keras.layers.Dense(
        units, activation=activation, kernel_initializer=keras.initializers.GlorotUniform(seed=seed)
    )


encoder = keras.Sequential([keras.Input(shape=(WIDTH,)), dense(64, 1, "relu"), dense(2 * LATENT_DIM, 2)])
decoder = keras.Sequential([keras.Input(shape=(LATENT_DIM,)), dense(64, 3, "relu"), dense(WIDTH, 4)])
optimizer = keras.optimizers.Adam(1e-3)


def encode(x: tf.Tensor) -> tuple[tf.Tensor, tf.Tensor]:  # expect: none - `train_step` has it
    """The mean and the bounded log variance of the code."""
    mean, log_variance = tf.split(encoder(x), num_or_size_splits=2, axis=1)
    return mean, 4.0 * tf.tanh(log_variance / 4.0)


def reparameterize(mean: tf.Tensor, log_variance: tf.Tensor, seed: tf.Tensor):  # expect: none - 6 operations: too few
    """A code drawn from the posterior; the same seed gives the same noise eagerly and in a graph."""
    noise = tf.random.stateless_normal(shape=tf.shape(mean), seed=seed)
    return noise * tf.exp(log_variance * 0.5) + mean


def log_normal_pdf(sample, mean, log_variance):  # expect: none - receives the literal 0.0 from compute_loss
    """The log density of a diagonal normal distribution, summed over the axes."""
    log2pi = tf.math.log(2.0 * np.pi)
    density = -0.5 * ((sample - mean) ** 2.0 * tf.exp(-log_variance) + log_variance + log2pi)
    return tf.reduce_sum(density, axis=1)


def compute_loss(x: tf.Tensor, seed: tf.Tensor) -> tf.Tensor:  # expect: HYB001 - pure tensor code, called in the loop
    """The negative evidence lower bound, by one sample."""
    mean, log_variance = encode(x)
    z = reparameterize(mean, log_variance, seed)
    entropy = tf.nn.sigmoid_cross_entropy_with_logits(logits=decoder(z), labels=x)
    log_px_z = -tf.reduce_sum(entropy, axis=1)
    log_pz = log_normal_pdf(z, 0.0, 0.0)
    log_qz_x = log_normal_pdf(z, mean, log_variance)
    return -tf.reduce_mean(log_px_z + log_pz - log_qz_x)


def train_step(x: tf.Tensor, seed: tf.Tensor) -> tf.Tensor:  # expect: HYB001 - the training step
    """Update both networks; gives the loss."""
    variables = encoder.trainable_variables + decoder.trainable_variables
    with tf.GradientTape() as tape:
        loss = compute_loss(x, seed)
    gradients = tape.gradient(loss, variables)
    optimizer.apply_gradients(zip(gradients, variables))
    return loss


def main() -> None:  # expect: none - no parameter, and it prints
    """Train, and print the bound after each epoch."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--steps", type=int, default=96)
    steps = parser.parse_args().steps
    images = make_rings(512)
    train = tf.data.Dataset.from_tensor_slices(images[:384]).batch(32)
    held_out = tf.data.Dataset.from_tensor_slices(images[384:]).batch(32)
    done = 0
    for epoch in range(max(1, steps // 12)):
        for batch in train:
            seed = tf.constant([epoch, done], dtype=tf.int32)
            train_step(batch, seed)
            done += 1
        bound = keras.metrics.Mean()
        for batch in held_out:
            bound(compute_loss(batch, tf.constant([7, 7], dtype=tf.int32)))
        print(f"Epoch: {epoch}, test set ELBO: {-bound.result():.4f}")
    codes, _ = encode(tf.constant(images[:4]))
    print("codes", codes.numpy().astype(float).round(2).tolist())


if __name__ == "__main__":
    main()
