"""Names that no graph takes are refused where the function uses what has them, and assumed elsewhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.verdicts.model.parts import Safety
from tests.together import analysed

PROGRAM = """\
import tensorflow as tf

{made}


def subject(x):
    return tf.reduce_sum(tf.nn.relu({used}) + tf.sin(x)) * tf.reduce_mean(tf.exp(x) + tf.cos(x))


for k in range(50):
    print(float(subject(tf.ones((2, 3)) * float(k))))
"""
DENSE = 'tf.keras.layers.Dense(2, name="my layer")'
OTHER = 'other = tf.keras.layers.Dense(2)\nprint(other(tf.ones((1, 3))))\n'


@pytest.mark.parametrize(
    ("made", "used", "refused"),
    [
        (f"layer = {DENSE}", "layer(x)", True),
        (f"layer = tf.keras.Sequential([{DENSE}])", "layer(x)", True),
        (f"{OTHER}layer = {DENSE}", "other(x)", False),
        (f'{OTHER}column = tf.feature_column.numeric_column("C{{}}".format(len(tf.__version__)))', "other(x)", False),
    ],
    ids=["its own", "of its model", "of another layer", "of a column, not known"],
)
def test_a_name_is_refused_where_it_is_used(tmp_path: Path, made: str, used: str, refused: bool) -> None:
    (subject,) = analysed(tmp_path, PROGRAM.format(made=made, used=used)).functions
    assert ("invalid-name-argument" in {each.kind for each in subject.verdict.decision.hazards}) is refused
    fix = subject.verdict.recommendation.fix
    assert fix is (None if refused else Safety.UNSAFE)
