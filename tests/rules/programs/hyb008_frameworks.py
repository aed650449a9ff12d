"""What TensorFlow and Keras trace themselves, with and without a decorator."""
import tensorflow as tf

plain, decorated = [], []


@tf.function
def halved(x):  # `map` traces it, and a graph in that graph costs nothing
    decorated.append(1)  # expect: HYB004 - once for each trace
    return tf.cast(x, tf.float32) / 2.0


def doubled(x):
    plain.append(1)  # expect: HYB004 - `map` traces it as well
    return x * 2.0


assert [float(x) for x in tf.data.Dataset.range(3).map(halved).map(doubled)] == [0.0, 1.0, 2.0]
assert (len(plain), len(decorated)) == (1, 1)


class Distance(tf.keras.losses.Loss):
    @tf.function
    def call(self, y_true, y_pred):  # expect: HYB008 - the step of `fit` calls it
        return tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    @tf.function
    def test_step(self, data):  # expect: HYB008 - `evaluate` calls it
        x, y = data
        return {"distance": tf.reduce_mean(tf.abs(self(x) - y))}


model = Model()
model.compile("sgd", Distance(), run_eagerly=False)
model.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
model.evaluate(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
