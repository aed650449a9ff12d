"""Texts of tensors in what is raised, which people read, and elsewhere."""

import tensorflow as tf


@tf.function
def checked(x):
    if x.shape.rank not in (1, 2):
        raise ValueError("one or two axes, not those of %s" % x)
    if x.shape[0] == 7:
        raise ValueError("not seven: {}".format(x))
    assert x.shape[0] != 8, "not eight: " + str(x)
    return x * 2.0


@tf.function
def told(x):
    return x * 2.0, "value: %s" % x  # expect: HYB007 - it is the text of the trace


assert checked(tf.ones(3)).shape == (3,)
assert "3.0" not in str(told(tf.constant(3.0))[1])
for wrong in (tf.ones(()), tf.ones(7)):
    try:
        checked(wrong)
    except ValueError as error:
        assert "Tensor" in str(error)
