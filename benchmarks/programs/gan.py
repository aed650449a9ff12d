"""A generative adversarial network for points on a spiral: two models, two optimizers, one step."""

import argparse

import numpy as np
import tensorflow as tf
from tensorflow.keras import layers

BATCH_SIZE = 64
NOISE_DIM = 8
EPOCH_STEPS = 20


def initializer(seed):  # expect: none - receives integers, no tensor
    """The same start in every run."""
    return tf.keras.initializers.GlorotUniform(seed=seed)


def make_generator_model():  # expect: none - no parameter; it makes a model
    """Noise to points."""
    return tf.keras.Sequential(
        [
            tf.keras.Input(shape=(NOISE_DIM,)),
            layers.Dense(32, activation="tanh", kernel_initializer=initializer(1)),
            layers.Dense(32, activation="tanh", kernel_initializer=initializer(2)),
            layers.Dense(2, kernel_initializer=initializer(3)),
        ]
    )


def make_discriminator_model():  # expect: none - no parameter; it makes a model
    """Points to one logit."""
    return tf.keras.Sequential(
        [
            tf.keras.Input(shape=(2,)),
            layers.Dense(32, activation="tanh", kernel_initializer=initializer(4)),
            layers.Dense(16, activation="tanh", kernel_initializer=initializer(5)),
            layers.Dense(1, kernel_initializer=initializer(6)),
        ]
    )


def spiral(count, random):  # expect: none - NumPy only, no tensor parameter
    """Noisy points of a spiral."""
    angle = random.uniform(0.5, 3.0 * np.pi, size=count)
    points = np.stack([angle * np.cos(angle), angle * np.sin(angle)], axis=1) / 8.0
    return (points + random.normal(scale=0.03, size=points.shape)).astype(np.float32)


generator = make_generator_model()
discriminator = make_discriminator_model()
generator_optimizer = tf.keras.optimizers.SGD(0.02, momentum=0.5)
discriminator_optimizer = tf.keras.optimizers.SGD(0.05, momentum=0.5)


def discriminator_loss(real_output, fake_output):  # expect: none - `train_step` has it
    """Smoothed cross entropy on both halves."""
    real = tf.nn.sigmoid_cross_entropy_with_logits(labels=0.9 * tf.ones_like(real_output), logits=real_output)
    fake = tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.zeros_like(fake_output), logits=fake_output)
    return tf.reduce_mean(real) + tf.reduce_mean(fake)


def generator_loss(fake_output, fake_points):  # expect: none - `train_step` has it
    """Fool the discriminator, and stay inside the unit box."""
    adversarial = tf.nn.sigmoid_cross_entropy_with_logits(labels=tf.ones_like(fake_output), logits=fake_output)
    outside = tf.nn.relu(tf.abs(fake_points) - 1.5)
    return tf.reduce_mean(adversarial) + 0.1 * tf.reduce_mean(tf.square(outside))


def train_step(points, noise):  # expect: HYB001 - the training step
    """Update both networks; gives both losses."""
    with tf.GradientTape() as gen_tape, tf.GradientTape() as disc_tape:
        generated = generator(noise, training=True)
        real_output = discriminator(points, training=True)
        fake_output = discriminator(generated, training=True)
        gen_loss = generator_loss(fake_output, generated)
        disc_loss = discriminator_loss(real_output, fake_output)

    gradients_of_generator = gen_tape.gradient(gen_loss, generator.trainable_variables)
    gradients_of_discriminator = disc_tape.gradient(disc_loss, discriminator.trainable_variables)

    generator_optimizer.apply_gradients(zip(gradients_of_generator, generator.trainable_variables))
    discriminator_optimizer.apply_gradients(zip(gradients_of_discriminator, discriminator.trainable_variables))
    return gen_loss, disc_loss


def summarize(epoch, points):  # expect: none - prints, and leaves TensorFlow through .numpy()
    """Print mean and spread of generated points."""
    array = points.numpy()
    print("epoch %d mean %s spread %.3f" % (epoch, array.mean(axis=0).astype(float).round(3).tolist(), array.std()))


def train(steps):  # expect: none - no tensor parameter, prints, draws NumPy noise
    """Train for some steps and print after each epoch."""
    random = np.random.RandomState(1)
    dataset = tf.data.Dataset.from_tensor_slices(spiral(1280, random)).batch(BATCH_SIZE, drop_remainder=True).repeat()
    fixed_noise = tf.constant(random.normal(size=(256, NOISE_DIM)), dtype=tf.float32)
    for step, batch in enumerate(dataset.take(steps), 1):
        noise = tf.constant(random.normal(size=(BATCH_SIZE, NOISE_DIM)), dtype=tf.float32)
        gen_loss, disc_loss = train_step(batch, noise)
        if step % EPOCH_STEPS == 0:
            print("step %d generator %.3f discriminator %.3f" % (step, float(gen_loss), float(disc_loss)))
            summarize(step // EPOCH_STEPS, generator(fixed_noise, training=False))


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=100)
    train(parser.parse_args().steps)
