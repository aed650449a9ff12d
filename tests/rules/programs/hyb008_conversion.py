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
def clipped(x):  # `map` traces it, and converts it: it costs nothing
    if x > 1:
        x = x - 1
    return x


class Schedule(tf.Module):
    def __init__(self):
        super().__init__()
        self.count = tf.Variable(0.0)

    @property
    @tf.function
    def rate(self):
        if self.count > 1.0:
            return tf.constant(1.0)
        return tf.constant(2.0)

    @property
    @tf.function
    def slow(self):  # no condition on a tensor, and no cost
        return self.count / 2.0

    @tf.function
    def fast(self, top):  # expect: HYB008 - the graph calls it, which converts it
        if self.count > top:
            return tf.constant(1.0)
        return tf.constant(2.0)

    @tf.function
    def step(self, x):
        self.count.assign_add(1.0)
        return x * self.rate + self.slow + self.fast(1.0) + 0.0 * (self.fast(2.0) + self.fast(3.0) + self.fast(4.0))


schedule = Schedule()
assert [float(schedule.step(tf.constant(1.0))) for _ in range(3)] == [4.5, 3.0, 3.5]
for loss in (Capped(), Distance()):
    model = Model()
    model.compile("sgd", loss, run_eagerly=False)
    model.fit(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
    model.evaluate(tf.ones((4, 2)), tf.ones((4, 1)), verbose=0)
assert [int(x) for x in tf.data.Dataset.range(3).map(clipped)] == [0, 1, 1]
