"""What one script does reaches no function that another script runs, unless one run may load both."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

SCRIPT = """\
import tensorflow as tf

model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.SGD(0.1)


def step(x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x) ** 2)
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    return loss


for _ in range(100):
    step(tf.ones((2, 3)))
"""
OTHER = """\
import somelib


def chosen(children):
    for child in children:
        setattr(child, child.name, 1)
        yield child


somelib.visit(chosen)
"""
TEST = "import script\n\n\ndef test_it():\n    script.step(script.tf.ones((2, 3)))\n"
REGULARIZED = """\
import tensorflow as tf

layer = tf.keras.layers.Dense(2, activity_regularizer="l2")
print(layer(tf.ones((1, 3))), {})
"""


def fix(folder: Path, script: str, **others: str) -> str | None:
    """How safe the fix of `step` is, in a project of a script and other modules."""
    for name, text in {"script": script, **others}.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    report = hybridize.analyze(folder / "script.py", root=folder)
    (row,) = [each for each in report.functions if each.qualname == "step"]
    return row.recommendation.fix


@pytest.mark.parametrize("others", [{}, {"test_it": TEST}, {"setup": "exec(open('other.py').read())\n"}])
def test_another_script_changes_nothing(others: dict[str, str], tmp_path: Path) -> None:
    assert fix(tmp_path, SCRIPT, other=OTHER, **others) == "safe"


@pytest.mark.parametrize(
    ("script", "others"),
    [
        (f"import other\n{SCRIPT}", {"other": OTHER}),
        (f"import between\n{SCRIPT}", {"between": "import other\n", "other": OTHER}),
        (SCRIPT, {"other": OTHER, "main": "import other\nimport script\n"}),
        (f"import importlib, sys\nimportlib.import_module(sys.argv[1])\n{SCRIPT}", {"other": OTHER}),
        (f"from other import chosen\n{SCRIPT}", {"folder__other": OTHER}),
        (SCRIPT, {"other": OTHER, "test_it": TEST, "test_other": "import other\n"}),
    ],
    ids=["imported", "by what it imports", "by what imports it", "by name", "perhaps", "test"],
)
def test_what_one_run_may_load_counts(script: str, others: dict[str, str], tmp_path: Path) -> None:
    assert fix(tmp_path, script, **others) != "safe"


def test_losses_of_layers_that_another_script_asks_for_are_others(tmp_path: Path) -> None:
    assert fix(tmp_path, SCRIPT, other=REGULARIZED.format("layer.losses")) == "safe"


def test_a_module_of_losses_is_no_layer(tmp_path: Path) -> None:
    imported = f"import other\n{SCRIPT}print(tf.keras.losses.MeanSquaredError())\n"
    assert fix(tmp_path, imported, other=REGULARIZED.format("tf.keras.losses.Loss")) == "safe"
    assert fix(tmp_path, imported, other=REGULARIZED.format("layer.losses")) == "unsafe"
