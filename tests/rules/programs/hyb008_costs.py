"""A graph in a graph is told of where it costs something: traces for values or objects, a function for each trace."""
import tensorflow as tf

traces = []


class Scale:
    by = 2.0


@tf.function
def plain(x):  # a call in the graph around, and no more
    return tf.nn.relu(x) * 2.0


@tf.function
def by_kind(x, kind):  # expect: HYB008 - each text is a trace
    traces.append(kind)  # expect: HYB004 - this is how the traces are counted
    return tf.nn.relu(x) if kind == "relu" else tf.tanh(x)


@tf.function
def by_mode(x, kind):  # two texts that are written, and two traces
    return tf.nn.relu(x) if kind == "relu" else tf.tanh(x)


@tf.function
def by_object(x, scale):  # expect: HYB008 - each trace of `step` makes another object
    return x * scale.by


@tf.function
def step(x):
    @tf.function
    def inside(y):  # expect: HYB008 - each trace of `step` makes another function
        return y + 1.0

    modes = by_mode(x, "relu") + by_mode(x, "tanh")
    return inside(plain(x)) + both(x, "relu") - both(x, "tanh") + by_object(x, Scale()) + modes


def both(x, kind):
    return by_kind(x, kind)


for length in (2, 3):
    for _ in range(3):
        step(tf.ones(length))
assert len(traces) == 4
assert by_object.experimental_get_tracing_count() == step.experimental_get_tracing_count() == 2
