"""How often functions run eagerly: the loops that count, those that do not, and who calls at all."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.repetition import EagerRuns, Often
from tests.inference.facts.programs import analysed, function

HEAD = """\
import sys
import tensorflow as tf
def use(x=0): return x
def other(x=0): return x
data = tf.data.Dataset.range(9)
"""
FIRST = 6
"""The line on which the programs begin."""


def runs(facts: Facts, graphs: tuple[str, ...] = (), able: tuple[str, ...] = ()) -> EagerRuns:
    """The runs of a program in which functions of some names are graphs, or could be."""
    return EagerRuns(
        facts, [function(facts, each).node for each in graphs], [function(facts, each).node for each in able]
    )


OFTEN: dict[str, tuple[Often, int | None]] = {
    # Calls, and loops around them; the line is that of the loop, counted from the program's first.
    "pass": (Often.UNKNOWN, None),
    "use()": (Often.ONCE, None),
    "use()\nuse()": (Often.ONCE, None),
    "while sys.argv:\n    use()": (Often.PER_ITERATION, 1),
    "for i in range(9):\n    use()": (Often.PER_ITERATION, 1),
    "for i in range(9):\n    for j in range(9):\n        use()": (Often.PER_ITERATION, 2),
    "[use() for i in range(9)]": (Often.PER_ITERATION, 1),
    "for i in use():\n    pass": (Often.ONCE, None),
    "for x in data:\n    use(x)": (Often.PER_ITERATION, 1),
    "def f():\n    use()\nfor i in range(9):\n    f()": (Often.PER_ITERATION, 3),
    "def f():\n    for i in range(9):\n        use()\nf()": (Often.PER_ITERATION, 2),
    # Keras builds a layer once, however often it is called.
    "class L(tf.keras.layers.Layer):\n    def build(self, shape):\n        use()\n    def call(self, x):\n        return x\n"
    "l = L()\nfor i in range(9):\n    l(tf.ones(2))": (Often.ONCE, None),
    "class L(tf.keras.layers.Layer):\n    def call(self, x):\n        return use(x)\n"
    "l = L()\nfor i in range(9):\n    l(tf.ones(2))": (Often.PER_ITERATION, 5),
    "class C:\n    def __next__(self):\n        use()\n    def __iter__(self):\n        return self\nfor x in C():\n    pass": (Often.PER_ITERATION, 6),
    # A model of symbolic tensors is built once.
    "use(tf.keras.Input((2,)))": (Often.NEVER, None),
    "for i in range(9):\n    use(tf.keras.Input((2,)))": (Often.NEVER, None),
    "for i in range(9):\n    use(tf.keras.Input((2,)))\nuse(1)": (Often.ONCE, None),
    # What each round makes is another object.
    "makers = [use, other, use, use]\nfor make in makers:\n    model = make()\n    model()": (Often.UNKNOWN, None),
    "class C:\n    def m(self): use()\nfor c in [C(), C(), C(), C()]:\n    c.m()": (Often.ONCE, None),
    "class C:\n    def m(self): use()\nc = C()\nfor i in range(9):\n    c.m()": (Often.PER_ITERATION, 4),
    # Nobody knows who calls a function that the program does not call.
    "def f():\n    for i in range(9):\n        use()": (Often.PER_ITERATION, 2),
    "def f():\n    use()": (Often.UNKNOWN, None),
    "def f():\n    use()\nf()": (Often.ONCE, None),
    "for i in range(9):\n    use()\nfor i in range(9):\n    use()": (Often.PER_ITERATION, 1),
    "def f():\n    while True:\n        use()\ndef g():\n    while True:\n        use()\nf()\ng()": (Often.PER_ITERATION, 5),
    "def f(n):\n    use()\n    if n:\n        f(n - 1)\nf(3)": (Often.ONCE, None),
    "def f(n):\n    use()\n    if n:\n        f(n - 1)\nwhile True:\n    f(3)": (Often.PER_ITERATION, 5),
    # A round or two, or a few members, are as good as calls one after the other.
    "for i in range(2):\n    use()": (Often.ONCE, None),
    "for i in range(3):\n    use()": (Often.PER_ITERATION, 1),
    "for x in (1, 2, 3):\n    use(x)": (Often.ONCE, None),
    "for x in (1, 2, 3, 4):\n    use(x)": (Often.PER_ITERATION, 1),
    "for x in [1]:\n    use(x)": (Often.ONCE, None),
    "for x in []:\n    use(x)": (Often.ONCE, None),
    "few = [1, 2]\nfor x in few:\n    use(x)": (Often.ONCE, None),
    "few = [1, 2]\nfew.append(3)\nfor x in few:\n    use(x)": (Often.PER_ITERATION, 3),
    "few = sys.argv\nfor x in few:\n    use(x)": (Often.PER_ITERATION, 2),
    "few = [1]\nif sys.argv:\n    few = [1, 2, 3, 4]\nfor x in few:\n    use(x)": (Often.PER_ITERATION, 4),
    "few = [1, 2, 3, 4, 5]\nfor x in few[1:]:\n    use(x)": (Often.PER_ITERATION, 2),
    "few = [1, 2, 3]\nfor x in few[1:]:\n    use(x)": (Often.ONCE, None),
    "for x in data.take(1):\n    use(x)": (Often.ONCE, None),
    "for x in data.take(3):\n    use(x)": (Often.ONCE, None),
    "for x in data.take(4):\n    use(x)": (Often.PER_ITERATION, 1),
    "for x, y in zip(data, (1, 2)):\n    use(x)": (Often.ONCE, None),
    "for x, y in zip(data, data):\n    use(x)": (Often.PER_ITERATION, 1),
    "[use(x) for x in (1, 2)]": (Often.ONCE, None),
    "[use(x) for x in (1, 2, 3)]": (Often.ONCE, None),
    "[use(x) for x in (1, 2, 3, 4)]": (Often.PER_ITERATION, 1),
    "[use(x) for x in data.take(3)]": (Often.ONCE, None),
    "[use(x) for x in (1, 2) for y in (1, 2)]": (Often.PER_ITERATION, 1),
    "while True:\n    for x in (1, 2):\n        use(x)": (Often.PER_ITERATION, 1),
    # Every so many rounds is seldom, however often the loop begins again.
    "for i in range(99):\n    if i % 10 == 0:\n        use()": (Often.SELDOM, 1),
    "for i in range(99):\n    if i % 3 == 0:\n        use()": (Often.PER_ITERATION, 1),
    "for i in range(99):\n    if i % 4 == 0:\n        use()": (Often.SELDOM, 1),
    "for i in range(99):\n    if i % 10 != 0:\n        use()": (Often.PER_ITERATION, 1),
    "for i in range(99):\n    if i % 10 > 0:\n        use()": (Often.PER_ITERATION, 1),
    "for i in range(99):\n    if not i % 10:\n        use()": (Often.SELDOM, 1),
    "for i in range(99):\n    if -i % 10:\n        use()": (Often.PER_ITERATION, 1),
    "for i in range(99):\n    if i * 10 == 0:\n        use()": (Often.PER_ITERATION, 1),
    "for i in range(99):\n    if i % 10 == 0:\n        pass\n    else:\n        use()": (Often.PER_ITERATION, 1),
    "for i in range(99):\n    if tf.equal(i % 10, 0):\n        use()": (Often.SELDOM, 1),
    "for i in range(99):\n    if tf.less(i % 10, 1):\n        use()": (Often.PER_ITERATION, 1),
    "for i in range(99):\n    if tf.math.floormod(i, 10) == 0:\n        use()": (Often.SELDOM, 1),
    "for i in range(99):\n    if tf.math.mod(i, 10) == 0:\n        use()": (Often.SELDOM, 1),
    "for i in range(99):\n    if tf.maximum(i, 10) == 0:\n        use()": (Often.PER_ITERATION, 1),
    "n = 2\nfor i in range(99):\n    if i % n == 0:\n        use()": (Often.PER_ITERATION, 2),
    "n = 20\nfor i in range(99):\n    if i % n == 0:\n        use()": (Often.SELDOM, 2),
    "n = len(sys.argv)\nfor i in range(99):\n    if i % n == 0:\n        use()": (Often.SELDOM, 2),
    "n = 2\nif sys.argv:\n    n = 20\nfor i in range(99):\n    if i % n == 0:\n        use()": (Often.SELDOM, 4),
    "n = 0\nwhile True:\n    n += 1\n    if n == 50:\n        use()\n        n = 0": (Often.SELDOM, 2),
    "n = 0\nwhile True:\n    n += 1\n    if n >= 50:\n        use()\n        n = 0": (Often.SELDOM, 2),
    "n = 0\nwhile True:\n    n += 1\n    if n == 2:\n        use()\n        n = 0": (Often.PER_ITERATION, 2),
    "n = 0\nwhile True:\n    n += 1\n    if n < 50:\n        use()\n        n = 0": (Often.PER_ITERATION, 2),
    "n = 0\nwhile True:\n    n += 1\n    if n == 50:\n        use()": (Often.PER_ITERATION, 2),
    "n = 0\nwhile True:\n    n += 1\n    if n == 50:\n        use()\n        n = 1": (Often.PER_ITERATION, 2),
    "def f():\n    for i in range(99):\n        if i % 10 == 0:\n            use()\nwhile True:\n    f()": (Often.SELDOM, 2),
    "def f():\n    use()\nfor i in range(99):\n    if i % 10 == 0:\n        f()": (Often.SELDOM, 3),
    "for i in range(99):\n    if i % 10 == 0:\n        use()\n    use()": (Often.PER_ITERATION, 1),
    "if sys.argv[0] % 10 == 0:\n    for i in range(99):\n        use()": (Often.PER_ITERATION, 2),
    # A loop over objects calls each of them once.
    "for f in [use, other, use, other]:\n    f()": (Often.UNKNOWN, None),
    "table = {'a': use, 'b': other}\nfor name in sys.argv:\n    table[name]()": (Often.UNKNOWN, None),
    "table = {'a': use, 'b': other}\nfor i in range(99):\n    table['a']()": (Often.PER_ITERATION, 2),
    # Lambdas.
    "f = lambda: use()\nfor i in range(9):\n    f()": (Often.PER_ITERATION, 2),
    "f = lambda: use()\nf()": (Often.UNKNOWN, None),
    "f = lambda: [use() for i in range(9)]\nf()": (Often.PER_ITERATION, 1),
    "f = lambda: use()": (Often.UNKNOWN, None),
    # What others do with a function is not known.
    "list(map(lambda x: use(x), sys.argv))": (Often.UNKNOWN, None),
    "for i in range(9):\n    list(map(use, sys.argv))": (Often.PER_ITERATION, 1),
    "list(map(use, sys.argv))": (Often.UNKNOWN, None),
    "def call(f):\n    f()\nfor i in range(99):\n    call(use)": (Often.PER_ITERATION, 3),
    "import threading\nfor i in range(99):\n    threading.Thread(target=use).start()": (Often.PER_ITERATION, 2),
    # Each process runs it once.
    "import multiprocessing\nfor i in range(99):\n    multiprocessing.Process(target=use).start()": (Often.ONCE, None),
    "import scipy.optimize\nscipy.optimize.minimize(use, [0.0])": (Often.PER_ITERATION, 2),
    "if __name__ == '__main__':\n    for i in range(99):\n        use()": (Often.PER_ITERATION, 2),
}  # fmt: skip


@pytest.mark.parametrize(("program", "expected"), OFTEN.items())
def test_how_often_a_function_runs(program: str, expected: tuple[Often, int | None], tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{program}\n")
    found = runs(facts).of(function(facts, "use"))
    lines = [each.place.line - FIRST + 1 for each in found.loops]
    assert (found.often, *lines) == tuple(each for each in expected if each is not None)
    assert [each.iterator for each in found.loops if each.iterator] == ["scipy.optimize.minimize"] * ("scipy" in program)
    looping = runs(facts).looping(function(facts, "use"))
    assert looping is None or found.loops


EPOCHS = """\
optimizer = tf.keras.optimizers.Adam()
def step(x):
    optimizer.apply_gradients([])
