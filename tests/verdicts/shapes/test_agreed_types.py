"""What the known types of a parameter say of the unknown ones."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from hybridize.verdicts.model.parts import TensorType
from hybridize.verdicts.shapes.agreed_types import agreed


def tensor(dtype: str | None = None, *shape: int | None, kind: str = "tensor") -> TensorType:
    return TensorType(kind, dtype, shape)


def of_any_rank(dtype: str | None = None, kind: str = "tensor") -> TensorType:
    return TensorType(kind, dtype)


@pytest.mark.parametrize(
    ("possible", "taken"),
    [
        # Lengths are those of the known ones alone.
        ([tensor("float32", 2, 3), of_any_rank()], [tensor("float32", None, None)]),
        ([tensor("float32", 2, 3), of_any_rank("float32")], [tensor("float32", None, None)]),
        ([tensor("float32", 2, 3), tensor(None, 2, 3)], [tensor("float32", 2, 3)]),
        # Two of a sort are both possible.
        ([tensor("float32", 2), tensor("int32", 2), tensor(None, 4)],
         [tensor("float32", 2), tensor("int32", 2), tensor("float32", 4), tensor("int32", 4)]),
        ([tensor("float32", 2), tensor("float32", 2, 3), of_any_rank()],
         [tensor("float32", None), tensor("float32", None, None)]),
        # Floats of all sizes are one sort, since a policy chooses among them.
        ([tensor("float16", 2), tensor("float32", 2), tensor("float64", 2), tensor(None, 2)],
         [tensor("float16", 2), tensor("float32", 2), tensor("float64", 2)]),
        # Where nothing is unknown, nothing changes.
        ([tensor("float32", 2), tensor("float32", 3)], [tensor("float32", 2), tensor("float32", 3)]),
        # Every kind keeps its own.
        ([tensor("float32", 2), of_any_rank(kind="keras")],
         [tensor("float32", 2), tensor("float32", None, kind="keras")]),
        # What is said of tensors says nothing of arrays.
        ([tensor("float32", 2), of_any_rank(kind="ndarray")], [tensor("float32", 2), of_any_rank(kind="ndarray")]),
    ],
)  # fmt: skip
def test_unknown_types_are_like_the_known_ones(possible: list[TensorType], taken: list[TensorType]) -> None:
    assert set(agreed(possible)) == set(taken) and len(agreed(possible)) == len(taken)


@pytest.mark.parametrize(
    "possible",
    [
        [],
        [of_any_rank()],
        [of_any_rank("float32"), of_any_rank("int32")],
        # Three dtypes: any may come.
        [tensor("float32", 2), tensor("int32", 2), tensor("string", 2), of_any_rank()],
        # A function of tensors of different kinds.
        [tensor("float32", 2), of_any_rank(kind="sparse")],
        [tensor("float32", 2, kind="ndarray"), of_any_rank()],
    ],
)
def test_where_they_do_not_agree_what_is_unknown_stays_so(possible: list[TensorType]) -> None:
    assert set(agreed(possible)) == set(possible)


def test_dtypes_may_agree_where_ranks_do_not() -> None:
    ranks = [tensor("int32", *[2] * rank) for rank in (1, 2, 3)]
    assert set(agreed([*ranks, of_any_rank()])) == {*ranks, of_any_rank("int32")}
    scalar = tensor("float32")
    assert set(agreed([scalar, of_any_rank()])) == {scalar, of_any_rank("float32")}


PROGRAM = """import json
import tensorflow as tf

def column(x):
    if tf.rank(x) == 1:
        x = tf.reshape(x, (-1, 1))
    return tf.reduce_sum(x)

def told(x):
    return tf.reduce_sum(x)

column(tf.constant([1.0, 2.0]))
column(tf.constant([1, 2]))
told(tf.constant([1.0, 2.0]))
for text in open("values"):
    column(tf.convert_to_tensor(json.loads(text)))
    told(tf.convert_to_tensor(json.loads(text)))
"""


def test_types_that_are_known_are_said_and_their_differences_are_no_fault_of_a_condition(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    report = hybridize.analyze([tmp_path], root=tmp_path)
    found = {each.qualname: each for each in report.functions}
    (x,) = found["told"].parameters
    assert x.types == (TensorType("tensor", "float32", (None,)),)
    assert set(x.possible) == {TensorType("tensor"), TensorType("tensor", "float32", (2,))}
    (x,) = found["column"].parameters
    assert {each.dtype for each in x.types} == {"float32", "int32"}
    assert "autograph-limit" not in {each["kind"] for each in report.to_json()["functions"][0]["hazards"]}
