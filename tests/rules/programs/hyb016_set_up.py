"""What an object calls while it is made has its weights before Keras builds anything by running `call`."""
import tensorflow as tf

KERAS_3 = int(tf.__version__.split(".")[1]) >= 16


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


class CallsItself(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = None
        self.setup()

    def setup(self):
        self.net = Net()
        self.call(tf.zeros((2, 3)))

    @tf.function
    def call(self, x):
        return self.net(x)


class CallsParts(tf.keras.Model):
    def __init__(self, shape):
        super().__init__()
        self.net = Net()
        self.make(shape)

    def make(self, shape):
        self.net(tf.keras.Input(shape))

    @tf.function
    def call(self, x):
        return self.net(x)


class Around(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = CallsItself()
        self.other = CallsParts((3,))

    @tf.function
    def call(self, x):
        return self.inner(x) + self.other(x)


class CallsOthers(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = Net()
        self.other = Net()
        self.other(tf.zeros((2, 3)))

    @tf.function
    def call(self, x):  # expect: HYB016 - the other net has no weights yet
        return self.net(x) + self.other(x)


class CallsByKeras(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = Net()
        self(tf.zeros((2, 3)))

    @tf.function
    def call(self, x):  # expect: HYB016 - Keras builds around `self(…)`
        return self.net(x)


class CallsLater(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = Net()

    def direct(self, x):
        return self.call(x)

    @tf.function
    def call(self, x):  # expect: HYB016 - whoever calls the object first builds it
        return self.net(x)


def has_gradients(model):
    x = tf.ones((2, 3))
    model(x)
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    return all(each is not None for each in tape.gradient(loss, model.trainable_variables))


for model in (CallsItself(), CallsParts((3,)), Around()):
    assert has_gradients(model)
for model in (CallsOthers(), CallsByKeras(), CallsLater()):
    assert has_gradients(model) is not KERAS_3
model = CallsLater()
model.direct(tf.ones((2, 3)))
assert has_gradients(model)
