"""`explain` tells every condition with its evidence."""

from __future__ import annotations

from pathlib import Path

import pytest
from surfaces.conftest import Command
from surfaces.test_report import full_row

from hybridize.surfaces.explain import explain
from hybridize.surfaces.formats.view import View
from hybridize.verdicts.model.parts import WhyNot


@pytest.mark.parametrize("target", ["step.py:4", "step.py:6", "step.py::step", "step.py:step"])
def test_a_function_by_name_or_by_any_of_its_lines(project: Path, command: Command, target: str) -> None:
    result = command("explain", target)
    assert result.status == 0
    assert result.out.startswith("step.py:4: step\n")
    for expected in (
        "| ^^^^^^^^\n\n  Yes: add `@tf.function`. Nothing speaks against it.\n  it runs eagerly; HYB001\n",
        "`x` receives tensors (seen in the data flow)",
        "step.py:11: called as `step(tf.ones((3, 3)), tf.ones((3, 3)))`",
        "[holds] it receives tensors",
        "[holds] it has no Python side effects",
        "called in a loop: step.py:10",
        "| for _ in range(10):",
    ):
        assert expected in result.out


def test_advice_that_the_tables_do_not_give(project: Path, command: Command) -> None:
    text = (
        "import tensorflow as tf\nweights = tf.Variable(tf.ones((3, 3)))\n\n"
        "def step(how):\n    with tf.GradientTape() as tape:\n        x = weights\n"
        "        for _ in range(4):\n            x = tf.tanh(tf.matmul(x, weights) + 0.5)\n"
        "        loss = tf.reduce_sum(x) if how == 'sum' else tf.reduce_mean(x)\n"
        "    weights.assign_sub(tape.gradient(loss, weights))\n\n"
        "for how in ('sum', 'mean'):\n    for _ in range(50):\n        step(how)\n"
    )
    (project / "modes.py").write_text(text, encoding="utf-8")
    said = command("explain", "modes.py::step").out
    for expected in (
        "  Yes: add `@tf.function`, if the assumptions below hold.\n",
        "why it may be a graph: few values, captured tensors",
        "estimated: 2 traces (`how` has 2 values: `'sum'`, `'mean'`)",
        "  it rests on this:\n    [unknown] `how` is assumed to have few values, each of which is traced once",
    ):
        assert expected in said


def test_the_innermost_function_is_meant(project: Path, command: Command) -> None:
    text = "def outer():\n    def inner():\n        pass\n    return inner\n"
    (project / "nest.py").write_text(text, encoding="utf-8")
    assert command("explain", "nest.py:3").out.startswith("nest.py:2: outer.inner\n")
    assert command("explain", "nest.py:4").out.startswith("nest.py:1: outer\n")


@pytest.mark.parametrize("name", [":Net.call", "::Net.call", "::Net::call", ":Net::call", ":run", "::Net.call.run"])
def test_a_name_is_a_qualified_one_or_its_end(project: Path, command: Command, name: str) -> None:
    text = "class Net:\n    def call(self):\n        def run():\n            pass\n        return run\n\n\n"
    text += "class Other:\n    def call(self):\n        pass\n\n    def run(self):\n        pass\n"
    (project / "net.py").write_text(text, encoding="utf-8")
    heads = [line for line in command("explain", f"net.py{name}").out.splitlines() if line.startswith("net.py:")]
    expected = {"run": ["net.py:3: Net.call.run", "net.py:12: Other.run"]}
    expected["Net.call.run"] = expected["run"][:1]
    assert heads == expected.get(name.lstrip(":"), ["net.py:2: Net.call"])
    assert command("types", f"net.py{name}").out.startswith(f"# {heads[0]}\n")


def test_the_whole_name_comes_before_the_end_of_others(project: Path, command: Command) -> None:
    text = "class Net:\n    def run(self):\n        pass\n\n\ndef run():\n    pass\n"
    (project / "net.py").write_text(text, encoding="utf-8")
    said = command("explain", "net.py:run").out
    assert said.startswith("net.py:6: run\n") and "Net.run" not in said
    (project / "net.py:run").write_text("def other():\n    pass\n", encoding="utf-8")
    assert "needs FILE:LINE or FILE::NAME" in command("explain", "net.py:run").err


def test_a_line_of_no_function_says_what_is_found_there(project: Path, command: Command) -> None:
    text = "import tensorflow as tf\ndata = tf.data.Dataset.range(3)\nall = data.map(lambda x: x.numpy())\n"
    (project / "mapped.py").write_text(text, encoding="utf-8")
    said = command("explain", "mapped.py:3")
    assert said.status == 0
    assert said.out.startswith("mapped.py:3:26: HYB007 `data.map` at line 3 traces `<lambda>`: `tf.Tensor.numpy")
    said = command("explain", "mapped.py:2").out
    assert said.startswith("mapped.py:2: this is in no function, and no block around it would gain as a graph: ")
    assert "there is no function at line 4 of mapped.py" in command("explain", "mapped.py:4").err
    (project / "two.py").write_text("import os\n\n\ndef f():\n    pass\n\n\ndef g():\n    pass\n", encoding="utf-8")
    assert "would gain as a graph; the nearest is `f` at line 4\n" in command("explain", "two.py:1").out


