"""HYB014: which calls of a function with a signature are reported, and which TensorFlow refuses.

`signatures.json` has calls of functions with signatures, and whether TensorFlow 2.15 and 2.21, which agree on each,
raise `TypeError`. Where TensorFlow is at hand (HYBRIDIZE_TENSORFLOW_PYTHON), they are called anew.
"""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import hybridize
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

HERE = Path(__file__).parent
CASES: list[tuple[str, str, str, bool]] = json.loads((HERE / "signatures.json").read_text("utf-8"))
PROGRAM = """\
import numpy as np
import tensorflow as tf


def f({parameters}):
    return 1


g = tf.function(f, input_signature={signature})
g({arguments})
"""
NOT_KNOWN = {
    # What is in a list matters only where it becomes a tensor.
    ("[tf.TensorSpec([], tf.float32)]", "x", "[1.0]"),
}
"""Calls that TensorFlow refuses, and the analysis does not report."""


def reported(folder: Path) -> list[bool]:
    """For each case whether there is a finding, analysed together."""
    for number, (signature, parameters, arguments, _) in enumerate(CASES):
        text = PROGRAM.format(signature=signature, parameters=parameters, arguments=arguments)
        (folder / f"case_{number}.py").write_text(text, encoding="utf-8")
    report = hybridize.analyze(folder, root=folder, select=["HYB014"], no_cache=True)
    found = {finding.place.path for finding in report.findings}
    return [f"case_{number}.py" in found for number in range(len(CASES))]


def test_what_is_reported_is_what_tensorflow_refuses(tmp_path: Path) -> None:
    found = reported(tmp_path)
    wrong = [case for case, said in zip(CASES, found) if said is not case[3]]
    assert {(a, b, c) for a, b, c, _ in wrong} == NOT_KNOWN


def test_there_are_many_calls_of_both_kinds() -> None:
    assert sum(refused for *_, refused in CASES) > 60
    assert sum(not refused for *_, refused in CASES) > 40


@needs_tensorflow
def test_tensorflow_refuses_these() -> None:
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    command = [TENSORFLOW_PYTHON, str(HERE / "bind_signatures.py"), str(HERE / "signatures.json")]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == [refused for *_, refused in CASES]
