"""`--near-misses`: what holds back functions that would gain as graphs, the functions of each cause, the remedy."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from hybridize.surfaces.formats.text import excerpt
from hybridize.surfaces.formats.view import View
from hybridize.surfaces.report import FunctionReport, in_cells, near_miss_json
from hybridize.verdicts import sentences
from hybridize.verdicts.evidence import Evidence
from hybridize.verdicts.model import NearMiss, Place
from hybridize.verdicts.near_misses import origin

_FUNCTIONS = 3
"""Functions that are named at one cause."""


@dataclass
class _Cause:
    """One thing to change, and whom it holds back."""

    place: Place
    evidence: Evidence
    from_safety: bool
    functions: list[FunctionReport] = field(default_factory=list)


def render(view: View, functions: Iterable[FunctionReport]) -> str:
    """Each cause with its line, the functions that it alone holds back, and what to do."""
    return "".join("\n".join(_entry(view, cause)) + "\n\n" for cause in _causes(functions))


def render_lines(view: View, functions: Iterable[FunctionReport]) -> str:
    """The same in one line each."""
    return "".join(
        f"{view.at(cause.place)}: {_headline(cause)}: {sentences.near_miss(cause.evidence)}. "
        f"{sentences.remedy(cause.evidence)}\n"
        for cause in _causes(functions)
    )


def rows(view: View, functions: Iterable[FunctionReport]) -> list[object]:
    """One entry for each function, as plain JSON values."""
    return [
        in_cells(
            {"path": row.path, "qualname": row.qualname, "line": row.place.line, "gain": row.gain.level}
            | {"near_miss": near_miss_json(missed)},
            view.notebooks,
        )
        for row, missed in _missed(functions)
    ]


def count(functions: Iterable[FunctionReport]) -> str:
    """How many there are, in a sentence."""
    missed = [missed for _, missed in _missed(functions)]
    unsafe = sum(each.from_safety for each in missed)
    held = len(missed) - unsafe
    text = f"{held:,} function{' would' if held == 1 else 's would'} gain as a graph but for one thing"
    return f"{text}; {unsafe:,} more {'has' if unsafe == 1 else 'have'} an unsafe fix for one reason alone."


def _missed(functions: Iterable[FunctionReport]) -> Iterator[tuple[FunctionReport, NearMiss]]:
    return ((row, row.verdict.near_miss) for row in functions if row.verdict.near_miss is not None)


def _causes(functions: Iterable[FunctionReport]) -> list[_Cause]:
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


def _names(functions: Sequence[FunctionReport]) -> str:
    named = [f"`{row.qualname}`" for row in functions[:_FUNCTIONS]]
    if len(functions) > _FUNCTIONS:
        named.append(f"{len(functions) - _FUNCTIONS} more")
    return " and ".join(filter(None, (", ".join(named[:-1]), named[-1])))


def _entry(view: View, cause: _Cause) -> Iterator[str]:
    yield view.style(f"{view.at(cause.place)}: {sentences.near_miss(cause.evidence)}", "bold")
    yield from excerpt(view, cause.place)
    yield f"  = {_headline(cause)}"
    for row in cause.functions[:_FUNCTIONS]:
        if row.place != cause.place:
            yield f"  = function: {view.at(row.place)}: `{row.qualname}` (gain: {row.gain.level})"
    yield f"  = help: {sentences.remedy(cause.evidence)}"
