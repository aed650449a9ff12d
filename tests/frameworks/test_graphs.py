"""What functions refuse in a graph and take eagerly: what is listed, and what the installed release says."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import hybridize
from hybridize.frameworks.generate import graphs
from hybridize.frameworks.knowledge import load
from hybridize.verdicts.model.parts import Safety
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

KEPT = json.loads((graphs.DATA / f"{graphs.FILE}.json").read_text("utf-8"))
ASKED = (
    "tensorflow.math.maximum", "tensorflow.math.pow", "tensorflow.where", "tensorflow.math.divide",
    "tensorflow.identity_n", "tensorflow.experimental.numpy.hstack", "tensorflow.clip_by_value", "tensorflow.reshape",
    "tensorflow.fill", "tensorflow.nn.softmax",
)  # fmt: skip
PROGRAM = """\
import tensorflow as tf


def subject(x, y):
    return {} + tf.sin(x) * tf.tanh(x)


for value in (0.75, 0.25, -0.5):
    print(subject(tf.fill([2], value), tf.constant([1, 2])).numpy())
"""


def test_every_entry_names_parameters_of_something_described() -> None:
    known = load()
    for name, parameters in [*KEPT["numbers"].items(), *KEPT["tensors"].items(), *KEPT["ranks"].items()]:
        symbol = known.lookup(name)
        assert symbol is not None and set(parameters) <= {each.lstrip("*") for each in symbol.parameters}, name
    assert KEPT["numbers"].keys().isdisjoint(KEPT["converted"]) and len(KEPT["converted"]) > 50


@needs_tensorflow
def test_the_installed_release_says_so(tmp_path: Path) -> None:
    wanted = [task for task in graphs.tasks(load()) if task["name"] in ASKED]
    assert len(wanted) == len(ASKED)
    said = graphs.together([graphs.asked(Path(TENSORFLOW_PYTHON), wanted, tmp_path / "results.jsonl")])
    assert set(said["numbers"]) == {name for name in ASKED if name in KEPT["numbers"]}
    assert set(said["tensors"]) == {name for name in ASKED if name in KEPT["tensors"]}
    assert said["ranks"] == {name: KEPT["ranks"][name] for name in sorted(ASKED) if name in KEPT["ranks"]}


@pytest.mark.parametrize(
    ("expression", "fix"),
    [
        # A graph refuses an int32 before a float32: TypeError, "Input 'y' of 'Maximum' Op has type float32 that ...".
        ("tf.maximum(0, x)", None),
        ("tf.maximum([0, 1], x)", None),
        ("tf.reduce_sum(tf.maximum([[0], [1]], x))", None),
        ("tf.subtract(1, x)", None),
        ("tf.where(x > 0.0, 0, x)", None),
        ("tf.pow(2, x)", None),
        ("tf.maximum(x, 0)", Safety.SAFE),
        ("tf.maximum(0.0, x)", Safety.SAFE),
        ("tf.cast(tf.maximum(0, y), tf.float32)", Safety.SAFE),
        ("tf.where(x > 0.0, x, 0)", Safety.SAFE),
        ("tf.divide(1, x)", Safety.SAFE),
        ("(1 - x)", Safety.SAFE),
        ("tf.clip_by_value(x, 0, 1)", Safety.SAFE),
        # A graph does not take a tensor apart: TypeError, "Expected list for 'input' argument to 'IdentityN' Op".
        ("tf.identity_n(tf.stack([x, x]))[0]", None),
        ("tf.identity_n([x, x])[0]", Safety.SAFE),
        # A graph takes no number for a shape: ValueError, "Shape must be rank 1 but is rank 0".
        ("tf.reshape(x, -1)", None),
        ("tf.reshape(x, tf.size(x))", None),
        ("tf.compat.v1.reshape(x, 2)", None),
        ("tf.fill([2], x[:1])", None),
        ("tf.reshape(x, [-1])", Safety.SAFE),
        ("tf.reshape(x, tf.shape(x))", Safety.SAFE),
        ("tf.fill([2], x[0])", Safety.SAFE),
        # It is no number of Python either: OperatorNotAllowedInGraphError.
        ("tf.nn.softmax(x, axis=tf.constant(0))", None),
        ("tf.nn.softmax(x, axis=0)", Safety.SAFE),
    ],
)
def test_what_a_graph_refuses_gets_no_safe_fix(tmp_path: Path, expression: str, fix: Safety | None) -> None:
    (tmp_path / "program.py").write_text(PROGRAM.format(expression), encoding="utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, min_gain="none")
    (subject,) = (each for each in report.functions if each.qualname == "subject")
    assert subject.verdict.recommendation.fix is fix
