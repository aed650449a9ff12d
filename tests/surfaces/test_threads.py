"""Analyses in several threads do not disturb each other, and leave nothing behind in the process."""

from __future__ import annotations

import gc
import sys
import threading
import warnings
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from hybridize.inference import analyze
from hybridize.inference.domain.objects import AbstractObject
from hybridize.process import SharedSetting
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.surfaces.analysis import Analysis, analyze_files, read_project

HEADER = "import tensorflow as tf\nimport numpy as np\nimport dataclasses\n"
PROGRAMS = {
    "numbers": (
        "@tf.function\ndef f(x, n):\n    return x * n\nfor i in range(3):\n    f(tf.ones(2), i)\nf(tf.ones(2), 0.5)\n"
    ),
    "objects": (
        "class A:\n    def __init__(self, n):\n        self.n = n\n    def run(self, x):\n        self.last = x\n"
        "        return x + self.n\nfor i in range(9):\n    A(i).run(tf.ones(i))\n"
    ),
    "registry": (
        "table = {}\ndef add(g):\n    table[g.__name__] = g\n    return g\n"
        + "".join(f"@add\ndef g{i}(x):\n    return x * {i}\n" for i in range(30))
        + "for g in table.values():\n    g(tf.ones(2))\n"
    ),
    "arrays": "def f(a, x):\n    return x + a\nf(np.zeros(3, 'float32'), tf.ones(3))\nf(np.zeros(3), tf.ones(3))\n",
    "recursion": "def f(x, n):\n    return x if n < 1 else f(x * 2, n - 1)\nf(tf.ones(1), 40)\n",
}


def _project(folder: Path, name: str) -> Path:
    root = folder / name
    root.mkdir()
    (root / "setup.cfg").touch()
    (root / "main.py").write_text(HEADER + PROGRAMS[name], encoding="utf-8")
    return root


def _run(root: Path) -> Analysis:
    return analyze_files(read_project(root, AnalysisOptions()))


def test_pairs_of_analyses_give_what_each_gives_alone(tmp_path: Path) -> None:
    roots = {name: _project(tmp_path, name) for name in PROGRAMS}
    alone = {name: _run(root) for name, root in roots.items()}
    assert all(found.verdicts and not found.errors for found in alone.values())
    names = sorted(PROGRAMS)
    pairs = [(one, other) for position, one in enumerate(names) for other in names[position + 1 :]]
    assert len(pairs) == 10
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        with ThreadPoolExecutor(2) as pool:
            for pair in pairs:
                for name, found in zip(pair, pool.map(_run, [roots[name] for name in pair]), strict=True):
                    assert found.errors == []
                    assert (found.verdicts, found.findings) == (alone[name].verdicts, alone[name].findings)
    finally:
        sys.setswitchinterval(interval)


def _settings() -> tuple[object, ...]:
    return sys.getrecursionlimit(), threading.stack_size(), gc.isenabled(), list(warnings.filters)


def test_an_analysis_leaves_nothing_behind_in_the_process(tmp_path: Path) -> None:
    roots = [_project(tmp_path, name) for name in PROGRAMS]
    before = _settings()
    with ThreadPoolExecutor(3) as pool:
        list(pool.map(_run, roots))
    assert _settings() == before


@pytest.mark.slow
def test_the_trees_of_an_analysis_can_be_collected(tmp_path: Path) -> None:
    root = _project(tmp_path, "arrays")
    before = [each for each in gc.get_objects() if isinstance(each, AbstractObject)]
    known = set(map(id, before))
    _run(root)
    gc.collect()
    assert [each for each in gc.get_objects() if isinstance(each, AbstractObject) and id(each) not in known] == []


def test_the_analysis_raises_what_went_wrong_in_its_thread(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = build(load_project(_project(tmp_path, "arrays"), AnalysisOptions()))
    before = _settings()

    def fail(*_: object) -> None:
        raise KeyError("lost")

    monkeypatch.setattr("hybridize.inference.run.run_program", fail)
    with pytest.raises(KeyError, match="lost"):
        analyze(program, AnalysisOptions())
    assert _settings() == before


def test_a_shared_setting_is_restored_by_the_last_that_needs_it() -> None:
    events: list[str] = []

    def change() -> object:
        events.append("changed")
        return lambda: events.append("restored")

    setting = SharedSetting(change)  # type: ignore[arg-type]
    with setting:
        with setting:
            assert events == ["changed"]
        assert events == ["changed"]
    assert events == ["changed", "restored"]
    with setting:
        pass
    assert events == ["changed", "restored"] * 2
