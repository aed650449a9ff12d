"""With TensorFlow: the decorator directly above `def` works below all decorators that the engine puts it below."""

from __future__ import annotations

import ast
from pathlib import Path

from benchmarks.differential import run
from benchmarks.forced import additions, force, parsed
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

PROGRAM = b"""\
import abc
import functools

import tensorflow as tf


def logged(f):
    @functools.wraps(f)
    def wrapper(*args):
        print(f.__name__, len(args))
        return f(*args)

    return wrapper


class Base(abc.ABC):
    @abc.abstractmethod
    def scale(self, x):
        return x * 2.0


class Net(Base):
    def __init__(self):
        self.weight = tf.Variable(3.0)

    def scale(self, x):
        return super().scale(x) * self.weight

    @property
    def double(self):
        return self.weight * 2.0

    @functools.cached_property
    def triple(self):
        return self.weight * 3.0

    @staticmethod
    def shifted(x):
        return x + 1.0

    @classmethod
    def squared(cls, x):
        return x * x

    @logged
    def logged(self, x):
        return x - self.weight


@functools.singledispatch
def dispatched(x):
    return x + 10.0


@dispatched.register
def _(x: int):
    return x + 20


@dispatched.register(str)
def _(x):
    return tf.strings.length(x)


@tf.custom_gradient
def clipped(x):
    def grad(upstream):
        return upstream * 0.5

    return x * 4.0, grad


try:
    Base()
except TypeError:
    print("abstract")
net, x = Net(), tf.constant(5.0)
for value in (net.scale(x), net.double, net.triple, Net.shifted(x), Net.squared(x), net.logged(x), dispatched(x)):
    print(float(value))
print(int(dispatched(1)), int(dispatched("four")))
with tf.GradientTape() as tape:
    tape.watch(x)
    y = clipped(x)
print(float(y), float(tape.gradient(y, x)))
"""
LEFT = {"logged", "logged.wrapper", "Net.__init__"}
"""Functions with effects of their own, which no rule would decorate."""


def decorated() -> tuple[bytes, list[str]]:
    """The program with a decorator on every function that the engine gives one, and what it refused."""
    edits = [edit for edit in additions(parsed(PROGRAM)) if edit.qualname not in LEFT]  # type: ignore[union-attr]
    made = force(PROGRAM, edits)
    return made.changes[0].after, [refusal.reason for refusal in made.refused]


def test_what_needs_a_plain_function_is_refused() -> None:
    after, refused = decorated()
    assert refused == [
        "its decorator dispatched.register needs a plain function",
        "its decorator tensorflow.custom_gradient needs a plain function",
    ]
    added = [n for n in ast.walk(parsed(after)) if isinstance(n, ast.Attribute) and ast.unparse(n) == "tf.function"]
    assert len(added) == 10


@needs_tensorflow
def test_the_decorated_program_prints_the_same(tmp_path: Path) -> None:
    outputs = []
    for name, data in (("before", PROGRAM), ("after", decorated()[0])):
        path = tmp_path / f"{name}.py"
        path.write_bytes(data)
        done = run(path, python=TENSORFLOW_PYTHON)
        assert done.status == 0, done.errors
        outputs.append(done.output)
    assert outputs[0] == outputs[1]
