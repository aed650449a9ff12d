"""Past the limits of the analysis calls are judged together: what one of them does is not said of another."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from hybridize.inference import analyze
from hybridize.inference.facts.facts import Gaps
from hybridize.inference.state import budget
from hybridize.program import build
from hybridize.rules.base import is_certain
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.verdicts.decide.verdicts import decide
from hybridize.verdicts.model.parts import WhyNot
from tests.together import analysed

PROGRAM = """\
import random

import tensorflow as tf


class Bound:
    def __init__(self, function):
        self.function = function

    def __call__(self, x):
        return self.function(x)


def clean(x):
    return tf.square(x)


def noisy(x):
    return x * random.random()


def grown(x):
    return last(x) if x.shape.rank > 5 else tf.square(x)


{functions}
{others}
last = Bound({last})


@tf.function
def step(x):
    return last(x)


for _ in range(3):
    step(tf.ones(3))
"""
MANY = 40
FUNCTION = "def other_{0}(x):\n    return tf.square(x) + {0}.0\n\n"
OTHER = "Bound(other_{0})(tf.ones(3))\n"


def codes(folder: Path, last: str, many: int, *others: str) -> list[str]:
    """What is said of `step`, which calls `last` by an object, as many others do."""
    functions = "".join(FUNCTION.format(number) for number in range(many))
    calls = "".join(OTHER.format(number) for number in range(many))
    calls += "".join(f"Bound({other})(tf.ones(3))\n" for other in others)
    text = PROGRAM.format(functions=functions, others=calls, last=last)
    report = analysed(folder, text, preview=True)
    return [finding.code for finding in report.findings if finding.qualname == "step"]


def test_what_a_few_objects_do_is_told_apart(tmp_path: Path) -> None:
    assert codes(tmp_path, "clean", 0, "noisy") == []
    assert codes(tmp_path, "noisy", 0, "clean") == ["HYB011"]


def test_what_another_call_does_is_not_said_of_this_one(tmp_path: Path) -> None:
    assert codes(tmp_path, "clean", MANY, "noisy") == []


@pytest.mark.pure("puts another function in the place of one of a compiled module")
def test_what_a_function_may_call_that_was_given_up_is_not_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    either = "noisy if input() else grown"
    assert codes(tmp_path, either, 0, "clean") == ["HYB011"]
    monkeypatch.setattr(budget.Budget, "evaluation_limit", lambda *_: 1)
    assert codes(tmp_path, either, 0, "clean") == []


def test_what_another_call_leads_back_to_is_no_recursion_of_this_one(tmp_path: Path) -> None:
    assert codes(tmp_path, "clean", MANY, "grown") == []


WRAPPED = """\
import tensorflow as tf


class Outer:
    def __init__(self, inner):
        self.inner = inner

    @tf.function
    def train(self, x):
        return {call}


class Inner:
    def train(self, x):
        return tf.square(x)


agent = Outer(Outer(Inner()))
agent.train(tf.ones(2))
"""


@pytest.mark.parametrize(("call", "found"), [("self.inner.train(x)", []), ("self.train(x - 1)", ["HYB005"])])
def test_the_same_method_of_another_object_is_no_recursion(
    tmp_path: Path, call: str, found: list[str]
) -> None:
    report = analysed(tmp_path, WRAPPED.format(call=call))
    assert [finding.code for finding in report.findings] == found


MIXED = """\
import tensorflow as tf


class Table:
    def __init__(self, values):
        self.values = values

    def __getitem__(self, key):
        if tf.reduce_sum(self.values) > 0.0:
            return self.values
        return -self.values


@tf.function
def step(table):
    return table["x"] + 1.0


table = {table}
step(table)
"""
MADE = {
    'Table(tf.ones(2))': [],
    'Table(tf.ones(2)) if input() else {"x": tf.ones(2)}': [],
}


@pytest.mark.parametrize("made", MADE)
def test_what_a_subscript_may_run_is_no_fault(tmp_path: Path, made: str) -> None:
    report = analysed(tmp_path, MIXED.format(table=made), select=["HYB007"])
    assert [finding.code for finding in report.findings] == MADE[made]


COMPARING = """\
import tensorflow as tf


def sizes(x):
    found = []
    for axis, size in enumerate(x.shape.as_list()):
        found.append({size})
    return found


@tf.function
def step(x, y):
    if sizes(x) != sizes(y):
        raise ValueError("sizes")
    return x + y


step(tf.ones((2, 3)), tf.ones((2, 3)))
"""


@pytest.mark.parametrize(
    "size, found", [("size if size else tf.shape(x)[axis]", []), ("tf.shape(x)[axis]", ["HYB007"])]
)
def test_lists_of_tensors_and_numbers_are_no_fault(tmp_path: Path, size: str, found: list[str]) -> None:
    report = analysed(tmp_path, COMPARING.format(size=size), select=["HYB007"])
    assert [finding.code for finding in report.findings] == found


GIVEN_UP = """\
import tensorflow as tf