def train(x):
    step(x)
for epoch in range(9):
"""
PASS = "    for x in data:\n        {call}\n"


@pytest.mark.parametrize(
    ("body", "often"),
    [
        (PASS.format(call="step(x)") + "    use()\n", Often.SELDOM),
        (PASS.format(call="train(x)") + "    use()\n", Often.SELDOM),
        (PASS.format(call="optimizer.minimize(x, [])") + "    use()\n", Often.SELDOM),
        # It comes first, is a part of the pass, or there is no training.
        ("    use()\n" + PASS.format(call="step(x)"), Often.PER_ITERATION),
        (PASS.format(call="use(step(x))"), Often.PER_ITERATION),
        (PASS.format(call="other(x)") + "    use()\n", Often.PER_ITERATION),
        ("    step(1)\n    use()\n", Often.PER_ITERATION),
        # What is numbered may be a few passes over what was just collected.
        (PASS.format(call="step(x)").replace("data", "range(5)") + "    use()\n", Often.PER_ITERATION),
    ],
)
def test_what_comes_after_a_pass_of_training_runs_once_an_epoch(body: str, often: Often, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{EPOCHS}{body}")
    assert runs(facts).of(function(facts, "use")).often is often


@pytest.mark.parametrize(
    ("program", "graphs", "able", "often"),
    [
        # Graphs run no Python of what they call; what could be a graph goes through some layers in one call.
        ("def f():\n    use()\nwhile True:\n    f()", ("f",), (), Often.NEVER),
        ("def f():\n    use()\nwhile True:\n    f()\n    use()", ("f",), (), Often.PER_ITERATION),
        ("def f():\n    for i in range(9):\n        use()\nf()", (), ("f",), Often.ONCE),
        ("def f():\n    for i in range(20):\n        use()\nf()", (), ("f",), Often.ONCE),
        ("def f():\n    for i in range(21):\n        use()\nf()", (), ("f",), Often.PER_ITERATION),
        ("def f(n):\n    for i in range(n):\n        use()\nf(len(sys.argv))", (), ("f",), Often.PER_ITERATION),
        ("def f():\n    for i in sys.argv:\n        use()\nf()", (), ("f",), Often.ONCE),
        ("def f():\n    while sys.argv:\n        use()\nf()", (), ("f",), Often.PER_ITERATION),
        ("def f():\n    return [use() for i in sys.argv]\nf()", (), ("f",), Often.ONCE),
        ("data.map(use)", (), (), Often.NEVER),
        # A choice between a function and a graph of it is a switch for debugging.
        ("@tf.function\ndef f():\n    use()\nrun = f if sys.argv else use\nwhile True:\n    run()", ("f",), (), Often.NEVER),
        ("def f():\n    use()\nrun = f if sys.argv else use\nwhile True:\n    run()", ("f",), (), Often.PER_ITERATION),
    ],
)
def test_graphs_run_no_python(
    program: str, graphs: tuple[str, ...], able: tuple[str, ...], often: Often, tmp_path: Path
) -> None:
    facts = analysed(tmp_path, f"{HEAD}{program}\n")
    assert runs(facts, graphs=graphs, able=able).of(function(facts, "use")).often is often


@pytest.mark.parametrize(
    ("program", "often"),
    [
        # A name that several calls share tells nothing; the names of the arguments do.
        ("def run(agent, state):\n    while True:\n        agent.act(state)\nrun(eval(sys.argv[1]), 2)", Often.PER_ITERATION),
        ("def run(agent, state):\n    agent.act(state)\nrun(eval(sys.argv[1]), 2)", Often.UNKNOWN),
        ("def run(agent, x):\n    while True:\n        agent.act(x)\nrun(eval(sys.argv[1]), 2)", Often.UNKNOWN),
        ("def run(agent, state):\n    while True:\n        agent.act(state)", Often.PER_ITERATION),
        ("@tf.function\ndef run(agent, state):\n    agent.act(state)\nrun(eval(sys.argv[1]), 2)", Often.UNKNOWN),
    ],
)
def test_calls_that_seem_to_mean_a_function(program: str, often: Often, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}class Net:\n    def act(self, state):\n        return state\n{program}\n")
    assert runs(facts).of(function(facts, "act")).often is often


@pytest.mark.parametrize(
    ("program", "often"),
    [
        ("def f():\n    def use(): pass\n    use()\nf()", Often.ONCE),
        ("def f():\n    def use(): pass\n    for i in range(9):\n        use()\nf()", Often.PER_ITERATION),
        ("def f():\n    def use(): pass\n    return use\nfor i in range(9):\n    g = f()\n    g()", Often.PER_ITERATION),
        ("def f():\n    def use(): pass\n    return use\ng = f()\nfor i in range(9):\n    g()", Often.PER_ITERATION),
        ("def f():\n    def use(): pass\n    return use\nfor g in [f(), f(), f(), f()]:\n    g()", Often.UNKNOWN),
    ],
)
def test_one_of_the_functions_that_a_definition_makes(program: str, often: Often, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{program}\n")
    assert runs(facts).of(function(facts, "use")).often is often


@pytest.mark.parametrize(
    ("loop", "rounds", "numbers"),
    [
        ("for i in range(9)", 9, range(9)), ("for i in range(2, 9)", 7, range(2, 9)), ("for i in (1, 2, 3, 4)", 4, None),
        ("for x in data", None, None), ("while sys.argv", None, None),
    ],
)  # fmt: skip
def test_the_rounds_of_a_loop(loop: str, rounds: int | None, numbers: range | None, tmp_path: Path) -> None:
    facts = analysed(tmp_path, f"{HEAD}{loop}:\n    use()\n")
    (found,) = runs(facts).of(function(facts, "use")).loops
    assert (found.rounds, found.numbers) == (rounds, numbers)


def test_a_loop_of_tests_is_no_loop_of_the_program(tmp_path: Path) -> None:
    (tmp_path / "test_main.py").write_text("import main\ndef test_it():\n    for i in range(9):\n        main.use()\n")
    facts = analysed(tmp_path, "def use(): pass\ndef other(): pass\nother()\n")
    eager = runs(facts)
    assert [eager.of(function(facts, each)).often for each in ("use", "other")] == [Often.TESTED, Often.ONCE]


def test_the_function_of_the_loop(tmp_path: Path) -> None:
    facts = analysed(tmp_path, "def use(): pass\ndef f():\n    while True:\n        g()\ndef g():\n    use()\nf()\ng()\n")
    looping = runs(facts).looping(function(facts, "use"))
    assert looping is not None and looping.node.name == "f"
    assert runs(facts).looping(function(facts, "f")) is None
