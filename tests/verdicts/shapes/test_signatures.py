"""`--input-signatures`: the signature that the types of the parameters come to, and the precondition P4."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

HEAD = "import tensorflow as tf\n\n\n@tf.function\n"


def report(folder: Path, program: str, signatures: bool = True) -> tuple[str | None, str | None, str | None]:
    rows = analysed(folder, HEAD + program + "\n", input_signatures=signatures).to_json()["functions"]
    (row,) = [each for each in rows if each["qualname"] == "f"]
    return row["input_signature"], row["precondition"], row["transformation"]


@pytest.mark.parametrize(
    ("program", "expected"),
    [
        ("def f(x):\n    return x + 1\n\n\nf(tf.ones((2, 3)))", "[TensorSpec(shape=(2, 3), dtype=float32)]"),
        (
            "def f(x):\n    return x + 1\n\n\nf(tf.ones((2, 3)))\nf(tf.ones((4, 3)))",
            "[TensorSpec(shape=(None, 3), dtype=float32)]",
        ),
        (
            "def f(x):\n    return x + 1\n\n\nf(tf.ones((2, 3)))\nf(tf.ones(4))",
            "[TensorSpec(shape=None, dtype=float32)]",
        ),
        (
            "def f(x, training=False):\n    return x + 1\n\n\nf(tf.ones(2))",
            "[TensorSpec(shape=(2,), dtype=float32)]",
        ),
        (
            "def f(x):\n    return x + 1\n\n\nf(tf.ragged.constant([[1, 2], [3]]))",
            "[RaggedTensorSpec(shape=(2, None), dtype=int32)]",
        ),
        ("def f(x):\n    return x + 1\n\n\nf(tf.ones(2))\nf(tf.ones(2, tf.int32))", None),
        ("def f(x):\n    x.assign_add(1.0)\n    return x + 1\n\n\nf(tf.Variable(1.0))", None),
        ("def f(*x):\n    return x[0] + 1\n\n\nf(tf.ones(2))", None),
    ],
)
def test_signatures(program: str, expected: str | None, tmp_path: Path) -> None:
    found, precondition, transformation = report(tmp_path, program)
    assert found == expected
    assert (precondition, transformation) == (("P4", "reconfigure") if expected else (None, None))


def test_without_the_option_nothing_is_inferred(tmp_path: Path) -> None:
    assert report(tmp_path, "def f(x):\n    return x + 1\n\n\nf(tf.ones(2))", signatures=False) == (None, None, None)


def test_a_signature_that_is_written_stays(tmp_path: Path) -> None:
    program = "def f(x):\n    return x + 1\n\n\nf(tf.ones(2))"
    head = "import tensorflow as tf\n\n\n@tf.function(input_signature=[tf.TensorSpec([2])])\n"
    rows = analysed(tmp_path, head + program + "\n", input_signatures=True).to_json()["functions"]
    assert [(row["input_signature"], row["precondition"]) for row in rows] == [(None, None)]


def test_a_method_whose_receiver_is_one_of_several_arguments(tmp_path: Path) -> None:
    head = "import tensorflow as tf\n\n\n"
    program = "class A:\n    @tf.function\n    def run(*given):\n        return tf.ones(2)\n\n\nA().run()\n"
    assert analysed(tmp_path, head + program).errors == ()
