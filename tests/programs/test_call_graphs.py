"""Call graphs beside what a run did, and the share of outside calls that are described."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import callgraph, described, traced

PROGRAM = """
import functools


class Shape:
    def area(self):
        return self.side() ** 2

    def side(self):
        return 2


def double(x):
    return 2 * x


def run(shapes):
    return functools.reduce(lambda a, b: a + b, [double(each.area()) for each in shapes])


def choose(name):
    return eval(name)


if __name__ == "__main__":
    run([Shape(), Shape()])
    choose("dou" + "ble")(1)
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "main.py").write_text(PROGRAM)
    return folder


def test_a_run_leaves_the_graph_of_its_calls(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    graph = project.parent / "graph.json"
    command = [sys.executable, traced.__file__, str(graph), str(project), str(project / "main.py")]
    subprocess.run(command, check=True)
    row, wanted, found = callgraph.measure(project, [graph])
    assert (row.missing, row.additional) == ((("main", "main.double"),), ())
    assert (wanted, found) == (7, 6)
    assert callgraph.main([str(project), "--graph", str(graph), "--show"]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "project: - main -> main.double", "project: recall 85.7% of 7, precision 100.0% of 6",
    ]  # fmt: skip


def test_what_has_no_description_is_counted_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "main.py").write_text(
        "import tensorflow as tf\nimport unheard_of\n@tf.function\ndef f(x):\n    unheard_of.note(x)\n    print(x)\n"
        "    return tf.matmul(x, tf.unheard(x))\nf(tf.ones((1, 1)))\n"
    )
    assert described.main([str(tmp_path)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[-3:] == [
        "| all | 1 | 3 | 33.3 | 1 | 1 | 0 |", "     1 tensorflow.unheard (policy)", "     1 unheard_of.note",
    ]  # fmt: skip
