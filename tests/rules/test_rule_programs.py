"""Small programs for the rules: what is said of each line, and that TensorFlow does what the rules claim.

Each program of `programs/` carries the codes that are expected (`# expect: HYB012 - why`; lines without a comment get
none), and asserts itself what TensorFlow does there.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

import hybridize
from benchmarks.expectations import expectations
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "programs").glob("*.py"))
each_program = pytest.mark.parametrize("program", PROGRAMS, ids=lambda path: path.stem)


@each_program
def test_what_is_said_of_each_line(program: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copy(program, tmp_path))
    report = hybridize.analyze(copy, root=tmp_path, preview=True)
    assert report.errors == ()
    found: dict[int, list[str]] = {}
    for finding in report.findings:
        found.setdefault(finding.place.line, []).append(finding.code)
    stated = expectations(program.read_text("utf-8"), program.name)
    assert found == {each.line: list(each.codes) for each in stated if each.codes}


@needs_tensorflow
def test_tensorflow_does_what_the_programs_assert() -> None:
    command = [TENSORFLOW_PYTHON, str(HERE / "run_programs.py"), *map(str, PROGRAMS)]
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout.splitlines()[-1]) == {}
