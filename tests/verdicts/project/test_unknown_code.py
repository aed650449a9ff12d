"""Code that the analysis cannot see may do anything at each call: no fix that rests on it is safe.

`unseen/somelib` stands in for an installed package. It is on the path when the programs run, and never where the
analysis looks. With TensorFlow at hand, each spelling runs eagerly and with the function decorated, and does
another thing.
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import hybridize
from tests.together import Said, Together
from tests.verdicts.test_pairs import executed, needs_tensorflow

METER = "import somelib\nmeter = somelib.Meter()"
OWN = "import somelib\nclass Own(somelib.Log):\n    pass\nown = Own()"
SOCKETS = "import socket\nhere, there = socket.socketpair()"
DATABASE = "import sqlite3\nbase = sqlite3.connect(':memory:')\nbase.execute('create table t (n int)')"
ROWS = "base.execute('select count(*) from t').fetchone()"
TICKS = "somelib.ticks"

USES = {
    "function": ("import somelib", "somelib.tick('loss')", TICKS),
    "name from a package": ("from somelib import tick\nimport somelib", "tick('loss')", TICKS),
    "method": (METER, "meter.tick('loss')", TICKS),
    "method of what a function made": ("import somelib\nmeter = somelib.make()", "meter.tick('loss')", TICKS),
    "method taken out": (METER + "\ntick = meter.tick", "tick('loss')", TICKS),
    "object called": (METER, "meter('loss')", TICKS),
    "attribute": (METER, "meter.level", TICKS),
    "operator": (METER, "meter << 'loss'", TICKS),
    "operator, reflected": (METER, "1 + meter", TICKS),
    "comparison": (METER, "meter < 1", TICKS),
    "equality": (METER, "meter == 1", TICKS),
    "sign": (METER, "-meter", TICKS),
    "item": (METER, "meter['loss']", TICKS),
    "membership": (METER, "'loss' in meter", TICKS),
    "length": (METER, "len(meter)", TICKS),
    "truth": (METER, "not meter", TICKS),
    "truth of an operand": (METER, "meter and 1", TICKS),
    "truth of a choice": (METER, "1 if meter else 2", TICKS),
    "truth asked for": (METER, "bool(meter)", TICKS),
    "iteration": (METER, "[_ for _ in meter]", TICKS),
    "iteration by a builtin": (METER, "list(meter)", TICKS),
    "arguments spread": (METER, "print(*meter, end='')", TICKS),
    "unpacked": (METER, "(lambda: [*meter])()", TICKS),
    "augmented": (METER, "global meter; meter += 1", TICKS),
    "loop": (METER, "for _ in meter: pass", TICKS),
    "assert": (METER, "assert meter", TICKS),
    "context manager": (METER, "with meter: pass", TICKS),
    "inherited method": (OWN, "own.log('loss')", TICKS),
    "inherited attribute": (OWN, "own.level", TICKS),
    "inherited call": (OWN, "own('loss')", TICKS),
    "inherited operator": (OWN, "own + 1", TICKS),
    "inherited length": (OWN, "len(own)", TICKS),
    "inherited iteration": (OWN, "list(own)", TICKS),
    "inherited context manager": (OWN, "with own: pass", TICKS),
    "inherited method by super": (
        OWN.replace("pass", "def log(self, _):\n        super().log(1)"), "own.log('loss')", TICKS,
    ),
    "method beside a framework's": (
        "import somelib\nclass Own(tf.Module, somelib.Log):\n    pass\nown = Own()", "own.log('loss')", TICKS,
    ),
    "decorator": ("import somelib\n@somelib.counted\ndef note():\n    pass", "note()", TICKS),
    "decorator with arguments": ("import somelib\n@somelib.counting(n=1)\ndef note():\n    pass", "note()", TICKS),
    "decorator of a method": (
        "import somelib\nclass Note:\n    @somelib.counted\n    def take(self):\n        pass\nnote = Note()",
        "note.take()", TICKS,
    ),
    "decorator of a class": (
        "import somelib\n@somelib.counted_class\nclass Note:\n    def take(self):\n        pass\nnote = Note()",
        "note.take()", TICKS,
    ),
    "function wrapped by a call": (
        "import somelib\ndef plain():\n    pass\nnote = somelib.counted(plain)", "note()", TICKS,
    ),
    "socket": (SOCKETS, "here.send(b'loss')", "len(there.recv(100))"),
    "connection": (DATABASE, "base.execute('insert into t values (1)')", ROWS),
    "cursor": (
        DATABASE + "\ncursor = base.cursor()", "cursor.execute('insert into t values (1)')", ROWS,
    ),
    "rows taken from a cursor": (
        DATABASE + "\nbase.executemany('insert into t values (?)', [(i,) for i in range(9)])\n"
        "rows = base.execute('select n from t')", "for _ in rows: break", "len(rows.fetchall())",
    ),
}  # fmt: skip
"""By name: what stands before the functions, the use of unseen code, and what shows how often it ran."""

RATES = "import math\nimport numpy as np\nimport somelib\nrates = somelib.Rates()"
BASE = "import somelib\nclass Own(somelib.Base):\n    pass\nown = Own()"
ASKED = {
    **{f"`{use}`": (RATES, use, TICKS) for use in (
        "tf.abs(rates)", "tf.add(x=1.0, y=rates)", "tf.stack([rates, 1.0])", "tf.nn.relu(features=rates)",
        "tf.ones(2) + rates", "tf.constant(rates)", "tf.ones([rates])", "tf.debugging.assert_less(rates, 1e9)",
        "tf.data.Dataset.from_tensors(rates)", "np.abs(rates)", "np.array([rates])", "np.full((2,), rates)",
        "str(rates)", "f'{rates}'", "f'{rates!r}'", "'%s' % rates", "'{}'.format(rates)", "str([rates])",
        "f'{[rates]}'", "{rates: 1}", "{rates}", "hash(rates)", "rates in {1}", "{1: 2}.get(rates)", "set([rates])",
        "dict([(rates, 1)])",
        "kept = [1]; kept[rates] = 2", "[1, 2][rates]", "[1, 2][rates:]", "range(rates)", "[1] * rates", "float(rates)",
        "int(rates)", "round(rates)", "sorted([rates, rates])", "max(rates, rates)", "min([rates, 1])", "any([rates])",
        "[1, rates].index(rates)", "[1].count(rates)", "(1, rates) == (1, 2)", "[rates] == [1]", "hasattr(rates, 'x')",
        "math.sin(rates)", "math.floor(rates)", "chr(rates)", "bytes(rates)",
    )},
    **{f"`{use}`": (BASE, use, TICKS) for use in ("tf.abs(own)", "str(own)", "f'{own}'", "float(own)")},
    "arguments spread by name": (RATES, "dict(**rates)", TICKS),
    "a pattern": (RATES, "\n    match rates:\n        case 1: pass", TICKS),
}  # fmt: skip
"""By name: uses that ask an unseen object to convert, compare, hash or print itself."""

WAYS = {
    "direct": "",
    "one call down": "helper()",
    "two calls down": "helpers_helper()",
    "in a method": "Worker().work()",
    "in a callback": "list(map(on_each, [1]))",
    "in a callback of TensorFlow": "tf.nest.map_structure(on_each, [1])",
    "in a comprehension": "[helper() for _ in range(1)]",
    "in a lambda": "(lambda: helper())()",
}
"""How the function under test comes to the use."""

PROGRAM = """import tensorflow as tf
{before}
def helper():
    {use}
