"""An object that is made for each call is traced at each call, whoever defines its class: no graph is advised."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

import hybridize
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow
from tests.together import analysed

PROGRAM = """\
{imports}
import tensorflow as tf


def hook(callback, x):
    for _ in range(8):
        x = tf.nn.tanh(tf.matmul(x, x) + 0.5)
    return tf.reduce_sum(x)


{calls}
"""
DIRECT = "for _ in range(100):\n    hook({made}, tf.ones((2, 2)))"
NAMED = "for _ in range(100):\n    made = {made}\n    hook(made, tf.ones((2, 2)))"
IN_A_FUNCTION = """\
def work(x):
    made = {made}
    return hook(made, x)


for _ in range(100):
    work(tf.ones((2, 2)))"""
ONCE = "made = {made}\nfor _ in range(100):\n    hook(made, tf.ones((2, 2)))"
EACH_TIME = (DIRECT, NAMED, IN_A_FUNCTION)

METHOD = "class Model:\n    def apply(self, x):\n        return x * 2.0\n\n\nmodel = Model()"
GENERATOR = "def numbers():\n    yield 1.0"
KEPT = "import functools\nKEPT = functools.partial(max, 1)\n\n\ndef kept():\n    return KEPT"
ANEW = {
    "an undescribed class": ("import somelib", "somelib.Callback()"),
    "a described class": ("import threading", "threading.Lock()"),
    "a loss": ("", "tf.keras.losses.MeanSquaredError()"),
    "a plain object": ("", "object()"),
    "an iterator": ("", "iter([1.0])"),
    "a generator": ("", "(i for i in [1.0])"),
    "a generator function": (GENERATOR, "numbers()"),
    "a function": ("", "lambda x: x * 2.0"),
    "a method": (METHOD, "model.apply"),
    "a partial function": ("import functools", "functools.partial(max, 1)"),
    "an exception": ("", "ValueError()"),
}
BY_VALUE = {
    "a path": ("import pathlib", "pathlib.Path('a')"),
    "a date": ("import datetime", "datetime.date(2020, 1, 1)"),
    "a number": ("import decimal", "decimal.Decimal(1)"),
    "a pattern": ("import re", "re.compile('a')"),
    "a logger": ("import logging", "logging.getLogger()"),
    "a dtype": ("", "tf.as_dtype('float32')"),
    "what is kept": (KEPT, "kept()"),
}


def fix(folder: Path, made: tuple[str, str], calls: str) -> str:
    """The applicability of the fix of HYB001 in a program; empty where there is none."""
    imports, expression = made
    text = PROGRAM.format(imports=imports, calls=calls.format(made=expression))
    found = [each for each in analysed(folder, text).findings if each.code == "HYB001"]
    return "" if not found or found[0].qualname != "hook" or found[0].fix is None else found[0].fix.applicability


@pytest.mark.parametrize("calls", EACH_TIME, ids=["direct", "named", "in a function"])
@pytest.mark.parametrize("made", ANEW.values(), ids=ANEW)
def test_no_graph_is_advised_where_each_call_gets_another_object(
    tmp_path: Path, made: tuple[str, str], calls: str
) -> None:
    assert fix(tmp_path, made, calls) == ""
    (row,) = [each for each in hybridize.analyze(tmp_path, root=tmp_path).functions if each.qualname == "hook"]
    assert "retracing" in {hazard.kind for hazard in row.hazards}


@pytest.mark.parametrize("made", ANEW.values(), ids=ANEW)
def test_one_object_for_all_calls_is_one_trace(tmp_path: Path, made: tuple[str, str]) -> None:
    assert fix(tmp_path, made, ONCE) != ""


@pytest.mark.parametrize("made", BY_VALUE.values(), ids=BY_VALUE)
def test_objects_that_are_equal_share_a_trace(tmp_path: Path, made: tuple[str, str]) -> None:
    assert fix(tmp_path, made, DIRECT) != ""


HELD = {"a list": "[{made}]", "lists in a list": "[[{made}], [{made}]]", "a dictionary": "{{'it': ({made}, 1)}}"}
BY_HELPERS = """\
def load(n):
    return [somelib.Callback() for _ in range(n)]


def work(x):
    both = [load(3), load(3)]
    hook(both, x)


for _ in range(100):
    work(tf.ones((2, 2)))"""


@pytest.mark.parametrize("calls", EACH_TIME, ids=["direct", "named", "in a function"])
@pytest.mark.parametrize("held", HELD.values(), ids=HELD)
def test_a_structure_is_traced_for_each_object_that_is_in_it(tmp_path: Path, held: str, calls: str) -> None:
    made = held.format(made="somelib.Callback()")
    assert fix(tmp_path, ("import somelib", made), calls) == ""
    assert fix(tmp_path, ("import somelib", made), ONCE) != ""
    assert fix(tmp_path, ("import pathlib", held.format(made="pathlib.Path('a')")), DIRECT) != ""


def test_helpers_may_make_the_objects_of_a_structure(tmp_path: Path) -> None:
    assert fix(tmp_path, ("import somelib", ""), BY_HELPERS) == ""
    once = BY_HELPERS.partition("def work")[0] + ONCE.format(made="[load(3), load(3)]")
    assert fix(tmp_path, ("import somelib", ""), once) != ""


OBJECTS = """\
import tensorflow as tf


