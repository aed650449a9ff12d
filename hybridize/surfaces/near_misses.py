"""`--near-misses`: what holds back functions and blocks that would gain as graphs, those of each cause, the remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hybridize.surfaces.formats.text import excerpt
from hybridize.surfaces.formats.view import View
from hybridize.surfaces.regions import RegionReport
from hybridize.surfaces.report import FunctionReport, in_cells, near_miss_json
from hybridize.verdicts.decide.near_misses import origin
from hybridize.verdicts.evidence import sentences
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.model.parts import Place
from hybridize.verdicts.model.verdict import NearMiss

Row = FunctionReport | RegionReport
_FUNCTIONS = 3
"""Functions that are named at one cause."""


@dataclass
class _Cause:
    """One thing to change, and whom it holds back."""

    place: Place
    evidence: Evidence
    from_safety: bool
    functions: list[Row] = field(default_factory=list)


def render(view: View, functions: Iterable[Row]) -> str:
    """Each cause with its line, the functions that it alone holds back, and what to do."""
    return "".join("\n".join(_entry(view, cause)) + "\n\n" for cause in _causes(functions))


def render_lines(view: View, functions: Iterable[Row]) -> str:
    """The same in one line each."""
    return "".join(
        f"{view.at(cause.place)}: {_headline(cause)}: {sentences.near_miss(cause.evidence)}. "
        f"{sentences.remedy(cause.evidence)}\n"
        for cause in _causes(functions)
    )


def rows(view: View, functions: Iterable[Row]) -> list[object]:
    """One entry for each function or block, as plain JSON values."""
    return [
        in_cells(
            {"path": row.path, "qualname": row.qualname, "line": row.place.line}
            | ({"gain": row.gain.level} if isinstance(row, FunctionReport) else {"region": row.span(view.notebooks)})
            | {"near_miss": near_miss_json(missed)},
            view.notebooks,
        )
        for row, missed in _missed(functions)
    ]


def count(functions: Iterable[Row]) -> str:
    """How many there are, in a sentence: of functions, or of blocks."""
    found = list(_missed(functions))
    if not found:
        return "No function would gain as a graph but for one thing."
    noun = "block" if any(isinstance(row, RegionReport) for row, _ in found) else "function"
    unsafe = sum(each.from_safety for _, each in found)
    held = len(found) - unsafe
    text = f"{held:,} {noun}{' would' if held == 1 else 's would'} gain as a graph but for one thing"
    more = f"; {unsafe:,} more {'has' if unsafe == 1 else 'have'} an unsafe fix for one reason alone" if unsafe else ""
    return f"{text}{more}."


def _missed(functions: Iterable[Row]) -> Iterator[tuple[Row, NearMiss]]:
    for row in functions:
        missed = row.verdict.near_miss if isinstance(row, FunctionReport) else row.near_miss
        if missed is not None:
            yield row, missed


def _causes(functions: Iterable[Row]) -> list[_Cause]:
    """By what they hold back first, then by place."""
    found: dict[tuple[bool, str, Place, str], _Cause] = {}
    for row, missed in _missed(functions):
        place = origin(missed.cause)
        key = (missed.from_safety, missed.cause.kind, place, sentences.near_miss(missed.cause))
        found.setdefault(key, _Cause(place, missed.cause, missed.from_safety)).functions.append(row)
    return sorted(found.values(), key=lambda cause: (cause.from_safety, cause.place))


def _headline(cause: _Cause) -> str:
    one = len(cause.functions) == 1
    if cause.from_safety:
        return f"alone keeps the fix of {_names(cause.functions)} from being safe"
    return f"alone keeps {_names(cause.functions)} from being {'a graph' if one else 'graphs'}"


def _names(functions: Sequence[Row]) -> str:
    named = [row.lines if isinstance(row, RegionReport) else f"`{row.qualname}`" for row in functions[:_FUNCTIONS]]
    if len(functions) > _FUNCTIONS:
        named.append(f"{len(functions) - _FUNCTIONS} more")
    return " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))


def _entry(view: View, cause: _Cause) -> Iterator[str]:
    yield view.style(f"{view.at(cause.place)}: {sentences.near_miss(cause.evidence)}", "bold")
    yield from excerpt(view, cause.place)
    yield f"  = {_headline(cause)}"
    for row in cause.functions[:_FUNCTIONS]:
        if isinstance(row, RegionReport):
            yield f"  = block: {view.at(row.place)}: `{row.name}`, {row.runs} operations in each round"
        elif row.place != cause.place:
            yield f"  = function: {view.at(row.place)}: `{row.qualname}` (gain: {row.gain.level})"
    yield f"  = help: {sentences.remedy(cause.evidence)}"
