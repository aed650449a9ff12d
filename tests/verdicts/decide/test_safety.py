"""A fix is safe where everything was seen: what rests on an assumption makes it unsafe, and is told."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from hybridize.rules.model import Finding
from tests.together import analysed

BODY = """\
    for _ in range(40):
        x = tf.map_fn(tf.nn.tanh, tf.matmul(x, x) + 0.5)
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


HELD = """\
import tensorflow as tf


class Step:
    def __init__(self):
        self.scale = 0.5

    def run(self, x):
        for _ in range(40):
            x = tf.map_fn(tf.nn.tanh, tf.matmul(x, x) + {read})
        return tf.reduce_sum(x)


step = Step()
for _ in range(100):
    step.run(tf.ones((3, 3)))
"""


def found(folder: Path, program: str, **options: object) -> Finding:
    """The only HYB001 in a program."""
    report = analysed(folder, program, select=["HYB001"], **options)
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
    (function,) = hybridize.analyze(tmp_path / "library.py", root=tmp_path).functions
    assert [each.message for each in function.assumptions] == [
        "only tests call it: others are assumed to call it as the tests do"
    ]
    (finding,) = of_library(tmp_path, library, TESTED, closed_world=True)
    assert finding.fix is not None and finding.fix.applicability == "safe"


def test_what_applies_layers_and_only_tests_call_is_left_to_what_trains_the_model(tmp_path: Path) -> None:
    test = TESTED.replace("import step", "import Model").replace("    step(", "    Model().step(")
    assert of_library(tmp_path, MODEL, test) == []
    program = MODEL + "\n\nmodel = Model()\nfor _ in range(100):\n    model.step(tf.ones((3, 4)))\n"
    (finding,) = of_library(tmp_path, program, test)
    assert "Model.step" in finding.message


CAST = """\
import tensorflow as tf


class Scaled:
    def __init__(self, scale):
        self.scale = scale
        self.made = False

    def once(self, dtype):
        if not self.made:
            self.made = True
            self.scale = tf.cast(self.scale, dtype)

    def step(self, x):
        self.once(x.dtype)
        for _ in range(3):
            x = tf.tanh(x) * tf.sin(x) + tf.exp(-x)
        return tf.reduce_sum(x) * self.scale


scaled = Scaled(0.5)
for _ in range(100):
    scaled.step(tf.ones(3))
scaled.step(tf.ones(4))
"""


def test_a_cast_once_of_a_tensor_may_be_that_tensor_and_one_of_a_number_never_is(tmp_path: Path) -> None:
    """TensorFlow 2.15 and 2.21 raise at the second shape with the number; with a tensor the cast gives it back."""
    assert not analysed(tmp_path, CAST, select=["HYB001"]).findings
    finding = found(tmp_path, CAST.replace("Scaled(0.5)", "Scaled(tf.constant(0.5))"))
    assert finding.fix is not None and finding.fix.applicability == "unsafe"
    assert any("a cast that replaces what an attribute holds" in each.message for each in finding.assumptions)


TOGETHER = ["float(len(self.__dict__))", "sum(self.__dict__.values())", "sum(vars(self).values())"]


@pytest.mark.parametrize("read", TOGETHER)
def test_all_attributes_together_are_followed_by_no_rule(read: str, tmp_path: Path) -> None:
    finding = found(tmp_path, HELD.format(read=read))
    assert {each.kind for each in finding.assumptions} == {"uncovered"}


@pytest.mark.parametrize("read", ["self.scale", "self.__dict__['scale']", "self.__dict__.get('scale', 1.0)"])
def test_one_attribute_is(read: str, tmp_path: Path) -> None:
    assert found(tmp_path, HELD.format(read=read)).assumptions == ()
