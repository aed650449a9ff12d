"""The functions that the published tool changed, and what becomes of each here.

`published.json` holds, by subject, the functions that the tool of the study is known to have changed: either they pass
the precondition here, too, so that this tool changes them where a graph pays (HYB001), or `declined` says why not - the
kinds of the report, a sentence, and whether the function was read or run to see that the reason holds.

    python -m benchmarks.published FOLDER     # which holds the subjects, each in a folder of its name
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import hybridize
from hybridize.surfaces.report import FunctionReport

FILE = Path(__file__).with_suffix(".json")
TARGET = "2.9"
"""The TensorFlow of the study."""


def disagreements(subject: str, entries: list[dict[str, Any]], folder: Path) -> list[str]:
    """What the report of a subject says otherwise than the entries."""
    report = hybridize.analyze([folder], root=folder, target_tensorflow=TARGET)
    verdicts = {(verdict.path, verdict.qualname, verdict.place.line): verdict for verdict in report.functions}
    out = []
    for entry in entries:
        verdict = verdicts.get((entry["file"], entry["function"], entry["line"]))
        if problem := "there is no such function" if verdict is None else _contradiction(verdict, entry):
            out.append(f"{subject}: {entry['file']}: {entry['function']}: {problem}")
    return out


def _contradiction(verdict: FunctionReport, entry: dict[str, Any]) -> str:
    passes = verdict.precondition == "P1"
    declined = entry.get("declined")
    if declined is None:
        return "" if passes else "it does not pass"
    found = {reason.kind for reason in (*verdict.failures, *verdict.hazards)}
    missing = sorted(set(declined["kinds"]) - found)
    return "it passes" if passes else f"{', '.join(missing)} is not among the reasons" if missing else ""


def main(arguments: list[str]) -> int:
    """Compare all subjects that are there."""
    folder = Path(arguments[0])
    wrong: list[str] = []
    for subject, entries in json.loads(FILE.read_text("utf-8")).items():
        if (folder / subject).is_dir():
            found = disagreements(subject, entries, folder / subject)
            declined = sum("declined" in entry for entry in entries)
            print(f"{subject}: {len(entries) - declined} pass, {declined} do not, {len(found)} otherwise")
            wrong += found
    print(*wrong, sep="\n")
    return bool(wrong)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
