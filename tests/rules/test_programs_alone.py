"""Programs of a few lines, each analysed alone: the codes of a file are said where they are expected, nowhere else.

Each file of `alone` holds many programs, each under a heading `# == what it shows`, after lines that all of them begin
with; `# codes:` names the codes that it is about. TensorFlow runs all of them: a program that expects HYB007 or HYB021
raises, one that expects HYB002 traces its function `train` again and again, and one that expects HYB004, HYB006 or
HYB013 prints, or raises, or gets from its `step` something else than eagerly; no other one does so.
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
import contextlib, io
import tensorflow as tf

def observed(eagerly):
    tf.config.run_functions_eagerly(eagerly)
    found, printed = [], io.StringIO()
    record = lambda step: lambda *given: found.append(step(*given).numpy().tolist())
    try:
        with contextlib.redirect_stdout(printed):
            exec(SOURCE, {"record": record, "__name__": "program"})
    except Exception as raised:
        assert not eagerly, raised
        return type(raised)
    return found, printed.getvalue()

assert (observed(True) != observed(False)) is WRONG
"""
"""Runs a program eagerly and as it is."""
COMPARING = frozenset({"HYB004", "HYB006", "HYB013"})
MAKES, COUNTS = "tf.Variable(tf.ones(2))", "make()"
COUNTED = """made = []
def make():
    made.append(1)
    return 2.0
"""
"""What a program does in place of making a variable: it counts how often."""


def counting(text: str) -> str:
    """A program that makes variables as one that counts; empty where it asks what it has made."""
    beginning, head, rest = text.partition("import tensorflow as tf\n")
    rest = rest.replace(MAKES, COUNTS).replace("# expect: HYB006", "# expect: HYB004")
    asks = "tf.Variable" in rest or "float" in rest
    return "" if asks else beginning + head + COUNTED + rest + "print(len(made))\n"


CASES = [
    pytest.param(codes(file), text, id=f"{file.stem}: {heading}")
    for file in FILES
    for heading, text in programs(file)
]

GUARDS = HERE / "alone" / "guards_of_variables.py"
COUNTING = [pytest.param(text, id=heading) for heading, each in programs(GUARDS) if (text := counting(each))]


@pytest.mark.parametrize(("about", "text"), CASES)
def test_what_is_said_of_each_line(tmp_path: Path, about: list[str], text: str) -> None:
    program = tmp_path / "program.py"
    program.write_text(text, encoding="utf-8")
    report = hybridize.analyze(program, root=tmp_path, preview=True, select=about)
    assert report.errors == ()
    expected = [(each.line, code) for each in expectations(text) for code in each.codes]
    assert sorted({(found.place.line, found.code) for found in report.findings}) == expected


@pytest.mark.parametrize(
    ("right", "wrong"), [("exclusive_paths", "arms_that_follow"), ("lazy_bodies", "bodies_run_later")]
)
def test_each_spelling_of_which_nothing_is_said_has_a_twin(right: str, wrong: str) -> None:
    one, other = ({heading for heading, _ in programs(HERE / "alone" / f"{name}.py")} for name in (right, wrong))
    assert one <= other


@pytest.mark.parametrize("text", COUNTING)
def test_what_is_said_of_guards_before_anything_else(tmp_path: Path, text: str) -> None:
    """Where a test lets a graph make a variable once, it lets it do whatever else once, and nowhere else."""
    program = tmp_path / "program.py"
    program.write_text(text, encoding="utf-8")
    report = hybridize.analyze(program, root=tmp_path, preview=True, select=["HYB004", "HYB006", "HYB013"])
    said = {(found.place.line, found.code) for found in report.findings}
    expected = {(each.line, code) for each in expectations(text) for code in each.codes}
    made = {(line, code) for line, code in expected if COUNTS in text.splitlines()[line - 1]}
    assert bool(said) is bool(expected) and made <= said


@needs_tensorflow
@pytest.mark.parametrize("file", FILES, ids=lambda path: path.stem)
def test_what_tensorflow_does(tmp_path: Path, file: Path) -> None:
    """A program of which nothing is said, or whose function was traced as often as expected, comes to its end."""
    raising = {"HYB007", "HYB021"} & {*codes(file)}
    expected: list[bool] = []
    texts = [text for _, text in programs(file)]
    if file == GUARDS:
        texts += [text for each in texts if (text := counting(each))]
    for number, text in enumerate(texts):
        wrong = "# expect: " in text
        if "HYB002" in codes(file):
            text += f"assert (train.experimental_get_tracing_count() > 3) is {wrong}\n"
        if COMPARING & {*codes(file)}:
            text = text.replace("@tf.function\ndef step", "@record\n@tf.function\ndef step")
            text = COMPARED.replace("SOURCE", repr(text)).replace("WRONG", str(wrong))
        (tmp_path / f"p{number:03}.py").write_text(text, encoding="utf-8")
        expected.append(wrong and bool(raising))
    paths = sorted(tmp_path.glob("p*.py"))
    command = [TENSORFLOW_PYTHON, str(HERE / "run_programs.py"), *map(str, paths)]
    environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    failed = json.loads(done.stdout.splitlines()[-1])
    found = [str(path) in failed for path in paths]
    assert [each for each, one, other in zip(texts, found, expected, strict=True) if one != other] == []
