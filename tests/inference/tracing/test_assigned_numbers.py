"""What a condition or loop on a tensor assigns or changes without harm: readers that take tensors, and none at all.

Their neighbours, which break, are programs of the fuzzer's corpus. These were run with TensorFlow 2.21 and 2.15.
"""

from __future__ import annotations

from pathlib import Path

import hybridize
from benchmarks.fuzz.judged import same
from hybridize.verdicts.model.parts import Safety
from tests.tensorflow_runs import executed, needs_tensorflow

COUNTED = "c = 0\nfor i in tf.range(n):\n    c += 1\n"
SUMMED = "c = 0.0\nfor i in tf.range(n):\n    c += 1.0\n"
BODIES = (
    f"{COUNTED}x = x + tf.cast(c, tf.float32)",
    f"{COUNTED}if c > n - 1:\n    x = x + 1.0",
    f"{SUMMED}x = x + c",
    f"{SUMMED}x = x + c / 2",
    "c = 0.0\nif x > 0.5:\n    c = 1.0\nx = x + c",
    "c = False\nif x > 0.5:\n    c = True\nif c:\n    x = x + 1.0",
    "s = 1.0\nif x > 0.5:\n    s = 0.5\nx = x * s + v[0] * s",
    "for e in WHOLE:\n    x = x + float(e.shape[0])",
    "for e in WHOLE:\n    x = x + tf.cast(tf.shape(e)[0], tf.float32)",
    "for e in tf.unstack(v):\n    x = x + e",
    's = "a"\nif x > 0.5:\n    s = "b"\nx = x + (1.0 if s == "b" else 2.0)',
    "l = [x]\nif x > 0.5:\n    l.append(x)\n    x = x + l[-1]",
    "l = []\nfor i in tf.range(n):\n    l.append(x)\n    x = x + 1.0",
    "a, rest = x, [x, x]\nif x > 0.5:\n    a, *rest = [x, x, x]\nx = a + rest[0]",
    "for i in tf.range(n):\n    for j, e in enumerate([1.0, 2.0]):\n        x = x + float(j) * e",
)


def program(body: str) -> str:
    """A program whose function has the body."""
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    return (
        "import tensorflow as tf\n\n"
        "WHOLE = tf.data.Dataset.from_tensor_slices([1.0, 2.0, 3.0, 4.0]).batch(2, drop_remainder=True)\n\n\n"
        f"def subject(x, v, n):\n{lines}"
        "    return tf.reduce_sum(tf.stack([x * 1.0, tf.tanh(x), tf.sin(x) * tf.cos(x)]))\n\n\n"
        "for value, rounds in ((0.75, 2), (0.25, 0), (-0.5, 1), (1.5, 3)):\n"
        "    print(subject(tf.constant(value), tf.constant([0.5, -0.25, 1.0]), tf.constant(rounds)).numpy())\n"
    )


def test_what_takes_a_tensor_in_their_place_is_safe(tmp_path: Path) -> None:
    for number, body in enumerate(BODIES):
        (tmp_path / f"program_{number}.py").write_text(program(body), encoding="utf-8")
    report = hybridize.analyze([tmp_path], root=tmp_path, min_gain="none")
    found = {each.verdict.path: each.verdict.recommendation.fix is Safety.SAFE for each in report.functions}
    assert found == {f"program_{number}.py": True for number in range(len(BODIES))}


@needs_tensorflow
def test_tensorflow_runs_them_alike(tmp_path: Path) -> None:
    rows = [{"name": str(number), "source": program(body), "lines": [6]} for number, body in enumerate(BODIES)]
    results = executed(rows, tmp_path)
    assert [each["name"] for each in results if not same(each["eager"], each["hybrid"])] == []
    assert len(results) == len(BODIES)
