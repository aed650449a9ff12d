"""What was run in a trace: what each entry of the table covers, and that it is so with the installed release."""

from __future__ import annotations

import ast
import builtins
import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import hybridize
from hybridize.frameworks.knowledge import load
from hybridize.frameworks.traced import REST, SELF, Stage, Traced, arguments
from hybridize.inference.domain.objects import MARKERS
from hybridize.inference.models import library_calls
from hybridize.verdicts.model.parts import Safety
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

DATA = Path(hybridize.__file__).parent / "frameworks" / "data" / "traced.json"
_DATA = json.loads(DATA.read_text("utf-8"))
RUNS: dict[str, list[str]] = _DATA["runs"]
ATTRIBUTES: dict[str, str] = _DATA["attributes"]
FUNCTIONS: dict[str, str] = _DATA["functions"]


@pytest.mark.parametrize(
    "run, name, covers",
    [
        ("abs(x)", "builtins.abs", {(0, Stage.ITSELF)}),
        ("sum([x, 1.0], y)", "builtins.sum", {(0, Stage.INSIDE), (1, Stage.ITSELF)}),
        ("map(lambda e: e * 2.0, [x])", "builtins.map", {(0, Stage.RESULT), (1, Stage.INSIDE)}),
        ("filter(lambda e: True, [x])", "builtins.filter", {(1, Stage.INSIDE)}),
        ("zip(*[[x], [y]])", "builtins.zip", {(REST, Stage.INSIDE)}),
        ("{'a': x}.get('b', y)", "builtins.dict.get", {(SELF, Stage.VALUES), (1, Stage.ITSELF)}),
        ("dict(a=x)", "builtins.dict", {("a", Stage.ITSELF)}),
        ("kept = [x]\nkept.append(y)\nr = kept", "builtins.list.append", {(SELF, Stage.INSIDE), (0, Stage.ITSELF)}),
        ("math.pi", "math.pi", None),
    ],
)
def test_what_a_run_covers_is_read_off_its_call(run: str, name: str, covers: set[object] | None) -> None:
    if covers is None:
        with pytest.raises(ValueError, match="does not call"):
            list(arguments(run, name))
    else:
        assert set(arguments(run, name)) == covers


def test_every_entry_calls_what_it_is_about_and_names_something_described() -> None:
    knowledge = load()
    for name, runs in RUNS.items():
        assert knowledge.describes(name), name
        assert runs
        for run in runs:
            list(arguments(run, name))


def test_modules_are_pure_up_to_what_asks_the_process() -> None:
    traced = Traced({}, {}, ["math", "decimal"], ["decimal.getcontext"], {})
    assert traced.is_pure("math.exp") and traced.is_pure("decimal.Decimal.sqrt")
    assert not traced.is_pure("decimal.getcontext") and not traced.is_pure("sys.getrecursionlimit")


def program(runs: list[str]) -> Iterator[str]:
    """A module with one function for each run, and calls of all of them."""
    yield from (
        "import collections, contextlib, copy, dataclasses, functools, heapq, itertools, operator, types, typing",
        "import tensorflow as tf",
    )
    for number, run in enumerate(runs):
        lines = run.splitlines() if "r = " in run else [f"r = {run}"]
        yield f"def f{number}(x, y, n, v):"
        yield from (f"    {line}" for line in lines)
        yield "    return tf.sin(x) * tf.cos(x) + tf.tanh(x) * tf.exp(y) + tf.reduce_sum(v)"
    for number in range(len(runs)):
        yield "for k in range(9):"
        yield f"    f{number}(tf.constant(1.0), tf.constant(2.0), tf.constant(1), tf.constant([1.0, 2.0, 3.0]))"


def safe(runs: list[str], folder: Path) -> set[str]:
    """The runs whose functions get a safe fix."""
    (folder / "program.py").write_text("\n".join(program(runs)), encoding="utf-8")
    report = hybridize.analyze([folder], root=folder, min_gain="none")
    fixes = {each.qualname: each.verdict.recommendation.fix for each in report.functions}
    return {run for number, run in enumerate(runs) if fixes[f"f{number}"] is Safety.SAFE}


