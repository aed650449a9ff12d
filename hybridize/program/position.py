"""Places in the analysed code: lines and columns that outlive the trees, and are read without them."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, order=True, slots=True)
class Place:
    """A place in the analysed code."""

    path: str
    line: int
    column: int = 1
    end_line: int | None = None
    end_column: int | None = None

    def holds(self, other: Place) -> bool:
        """Whether another place lies in this one, or is the same."""
        begins = (self.line, self.column) <= (other.line, other.column)
        return self.path == other.path and begins and _end(other) <= _end(self)


def _end(place: Place) -> tuple[int, int]:
    return place.end_line or place.line, place.end_column or place.column


def shortened(code: str, limit: int) -> str:
    """Code, cut to a readable length."""
    return code if len(code) <= limit else code[: limit - 1] + "…"
