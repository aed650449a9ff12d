"""An iterator of Python is left where the trace has left it; those of data sets, distributed ones too, go on."""
import tensorflow as tf

strategy = tf.distribute.get_strategy()
data = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0])


@tf.function
def of_python(x):
    return x * next(numbers)  # expect: HYB010 - the graph keeps the first number


@tf.function
def of_data(rows):
    return next(rows) * 2.0


@tf.function
def of_anything(rows):
    return next(rows) * 2.0


@tf.function
def own(x):
    pairs = zip([1.0, 2.0], [3.0, 4.0])
    for first, second in pairs:
        x = x * first + second
    return x + sum(each for each in (x, x))


numbers = iter([1.0, 2.0, 3.0])
rows, parts = iter(data), iter(strategy.experimental_distribute_dataset(data.batch(1)))
for expected in (2.0, 4.0):
    assert float(of_python(tf.constant(1.0))) == 1.0
    assert float(of_data(rows)) == expected
    assert float(tf.squeeze(of_anything(parts))) == expected
    assert float(own(tf.constant(1.0))) == 36.0
