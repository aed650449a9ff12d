"""Lists that a constructor fills while it makes them, what the first trace fills, and what Keras sets up first."""

import tensorflow as tf


class Blocks(tf.Module):
    def __init__(self, levels):
        super().__init__()
        self.blocks = []
        for level in range(levels):
            scales = []
            for _ in range(2):
                scales.append(float(level + 1))
            self.blocks.append(scales)

    @tf.function
    def step(self, x):
        for scales in self.blocks:
            for scale in scales:
                x = x * scale
        return x


class Evaluation(tf.keras.callbacks.Callback):
    def set_model(self, model):
        self.scale = 2.0
        super().set_model(model)

    @tf.function
    def of_batch(self, x):
        return x * self.scale

    def on_epoch_end(self, epoch, logs=None):
        results.append(float(self.of_batch(tf.constant(1.0))))


class Later(tf.Module):
    def __init__(self):
        super().__init__()
        self.scales = []

    @tf.function
    def step(self, x):
        for scale in self.scales:  # expect: HYB013 - the graph keeps the list of its first call
            x = x * scale
        return x

    def add(self, scale):
        self.scales.append(scale)


structure = {}


@tf.function
def packed(x):
    if not structure:
        structure["number"] = 2.0
    return x * 2.0


@tf.function
def unpacked(x):
    return x / structure["number"]


results = []
small, large = Blocks(1), Blocks(2)
for _ in range(2):
    small.step(tf.ones(2))
    large.step(tf.ones(2))
later = Later()
for _ in range(3):
    assert later.step(tf.constant(1.0)) == 1.0
    later.add(2.0)
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
data = tf.data.Dataset.from_tensor_slices((tf.ones((2, 1)), tf.ones((2, 1)))).batch(2)
model.fit(data, epochs=2, verbose=0, callbacks=[Evaluation()])
assert results == [2.0, 2.0], results
for _ in range(2):
    assert unpacked(packed(tf.constant(1.0))) == 1.0
