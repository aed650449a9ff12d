"""What calls pass: whether a loop changes it, or makes another object for each call. Python runs the programs."""

from __future__ import annotations

from pathlib import Path

import pytest
from astroid import nodes

from hybridize.inference.facts.allocations import Allocations
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.provenance import Position, Provenance, argument_of, packed_into, returned_values
from hybridize.inference.facts.repetition import EagerRuns, Often, Repetition, is_periodic
from tests.inference.facts.programs import analysed, calls_of, function

HEAD = """\
import random
from functools import partial
class Box:
    def __init__(self, v=0):
        self.v = v
    def method(self): pass
def double(n):
    return 2 * n
def same(n):
    return 7
def use(x):
    return x
box = Box()
"""
NUMBERS: dict[str, bool] = {
    "use(3)\nuse(3)": False,
    "n = 3\nfor i in range(3):\n    use(n)": False,
    "for i in range(3):\n    use(i)": True,
    "for i in range(3):\n    use(i + 1)": True,
    "for i in range(3):\n    n = 2 * i\n    use(n)": True,
    "for i in range(3):\n    n = 5\n    use(n)": False,
    "n = 0\nfor i in range(3):\n    n += 1\n    use(n)": True,
    "n = 0\nfor i in range(3):\n    n = n + 1\n    use(n)": True,
    "n = 0\nwhile n < 3:\n    use(n)\n    n += 1": True,
    "n = 1.0\nfor i in range(3):\n    use(n)\n    n = n * 0.9": True,
    "n = 1.0\nfor i in range(3):\n    use(n)\n    n = max(n * 0.9, 0.1)": True,
    "n = 1.0\nfor i in range(3):\n    use(n)\n    n = max(0.1, float(0.9 * n))": True,
    "n = 1\nm = 1\nfor i in range(3):\n    use(n)\n    m = n + 1": False,
    "n = 9\nfor i in range(3):\n    use(n)\n    n -= 1": True,
    "for i in range(3):\n    use(double(i))": True,
    "for i in range(3):\n    use(double(4))": False,
    "for i, n in enumerate([4, 5, 6]):\n    use(n)": True,
    "for i in range(3):\n    for j in range(2):\n        use(i)": True,
    "def f(n):\n    use(n)\nfor i in range(3):\n    f(i)": True,
    "def f(n):\n    use(n)\nfor i in range(3):\n    f(3)": False,
    "def f(n):\n    use(n + 1)\ndef g(m):\n    f(m)\nfor i in range(3):\n    g(i)": True,
    "l = []\nfor i in range(3):\n    l.append(i)\n    use(len(l))": True,
    "l = [1]\nfor i in range(3):\n    use(len(l))": False,
    "[use(i) for i in range(3)]": True,
    "[use(4) for i in range(3)]": False,
    "while True:\n    use(random.random())\n    break": False,
    "class C:\n    def __init__(self):\n        self.n = 0\n    def f(self):\n        self.n += 1\n        use(self.n)\nc = C()\nfor i in range(3):\n    c.f()": True,
    "class C:\n    def __init__(self):\n        self.n = 4\n    def f(self):\n        use(self.n)\nc = C()\nfor i in range(3):\n    c.f()": False,
    "class C:\n    def set(self, n):\n        self.n = n * 2\n    def f(self):\n        use(self.n)\nc = C()\nfor i in range(3):\n    c.set(i)\n    c.f()": True,
    "for i in range(3):\n    use(x=i)": True,
    "for i in range(3):\n    use(i if i > 1 else -i)": True,
    "for i in range(3):\n    use(-i)": True,
    "for i in range(3):\n    use(int(i))": True,
    "for i in range(3):\n    pass\nuse(i)": False,
    "for i in range(3):\n    use(f'{i}')": True,
    "for i in range(3):\n    n = m = i\n    use(m)": True,
    "for i in range(3):\n    a, n = 1, i\n    use(n)": True,
    "for i in range(3):\n    a, n = i, 1\n    use(n)": False,
}  # fmt: skip


def arrived(code: str) -> list[object]:
    """What arrives at the function when the program runs."""
    found: list[object] = []
    marked = code.replace("def use(x):\n", "def use(x):\n    found.append(x)\n")
    exec(compile(marked, "<program>", "exec"), {"found": found, "__name__": "main"})
    return found


