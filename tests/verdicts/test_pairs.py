"""For each kind of hazard a program with a function that a graph breaks, and its neighbour that works as one.

The name of a program is the kind, then what sets it apart from others of this kind; its first line says why. Where
TensorFlow is at hand (HYBRIDIZE_TENSORFLOW_PYTHON), the programs run with neither and with either function decorated:
what is refused does something else then, or is traced at each call, and the neighbour does the same. They were run with
TensorFlow 2.21 (Keras 3) and 2.15 (Keras 2).
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from hybridize.surfaces.report import FunctionReport
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow
from tests.together import Together

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "pairs").glob("*.py"))
ONLY_KERAS_3 = {
    "keras-build-trace", "unusable-argument.target-network", "unusable-argument.weight-alone",
    "unusable-argument.weights",
}  # fmt: skip
COST_ONLY = {"low-gain", "no-tensor-computation", "covered-by-callers", "deferred-execution"}
"""Kinds of which running shows nothing: a graph gains nothing there, but it does the same."""

each_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)


TARGETS = (None, "2.15", "2.21")
TEXTS = {program: program.read_text("utf-8") for program in PROGRAMS}
SAID = {target: Together(TEXTS, target_tensorflow=target) for target in TARGETS}


def verdicts(program: Path, target: str | None) -> dict[str, FunctionReport]:
    """The verdicts about the two functions."""
    return {verdict.qualname.rpartition(".")[2]: verdict for verdict in SAID[target][program].functions}


def executed(name: str, programs: Sequence[Path] = PROGRAMS, packages: str = "") -> dict[str, dict[str, Any]]:
    """What programs did with the function of this name decorated, and without; `packages`: where they import from."""
    command = [TENSORFLOW_PYTHON, str(HERE / "run_pairs.py"), name, *map(str, programs)]
    path = os.pathsep.join(filter(None, [packages, os.environ.get("PYTHONPATH")]))
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "PYTHONPATH": path}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    result: dict[str, dict[str, Any]] = json.loads(done.stdout)
    return result


@each_program
@pytest.mark.parametrize("target", TARGETS)
def test_what_breaks_is_refused_for_this_reason_and_its_neighbour_is_found(program: Path, target: str | None) -> None:
    found = verdicts(program, target)
    breaks, works = found["breaks"], found["works"]
    if target == "2.15" and program.stem in ONLY_KERAS_3:
        assert breaks.transformation == "hybridize"
    else:
        assert breaks.transformation is None
        kind = program.stem.partition(".")[0]
        assert kind in {reason.kind for reason in (*breaks.failures, *breaks.hazards)}
    assert works.transformation == "hybridize"


@needs_tensorflow
def test_tensorflow_breaks_what_is_refused() -> None:
    results = executed("breaks")
    releases = subprocess.run([TENSORFLOW_PYTHON, "-c", "import keras; print(keras.__version__)"], capture_output=True)
    harmless = set() if releases.stdout.startswith(b"3") else ONLY_KERAS_3
    same = {name for name, each in results.items() if each["eager"] == each["hybrid"] and each["traces"] < 3}
    assert same == harmless


@needs_tensorflow
def test_tensorflow_runs_the_neighbours_alike() -> None:
    results = executed("works")
    assert {name for name, each in results.items() if each["eager"] != each["hybrid"] or each["traces"] > 2} == set()
