"""Programs of a few lines, each analysed alone: the codes of a file are said where they are expected, nowhere else.

Each file of `alone` holds many programs, each under a heading `# == what it shows`, after lines that all of them begin
with; `# codes:` names the codes that it is about. TensorFlow runs all of them: a program that expects HYB006, HYB007 or
HYB021 raises, one that expects HYB002 traces its function `train` again and again, and in one that expects HYB013 its
`step` gives other values than eagerly; no other one does so.
"""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import hybridize
from benchmarks.expectations import expectations
from tests.tensorflow_runs import TENSORFLOW_PYTHON, needs_tensorflow

HERE = Path(__file__).parent
FILES = sorted((HERE / "alone").glob("*.py"))


def programs(file: Path) -> Iterator[tuple[str, str]]:
    """The programs of a file by their headings."""
    beginning, *parts = file.read_text("utf-8").split("# == ")
    for part in parts:
        heading, _, body = part.partition("\n")
        yield heading.strip(), beginning + body


def codes(file: Path) -> list[str]:
    """The codes that a file is about."""
    (line,) = [line for line in file.read_text("utf-8").splitlines() if line.startswith("# codes: ")]
    return line.removeprefix("# codes: ").split()


COMPARED = """
import tensorflow as tf

def values(eagerly):
    tf.config.run_functions_eagerly(eagerly)
    found = []
    record = lambda step: lambda x: found.append(step(x).numpy().tolist())
    exec(SOURCE, {"record": record, "__name__": "program"})
    return found

assert (values(True) != values(False)) is WRONG
"""
"""Runs a program eagerly and as it is."""


CASES = [
    pytest.param(codes(file), text, id=f"{file.stem}: {heading}")
    for file in FILES
    for heading, text in programs(file)
]


@pytest.mark.parametrize(("about", "text"), CASES)
def test_what_is_said_of_each_line(tmp_path: Path, about: list[str], text: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(text, encoding="utf-8")
    report = hybridize.analyze(program, root=tmp_path, preview=True, select=about)
    assert report.errors == ()
    expected = [(each.line, code) for each in expectations(text) for code in each.codes]
    assert sorted({(found.place.line, found.code) for found in report.findings}) == expected


@needs_tensorflow
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_what_tensorflow_does(tmp_path: Path, file: Path) -> None:
    """A program of which nothing is said, or whose function was traced as often as expected, comes to its end."""
    raising = {"HYB006", "HYB007", "HYB021"} & {*codes(file)}
    expected: list[bool] = []
    for number, (_, text) in enumerate(programs(file)):
        wrong = "# expect: " in text
        if "HYB002" in codes(file):
            text += f"assert (train.experimental_get_tracing_count() > 3) is {wrong}\n"
        if "HYB013" in codes(file):
            text = text.replace("@tf.function\ndef step", "@record\n@tf.function\ndef step")
            text = COMPARED.replace("SOURCE", repr(text)).replace("WRONG", str(wrong))
        (tmp_path / f"p{number:03}.py").write_text(text, encoding="utf-8")
        expected.append(wrong and bool(raising))
    paths = sorted(tmp_path.glob("p*.py"))
    command = [TENSORFLOW_PYTHON, str(HERE / "run_programs.py"), *map(str, paths)]
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stderr
    failed = json.loads(done.stdout.splitlines()[-1])
    headings = [heading for heading, _ in programs(file)]
    found = [str(path) in failed for path in paths]
    assert [each for each, one, other in zip(headings, found, expected, strict=True) if one != other] == []
