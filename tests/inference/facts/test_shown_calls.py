"""How many calls a program is shown to make: a loop that counts makes many, a pass through some files few."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.inference.facts.repetition import EagerRuns
from hybridize.inference.facts.shown_calls import MANY, ShownCalls
from tests.inference.facts.programs import analysed, function

HEAD = """\
import itertools, sys
import tensorflow as tf
def use(x=0): return x
data = tf.data.Dataset.range(9)
files = open('names.txt')
"""
CALLS: dict[str, float] = {
    # Anybody may call what nobody is known to call.
    "pass": MANY,
    "def f():\n    use()": MANY,
    "use()": 1,
    "use()\nuse()": 1,
    "def f():\n    use()\nf()": 1,
    "for i in range(3):\n    use()": MANY,
    "for i in range(len(sys.argv)):\n    use()": 30,
    "for i in range(sys.argv.size):\n    use()": 30,
    "while sys.argv:\n    use()": MANY,
    "for i in itertools.count():\n    use()": MANY,
    "for i in itertools.repeat(3):\n    use()": MANY,
    "for line in files:\n    use(line)": 30,
    "for line in [1, 2, 3]:\n    use(line)": 3,
    "for line in files:\n    for other in [1, 2]:\n        use(line)": 60,
    "for line in files:\n    for other in files:\n        use(line)": MANY,
    "[use(line) for line in files]": 30,
    "[use(a) for a in files for b in [1, 2]]": MANY,
    "def f():\n    use()\nfor line in files:\n    f()": 30,
    "def f():\n    for line in files:\n        use()\nfor i in [1, 2]:\n    f()": 60,
    "def f():\n    for line in files:\n        use()\nfor line in files:\n    f()": MANY,
    # A data set exists since there are many members, of which some may be taken.
    "for x in data:\n    use(x)": MANY,
    "for x in data.take(3):\n    use(x)": 3,
    "for x in itertools.islice(data, 3):\n    use(x)": 3,
    "for x in data.take(len(sys.argv)):\n    use(x)": 30,
    "for x in itertools.islice(data, len(sys.argv)):\n    use(x)": 30,
    "for x in data.repeat():\n    use(x)": MANY,
    "for i, x in enumerate(data):\n    use(x)": MANY,
    # Now and then.
    "for i, line in enumerate(files):\n    if i % 10 == 0:\n        use(line)": 1.5,
    "for i in range(99):\n    if i % 10 == 0:\n        use()": MANY,
    "import scipy.optimize\nscipy.optimize.minimize(use, [0.0])": MANY,
}


@pytest.mark.parametrize(("program", "calls"), CALLS.items())
def test_calls_that_a_program_shows(program: str, calls: float, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{program}\n")
    assert ShownCalls(facts, EagerRuns(facts, (), ())).of(function(facts, "use")) == calls


@pytest.mark.parametrize(("modules", "calls"), [(2, 1), (3, MANY)])
def test_what_functions_of_several_modules_share_is_a_library(modules: int, calls: float, tmp_path: Path) -> None:
    for number in range(modules):
        (tmp_path / f"part{number}.py").write_text(f"import main\ndef f{number}():\n    main.use()\n", encoding="utf-8")
    facts = analysed(tmp_path, f"{HEAD}use()\n")
    assert ShownCalls(facts, EagerRuns(facts, (), ())).of(function(facts, "use")) == calls
