"""What the function of a data set calls is traced for each data set, whoever made it; eager calls trace what is new."""
import tensorflow as tf

traces = []


def parser(size):
    @tf.function
    def parse(x):  # the data set traces it anyway
        return tf.cast(tf.reshape(x * 2, (1,)), tf.float32) / size

    return parse


def scaler(size):
    @tf.function
    def scale(x):  # expect: HYB002 - each validation compiles it
        traces.append(size)  # expect: HYB004 - this is how the traces are counted
        return x / size

    return scale


def data_set(parse):
    def both(x):
        return parse(x), parse(x + 1)

    return tf.data.Dataset.range(3).map(both)


def validate(scale):
    return [float(tf.reduce_sum(scale(x))) for x, _ in data_set(parser(3.0))]


for epoch in range(30):
    validate(scaler(2.0))
assert len(traces) == 30
