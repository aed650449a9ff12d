"""For findings alone fewer functions are judged to the end. The findings are the same, and so is what is counted."""

from __future__ import annotations

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from hybridize.frameworks.knowledge import Knowledge
from hybridize.frameworks.plugins import Plugin
from hybridize.settings import AnalysisOptions, Gain
from hybridize.surfaces.analysis import Analysis, analyze_files, read_project

ROOT = Path(__file__).resolve().parents[2]


def analysed(folder: Path, whole: bool, options: AnalysisOptions) -> Analysis:
    analysis = read_project(folder, options, whole=whole)
    return analyze_files(analysis, keep=True)


@pytest.mark.slow
@pytest.mark.parametrize("gain", list(Gain), ids=lambda gain: gain.value)
def test_the_findings_are_the_same(gain: Gain) -> None:
    for folder in (ROOT / "benchmarks" / "programs", ROOT / "tests" / "cases" / "projects", ROOT / "tests" / "rules"):
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
