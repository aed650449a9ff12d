"""The order in which the classes of the project are searched for an attribute (C3)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hybridize.inference.domain.objects import AbstractObject, ClassObject
from hybridize.inference.domain.queries import select

Bases = Mapping[ClassObject, Sequence[AbstractObject]]


def linearize(cls: ClassObject, bases: Bases) -> list[ClassObject]:
    """The MRO among the project's classes (C3; for inconsistent hierarchies depth first)."""
    return _linear(cls, bases, ())


def _linear(cls: ClassObject, bases: Bases, below: tuple[ClassObject, ...]) -> list[ClassObject]:
    if cls in below:
        return []
    parents = select(bases.get(cls, []), ClassObject)
    parts = [_linear(parent, bases, (*below, cls)) for parent in parents]
    merged = _merged([*parts, parents])
    if merged is None:
        merged = list(dict.fromkeys(c for part in parts for c in part))
    return [cls, *(c for c in merged if c is not cls)]


def _merged(sequences: list[list[ClassObject]]) -> list[ClassObject] | None:
    """What C3 makes of the MROs of the bases and the bases; None where they contradict each other."""
    out: list[ClassObject] = []
    sequences = [s for s in sequences if s]
    while sequences:
        for candidate in (s[0] for s in sequences):
            if not any(candidate in s[1:] for s in sequences):
                break
        else:
            return None
        out.append(candidate)
        sequences = [r for r in ([c for c in s if c is not candidate] for s in sequences) if r]
    return out
