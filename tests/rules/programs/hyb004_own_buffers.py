"""What a trace writes into a buffer of its own is nobody's file, and a context variable that is reset is as it was."""
import contextlib
import contextvars
import io
import threading
from dataclasses import dataclass, field
from typing import DefaultDict

import tensorflow as tf

log = io.StringIO()
depth = contextvars.ContextVar("depth", default=0)


@tf.function
def described(x):
    buffer = io.StringIO()
    buffer.write("a tensor of rank ")
    return x * len(buffer.getvalue())


@tf.function
def logged(x):
    log.write("step")  # expect: HYB004 - the buffer is there before the trace, and after it
    return x * 2.0


@contextlib.contextmanager
def deeper():
    token = depth.set(1)
    try:
        yield
    finally:
        depth.reset(token)


@tf.function
def nested(x):
    with deeper():
        return x * 2.0


@tf.function
def counted(x):
    depth.set(2)  # expect: HYB004 - it stays set
    return x * 2.0


@dataclass
class Uses:
    places: list = field(default_factory=list)


@tf.function
def checked(x):
    uses = DefaultDict(Uses)
    uses["x"].places.append(x.shape)
    return x * 2.0


for _ in range(2):
    assert float(described(tf.constant(1.0))) == 17.0
    logged(tf.constant(1.0))
    nested(tf.constant(1.0))
    checked(tf.constant(1.0))
assert log.getvalue() == "step"
assert depth.get() == 0
contextvars.copy_context().run(counted, tf.constant(1.0))


lock = threading.Lock()
total = tf.Variable(0.0)
configurations = {}


def registered(name):
    with lock:
        return configurations.get(name, 1.0)


@tf.function
def looked_up(x):
    return x * registered("scale")


@tf.function
def locked(x):
    with lock:  # expect: HYB004 - runs of the graph do not wait for each other
        total.assign_add(x)
    return x * 2.0


class Named:
    @tf.function
    def run(self, x):
        self.names = {}
        self.names["x"] = x
        y = self.names["x"] * 2.0
        del self.names
        return y


named = Named()
for _ in range(2):
    looked_up(tf.constant(1.0))
    locked(tf.constant(1.0))
    named.run(tf.constant(1.0))
assert not hasattr(named, "names")
with lock:
    other = threading.Thread(target=locked, args=(tf.constant(1.0),))
    other.start()
    other.join()  # it runs, though the lock is held
assert float(total) == 3.0
