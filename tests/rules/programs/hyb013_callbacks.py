"""Attributes that callbacks of Keras change while one `fit` runs: all its steps are one graph."""
import tensorflow as tf


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones", trainable=False)
        self.by_epoch = 0.0
        self.by_batch = 0.0
        self.before = 0.0
        self.variable = tf.Variable(0.0, trainable=False)

    def call(self, x):
        x = self.dense(x) * 0.0
        x += self.by_epoch  # expect: HYB013 - the callback counts it up behind each epoch
        x += self.by_batch  # expect: HYB013 - and this one behind each batch
        return x + self.before + self.variable


class Changing(tf.keras.callbacks.Callback):
    def __init__(self, held):
        super().__init__()
        self.held = held

    def on_train_begin(self, logs=None):
        self.model.before = 100.0

    def on_epoch_end(self, epoch, logs=None):
        self.model.by_epoch = self.model.by_epoch + 10.0
        self.model.variable.assign(float(epoch) + 1.0)

    def on_train_batch_end(self, batch, logs=None):
        self.held.by_batch += 1.0


model = Model()
model.compile(loss="mae", optimizer="sgd")
history = model.fit(tf.ones((4, 2)), tf.zeros((4, 1)), epochs=3, callbacks=[Changing(model)], verbose=0).history
assert [round(each) for each in history["loss"]] == [100, 101, 102]


class Once(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, use_bias=False, kernel_initializer="ones", trainable=False)
        self.shift = 0.0

    def call(self, x):
        return self.dense(x) * 0.0 + self.shift


class Counting(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        # Before the only epoch, and so before the graph is made.
        self.model.shift += 1.0


once = Once()
once.compile(loss="mae", optimizer="sgd")
history = once.fit(tf.ones((4, 2)), tf.zeros((4, 1)), callbacks=[Counting()], verbose=0).history
assert [round(each) for each in history["loss"]] == [1]
