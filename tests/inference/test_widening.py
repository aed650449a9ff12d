"""Values that grow without end come to rest; statements that are not evaluated again give what they would."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from hybridize.inference import analyze
from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import Dataset, PythonScalar, TupleObject, Value
from hybridize.inference.domain.values import TENSOR, UNKNOWN_RESULT, new_interner
from hybridize.inference.domain.widening import Widening, Width
from hybridize.inference.python import statements
from hybridize.inference.python.frame import Frame
from hybridize.inference.state import budget, limits
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from tests.inference.conftest import Judge

PAIRS: dict[str, Callable[[Interner, Value], Value]] = {
    "tuples": lambda make, inner: make(TupleObject, (inner, TENSOR), frozenset(), "tuple").single,
    "data sets": lambda make, inner: make(Dataset, "dataset", inner).single,
    "data sets of tuples": lambda make, inner: make(
        Dataset, "dataset", make(TupleObject, (inner, UNKNOWN_RESULT), frozenset(), "tuple").single
    ).single,
}


@pytest.mark.parametrize("shape", PAIRS)
def test_a_value_that_is_put_into_itself_comes_to_rest(shape: str) -> None:
    make = new_interner()
    widening = Widening(make, Width(32, 4, 24))
    value: Value = TENSOR
    seen = []
    for _ in range(150):
        value = widening.grown(value, PAIRS[shape](make, value))
        seen.append(value)
    assert len(set(seen[-50:])) == 1


def test_what_widening_left_out_does_not_come_back() -> None:
    make = new_interner()
    widening = Widening(make, Width(32, 4, 24))
    numbers = [make.constant(number) for number in range(200)]
    value: Value = frozenset()
    sizes = []
    for number in [*numbers, *numbers]:
        value = widening.grown(value, number)
        sizes.append(len(value))
    assert value == make(PythonScalar, "int", None).single
    assert sizes[-1] == 1 and max(sizes) < 100


CODE = """
import tensorflow as tf
class Model:
    def __init__(self, units):
        self.units = units
        self.layers = []
    def add(self, layer):
        self.layers.append(layer)
        return self
    def call(self, x):
        for layer in self.layers:
            x = layer(x)
        return self.finish(x)
    def finish(self, x):
        if self.scale:
            x = x * self.scale
        return x, self.units
def double(x):
    return x * 2
def shift(x, by=1.0):
    return x + by
def fold(f, items, start=None):
    total = start
    for item in items:
        total = item if total is None else f(total, item)
    return total
model = Model(3).add(double).add(shift)
outputs, units = model.call(tf.ones(3))
model.scale = tf.constant(2.0)
second = model.call(outputs)[0]
print(fold(lambda a, b: a + b, [second, outputs]), fold(max, [1, 2], 0))
"""


def test_statements_that_are_remembered_give_the_same(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    remembered = judge(CODE)

    def anew(frame: Frame, node: object, work: Callable[[Frame, object], Value]) -> Value:
        return work(frame, node)

    monkeypatch.setattr(statements, "cached", anew)
    assert judge(CODE) == remembered


PROXIES = """
import tensorflow as tf
class Proxy:
    def __init__(self, inner, name):
        self.inner = inner
        self.name = name
    def unwrap(self):
        return self.inner
    def run(self, x):
        self.count = 1
        return tf.nn.relu(x)
def wrapped():
    found = []
    for name in ("a", "b", "c"):
        found.append(Proxy(Proxy(None, name), name))
    found.append(Proxy(found[0], "d"))
    found.append(Proxy(found[1], "e"))
    return found
def work(x):
    for each in wrapped():
        x = each.unwrap().run(x)
    return x
work(tf.ones([2]))
"""


@pytest.mark.parametrize("work", ["FAN_OUT", "ACCESSES"])
def test_what_costs_too_much_is_told_apart_no_more(judge: Judge, monkeypatch: pytest.MonkeyPatch, work: str) -> None:
    before = judge(PROXIES)
    widths: list[int] = []
    monkeypatch.setattr(budget, "Width", lambda *width: (widths.append(width[0]), Width(*width))[1])
    monkeypatch.setattr(budget, f"{work}_FREE", 0)
    monkeypatch.setattr(budget, f"{work}_PER_FUNCTION", 0)
    after = judge(PROXIES)
    assert set(widths) == {limits.SMALL.objects, limits.HUGE.objects}
    for name in ("work", "Proxy.run"):
        assert before[name].parameters[-1].tensor and after[name].parameters[-1].tensor
    assert before["Proxy.run"].computation.has_side_effects and after["Proxy.run"].computation.has_side_effects


def test_what_waits_when_the_work_is_used_up_is_left_as_it_is(judge: Judge, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget.Budget, "evaluation_limit", lambda *_: 1)
    code = "class Store:\n    pass\ndef f(x):\n    return Store().missing + x\nf(1)\n"
    assert judge(code)["f"].parameters[0].literal


def test_calls_with_large_values_share_a_context(tmp_path: Path) -> None:
    width, calls = limits.SMALL.objects, 10
    classes = "".join(f"class C{number}:\n    pass\n" for number in range(width + calls))
    stages = "".join(
        f"if input():\n    found = C{number}()\n" + ("walk(found)\n" if number >= width else "")
        for number in range(width + calls)
    )
    (tmp_path / "main.py").write_text(f"{classes}found = None\ndef walk(m):\n    return m\n{stages}")
    options = AnalysisOptions()
    facts = analyze(build(load_project(tmp_path, options)), options)
    contexts = next(function.contexts for function in facts.functions if function.node.name == "walk")
    assert len(contexts) == 1
