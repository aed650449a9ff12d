"""An iterator of a data set is no new object for each call, though nothing shows where the data set comes from."""

import tensorflow as tf


class Held:
    pass


setattr(Held, "_".join(["held", "out"]), tf.data.Dataset.range(8).batch(2))
WITH_VALIDATION = len("validation") > 3


@tf.function
def measured(iterator):
    return next(iterator) + 1


def evaluate(epochs):
    data = None
    if WITH_VALIDATION:
        data = Held().held_out
    for _ in range(epochs):
        if WITH_VALIDATION:
            iterator = iter(data)
            measured(iterator)


evaluate(4)
assert measured.experimental_get_tracing_count() == 1
