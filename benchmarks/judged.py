"""Functions drawn at random from six subjects and judged by reading, and whether the report says the same.

`judged.json` holds, by subject, the functions: file, line, name, and four answers in one word. `T` = tensors arrive,
alone or in containers; `L` = Python numbers or texts arrive that the program writes, `C` = only such as are
computed or read; `S` = it has Python side effects; `R` = it is recursive. Small letters say that it is not so, `?` that
reading did not decide.

Twenty functions of each subject were drawn with a seed and judged before the report was looked at. Of 463 answers 15
differed then: in two the reader had overlooked `.numpy()` in the caller, and corrected himself; in thirteen what
arrives is computed. There the words of the contract ("written in the program") and its cases part: of 148 parameters
that `dev.json` calls literal, because a run saw numbers or texts arrive, twelve receive computed ones alone. The
report follows the cases - for `tf.function` both are the same - and both counts are printed.

Three more of each, drawn and judged later in the same way, stand at the end of each list and are as they were judged:
of 66 answers one differs, a `print` for an argument that no call of the project leaves out. The exit status is 1 when
more than three in a hundred differ.

    python -m benchmarks.judged FOLDER     # which holds the subjects, each in a folder of its name
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import hybridize
from hybridize.surfaces.report import FunctionReport

FILE = Path(__file__).with_suffix(".json")
TARGET = "2.9"
MOST = 0.03
"""The share of answers that may differ."""


def answers(verdict: FunctionReport) -> str:
    """The four answers of the report."""
    said = (
        ("T", any(p.tensor or p.container for p in verdict.parameters)),
        ("L", bool(verdict.has_literal_parameter)),
        ("S", bool(verdict.has_side_effects)),
        ("R", bool(verdict.is_recursive)),
    )
    return "".join(letter if holds else letter.lower() for letter, holds in said)


def compare(judged: str, said: str, computed: str = "L") -> str:
    """The letters of `said` that contradict what was judged, with `computed` in the place of `C`."""
    return "".join(b for a, b in zip(judged.replace("C", computed), said, strict=True) if a not in ("?", b))


def main(arguments: list[str]) -> int:
    """Compare all subjects that are there."""
    total = wrong = strictly = 0
    for subject, rows in json.loads(FILE.read_text("utf-8")).items():
        folder = Path(arguments[0]) / subject
        if not folder.is_dir():
            continue
        report = hybridize.analyze([folder], root=folder, target_tensorflow=TARGET)
        verdicts = {(verdict.path, verdict.qualname, verdict.place.line): verdict for verdict in report.functions}
        for path, line, name, judged in rows:
            said = answers(verdicts[path, name, line])
            total += sum(letter != "?" for letter in judged)
            strictly += len(compare(judged, said, "l"))
            if contradicting := compare(judged, said):
                wrong += len(contradicting)
                print(f"{subject}: {path}:{line}: {name}: judged {judged}, the report says {said}")
    print(f"{total} answers, {wrong} otherwise; {strictly} where only what is written in the program is a literal")
    return wrong > MOST * total


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
