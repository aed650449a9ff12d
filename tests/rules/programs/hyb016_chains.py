"""A chain of layers has the weights of its layers: none, where these have none."""
import tensorflow as tf

KERAS_3 = int(tf.__version__.split(".")[1]) >= 16


class Mask(tf.keras.layers.Layer):
    def __init__(self, size):
        super().__init__()
        self.size = size
        self.filler = tf.zeros((3,))

    def call(self, x):
        return x * float(self.size) + self.filler


class Masks(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.chain = tf.keras.Sequential()
        for size in range(1, 3):
            self.chain.add(Mask(size))
        self.flat = tf.keras.Sequential([tf.keras.layers.Flatten()], name="flat")

    @tf.function
    def call(self, x):
        return self.flat(self.chain(x))


class Denses(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.chain = tf.keras.Sequential()
        self.chain.add(Mask(2))
        self.chain.add(tf.keras.layers.Dense(3))

    @tf.function
    def call(self, x):  # expect: HYB016 - the last layer of the chain has weights
        return self.chain(x)


masks, denses = Masks(), Denses()
x = tf.Variable(tf.ones((2, 3)))
for layer in (masks, denses):
    layer(x)
with tf.GradientTape(persistent=True) as tape:
    masked, computed = tf.reduce_sum(masks(x)), tf.reduce_sum(denses(x))
assert tape.gradient(masked, x) is not None
assert all(each is not None for each in tape.gradient(computed, denses.trainable_variables)) is not KERAS_3
