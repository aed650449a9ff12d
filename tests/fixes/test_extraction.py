"""A run of statements becomes a function: where it goes, what moves with it, and what is refused."""

from __future__ import annotations

from typing import Any

import pytest
from fixes.editing import PATH, TF, edited, planned, reason

from hybridize.rules.model import ExtractFunction


def extract(line: int, end_line: int, anchor: int, **values: Any) -> ExtractFunction:
    """The edit that makes a function `step` of some lines."""
    return ExtractFunction(PATH, line, end_line, anchor, "step", **values)


BLOCK = "    # Twice.\n    y = x * 2\n    z = y + 1  # more\n"
LOOP = TF + "n = 3\n\n# All of them.\nfor x in data:\n" + BLOCK + "    print(z)\n"
MADE = {
    "at module level, with its comments, above those of the loop": (
        LOOP,
        extract(7, 8, 5, inputs=("x",), results=("z",)),
        TF + "n = 3\n\n\n@tf.function\ndef step(x):\n" + BLOCK + "    return z\n\n\n"
        "# All of them.\nfor x in data:\n    z = step(x)\n    print(z)\n",
    ),
    "in a function, after what comes first in it, with the indent of the file": (
        TF + "def f(data):\n  n = 2\n  for x in data:\n    if x:\n      y = x * n\n      z = y + n\n  return z\n",
        extract(6, 7, 4, inputs=("x",), results=("z",)),
        TF + "def f(data):\n  n = 2\n\n  @tf.function\n  def step(x):\n    y = x * n\n    z = y + n\n    return z\n\n"
        "  for x in data:\n    if x:\n      z = step(x)\n  return z\n",
    ),
    "at the top of a function, without results": (
        TF + "def f(data):\n    for x in data:\n        v.assign(x)\n",
        extract(4, 4, 3, inputs=("x",)),
        TF + "def f(data):\n    @tf.function\n    def step(x):\n        v.assign(x)\n\n"
        "    for x in data:\n        step(x)\n",
    ),
    "as a method beside the method, called on the object": (
        TF + "class A:\n    n = 1\n\n    def f(self, x):\n        y = x * self.n\n        return float(y)\n",
        extract(6, 6, 5, inputs=("x",), results=("y",), receiver="self"),
        TF + "class A:\n    n = 1\n\n    @tf.function\n    def step(self, x):\n        y = x * self.n\n"
        "        return y\n\n    def f(self, x):\n        y = self.step(x)\n        return float(y)\n",
    ),
    "a number is passed as a tensor": (
        TF + "for i in range(9):\n    y = i * 2.0\n",
        extract(3, 3, 2, inputs=("i",), results=("y",), numbers=(("i", "float32"),)),
        TF + "\n\n@tf.function\ndef step(i):\n    y = i * 2.0\n    return y\n\n\nfor i in range(9):\n"
        "    y = step(tf.constant(i, tf.float32))\n",
    ),
    "what stands in a string keeps its margin, and line ends stay": (
        "import tensorflow as tf\r\nfor x in d:\r\n\tif x:\r\n\t\ty = g('''a\r\n\t\tb''',\r\n\t\t\tx)\r\n",
        extract(4, 6, 2, inputs=("x",), results=("y",)),
        "import tensorflow as tf\r\n\r\n\r\n@tf.function\r\ndef step(x):\r\n\ty = g('''a\r\n\t\tb''',\r\n\t\tx)\r\n"
        "\treturn y\r\n\r\n\r\nfor x in d:\r\n\tif x:\r\n\t\ty = step(x)\r\n",
    ),
    "in a cell of a notebook, whose comment stays first": (
        "# %% cell 1\nimport tensorflow as tf\n# %% cell 2\nfor x in data:\n  y = x * 2\n",
        extract(5, 5, 4, inputs=("x",), results=("y",)),
        "# %% cell 1\nimport tensorflow as tf\n# %% cell 2\n@tf.function\ndef step(x):\n  y = x * 2\n  return y\n\n\n"
        "for x in data:\n  y = step(x)\n",
    ),
    "without a decorator": (
        TF + "for x in data:\n    y = x * 2\n",
        extract(3, 3, 2, inputs=("x",), results=("y",), symbol=""),
        TF + "\n\ndef step(x):\n    y = x * 2\n    return y\n\n\nfor x in data:\n    y = step(x)\n",
    ),
}


@pytest.mark.parametrize("name", MADE)
def test_what_the_edit_makes_of_a_file(name: str) -> None:
    source, edit, expected = MADE[name]
    assert edited(source, edit).decode() == expected


def test_two_functions_go_before_one_loop() -> None:
    source = TF + "for e in r:\n    for x in a:\n        y = x * 2\n    for x in b:\n        z = x * 3\n"
    one = extract(4, 4, 2, inputs=("x",), results=("y",))
    other = ExtractFunction(PATH, 6, 6, 2, "other", ("x",), ("z",))
    assert edited(source, one, other).decode() == (
        TF + "\n\n@tf.function\ndef step(x):\n    y = x * 2\n    return y\n\n\n"
        "@tf.function\ndef other(x):\n    z = x * 3\n    return z\n\n\n"
        "for e in r:\n    for x in a:\n        y = step(x)\n    for x in b:\n        z = other(x)\n"
    )


def test_of_two_that_share_statements_the_first_is_made() -> None:
    one, other = extract(7, 8, 5, inputs=("x",), results=("z",)), extract(8, 8, 5, inputs=("y",), results=("z",))
    assert [refusal.reason for refusal in planned(LOOP, one, other).refused] == ["another fix changes the same place"]


REFUSED = {
    "another statement stands on its line": (TF + "for x in d:\n    y = x; z = y\n", extract(3, 3, 2)),
    "no statement around them begins at line 9": (LOOP, extract(7, 8, 9)),
    "no statements stand at lines 6 to 8": (LOOP, extract(6, 8, 5)),
}


@pytest.mark.parametrize("expected", REFUSED)
def test_what_is_refused(expected: str) -> None:
    assert reason(*REFUSED[expected]) == expected
