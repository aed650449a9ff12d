"""Listing 2 of the paper where Keras 2 is known: nothing speaks against the graph."""

import tensorflow as tf
from tensorflow.keras import Model, layers


class DeepClassifier(Model):
    def __init__(self, **kwargs):  # expect: none - a constructor
        super().__init__(**kwargs)
        self.flatten = layers.Flatten()
        self.hidden = [layers.Dense(64, activation="relu") for _ in range(10)]
        self.dropout = layers.Dropout(0.2)
        self.scores = layers.Dense(10)

    # report: published_precondition=P1, precondition=P1, transformation=hybridize
    def __call__(self, x):  # expect: HYB001 - tensors in, layers only
        x = self.flatten(x)
        for layer in self.hidden:
            x = layer(x)
        return self.scores(self.dropout(x))


images = tf.random.uniform([20, 28, 28])
classifier = DeepClassifier()
for _ in range(3):
    classifier(images)
