"""Two lists are compared member by member only where both have some, and are of one kind."""
import tensorflow as tf


@tf.function
def empty(x):
    found = []
    for number in range(2):
        found.append(x + number)
    if found == []:
        return x
    return tf.add_n(found)


@tf.function
def of_two_kinds(x):
    return x if [x] == (x,) else 2.0 * x


@tf.function
def alike(x):
    found = [x, x + 1.0]
    if found == [x, x]:  # expect: HYB007 - the second members must be asked
        return x
    return tf.add_n(found)


one = tf.constant(1.0)
assert empty(one).numpy() == 3.0
assert of_two_kinds(one).numpy() == 2.0
try:
    alike(one)
except tf.errors.OperatorNotAllowedInGraphError:
    pass
else:
    raise AssertionError("alike")