def helpers_helper():
    helper()
def on_each(_):
    helper()
class Worker:
    def work(self):
        helper()
def step(x):
    {way}
    y = tf.nn.softmax(tf.matmul(x, x) + tf.transpose(x) - tf.reduce_mean(x) * 2.0)
    return tf.reduce_sum(tf.sin(y) * tf.cos(y) + tf.exp(-y) + tf.math.log1p(y))
for i in range(5):
    step(tf.ones((4, 4)) * i)
print({shown})
"""


def program(use: tuple[str, str, str], way: str) -> str:
    """A program in which `step` comes to a use of unseen code."""
    before, statement, shown = use
    return PROGRAM.format(before=before, use=statement, way=WAYS[way] or statement, shown=shown)


def run_directly(uses: Iterable[tuple[str, str, str]], folder: Path) -> dict[str, dict[str, Any]]:
    """What the programs of some uses do eagerly and with `step` decorated, by their number in a text."""
    for number, use in enumerate(uses):
        (folder / f"{number}.py").write_text(program(use, "direct"), encoding="utf-8")
    return executed("step", sorted(folder.glob("*.py")))


def fixes(said: Said) -> list[str]:
    """How safe the fixes are that are offered for `step`."""
    step = said.of("step")
    if step.transformation is None:
        # An effect that is known keeps the function eager.
        assert step.has_side_effects
        return []
    return [str(each.fix.applicability) for each in said.findings if each.code == "HYB001" and each.fix is not None]


NEAR = ("direct", "one call down")
SAID = Together({(use, way): program(USES[use], way) for way in WAYS for use in USES})
SAID_OF_ASKED = Together({(use, way): program(ASKED[use], way) for use in ASKED for way in NEAR})


@pytest.mark.parametrize(
    ("use", "way"),
    # Each use in two ways, and one use in all, are for the fast tests.
    [
        pytest.param(use, way, marks=() if way in NEAR or use == "method" else pytest.mark.slow)
        for use in USES for way in WAYS
    ],
)  # fmt: skip
def test_no_fix_that_rests_on_unseen_code_is_safe(use: str, way: str) -> None:
    assert "safe" not in fixes(SAID[use, way])


@pytest.mark.parametrize("way", NEAR)
@pytest.mark.parametrize("use", ASKED)
def test_no_fix_that_rests_on_an_unseen_special_method_is_safe(use: str, way: str) -> None:
    assert "safe" not in fixes(SAID_OF_ASKED[use, way])


def test_the_finding_says_what_is_asked(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(program(ASKED["`{rates: 1}`"], "one call down"), encoding="utf-8")
    (finding,) = [each for each in hybridize.analyze(tmp_path, root=tmp_path).findings if each.code == "HYB001"]
    (assumption,) = finding.assumptions
    assert assumption.kind == "unknown-special-method"
    assert assumption.message.startswith("`somelib.Rates`: ")


def test_the_finding_of_a_caller_names_the_place(tmp_path: Path) -> None:
    (tmp_path / "main.py").write_text(program(USES["method"], "two calls down"), encoding="utf-8")
    (finding,) = [each for each in hybridize.analyze(tmp_path, root=tmp_path).findings if each.code == "HYB001"]
    (assumption,) = finding.assumptions
    assert (assumption.kind, assumption.place.line) == ("unknown-callee", 14)
    assert assumption.message.startswith("`somelib.Meter.tick`: ")
    assert assumption.message.endswith("(at line 5, through `helpers_helper()`)")


def assumed(folder: Path, use: str) -> list[tuple[int, str]]:
    """The lines and messages of the assumptions on which the fix of `step` rests, for a use in it and in `helper`."""
    code = program(("import somelib\nmeter = somelib.make()", use, "1"), "direct")
    (folder / "main.py").write_text(code.replace("def step(x):", "def step(x):\n    helper()"), encoding="utf-8")
    (step,) = [each for each in hybridize.analyze(folder, root=folder).functions if each.qualname == "step"]
    return [(each.place.line, each.message) for each in step.assumptions]


def test_the_uses_of_one_callee_are_one_assumption(tmp_path: Path) -> None:
    use = "somelib.tick('a'); somelib.tick('b'); somelib.tock(); somelib.tick('c')"
    tick, tock = assumed(tmp_path, use)
    assert tick[0] == tock[0] and tick[1].startswith("`somelib.tick`: ") and tock[1].startswith("`somelib.tock`: ")
    assert tick[1].endswith(f"(6 call sites, the first at line {tick[0]})")
    assert tock[1].endswith(f"(2 call sites, the first at line {tock[0]})")


def test_unnamed_callees_are_told_apart_by_how_they_are_written(tmp_path: Path) -> None:
    use = "meter.get('a'); meter.get('b'); meter.tick()"
    messages = [message for _, message in assumed(tmp_path, use)]
    assert [message for message in messages if "`meter.get(…)`" in message and "(2 call sites, the first " in message]
    assert [message for message in messages if "`meter.tick()`" in message and "call sites" not in message]


QUIET = {
    "nothing": ("", "pass"),
    "a described class": ("import collections", "collections.Counter()"),
    "a pure function": ("import math", "math.sqrt(2.0)"),
    "an unseen class that is only mentioned": ("import somelib", "isinstance(1, somelib.Meter)"),
    "an unseen object that is only passed on": ("import somelib\nmeter = somelib.Meter()", "(meter, 1)"),
    "an unseen object compared by identity": ("import somelib\nmeter = somelib.Meter()", "meter is None"),
    "an unseen object that is looked at": (
        "import somelib\nrates = somelib.Rates()",
        "isinstance(rates, int) or type(rates) or id(rates) or callable(rates)",
    ),
    "an unseen object that is kept": (
        "import somelib\nrates = somelib.Rates()", "kept = [rates]; kept.append(rates); (rates, kept)",
    ),
    "an unseen decorator of what is not called": ("import somelib\n@somelib.counted\ndef other(): pass", "pass"),
    "a method of a class with an unseen base": (
        "import somelib\nclass Own(somelib.Log):\n    def mine(self):\n        return 1\nown = Own()", "own.mine()",
    ),
    "an attribute that the project sets": (
        "import somelib\nclass Own(somelib.Log):\n    def __init__(self):\n        self.mine = True\nown = Own()",
        "own.mine",
    ),
}  # fmt: skip


SAID_OF_QUIET = Together({(use, way): program((*QUIET[use], "1"), way) for use in QUIET for way in NEAR})


@pytest.mark.parametrize("way", NEAR)
@pytest.mark.parametrize("use", QUIET)
def test_what_nobody_can_observe_stays_quiet(use: str, way: str) -> None:
    assert fixes(SAID_OF_QUIET[use, way]) == ["safe"]


@needs_tensorflow
def test_tensorflow_does_another_thing_in_each_case(tmp_path: Path) -> None:
    uses = [*USES.values(), *ASKED.values()]
    chosen = {f"{number}-direct": program(use, "direct") for number, use in enumerate(uses)}
    chosen |= {f"way-{number}": program(USES["method"], way) for number, way in enumerate(WAYS)}
    for name, code in chosen.items():
        (tmp_path / f"{name}.py").write_text(code, encoding="utf-8")
    results = executed("step", sorted(tmp_path.glob("*.py")), str(Path(__file__).with_name("unknown_code")))
    assert set(results) == set(chosen)
    assert {name for name, each in results.items() if each["eager"] == each["hybrid"]} == set()
    assert {name for name, each in results.items() if "Error" in each["eager"]} == set()