def below(x):
    return str(x.shape)


@tf.function
def step(x):
    return below(x)


@tf.function
def power(x, number):
    return x**number


@tf.function
def scaled(x, number):
    return x * tf.cast(number, x.dtype)


def run(function, x, number):
    return function(x, number)


@tf.function
def total(x, rows):
    for row in rows:
        x = x + row
    return x


step(tf.ones(2))
for number in range(5):
    run(power if input() else scaled, tf.ones(2), number)
    run(total if input() else scaled, tf.ones(2), iter([1.0]))
"""


@pytest.mark.parametrize(
    ("given_up", "computes", "changing"), [("", False, ("number",)), ("below", None, ("number",)), ("run", False, ())]
)
def test_what_is_not_known_of_callees_and_callers_that_were_given_up(
    tmp_path: Path, given_up: str, computes: bool | None, changing: tuple[str, ...]
) -> None:
    (tmp_path / "program.py").write_text(GIVEN_UP, "utf-8")
    options = AnalysisOptions()
    facts = analyze(build(load_project(tmp_path, options)), options)
    for function in facts.functions:
        if function.node.name == given_up:
            function.gaps = Gaps("evaluations")
    verdicts = {verdict.qualname: verdict for verdict in decide(facts, options)}
    assert verdicts["step"].computation.has_tensor_computation is computes
    assert verdicts["power"].retracing.changing == changing
    (effect,) = verdicts["total"].computation.effects
    assert effect.why_not is (WhyNot.OTHER_CALLS if given_up == "run" else None)


UNPACKING = """\
import tensorflow as tf


@tf.function
def step(x):
    first, second = x
    return first + second


step(tf.ones(2))
"""


@pytest.mark.parametrize("given_up", [False, True])
def test_what_arrives_in_a_function_that_was_given_up_is_not_known(tmp_path: Path, given_up: bool) -> None:
    (tmp_path / "program.py").write_text(UNPACKING, "utf-8")
    options = AnalysisOptions()
    facts = analyze(build(load_project(tmp_path, options)), options)
    (function,) = facts.functions
    if given_up:
        function.gaps = Gaps("evaluations")
    (verdict,) = decide(facts, options)
    (fault,) = [each for each in verdict.faults if each.kind == "tensor-iteration"]
    assert is_certain(fault) is not given_up


OF_ONE_PLACE = """\
import tensorflow as tf


class Runner:
    def __init__(self, function):
        self.function = function

    def run(self, x):
        return self.function(x)


def run(function, x):
    return Runner(function).run(x)


{functions}
{others}
def clean(x):
    return x


@tf.function
def step(x):
    return tf.square(tf.cast(x, tf.float32))


for number in range(5):
    run({numbered}, number)
run(step, tf.ones(2))
"""


@pytest.mark.parametrize(
    ("many", "numbered", "found"), [(0, "step", ["HYB002"]), (0, "clean", []), (5, "clean", []), (MANY, "clean", [])]
)
def test_what_an_object_that_stands_for_others_passes(
    tmp_path: Path, many: int, numbered: str, found: list[str]
) -> None:
    functions = "".join(FUNCTION.format(number) for number in range(many))
    others = "".join(f"run(other_{number}, tf.ones(2))\n" for number in range(many))
    text = OF_ONE_PLACE.format(functions=functions, others=others, numbered=numbered)
    report = analysed(tmp_path, text)
    assert [finding.code for finding in report.findings if finding.qualname == "step"] == found


KERAS = """\
import tensorflow as tf


def solve(slope, x):
    return slope(x)


