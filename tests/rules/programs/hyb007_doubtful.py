"""What only may be a tensor works for what else it is; HYB007 speaks where nothing but tensors arrive."""
import sys

import tensorflow as tf


def pair(x, both):
    return (x, x + 1.0) if both else x


class Halves:
    def parts(self, x):
        return x, x * 0.5


class Flag:
    def __init__(self, on):
        self.on = on
        self.calls = 0

    def note(self):
        self.calls = 1


@tf.function
def one_of_two(x, both):
    made = pair(x, both)
    if both:
        first, second = made
        return first + second
    return made


@tf.function
def split(x):
    first, second = Halves().parts(x)
    return first + second


@tf.function
def python_flag(x, flag):
    if flag.on:
        flag.note()
    return x * 2.0


@tf.function
def unpacked(x):
    first, second = x  # expect: HYB007 - a tensor and nothing else
    return first + second


@tf.function
def extremes(x):
    return max(x[0], x[1])  # expect: HYB007 - two tensors


@tf.function
def told_of_failures(x):
    tf.debugging.assert_equal(tf.reduce_all(x > 0.0), True, message="found: " + ", ".join([str(each) for each in [x]]))
    tf.debugging.assert_rank(x, 1, message=f"found: {x}")
    assert x.dtype == tf.float32, f"found: {x}"
    return x * 2.0


@tf.function
def told_always(x):
    return {str(x): x * 2.0}  # expect: HYB007 - the key is the text of a symbol


class Scores(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, inputs, labels=None):
        scores = self.dense(inputs)
        if labels is not None:
            print(scores.numpy().shape)  # eagerly alone: `predict` passes no labels
        return scores


x = tf.constant([1.0, 2.0])
assert one_of_two(x, True).numpy().tolist() == [3.0, 5.0]
assert one_of_two(x, False).numpy().tolist() == [1.0, 2.0]
assert split(x).numpy().tolist() == [1.5, 3.0]
assert told_of_failures(x).numpy().tolist() == [2.0, 4.0]
assert "array" not in next(iter(told_always(x)))
flag = Flag(True)
if len(sys.argv) > 99:
    flag.on = tf.constant(True)
python_flag(x, flag)
for broken in (unpacked, extremes):
    try:
        broken(x)
        raised = False
    except tf.errors.OperatorNotAllowedInGraphError:
        raised = True
    assert raised
scores = Scores()
scores(tf.ones((2, 3)), labels=tf.ones((2, 1)))
scores.predict(tf.ones((2, 3)), verbose=0)
