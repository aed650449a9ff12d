"""Who runs a function that no program here calls: other functions of the library, and Keras."""
import tensorflow as tf


@tf.function
def swish(x, by):  # expect: HYB008 - only a layer calls it
    return x * tf.nn.relu6(x + by)


@tf.function
def shared(x):
    return x + 1.0


class Block(tf.keras.layers.Layer):
    def call(self, x):
        return swish(x, 3.0) + swish(x, 2.0) + swish(x, 5.0) + swish(x, 6.0) + shared(x)


class Scale(tf.keras.layers.Layer):
    @tf.function
    def call(self, x):
        # The program applies a layer of it eagerly.
        return x * 2.0


class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.block = Block()
        self.scale = Scale()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(self.scale(self.block(x)))

    def train_step(self, data):
        x, y = data
        distance = self._distance(self(x), y, 0.5) + self._distance(self(x), y, 0.25)
        return {"loss": distance + self._distance(self(x), y, 5.0) + self._distance(self(x), y, 6.0)}

    @tf.function
    def _distance(self, y_pred, y_true, by):  # expect: HYB008 - only the step of `fit` calls it
        return by * tf.reduce_mean(tf.abs(y_pred - y_true))


net = Net()
net.compile("sgd", "mse", run_eagerly=False)
net.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
shared(tf.ones(3))
Scale()(tf.ones(3))


@tf.function
def part(x, more):  # expect: HYB008 - only `whole` calls it, which is a graph whoever calls it
    return x + more


@tf.function
def whole(x):
    return part(x, 1.0) + part(x, 2.0) + part(x, 5.0) + part(x, 6.0)


@tf.function
def begin(x):
    return x * 0.0


def reset(x):
    return begin(x)


whole.begin = begin


@tf.function
def again(x):
    return reset(x) + 1.0


@tf.function
def element(x, by):  # expect: HYB008 - the loop over the data set holds it once
    return by * tf.reduce_sum(x)


@tf.function
def row(x):
    return tf.reduce_sum(x)


@tf.function
def epoch(data, rows):
    total = 0.0
    for x in data:
        total += element(x, 0.25) + element(x, 0.75) + element(x, 5.0) + element(x, 6.0)
    for each in rows:
        total += row(each)
    return total


rows = [tf.ones(2), tf.ones(2)]
assert float(epoch(tf.data.Dataset.from_tensor_slices(tf.ones((4, 2))), rows)) == 100.0


compiled = tf.function(jit_compile=True)
graph = tf.function


@compiled
def product(x):
    # The decorator asks for a compiler, wherever that was said.
    return x * x


@graph
def doubled(x, by):  # expect: HYB008 - this one asks for nothing
    return x * by


@tf.function
def both(x):
    return product(x) + doubled(x, 0.5) + doubled(x, 1.5) + doubled(x, 5.0) + doubled(x, 6.0)


assert float(both(tf.constant(2.0))) == 30.0
