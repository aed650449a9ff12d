"""Bug study, Listing 10: a training step for any image; the optimizer makes variables for each new one.

The decorator was taken off since the second image failed: it must not be put on again.
"""

import tensorflow as tf

optimizer = tf.keras.optimizers.Adam(0.02)


# report: published_precondition=P1, precondition=null, hazards~creates-variable
def train_step(image):  # expect: none - the second image would need new variables
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(tf.image.total_variation(image)) + tf.reduce_mean(tf.square(image))
    gradient = tape.gradient(loss, image)
    optimizer.apply_gradients([(gradient, image)])
    image.assign(tf.clip_by_value(image, 0.0, 1.0))


def stylize(picture):  # expect: none - makes a variable
    image = tf.Variable(picture)
    for _ in range(10):
        train_step(image)
    return image


stylize(tf.zeros((1, 8, 8, 3)))
stylize(tf.ones((1, 16, 16, 3)))
