"""The language, construct by construct: small projects with what must be found written into them.

Each file of `constructs` holds many projects, each under a heading `# == what it shows`. The heading stands for
the first line of the project's `main.py`, which imports TensorFlow and the probes; `# -- path` starts a further file.
What is expected:

* The name of a probe says what must arrive at its parameter: `tensor_...` a tensor by dataflow, `nested_...` tensors only
  inside a container, `plain_...` certainly no tensor, `mixed_...` a tensor and something else, `unseen_...` nothing
  (it is not called). Nothing is expected of `sink`.
* `# report: column=value, column~word` above a `def`: cells of `--report csv`.
* `#: value` at the end of a line: a literal that is passed on that line. `#! kind` likewise: a side effect there.
  A project with a comment of that sort states them all.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import hybridize
from benchmarks.expectations import contradicted
from hybridize.verdicts.model import Verdict

CONSTRUCTS = Path(__file__).parent / "constructs"
PROBE = re.compile(r"\b(?:(tensor|nested|plain|mixed|unseen)(?:_\w+)?|sink)\b(?=\()|\b(sink)\b|\b(tensor|plain)_hook\b")
EXPECTED = {"tensor": (True, False), "nested": (False, True), "plain": (False, False), "mixed": (True, None)}


@dataclass
class Construct:
    """One small project."""

    files: dict[str, list[str]] = field(default_factory=lambda: {"main.py": []})

    def write(self, folder: Path) -> None:
        """Lay the project out."""
        text = "\n".join(line for lines in self.files.values() for line in lines)
        names = sorted({match[0] for match in PROBE.finditer(text)})
        (folder / "setup.cfg").touch()
        (folder / "probes.py").write_text("".join(f"def {name}(x=None):\n    return x\n" for name in names))
        for name, lines in self.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text("\n".join(lines) + "\n", encoding="utf-8")

    def comments(self, mark: str) -> set[tuple[str, int, str]]:
        """What the comments of one sort state: path, line, text."""
        return {
            (name, number, word.strip())
            for name, lines in self.files.items()
            for number, line in enumerate(lines, 1)
            if f"  {mark} " in line
            for word in line.rpartition(f"  {mark} ")[2].split(", ")
        }


def constructs() -> Iterator[tuple[str, Construct]]:
    """All projects of all files with their names."""
    for path in sorted(CONSTRUCTS.glob("*.py")):
        construct, lines = Construct(), []
        for line in path.read_text("utf-8").splitlines():
            if heading := re.fullmatch(r"# == (.*)", line):
                construct, lines = Construct(), ["import tensorflow as tf; from probes import *  # noqa"]
                construct.files["main.py"] = lines
                yield f"{path.stem}: {heading[1]}", construct
            elif further := re.fullmatch(r"# -- (.*)", line):
                lines = construct.files[further[1]] = []
            else:
                lines.append(line)


ALL = dict(constructs())


@pytest.mark.parametrize("construct", ALL.values(), ids=ALL.keys())
def test_construct(tmp_path: Path, construct: Construct) -> None:
    construct.write(tmp_path)
    report = hybridize.analyze(tmp_path, root=tmp_path)
    assert report.errors == ()
    wrong: list[str] = []
    for verdict in (row.verdict for row in report.functions):
        if verdict.path == "probes.py":
            wrong += _arrived_wrong(verdict)
    rows = {(row["path"], int(row["line"])): row for row in csv.DictReader(io.StringIO(report.to_csv()))}
    for name, lines in construct.files.items():
        for number, line in enumerate(lines, 1):
            if stated := re.match(r"\s*# report: (.*)", line):
                place = next(n for n in range(number, len(lines) + 1) if re.match(r"\s*(async )?def ", lines[n - 1]))
                wrong += [f"{name}:{place}: {each}" for each in contradicted(rows[name, place], stated[1])]
    if literals := construct.comments("#:"):
        found = {
            (value.place.path, value.place.line, value.value)
            for verdict in report.functions for parameter in verdict.parameters for value in parameter.literal_values
        }  # fmt: skip
        wrong += [f"literal {each}" for each in found ^ (literals - {each for each in literals if each[2] == "none"})]
    if effects := construct.comments("#!"):
        found = {
            (effect.place.path, effect.place.line, effect.what)
            for row in report.functions for effect in row.verdict.computation.effects
        }  # fmt: skip
        wrong += [f"effect {each}" for each in found ^ (effects - {each for each in effects if each[2] == "none"})]
    assert not wrong, "\n".join(wrong)


def _arrived_wrong(verdict: Verdict) -> list[str]:
    (parameter,) = verdict.parameters
    expected = verdict.qualname.partition("_")[0]
    if expected == "sink":
        return []
    if expected == "unseen":
        return [f"{verdict.qualname} is called"] if verdict.callers.called else []
    got = (parameter.tensor, None if expected == "mixed" else parameter.container)
    wrong = [] if got == EXPECTED[expected] else [f"{verdict.qualname}: tensor, container = {got}"]
    if expected != "plain" and "dataflow" not in parameter.evidence:
        wrong.append(f"{verdict.qualname}: evidence is {parameter.evidence}")
    return wrong
