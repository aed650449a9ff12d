"""Notebooks as projects have them: fixes change their sources alone, and what they print stays."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from benchmarks import notebooks
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

IMPORT = "%matplotlib inline\n!pip install tensorflow\nimport tensorflow as tf"
STEP = (
    "  def step(x, w):\n    for _ in range(3):\n      x = tf.tanh(tf.matmul(x, w))\n"
    "    return tf.reduce_sum(x * x)\n"
)
LOOP = "%%time\nfor _ in range(10):\n    loss = step(tf.ones((3, 3)), tf.ones((3, 3)))\nprint(round(float(loss), 4))"


def write(folder: Path, *sources: str) -> str:
    """A notebook whose metadata and outputs look like sources."""
    output = {"output_type": "stream", "name": "stdout", "text": ["\"source\": [\"x\"]\n"]}
    text: dict[str, object] = {"cell_type": "markdown", "metadata": {"source": ["a"]}, "source": ["# def f():\n"]}
    cells = [text]
    for source in sources:
        cells.append(
            {
                "source": source.splitlines(keepends=True), "outputs": [output], "execution_count": 7,
                "metadata": {"é": [], "tags": ["source"]}, "cell_type": "code",
            }
        )  # fmt: skip
    content = json.dumps({"nbformat_minor": 4, "cells": cells, "nbformat": 4, "metadata": {}}, indent=3)
    (folder / "train.ipynb").write_text(content, encoding="utf-8")
    return content


def row(capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The numbers of the last row."""
    return [cell.strip() for cell in capsys.readouterr().out.splitlines()[-1].strip("|").split("|")][1:]


@needs_tensorflow
def test_a_notebook_prints_the_same_after_fixes(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = write(tmp_path, IMPORT, STEP, LOOP)
    assert notebooks.main([str(tmp_path), "--python", TENSORFLOW_PYTHON]) == 0
    assert row(capsys) == ["1", "3", "0", "1", "0", "1", "0"]
    assert (tmp_path / "train.ipynb").read_text(encoding="utf-8") == before


def test_what_else_changes_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    write(tmp_path, "print 'x'", "def f(x):\n    return x")
    monkeypatch.setattr(notebooks, "_commented", lambda text: text.replace('"tags"', '"labels"'))
    assert notebooks.main([str(tmp_path)]) == 1
    assert row(capsys) == ["1", "2", "1", "0", "1", "0", "0"]


def test_sources_are_found_without_the_code_under_test() -> None:
    text = '{"cells": [{"source": "a", "cell_type": "markdown"}, {"cell_type": "code", "source": ["b\\n", "\\"c"]}]}'
    assert notebooks.without_sources(text) == text.replace('["b\\n", "\\"c"]', "SOURCE")
    old = '{"worksheets": [{"cells": [{"input": ["x"], "cell_type": "code", "outputs": [{"source": "y"}]}]}]}'
    assert notebooks.without_sources(old) == old.replace('["x"]', "SOURCE")
