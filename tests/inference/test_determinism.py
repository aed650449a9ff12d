"""The same answers whatever the hash seed and the order in which files come; an error of ours costs one function."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

import hybridize
from hybridize.inference import analyze
from hybridize.inference.driver.fixpoint import Fixpoint
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.python import statements
from hybridize.inference.python.frame import Frame
from hybridize.program import Program, build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.verdicts.decide import verdicts as judging
from hybridize.verdicts.decide.verdicts import decide
from hybridize.verdicts.model.parts import Computation

REPOSITORY = Path(__file__).parents[2]
USE = (
    "import tensorflow as tf\nimport m{other}\nfrom state import weights, handlers\nclass C{number}:\n"
    "    def step(self, x, n=1):\n        weights['w{number}'] = x\n        return m{other}.run(x, {number})\n"
    "def run(x, n):\n    handlers.append(run)\n    for h in handlers:\n        h(x * n, n)\n    return weights\n"
    "C{number}().step(tf.ones({number}), '{number}')\n"
)


def _entangled(folder: Path, count: int = 6) -> Path:
    """Modules that import each other in a circle, share state, and call each other through it."""
    (folder / "setup.cfg").touch()
    (folder / "state.py").write_text("import tensorflow as tf\nweights = {}\nhandlers = []\n")
    for number in range(count):
        text = USE.format(number=number, other=(number * 5 + 1) % count)
        (folder / f"m{number}.py").write_text(text)
    return folder


@pytest.mark.slow
def test_the_hash_seed_does_not_matter(tmp_path: Path) -> None:
    project = _entangled(tmp_path)
    reports = set()
    for seed in "012":
        command = [sys.executable, "-m", "hybridize", "--report", "csv", "--root", str(project), str(project)]
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(REPOSITORY)}
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        reports.add(done.stdout)
    assert len(reports) == 1
    assert reports.pop().count("\n") == 13


@pytest.mark.parametrize("order", range(4))
def test_the_order_of_files_does_not_matter(tmp_path: Path, order: int) -> None:
    program = build(load_project(_entangled(tmp_path), AnalysisOptions()))
    expected = decide(analyze(program, AnalysisOptions()), AnalysisOptions())
    modules = list(program.modules)
    random.Random(order).shuffle(modules)
    shuffled = Program(program.project, modules, program.errors)
    found = decide(analyze(shuffled, AnalysisOptions()), AnalysisOptions())
    assert sorted(found, key=lambda v: v.place) == sorted(expected, key=lambda v: v.place)


@pytest.mark.pure("puts another function in the place of one of a compiled module")
def test_an_error_of_the_analysis_costs_one_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import tensorflow as tf\ndef good(x):\n    return x * 2\ndef bad(x):\n    return good(x)\ngood(tf.ones(1))\nbad(tf.ones(1))\n"
    (tmp_path / "main.py").write_text(code)
    (tmp_path / "setup.cfg").touch()
    execute = statements.execute

    def failing(frame: Frame, body: list[object]) -> None:
        if getattr(frame.context.scope, "name", "") == "bad":
            raise ZeroDivisionError("on purpose")
        execute(frame, body)  # type: ignore[arg-type]

    monkeypatch.setattr(Fixpoint, "strict", False)
    monkeypatch.setattr(statements, "execute", failing)
    report = hybridize.analyze(tmp_path, root=tmp_path)
    good, bad = report.functions
    assert [(e.kind, e.line) for e in report.errors] == [("internal-error", 4)]
    assert good.has_tensor_parameter is True and not any(f.kind == "undetermined" for f in good.failures)
    assert any(f.kind == "undetermined" for f in bad.failures)


def test_a_failed_verdict_costs_one_function(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    code = "import tensorflow as tf\ndef good(x):\n    return x * 2\ndef bad(x):\n    return good(x)\ngood(tf.ones(1))\nbad(tf.ones(1))\n"
    (tmp_path / "main.py").write_text(code)
    (tmp_path / "setup.cfg").touch()
    computation = judging._computation

    def failing(facts: Facts, function: FunctionFacts, *rest: object) -> Computation:
        if function.node.name == "bad":
            raise ZeroDivisionError("on purpose")
        return computation(facts, function, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(judging, "_computation", failing)
    report = hybridize.analyze(tmp_path, root=tmp_path)
    good, bad = report.functions
    assert [(e.path, e.kind, e.line) for e in report.errors] == [("main.py", "internal-error", 4)]
    assert good.has_tensor_parameter is True
    assert bad.has_side_effects is None and [each.kind for each in bad.failures] == ["undetermined"]


CALLER = """\
import tensorflow as tf

def helper(x):
    return x * 2.0

def step(x):
    for _ in range(9):
        x = tf.tanh(helper(x) + 1.0)
    return tf.reduce_sum(x)

for _ in range(100):
    step(tf.ones(3))
"""


@pytest.mark.pure("puts another function in the place of one of a compiled module")
@pytest.mark.parametrize("error", [ZeroDivisionError, RecursionError, statements.BudgetExceeded, None])
def test_what_is_not_known_of_a_callee_costs_the_caller_its_safe_fix(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[Exception] | None
) -> None:
    (tmp_path / "main.py").write_text(CALLER)
    execute = statements.execute

    def failing(frame: Frame, body: list[object]) -> None:
        if error is not None and getattr(frame.context.scope, "name", "") == "helper":
            raise error("on purpose")
        execute(frame, body)  # type: ignore[arg-type]

    monkeypatch.setattr(Fixpoint, "strict", False)
    monkeypatch.setattr(statements, "execute", failing)
    report = hybridize.analyze(tmp_path, root=tmp_path)
    (step,) = [each for each in report.functions if each.qualname == "step"]
    said = [each.message for each in step.assumptions if "`helper` was not analysed to the end" in each.message]
    assert bool(said) is (error is not None)
    fix = step.recommendation.fix
    assert fix == ("safe" if error is None else "unsafe")
