"""What an assertion says where it fails is read by people, also where it stands behind what is compared."""
import tensorflow as tf


@tf.function
def checked(x, size):
    tf.debugging.assert_equal(tf.size(x), size, f"there are {tf.size(x)} numbers")
    return x * 2.0


@tf.function
def compared(x):
    tf.debugging.assert_equal(tf.strings.as_string(x), f"{x}")  # expect: HYB007 - it is another text
    return x


assert checked(tf.ones(2), 2).numpy().tolist() == [2.0, 2.0]
try:
    compared(tf.ones((), tf.int32))
except tf.errors.InvalidArgumentError:
    pass
else:
    raise AssertionError("compared")
