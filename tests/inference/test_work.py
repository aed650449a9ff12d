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
CALLED = """
import numpy as np
import tensorflow as tf
class Block(tf.keras.layers.Layer):
    def call(self, x):
        return 1.0
def chosen(flag):
    found = Block()
{layers}    return found
parts = [np.ones(1)]
def given(flag):
    found = [parts]
{lists}    return found
chosen(len(input()))(given(int(input())))
"""
SHARED = """
import tensorflow as tf
class Block(tf.keras.layers.Layer):
    def call(self, x):
        return x + 1.0
layers = [Block(), {blocks}]
def chosen(flag):
    found = tf.keras.Sequential(layers)
{models}    return found
chosen(len(input()))(tf.ones((1, 1)))
"""
REPLACED = """
import tensorflow as tf
class Model:
    def __init__(self):
        self.net = [tf.keras.layers.Dense(1), tf.keras.layers.Dense(1)]
{models}
Model().net(tf.ones((1, 1)))
"""
UNSEEN = """
import unseen
def chosen(flag):
    found = unseen.function
{functions}    return found
def given(flag):
    found = [len]
{lists}    return found
chosen(len(input()))(given(int(input())))
"""
MAPPED = """
import tensorflow as tf
def chosen(flag):
    found = tf.data.Dataset.range(1)
{data}    return found
def given(flag):
    found = [1.0]
{lists}    return found
chosen(len(input())).map(lambda x: given(int(input())))
"""
TUPLES = """
def take(pair):
    return None
pair = (1, 2)
{pairs}
take(pair)
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


def _choices(count: int, expression: str) -> str:
    """Branches that each give `found` another object; `{n}` in the expression is the number of the branch."""
    return "".join(f"    if flag == {n}:\n        found = {expression.format(n=n)}\n" for n in range(count))


def _lists(count: int, held: str) -> str:
    return _choices(count, f"[{held}]".replace("{", "{{").replace("}", "}}"))


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
    "layers that are called with lists": lambda count: CALLED.format(
        layers=_choices(count, "Block()"), lists=_lists(count, ", ".join(["found", *["parts"] * 10]))
    ),
    "layers that models share": lambda count: SHARED.format(
        blocks=", ".join(["Block()"] * count), models=_choices(count, "tf.keras.Sequential(layers)")
    ),
    "models that take the place of their layers": lambda count: REPLACED.format(
        models="\n".join(["        self.net = tf.keras.Sequential(self.net)"] * count)
    ),
    "unseen functions that are called with lists": lambda count: UNSEEN.format(
        functions=_choices(count, "unseen.function{n}"), lists=_lists(count, ", ".join(["len, 1"] * 4))
    ),
    "tuples made of tuples": lambda count: TUPLES.format(pairs="\n".join(["pair = (pair, pair)"] * count)),
    "lists as elements of data sets": lambda count: MAPPED.format(
        data=_choices(count, "tf.data.Dataset.from_tensors({{{n}: 1.0}})"), lists=_lists(count, ", ".join(["1.0"] * 6))
    ),
}


LARGEST = "lists of lists for an operation"
"""Takes some seconds."""


@pytest.mark.pure("counts calls, of which Python sees none inside a compiled module")
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow) if name == LARGEST else name for name in PROGRAMS]
)
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
