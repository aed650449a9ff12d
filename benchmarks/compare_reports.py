"""Compares two reports of the same project, row by row: what a change of the analysis changes in its answers.

    python -m hybridize --report json --preview FOLDER > before.json    # with the old code, and again with the new
    python -m benchmarks.compare_reports before.json after.json         # or two folders that hold such files
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

Row = dict[str, Any]


def differences(before: Row, after: Row) -> Iterator[str]:
    """One line for each difference between two reports; times and tool versions are left out."""
    yield from _rows(_by_key(before["functions"]), _by_key(after["functions"]))
    yield from _findings(before["findings"], after["findings"], "finding")
    yield from _findings(before["errors"], after["errors"], "error")


def _by_key(functions: list[Row]) -> dict[tuple[str, str, int], Row]:
    return {(row["path"], row["qualname"], row["line"]): row for row in functions}


def _rows(before: dict[tuple[str, str, int], Row], after: dict[tuple[str, str, int], Row]) -> Iterator[str]:
    for key in sorted(before.keys() | after.keys()):
        name = f"{key[0]}:{key[2]} {key[1]}"
        if key not in after:
            yield f"{name}: is gone"
        elif key not in before:
            yield f"{name}: is new"
        else:
            old, new = before[key], after[key]
            yield from _fields(name, old, new)


def _fields(name: str, old: Row, new: Row) -> Iterator[str]:
    for field in sorted(old.keys() | new.keys()):
        here, there = old.get(field), new.get(field)
        if here == there:
            continue
        if isinstance(here, dict) and isinstance(there, dict):
            yield from _fields(f"{name}: {field}", here, there)
        else:
            yield f"{name}: {field}: {_changed(here, there)}"


def _changed(old: Any, new: Any) -> str:
    """The two values; of lists only the items that one of them lacks."""
    if isinstance(old, list) and isinstance(new, list):
        here, there = Counter(map(_text, old)), Counter(map(_text, new))
        parts = [f"- {item}" for item in (here - there)] + [f"+ {item}" for item in (there - here)]
        return "; ".join(parts) or "other order"
    return f"{_text(old)} -> {_text(new)}"


def _text(value: Any) -> str:
    return json.dumps(value, sort_keys=True, ensure_ascii=False)


def _findings(before: list[Row], after: list[Row], what: str) -> Iterator[str]:
    old, new = Counter(map(_text, before)), Counter(map(_text, after))
    for sign, rest in (("-", old - new), ("+", new - old)):
        for text in sorted(rest):
            row = json.loads(text)
            said = " ".join(str(row.get(field, "")) for field in ("code", "kind", "message") if row.get(field))
            yield f"{row['path']}:{row['line']} {what} {sign} {said}"


def main() -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("before", type=Path)
    parser.add_argument("after", type=Path)
    parser.add_argument("--most", type=int, default=40, help="lines shown for each project (default: 40)")
    options = parser.parse_args()
    pairs = [(options.before, options.after)]
    if options.before.is_dir():
        names = sorted({file.name for folder in (options.before, options.after) for file in folder.glob("*.json")})
        pairs = [(options.before / name, options.after / name) for name in names]
    different = 0
    for old, new in pairs:
        if not (old.is_file() and new.is_file()):
            print(f"{old.name}: only in {'the first' if old.is_file() else 'the second'}")
            different += 1
            continue
        found = list(differences(json.loads(old.read_text("utf-8")), json.loads(new.read_text("utf-8"))))
        different += len(found)
        print(f"{new.stem}: {len(found)} differences" if found else f"{new.stem}: equal")
        for line in found[: options.most]:
            print(f"  {line}")
    return 1 if different else 0


if __name__ == "__main__":
    sys.exit(main())
