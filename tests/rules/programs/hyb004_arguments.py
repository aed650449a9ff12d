"""Lists and dictionaries that a graph function is passed must not be changed: TensorFlow compares them."""

import collections

import tensorflow as tf

REFUSAL = "should not modify its Python input arguments"


def is_refused(function, *given):
    try:
        function(*given)
    except ValueError as error:
        return REFUSAL in str(error)
    return False


@tf.function
def taken(features):
    rating = features.pop("rating")  # expect: HYB004 - refused
    return features["x"] * rating


def helper(features):
    return features.pop("rating")


@tf.function
def taken_by_helper(features):
    return helper(features) * 2.0  # expect: HYB004 - refused


@tf.function
def grown(pair):
    pair[1].append(tf.ones(2))  # expect: HYB004 - refused
    return tf.add_n(pair[1])


@tf.function
def written(parts):
    parts["sum"] = parts["x"] + 1.0  # expect: HYB004 - refused
    return parts["sum"]


@tf.function
def copied(features):
    features = dict(features)
    return features.pop("rating") * 2.0


@tf.function
def put_under_another_key(parts):
    parts["double"] = parts["x"] * 2.0  # expect: HYB004 - refused
    result = parts["x"] + parts["double"]
    del parts["x"]  # expect: HYB004 - refused
    return result


class Holder:
    def __init__(self):
        self.items = []


@tf.function
def held(holder, x):
    holder.items.append("seen")  # expect: HYB004 - once for the trace, which nobody refuses
    return x + 1.0


mirrored = tf.distribute.MirroredStrategy(["CPU:0"])
on_one = tf.distribute.OneDeviceStrategy("CPU:0")
seen = []


def summed(parts):
    parts["sum"] = parts["x"] + 1.0
    return parts["sum"]


@tf.function
def replicated(parts):
    return mirrored.run(summed, args=(parts,))


@tf.function
def run_on_one(parts):
    return on_one.run(summed, args=(parts,))  # expect: HYB004 - refused: this strategy hands on what it is given


def captured(x):
    seen.append("traced")
    return x + 1.0


@tf.function
def replicated_capturing(x):
    return mirrored.run(captured, args=(x,))  # expect: HYB004 - once for the trace: only arguments are copied


rated = {"x": tf.ones(2), "rating": tf.ones(2)}
assert is_refused(taken, dict(rated))
assert is_refused(taken_by_helper, dict(rated))
assert is_refused(grown, (tf.ones(2), [tf.ones(2)]))
assert is_refused(written, collections.OrderedDict(x=tf.ones(2)))
assert not is_refused(copied, rated)
assert is_refused(put_under_another_key, {"x": tf.ones(2)})
holder = Holder()
assert [is_refused(held, holder, tf.ones(2)) for _ in range(2)] == [False, False]
assert holder.items == ["seen"]
assert not is_refused(replicated, {"x": tf.ones(2)})
assert is_refused(run_on_one, {"x": tf.ones(2)})
for _ in range(3):
    replicated_capturing(tf.ones(2))
assert seen == ["traced"]
