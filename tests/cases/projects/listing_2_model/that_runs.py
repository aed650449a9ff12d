"""The twin of `as_published.py` that runs: the list of layers has a name that Keras does not use."""

import tensorflow as tf
from tensorflow.keras import Model, layers
from tensorflow.keras.layers import Dropout


class DeepClassifier(Model):
    def __init__(self, **kwargs):  # expect: none - a constructor
        super().__init__(**kwargs)
        self.flatten = layers.Flatten()
        self.hidden = [layers.Dense(64, activation="relu") for _ in range(10)]
        self.dropout = Dropout(0.2)
        self.scores = layers.Dense(10)

    # report: published_precondition=P1, tensor_parameters=x, literal_parameters=, has_side_effects=false, is_recursive=false
    # report: hazards~keras-build-trace, precondition=null
    def __call__(self, x):  # expect: none - on Keras 3 the layers would be built in the trace
        x = self.flatten(x)
        for layer in self.hidden:
            x = layer(x)
        return self.scores(self.dropout(x))


images = tf.random.uniform([20, 28, 28])
classifier = DeepClassifier()
classifier(images)
