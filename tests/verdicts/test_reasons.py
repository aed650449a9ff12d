"""What is said of which line of small programs, and how safe the fix of their subject is.

The first line of a program says what sets it apart from its neighbours, and in the end the fix of `subject`. Comments
behind other lines name what is said there: the kinds of the reasons for the functions of `TOLD_OF`, and the codes of
findings. Where TensorFlow is at hand, the programs with safe fixes run with and without the decorator.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.fuzz.judged import retraced, same
from tests.tensorflow_runs import executed, needs_tensorflow
from tests.together import Together

PROGRAMS = {path.stem: path.read_text("utf-8") for path in sorted(Path(__file__).with_name("reasons").glob("*.py"))}
TOLD_OF = frozenset({"subject", "call", "__call__", "__len__"})
NOT_ASKED = frozenset({
    "HYB001", "captured-tensors", "low-gain", "no-literal-parameter", "no-tensor-parameter", "unknown-argument"
})  # fmt: skip
"""What other tests are about."""
OF_THE_PROCESS = tuple("seed environ getenv NumPy numpy np. sys. conversion compile cache_info __code__".split())
"""What a program of these says to the process holds for all programs that are analysed with it."""
ALONE = {name: text for name, text in PROGRAMS.items() if any(word in text for word in OF_THE_PROCESS)}
OTHERS = {name: text for name, text in PROGRAMS.items() if name not in ALONE}
SAID = dict.fromkeys(ALONE, Together(ALONE, at_once=1, preview=True, min_gain="none"))
SAID |= dict.fromkeys(OTHERS, Together(OTHERS, preview=True, min_gain="none"))


@pytest.mark.parametrize("name", PROGRAMS)
def test_what_is_said_of_which_line(name: str) -> None:
    first, *lines = PROGRAMS[name].split("\n")
    said = SAID[name][name]
    found: dict[int, set[str]] = {}
    for row in said.functions:
        if row.qualname.rpartition(".")[2] in TOLD_OF:
            for reason in (*row.failures, *row.hazards, *row.assumptions):
                found.setdefault(reason.place.line, set()).add(reason.kind)
    for finding in said.findings:
        found.setdefault(finding.place.line, set()).add(finding.code)
    marks = ((number, line.partition("  # ")[2]) for number, line in enumerate(lines, start=2))
    expected = {number: set(mark.split(", ")) for number, mark in marks if mark}
    assert {line: each - NOT_ASKED for line, each in found.items() if each - NOT_ASKED} == expected
    (fix,) = {row.recommendation.fix for row in said.functions if row.qualname.rpartition(".")[2] == "subject"}
    assert first.endswith(f": {fix or 'no fix'}.")


@needs_tensorflow
def test_tensorflow_runs_what_is_safe_alike(tmp_path: Path) -> None:
    rows = [
        {"name": name, "source": text, "lines": [text[: text.index("def subject(")].count("\n") + 1]}
        for name, text in PROGRAMS.items()
        if text.partition("\n")[0].endswith(": safe.")
    ]
    results = executed(rows, tmp_path)
    assert len(results) == len(rows) > 10
    assert [each["name"] for each in results if not same(each["eager"], each["hybrid"]) or retraced(each)] == []
