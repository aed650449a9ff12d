"""An entry that is taken out of a table of the model makes no verdict safe: what is not known is no permission.

`python -m benchmarks.fuzz.removal` takes out each entry that its programs touch; here it is some of them.
"""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks.fuzz.removal import Entry, Removal, contents, knowing, verdicts, without
from hybridize.verdicts.model.parts import Safety

CORPUS = sorted(Path(__file__).with_name("corpus").glob("*.py"))
PROGRAMS = 50
ENTRIES = 60
FROM_EACH_PART = 3
"""So many programs and entries that they touch, chosen by a seed; some are of each part of the data."""
DATA = ("attributes", "pure", "runs", "symbols")
"""The parts of the framework data."""


@pytest.mark.slow
def test_no_entry_makes_a_verdict_safe_by_its_absence() -> None:
    chosen = random.Random(21)
    removal = Removal(sorted(chosen.sample(CORPUS, PROGRAMS)))
    entries: list[Entry] = []
    for part in DATA:
        held = [each for each in removal.entries if each.part == part]
        entries += chosen.sample(held, min(FROM_EACH_PART, len(held)))
    assert {each.part for each in entries} == set(DATA)
    entries += chosen.sample(sorted(set(removal.entries) - set(entries)), ENTRIES - len(entries))
    assert {str(entry): removal.safe_without(entry) for entry in entries if removal.safe_without(entry)} == {}


def test_what_is_missing_is_missed(tmp_path: Path) -> None:
    # That the verdicts of the other test rest on the data that they are given.
    program = tmp_path / "program.py"
    program.write_text(
        "import tensorflow as tf\n\n\ndef step(x):\n    x = x + float(len([1.0]))\n"
        "    return tf.sin(x) * tf.cos(x) + tf.tanh(x) * tf.exp(x)\n\n\nfor _ in range(9):\n"
        "    step(tf.constant(1.0))\n"
    )
    files = contents()
    with knowing(without(files, None)):
        assert set(verdicts([program]).values()) == {Safety.SAFE}
    del files["builtins"]["symbols"]["builtins.len"]
    with knowing(without(files, None)):
        assert set(verdicts([program]).values()) == {Safety.UNSAFE}
