"""A fix is safe where everything was seen: what rests on an assumption makes it unsafe, and is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from hybridize.rules.model import Finding

BODY = """\
    for _ in range(40):
        x = tf.nn.tanh(tf.matmul(x, x) + 0.5)
    return tf.reduce_sum(x)
"""
SEEN = f"""\
import tensorflow as tf


def step(x):
{BODY}

for _ in range(100):
    step(tf.ones((3, 3)))
"""
ASSUMED = {
    "nobody calls it": (SEEN.partition("\n\nfor")[0].replace("step(x)", "step(x: tf.Tensor)"), {}),
    "an annotation, in a closed world": (
        SEEN.partition("\n\nfor")[0].replace("step(x)", "step(x: tf.Tensor)"),
        {"closed_world": True},
    ),
    "its author took the decorator off": (SEEN.replace("def step", "# @tf.function\ndef step"), {}),
    "a package that nobody described": (
        SEEN.replace("import", "import somelib\nimport", 1).replace("    return", "    somelib.note(x)\n    return"),
        {},
    ),
}


def found(folder: Path, program: str, **options: object) -> Finding:
    """The only HYB001 in a program."""
    (folder / "program.py").write_text(program, encoding="utf-8")
    report = hybridize.analyze(folder / "program.py", root=folder, select=["HYB001"], **options)
    (finding,) = report.findings
    return finding


def test_what_was_seen_is_safe_and_proven(tmp_path: Path) -> None:
    finding = found(tmp_path, SEEN)
    assert finding.fix is not None
    assert (finding.fix.applicability, finding.confidence, finding.assumptions) == ("safe", "proven", ())


@pytest.mark.parametrize(("program", "options"), ASSUMED.values(), ids=ASSUMED)
def test_what_is_assumed_is_unsafe(tmp_path: Path, program: str, options: dict[str, object]) -> None:
    finding = found(tmp_path, program, **options)
    assert finding.fix is not None
    assert finding.fix.applicability == "unsafe"
    assert finding.confidence == "assumed"
    assert finding.assumptions


LIBRARY = f"""\
import tensorflow as tf


def step(x):
{BODY.replace("40", "4")}"""
TESTED = "import tensorflow as tf\nfrom library import step\n\n\ndef test_step():\n    step(tf.ones((3, 3)))\n"
MODEL = """\
import tensorflow as tf


class Model:
    def __init__(self):
        self.layers = [tf.keras.layers.Dense(4) for _ in range(3)]
        self.last = tf.keras.layers.Dense(1)

    def step(self, x):
        for layer in self.layers:
            x = tf.nn.tanh(layer(x)) * tf.nn.sigmoid(x) + tf.nn.relu(x)
        return self.last(x)
"""


def of_library(folder: Path, library: str, test: str, **options: object) -> list[Finding]:
    """The findings in a library that only tests use."""
    (folder / "library.py").write_text(library, encoding="utf-8")
    (folder / "test_library.py").write_text(test, encoding="utf-8")
    report = hybridize.analyze(folder, root=folder, select=["HYB001"], **options)
    return [finding for finding in report.findings if finding.place.path == "library.py"]


def test_what_only_tests_call_is_not_proven(tmp_path: Path) -> None:
    library = LIBRARY.replace("range(4)", "range(40)")
    (finding,) = of_library(tmp_path, library, TESTED)
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert [each.message for each in finding.assumptions] == [
        "who calls it outside of tests is not known: they are taken to call it as the tests do"
    ]
    (finding,) = of_library(tmp_path, library, TESTED, closed_world=True)
    assert finding.fix is not None and finding.fix.applicability == "safe"


def test_what_applies_layers_and_only_tests_call_is_left_to_what_trains_the_model(tmp_path: Path) -> None:
    test = TESTED.replace("import step", "import Model").replace("    step(", "    Model().step(")
    assert of_library(tmp_path, MODEL, test) == []
    program = MODEL + "\n\nmodel = Model()\nfor _ in range(100):\n    model.step(tf.ones((3, 4)))\n"
    (finding,) = of_library(tmp_path, program, test)
    assert "Model.step" in finding.message
