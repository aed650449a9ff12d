"""Items and attributes that a loop or condition on a tensor carries: AutoGraph names them by their text.

Each statement was run with TensorFlow 2.15 and 2.21, eagerly and as a graph.
"""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

PROGRAM = """\
import tensorflow as tf


class Box:
    def __init__(self):
        self.v = tf.zeros(())
        self.h = [tf.zeros(()), tf.zeros(())]
        self.k = 1


{decorator}
def total(xs):
    s, box, k, keys = [tf.zeros(()), tf.zeros(())], Box(), 1, [1]
    t, d, boxes, n = s, {{"a": tf.zeros(()), (0, 1): tf.zeros(())}}, [Box(), Box()], [[tf.zeros(())]]
    for x in xs:
        y = tf.tanh(x) * tf.exp(x) + tf.sin(x)
        {statement}
    return tf.add_n([*s, *d.values(), box.v, *box.h, boxes[0].v, boxes[1].v, n[0][0]])


for _ in range(20):
    print(total(tf.ones(30)))
"""

CARRIED = [
    "s[1] = s[1] + y", "s[1] += y", "s[k] = s[k] + y", "s[box.k] = s[box.k] + y", "s[keys[0]] = s[keys[0]] + y",
    "s[True] = s[True] + y", 't[0] = t[0] + y', 'd["a"] = d["a"] + y', "box.v = box.v + y", "box.h[0] = box.h[0] + y",
    "boxes[0].v = boxes[0].v + y", "n[0][0] = n[0][0] + y", "s[0], s[1] = s[1] + y, s[0]",
    "if y > 0.0: s[k] = s[k] + y",
]  # fmt: skip
NOT_CARRIED = [
    "s[-1] = s[-1] + y", "s[-1] += y", "s[k - 1] = s[k - 1] + y", "s[len(s) - 1] = s[len(s) - 1] + y",
    "s[+1] = s[+1] + y", "d[0, 1] = d[0, 1] + y", "s[1:2] = [s[1] + y]", "box.h[-1] = box.h[-1] + y",
    "j = 1; s[j] = s[j] + y", "u = s; u[0] = u[0] + y", "c = box; c.v = c.v + y",
    "for j in range(2): s[j] = s[j] + y", "for j, old in enumerate(s): s[j] = old + y",
    "for key, old in d.items(): d[key] = old + y", "for each in boxes: each.v = each.v + y",
    "for row in n: row[0] = row[0] + y", "j = 1\n        if y > 0.0: s[j] = s[j] + y",
]  # fmt: skip


def report(tmp_path: Path, statement: str, decorator: str) -> hybridize.Report:
    (tmp_path / "steps.py").write_text(PROGRAM.format(statement=statement, decorator=decorator), "utf-8")
    return hybridize.analyze([tmp_path], root=tmp_path)


@pytest.mark.parametrize("statement", CARRIED)
def test_what_is_carried_keeps_its_fix_and_is_no_fault(tmp_path: Path, statement: str) -> None:
    (found,) = report(tmp_path, statement, "").findings
    assert (found.code, found.fix is not None and found.fix.applicability) == ("HYB001", "safe")
    assert report(tmp_path, statement, "@tf.function").findings == ()


@pytest.mark.parametrize("statement", NOT_CARRIED)
def test_what_is_not_carried_is_refused_and_a_fault(tmp_path: Path, statement: str) -> None:
    assert report(tmp_path, statement, "").findings == ()
    (found,) = report(tmp_path, statement, "@tf.function").findings
    assert found.code == "HYB007" and "is not carried out of the loop on a tensor" in found.message
