"""Programs in which the fuzzer found a hole: their subject gets no safe fix, and does something else as a graph.

Each was judged safe once, and each is one construct. They were run with TensorFlow 2.21 and 2.15; what Keras 3 calls
without converting it (`unconverted-keras-…`, `unconverted-model`) fails with 2.21 alone, as does the copy of a layer,
annotations of a function are lost with 2.21 alone, and `compute_output_spec` is there with 2.21 alone.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import hybridize
from benchmarks.fuzz.judged import retraced, same
from hybridize.verdicts.model import Safety
from tests.tensorflow_runs import executed, needs_tensorflow

CORPUS = sorted(Path(__file__).with_name("corpus").glob("*.py"))


@pytest.mark.slow
def test_no_subject_gets_a_safe_fix(tmp_path: Path) -> None:
    for program in CORPUS:
        # A name that can be imported, so that the programs are modules of their own.
        shutil.copy(program, tmp_path / program.name.replace("-", "_"))
    report = hybridize.analyze([tmp_path], root=tmp_path, min_gain="none")
    subjects = {each.verdict.path: each for each in report.functions if each.qualname == "subject"}
    assert len(subjects) == len(CORPUS) > 50
    safe = [path for path, each in subjects.items() if each.verdict.recommendation.fix is Safety.SAFE]
    assert safe == []


@needs_tensorflow
def test_each_subject_does_something_else_as_a_graph(tmp_path: Path) -> None:
    rows = []
    for program in CORPUS:
        source = program.read_text("utf-8")
        line = source[: source.index("def subject(")].count("\n") + 1
        rows.append({"name": program.stem, "source": source, "lines": [line]})
    results = executed(rows, tmp_path)
    assert [each["name"] for each in results] == [program.stem for program in CORPUS]
    assert [each["name"] for each in results if same(each["eager"], each["hybrid"]) and not retraced(each)] == []
