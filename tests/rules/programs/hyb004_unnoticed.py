"""Effects that nobody sees outside of a trace, and the same ones where somebody does."""
import warnings

import tensorflow as tf


class Sampler:
    """Who reads its attributes has come through the assignments."""

    def __init__(self):
        self.lengths = None
        self.scale = 1.0
        self.mode = "train"
        self.seen = []

    def prepare(self, lengths):
        self.lengths = lengths
        self.never_read = 1

    @property
    def longest(self):
        return tf.reduce_max(self.lengths)

    def draw(self, x):
        return x * self.longest

    @tf.function
    def one(self, x):
        self.prepare(x + 1.0)
        return self.draw(x)

    @tf.function
    def two(self, x):
        self.prepare(x)
        return self.draw(x) + self.draw(x)

    @tf.function
    def evaluated(self, x):
        before = self.mode
        self.mode = "test"
        y = x * (2.0 if self.mode == "test" else 1.0)
        self.mode = before
        return y

    @tf.function
    def scaled(self, x, scale):
        self.scale = scale  # expect: HYB004 - `rescale` reads it in a graph of its own
        return x * scale

    @tf.function
    def rescaled(self, x):
        return x * self.scale

    def mixed(self, x, training):
        return x + self.target if training else x

    @tf.function
    def trained(self, x):
        self.target = x * 2.0
        return self.mixed(x, True)

    @tf.function
    def predicted(self, x):
        return self.mixed(x, False) * 1.0

    @tf.function
    def leaking(self, x):
        self.leaked = x * 2.0  # expect: HYB004 - the program asks for it
        return x


class Recording:
    """Sets an attribute while a `with` statement runs."""

    def __init__(self, sampler):
        self.sampler = sampler

    def __enter__(self):
        self.sampler.recording = True

    def __exit__(self, *error):
        self.sampler.recording = False


@tf.function
def recorded(sampler, x):
    with Recording(sampler):
        return x * (3.0 if sampler.recording else 1.0)


class Report:
    """Made, filled and read in one trace."""

    def __init__(self, name):
        self.name = name
        self.rows = []
        self.note("begin")

    def note(self, row):
        self.rows.append(row)
        self.last = row


@tf.function
def reported(x):
    report = Report("step")
    report.note("end")
    return x * float(len(report.rows))


rows = []


@tf.function
def checked(x, mode):
    if mode not in ("sum", "mean"):
        print("no such mode:", mode)
        raise ValueError(mode)
    if mode == "sum":
        warnings.warn("sums are slow")
    rows.append(mode)  # expect: HYB004 - the program reads it
    return tf.reduce_sum(x) if mode == "sum" else tf.reduce_mean(x)


@tf.function
def eager_log(x):
    if tf.executing_eagerly():
        rows.append(float(x[0]))
    return x * 2.0


sampler = Sampler()
x = tf.constant([1.0, 2.0])
assert sampler.one(x).numpy().tolist() == [3.0, 6.0]
assert sampler.two(x).numpy().tolist() == [4.0, 8.0]
assert sampler.one(x).numpy().tolist() == [3.0, 6.0]
assert sampler.evaluated(x).numpy().tolist() == [2.0, 4.0] and sampler.mode == "train"
assert recorded(sampler, x).numpy().tolist() == [3.0, 6.0] and sampler.recording is False
assert reported(x).numpy().tolist() == [2.0, 4.0]
assert sampler.trained(x).numpy().tolist() == [3.0, 6.0]
assert sampler.predicted(x).numpy().tolist() == [1.0, 2.0]
sampler.leaking(x)
assert not hasattr(sampler.leaked, "_numpy")
sampler.scaled(x, 5.0)
assert sampler.rescaled(x).numpy().tolist() == [5.0, 10.0]
sampler.scale = 1.0
sampler.scaled(x, 5.0)
assert sampler.scale == 1.0
for _ in range(3):
    checked(x, "mean")
assert rows == ["mean"]
eager_log(x)
assert rows == ["mean"]
