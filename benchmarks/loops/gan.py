"""Two networks and two optimizers: the noise is drawn with NumPy in each round."""

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(5)
random = np.random.default_rng(5)
generator = tf.keras.Sequential(
    [tf.keras.Input((4,)), tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(2)]
)
critic = tf.keras.Sequential(
    [tf.keras.Input((2,)), tf.keras.layers.Dense(16, activation="relu"), tf.keras.layers.Dense(1)]
)
loss_of = tf.keras.losses.BinaryCrossentropy(from_logits=True)
of_generator, of_critic = tf.keras.optimizers.Adam(0.002), tf.keras.optimizers.Adam(0.002)
of_generator.build(generator.trainable_variables)
of_critic.build(critic.trainable_variables)
real = tf.constant(random.normal(size=(32, 2), loc=2.0).astype("float32"))

for turn in range(250):
    noise = tf.constant(random.normal(size=(32, 4)).astype("float32"))
    with tf.GradientTape() as first, tf.GradientTape() as second:
        made = generator(noise, training=True)
        judged_real, judged_made = critic(real, training=True), critic(made, training=True)
        loss = loss_of(tf.ones_like(judged_made), judged_made)
        critics = loss_of(tf.ones_like(judged_real), judged_real) + loss_of(tf.zeros_like(judged_made), judged_made)
    slopes = first.gradient(loss, generator.trainable_variables)
    others = second.gradient(critics, critic.trainable_variables)
    of_generator.apply_gradients(zip(slopes, generator.trainable_variables))
    of_critic.apply_gradients(zip(others, critic.trainable_variables))
    if turn % 50 == 49:
        print(turn, "%.2f %.2f" % (loss, critics))
