"""A function that leaves a constant in a place: HYB004 counts where any module of the project writes another there."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize

HEAD = "import tensorflow as tf\n"
ATTRIBUTE = """\
class Switch:
    def __init__(self):
        self.on = 0
    @tf.function
    def run(self, x):
        self.on = 1
        y = x * 2.0
        self.on = 0
        return y
"""
GLOBAL = """\
ON = 0
@tf.function
def run(x):
    global ON
    ON = 1
    y = x * 2.0
    ON = 0
    return y
"""
SHARED = """\
import settings
@tf.function
def run(x):
    settings.ON = 1
    y = x * 2.0
    settings.ON = 0
    return y
"""
USES_ATTRIBUTE = (
    "from library import Switch\ns = Switch()\nfor _ in range(2):\n    s.run(tf.ones(2))\n    {}\nprint(s.on)\n"
)
USES_GLOBAL = "import library\nfor _ in range(2):\n    library.run(tf.ones(2))\n    {}\nprint(library.ON)\n"
USES_SHARED = (
    "import library, settings\nfor _ in range(2):\n    library.run(tf.ones(2))\n    {}\nprint(settings.ON)\n"
)


# Run on 2.21: with functions that run eagerly, the programs with findings print something else.
@pytest.mark.parametrize(
    ("library", "main", "between", "found"),
    [
        (ATTRIBUTE, USES_ATTRIBUTE, "pass", 0),
        (ATTRIBUTE, USES_ATTRIBUTE, "s.on = 0", 0),
        (ATTRIBUTE, USES_ATTRIBUTE, "s.on += 7; s.run(tf.ones(2))", 2),
        (GLOBAL, USES_GLOBAL, "pass", 0),
        (GLOBAL, USES_GLOBAL, "library.ON = 7; library.run(tf.ones(2))", 2),
        (SHARED, USES_SHARED, "pass", 0),
        (SHARED, USES_SHARED, "settings.turn(); library.run(tf.ones(2))", 2),
    ],
)
def test_what_other_modules_write(tmp_path: Path, library: str, main: str, between: str, found: int) -> None:
    settings = "ON = 0\ndef turn():\n    global ON\n    ON = 7\n" if "turn" in between else "ON = 0\n"
    texts = {"library": HEAD + library, "main": HEAD + main.format(between), "settings": settings}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text, "utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, select=["HYB004"])
    assert [each.place.path for each in report.findings] == ["library.py"] * found
