"""Tests that run programs with TensorFlow: in this interpreter, or in the one that an environment variable names."""

from __future__ import annotations

import importlib.util
import json
import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.differential import QUIET_AND_REPEATABLE
from benchmarks.fuzz.judged import EXECUTED
from tests.served import Served

INTERPRETER = os.environ.get("HYBRIDIZE_TENSORFLOW_PYTHON", sys.executable)
"""Has TensorFlow, and takes seconds to import it."""
_SERVED = Served("tensorflow", INTERPRETER)
TENSORFLOW_PYTHON = _SERVED.python
"""Runs what is handed to it as that interpreter would, in a copy of a process that has imported TensorFlow: for tests
that `needs_tensorflow` marks."""


def served() -> AbstractContextManager[None]:
    """As long as this lasts, TENSORFLOW_PYTHON is there."""
    environment = {**os.environ, **QUIET_AND_REPEATABLE}
    environment.pop("PYTHONPATH", None)
    return _SERVED.served(environment)


def executed(rows: Sequence[Mapping[str, object]], folder: Path) -> list[dict[str, Any]]:
    """What programs do eagerly and as graphs, in the order of the rows: each says its name, source and lines.

    The lines are those of the functions that `tf.function` decorates for the second run; `folder` is for the programs.
    """
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    command, sent = [TENSORFLOW_PYTHON, str(EXECUTED), str(folder)], "\n".join(map(json.dumps, rows))
    done = subprocess.run(command, input=sent, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return [json.loads(line) for line in done.stdout.splitlines()]


def needs_tensorflow(test: Callable[..., Any]) -> Callable[..., Any]:
    """Mark a test that runs programs with TensorFlow: it is slow, and left out where there is none."""
    missing = INTERPRETER == sys.executable and importlib.util.find_spec("tensorflow") is None
    reason = "TensorFlow is not installed here, and HYBRIDIZE_TENSORFLOW_PYTHON names no interpreter that has it"
    test = pytest.mark.usefixtures("tensorflow")(test)
    return pytest.mark.slow(pytest.mark.skipif(missing, reason=reason)(test))
