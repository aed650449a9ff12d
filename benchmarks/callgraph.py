"""The call graph beside a published one: PyCG's micro-benchmark, or any folder of programs with a callgraph.json each.

    python -m benchmarks.callgraph FOLDER [--show] [--known-wrong NAME ...]
    python -m benchmarks.callgraph PROJECT --graph GRAPH.json ... [--show]

FOLDER is `micro-benchmark/snippets` of https://github.com/vitsalis/PyCG. Each program is analysed on its own, as by
`hybridize --report callgraph`. Compared are the edges between functions of the program itself: a program is *sound*
when no edge of the published graph is missing, *complete* when there is no other one. Exit status 1 if a program that
is not named as known to be wrong is not both.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hybridize.surfaces.api import Run
from hybridize.surfaces.scope import Scope, Target
from hybridize.surfaces.settings import make_settings

Edges = frozenset[tuple[str, str]]


@dataclass(frozen=True)
class Comparison:
    """One program: what is missing in our graph, and what is in it beside the published edges."""

    name: str
    missing: tuple[tuple[str, str], ...]
    additional: tuple[tuple[str, str], ...]


def programs(folder: Path) -> Iterator[Path]:
    """The folders that hold a callgraph.json."""
    return (path.parent for path in sorted(folder.rglob("callgraph.json")))


def call_graph(program: Path) -> dict[str, list[str]]:
    """The call graph of a folder that is a whole project."""
    run = Run(make_settings(program, {}), Scope(program, [Target(program)], whole=True), keep=True)
    return run.call_graph()


def edges(graph: Mapping[str, Sequence[str]], own: frozenset[str]) -> Edges:
    """The edges between functions of the program."""
    pairs = ((caller, callee) for caller, called in graph.items() for callee in called)
    return frozenset(pair for pair in pairs if own.issuperset(pair))


def compare(program: Path, name: str) -> Comparison:
    """Analyse a copy of the program (so that nothing around it counts) and compare."""
    published = json.loads((program / "callgraph.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(shutil.copytree(program, Path(folder) / program.name))
        ours = call_graph(copy)
    own = frozenset(ours)
    wanted, found = edges(published, own), edges(ours, own)
    return Comparison(name, tuple(sorted(wanted - found)), tuple(sorted(found - wanted)))


def measure(project: Path, graphs: Sequence[Path]) -> tuple[Comparison, int, int]:
    """One project beside graphs of it: what differs, how many edges they have, and how many are found."""
    published: dict[str, set[str]] = {}
    for path in graphs:
        for caller, called in json.loads(path.read_text(encoding="utf-8")).items():
            published.setdefault(caller, set()).update(called)
    ours = call_graph(project)
    own = frozenset(ours)
    wanted = edges({caller: sorted(called) for caller, called in published.items()}, own)
    found = frozenset(edge for edge in edges(ours, own) if edge[0] in published)
    differing = Comparison(project.name, tuple(sorted(wanted - found)), tuple(sorted(found - wanted)))
    return differing, len(wanted), len(found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Compare all programs of a folder and print how many are sound and complete."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--show", action="store_true", help="list the edges that differ")
    parser.add_argument("--known-wrong", nargs="*", default=(), metavar="NAME", help="programs whose graph is wrong")
    parser.add_argument("--graph", type=Path, nargs="+", metavar="GRAPH", help="graphs of one project")
    given = parser.parse_args(arguments)
    if given.graph:
        row, wanted, found = measure(given.folder, given.graph)
        if given.show:
            show([row])
        if not wanted or not found:
            parser.error("the graphs have no edge, or none is found, between functions of the project")
        same = wanted - len(row.missing)
        print(f"{row.name}: recall {same / wanted:.1%} of {wanted}, precision {same / found:.1%} of {found}")
        return 0
    rows = [compare(path, path.relative_to(given.folder).as_posix()) for path in programs(given.folder)]
    if not rows:
        parser.error(f"there is no callgraph.json in {given.folder}")
    if given.show:
        show(rows)
    sound, complete = sum(not row.missing for row in rows), sum(not row.additional for row in rows)
    print(f"{len(rows)} programs: {sound} sound, {complete} complete")
    wrong = [row.name for row in rows if (row.missing or row.additional) and row.name not in given.known_wrong]
    return 1 if wrong else 0


def show(rows: Sequence[Comparison]) -> None:
    """List the edges that differ."""
    for row in rows:
        for mark, differing in (("-", row.missing), ("+", row.additional)):
            for caller, callee in differing:
                print(f"{row.name}: {mark} {caller} -> {callee}")


if __name__ == "__main__":
    sys.exit(main())
