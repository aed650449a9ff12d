"""Special methods of the project's own objects run wherever Python, NumPy or TensorFlow asks an object for something.

Each use runs one that counts. As a graph it would count once: there is no safe fix. Where it counts nothing, there is.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.together import Together
from tests.verdicts.test_pairs import needs_tensorflow
from tests.verdicts.project.test_unknown_code import NEAR, fixes, program, run_directly

CLASS = """\
import math
import numpy as np

ticks = []

def tick():
    {count}
    return 1

class Rates:
    def __array__(self, *_, **__):
        return np.asarray(tick(), np.float32)

    def __repr__(self):
        return str(tick())

    def __format__(self, _):
        return str(tick())

    def keys(self):
        tick()
        return []

    def __index__(self):
        return tick()

    def __bool__(self):
        return tick() > 0

    def __eq__(self, other):
        return tick() > 0

    def __lt__(self, other):
        return tick() > 0

    def __getattr__(self, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return tick()

    __hash__ = __int__ = __float__ = __abs__ = __round__ = __floor__ = __index__

rates = Rates()
t = tf.ones(2)
v = tf.Variable(1.0)
"""
USES = (
    "tf.abs(rates)", "tf.add(x=1.0, y=rates)", "tf.stack([rates, 1.0])", "t + rates", "rates + t", "v.assign(rates)",
    "v.assign_add(rates)", "np.abs(rates)", "np.full((2,), rates)", "str(rates)", "f'{rates}'", "f'{rates!r}'",
    "'%s' % rates", "'{}'.format(rates)", "str([rates])", "f'{[rates]}'", "str({'a': (rates, 1)})",
    "{rates: 1}", "{rates}", "hash(rates)", "rates in {1}", "{1: 2}.get(rates)", "set([rates])", "dict([(rates, 1)])",
    "[1, 2][rates]", "[1, 2][rates:]", "range(rates)", "[1] * rates", "'a' * rates", "sorted([rates, rates])",
    "max(rates, rates)",
    "any([rates])", "[1, rates].index(rates)", "[rates].index(1)", "(1, rates) == (1, 2)", "[rates] == [1]",
    "hasattr(rates, 'x')", "math.floor(rates)", "dict(**rates)", "hex(rates)", "not rates",
    "\n    match rates:\n        case 1: pass",
    "\n    try: raise ValueError(rates)\n    except ValueError as e: str(e)",
)  # fmt: skip
SILENT = tuple(use for use in USES if not any(word in use for word in ("hasattr", "==", "try")))
"""What has no other reason to stay eager where the methods count nothing."""
COUNTING = {use: (CLASS.format(count="ticks.append(1)"), use, "len(ticks)") for use in USES}
QUIET = {use: (CLASS.format(count="pass"), use, "1") for use in SILENT}
SAID = Together({(use, way): program(COUNTING[use], way) for use in COUNTING for way in NEAR})
SAID_OF_QUIET = Together({use: program(QUIET[use], "one call down") for use in QUIET})


@pytest.mark.parametrize("way", NEAR)
@pytest.mark.parametrize("use", COUNTING)
def test_what_counts_gets_no_safe_fix(use: str, way: str) -> None:
    assert "safe" not in fixes(SAID[use, way])


@needs_tensorflow
def test_tensorflow_counts_once_in_each_case(tmp_path: Path) -> None:
    results = run_directly(COUNTING.values(), tmp_path)
    assert len(results) == len(COUNTING)
    assert {name for name, each in results.items() if each["eager"] == each["hybrid"]} == set()
    assert {name for name, each in results.items() if "Error" in each["eager"]} == set()


@pytest.mark.parametrize("use", QUIET)
def test_what_counts_nothing_is_judged_as_before(use: str) -> None:
    assert fixes(SAID_OF_QUIET[use]) == ["safe"]
