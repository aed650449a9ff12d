"""The list of what becomes of the published tool's changes, and the comparison with a report."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.published import FILE, disagreements

PROJECT = """import tensorflow as tf

def step(x):
    y = tf.nn.relu(tf.matmul(x, x) + x)
    z = tf.reduce_sum(tf.sqrt(y) * y - tf.exp(y))
    return tf.sin(z) + tf.cos(z) * z - tf.tanh(z)

def show(x):
    print(x)
    return tf.reduce_sum(x * x)

step(tf.ones((2, 2)))
show(tf.ones((2, 2)))
"""


def test_every_change_is_listed_once_and_every_refusal_has_its_reason() -> None:
    subjects = json.loads(FILE.read_text("utf-8"))
    entries = [(name, entry) for name, entries in subjects.items() for entry in entries]
    assert len({(name, entry["file"], entry["line"]) for name, entry in entries}) == len(entries) == 91
    for _, entry in entries:
        declined = entry.get("declined")
        assert declined is None or (declined["kinds"] and declined["because"] and declined["seen by"])


def test_a_disagreement_is_told(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(PROJECT)
    effects = {"kinds": ["side-effects"], "because": "it prints", "seen by": "reading"}
    step, show = ({"file": "main.py", "function": n, "line": line} for n, line in (("step", 3), ("show", 8)))
    entries = [step, {**show, "declined": effects}]
    assert disagreements("small", entries, tmp_path) == []
    entries = [
        {**step, "declined": effects},
        show,
        {**show, "declined": {**effects, "kinds": ["recursive"]}},
        {**step, "line": 4},
    ]
    assert [line.rpartition(": ")[2] for line in disagreements("small", entries, tmp_path)] == [
        "it passes",
        "it does not pass",
        "recursive is not among the reasons",
        "there is no such function",
    ]