def passed(facts: Facts, used: FunctionFacts) -> list[tuple[nodes.NodeNG | None, object]]:
    (parameter,) = used.parameters
    return [(argument_of(each.node, parameter, used), each) for each in parameter.incoming]


@pytest.mark.parametrize(("body", "changes"), NUMBERS.items())
def test_loops_that_change_an_argument(body: str, changes: bool, tmp_path: Path) -> None:
    code = f"{HEAD}{body}\n"
    facts = analysed(tmp_path, code)
    assert (len(set(map(repr, arrived(code)))) > 1) is changes
    provenance = Provenance(facts, Repetition(facts.graph))
    loops = {
        loop.place.line
        for argument, each in passed(facts, function(facts, "use"))
        for loop in provenance.changes_of(argument, each)  # type: ignore[arg-type]
    }
    first = next((number for number, line in enumerate(code.split("\n"), 1) if line.startswith(("for", "while", "["))), 0)
    assert loops == ({first} if changes else set())


OBJECTS: dict[str, bool] = {
    "for i in range(3):\n    use(box)": False,
    "for i in range(3):\n    use(Box())": True,
    "for i in range(3):\n    b = Box(i)\n    use(b)": True,
    "b = Box(1)\nfor i in range(3):\n    use(b)": False,
    "use(Box())\nuse(Box())": False,
    "def f():\n    return Box()\nfor i in range(3):\n    use(f())": True,
    "def f():\n    return box\nfor i in range(3):\n    use(f())": False,
    "def f():\n    use(Box())\nfor i in range(3):\n    f()": True,
    "def f(b):\n    use(b)\nfor i in range(3):\n    f(Box())": True,
    "def f(b):\n    use(b)\nb = Box()\nfor i in range(3):\n    f(b)": False,
    "for i in range(3):\n    use(lambda: i)": True,
    "def g(): pass\nfor i in range(3):\n    use(g)": False,
    "for i in range(3):\n    def g(): pass\n    use(g)": True,
    "for b in (box, box):\n    use(b)": False,
    "for i in range(3):\n    use(iter([1]))": True,
    "v = iter([1])\nfor i in range(3):\n    use(v)": False,
    "for i in range(3):\n    use(n for n in [1])": True,
    "for i in range(3):\n    use(zip([1], [2]))": True,
    "for i in range(3):\n    use(map(double, [1]))": True,
    "def g():\n    yield 1\nfor i in range(3):\n    use(g())": True,
    "for i in range(3):\n    use(partial(double, 1))": True,
    "v = partial(double, 1)\nfor i in range(3):\n    use(v)": False,
    "for i in range(3):\n    use(object())": True,
    "for i in range(3):\n    use(box.method)": True,
    "v = box.method\nfor i in range(3):\n    use(v)": False,
    "def g():\n    for i in range(3):\n        yield Box()\nfor b in g():\n    use(b)": True,
    "def g():\n    b = Box()\n    for i in range(3):\n        yield b\nfor b in g():\n    use(b)": False,
    "def f():\n    def h(): pass\n    use(h)\nfor i in range(3):\n    f()": True,
    "def f():\n    use(lambda: 1)\nfor i in range(3):\n    f()": True,
    "class C:\n    def __init__(self):\n        self.h = lambda: 1\n    def f(self):\n        use(self.h)\nc = C()\nfor i in range(3):\n    c.f()": False,
    "def f():\n    b = Box()\n    g(b)\ndef g(b):\n    use(b)\nfor i in range(3):\n    f()": True,
    "class C:\n    def f(self):\n        use(self)\nfor i in range(3):\n    C().f()": True,
    "class C:\n    def f(self):\n        use(self)\nc = C()\nfor i in range(3):\n    c.f()": False,
    "for i in range(3):\n    use([Box()][0])": True,
    "[use(Box()) for i in range(3)]": True,
    "class C:\n    def __init__(self):\n        self.b = Box()\n    def f(self):\n        use(self.b)\nc = C()\nfor i in range(3):\n    c.f()": False,
    "class C:\n    def f(self):\n        self.b = Box()\n        use(self.b)\nc = C()\nfor i in range(3):\n    c.f()": True,
}  # fmt: skip


