"""With Keras 3 the graph keeps the weights of the build, where sub-layers are first built by `call`."""
import tensorflow as tf

KERAS_3 = int(tf.__version__.split(".")[1]) >= 16


class Unbuilt(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    @tf.function
    def call(self, x):  # expect: HYB016 - nothing else builds the layer
        return self.dense(x)


class Stack(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.parts = [tf.keras.layers.Dense(2, kernel_initializer="ones") for _ in range(2)]

    def call(self, x):
        return self.through(x)

    @tf.function
    def through(self, x):  # expect: HYB016 - `call` leads here
        for part in self.parts:
            x = part(x)
        return x


class Builds(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def build(self, shape):
        self.dense.build(shape)
        super().build(shape)

    @tf.function
    def call(self, x):
        return self.dense(x)


class Dynamic(tf.keras.layers.Layer):
    """Keras 3 takes no `dynamic`."""

    def __init__(self, **options):
        super().__init__(**options, dynamic=False)
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    @tf.function
    def call(self, x):
        return self.dense(x)


class Weightless(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.flatten = tf.keras.layers.Flatten()

    @tf.function
    def call(self, x):
        return self.flatten(x) * 2.0


class OwnWeights(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(shape=(shape[-1], 1), initializer="ones", name="kernel")

    @tf.function
    def call(self, x):
        return tf.matmul(x, self.kernel)


class Bent(tf.keras.layers.Layer):
    """It has nothing to freeze, whoever calls it."""

    @tf.function
    def call(self, x):
        return x * tf.tanh(x)


@tf.function
def halved(x, sometimes):
    return x / 2.0 if sometimes else x


@tf.function
def through(layer, x):  # expect: HYB016 - it is handed what the build makes
    return layer(x)


class Caller(tf.keras.Model):
    """It is no graph itself, and hands to graphs."""

    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")
        self.bent = Bent()

    def call(self, x):
        return halved(self.bent(self.dense(x)), True)


class Handing(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1, kernel_initializer="ones")

    def call(self, x):
        return through(self.dense, x)


if not KERAS_3:

    class Cell(tf.keras.layers.AbstractRNNCell):
        """Keras 3 has no such class."""

        def __init__(self):
            super().__init__()
            self.dense = tf.keras.layers.Dense(1)

        @tf.function
        def call(self, x, state):
            return self.dense(x), [state]

    Cell()(tf.ones((1, 2)), tf.ones(1))


@tf.function
def weighed(x, kernel, bias):
    return tf.matmul(x, kernel) + bias


class HandsWeights(tf.keras.layers.Layer):
    def build(self, shape):
        self.kernel = self.add_weight(name="kernel", shape=(shape[-1], 1), initializer="ones")
        self.bias = self.add_weight(name="bias", shape=(1,), initializer="zeros")

    def call(self, x):
        return weighed(x, self.kernel, self.bias)


class AroundWeights(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = HandsWeights()

    def call(self, x):
        return self.inner(x)


def follows_its_weights(layer):
    """Whether the output changes with the weights."""
    x = tf.ones((1, 2))
    before = layer(x).numpy()
    layer.set_weights([2.0 * weight for weight in layer.get_weights()])
    return bool((layer(x).numpy() != before).any())


assert follows_its_weights(Unbuilt()) is not KERAS_3
assert follows_its_weights(Stack()) is not KERAS_3
assert follows_its_weights(Builds())
assert follows_its_weights(Caller())
assert follows_its_weights(Handing()) is not KERAS_3
assert follows_its_weights(OwnWeights())
assert follows_its_weights(AroundWeights())
Weightless()(tf.ones((1, 2)))
if KERAS_3:
    try:
        Dynamic()
    except (TypeError, ValueError):
        pass
    else:
        raise AssertionError("dynamic")
else:
    Dynamic()(tf.ones((1, 2)))
