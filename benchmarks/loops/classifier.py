"""A Keras classifier trained and tested by loops in the module: the step has no function."""

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(3)
random = np.random.default_rng(3)
points = random.normal(size=(640, 12)).astype("float32")
labels = (points[:, :4] @ random.normal(size=(4, 3))).argmax(1).astype("int64")
train = tf.data.Dataset.from_tensor_slices((points[:512], labels[:512])).batch(32)
test = tf.data.Dataset.from_tensor_slices((points[512:], labels[512:])).batch(32)

model = tf.keras.Sequential(
    [tf.keras.Input((12,)), tf.keras.layers.Dense(32, activation="relu"), tf.keras.layers.Dense(3)]
)
loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
optimizer = tf.keras.optimizers.Adam(0.003)
optimizer.build(model.trainable_variables)
mean_loss = tf.keras.metrics.Mean()
accuracy = tf.keras.metrics.SparseCategoricalAccuracy()

for epoch in range(25):
    mean_loss.reset_state()
    accuracy.reset_state()
    for x, y in train:
        with tf.GradientTape() as tape:
            logits = model(x, training=True)
            loss = loss_of(y, logits)
        gradients = tape.gradient(loss, model.trainable_variables)
        optimizer.apply_gradients(zip(gradients, model.trainable_variables))
        mean_loss.update_state(loss)
    for x, y in test:
        accuracy.update_state(y, tf.nn.softmax(model(x, training=False)))
    if epoch % 5 == 4:
        print(epoch, "%.3f" % mean_loss.result(), "%.2f" % accuracy.result())