@pytest.mark.parametrize(("body", "new"), OBJECTS.items())
def test_loops_that_make_an_argument(body: str, new: bool, tmp_path: Path) -> None:
    code = f"{HEAD}{body}\n"
    found = arrived(code)
    again = len(found) > 1 and "for" in body
    assert (again and len({id(each) for each in found}) == len(found)) is new
    facts = analysed(tmp_path, code)
    allocations = Allocations(facts, Repetition(facts.graph))
    made = []
    for argument, each in passed(facts, function(facts, "use")):
        found_there = [loops for _, loops in allocations.anew(each, argument)]  # type: ignore[arg-type]
        made += found_there or [allocations.made_by_helpers(each)]  # type: ignore[arg-type]
    made = [loops for loops in made if loops]
    assert bool(made) is new
    first = next((number for number, line in enumerate(code.split("\n"), 1) if line.startswith(("for", "[use"))), 0)
    assert {loop.place.line for loops in made for loop in loops} == ({first} if new else set())
    # Where a loop's own file does not count, it makes nothing.
    assert not [
        each
        for argument, one in passed(facts, function(facts, "use"))
        for each in allocations.anew(one, argument, ("main.py",))  # type: ignore[arg-type]
    ]


@pytest.mark.parametrize(
    ("body", "new"),
    [
        # It is the same object, which is another argument.
        ("v = []\nfor i in range(3):\n    v.append(i)\n    use(v)", True),
        ("v = [1]\nfor i in range(3):\n    use(v)", False),
        ("for i in range(3):\n    v = []\n    v.append(i)\n    use(v)", False),
        ("v = []\nfor i in range(30):\n    v.append(i)\n    if i == 29:\n        use(v)", False),
        # They are other objects, which are equal.
        ("for i in range(3):\n    use((1, 2))", False),
        ("for i in range(3):\n    use('a' + 'b')", False),
        ("import collections\nP = collections.namedtuple('P', 'a')\nfor i in range(3):\n    use(P(1))", False),
        ("import pathlib\nfor i in range(3):\n    use(pathlib.Path('a'))", False),
        ("import datetime\nfor i in range(3):\n    use(datetime.date(2020, 1, 1))", False),
        # A method that is a graph is the same one each time.
        ("import tensorflow as tf\nclass C:\n    @tf.function\n    def m(self): pass\nc = C()\nfor i in range(3):\n    use(c.m)", False),
        ("class C:\n    def m(self): pass\nc = C()\nfor i in range(3):\n    use(c.m)", True),
        ("class C:\n    def m(self): pass\nc = C()\nc.m = c.m\nfor i in range(3):\n    use(c.m)", False),
        # The shape of a tensor is one object as long as the tensor is.
        ("import tensorflow as tf\nt = tf.ones(2)\nfor i in range(3):\n    use(t.shape)", False),
        ("import tensorflow as tf\nfor i in range(3):\n    use(tf.ones(2).shape)", True),
    ],
)
def test_arguments_that_equal_others_or_not(body: str, new: bool, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{body}\n")
    allocations = Allocations(facts, Repetition(facts.graph))
    ((argument, each),) = passed(facts, function(facts, "use"))
    assert bool(list(allocations.anew(each, argument))) is new  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("def f():\n    b = Box()\n    use(b)\nf()", True),
        ("def f():\n    b = Box()\n    for i in range(3):\n        use(b)\nf()", False),
        ("def f():\n    use(Box())\nf()", True),
        ("b = Box()\nuse(b)", False),
        ("def f():\n    b = Box()\n    g(b)\ndef g(b):\n    use(b)\nf()", True),
        ("def f():\n    b = Box()\n    for i in range(3):\n        g(b)\ndef g(b):\n    use(b)\nf()", False),
        ("def f(b):\n    use(b)\nf(box)", False),
        ("class C:\n    def f(self):\n        self.b = Box()\n        use(self.b)\nC().f()", False),
    ],
)
def test_objects_of_one_call(body: str, expected: bool, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{body}\n")
    allocations = Allocations(facts, Repetition(facts.graph))
    ((_, each),) = passed(facts, function(facts, "use"))
    assert allocations.is_of_one_call(each) is expected  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("signature", "call", "expected"),
    [
        ("a, b", "f(1, 2)", {"a": "1", "b": "2"}),
        ("a, b", "f(1, b=2)", {"a": "1", "b": "2"}),
        ("a, b=3", "f(1)", {"a": "1", "b": None}),
        ("a, b", "f(*v)", {"a": None, "b": None}),
        ("a, b", "f(1, *w)", {"a": "1", "b": None}),
        ("a, b", "f(b=1, a=2)", {"a": "2", "b": "1"}),
        ("a, *b", "f(1, 2, 3)", {"a": "1", "b": {0: "2", 1: "3"}}),
        ("a, **b", "f(1, c=2)", {"a": "1", "b": {"c": "2"}}),
        ("a, *b", "f(1, *v)", {"a": "1", "b": {}}),
        ("a, **b", "f(1, **u)", {"a": "1", "b": {}}),
    ],
)  # fmt: skip
def test_what_a_call_passes_to_each_parameter(
    signature: str, call: str, expected: dict[str, object], tmp_path: Path
) -> None:
    before = "v = (1, 2)\nw = (2,)\nu = {'c': 1}\n"
    facts = analysed(tmp_path, f"{before}def f({signature}):\n    pass\n{call}\n")
    called = function(facts, "f")
    (written,) = calls_of(facts, "f")
    found: dict[str, object] = {}
    for each in called.parameters:
        if each.is_star:
            found[each.name] = {k: v.as_string() for k, v in packed_into(written, each, called).items()}
        else:
            argument = argument_of(written, each, called)
            found[each.name] = None if argument is None else argument.as_string()
    assert found == expected


