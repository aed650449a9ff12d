"""HYB007 where a switch may make all functions run eagerly: what fails in graphs may never be in one."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import sys

import tensorflow as tf


def configure(eager):
    tf.config.run_functions_eagerly({given})


@tf.function
def step(x):
    print(x)
    return float(x.numpy())


{configured}
for _ in range(3):
    step(tf.ones(()))
"""


def codes(folder: Path, given: str, configured: str) -> list[str]:
    """What is said of the program, in the order of its lines."""
    (folder / "main.py").write_text(PROGRAM.format(given=given, configured=configured), encoding="utf-8")
    report = hybridize.analyze(folder, root=folder, select=["HYB004", "HYB007", "HYB012"])
    return [finding.code for finding in report.findings]


@pytest.mark.parametrize("configured", ["configure('--eager' in sys.argv)", "configure(True)"])
def test_a_flag_may_switch_graphs_off(tmp_path: Path, configured: str) -> None:
    """What the graph does without the switch is said all the same."""
    assert codes(tmp_path, "eager", configured) == ["HYB004"]


@pytest.mark.parametrize("configured", ["configure(False)", "sys.setrecursionlimit(2000)"])
def test_a_switch_that_is_never_on_does_not(tmp_path: Path, configured: str) -> None:
    assert codes(tmp_path, "eager", configured) == ["HYB004", "HYB007"]


def test_a_switch_that_stands(tmp_path: Path) -> None:
    # What it makes run eagerly needs that, and does as Python does at each call.
    assert codes(tmp_path, "True", "configure(True)") == []
    assert codes(tmp_path, "False", "configure(True)") == ["HYB004", "HYB007"]
