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
