"""Programs in which the fuzzer found a hole: their subject gets no safe fix, and does something else as a graph.

Each was judged safe once, and each is one construct; `# refused: KIND` stands where that must be said. They were run
with TensorFlow 2.21 and 2.15; what Keras 3 calls without converting it (`unconverted-keras-…`, `unconverted-model`)
fails with 2.21 alone, as does the copy of a layer, annotations of a function are lost with 2.21 alone, and
`compute_output_spec` is there with 2.21 alone.
"""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

import hybridize
from benchmarks.fuzz.judged import retraced, same
from hybridize.verdicts.model.parts import Safety
from tests.tensorflow_runs import executed, needs_tensorflow

CORPUS = sorted(Path(__file__).with_name("corpus").glob("*.py"))


@pytest.mark.slow
@pytest.mark.parametrize("program", CORPUS, ids=[program.stem for program in CORPUS])
def test_no_subject_gets_a_safe_fix(program: Path, tmp_path: Path) -> None:
    """Each alone: what stands beside a program hides what is missed in it."""
    (tmp_path / "setup.cfg").touch()
    # A name that can be imported.
    name = program.name.replace("-", "_")
    shutil.copy(program, tmp_path / name)
    report = hybridize.analyze([tmp_path / name], root=tmp_path, min_gain="none")
    (subject,) = (each for each in report.functions if each.qualname == "subject")
    assert subject.verdict.recommendation.fix is not Safety.SAFE
    row = subject.to_json()
    found = {(each["line"], each["kind"]) for part in ("hazards", "failures", "assumptions") for each in row[part]}
    wanted = {
        (number, kind)
        for number, line in enumerate(program.read_text("utf-8").splitlines(), 1)
        for kind in line.partition("  # refused: ")[2].split(", ")
        if kind
    }
    assert wanted and wanted - found == set()


def test_there_are_programs() -> None:
    assert len(CORPUS) > 600


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
