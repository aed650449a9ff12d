"""The rows of the report for regions: runs of statements that could be functions under a graph."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from hybridize.rules.base import in_words
from hybridize.rules.model import Reason
from hybridize.sources.notebooks import Notebook
from hybridize.verdicts.model.parts import Place
from hybridize.verdicts.model.verdict import JudgedBlock, NearMiss


@dataclass(frozen=True)
class RegionReport:
    """One region of the report; `judged` holds all that is known of it."""

    path: str
    module: str
    qualname: str
    """The function in which it stands; empty for a module."""
    place: Place
    name: str
    """What the function would be called."""
    inputs: tuple[str, ...]
    results: tuple[str, ...]
    loop: Place
    operations: int
    runs: int
    fix: str
    """`safe`, `unsafe`, or `display-only` where something has to be changed first."""
    assumptions: tuple[Reason, ...]
    near_miss: NearMiss | None

    @classmethod
    def of(cls, judged: JudgedBlock) -> RegionReport:
        """The row of a block."""
        block = judged.block
        return cls(
            path=block.place.path,
            module=block.subject.module,
            qualname=block.subject.qualname,
            place=block.place,
            name=block.name,
            inputs=block.inputs,
            results=block.results,
            loop=block.loop,
            operations=judged.operations,
            runs=judged.runs,
            fix=judged.safety.value,
            assumptions=in_words(judged.assumptions),
            near_miss=judged.near_miss,
        )

    @property
    def lines(self) -> str:
        """The lines in words."""
        first, last = self.place.line, self.place.end_line or self.place.line
        return f"line {first}" if first == last else f"lines {first}-{last}"

    def span(self, notebooks: Mapping[str, Notebook]) -> list[int]:
        """The first and the last line; in the cell, if it is one of a notebook."""
        lines = self.place.line, self.place.end_line or self.place.line
        notebook = notebooks.get(self.path)
        return list(lines) if notebook is None else [notebook.locate(line).line for line in lines]


def region_json(row: RegionReport, near_miss: object, notebooks: Mapping[str, Notebook]) -> dict[str, object]:
    """A row as plain JSON values; `near_miss` likewise."""
    return {
        "path": row.path,
        "module": row.module,
        "qualname": row.qualname,
        "line": row.place.line,
        "end_line": row.place.end_line or row.place.line,
        "region": row.span(notebooks),
        "name": row.name,
        "inputs": list(row.inputs),
        "results": list(row.results),
        "loop": {"path": row.loop.path, "line": row.loop.line},
        "operations": row.operations,
        "runs": row.runs,
        "fix": row.fix,
        "assumptions": [
            {"kind": each.kind, "message": each.message, "path": each.place.path, "line": each.place.line}
            for each in row.assumptions
        ],
        "near_miss": near_miss,
    }


def outside(rows: Iterable[RegionReport], paths: Collection[str]) -> tuple[RegionReport, ...]:
    """The regions in all files but some."""
    return tuple(row for row in rows if row.path not in paths)
