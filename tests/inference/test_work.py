"""What an expression on values of many possibilities costs: each side of it is looked at once, not every pair."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from hybridize.inference import analyze
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project

COPIED = """
import copy
pool = []
def chosen(flag):
    found = [pool]
{lists}    return found
copy.deepcopy(chosen(len(input())))
"""
ADDED = """
def chosen(flag):
    found = ["a"]
{lists}    return found
first, second = chosen(len(input())), chosen(int(input()))
{sums}
"""
STRUCTURES = """
def chosen(flag):
    found = [["a"]]
{lists}    return found
{functions}
"""

NESTED = """
import tensorflow as tf
inner = [tf.ones(1), tf.ones(1)]
for _ in range(9):
    inner = [{inner}]
tf.stack(inner)
"""
GRADIENTS = """
import tensorflow as tf
@tf.custom_gradient
def first(x):
    @tf.custom_gradient
    def second(dy):
        return dy, first
    return x, second
{calls}
"""
MODELS = """
import tensorflow as tf
class Block(tf.keras.layers.Layer):
    def call(self, x):
        return x + 1.0
class Model(tf.keras.Model):
    pass
m0 = Block()
{models}
m{count}(tf.ones((1, 1)))
"""
NUMBERS = """
import tensorflow as tf
def total(x):
    return 1.0 + {numbers}
total(tf.ones(1))
"""


def _calls(folder: Path, code: str) -> int:
    """How many functions analysing a program calls, reading it apart."""
    folder.mkdir()
    (folder / "main.py").write_text(code)
    options = AnalysisOptions()
    program = build(load_project(folder, options))
    count = 0

    def called(_frame: object, event: str, _argument: object) -> None:
        nonlocal count
        count += event == "call"

    threading.setprofile(called)
    try:
        analyze(program, options)
    finally:
        threading.setprofile(None)
    return count


def _lists(count: int, held: str) -> str:
    return "".join(f"    if flag == {number}:\n        found = [{held}]\n" for number in range(count))


PROGRAMS = {
    "deep copies": lambda count: COPIED.format(lists=_lists(count, "pool] + [pool.append({}) or None")),
    "sums": lambda count: ADDED.format(
        lists=_lists(count, "'b', 1, None"), sums="\n".join(f"first {op} second" for op in "+|-&+|-&")
    ),
    "what parameters hold": lambda count: STRUCTURES.format(
        lists=_lists(count, "[found], found"),
        functions="\n".join(
            f"def f{number}(x):\n    return None\nf{number}(chosen(len(input())))" for number in range(count)
        ),
    ),
    "lists of lists for an operation": lambda count: NESTED.format(inner=", ".join(["inner"] * count)),
    "gradients that are the function itself": lambda count: GRADIENTS.format(
        calls="\n".join("first(tf.ones(1))" for _ in range(count))
    ),
    "models made of models": lambda count: MODELS.format(
        models="\n".join(f"m{n + 1} = Model(m{n}, tf.keras.Sequential([m{n}, m{n}]))" for n in range(count)),
        count=count,
    ),
}


@pytest.mark.parametrize("name", PROGRAMS)
def test_the_work_grows_with_the_program(tmp_path: Path, name: str) -> None:
    program = PROGRAMS[name]
    # What the first analysis of a process loads is no work of a program.
    _calls(tmp_path / "first", program(0))
    none, some, many = (_calls(tmp_path / str(count), program(count)) for count in (0, 8, 24))
    # Three times as many possibilities: nine times the work, where each meets each other.
    assert many - none < 4.2 * (some - none)


def test_numbers_made_of_tensors_do_not_ask_each_other(tmp_path: Path) -> None:
    """Where each looks at what stands around it, and that at the others, the analysis gives up what it began."""
    _calls(tmp_path / "first", NUMBERS.format(numbers="1.0"))
    none, many = (
        _calls(tmp_path / str(count), NUMBERS.format(numbers=" + ".join(["1.0", *["float(x[0])"] * count])))
        for count in (0, 24)
    )
    assert many < 20 * none
