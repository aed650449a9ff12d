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
