"""What a set of fixes comes to, before anything is written."""

from __future__ import annotations

from dataclasses import dataclass

from hybridize.rules.model import Fix


@dataclass(frozen=True)
class FileChange:
    """A file and what it becomes. `path` is relative to the project root, with forward slashes."""

    path: str
    before: bytes
    after: bytes
    fixes: tuple[Fix, ...]


@dataclass(frozen=True)
class Refusal:
    """A fix that is not made, none of its edits, and why: the sentence is about the place in `path`."""

    fix: Fix
    path: str
    reason: str


@dataclass(frozen=True)
class FixPlan:
    """What a set of fixes comes to."""

    changes: tuple[FileChange, ...]
    """In the order of their paths."""
    refused: tuple[Refusal, ...]
