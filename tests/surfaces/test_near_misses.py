"""Near misses: what alone holds a function back is told with a remedy, and the remedy makes it a graph."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from surfaces.conftest import Command

import hybridize
from hybridize.verdicts.evidence import sentences

PROGRAM = """\
import tensorflow as tf

history = []
{before}

def step(x, w, n=None):
    for _ in range(8):
        x = tf.tanh(tf.matmul(x, w) + 1.0)
{inside}

for i in range(30):
{call}
"""
PLAIN = "    return x"
CALL = "    step(tf.ones((3, 3)), tf.ones((3, 3)))"

CASES = {
    "side-effects": (
        ("", "    print(x)\n    return x", CALL), ("", "    tf.print(x)\n    return x", CALL), "`tf.print`"
    ),
    "eager-only-call": (
        ("", "    return x.numpy()", CALL), ("", PLAIN, f"{CALL}.numpy()"), "`return x`"
    ),
    "late-binding": (
        ("factor = 1.0", "    return x * factor", f"{CALL}\n    factor = i + 2.0"),
        ("factor = tf.Variable(1.0)", "    return x * factor", f"{CALL}\n    factor.assign(i + 2.0)"),
        "`tf.Variable`",
    ),
    "python-random": (
        ("import random", "    return x * random.random()", CALL),
        ("", "    return x * tf.random.uniform(())", CALL),
        "`tf.random`",
    ),
    "numpy-on-tensor": (
        ("import numpy as np", "    return x + np.linalg.norm(x)", CALL),
        ("", "    return x + tf.norm(x)", CALL),
        "`tf`",
    ),
    "creates-variable": (
        ("", "    return x + tf.Variable(1.0)", CALL),
        ("one = tf.Variable(1.0)", "    return x + one", CALL),
        "once",
    ),
    "retracing": (
        ("", "    return x * tf.cast(n, x.dtype)", CALL[:-1] + ", i)"),
        ("", "    return x * tf.cast(n, x.dtype)", CALL[:-1] + ", tf.constant(i))"),
        "tensor",
    ),
}  # fmt: skip
BATCH = """
class Batch:
    def __init__(self, x):
        self.x = x

model = tf.keras.Sequential([tf.keras.layers.Dense(3)])
optimizer = tf.keras.optimizers.SGD(0.01)
model.build((None, 3))
optimizer.build(model.trainable_variables)
"""
TRAIN = """\
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(model(w if n is None else n.x)))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss"""


def row(folder: Path, parts: tuple[str, str, str]) -> hybridize.FunctionReport:
    """The row of `step` in a program."""
    before, inside, call = parts
    text = PROGRAM.format(before=before, inside=inside, call=call)
    (folder / "main.py").write_text(text, encoding="utf-8")
    (found,) = [each for each in hybridize.analyze(folder / "main.py").functions if each.qualname == "step"]
    return found


@pytest.mark.parametrize("kind", CASES)
def test_the_remedy_makes_it_a_graph(kind: str, tmp_path: Path) -> None:
    broken, mended, named = CASES[kind]
    missed = row(tmp_path, broken).to_json()["near_miss"]
    assert isinstance(missed, dict)
    assert (missed["holds_back"], missed["kind"]) == ("graph", kind)
    assert named in missed["remedy"]
    after = row(tmp_path, mended)
    assert after.recommendation.action == "hybridize"


def test_an_object_that_holds_data_makes_no_variables_in_later_traces(tmp_path: Path) -> None:
    """Each is traced, and its tensors are to be passed; of one that holds a layer each makes variables of its own."""
    call = CALL[:-1] + ", Batch(tf.ones((4, 3))))"
    (hazard,) = row(tmp_path, (BATCH, TRAIN, call)).hazards
    assert hazard.kind == "retracing"
    assert row(tmp_path, (BATCH, TRAIN, CALL)).recommendation.action == "hybridize"
    for layers in ("tf.keras.layers.Dense(3)", "[tf.keras.layers.Dense(3)]", "({'a': tf.keras.layers.Dense(3)},)"):
        model = BATCH.replace("self.x = x", f"self.x, self.net = x, {layers}")
        assert "creates-variable" in {each.kind for each in row(tmp_path, (model, TRAIN, call)).hazards}


@pytest.mark.parametrize(
    "parts",
    [
        pytest.param(("", PLAIN, CALL), id="nothing holds it back"),
        pytest.param(("", "    print(x)\n    x = x * 2.0\n    history.append(i)\n    return x", CALL), id="two things"),
        pytest.param(("", "    print(x)\n    x = x * 2.0\n    return x.numpy()", CALL), id="two kinds of things"),
        pytest.param(("", "    print(x)\n    return x", f"    pass\n\n{CALL.strip()}"), id="once"),
        pytest.param(("", "    print(x)\n    return x * n", CALL[:-1] + ", i * 1.0)"), id="retracing besides"),
    ],
)
def test_no_near_miss(parts: tuple[str, str, str], tmp_path: Path) -> None:
    assert row(tmp_path, parts).verdict.near_miss is None


def test_too_little_to_gain_is_no_near_miss(tmp_path: Path) -> None:
    body = "def f(x):\n    print(x)\n    return x + 1\n\n"
    text = f"import tensorflow as tf\n\n{body}for _ in range(9):\n    f(tf.ones(()))\n"
    (tmp_path / "main.py").write_text(text, encoding="utf-8")
    (found,) = hybridize.analyze(tmp_path).functions
    assert found.verdict.near_miss is None


HELPER = """\
import tensorflow as tf


