"""Baselines: findings of an old project that are known and not to be reported again."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

VERSION = 1


class BaselineError(Exception):
    """A file that is no baseline, in a sentence."""


def read_baseline(path: Path) -> frozenset[str]:
    """The fingerprints in a file; raises BaselineError."""
    try:
        content = json.loads(path.read_text(encoding="utf-8"))
        if content["version"] != VERSION:
            raise BaselineError(f"{path}: is a baseline of another version")
        return frozenset(str(each["fingerprint"]) for each in content["findings"])
    except OSError as error:
        raise BaselineError(f"{path}: {error.strerror or error}") from None
    except (ValueError, KeyError, TypeError):
        raise BaselineError(f"{path}: is no baseline (`--write-baseline` writes one)") from None


def write_baseline(path: Path, findings: Iterable[tuple[str, str, str, str]]) -> None:
    """Write fingerprints, each with path, code and function for people; raises OSError."""
    rows = [
        {"fingerprint": mark, "path": where, "code": code, "function": function}
        for mark, where, code, function in sorted(findings, key=lambda row: (row[1:], row[0]))
    ]
    path.write_text(json.dumps({"version": VERSION, "findings": rows}, indent=1) + "\n", encoding="utf-8")
