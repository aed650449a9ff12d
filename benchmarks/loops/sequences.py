"""A recurrent model over sequences of one length, trained in a method."""

import numpy as np
import tensorflow as tf

tf.keras.utils.set_random_seed(13)
random = np.random.default_rng(13)
LETTERS = 9


class Trainer:
    def __init__(self):
        self.model = tf.keras.Sequential(
            [
                tf.keras.Input((12,), dtype="int64"),
                tf.keras.layers.Embedding(LETTERS, 8),
                tf.keras.layers.GRU(16, unroll=True),
                tf.keras.layers.Dense(LETTERS),
            ]
        )
        self.loss_of = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)
        self.optimizer = tf.keras.optimizers.Adam(0.01)
        self.optimizer.build(self.model.trainable_variables)

    def fit(self, data, epochs):
        for epoch in range(epochs):
            total = 0.0
            for text, after in data:
                with tf.GradientTape() as tape:
                    loss = self.loss_of(after, self.model(text, training=True))
                gradients = tape.gradient(loss, self.model.trainable_variables)
                self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
                total += float(loss)
            print(epoch, "%.2f" % total)


written = np.cumsum(random.integers(1, 3, size=(256, 13)), axis=1) % LETTERS
Trainer().fit(tf.data.Dataset.from_tensor_slices((written[:, :-1], written[:, -1])).batch(32), 12)
