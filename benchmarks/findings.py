"""The findings of HYB001 and HYB002 on the nineteen subjects, each read in its source and judged.

`findings.json` holds, by subject, its repository, commit and findings: file, line, function, code, judgement and a
sentence of why. The judgements: `defend` = before the authors of the project, without reservation; `doubtful` = true in
the letter, though they might shrug; `wrong` = it would fail, change what the program does, or gain nothing.

    python -m benchmarks.findings FOLDER [SUBJECT ...]         # which holds the subjects, each in a folder of its name
    python -m benchmarks.findings FOLDER [SUBJECT ...] --note  # write new findings down as `unread`, drop those gone

The release is that of the study (`--target-tensorflow 2.9`), for which the subjects were written; without it the `call`
methods of Keras would not be looked at. The exit status is 1 where the list and the tool differ.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import hybridize

FILE = Path(__file__).with_suffix(".json")
TARGET = "2.9"
CODES = ("HYB001", "HYB002")
JUDGEMENTS = ("defend", "doubtful", "wrong")
UNREAD = "unread"

Row = dict[str, Any]


def found(folder: Path) -> Iterator[Row]:
    """What the tool says now of a subject, in the form of the list."""
    report = hybridize.analyze([folder], root=folder, target_tensorflow=TARGET, select=list(CODES))
    for finding in report.findings:
        place = finding.place
        yield {"file": place.path, "line": place.line, "function": finding.qualname, "code": finding.code}


def key(row: Row) -> tuple[str, int, str, str]:
    """What identifies a finding of a subject at one commit."""
    return (row["file"], row["line"], row["function"], row["code"])


def noted(rows: list[Row], now: list[Row]) -> list[Row]:
    """The list brought up to what the tool says now: judgements are kept, new findings are `unread`."""
    known = {key(row): row for row in rows}
    return [known.get(key(row), {**row, "judgement": UNREAD, "reason": ""}) for row in sorted(now, key=key)]


def main(arguments: list[str]) -> int:
    """Compare the subjects that are there with the list, or note the differences down in it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("subjects", nargs="*")
    parser.add_argument("--note", action="store_true", help="write new findings down as unread, drop those gone")
    given = parser.parse_args(arguments)
    listed: dict[str, Row] = json.loads(FILE.read_text("utf-8"))
    different = 0
    for name, subject in listed.items():
        if not (given.folder / name).is_dir() or (given.subjects and name not in given.subjects):
            continue
        now = list(found(given.folder / name))
        before, after = {key(row) for row in subject["findings"]}, {key(row) for row in now}
        for word, keys in (("new", after - before), ("gone", before - after)):
            different += len(keys)
            for file, line, function, code in sorted(keys):
                print(f"{word}: {name}: {file}:{line}: {function}: {code}")
        subject["findings"] = noted(subject["findings"], now) if given.note else subject["findings"]
    if given.note:
        FILE.write_text(json.dumps(listed, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    for code in CODES:
        judged = Counter(
            row["judgement"] for each in listed.values() for row in each["findings"] if row["code"] == code
        )
        counts = ", ".join(
            f"{judged[judgement]} {judgement}" for judgement in (*JUDGEMENTS, UNREAD) if judged[judgement]
        )
        print(f"{code}: {sum(judged.values())} findings: {counts}")
    return bool(different) and not given.note


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