def test_what_calls_of_methods_pass(tmp_path: Path) -> None:
    code = "class C:\n    def f(self, a, *b):\n        pass\nc = C()\nc.f(1, 2)\nC.f(c, 3, 4)\n"
    facts = analysed(tmp_path, code)
    method = function(facts, "f")
    calls = [each for each in facts.program.modules[0].tree.nodes_of_class(nodes.Call) if each.func.as_string().endswith(".f")]
    _, second, rest = method.parameters
    assert [argument_of(each, second, method).as_string() for each in calls] == ["1", "3"]  # type: ignore[union-attr]
    assert [[v.as_string() for v in packed_into(each, rest, method).values()] for each in calls] == [["2"], ["4"]]


def test_values_that_are_returned(tmp_path: Path) -> None:
    facts = analysed(tmp_path, "def f(x):\n    if x:\n        return 1\n    def g():\n        return 2\n    return\n")
    assert [each.as_string() for each in returned_values(function(facts, "f").node)] == ["1"]


RUNS: dict[str, tuple[Often, int | None]] = {
    "": (Often.UNKNOWN, None),
    "use(1)": (Often.ONCE, None),
    "for i in range(9):\n    use(i)": (Often.PER_ITERATION, 14),
    "for i in range(900):\n    if i % 100 == 0:\n        use(i)": (Often.SELDOM, 14),
    "for i in range(9):\n    if i % 2 == 0:\n        use(i)": (Often.PER_ITERATION, 14),
    "for i in (1, 2):\n    use(i)": (Often.ONCE, None),
    "def f():\n    use(1)\nfor i in range(9):\n    f()": (Often.PER_ITERATION, 16),
    "def f():\n    use(1)\nf()": (Often.ONCE, None),
    "def f():\n    for i in range(9):\n        use(1)": (Often.PER_ITERATION, 15),
    "def f():\n    use(1)": (Often.UNKNOWN, None),
    "while True:\n    use(1)\n    break": (Often.ONCE, None),
    "[use(i) for i in range(9)]": (Often.PER_ITERATION, 14),
    "list(map(use, range(9)))": (Often.UNKNOWN, None),
    "for i in range(9):\n    for j in range(900):\n        if j % 50 == 0:\n            use(i)": (Often.SELDOM, 14),
}


