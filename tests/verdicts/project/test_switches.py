"""HYB012: which switches stand, and of which function or module that is said."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.together import Together

SWITCH = "tf.config.run_functions_eagerly(True)\n"
MAIN = f"def main():\n    {SWITCH}"
MODEL = "model = tf.keras.Sequential([tf.keras.layers.Dense(2)])\n"
OWN = "class Own:\n    pass\n\n\nmodel = Own()\n"
PROGRAMS: dict[str, tuple[str, list[str]]] = {
    "of the module": (SWITCH, [""]),
    "of a function": (f"{MAIN}\n\nmain()\n", ["main"]),
    "of a function that nobody calls": (MAIN, ["main"]),
    "of a method": (f"class Net:\n    def go(self):\n        {SWITCH}\n\nNet().go()\n", ["Net.go"]),
    "of the script": (f"if __name__ == '__main__':\n    {SWITCH}", [""]),
    "in some cases": (f"import sys\n\nif sys.argv[1:]:\n    {SWITCH}", []),
    "in some cases that call a function": (f"import sys\n\n\n{MAIN}\n\nif sys.argv[1:]:\n    main()\n", []),
    "in some cases and in all": (f"import sys\n\n\n{MAIN}\n\nif sys.argv[1:]:\n    main()\nmain()\n", ["main"]),
    "of a handler": (f"try:\n    import other\nexcept ImportError:\n    {SWITCH}", []),
    "announced before": (f"import warnings\n\nwarnings.warn('This runs Eagerly')\n{SWITCH}", []),
    "announced behind": (f"import logging\n\n{SWITCH}logging.warning('it runs eagerly')\n", []),
    "another announcement": (f"import warnings\n\nwarnings.warn('This is slow')\n{SWITCH}", [""]),
    "printed": (f"print('it runs eagerly')\n{SWITCH}", [""]),
    "taken back": (f"{SWITCH}print(1)\ntf.config.run_functions_eagerly(False)\n", []),
    "by keyword": ("tf.config.run_functions_eagerly(run_eagerly=True)\n", [""]),
    "turned off": ("tf.config.run_functions_eagerly(False)\n", []),
    "of a model": (f"{MODEL}model.compile('sgd', 'mse', run_eagerly=True)\n", [""]),
    "of a model, as a default": (f"{MODEL}model.compile('sgd', 'mse', run_eagerly=False)\n", []),
    "of an attribute": (f"{MODEL}model.run_eagerly = True\n", [""]),
    "of an attribute that is cleared": (f"{MODEL}model.run_eagerly = True\nmodel.run_eagerly = False\n", []),
    "of another attribute": (f"{MODEL}model.trainable = True\n", []),
    "of an attribute of what is no model": (f"{OWN}model.run_eagerly = True\n", []),
}
SAID = Together({name: f"import tensorflow as tf\n\n\n{text}" for name, (text, _) in PROGRAMS.items()}, preview=True)


@pytest.mark.parametrize(("name", "subjects"), [(name, each) for name, (_, each) in PROGRAMS.items()], ids=PROGRAMS)
def test_of_what_a_switch_is_said(name: str, subjects: list[str]) -> None:
    assert [each.qualname for each in SAID[name].findings if each.code == "HYB012"] == subjects


TEXT = (Path(__file__).parent / "needed_switches.txt").read_text("utf-8")
PARTS = re.split(r"^### (\S+)\n", TEXT, flags=re.MULTILINE)
NEEDED = dict(zip(PARTS[1::2], PARTS[2::2]))
"""What the switch makes run eagerly does what a graph does not do, or nothing of that kind."""
UNDER = Together(NEEDED, preview=True)


@pytest.mark.parametrize("name", NEEDED)
def test_a_switch_that_is_needed_has_no_fix(name: str) -> None:
    expected = {
        (number, "no fix" not in line)
        for number, line in enumerate(NEEDED[name].splitlines(), 1)
        if "# expect: HYB012" in line
    }
    found = [each for each in UNDER[name].findings if each.code == "HYB012"]
    assert {(each.place.line, each.fix is not None) for each in found} == expected
    assert all(each.fix is not None or " needs: " in each.message for each in found)
