"""Who imports a module does not get what its own program defines: `if __name__ == "__main__":` runs for nobody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import analysed

LIBRARY = """\
import tensorflow as tf


def decode(x):
    return tf.exp(x)


def twice(x):
    return decode(decode(x))


if {test}:
    def decode(x):
        print("decoding", x)
        return x

    decode(tf.ones(3))
"""
PROGRAM = """\
import tensorflow as tf

from library import decode, twice


@tf.function
def step(x):
    return decode(twice(x))


for _ in range(10):
    step(tf.ones(3))
"""


@pytest.mark.parametrize(("test", "codes"), [('__name__ == "__main__"', []), ("tf.__version__", ["HYB004"])])
def test_what_a_program_defines_for_itself(tmp_path: Path, test: str, codes: list[str]) -> None:
    (tmp_path / "library.py").write_text(LIBRARY.format(test=test), encoding="utf-8")
    report = analysed(tmp_path, PROGRAM, preview=True)
    assert [each.code for each in report.findings] == codes
