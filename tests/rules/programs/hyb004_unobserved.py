"""What a trace writes and nothing reads, what is turned off for good, and settings that stay as they are set once."""
import threading
import warnings

import tensorflow as tf

count = 0
steps = 0
names = []
rows = []
shown = []
lock = threading.Lock()


class Model:
    def __init__(self, kept):
        self.calls = 0
        self.seen = []
        self.own = []
        self.kept = kept
        self.verbose = True
        self.sizes = 2

    @tf.function
    def unread(self, x):
        self.calls += 1
        self.own.append(x.shape)
        return x * 2.0

    @tf.function
    def read(self, x):
        self.seen.append(x.shape)  # expect: HYB004 - the program counts them
        return x * 2.0

    @tf.function
    def handed(self, x):
        self.kept.append(x.shape)  # expect: HYB004 - the program has given the list, and counts what is in it
        return x * 2.0

    @tf.function
    def told(self, x):
        if self.verbose:  # expect: HYB013 - it changes what is printed alone
            print("value", x)
        return x * 2.0

    @tf.function
    def resized(self, x):
        if not isinstance(self.sizes, list):
            self.sizes = [self.sizes] * 3
        return x * float(self.sizes[0])


@tf.function
def unread(x):
    global count
    count += 1
    names.append(x.shape)
    return x * 2.0


@tf.function
def read(x):
    global steps
    steps += 1  # expect: HYB004 - the program looks at it
    return x * 2.0


@tf.function
def shows(x):
    shown.append(x.shape)  # expect: HYB004 - the program looks at it
    return x * 2.0


@tf.function
def quiet(x):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return x * 2.0


@tf.function
def quiet_from_now_on(x):
    warnings.filterwarnings("ignore", "never said")
    return x * 2.0


@tf.function
def locked(x):
    with lock:
        return x * 2.0


model = Model(rows)
for _ in range(3):
    model.told(tf.ones(2))
    model.verbose = False
    for each in (model.unread, model.read, model.handed, model.resized, unread, read, shows, quiet, quiet_from_now_on):
        each(tf.ones(2))
    locked(tf.ones(2))
assert (len(model.seen), len(rows), steps, len(shown)) == (1, 1, 1, 1)
