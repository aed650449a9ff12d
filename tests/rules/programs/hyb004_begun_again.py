"""Containers that each call begins anew, keys that nobody reads, flags that all set alike, and their look-alikes."""

import tensorflow as tf


class Listed:
    def __init__(self):
        self.rows = []

    @tf.function
    def total(self, x):
        self.rows = []
        self.rows.append(x)
        self.more(x)
        return tf.add_n(self.rows)

    def more(self, x):
        self.rows.append(x * 2.0)


class Cleared:
    def __init__(self):
        self.rows = []

    @tf.function
    def total(self, x):
        self.rows.clear()
        for number in range(3):
            self.rows.append(x * float(number))
        return tf.add_n(self.rows)


class Deleted:
    def __init__(self):
        self.rows = []

    @tf.function
    def total(self, x):
        del self.rows[:]
        self.rows.append(x)
        return tf.add_n(self.rows)


class Updated:
    def __init__(self):
        self.parts = {}

    @tf.function
    def total(self, x):
        self.parts.update(last=x * 3.0)
        return self.parts["last"] + x


class Growing:
    """Nothing begins the list anew, and others ask how long it is."""

    def __init__(self):
        self.rows = []

    @tf.function
    def kept(self, x):
        self.rows.append(x * 2.0)  # expect: HYB004 - it has one tensor, of the trace
        return x


class Noted:
    def __init__(self):
        self.notes = {}
        self.shown = {}

    @tf.function
    def scaled(self, x):
        self.notes["input"] = x
        return x * self.notes.get("scale", 2.0)

    @tf.function
    def seen(self, x):
        self.shown["input"] = x  # expect: HYB004 - somebody goes through all of it
        return x * self.shown.get("scale", 2.0)


class Made:
    """A dictionary of variables, which gets a tensor elsewhere."""

    def __init__(self):
        self.weights = {}

    @tf.function
    def scaled(self, x):
        if "scale" not in self.weights:
            self.weights["scale"] = tf.Variable(2.0)
        return x * self.weights["scale"]

    def note(self, x):
        self.weights["input"] = x


started, stopped = False, False


@tf.function
def start(x):
    global started
    started = True
    return x + 1.0


@tf.function
def stop(x):
    global stopped
    stopped = True  # expect: HYB004 - each round takes it back
    return x + 1.0


def counted(rounds):
    done, count = False, 0

    @tf.function
    def step(x):
        nonlocal done
        done = True
        return x + 1.0

    @tf.function
    def another(x):
        nonlocal count
        count += 1  # expect: HYB004 - it counts the traces
        return x + 1.0

    for _ in range(rounds):
        step(tf.ones(2))
        another(tf.ones(2))
    return done, count


one = tf.constant(1.0)
listed, cleared, deleted, updated = Listed(), Cleared(), Deleted(), Updated()
growing, noted, made = Growing(), Noted(), Made()
for _ in range(3):
    assert float(listed.total(one)) == 3.0
    assert float(cleared.total(one)) == 3.0
    assert float(deleted.total(one)) == 1.0
    assert float(updated.total(one)) == 4.0
    assert float(growing.kept(one)) == 1.0
    assert float(noted.scaled(one)) == float(noted.seen(one)) == 2.0
    assert float(made.scaled(one)) == 2.0
    made.note(one)
    start(one)
assert len(growing.rows) == 1  # eagerly it would be 3
assert list(noted.shown) == ["input"]
assert started
for turn in range(3):
    stopped = False
    stop(one)
    assert stopped is (turn == 0)
assert counted(3) == (True, 1)  # eagerly it would be 3
