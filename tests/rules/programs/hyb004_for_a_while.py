"""What a context manager changes for the time of a `with` is no effect; what it leaves behind is one."""
import contextlib

import tensorflow as tf

stack = []
dtypes = []
history = []
settings = {"dtype": "float32"}
depth = 0


class Scope:
    """Pushes itself, counts, and sets the attributes of another object by their names."""

    names = ("scale", "shift")
    scale = shift = 1.0

    def __enter__(self):
        global depth
        stack.append(self)
        depth += 1
        for name in Scope.names:
            setattr(Scope, name, 2.0)
        return self

    def __exit__(self, *error):
        global depth
        for name in Scope.names:
            setattr(Scope, name, 1.0)
        depth -= 1
        stack.pop()


class Recorder:
    """Keeps what is added on both sides."""

    def __enter__(self):
        history.append("begin")

    def __exit__(self, *error):
        history.append("end")


class Counter:
    """Counts, and never back."""

    begun = 0

    def __enter__(self):
        Counter.begun += 1

    def __exit__(self, *error):
        pass


@contextlib.contextmanager
def using(dtype):
    before = settings["dtype"]
    settings["dtype"] = dtype
    dtypes.append(dtype)
    try:
        yield
    finally:
        dtypes.pop()
        settings["dtype"] = before


@tf.function
def scoped(x):
    with Scope():
        x = x * Scope.scale
        for _ in tf.range(3):
            with Scope():
                x = x + Scope.shift
        return x


@tf.function
def cast(x):
    with using("float64"):
        return tf.cast(x, settings["dtype"])


@tf.function
def recorded(x):
    with Recorder():  # expect: HYB004, HYB004 - two entries for each trace
        return x * 2.0


@tf.function
def counted(x):
    with Counter():  # expect: HYB004 - one for each trace
        return x * 2.0


@tf.function
def lent(x, state):
    state["x"] = x * 2.0
    y = read(state)
    del state["x"]
    return y


@tf.function
def lent_and_taken(x, state):
    state["x"] = x * 2.0
    return read(state) + state.pop("x")


@tf.function
def renamed(x, state):
    before = state["mode"]
    state["mode"] = "other"
    y = x * 2.0
    state["mode"] = before
    return y


@tf.function
def given(x, state):
    state["x"] = x * 2.0  # expect: HYB004 - another item is taken out
    state["y"] = x
    del state["y"]
    return read(state)


def read(state):
    return state["x"] + 1.0


for _ in range(3):
    for borrowing in (lent, lent_and_taken, renamed):
        borrowing(tf.ones(2), {"mode": "train"})
    try:
        given(tf.ones(2), {"mode": "train"})
    except ValueError as error:
        assert "should not modify its Python input arguments" in str(error)
    else:
        raise AssertionError("TensorFlow changed its mind")
    assert scoped(tf.ones(2)).numpy().tolist() == [8.0, 8.0]
    assert cast(tf.ones(2)).dtype == tf.float64
    recorded(tf.ones(2))
    counted(tf.ones(2))
assert (stack, dtypes, depth, Scope.scale, settings["dtype"]) == ([], [], 0, 1.0, "float32")
assert history == ["begin", "end"] and Counter.begun == 1
print(history, Counter.begun)
