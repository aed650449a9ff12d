"""A model whose `__call__` is hybridized by hand (paper, Listing 2), with the attribute name of the paper.

Keras fails when this is run, since `layers` is a property of its models; the dataflow is what counts here.
"""

import tensorflow as tf
from tensorflow.keras import Model, layers
from tensorflow.keras.layers import Dropout


class DeepClassifier(Model):
    def __init__(self, **kwargs):  # expect: none - a constructor
        super().__init__(**kwargs)
        self.flatten = layers.Flatten(input_shape=(28, 28))
        depth = 100
        self.layers = [layers.Dense(64, activation="relu") for _ in range(depth)]
        self.dropout = Dropout(0.2)
        self.scores = layers.Dense(10)

    # report: published_precondition=P1, tensor_parameters=x, literal_parameters=, has_side_effects=false, is_recursive=false
    # report: hazards~keras-build-trace, precondition=null
    def __call__(self, x):  # expect: none - on Keras 3 the layers would be built in the trace
        x = self.flatten(x)
        for layer in self.layers:
            x = layer(x)
        return self.scores(self.dropout(x))


images = tf.random.uniform([20, 28, 28])
classifier = DeepClassifier()
classifier(images)
