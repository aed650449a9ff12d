"""Shapes that operations refuse."""

from collections.abc import Callable

import tensorflow as tf


def refused(work: Callable[[], object]) -> bool:
    try:
        work()
    except (tf.errors.InvalidArgumentError, TypeError, ValueError):
        return True
    return False


wide, tall, row = tf.ones((2, 3)), tf.ones((4, 3)), tf.ones((1, 3))
images, filters = tf.ones((1, 8, 8, 3)), tf.ones((3, 3, 2, 5))
assert refused(lambda: wide + tall)  # expect: HYB019 - 2 and 4
assert refused(lambda: wide @ tall)  # expect: HYB019 - 3 and 4
assert refused(lambda: tf.matmul(wide, wide))  # expect: HYB019 - 3 and 2
assert refused(lambda: tf.concat([wide, tall], axis=1))  # expect: HYB019 - all other axes must be equal
assert refused(lambda: tf.reshape(wide, (4, 2)))  # expect: HYB019 - 6 elements are not 8
assert refused(lambda: tf.reshape(wide, (4, -1)))  # expect: HYB019 - and no multiple of 4
assert refused(lambda: tf.nn.conv2d(images, filters, 1, "SAME"))  # expect: HYB019 - 3 channels, filters for 2
assert refused(lambda: tf.stack([wide, tall]))  # expect: HYB019 - members of one shape
assert refused(lambda: tf.squeeze(wide, axis=0))  # expect: HYB019 - its length is 2
assert refused(lambda: tf.transpose(wide, (0, 1, 2)))  # expect: HYB019 - two axes, not three

assert not refused(lambda: wide + row)
assert not refused(lambda: tf.matmul(wide, tall, transpose_b=True))
assert not refused(lambda: tf.concat([wide, tall], axis=0))
assert not refused(lambda: wide == tall)


def flattened(x: tf.Tensor) -> tf.Tensor:
    """The program asks for the rank first."""
    if len(x.shape) == 4:
        return tf.transpose(x, (0, 3, 1, 2))
    return x


assert not refused(lambda: flattened(wide))


def expected_to_fail() -> None:
    try:
        wide + tall
    except (tf.errors.InvalidArgumentError, ValueError):
        pass


expected_to_fail()


def around_elements(x, initial):
    fold = tf.scan(lambda total, row: tf.concat([total[:1] + row[:1], row[1:]], axis=0), x, initializer=initial)
    return tf.concat([fold, x], axis=0) + tf.map_fn(lambda row: tf.constant([1.0, 2.0, 3.0]), tf.ones((8, 2)))


def rest_of_shape(x):
    averages = tf.reduce_mean(x, axis=0)
    rest = averages.shape[1:]
    return tf.reshape(averages, tf.concat([[-1], tf.cast(rest, tf.int32)], axis=0)), tf.concat([[1], rest], axis=0)


assert around_elements(tf.ones((4, 3)), tf.ones(3)).shape == (8, 3)
rest_of_shape(tf.ones((2, 3, 4)))
rest_of_shape(tf.ones((2, 3, 4, 5)))


class Batch:
    size = 5


setattr(Batch, "".join(["si", "ze"]), (2, 3))


def tiled(batch):
    return tf.tile(tf.ones((1, 1, 3)), tuple(batch.size) + (1,))


assert not refused(lambda: tiled(Batch()))