def test_a_hybrid_function_with_a_side_effect(project: Path, command: Command) -> None:
    out = command("explain", "noisy.py::noisy").out
    assert "  Keep `@tf.function`, and repair what HYB004 says.\n  it runs as a graph; HYB004\n" in out
    assert "  [fails] HYB004 at noisy.py:6: `noisy` is a `tf.function`: it calls `print` only" in out
    assert "    what to do: Print with `tf.print` (`--fix --unsafe-fixes`)\n" in out
    assert "a graph by decorator: noisy.py:4" in out
    assert '| print("noisy", x)' in out
    assert "may not matter" not in out


def test_why_a_side_effect_may_not_matter(project: Path, command: Command) -> None:
    text = (project / "noisy.py").read_text("utf-8").replace('print("noisy", x)', 'print("tracing noisy")')
    (project / "noisy.py").write_text(text, "utf-8")
    out = command("explain", "noisy.py::noisy").out
    assert f'| print("tracing noisy")\n        which may not matter: {WhyNot.TRACE_OUTPUT.value}\n' in out


def test_everything_that_a_verdict_holds_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    view = View((), tmp_path, lambda path, line: f"line {line} of {path}")
    assert "tables" not in explain(view, [full_row()])
    text = explain(view, [full_row()], tables=True)
    for expected in (
        "  by the papers' tables: precondition P3 holds "
        "(a graph, but Python numbers or texts arrive besides tensors)\n",
        "with jit_compile = True",
        "receives tensors, receives Python numbers or texts",
        "10 from main.py:24",
        "| line 24 of main.py",
        "`w` is read from its closure: a tensor",
        "[unknown] whether it has Python side effects is not known",
        "[fails] undetermined: not everything that it does is known (pkg/model.py:12)",
        "[fails] low-gain: a graph of 1 TensorFlow operation is hardly faster",
        "[unknown] `lib.f`: it is pure (main.py:24)",
        "gain as a graph: high (14 operations a call)",
    ):
        assert expected in text


def test_a_file_that_cannot_be_parsed_is_status_1(project: Path, command: Command) -> None:
    (project / "broken.py").write_text("def f(:\n", encoding="utf-8")
    result = command("explain", "broken.py:1")
    assert (result.status, result.out) == (1, "")
    assert "broken.py:1: syntax-error" in result.err


def test_what_holds_a_function_back(project: Path, command: Command) -> None:
    program = """\
import tensorflow as tf


def shown(x):
    print(x)
    for _ in range(9):
        x = tf.tanh(2.0 * x)
    return x


def far(x):
    print(x)
    print(x)
    return float(tf.tanh(x).numpy())


for i in range(3):
    shown(tf.ones(3))
    far(tf.ones(()))
"""
    (project / "near.py").write_text(program, encoding="utf-8")
    said = command("explain", "near.py::shown").out
    assert "  No: it calls `print`; as a graph it would do so once, while it is traced.\n" in said
    assert "  what blocks it:\n    [fails] calls `print` (near.py:5)\n        | print(x)\n" in said
    assert "  what to do, since nothing else blocks it:\n    Use `tf.print`" in said
    coloured = command("explain", "near.py::shown", "--color", "always").out
    assert "✗\x1b[0m calls `print` (near.py:5)" in coloured
    said = command("explain", "near.py::far").out
    assert "And 2 other things speak against it (below).\n" in said
    assert "nothing else blocks it" not in said and "  what to do:\n    Use `tf.print`" in said


WORK = """\
import tensorflow as tf


def shown(x):
    for _ in range(5):
        x = tf.tanh(x * 2.0 + 1.0)
    return x


def inner(x):
    return shown(tf.exp(x)) + 1.0


# @tf.function
def disabled(x):
    return inner(tf.exp(x)) + 1.0


def helper(x, unused):
    return tf.exp(x) + 1.0


@tf.function
def step(x):
    return helper(x, None)


def training(x):
    return inner(inner(x))


for _ in range(10):
    step(tf.ones(3))
"""


