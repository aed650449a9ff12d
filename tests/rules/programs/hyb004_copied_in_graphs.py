"""Dictionaries that are copied where a graph may not change them, and one that is not."""

import tensorflow as tf


def copied(features):
    return features.copy() if not tf.executing_eagerly() else features


class Model:
    def encode(self, features):
        features.update(code=features["x"] * 2.0)
        return features

    @tf.function
    def with_copy(self, features):
        return self.encode(copied(features))["code"]

    @tf.function
    def without(self, features):
        return self.add(features)["code"]  # expect: HYB004 - TensorFlow refuses it

    def add(self, features):
        features.update(code=features["x"] * 2.0)
        return features


model = Model()
for _ in range(3):
    assert float(model.with_copy({"x": tf.constant(1.0)})) == 2.0
try:
    model.without({"x": tf.constant(1.0)})
except ValueError as error:
    assert "should not modify its Python input arguments" in str(error)
else:
    raise AssertionError("TensorFlow lets it pass")
