"""For findings alone fewer functions are judged to the end. The findings are the same, and so is what is counted."""

from __future__ import annotations

import shutil
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from hybridize.frameworks.knowledge import Knowledge
from hybridize.frameworks.plugins import Plugin
from hybridize.settings import AnalysisOptions, Gain
from hybridize.surfaces.analysis import Analysis, analyze_files, read_project

ROOT = Path(__file__).resolve().parents[2]
PROJECTS = ROOT / "tests" / "cases" / "projects"


def analysed(folder: Path, whole: bool, options: AnalysisOptions) -> Analysis:
    analysis = read_project(folder, options, whole=whole)
    return analyze_files(analysis, keep=True)


@pytest.mark.slow
@pytest.mark.parametrize("gain", list(Gain), ids=lambda gain: gain.value)
def test_the_findings_are_the_same(gain: Gain) -> None:
    # Every file of these is tied to one that names TensorFlow.
    for folder in (ROOT / "benchmarks" / "programs", PROJECTS, ROOT / "tests" / "rules" / "programs"):
        options = AnalysisOptions(include_tests=True, min_gain=gain)
        whole, alone = (analysed(folder, asked, options) for asked in (True, False))
        assert whole.findings == alone.findings
        assert whole.findings
        assert whole.statistics == alone.statistics


WITHOUT_FRAMEWORK = {
    "plain.py": "import numpy as np\n\n\ndef f(x):  # noqa: HYB001\n    return np.tanh(x) @ x\n\n\nf(np.eye(3))\n",
    "broken.py": "def f(:\n",
    "old.py": "print 'a'\n",
    "comment.py": "x = []  # type: list\n# type: no type\n",
}


def test_a_project_that_names_no_framework_is_answered_from_its_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, text in WITHOUT_FRAMEWORK.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    whole = analysed(tmp_path, True, AnalysisOptions())
    monkeypatch.setattr("hybridize.inference.analyze", lambda *_: pytest.fail("nothing needs to be analysed"))
    alone = analysed(tmp_path, False, AnalysisOptions())
    assert [(each.code, each.place.path) for each in alone.findings] == [("HYB100", "plain.py")]
    assert (alone.findings, alone.errors) == (whole.findings, whole.errors)
    assert [error.path for error in alone.errors] == ["broken.py", "old.py"]
    assert alone.statistics == {"set_aside": 4}


@pytest.mark.parametrize(
    ("line", "concerns"),
    [
        ("import tensorflow as tf", True),
        ("importlib.import_module('keras')", True),
        ("import os, sonnet as snt", True),
        ("    from tf_agents.agents import dqn", True),
        ("import numpy, torch", False),
        ("from portfolio import tree", False),
        ("x = tree.map(f)", False),
        ("import described.ops", True),
    ],
)
def test_what_leads_to_a_framework(line: str, concerns: bool) -> None:
    plugin = Plugin(EntryPoint("described", "d:d.json", "hybridize.models"))
    knowledge = Knowledge(plugins=lambda: {"described": plugin})
    assert knowledge.may_concern(f"import os\n{line}\n") is concerns


def test_with_helpers_that_are_described_any_module_may_matter() -> None:
    assert Knowledge({"mine.op": {"returns": "tensor"}}).may_concern("from mine import op\n")


BYSTANDERS = {
    "bystanders/__init__.py": "",
    "bystanders/layers.py": "import torch\n\n\nclass Net(torch.nn.Module):\n    def call(self, x):\n"
    "        self.calls = 1\n        return x @ x\n",
    "bystanders/test_layers.py": "from .layers import Net\n\n\ndef test_call():  # noqa: HYB004\n    Net().call(3)\n",
    "bystanders/broken.py": "def f(:\n",
}


def beside_bystanders(project: Path, folder: Path) -> Path:
    """A copy of a project with files that have nothing to do with it."""
    shutil.copytree(project, folder / project.name)
    for name, text in BYSTANDERS.items():
        path = folder / project.name / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / project.name


@pytest.mark.parametrize("project", sorted(PROJECTS.iterdir()), ids=lambda project: project.name)
def test_what_nothing_ties_to_a_framework_is_set_aside(project: Path, tmp_path: Path) -> None:
    folder, options = beside_bystanders(project, tmp_path), AnalysisOptions(include_tests=True)
    whole, alone = (analysed(folder, asked, options) for asked in (True, False))
    assert (alone.findings, alone.errors) == (whole.findings, whole.errors)
    assert [(each.code, each.place.path) for each in alone.findings if each.place.path in BYSTANDERS] == [
        ("HYB100", "bystanders/test_layers.py")
    ]
    assert [error.path for error in alone.errors] == ["bystanders/broken.py"]
    assert alone.statistics["unconnected"] == 3 and "unconnected" not in whole.statistics
    assert {each.path for each in alone.verdicts} == {each.path for each in whole.verdicts}, "on demand, all of them"


def test_what_cannot_be_parsed_ties_nothing(tmp_path: Path) -> None:
    for name, text in {"net.py": "import tensorflow as tf\nimport plain\ndef f(:\n", "plain.py": "x = 1\n"}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    whole, alone = (analysed(tmp_path, asked, AnalysisOptions()) for asked in (True, False))
    assert alone.findings == whole.findings == []
    assert [error.path for error in alone.errors] == [error.path for error in whole.errors] == ["net.py"]
    assert alone.statistics["unconnected"] == 1


@pytest.mark.parametrize("tied", [True, False])
def test_what_installed_models_describe_is_a_framework(
    tied: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plugin = Plugin(EntryPoint("described", "d:d.json", "hybridize.models"))
    knowledge = Knowledge(plugins=lambda: {"described": plugin} if tied else {})
    monkeypatch.setattr("hybridize.frameworks.knowledge.load", lambda _: knowledge)
    files = {"net.py": "import tensorflow as tf\n", "ops.py": "import described.ops\n", "use.py": "import ops\n"}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    assert analysed(tmp_path, False, AnalysisOptions()).statistics.get("unconnected", 0) == (0 if tied else 2)
