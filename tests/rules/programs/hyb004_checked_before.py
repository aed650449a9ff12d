"""What is kept where it is missing: the test may stand in an earlier `if` that asks the same as the one around it."""

import tensorflow as tf

kept, leaked, other = {}, {}, {}


def number(cache, size):
    if cache is not None:
        found = cache.get("number", None)
        if found is not None:
            return found
    made = size * 2
    if cache is not None:
        cache["number"] = made
    return made


def tensors(cache, x):
    if cache is not None:
        found = cache.get("tensors")
        if found is not None:
            return found[0]
    made = tf.cumsum(x)
    if cache is not None:
        cache["tensors"] = made, made * 2.0
    return made


def unasked(cache, size):
    if size > 10:
        found = cache.get("number")
        if found is not None:
            return found
    if cache is not None:
        cache["last"] = size
    return size


@tf.function
def once(x):
    return x * float(number(kept, x.shape[0]))


@tf.function
def leaves(x):
    return x * tensors(leaked, x)  # expect: HYB004 - the tensors belong to the trace


@tf.function
def each_time(x):
    return x * float(unasked(other, x.shape[0]))  # expect: HYB004 - each trace writes it


for _ in range(3):
    once(tf.ones(2))
    leaves(tf.ones(2))
    each_time(tf.ones(2))
assert kept["number"] == 4 and other == {"last": 2}
assert not hasattr(leaked["tensors"][0], "numpy")
