"""What is printed of an error that was caught while tracing tells of the trace."""
import tensorflow as tf


def checked(x):
    try:
        return tf.ensure_shape(x, (2,))
    except (ValueError, tf.errors.InvalidArgumentError) as error:
        print(error)
    return x


def shown(x):
    try:
        return tf.ensure_shape(x, (2,))
    except (ValueError, tf.errors.InvalidArgumentError):
        print("not two", x)
    return x


@tf.function
def step(x):
    return 2.0 * checked(x)


@tf.function
def other(x):
    return 2.0 * shown(x)  # expect: HYB004 - the values are those of each call


assert step(tf.ones(2)).shape == other(tf.ones(2)).shape == (2,)
assert step(tf.ones(3)).shape == other(tf.ones(3)).shape == (3,)
