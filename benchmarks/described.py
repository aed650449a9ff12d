"""How much of what TensorFlow programs call outside themselves is described, and which names are missing most.

    python -m benchmarks.described FOLDER ... [--names 40] [--note FILE]

Each folder is a project. Counted are the functions that are hybrid, or candidates for it, and for each of them the
different functions, classes and methods outside the project that it calls. Builtins, which are described in full, are
left out, as are methods that a tensor or a list does not have (such a call would raise). Described is what has an entry
of its own that says what it does. The table says besides what only has the policy of its package, and how many of the
functions use an object of which nothing is known, so that what they call has no name.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from hybridize.frameworks.knowledge import KIND_CLASSES, Knowledge, load
from hybridize.inference.facts.named_calls import BUILTIN
from hybridize.inference.state.assumptions import Because, Use
from hybridize.surfaces.api import Run
from hybridize.surfaces.scope import Scope, Target
from hybridize.surfaces.settings import make_settings
from hybridize.verdicts.evidence.assumptions import UnseenCode
from hybridize.verdicts.evidence.base import Evidence


@dataclass(frozen=True)
class Described:
    """The calls of one project."""

    functions: int
    """Functions that are hybrid or candidates."""
    described: int
    policy: tuple[str, ...]
    """The names that only a policy speaks of, once for each function that calls them."""
    undescribed: tuple[str, ...]
    """The names of which nothing is known, likewise."""
    unresolved: int
    """Functions that call, themselves, what has no name."""

    @property
    def calls(self) -> int:
        """The calls of names outside the project."""
        return self.described + len(self.policy) + len(self.undescribed)


def look(folder: Path) -> Described:
    """Analyse a project and look up what its functions call."""
    run = Run(make_settings(folder, {}), Scope(folder, [Target(folder)], whole=True), keep=True)
    knowledge, graph = load(), run.call_graph()
    functions = [each for each in run.report.functions if each.candidate or each.hybrid]
    own = {name.partition(".")[0] for name in graph}
    described, policy, undescribed, unresolved = 0, list[str](), list[str](), 0
    for function in functions:
        for name in graph.get(f"{function.module}.{function.qualname}", ()):
            first = name.partition(".")[0]
            if name.startswith(BUILTIN) or first in own or first in KIND_CLASSES:
                continue
            answer = how(knowledge, name)
            described += answer is True
            (policy if answer is None else undescribed if answer is False else []).append(name)
        unresolved += any(map(is_nameless, function.verdict.decision.assumptions))
    return Described(len(functions), described, tuple(policy), tuple(undescribed), unresolved)


def is_nameless(evidence: Evidence) -> bool:
    """Whether this is a call, in the function itself, of an object of which nothing is known."""
    if not isinstance(evidence, UnseenCode) or evidence.through or evidence.name:
        return False
    return evidence.because is Because.UNKNOWN_OBJECT and evidence.use in (Use.CALL, Use.METHOD)


def how(knowledge: Knowledge, name: str) -> bool | None:
    """Whether a name is described; None where only the policy of its package speaks of it."""
    symbol = knowledge.lookup(name)
    if symbol is None or symbol.effect == "unknown":
        return False
    return True if symbol.known else None


def rows(folders: Sequence[Path]) -> Iterator[tuple[str, Described]]:
    """Each project in a process of its own, one after another."""
    for folder in folders:
        with ProcessPoolExecutor(1) as pool:
            yield folder.name, pool.submit(look, folder).result()


def main(arguments: Sequence[str] | None = None) -> int:
    """Print a row a project, the share of all of them, and the names that are missing most."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="+", metavar="FOLDER")
    parser.add_argument("--names", type=int, default=40, help="how many missing names to list")
    parser.add_argument("--note", type=Path, help="a JSON file for all missing names with their counts")
    given = parser.parse_args(arguments)
    print("| project | functions | calls | described % | policy | nothing known | without a name |")
    print("|---|---|---|---|---|---|---|")
    total, missing = Counter[str](), Counter[str]()
    for name, found in rows(given.folders):
        missing.update(found.undescribed)
        missing.update(f"{each} (policy)" for each in found.policy)
        total.update(
            functions=found.functions, calls=found.calls, described=found.described, policy=len(found.policy),
            undescribed=len(found.undescribed), unresolved=found.unresolved,
        )  # fmt: skip
        row = (found.functions, found.calls, found.described, len(found.policy), len(found.undescribed))
        print(line(name, *row, found.unresolved), flush=True)
    row = tuple(total[key] for key in ("functions", "calls", "described", "policy", "undescribed"))
    print(line("all", *row, total["unresolved"]))
    for each, count in sorted(missing.items(), key=lambda item: (-item[1], item[0]))[: given.names]:
        print(f"{count:6} {each}")
    if given.note:
        given.note.write_text(json.dumps(dict(sorted(missing.items())), indent=1) + "\n", encoding="utf-8")
    return 0


def line(name: str, functions: int, calls: int, described: int, policy: int, undescribed: int, unresolved: int) -> str:
    """A row of the table."""
    share = f"{100 * described / calls:.1f}" if calls else "-"
    return f"| {name} | {functions} | {calls} | {share} | {policy} | {undescribed} | {unresolved} |"


if __name__ == "__main__":
    sys.exit(main())
