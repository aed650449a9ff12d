"""Files that a trace reads are as they were; what it writes is written once."""
import os
import tempfile
from pathlib import Path

import tensorflow as tf

folder = Path(tempfile.mkdtemp())
(folder / "words").write_text("a b c", encoding="utf-8")


@tf.function
def known(x):
    if not os.path.isfile(folder / "words"):
        return x
    with open(folder / "words", "r", encoding="utf-8") as file:
        count = len(file.read().split())
    return x * float(count + len((folder / "words").read_text().split()))


@tf.function
def noted(x):
    with open(folder / "calls", "a", encoding="utf-8") as file:  # expect: HYB004 - one line for all calls
        file.write("called")  # expect: HYB004 - one line for all calls
    return x * 2.0


for _ in range(3):
    assert known(tf.constant(1.0)).numpy() == 6.0
    assert noted(tf.constant(1.0)).numpy() == 2.0
assert (folder / "calls").read_text() == "called"
