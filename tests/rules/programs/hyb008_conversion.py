import tensorflow as tf


class Capping:
    @tf.function
    def call(self, y_true, y_pred):
        distance = tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)
        if tf.reduce_max(distance) > 1.0:
            distance = distance / tf.reduce_max(distance)
        return distance


class Capped(Capping, tf.keras.losses.Loss):
    pass


class Distance(tf.keras.losses.Loss):
    @tf.function
    def call(self, y_true, y_pred):  # expect: HYB008 - no condition on a tensor asks for AutoGraph
        return tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)


@tf.function
def bounded(x):
    return limited(x) * 2.0


def limited(x):
    if tf.reduce_max(x) > 1.0:
        x = x / 2.0
    return x


class Bounded(tf.keras.layers.Layer):
    def call(self, x):
        return bounded(x)


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.bounded = Bounded()

    def call(self, x):
        return self.dense(self.bounded(x))

    @tf.function
    def test_step(self, data):
        x, y = data
        distance = tf.reduce_mean(tf.abs(self(x) - y))
        if distance > 100.0:
            distance = tf.constant(100.0)
        return {"distance": distance}


@tf.function
def clipped(x):  # expect: HYB008 - `map` traces it, and converts it
    if x > 1:
        x = x - 1
    return x


for loss in (Capped(), Distance()):
    model = Model()
    model.compile("sgd", loss)
    model.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
    model.evaluate(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
assert [int(x) for x in tf.data.Dataset.range(3).map(clipped)] == [0, 1, 1]