class Scaler:
    def __init__(self, scale):
        self.scale = scale

    def hook(self, x):
        for _ in range(8):
            x = tf.nn.tanh(tf.matmul(x, x) + self.scale)
        return tf.reduce_sum(x)

    def first(self, data):
        return self.hook(next(iter(data)))

    def all(self, data):
        return data.map(lambda x: self.hook(x))


def use(scale):
    return Scaler(scale).{method}(tf.data.Dataset.from_tensors(tf.ones((2, 2))))


one = Scaler(1.0)
for x in tf.data.Dataset.from_tensors(tf.ones((2, 2))).repeat(100):
    one.hook(x)
"""
USES = "from program import use\n\n\ndef test_use():\n    for scale in range(100):\n        use(scale)\n"


@pytest.mark.parametrize(
    ("name", "method", "advised"),
    [("test_use.py", "first", True), ("uses.py", "first", False), ("uses.py", "all", True)],
)
def test_neither_tests_nor_graphs_show_how_often_an_object_is_made(
    tmp_path: Path, name: str, method: str, advised: bool
) -> None:
    (tmp_path / "program.py").write_text(OBJECTS.format(method=method), encoding="utf-8")
    (tmp_path / name).write_text(USES if name.startswith("test") else USES + "\n\ntest_use()\n", encoding="utf-8")
    found = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB001"]).findings
    assert ("Scaler.hook" in {each.qualname for each in found}) is advised


BATCH = """\
class Batch:
    def __init__(self, scale):
        self.scale = scale

    @classmethod
    def of(cls, scale):
        return cls(scale)


KEPT = Batch(1.0)


def anew(rounds):
    while True:
        for scale in range(rounds):
            yield Batch(scale)


def by_helpers():
    for scale in range(1000):
        batch = Batch.of(scale)
        yield batch


def kept():
    for scale in range(1000):
        yield KEPT


def first():
    batch = Batch(1.0)
    for scale in range(1000):
        yield batch"""
YIELDED = {
    "a loop over it": "for n, batch in zip(range(100), {made}):\n    hook(batch, tf.ones((2, 2)))",
    "next": "source = {made}\nfor _ in range(100):\n    taken = next(source)\n    hook(taken, tf.ones((2, 2)))",
    "next in place": "source = {made}\nfor _ in range(100):\n    hook(next(source), tf.ones((2, 2)))",
    "a number with it": "for (n, batch), _ in zip(enumerate({made}), range(100)):\n    hook(batch, tf.ones((2, 2)))",
}


@pytest.mark.parametrize("calls", YIELDED.values(), ids=YIELDED)
@pytest.mark.parametrize("made", ["anew(7)", "by_helpers()"])
def test_what_a_generator_makes_for_each_round_is_another_object(tmp_path: Path, made: str, calls: str) -> None:
    assert fix(tmp_path, (BATCH, made), calls) == ""


@pytest.mark.parametrize("calls", YIELDED.values(), ids=YIELDED)
@pytest.mark.parametrize("made", ["kept()", "first()"])
def test_what_a_generator_gives_again_is_one_object(tmp_path: Path, made: str, calls: str) -> None:
    assert fix(tmp_path, (BATCH, made), calls) != ""


def test_one_object_of_a_generator_serves_many_calls(tmp_path: Path) -> None:
    calls = "taken = next({made})\nfor _ in range(100):\n    hook(taken, tf.ones((2, 2)))"
    assert fix(tmp_path, (BATCH, "anew(7)"), calls) != ""


@pytest.mark.parametrize("body", ["x = x * callback.scale", "pass"])
def test_what_nobody_knows_is_not_safe(tmp_path: Path, body: str) -> None:
    program = PROGRAM.replace("    for _", f"    {body}\n    for _", 1)
    text = program.format(imports="import somelib", calls=DIRECT.format(made="somelib.make()"))
    for finding in analysed(tmp_path, text).findings:
        assert finding.fix is None or finding.fix.applicability == "unsafe"


COUNT = """\
import json, sys
import tensorflow as tf

counts = {}
for name, (imports, made) in json.loads(sys.argv[1]).items():
    space = {"tf": tf}
    exec(imports, space)
    function = tf.function(lambda callback, x: x * 2.0)
    for _ in range(3):
        function(eval(made, space), tf.ones(2))
    counts[name] = function.experimental_get_tracing_count()
print(json.dumps(counts))
"""


@needs_tensorflow
def test_tensorflow_says_so() -> None:
    known = {name: made for name, made in {**ANEW, **BY_VALUE}.items() if "somelib" not in made[0]}
    command = [TENSORFLOW_PYTHON, "-c", COUNT, json.dumps(known)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout.splitlines()[-1]) == {name: 1 if name in BY_VALUE else 3 for name in known}
