"""How often a place runs: one answer for every place, by the loops around it and around the calls that lead there."""

from __future__ import annotations

import pickle
import subprocess
from pathlib import Path

import pytest

import hybridize
from hybridize.inference import analyze
from hybridize.inference.facts.repetition import Often, Repetition, Runs
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

HEAD = "def place():\n    pass\n\n\n"


ITERATOR = """\
class C:
    def __iter__(self):
        return self

    def __next__(self):
        place()
        raise StopIteration


{}
"""


def asked(folder: Path, program: str) -> tuple[Repetition, tuple[Runs, int | None]]:
    """How often the body of `place` runs, and the number where constants tell it."""
    (folder / "main.py").write_text(HEAD + program, encoding="utf-8")
    (folder / "setup.cfg").touch()
    facts = analyze(build(load_project(folder, AnalysisOptions())), AnalysisOptions())
    (function,) = [each for each in facts.functions if each.node.name == "place"]
    repetition = Repetition(facts.graph)
    runs = repetition.of_contexts(function.contexts)
    return repetition, (runs, repetition.times(function.node.body[0], frozenset(function.contexts)))


@pytest.mark.parametrize(
    ("program", "often", "times"),
    [
        ("", Often.UNKNOWN, 1),
        ("place()\n", Often.ONCE, 1),
        ("place()\nplace()\n", Often.PER_CALL, 2),
        ("def f():\n    place()\n\nf()\n", Often.ONCE, 1),
        ("def f():\n    place()\n\nf()\nf()\n", Often.PER_CALL, 2),
        ("def f():\n    place()\n", Often.UNKNOWN, 1),
        ("def f(x):\n    place()\n\nf(1)\nf(2)\n", Often.PER_CALL, 2),
        ("for _ in range(3):\n    place()\n", Often.PER_ITERATION, 3),
        (
            "while True:\n    try:\n        place()\n        break\n    except OSError:\n        continue\n",
            Often.ONCE, 1,
        ),
        ("while True:\n    try:\n        place()\n    except OSError:\n        continue\n    else:\n        break\n",
         Often.ONCE, 1),
        ("def f():\n    for i in range(3):\n        if i > 1:\n            return place()\n\nf()\n", Often.ONCE, 1),
        ("while True:\n    place()\n    if input():\n        break\n", Often.PER_ITERATION, None),
        ("while True:\n    place()\n    if input():\n        continue\n    break\n", Often.PER_ITERATION, None),
        ("while True:\n    for _ in range(3):\n        place()\n    break\n", Often.PER_ITERATION, 3),
        ("while True:\n    for _ in range(3):\n        place()\n        break\n", Often.PER_ITERATION, None),
        ("def f():\n    while True:\n        for _ in range(3):\n            place()\n            return\n\nf()\n",
         Often.ONCE, 1),
        ("for _ in range(3):\n    pass\nelse:\n    place()\n", Often.ONCE, 1),
        ("[place() for _ in range(4)]\n", Often.PER_ITERATION, 4),
        ("def f():\n    place()\n\nfor _ in range(3):\n    f()\n", Often.PER_ITERATION, 3),
        ("def f():\n    for _ in range(2):\n        place()\n\nfor _ in range(3):\n    f()\n", Often.PER_ITERATION, 6),
        (
            "def f():\n    place()\n\ndef g():\n    f()\n    f()\n\nfor _ in range(5):\n    g()\n", Often.PER_ITERATION,
            10,
        ),
        (ITERATOR.format("for _ in C(): pass"), Often.PER_ITERATION, None),
        (ITERATOR.format("[1 for _ in C()]"), Often.PER_ITERATION, None),
        ("for _ in [place()]:\n    pass\n", Often.ONCE, 1),
        ("[i for i in [place()]]\n", Often.ONCE, 1),
        ("import sys\nfor _ in sys.argv:\n    place()\n", Often.PER_ITERATION, None),
        ("def f(n):\n    place()\n    if n:\n        f(n - 1)\n\nf(3)\n", Often.PER_CALL, None),
    ],
)
def test_how_often(tmp_path: Path, program: str, often: Often, times: int | None) -> None:
    _, found = asked(tmp_path, program)
    assert (found[0].often, found[1]) == (often, times)


def test_the_answer_names_the_calls_from_the_loop_down_and_outlives_the_trees(tmp_path: Path) -> None:
    _, (runs, _) = asked(tmp_path, "def f():\n    place()\n\n\ndef g():\n    f()\n\n\nwhile True:\n    g()\n")
    assert [(loop.place.path, loop.place.line, loop.rounds) for loop in runs.loops] == [("main.py", 13, None)]
    assert [(each.place.line, each.code) for each in runs.chain] == [(14, "g()"), (10, "f()"), (6, "place()")]
    assert pickle.loads(pickle.dumps(runs)) == runs


MADE = """\
import tensorflow as tf


def train():
    @tf.function
    def step(x):
        return x * 2.0

    counted.append(step)
    step(tf.ones(2))


def epoch():
    train()


counted = []
for _ in range(4):
    epoch()
"""


def test_a_function_made_anew_below_a_loop_is_told_however_far_below(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(MADE.replace("    counted.append(step)\n", ""), encoding="utf-8")
    (finding,) = [f for f in hybridize.analyze(tmp_path, root=tmp_path).findings if f.code == "HYB002"]
    assert "`train` makes a new `tf.function` at each call, and a loop calls it" in finding.message


@needs_tensorflow
def test_tensorflow_traces_each_of_them(tmp_path: Path) -> None:
    counting = "print(len(set(map(id, counted))), sum(f.experimental_get_tracing_count() for f in counted))\n"
    command = [TENSORFLOW_PYTHON, "-c", MADE + counting]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["4", "4"]
