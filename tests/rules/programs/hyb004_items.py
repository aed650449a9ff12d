"""What a trace puts into a dictionary and reads there is handed on; what others read, or read before, is state."""
import tensorflow as tf

SPECS = {"left": {"scale": 2.0}, "right": {"scale": 3.0}}
TOTALS = {"sum": {}, "last": {}}


def scaled(info):
    return info["prepared"] * info["scale"]


@tf.function
def handed_on(features):
    out = []
    for name in features:
        info = SPECS[name]
        info["prepared"] = features[name] + 1.0
    for name in features:
        out.append(scaled(SPECS[name]))
    return tf.add_n(out)


@tf.function
def read_by_others(x, name):
    TOTALS[name]["shown"] = 1.0  # expect: HYB004 - the program reads it
    return x * 2.0


@tf.function
def read_before(x, name):
    known = TOTALS[name].get("number", 0)
    TOTALS[name]["number"] = known + 1  # expect: HYB004 - the next trace reads what this one has written
    return x * float(known + 1)


for _ in range(2):
    handed_on({"left": tf.ones(2), "right": tf.ones(2)})
    read_by_others(tf.ones(2), "sum")
    TOTALS["sum"]["shown"] = TOTALS["sum"]["shown"] + 1.0
    read_before(tf.ones(2), "sum")
assert TOTALS["sum"]["shown"] == 3.0
assert TOTALS["sum"]["number"] == 1
