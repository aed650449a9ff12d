"""HYB001 is silent where a loop goes through something once, and nothing tells that a function is called often."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from tests.together import analysed

PROGRAM = """\
import tensorflow as tf

weights = tf.Variable(tf.ones((3, 3)))


def forward(x):
    for _ in range(4):
        x = tf.nn.tanh(tf.matmul(x, weights) + 0.5)
    return tf.reduce_sum(x)


def step(x):
    with tf.GradientTape() as tape:
        loss = forward(x)
    weights.assign_sub(tape.gradient(loss, weights))


def shown(data):
    for x in data:
        print(forward(x))


def stepped(data, rounds):
    for x, _ in zip(data, range(rounds)):
        print(forward(x))


ones = tf.ones((2, 3))
data = tf.data.Dataset.from_tensors(ones)
"""
ONCE = {
    "files": "for path in open('names.txt'):\n    print(forward(ones * len(path)))\n",
    "members": "for x in tf.unstack(tf.ones((9, 2, 3))):\n    print(forward(x))\n",
    "some elements": "for x in data.take(10):\n    print(forward(x))\n",
    "by their numbers": "for i in range(len(open('names.txt').read())):\n    print(forward(ones * i))\n",
    "a comprehension": "print([forward(x) for x in tf.unstack(tf.ones((9, 2, 3)))])\n",
    "some elements in a comprehension": "print([forward(x) for x in data.take(10)])\n",
    "some numbered elements": "for i, x in enumerate(data.take(10)):\n    print(i, forward(x))\n",
    "a helper": "shown(tf.unstack(tf.ones((9, 2, 3))))\n",
}
OFTEN = {
    "until there are no more": "left = iter(data)\nwhile True:\n    x = next(left, None)\n    if x is None:\n"
    "        break\n    print(forward(x))\n",
    "a comprehension over a data set": "print([forward(x) for x in data])\n",
    "a data set with numbers": "print({i: forward(x) for i, x in enumerate(data)})\n",
    "a data set beside another": "for x, y in zip(data, data):\n    print(forward(x + y))\n",
    "members of members": "print([forward(x) for y in tf.unstack(tf.ones((9, 9, 2, 3))) for x in tf.unstack(y)])\n",
    "a data set": "for x in data:\n    print(forward(x))\n",
    "a helper that gets a data set": "shown(data)\n",
    "epochs": "for epoch in range(9):\n    for x in data:\n        print(forward(x))\n",
    "a loop around a helper": "for epoch in range(9):\n    shown(data)\n",
    "as long as the loop runs": "while input():\n    print(forward(ones))\n",
    "a number of rounds": "stepped(data, int(input()))\n",
    "again and again": "for x in data.repeat():\n    print(forward(x))\n",
    "two passes within each other": "for x in data:\n    for y in data:\n        print(forward(x + y))\n",
}


def found(folder: Path, calls: str) -> list[str]:
    """The functions that are to become graphs."""
    report = analysed(folder, PROGRAM + calls, select=["HYB001"])
    return [each.qualname for each in report.findings]


@pytest.mark.parametrize("calls", ONCE.values(), ids=ONCE)
def test_one_pass_is_no_sign_of_many_calls(tmp_path: Path, calls: str) -> None:
    assert found(tmp_path, calls) == []
    (row,) = [each for each in hybridize.analyze(tmp_path, root=tmp_path).functions if each.qualname == "forward"]
    assert [each.message for each in row.hazards if each.kind == "low-gain"] == [
        "the loop that calls it goes through its data once, and tracing it takes as long as many calls"
    ]
    assert row.precondition == "P1"


@pytest.mark.parametrize("calls", OFTEN.values(), ids=OFTEN)
def test_loops_around_a_pass_are_a_sign(tmp_path: Path, calls: str) -> None:
    assert found(tmp_path, calls) == ["forward"]


def test_what_trains_needs_no_sign(tmp_path: Path) -> None:
    assert found(tmp_path, "for x in data:\n    step(x)\n") == ["step"]


SHARED = "from program import forward\n\n\ndef used(x):\n    return forward(x) + 1.0\n"


def test_what_modules_share_whose_functions_nobody_calls_is_there_for_their_users(tmp_path: Path) -> None:
    modules = ("one", "two", "three")
    for name in modules:
        (tmp_path / f"{name}.py").write_text(SHARED, encoding="utf-8")
    calls = "if __name__ == '__main__':\n    for x in tf.unstack(tf.ones((9, 2, 3))):\n        print(forward(x))\n"
    report = analysed(tmp_path, PROGRAM + calls, select=["HYB001"])
    assert [each.qualname for each in report.findings] == ["forward"]
    for name in modules:
        (tmp_path / f"{name}.py").write_text(SHARED + "print(used(weights))\n", encoding="utf-8")
    assert not hybridize.analyze(tmp_path, root=tmp_path, select=["HYB001"]).findings