@pytest.mark.parametrize(
    "call, function, said",
    [
        ("shown(tf.ones(3))", "shown", "No: it would not pay; no loop of many rounds calls it: tracing it takes"),
        (
            "for n in range(9):\n    shown(tf.ones(9)[:n])",
            "shown",
            "No: it would not pay; `x` may have another shape at nearly",
        ),
        (
            "for _ in range(9):\n    disabled(tf.ones(3))",
            "disabled",
            "[unknown] somebody commented its `@tf.function` out (work.py:14)",
        ),
        (
            "for _ in range(9):\n    training(tf.ones(3))",
            "inner",
            "No need: `@tf.function` on `training` serves it, too.",
        ),
        ("", "helper", "No need: it runs in the graphs of its callers already."),
        (
            "for _ in range(9):\n    shown(tf.ones(3))",
            "shown",
            "(3 operations a call, which run about 15 with layers, ",
        ),
    ],
)
def test_why_what_could_become_a_graph_is_not_reported(
    project: Path, command: Command, call: str, function: str, said: str
) -> None:
    (project / "work.py").write_text(f"{WORK}{call}\n", encoding="utf-8")
    assert said in command("explain", f"work.py::{function}").out


def test_what_does_not_matter_is_not_told(project: Path, command: Command) -> None:
    (project / "work.py").write_text(f"{WORK}helper(tf.ones(3), None)\n", encoding="utf-8")
    parameters = command("explain", "work.py::helper").out.partition("  `unused` ")[2].partition("\n")
    assert parameters[0] == "receives neither tensors nor Python numbers or texts"
    assert parameters[2].startswith("\n  conditions:\n")


def test_a_root_that_is_named_is_analysed_whole(
    tmp_path: Path, command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "core").mkdir()
    (tmp_path / "core" / "work.py").write_text("def double(x):\n    return x * 2\n", encoding="utf-8")
    text = "import tensorflow as tf\n\nfrom core import work\n\nwork.double(tf.ones(3))\n"
    (tmp_path / "main.py").write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert "main.py:5: called as `work.double(tf.ones(3))`" in command("explain", "core/work.py:1", "--root", ".").out
    assert "main.py" not in command("explain", "core/work.py:1").out


GRAPHS = """\
import tensorflow as tf


@tf.function
def fine(x):
    return tf.tanh(x) + 1.0


@tf.function
def nothing(n):
    return n


@tf.function
def numbers(x, n):
    return x * n


def plain(n):
    return n + 1


for i in range(30):
    fine(tf.ones(3))
    nothing(1)
    numbers(tf.ones(3), i)
    plain(i)
"""
ANSWERS = {
    "fine": "Keep `@tf.function`: nothing speaks against it.",
    "nothing": "Remove `@tf.function`: no tensor arrives, so it only costs time.",
    "numbers": "Remove `@tf.function`: it is compiled again for every new Python number; better still, pass tensors",
    "plain": "No: TensorFlow computes nothing in it.",
}


@pytest.mark.parametrize("function", ANSWERS)
def test_the_answer_comes_first(project: Path, command: Command, function: str) -> None:
    (project / "graphs.py").write_text(GRAPHS, encoding="utf-8")
    said = command("explain", f"graphs.py::{function}").out
    assert said.partition("\n\n  ")[2].startswith(ANSWERS[function])


WARNING = (
    "WARNING:tensorflow:5 out of the last 5 calls to <{what}> triggered tf.function retracing. Tracing is expensive "
    "and the excessive number of tracings could be due to (1) creating @tf.function repeatedly in a loop, (2) passing "
    "tensors with different shapes, (3) passing Python objects instead of tensors."
)


@pytest.mark.parametrize("what", ["function numbers at 0x7f5c", "function outer.<locals>.numbers at 0x7f5c"])
def test_a_warning_of_tensorflow_is_explained(project: Path, command: Command, what: str) -> None:
    text = GRAPHS
    if "outer" in what:
        text = GRAPHS.replace("@tf.function\ndef numbers(x, n):\n    return x * n\n", "")
        text = text.replace("def plain", "def outer():\n    @tf.function\n    def numbers(x, n):\n"
                            "        return x * n\n    return numbers\n\n\nnumbers = outer()\n\n\ndef plain")
    (project / "graphs.py").write_text(text, encoding="utf-8")
    warning = WARNING.format(what=what)
    quoted = command("explain", warning)
    assert quoted.status == 0
    assert quoted.out.startswith("graphs.py:") and "numbers\n" in quoted.out.partition("\n")[0] + "\n"
    assert "`n`" in quoted.out
    assert command("explain", *warning.split()).out == quoted.out


def test_a_warning_about_another_program_is_wrong_usage(project: Path, command: Command) -> None:
    told = command("explain", WARNING.format(what="function elsewhere at 0x1"))
    assert (told.status, "there is no function `elsewhere`" in told.err) == (2, True)
    told = command("explain", WARNING.format(what="tensorflow.python.eager.Function object at 0x1"))
    assert (told.status, "names no function" in told.err) == (2, True)
