"""A step that says itself which variables it trains; and one that counts its calls in the model."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model(tf.ones((1, 1)))


@tf.function
def train_step(x):
    model.trainable = True
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    return tape.gradient(loss, model.trainable_variables)


@tf.function
def test_step(x):
    model.trainable = False
    return tf.reduce_sum(model(x))


for _ in range(3):
    assert len(train_step(tf.ones((2, 1)))) == 2
    test_step(tf.ones((2, 1)))
