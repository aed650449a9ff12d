"""A small project, and the command line in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest

from hybridize.surfaces.cli import main

STEP = """\
import tensorflow as tf


def step(x, w):
    for _ in range(3):
        x = tf.tanh(tf.matmul(x, w))
    return tf.reduce_sum(x * x)


for _ in range(10):
    step(tf.ones((3, 3)), tf.ones((3, 3)))
"""
NOISY = """\
import tensorflow as tf


@tf.function
def noisy(x):
    print("noisy", x)
    return x + 1


noisy(tf.constant(1.0))
"""
RECURSIVE = """\
import tensorflow as tf


@tf.function
def power(x, n):
    if n == 0:
        return x
    return power(x * x, n - 1)


power(tf.ones(3), 3)
power(tf.ones(3), 5)
"""
"""A function of which HYB002 and HYB005 speak."""
KEEPS = """\
import tensorflow as tf

kept = []


@tf.function
def keeps(x):
    kept.append(tf.Variable(x))
    return x + kept[-1]


keeps(tf.constant(1.0))
"""
"""A statement of which HYB006 speaks, and HYB004 where nobody selects HYB006."""


@dataclass(frozen=True)
class Result:
    """What a command printed and how it ended."""

    status: int
    out: str
    err: str


Command = Callable[..., Result]


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with one HYB001 with a safe fix and one HYB004 with an unsafe one; the current folder."""
    root = tmp_path / "project"
    root.mkdir()
    (root / "pyproject.toml").touch()
    (root / "step.py").write_text(STEP, encoding="utf-8")
    (root / "noisy.py").write_text(NOISY, encoding="utf-8")
    monkeypatch.chdir(root)
    return root


@pytest.fixture
def command(capfd: pytest.CaptureFixture[str]) -> Command:
    """Run the command line with some arguments."""

    def run(*arguments: str) -> Result:
        try:
            status = main(arguments)
        except SystemExit as end:
            status = end.code if isinstance(end.code, int) else 1
        captured = capfd.readouterr()
        return Result(status, captured.out, captured.err)

    return run


def written(project: Path) -> dict[str, tuple[bytes, int, int]]:
    """What each file of a project holds, which file it is, and when it was written."""
    found = {path: path.stat() for path in project.iterdir()}
    return {path.name: (path.read_bytes(), each.st_ino, each.st_mtime_ns) for path, each in found.items()}
