"""`explain` tells every condition with its evidence."""

from __future__ import annotations

from pathlib import Path

import pytest
from surfaces.conftest import Command

from hybridize.surfaces.explain import explain
from hybridize.surfaces.formats.view import View
from surfaces.test_report import full_verdict


@pytest.mark.parametrize("target", ["step.py:4", "step.py:6", "step.py::step"])
def test_a_function_by_name_or_by_any_of_its_lines(project: Path, command: Command, target: str) -> None:
    result = command("explain", target)
    assert result.status == 0
    assert result.out.startswith("step.py:4: step\n")
    for expected in (
        "it runs eagerly; precondition P1 holds; it should become a graph (`@tf.function`); HYB001",
        "`x` receives tensors (by dataflow)",
        "step.py:11: called as `step(tf.ones((3, 3)), tf.ones((3, 3)))`",
        "[yes] it has a tensor parameter",
        "[no] it has Python side effects",
        "called in a loop: step.py:10",
        "| for _ in range(10):",
    ):
        assert expected in result.out


def test_the_innermost_function_is_meant(project: Path, command: Command) -> None:
    text = "def outer():\n    def inner():\n        pass\n    return inner\n"
    (project / "nest.py").write_text(text, encoding="utf-8")
    assert command("explain", "nest.py:3").out.startswith("nest.py:2: outer.inner\n")
    assert command("explain", "nest.py:4").out.startswith("nest.py:1: outer\n")


def test_a_hybrid_function_with_a_side_effect(project: Path, command: Command) -> None:
    out = command("explain", "noisy.py::noisy").out
    assert "it runs as a graph; no precondition holds; HYB004" in out
    assert "hybrid by decorator: noisy.py:4" in out
    assert '| print("noisy", x)' in out


def test_everything_that_a_verdict_holds_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = explain(View((), tmp_path, lambda path, line: f"line {line} of {path}"), [full_verdict()])
    for expected in (
        "precondition P3 holds; it should run eagerly",
        "with jit_compile = True",
        "receives tensors, receives literals",
        "10 from main.py:24",
        "| line 24 of main.py",
        "`w` is read from its closure: a tensor",
        "[?] it has Python side effects",
        "undetermined: who knows (pkg/model.py:12)",
        "low-gain: too small",
        "unknown-callee: it is pure (main.py:24)",
        "gain as a graph: high (14 operations a call)",
    ):
        assert expected in text


def test_a_file_that_cannot_be_parsed_is_status_1(project: Path, command: Command) -> None:
    (project / "broken.py").write_text("def f(:\n", encoding="utf-8")
    result = command("explain", "broken.py:1")
    assert (result.status, result.out) == (1, "")
    assert "broken.py:1: syntax-error" in result.err


def test_what_alone_keeps_a_function_from_being_hybridized(project: Path, command: Command) -> None:
    program = """\
import tensorflow as tf


def shown(x):
    print(x)
    return 2.0 * x


def called_with(x, n):
    return n * x


def far(x):
    print(x)
    print(x)
    return float(x.numpy())


for i in range(3):
    shown(tf.ones(3))
    called_with(tf.ones(3), 5)
    far(tf.ones(()))
"""
    (project / "near.py").write_text(program, encoding="utf-8")
    assert "  it would be hybridized but for `print(x)` in line 5\n" in command("explain", "near.py::shown").out
    said = command("explain", "near.py::called_with").out
    assert "  it would be hybridized but for `called_with(tf.ones(3), 5)` in line 21\n" in said
    assert "would be hybridized" not in command("explain", "near.py::far").out
