"""What is said of a file never hangs on a text, a list or a name in a file that no import connects with it.

Each program is judged alone, beside a file that has nothing in common with it but names, and with an import of that.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

COUNTER = """\
import tensorflow as tf


class Net:
    def __init__(self):
        self.calls = 0

    @tf.function
    def step(self, x):
        self.calls += 1
        return x * 2.0


net = Net()
for _ in range(3):
    net.step(tf.ones(2))
"""
STATE = """\
import tensorflow as tf

scale = [1.0]


def turn():
    scale[0] = 2.0


def step(x):
    return tf.sin(tf.cos(tf.exp(x) * scale[0])) + tf.tanh(x)


turn()
for _ in range(100):
    step(tf.ones(2))
"""
METHOD = """\
import tensorflow as tf


class Net:
    def step(self, x):
        return tf.sin(tf.cos(tf.exp(x))) + tf.tanh(x)


def run(net):
    for _ in range(100):
        net.step(tf.ones(2))


run(Net())
"""
FLOATS = """\
import tensorflow as tf


def step(x):
    y = tf.keras.backend.cast_to_floatx(x)
    if tf.reduce_sum(x) > 0.0:
        y = tf.sin(x)
    return tf.sin(tf.cos(tf.exp(y))) + tf.tanh(y)


for _ in range(100):
    step(tf.ones(2))
"""
ENVIRONMENT = """\
import os

import tensorflow as tf


def step(x):
    return tf.sin(tf.cos(tf.exp(x) * float(os.environ.get("SCALE", 1.0)))) + tf.tanh(x)


for _ in range(100):
    step(tf.ones(2))
"""
LOCK = """\
import threading

import tensorflow as tf

lock = threading.Lock()


@tf.function
def step(x):
    with lock:
        return tf.sin(x)


for _ in range(100):
    step(tf.ones(2))
"""
VALUES = """\
import tensorflow as tf


def step(x):
    kept = tf.boolean_mask(x, x > 0.0)
    return tf.sin(tf.cos(tf.exp(kept))) + tf.tanh(kept) * float(len(kept.shape))


for _ in range(100):
    step(tf.ones(2))
"""
COUNTED = """\
import functools

import tensorflow as tf


@functools.lru_cache
def scale(n):
    return 2.0 * n


def step(x):
    return tf.sin(tf.cos(tf.exp(x) * scale(1))) + tf.tanh(x)


for _ in range(100):
    step(tf.ones(2))
"""
WORDS = 'WORDS = ["calls", "step", "scale", "turn", "net", "Net"]\nprint(WORDS)\n'
READS = "def look(other):\n    print(other.calls, other['calls'], other.get('calls'), other.__dict__['calls'])\n"
OWN = "class Other:\n    def __init__(self):\n        self.calls = 3\n\n\nprint(Other().calls)\n"
LISTED = "def turn():\n    return 1\n\n\ndef step():\n    return 1\n\n\ncallbacks = [turn, step]\n"
LAMBDA = "def later(other):\n    other.add_hook(lambda: other.update(x=1))\n"
ASSIGNED = "def hold(other):\n    other.step = 3\n    return [other.step]\n"
PLAIN = "def look(step):\n    return step.__code__, step.__closure__\n"
SETS = 'import tensorflow as tf\n\n\ndef wide():\n    tf.keras.backend.set_floatx("float64")\n'
SETS_SCALE = 'import os\n\n\ndef change():\n    os.environ["SCALE"] = "2"\n'
THREADS = "import threading\n\n\ndef start(work):\n    threading.Thread(target=work).start()\n"
SQUEEZES = "def flat(x):\n    return x.squeeze()\n"
COUNTS = "def count(scale):\n    return scale.cache_info()\n"

Answer = tuple[list[tuple[str, str | None, list[str]]], list[str]]


def said(folder: Path, program: str, **others: str) -> Answer:
    """Of each function the fix and what is assumed, and the findings."""
    for name, text in {"program": program, **others}.items():
        folder.mkdir(exist_ok=True)
        (folder / f"{name}.py").write_text(text, encoding="utf-8")
    report = hybridize.analyze(folder / "program.py", root=folder, preview=True)
    rows = [
        (each.qualname, each.recommendation.fix, [reason.kind for reason in (*each.hazards, *each.assumptions)])
        for each in report.functions
    ]
    return rows, [each.code for each in report.findings]


CASES = {
    "texts": (COUNTER, WORDS, False),
    "reads of an attribute": (COUNTER, READS, True),
    "an attribute of another class": (COUNTER, OWN, False),
    "a function in a list": (STATE, LISTED, True),
    "a lambda that changes something": (STATE, LAMBDA, True),
    "an attribute that is assigned": (METHOD, ASSIGNED, False),
    "what a plain function has": (METHOD, PLAIN, False),
    "a setting of Keras": (FLOATS, SETS, True),
    "the environment": (ENVIRONMENT, SETS_SCALE, True),
    "a thread": (LOCK, THREADS, True),
    "axes that are dropped": (VALUES, SQUEEZES, True),
    "the count of calls": (COUNTED, COUNTS, True),
}  # fmt: skip
"""The program, the other file, and whether it counts in a program that imports it."""


@pytest.mark.parametrize(("program", "other", "counts"), CASES.values(), ids=CASES.keys())
def test_a_file_that_nothing_imports_changes_no_answer(
    tmp_path: Path, program: str, other: str, counts: bool
) -> None:
    alone = said(tmp_path / "alone", program)
    assert said(tmp_path / "beside", program, other=other) == alone
    importing = program.replace("import tensorflow", "import other\nimport tensorflow", 1)
    imported = said(tmp_path / "imported", importing, other=other)
    assert (imported != alone) is counts
