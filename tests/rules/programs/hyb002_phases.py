"""A text that is put together in a loop over two phases is a mode of two; in a loop over many data sets it is none."""

import tensorflow as tf

counts = {"first/test": 0, "second/test": 0}


@tf.function
def measured(x, name):
    return tf.reduce_sum(x) + len(counts) + len(name)


@tf.function
def named(x, name):  # expect: HYB002 - five texts are five traces
    return tf.reduce_sum(x) + len(name)


for phase in ["first", "second"]:
    for _ in range(3):
        measured(tf.ones(3), f"{phase}/test")
for part in ["a", "b", "c", "d", "e"]:
    for _ in range(3):
        named(tf.ones(3), f"{part}/test")
assert measured.experimental_get_tracing_count() == 2
assert named.experimental_get_tracing_count() == 5
