"""What a loop changes inside of what it passes: a number in a dictionary, and how much a list holds."""
import tensorflow as tf

traces = []


@tf.function
def scaled(x, options):  # expect: HYB002 - each round puts another number there
    traces.append("scaled")  # expect: HYB004 - once for each trace
    return x * options["rate"]


@tf.function
def carried(x, state):
    traces.append("carried")  # expect: HYB004 - once for each trace
    return x + state["mean"] * state["decay"]


@tf.function
def blended(*images):  # expect: HYB002 - each round adds one
    traces.append("blended")  # expect: HYB004 - once for each trace
    return tf.add_n(images)


options, state, images = {"rate": 0.1}, {"mean": tf.constant(0.0), "decay": 0.9}, []
for number in range(10):
    options["rate"] = 0.1 / (number + 1)
    scaled(tf.constant(1.0), options)
    state["mean"] = carried(tf.constant(1.0), state)
    state["decay"] = 0.9
    images.append(tf.ones(3))
    blended(*images)
assert traces.count("scaled") == 10 and traces.count("carried") == 1 and traces.count("blended") == 10
