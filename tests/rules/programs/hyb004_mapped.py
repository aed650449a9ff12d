"""What `dataset.map` hands to a function, and Keras to `call`, is made for the trace."""

import tensorflow as tf

counts = {"mapped": 0}


def doubled(features):
    features["double"] = features["x"] * 2.0
    features.pop("x")
    counts["mapped"] += 1  # expect: HYB004 - once for the trace, not once for each element
    return features


source = {"x": tf.constant([1.0, 2.0, 3.0])}
mapped = tf.data.Dataset.from_tensor_slices(source).map(doubled)
assert [float(each["double"]) for each in mapped] == [2.0, 4.0, 6.0]
assert list(source) == ["x"]
assert counts["mapped"] == 1


def changed_in_parts(*parts):
    parts[0]["double"] = parts[0].pop("x") * 2.0
    return parts[0], parts[1]


pairs = tf.data.Dataset.from_tensor_slices((source, tf.constant([0, 1, 0]))).map(changed_in_parts)
assert [float(each["double"]) for each, _ in pairs] == [2.0, 4.0, 6.0]


class Regression(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, inputs):
        inputs["y"] = inputs["x"] + 1.0
        return self.dense(inputs["y"])


class Changing(Regression):
    def train_step(self, data):
        features, labels = data
        features["x"] = features["x"] + 1.0  # expect: HYB004 - Keras 3 refuses it
        return {"loss": tf.reduce_mean(tf.square(self(features) - labels))}


batches = tf.data.Dataset.from_tensor_slices(({"x": tf.ones((4, 1))}, tf.ones((4, 1)))).batch(2)
model = Regression()
model.compile(optimizer="sgd", loss="mse")
model.fit(batches, verbose=0)
changing = Changing()
changing.compile(optimizer="sgd", loss="mse")
try:
    changing.fit(batches, verbose=0)
    refused = False
except ValueError as error:
    refused = "should not modify its Python input arguments" in str(error)
assert refused == hasattr(tf.keras, "ops")
