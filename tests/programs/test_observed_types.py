"""The comparison of the report's types with those that arrived, without running a program."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.observed_types import Key, Seen, Type, allows, compared, programs

FLOATS: Type = {"dtype": "float32", "shape": [None, 3], "kind": "tensor"}
PROGRAM = """\
import numpy as np
import tensorflow as tf


def f(x, y):
    return tf.reduce_sum(x) + y


f(tf.ones((2, 3)), np.ones(3))
"""


@pytest.mark.parametrize(
    ("seen", "allowed"),
    [
        (("tensor", "float32", (2, 3)), True),
        (("variable", "float32", (4, 3)), True),
        (("ragged", "float32", (2, None)), True),
        (("tensor", "float64", (2, 3)), False),
        (("tensor", "float32", (2, 4)), False),
        (("tensor", "float32", (3,)), False),
    ],
)
def test_what_a_type_allows(seen: Seen, allowed: bool) -> None:
    assert allows(FLOATS, seen) is allowed
    assert allows({"dtype": None, "shape": None}, seen)


def test_what_arrived_is_found_in_the_report(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM, encoding="utf-8")
    assert programs(tmp_path) == ["program.py"]
    rows: dict[Key, set[Seen]] = {
        ("program.py", "f", 5, "x"): {("tensor", "float32", (2, 3)), ("tensor", "int32", (2, 3))},
        ("program.py", "f", 5, "y"): {("ndarray", "float64", (3,))},
        ("program.py", "gone", 5, "y"): {("ndarray", "float64", (3,))},
    }
    x, y = compared(tmp_path, rows)
    assert (x.has_dtype, x.has_rank, x.wrong, x.arrays) == (True, True, [("tensor", "int32", (2, 3))], [])
    assert (y.tensors, y.wrong_array, y.parameter["array"]) == ([], False, True)
