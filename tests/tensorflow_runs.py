"""Tests that run programs with TensorFlow: in this interpreter, or in the one that an environment variable names."""

from __future__ import annotations

import importlib.util
import json
import os
import secrets
import shlex
import shutil
import socket
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from benchmarks.differential import QUIET_AND_REPEATABLE
from benchmarks.fuzz.judged import EXECUTED

INTERPRETER = os.environ.get("HYBRIDIZE_TENSORFLOW_PYTHON", sys.executable)
"""Has TensorFlow, and takes seconds to import it."""
SERVER = Path(__file__).with_name("tensorflow_server.py")
FOLDER = Path(tempfile.gettempdir()) / f"hybridize-{secrets.token_hex(8)}"
TENSORFLOW_PYTHON = str(FOLDER / "python") if hasattr(socket, "AF_UNIX") and hasattr(os, "fork") else INTERPRETER
"""Runs what is handed to it as that interpreter would, in a copy of a process that has imported TensorFlow: for tests
that `needs_tensorflow` marks."""


@contextmanager
def served() -> Iterator[None]:
    """As long as this lasts, TENSORFLOW_PYTHON is there."""
    if TENSORFLOW_PYTHON == INTERPRETER:
        yield
        return
    FOLDER.mkdir(mode=0o700)
    address, errors, python = FOLDER / "socket", FOLDER / "errors", Path(TENSORFLOW_PYTHON)
    command = shlex.join([INTERPRETER, "-I", "-S", str(SERVER), "run", str(address)])
    python.write_text(f'#!/bin/sh\nexec {command} "$@"\n', encoding="utf-8")
    python.chmod(0o700)
    environment = {**os.environ, **QUIET_AND_REPEATABLE}
    environment.pop("PYTHONPATH", None)
    with socket.socket(socket.AF_UNIX) as listener, errors.open("wb") as stream:
        listener.bind(str(address))
        listener.listen()
        server = subprocess.Popen(
            [INTERPRETER, str(SERVER), "serve", str(listener.fileno())], pass_fds=[listener.fileno()],
            stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=stream, env=environment,
        )  # fmt: skip
    try:
        yield
    finally:
        server.communicate()
        said = errors.read_text("utf-8", errors="replace")
        shutil.rmtree(FOLDER)
    assert server.returncode == 0, said


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
