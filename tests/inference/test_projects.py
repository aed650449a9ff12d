"""Several projects below one root: each is analysed as it would be without those that it has nothing to do with."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.inference import Facts, analyze
from hybridize.inference.facts.facts import FunctionFacts
from hybridize.inference.state import budget, limits
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.verdicts.decide.verdicts import decide

HEAD = "import tensorflow as tf\n"
WAITING = f"{HEAD}def helper(x):\n    return other(x)\ndef step():\n    return helper(tf.ones(2))\n"
"""`step`, which nothing calls, calls `helper`; `helper` calls `other`, which is not defined."""
GROWING = f"{HEAD}class C:\n    t = tf.ones([1])\ndef f(x):\n    return x\ndef h():\n    return f(C.t)\nh()\nC.t = tf.ones([3, 3])\n"
PROXIES = f"""{HEAD}
class Proxy:
    def run(self, x):
        return x
def wrapped():
    return [Proxy(), Proxy(), Proxy()]
def work(x):
    for each in wrapped():
        x = each.run(x)
    return x
work(tf.ones([2]))
"""


def facts_of(folder: Path, files: dict[str, str]) -> Facts:
    """What is known of some files, each of which is a project in a folder of its own."""
    for name, text in files.items():
        (folder / name).mkdir(exist_ok=True)
        (folder / name / "setup.cfg").touch()
        (folder / name / f"{name}.py").write_text(text, encoding="utf-8")
    (folder / "setup.cfg").touch()
    facts = analyze(build(load_project(folder, AnalysisOptions())), AnalysisOptions())
    assert not facts.errors
    return facts


def function(facts: Facts, project: str, name: str) -> FunctionFacts:
    """The function of a name in a project."""
    at = [each for each in facts.functions if each.module.file.relative == f"{project}/{project}.py"]
    (found,) = [each for each in at if each.site.qualname == name]
    return found


@pytest.mark.parametrize("imports", ["", "import a\n"])
def test_names_in_other_projects_call_nothing_here(tmp_path: Path, imports: str) -> None:
    """`other` calls `step` by its name, if at all: without an import the circle through it is none."""
    facts = facts_of(tmp_path, {"a": WAITING, "b": f"{imports}def other(x):\n    return step()\n"})
    assert len(function(facts, "a", "helper").contexts) == (2 if imports else 1)


@pytest.mark.parametrize("work", ["WORK", "FAN_OUT", "ACCESSES"])
def test_work_is_counted_by_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: str) -> None:
    monkeypatch.setattr(budget, f"{work}_FREE", 3)
    monkeypatch.setattr(budget, f"{work}_PER_FUNCTION", 0)
    facts = facts_of(tmp_path, {"a": PROXIES, "b": "import a\nclass D(a.Proxy):\n    pass\n"})
    shares = [facts.analysis.budget.of(module.tree) for module in facts.program.modules]
    used_up = limits.SMALL.evaluations if work == "WORK" else limits.HUGE.evaluations
    assert [share.limits.evaluations for share in shares] == [used_up, limits.SMALL.evaluations]
    assert [share.evaluation_limit() for share in shares] == [limits.HURRIED, limits.SMALL.evaluations]


def test_types_are_given_up_by_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "TYPES_FREE", 0)
    monkeypatch.setattr(budget, "TYPES_SHARE", 0.0)
    files = {"a": GROWING, "b": f"{HEAD}def g(x):\n    return x\ng(tf.ones([2]))\n", "c": "import a\n", "d": "import b\n"}
    facts = facts_of(tmp_path, files)
    assert facts.types_given_up
    has_all = {module.file.module: facts.has_all_types(module.tree) for module in facts.program.modules}
    assert has_all == {"a.a": False, "b.b": True, "c.c": False, "d.d": True}


DRAWING = f"""{HEAD}
v = tf.Variable(tf.zeros([4]))
def step(x):
    noise = tf.random.uniform([4])
    v.assign_add(noise * x + tf.square(x) - tf.sqrt(x) * tf.exp(x) + tf.sin(x))
    return tf.reduce_sum(v * x) + tf.reduce_mean(noise)
x = tf.ones([4])
for _ in range(1000):
    step(x)
"""


@pytest.mark.parametrize("imports", ["", "import a\n"])
def test_the_seed_of_another_project_is_none_here(tmp_path: Path, imports: str) -> None:
    facts = facts_of(tmp_path, {"a": DRAWING, "b": f"{imports}{HEAD}tf.random.set_seed(1)\n"})
    verdicts = {each.qualname: each for each in decide(facts, AnalysisOptions())}
    assert verdicts["step"].candidate and ("random numbers after a seed" in repr(verdicts["step"])) is bool(imports)


@pytest.mark.parametrize("is_project", [True, False])
def test_names_that_nobody_sees_load_what_is_beside(tmp_path: Path, is_project: bool) -> None:
    files = {"a/one.py": "import importlib\nimportlib.import_module(input())\n", "a/two.py": "", "b/three.py": ""}
    for name, text in files.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
        if is_project:
            (tmp_path / name).with_name("setup.cfg").touch()
    program = build(load_project(tmp_path, AnalysisOptions()))
    assert files.keys() - program.loads("a/one.py") == ({"b/three.py"} if is_project else set())