@pytest.mark.parametrize(("body", "expected"), RUNS.items())
def test_how_often_a_function_runs(body: str, expected: tuple[Often, int | None], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{body}\n")
    runs = EagerRuns(facts, (), ()).of(function(facts, "use"))
    assert (runs.often, runs.loops[0].place.line if runs.loops else None) == expected


def test_a_graph_does_not_run_what_it_calls(tmp_path: Path) -> None:
    code = f"{HEAD}def f():\n    use(1)\nfor i in range(9):\n    f()\n"
    facts = analysed(tmp_path, code)
    graphs = [function(facts, "f").node]
    assert EagerRuns(facts, graphs, ()).of(function(facts, "use")).often is Often.NEVER
    looping = EagerRuns(facts, (), ()).looping(function(facts, "use"))
    assert looping is None or looping.node.name == "f"


PERIODS: dict[str, bool] = {
    "if step % 100 == 0:": True,
    "if not step % 100:": True,
    "if (step + 1) % 50 == 0:": True,
    "if step > 0 and step % 100 == 0:": True,
    "if tf.equal(step % 100, 0):": True,
    "if tf.math.floormod(step, 100) == 0:": True,
    "if step % 2 == 0:": False,
    "if step % 100 != 0:": False,
    "if step % few == 0:": False,
    "if step % many == 0:": True,
    "if step // 100 == 0:": False,
    "if step == 100:": False,
    "if step % period == 0:": True,
}


@pytest.mark.parametrize(("test", "expected"), PERIODS.items())
def test_conditions_that_hold_seldom(test: str, expected: bool, tmp_path: Path) -> None:
    code = f"few = 3\nmany = 200\ndef f(period):\n    for step in range(1000):\n        {test}\n            use(1)\n        else:\n            other(1)\n"
    facts = analysed(tmp_path, code)
    (loop,) = function(facts, "f").node.body
    assert is_periodic(next(calls_of(facts, "use")), loop) is expected
    assert not is_periodic(next(calls_of(facts, "other")), loop)


@pytest.mark.parametrize(
    ("begin", "expected"),
    [
        ("if count == 100:\n            count = 0", True), ("if count == 3:\n            count = 0", False),
        ("if count == 100:\n            count = 1", False),
        ("if count >= 100:\n            count = 0", True), ("if count < 100:\n            count = 0", False),
        ("if count == 100:\n            other = 0", False),
    ],
)  # fmt: skip
def test_counters_that_begin_again(begin: str, expected: bool, tmp_path: Path) -> None:
    code = f"def f(count):\n    for step in range(1000):\n        {begin}\n            use(1)\n"
    facts = analysed(tmp_path, code)
    (loop,) = function(facts, "f").node.body
    assert is_periodic(next(calls_of(facts, "use")), loop) is expected


RETURNED = """\
import sys
def make(n, *rest, k=0):
    if n:
        return n + 1
    return k
short = lambda n: n * 2
def use(x):
    y = x
    for i in range(3):
        y = x + i
        y = make(i, k=x)
    y += 1
    return make(y), short(y)
use(1)
use(x=2)
"""


def test_where_values_come_from(tmp_path: Path) -> None:
    facts = analysed(tmp_path, RETURNED)
    provenance = Provenance(facts, Repetition(facts.graph))
    node = function(facts, "use").node
    context = function(facts, "use").contexts[0]
    result = node.body[-1]
    here = Position(context, result)
    made, shortened = result.value.elts
    assert [each.as_string() for each, _ in provenance.returned(made, here)] == ["n + 1", "k"]
    assert [each.as_string() for each, _ in provenance.returned(shortened, here)] == ["n * 2"]
    # Behind a call, the parameters are what that call passes; else what all calls do.
    ((first, behind), (second, _)) = provenance.returned(made, here)
    assert [each.as_string() for each, _ in provenance.passed("n", behind)] == ["y"]
    assert [each.as_string() for each, _ in provenance.passed("x", here)] == ["1", "2"]
    assert [each.value.as_string() for each in provenance.assigned("y", here)] == ["x", "x + i", "make(i, k=x)"]
    loop = node.body[1]
    inside = Position(context, loop.body[0])
    assert [each.value.as_string() for each in provenance.assigned("y", inside)] == ["x + i", "make(i, k=x)"]
    assert provenance.changes_here(loop.body[0].value, inside)
    assert not provenance.changes_here(node.body[0].value, inside)
    assert not provenance.changes_here(loop.body[0].value, here)
