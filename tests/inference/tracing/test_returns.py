"""Where `return` may stand under a condition on a tensor: each body was run by TensorFlow 2.15 and 2.21."""

from __future__ import annotations

import textwrap
from pathlib import Path

import hybridize
from benchmarks.fuzz.judged import same
from hybridize.verdicts.model.parts import Safety
from tests.tensorflow_runs import executed, needs_tensorflow

T, U = "if x > 0.5:", "if x > 0.7:"
S = "if s:"
WORKS = {
    "followed": f"{T}\n    return x * 2.0\nreturn x + 1.0",
    "followed_in_its_block": f"{S}\n    {T}\n        return x * 2.0\n    return x - 3.0\nreturn x + 1.0",
    "both_sides": f"{S}\n    {T}\n        return x * 2.0\n    else:\n        return x - 3.0\nreturn x + 1.0",
    "followed_in_with": f"with tf.name_scope('a'):\n    {T}\n        return x * 2.0\n    return x + 1.0",
    "followed_in_try": f"try:\n    {T}\n        return x * 2.0\n    return x + 1.0\nfinally:\n    x = x + 1.0",
    "before_elif": f"{T}\n    return x * 2.0\nelif s:\n    x = x + 2.0\nreturn x + 1.0",
    "with_behind": f"{T}\n    return x * 2.0\nwith tf.name_scope('a'):\n    return x + 1.0",
    "try_behind": f"{T}\n    return x * 2.0\ntry:\n    return x + 1.0\nfinally:\n    x = x + 1.0",
    "if_behind": f"{T}\n    return x * 2.0\n{S}\n    return x\nreturn x + 1.0",
    "if_else_behind": f"{T}\n    return x * 2.0\n{S}\n    return x\nelse:\n    return x + 1.0",
    "loop_behind": f"{T}\n    return x * 2.0\nfor _ in range(2):\n    x = x + 1.0\nreturn x + 1.0",
    "raise_behind": f"{T}\n    return x * 2.0\nif not s:\n    raise ValueError\nreturn x + 1.0",
    "with_inside": f"{T}\n    with tf.name_scope('a'):\n        return x * 2.0\nreturn x + 1.0",
    "if_else_inside": f"{T}\n    {S}\n        return x\n    else:\n        return x * 2.0\nreturn x + 1.0",
    "loop_inside": f"{T}\n    for _ in range(2):\n        x = x + 1.0\n    return x\nreturn x - 1.0",
    "try_on_the_other_side": (
        f"{T}\n    return x\nelse:\n    try:\n        return x + 1.0\n    finally:\n        x = x + 1.0"
    ),
    "other_side_goes_on": f"{T}\n    x = x + 1.0\n    return x\nelse:\n    x = x - 1.0\nreturn x + 1.0",
    "else_returns": f"{T}\n    x = x + 1.0\nelse:\n    return x - 1.0\nreturn x + 1.0",
    "two_conditions": f"{T}\n    {U}\n        return x\n    return x * 2.0\nreturn x + 1.0",
    "three_deep": (
        f"{S}\n    {S}\n        {T}\n            return x * 2.0\n        return x\n    return x\nreturn x + 1.0"
    ),
}
BREAKS = {
    "bare": f"{T}\n    return\nV.assign_add(x)",
    "bare_in_if": f"{S}\n    {T}\n        return\nV.assign_add(x)",
    "bare_elif": f"{U}\n    return\nelif x > 0.5:\n    return\nV.assign_add(x)",
    "in_if": f"{S}\n    {T}\n        return x * 2.0\nreturn x + 1.0",
    "in_if_and_more": f"{S}\n    {T}\n        return x * 2.0\n    x = x - 1.0\nreturn x + 1.0",
    "in_with": f"with tf.name_scope('a'):\n    {T}\n        return x * 2.0\nreturn x + 1.0",
    "in_with_else": (
        f"with tf.name_scope('a'):\n    {T}\n        return x * 2.0\n    else:\n        y = x\nreturn x + 1.0"
    ),
    "in_try": f"try:\n    {T}\n        return x * 2.0\nfinally:\n    x = x + 1.0\nreturn x + 1.0",
    "in_else": f"if not s:\n    pass\nelse:\n    {T}\n        return x * 2.0\nreturn x + 1.0",
    "elif": f"if not s:\n    return x\nel{T}\n    return x * 2.0\nreturn x + 1.0",
    "elif_of_tensors": f"{U}\n    return x * 2.0\nel{T}\n    return x * 3.0\nreturn x + 1.0",
    "elif_inside": f"{T}\n    x = x * 2.0\nelif s:\n    return x\nreturn x + 1.0",
    "if_inside": f"{T}\n    x = x + 1.0\n    {S}\n        return x\nreturn x + 1.0",
    "try_inside": f"{T}\n    try:\n        return x * 2.0\n    finally:\n        x = x + 1.0\nreturn x + 1.0",
    "two_conditions": f"{T}\n    {U}\n        return x\n    else:\n        x = x * 2.0\nreturn x + 1.0",
    "condition_in_else": f"{T}\n    x = x + 1.0\nelse:\n    if x < 0.1:\n        return x\nreturn x + 1.0",
    "two_deep": f"{S}\n    {S}\n        {T}\n            return x * 2.0\n    return x\nreturn x + 1.0",
}
MADE = "tf.tanh(x) * tf.sin(x) * tf.cos(x) * tf.exp(x) * 0.0 + x"
"""Enough operations for a graph to pay."""


def program(body: str) -> str:
    """A program whose function has the body."""
    return (
        f"import tensorflow as tf\n\nV = tf.Variable(0.0)\n\n\ndef subject(x, s):\n    x = {MADE}\n"
        f"{textwrap.indent(body, '    ')}\n\n\nfor value in (0.75, 0.25, -0.5, 0.6):\n"
        "    print(subject(tf.constant(value), True), V.numpy())\n"
    )


def test_a_return_that_leaves_a_side_without_one_is_refused(tmp_path: Path) -> None:
    for name, body in [*WORKS.items(), *BREAKS.items()]:
        outcome = "breaks" if BREAKS.get(name) == body else "works"
        (tmp_path / f"{outcome}_{name}.py").write_text(program(body), encoding="utf-8")
    report = hybridize.analyze([tmp_path], root=tmp_path, min_gain="none")
    found = {each.verdict.path: each.verdict.recommendation.fix is Safety.SAFE for each in report.functions}
    assert len(found) == len(WORKS) + len(BREAKS)
    assert {path: safe for path, safe in found.items() if safe is not path.startswith("works_")} == {}


@needs_tensorflow
def test_tensorflow_refuses_the_same(tmp_path: Path) -> None:
    bodies = [*WORKS.values(), *BREAKS.values()]
    rows = [{"name": str(number), "source": program(body), "lines": [6]} for number, body in enumerate(bodies)]
    results = executed(rows, tmp_path)
    outcomes = [same(each["eager"], each["hybrid"]) for each in results]
    assert outcomes == [True] * len(WORKS) + [False] * len(BREAKS)
