"""Which uses of a length or rank that is None need a number, and which take None for what it is."""
import tensorflow as tf

ROWS = tf.TensorSpec([None, 3], tf.float32)
ANY = tf.TensorSpec(None, tf.float32)
BY_KEYWORD = [tf.TensorSpec(shape=[None, 3], dtype=tf.float32)]


@tf.function(input_signature=BY_KEYWORD)
def named_signature(x):
    return tf.range(x.shape[0])  # expect: HYB021 - the shape is told by keyword


@tf.function(input_signature=[ROWS])
def asked_as_list(x):
    return tf.eye(x.get_shape().as_list()[0])  # expect: HYB021 - None in the list


@tf.function(input_signature=[ROWS])
def ordered(x):
    return x if x.shape[0] > 1 else -x  # expect: HYB021 - None has no order


@tf.function(input_signature=[ROWS])
def counted(x):
    return tf.reduce_sum(x) / float(x.shape[0])  # expect: HYB021 - None is no float


@tf.function(input_signature=[ROWS])
def as_shape(x):
    return tf.random.normal(shape=(x.shape[0], 2))  # expect: HYB021 - by keyword


@tf.function(input_signature=[ROWS])
def in_nested_shape(x):
    return tf.fill([x.shape[0]], 1.0)  # expect: HYB021 - a list is a shape, too


@tf.function(input_signature=[ROWS])
def renamed(x):
    rows = x.shape[0]  # expect: HYB021 - by way of another name
    count = rows
    return tf.ones((count, 1))


@tf.function(input_signature=[ROWS])
def cast_before(x):
    x = tf.cast(x, tf.float64)
    y = tf.abs(x)
    return tf.zeros(y.shape[0])  # expect: HYB021 - the same shape


@tf.function(input_signature=[ANY])
def unpacked(x):
    rows, columns = x.shape  # expect: HYB021 - nothing is known
    return tf.zeros((rows, columns))


@tf.function(input_signature=[ANY])
def last_axis(x):
    return tf.zeros(x.shape[-1])  # expect: HYB021 - no axis is known


@tf.function(input_signature=[ANY])
def by_length(x):
    return x if len(x.shape) > 1 else -x  # expect: HYB021 - an unknown shape has no length


@tf.function(input_signature=[ANY])
def by_ndims(x):
    return tf.reshape(x, [1] * (x.shape.ndims + 1))  # expect: HYB021 - None is no number


@tf.function(input_signature=[ROWS, ROWS])
def second(x, y):
    return x + tf.zeros((y.shape[0], 3))  # expect: HYB021 - the second of two


@tf.function(input_signature=[ROWS])
def inside_loop(x):
    total = 0.0
    for width in (1, 2):
        total += tf.reduce_sum(tf.zeros((x.shape[0], width)))  # expect: HYB021 - in a loop as well
    return total


@tf.function(input_signature=[ROWS])
def equal(x):
    return x if x.shape[0] == 2 else -x  # expect: HYB021 - None is equal to no number


@tf.function(input_signature=[ROWS, ROWS])
def cut(x, y):
    n = x.shape[0]  # expect: HYB021 - `y[:None]` is all of `y`
    return y[:n]


RAISING = (
    named_signature, asked_as_list, ordered, counted, as_shape, in_nested_shape, renamed, cast_before, unpacked,
    last_axis, by_length, by_ndims, inside_loop,
)  # fmt: skip


# What follows works ---------------------------------------------------------------------------------------------------


@tf.function(input_signature=[ROWS])
def compared_with_none(x):
    return x if x.shape[0] is None else -x


@tf.function(input_signature=[ANY])
def rank_or_none(x):
    return x if x.shape.rank is None or x.shape.rank > 1 else -x


@tf.function(input_signature=[ANY])
def rank_refused(x):
    if x.shape.rank is None:
        return x
    return x * float(x.shape.rank + 1)


@tf.function(input_signature=[ROWS])
def in_text(x):
    tf.print("rows: %s" % x.shape[0])
    return x


@tf.function(input_signature=[ROWS])
def in_list(x):
    return tf.ensure_shape(x, [x.shape[0]] + [3])


@tf.function(input_signature=[ROWS])
def or_another(x):
    return tf.zeros((x.shape[0] or tf.shape(x)[0], 2))


@tf.function(input_signature=[ROWS])
def asserted(x):
    if tf.shape(x)[0] > 5:
        x = x + 1.0
    for _ in (1, 2):
        if x.shape[0] is None:
            continue
        x = tf.zeros((x.shape[0], 3))
    return x


@tf.function(input_signature=[ROWS])
def spec_of(x):
    made = tf.TensorSpec(shape=(x.shape[0], 2))
    return x * float(len(made.shape))


@tf.function(input_signature=[ROWS])
def bound_again(x):
    x = tf.ones((4, 3))
    return tf.zeros((x.shape[0], 2))


@tf.function(input_signature=[ROWS])
def either(x):
    rows = x.shape[0]
    rows = 2
    return tf.zeros((rows, 2))


@tf.function(input_signature=[ROWS])
def known_of_two(x):
    rows, columns = x.shape
    del rows
    return tf.zeros(columns)


@tf.function
def without_signature(x):
    rows, columns = x.shape
    return tf.zeros((rows * columns, x.shape[-1]))


@tf.function(input_signature=[ROWS])
def own_helper(x):
    def zeros(y):
        return tf.zeros((y.shape[0], 2))

    return zeros(tf.ones((2, 2))) + tf.reduce_sum(x)


@tf.function(input_signature=(ROWS,))
def first_of_tuple(x, width=2):
    return tf.reshape(x, (-1, 3, 1)) * tf.ones(width)[0]


WORKING = (
    compared_with_none, rank_or_none, rank_refused, in_text, in_list, or_another, asserted, spec_of, bound_again,
    either, known_of_two, without_signature, own_helper, first_of_tuple,
)  # fmt: skip


def raises(function, *arguments):
    """Whether a call raises."""
    try:
        function(*arguments)
    except (AttributeError, TypeError, ValueError):
        return True
    return False


ones = tf.ones((2, 3))
assert [each.__name__ for each in RAISING if not raises(each, ones)] == []
assert raises(second, ones, ones)
assert float(tf.reduce_sum(equal(ones))) == -6.0
assert cut(ones, tf.ones((5, 3))).shape[0] == 5
assert [each.__name__ for each in WORKING if raises(each, ones)] == []


class Trained(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        x, labels = data
        first = tf.zeros((x.shape[0], 1))  # expect: HYB021 - the last batch of `fit` may be smaller
        return {"loss": tf.reduce_sum(first) + tf.reduce_sum(tf.zeros((x.shape[1], 1))) + tf.reduce_sum(labels)}

    def test_step(self, data):
        x, labels = data
        short = tf.zeros((labels.shape[0], 1))  # expect: HYB021 - so may this
        return {"loss": tf.reduce_sum(short) + tf.reduce_sum(x)}


trained = Trained()
trained.compile("sgd")
assert raises(lambda x: trained.fit(x, tf.ones((5, 1)), batch_size=2, verbose=0), tf.ones((5, 3)))
assert raises(lambda x: trained.evaluate(x, tf.ones((5, 1)), batch_size=2, verbose=0), tf.ones((5, 3)))