@pytest.mark.slow
def test_without_its_entry_no_function_gets_a_safe_fix(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    runs = {
        run
        for name, each in RUNS.items()
        for run in each
        # Operations are covered without an entry, and what gets no tensor where its module is pure.
        if "computes" not in _tags(name) and any(stage is not Stage.RESULT for _, stage in arguments(run, name))
        if name.startswith(("builtins.", "itertools.", "functools.", "collections.")) and _names(run) <= _PLAIN
    }
    before = safe(sorted(runs), tmp_path)
    whole = load().traced
    functions = dict.fromkeys(whole.functions, "")
    monkeypatch.setitem(vars(load()), "traced", Traced({}, {}, sorted(whole.pure), sorted(whole.asking), functions))
    assert len(before) > 30
    assert safe(sorted(before), tmp_path) == set()


_PLAIN = frozenset({*"xynvrief", "kept", "tf", "collections", "functools", "itertools", *dir(builtins)})


def _tags(name: str) -> frozenset[str]:
    symbol = load().lookup(name)
    assert symbol is not None
    return symbol.tags


def _names(run: str) -> set[str]:
    return {node.id for node in ast.walk(ast.parse(run)) if isinstance(node, ast.Name)}


def test_what_is_modelled_is_what_code_models() -> None:
    knowledge = load()
    symbols = [knowledge.lookup(name) for name in library_calls.SPECIAL if not name.startswith(MARKERS)]
    symbols += [knowledge.method(owner, name) for owner, name, _ in library_calls.METHODS if owner]
    names = {each.name for each in symbols if each is not None and each.known}
    assert names == knowledge.traced.modelled


@needs_tensorflow
def test_the_runs_do_the_same_eagerly_and_traced() -> None:
    runs = list(dict.fromkeys([run for each in RUNS.values() for run in each] + list(ATTRIBUTES.values())))
    outcomes = _run("traced_runs.py", runs)
    assert {run: said for run, said in outcomes.items() if said not in ("same", "absent")} == {}
    assert sum(said == "same" for said in outcomes.values()) > 0.95 * len(runs)


@needs_tensorflow
def test_the_runs_do_the_same_with_a_function_and_with_its_graph() -> None:
    used = ["inspect.isfunction(g)", "g.__code__", "weakref.WeakMethod(g)", "type(g)", "g.__self__"]
    outcomes = _run("function_runs.py", [*FUNCTIONS.values(), *used])
    # What is in no entry, and does not the same.
    assert [run for run, said in outcomes.items() if said != "same"] == used


def _run(script: str, runs: list[str]) -> dict[str, str]:
    """What a script says of each run."""
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    command = [TENSORFLOW_PYTHON, str(Path(__file__).with_name(script))]
    done = subprocess.run(
        command, input=json.dumps(runs), env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    return dict(zip(runs, json.loads(done.stdout.splitlines()[-1]), strict=True))


def test_a_function_that_is_used_as_an_object_gets_no_safe_fix(tmp_path: Path) -> None:
    def program(use: str) -> str:
        return (
            "import functools, inspect, pickle, types, weakref\nimport tensorflow as tf\n\n\ndef f0(x):\n"
            "    return tf.sin(x) * tf.cos(x) + tf.tanh(x) * tf.exp(x)\n\n\n"
            f"for k in range(9):\n    f0(tf.constant(1.0))\n    {use}\n"
        )

    def fix(use: str) -> Safety | None:
        (tmp_path / "program.py").write_text(program(use), encoding="utf-8")
        report = hybridize.analyze([tmp_path], root=tmp_path, min_gain="none")
        return report.functions[0].verdict.recommendation.fix

    kept = "f0.__name__", "callable(f0)", "isinstance(f0, str)", "functools.partial(f0, 1.0)", "getattr(f0, '__name__')"
    assert [use for use in kept if fix(use) is not Safety.SAFE] == []
    lost = (
        "f0.__defaults__ is None", "pickle.dumps(f0)", "isinstance(f0, types.FunctionType)", "type(f0)",
        "weakref.WeakMethod(f0)", "getattr(f0, '__get__')", "functools.partial(f0, 1.0).func.__get__",
    )  # fmt: skip
    assert [use for use in lost if fix(use) is Safety.SAFE] == []
