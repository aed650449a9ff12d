"""What a graph does not know of shapes: tracing raises, or a comparison is silently false."""
import tensorflow as tf

ROWS = tf.TensorSpec([None, 3], tf.float32)


@tf.function(input_signature=[ROWS])
def in_a_shape(x):
    return tf.zeros((x.shape[0], 2))  # expect: HYB021 - the signature leaves the first axis open


@tf.function(input_signature=[ROWS])
def in_range(x):
    rows = x.shape[0]  # expect: HYB021 - the name is used as a number
    return [x[row] for row in range(rows)]


@tf.function(input_signature=[ROWS])
def in_arithmetic(x):
    batch, width = x.shape  # expect: HYB021 - one of the two is None
    return x[: batch // 2] * float(width)


@tf.function(input_signature=[tf.TensorSpec(None, tf.float32)])
def by_rank(x):
    if x.shape.rank == 2:  # expect: HYB021 - None is not 2
        return tf.reduce_sum(x)
    return tf.constant(-1.0)


@tf.function
def filtered(x):
    found = tf.where(x > 0.0)
    total = tf.constant(0.0)
    for row in range(found.shape[0]):  # expect: HYB021 - its length hangs on the values
        total += x[found[row][0]]
    return total


@tf.function(input_signature=[ROWS])
def outer(x):
    return helper(x)  # expect: HYB021 - the helper needs the length


def helper(x):
    return tf.reshape(x, (x.shape[0], -1))


@tf.function(input_signature=[ROWS])
def refused(x):
    rows = x.shape[0]
    if rows is None:
        raise ValueError("the number of rows must be known")
    return tf.zeros((rows, 2))


@tf.function(input_signature=[ROWS])
def refused_late(x):
    rows = x.shape[0]  # expect: HYB021 - it is used before it is asked
    zeros = tf.zeros((rows, 2))
    assert rows is not None
    return zeros


@tf.function(input_signature=[ROWS])
def left_alone(x):
    known = tf.zeros((x.shape[1], 2))
    rows = x.shape[0] if x.shape[0] is not None else tf.shape(x)[0]
    y = tf.ensure_shape(x, (x.shape[0], 3))
    y.set_shape((x.shape[0], 3))
    return tf.zeros((tf.shape(x)[0], 2)), known, y, rows


@tf.function
def concrete(x):
    return tf.zeros((x.shape[0], 2))


def raises(function, x):
    """Whether a call raises."""
    try:
        function(x)
    except (TypeError, ValueError):
        return True
    return False


ones = tf.ones((2, 3))
assert all(raises(each, ones) for each in (in_a_shape, in_range, in_arithmetic, outer))
assert raises(filtered, tf.ones(3))
assert float(by_rank(ones)) == -1.0
left_alone(ones)
concrete(ones)
assert raises(
    lambda data: list(data.batch(2).map(lambda x: tf.zeros((x.shape[0], 2)))),  # expect: HYB021
    tf.data.Dataset.range(3),
)


def by_steps(data, full):
    batches = data.batch(2)
    batches = batches.prefetch(1)
    whole = data.batch(2, drop_remainder=True)
    assert list(whole.map(lambda x: tf.zeros((x.shape[0], 2))))
    if full:
        batches = data.batch(2, drop_remainder=True)
    assert list(batches.map(lambda x: tf.zeros((x.shape[0], 2))))
    batches = data.padded_batch(2)
    return list(batches.map(lambda x: tf.zeros((x.shape[0], 2))))  # expect: HYB021 - the last batch may be smaller


assert raises(lambda data: by_steps(data, True), tf.data.Dataset.range(3))


@tf.keras.utils.register_keras_serializable()
@tf.function
def registered(y_true, y_pred):  # `fit` makes a graph
    y_true = tf.reshape(y_true, (y_true.shape[0], 1))  # expect: HYB021 - the batches of `fit` have no length
    return tf.reduce_mean(tf.square(y_true - y_pred), axis=-1)


model = tf.keras.Sequential([tf.keras.layers.Input((2,)), tf.keras.layers.Dense(1)])
model.compile("sgd", registered)
assert raises(lambda x: model.fit(x, tf.ones((5, 1)), batch_size=2, verbose=0), tf.ones((5, 2)))


class Distance:
    @tf.function
    def call(self, points):  # the loss hands on what has no length, the line below what has one
        flat = tf.reshape(points, (points.shape[0], -1))  # expect: HYB021 - None in the graph of `fit`
        return tf.reduce_mean(flat, axis=1)

    def __call__(self, points):
        return self.call(points)


distance = Distance()


@tf.keras.utils.register_keras_serializable()
def through_object(y_true, y_pred):
    return tf.reduce_mean(y_true) + distance(y_pred)


assert distance(tf.ones((2, 3))).shape == (2,)
model.compile("sgd", through_object)
assert raises(lambda x: model.fit(x, tf.ones((5, 1)), batch_size=2, verbose=0), tf.ones((5, 2)))
