"""What has all its weights before `call` first runs, or none, is frozen by no trace."""
import tensorflow as tf

KERAS_3 = int(tf.__version__.split(".")[1]) >= 16


class Config:
    rate = 0.5

    def __init__(self, options):
        self.size = options.get("size")


def stacked(sizes):
    parts = []
    for number in range(len(sizes) - 1):
        parts += [tf.keras.layers.Dense(sizes[number + 1], input_shape=(sizes[number],))]
    return tf.keras.Sequential(parts)


def added(sizes):
    net = tf.keras.Sequential()
    net.add(tf.keras.Input((sizes[0],)))
    net.add(tf.keras.layers.Dense(sizes[1]))
    return net


def open_ended(sizes):
    parts = []
    parts += [tf.keras.layers.Dense(size) for size in sizes]
    return tf.keras.Sequential(parts)


class Stacked(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = stacked([2, 1])

    @tf.function
    def call(self, x):
        return self.net(x)


class Added(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = added([2, 1])

    @tf.function
    def call(self, x):
        return self.net(x)


def parts_with_input(size):
    parts = [tf.keras.layers.Flatten(input_shape=(size,))]
    parts.append(tf.keras.layers.Dense(1))
    return parts


class OfHelper(tf.keras.Model):
    """Another function makes the list of layers, the first of which knows its input."""

    def __init__(self):
        super().__init__()
        self.net = tf.keras.Sequential(parts_with_input(2))

    @tf.function
    def call(self, x):
        return self.net(x)


class OfBuilt(tf.keras.Model):
    """The layer that it holds has all its weights."""

    def __init__(self):
        super().__init__()
        self.inner = OfHelper()

    @tf.function
    def call(self, x):
        return self.inner(x)


class BuildsPart(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = open_ended([1])
        self.net.build((None, 2))

    @tf.function
    def call(self, x):
        return self.net(x)


class OpenEnded(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = open_ended([1])

    @tf.function
    def call(self, x):  # expect: HYB016 - nothing says what arrives at the layers
        return self.net(x)


class Functional(tf.keras.Model):
    pass


class Around(tf.keras.layers.Layer):
    """It is handed a model that was made from symbolic tensors."""

    def __init__(self, net):
        super().__init__()
        self.net = net

    @tf.function
    def call(self, x):
        return self.net(x)


class Replaced(tf.keras.Model):
    """Keras builds nothing around what replaces its own method."""

    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    @tf.function
    def __call__(self, x):
        return self.dense(x)


@tf.function
def scaled(x, rate):
    return x * rate


class Configured(tf.keras.Model):
    def __init__(self, config):
        super().__init__()
        self.config = config
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return scaled(self.dense(x), self.config.rate or self.config)


class Product(tf.keras.layers.Layer):
    """It makes numbers when it is built, and no variables."""

    def build(self, shape):
        self.number = float(shape[-1])
        super().build(shape)

    def call(self, x):
        return tf.reduce_sum(x, axis=-1, keepdims=True) * self.number


class Scaling(Product):
    def build(self, shape):
        super().build(shape)
        self.scale = self.add_weight(name="scale", shape=(), initializer="ones")

    def call(self, x):
        return super().call(x) * self.scale


class Products(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = stacked([2, 3])
        self.product = Product()

    @tf.function
    def call(self, x):
        return self.product(self.net(x))


class Scalings(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.product = Scaling()

    @tf.function
    def call(self, x):  # expect: HYB016 - the inner layer makes its variable when it is built
        return self.product(x)


def follows_its_weights(layer):
    """Whether the output changes with the weights."""
    x = tf.ones((1, 2))
    before = layer(x).numpy()
    layer.set_weights([2.0 * weight + 1.0 for weight in layer.get_weights()])
    return bool((layer(x).numpy() != before).any())


given = tf.keras.Input((2,))
assert follows_its_weights(Stacked())
assert follows_its_weights(Added())
assert follows_its_weights(OfHelper())
assert follows_its_weights(OfBuilt())
assert follows_its_weights(BuildsPart())
assert follows_its_weights(Around(Functional(inputs=given, outputs=tf.keras.layers.Dense(1)(given))))
assert follows_its_weights(Replaced())
assert follows_its_weights(Configured(Config({})))
assert follows_its_weights(OpenEnded()) is not KERAS_3
assert follows_its_weights(Products())
assert follows_its_weights(Scalings()) is not KERAS_3


class ByFactory(tf.keras.Model):
    def __init__(self, size):
        super().__init__()
        self.net = open_ended([size])

    @tf.function
    def call(self, x):
        return self.net(x)


class ByOther(tf.keras.Model):
    def __init__(self, size):
        super().__init__()
        self.net = open_ended([size])

    @tf.function
    def call(self, x):  # expect: HYB016 - the program builds the other model of the pair
        return self.net(x)


def made(size):
    first = None
    if size:
        first = ByFactory(size)
    return first, ByOther(size)


def trained(factory=made, **options):
    net, other = factory(**options)
    net.build((None, 2))
    return net, other


built, left = trained(size=1)
assert follows_its_weights(built)
assert follows_its_weights(left) is not KERAS_3