def show(x):
    print(x)


def first(x):
    for _ in range(8):
        x = tf.tanh(x * 2.0 + 1.0)
    show(x)
    return x


def second(x):
    for _ in range(9):
        x = tf.tanh(x * 2.0 + 1.0)
    show(x)
    return x


def assumed(x: tf.Tensor):
    for _ in range(40):
        x = tf.map_fn(tf.tanh, x * 2.0 + 1.0)
    return x


for _ in range(30):
    first(tf.ones(3))
    second(tf.ones(3))
"""


@pytest.fixture
def helpers(project: Path) -> Path:
    """A project in which one statement holds two functions back, and one has an unsafe fix."""
    for file in project.glob("*.py"):
        file.unlink()
    (project / "main.py").write_text(HELPER, encoding="utf-8")
    return project


def test_one_cause_is_told_once_with_all_that_it_holds_back(helpers: Path, command: Command) -> None:
    done = command("--near-misses")
    assert done.status == 0
    assert done.out.count("main.py:5: calls `print`") == 1
    assert "  = alone keeps `first` and `second` from being graphs\n" in done.out
    assert "  = function: main.py:8: `first` (gain: high)\n" in done.out
    assert "  = help: Use `tf.print`" in done.out
    assert "main.py:22: nobody in the project calls it" in done.out
    assert "  = alone keeps the fix of `assumed` from being safe\n" in done.out
    assert done.err == (
        "2 functions would gain as a graph but for one thing; 1 more has an unsafe fix for one reason alone.\n"
    )


def test_the_other_forms(helpers: Path, command: Command) -> None:
    lines = command("--near-misses", "--output-format", "concise").out.splitlines()
    assert [line.partition(": ")[0] for line in lines] == ["main.py:5", "main.py:22"]
    entries = json.loads(command("--near-misses", "--output-format", "json").out)
    assert [(each["qualname"], each["near_miss"]["line"]) for each in entries] == [
        ("first", 5), ("second", 5), ("assumed", 22)
    ]  # fmt: skip
    reported = {row["qualname"]: row["near_miss"] for row in json.loads(command("--report", "json").out)["functions"]}
    assert reported["show"] is None and reported["first"] == entries[0]["near_miss"]


def test_tests_are_left_out_as_findings_are(helpers: Path, command: Command) -> None:
    (helpers / "main.py").rename(helpers / "test_main.py")
    assert command("--near-misses").out == ""
    assert "`first` and `second`" in command("--near-misses", "--include-tests").out


def test_one_thing_at_a_time(helpers: Path, command: Command) -> None:
    assert command("--near-misses", "--report", "json").status == 2


@pytest.mark.parametrize(
    ("inside", "advised"),
    [
        ("    return x * n", True),
        ("    return tf.nn.relu(x) if n > 2.0 else tf.tanh(x)", False),
        ("    if n > 2.0:\n        x = tf.nn.relu(x)\n    return x", False),
        ("    return [tf.nn.relu, tf.tanh][int(n) % 2](x)", False),
    ],
)
def test_no_tensor_is_advised_where_python_chooses_by_the_number(
    inside: str, advised: bool, tmp_path: Path
) -> None:
    found = row(tmp_path, ("", inside, CALL[:-1] + ", i * 1.0)"))
    assert ("numbers-as-tensors" in found.recommendation.basis) == advised
    assert found.verdict.near_miss is None or "tf.constant" not in sentences.remedy(found.verdict.near_miss.cause)