class Decay(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(2)

    def call(self, x):
        return self.dense(x)


class Block(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.decay = Decay()

    def call(self, x):
        return solve(self.decay, x)


class Orbit:
    @tf.function
    def __call__(self, x):
        return tf.sin(x)


{classes}
{calls}
print(solve(Orbit(), tf.ones((1, 2))))
print(Block()(tf.ones((1, 2))))
"""
SLOPE = "class Slope{0}:\n    def __call__(self, x):\n        return x * {0}.0\n\n"


@pytest.mark.parametrize("many", [0, MANY])
def test_what_no_model_calls_is_not_built_by_one(tmp_path: Path, many: int) -> None:
    """`solve` for all objects together leads from the layer to functions that other objects call."""
    classes = "".join(SLOPE.format(number) for number in range(many))
    calls = "".join(f"solve(Slope{number}(), tf.ones((1, 2)))\n" for number in range(many))
    report = analysed(tmp_path, KERAS.format(classes=classes, calls=calls), preview=True)
    assert [finding.code for finding in report.findings if finding.code == "HYB016"] == []


NAMED_TWICE = """\
import tensorflow as tf


class Task:
    def __call__(self, x):
        self.run(x)


class Log(Task):
    def __init__(self):
        self.seen = []

    def run(self, x):
        self.seen.append(x)


class Show(Task):
    def run(self, x):
        tf.print(x)


class Group:
    def __init__(self, tasks):
        self.tasks = tasks

    def __call__(self, x):
        for task in self.tasks:
            task(x)


group = Group([{first}])
group(tf.constant(1.0))
group = Group([{then}])


@tf.function
def step(x):
    group(x)


for _ in range(3):
    step(tf.ones(3))
print(len(group.tasks[0].seen) if isinstance(group.tasks[0], Log) else 0)
"""
NAMES = {("Log()", "Show()"): [], ("Show()", "Show()"): [], ("Log()", "Log()"): ["HYB004"]}


@pytest.mark.parametrize(("first", "then"), NAMES)
def test_a_name_that_stood_for_another_object_once(tmp_path: Path, first: str, then: str) -> None:
    report = analysed(tmp_path, NAMED_TWICE.format(first=first, then=then))
    assert [finding.code for finding in report.findings] == NAMES[first, then]


CONSTRUCTED = """\
import tensorflow as tf


def split(name, value):
    return name, value


class Base:
    def __init__(self, name, value):
        self.name, self.value = split(name, value)


class Part(Base):
    def __init__(self, name, value):
        super().__init__(name, None)
        super().__init__([name], value)


{classes}
parts = [{parts}]


@tf.function
def made(x):
    part = Part("new", x)
    return part.value * 2.0 + float(len(parts[0].name))


@tf.function
def again(x):
    parts[1].__init__("again", x)
    return x * 2.0


for _ in range(3):
    made(tf.ones(2))
    again(tf.ones(2))
    print([each.name for each in parts], [each.value for each in parts])
"""


@pytest.mark.parametrize("many", [3, 9])
def test_a_constructor_changes_what_it_makes_and_no_other_object(tmp_path: Path, many: int) -> None:
    """Also where it assigns several attributes at once; but for one that is called of an object that is there."""
    classes = "\n".join(f"class Kind{number}:\n    pass\n" for number in range(many))
    parts = ", ".join(f"Part('{number}', Kind{number}())" for number in range(many))
    report = analysed(tmp_path, CONSTRUCTED.format(classes=classes, parts=parts), preview=True)
    assert [(finding.code, finding.qualname) for finding in report.findings] == [("HYB004", "again")]


CHANGED = """\
import tensorflow as tf


def first(numbers):
    return next(numbers)


@tf.function
def step(x, numbers):
    return x * first(numbers)


def train(numbers):
    for _ in range(3):
        step(tf.constant(1.0), numbers)
"""
OF_TEST = "from program import train\n\n\ndef test_train():\n    train(each for each in [1.0, 2.0, 3.0])\n"
OF_PROGRAM = "from program import train\n\ntrain(each for each in [1.0, 2.0, 3.0])\n"


@pytest.mark.parametrize(("name", "text", "found"), [("test_it.py", OF_TEST, []), ("it.py", OF_PROGRAM, ["HYB010"])])
def test_what_a_test_alone_hands_in_is_no_fault_of_the_program(
    tmp_path: Path, name: str, text: str, found: list[str]
) -> None:
    (tmp_path / "program.py").write_text(CHANGED, "utf-8")
    (tmp_path / name).write_text(text, "utf-8")
    report = hybridize.analyze(tmp_path, root=tmp_path, preview=True)
    assert [finding.code for finding in report.findings] == found


REGISTRY = """\
import sys

import somelib
import tensorflow as tf


class Noisy:
    def __call__(self, x):
        print("noisy")
        return x + 1.0


def clean(x):
    return x * 2.0


made = {made}
model = made[sys.argv[1]]


@tf.function
def step(x):
    return model(x)


for _ in range(3):
    step(tf.ones(3))
"""


@pytest.mark.parametrize(
    ("made", "found"),
    [
        ('{"noisy": Noisy()}', ["HYB004"]),
        ('{"noisy": Noisy(), "clean": clean}', ["HYB004"]),
        ('{"noisy": Noisy(), "other": somelib.make()}', ["HYB004"]),
        ('{"noisy": Noisy(), "clean": clean, "other": somelib.make()}', []),
        ('{"noisy": Noisy(), "copies": tf.io.gfile.copy, "other": somelib.make()}', []),
    ],
)
def test_what_holds_all_sorts_of_functions_and_something_unknown_is_a_mixture(
    tmp_path: Path, made: str, found: list[str]
) -> None:
    report = analysed(tmp_path, REGISTRY.replace("{made}", made))
    assert [finding.code for finding in report.findings] == found
