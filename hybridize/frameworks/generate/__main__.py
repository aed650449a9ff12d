"""`python -m hybridize.frameworks.generate`: the framework data from installed releases."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from hybridize.frameworks.generate import arguments as taken_arguments
from hybridize.frameworks.generate import (
    calling, frequency, graphs, layer_inputs, probing, refusals, releases, type_rules
)  # fmt: skip
from hybridize.frameworks.generate.build import DATA, Build
from hybridize.frameworks.generate.overlay import Overlay
from hybridize.frameworks.generate.write import text, write
from hybridize.frameworks.knowledge import load
from hybridize.frameworks.tensor_types.rules import entries

HERE = Path(__file__).parent
_Tasks = list[dict[str, Any]]


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m hybridize.frameworks.generate", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    collect = commands.add_parser("collect", help="read an installed release")
    collect.add_argument("--python", type=Path, required=True, help="the interpreter that has it")
    collect.add_argument("--packages", nargs="+", default=["numpy", "keras", "tensorflow"])
    collect.add_argument("inventory", type=Path)
    probe = commands.add_parser("probe", help="call what an installed release has, and write what came back")
    probe.add_argument("--python", type=Path, required=True, help="the interpreter that has it")
    probe.add_argument("inventory", type=Path)
    probe.add_argument("probes", type=Path)
    history = commands.add_parser("history", help="compare releases: the newest is the one that the data follow")
    history.add_argument("inventories", type=Path, nargs="+")
    derive = commands.add_parser("derive", help="write the data files, or check the overlay against the sources")
    derive.add_argument(
        "--check", action="store_true", help="write nothing; fail where the overlay is not as it should be"
    )
    derive.add_argument("--report", type=Path, help="where to write what each source says of each symbol")
    derive.add_argument("--probes", type=Path, help="what `probe` found out")
    derive.add_argument("inventory", type=Path)
    count = commands.add_parser("count", help="count which functions real code calls, for the rules of types")
    count.add_argument("folders", type=Path, nargs="+")
    calls = commands.add_parser("calls", help="call functions of an installed release, and write the types of results")
    calls.add_argument("--python", type=Path, required=True, help="the interpreter that has it")
    calls.add_argument("--names", nargs="*", help="only these; by default all that `count` found or that have a rule")
    calls.add_argument("--seed", type=int, default=0, help="another number draws other arguments")
    calls.add_argument("--wanted", type=int, default=60, help="so many calls of each function")
    calls.add_argument("--seconds", type=float, default=3.0, help="so much processor time for each function")
    calls.add_argument("output", type=Path)
    rules = commands.add_parser("types", help="write the rules of types that fit the calls, or check those there are")
    rules.add_argument("--check", action="store_true", help="write nothing; fail where a rule contradicts a call")
    rules.add_argument("--keep", action="store_true", help="keep the rules of all functions that were not called")
    rules.add_argument("--report", type=Path, help="where to write how each function did")
    rules.add_argument("calls", type=Path, nargs="+", help="what `calls` wrote, of one release or more")
    inputs = commands.add_parser("layer-inputs", help="write which shapes the Keras layers of installed releases take")
    inputs.add_argument("pythons", type=Path, nargs="+", help="the interpreters that have them, one for each Keras")
    refused = commands.add_parser("refusals", help="write which functions refuse arguments that do not go together")
    refused.add_argument("pythons", type=Path, nargs="+", help="the interpreters that have releases")
    graph = commands.add_parser("graphs", help="write which functions refuse in a graph what they take eagerly")
    graph.add_argument("pythons", type=Path, nargs="+", help="the interpreters that have releases")
    taken = commands.add_parser("arguments", help="write which kinds of arguments functions never take")
    taken.add_argument("pythons", type=Path, nargs="*", help="the interpreters that have releases")
    taken.add_argument("--check", type=Path, nargs="+", help="write nothing; fail where `calls` pass what is listed")
    chosen = parser.parse_args(arguments)
    run = {
        "collect": run_collect,
        "probe": run_probe,
        "history": run_history,
        "derive": run_derive,
        "count": run_count,
        "calls": run_calls,
        "types": run_types,
        "layer-inputs": run_layer_inputs,
        "refusals": run_refusals,
        "graphs": run_graphs,
        "arguments": run_arguments,
    }[chosen.command]
    return run(chosen)


def run_count(chosen: argparse.Namespace) -> int:
    counts = frequency.counted(chosen.folders, load())
    frequency.write(counts)
    return 0


def run_calls(chosen: argparse.Namespace) -> int:
    every = dict.fromkeys([*frequency.kept(), *entries()])
    names = chosen.names or [name for name in every if not probing.LEFT_ALONE.search(name)]
    tasks = calling.tasks(names, load(), chosen.seed, chosen.wanted, chosen.seconds)
    calling.called(chosen.python.absolute(), tasks, chosen.output)
    return 0


def run_types(chosen: argparse.Namespace) -> int:
    seen = type_rules.Seen(chosen.calls, load())
    if chosen.check:
        wrong = seen.check()
        print(*wrong, sep="\n")
        return 1 if wrong else 0
    table, lines = seen.fitted()
    if chosen.keep:
        table = seen.kept(table)
    write({type_rules.FILE: table}, type_rules.DATA)
    if chosen.report:
        chosen.report.write_text("\n".join(lines) + "\n", "utf-8")
    print(seen.summary(table, list(frequency.kept())[:300]))
    return 0


def run_layer_inputs(chosen: argparse.Namespace) -> int:
    answers = [layer_inputs.asked(python.absolute()) for python in chosen.pythons]
    write({layer_inputs.FILE: layer_inputs.together(answers)}, layer_inputs.DATA)
    return 0


def run_refusals(chosen: argparse.Namespace) -> int:
    answers = [refusals.asked(python.absolute()) for python in chosen.pythons]
    write({refusals.FILE: refusals.together(answers)}, refusals.DATA)
    return 0


def _answers(
    chosen: argparse.Namespace, asked: Callable[[Path, _Tasks, Path], _Tasks], wanted: _Tasks
) -> list[_Tasks]:
    """What the release of each interpreter says of the tasks; they are asked side by side."""
    pythons: Sequence[Path] = chosen.pythons
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor() as pool:
        results = [Path(folder, f"{index}.jsonl") for index in range(len(pythons))]
        return list(pool.map(lambda python, file: asked(python.absolute(), wanted, file), pythons, results))


def run_graphs(chosen: argparse.Namespace) -> int:
    answers = _answers(chosen, graphs.asked, graphs.tasks(load()))
    write({graphs.FILE: graphs.together(answers)}, graphs.DATA)
    return 0


def run_arguments(chosen: argparse.Namespace) -> int:
    if chosen.check:
        wrong = [line for path in chosen.check for line in taken_arguments.contradicted(path)]
        print(*wrong, sep="\n")
        return 1 if wrong else 0
    if not chosen.pythons:
        raise SystemExit("`generate arguments` asks interpreters: name some, or `--check` files of calls")
    answers = _answers(chosen, taken_arguments.asked, taken_arguments.tasks(load()))
    write({taken_arguments.FILE: taken_arguments.together(answers)}, taken_arguments.DATA)
    return 0


def run_collect(chosen: argparse.Namespace) -> int:
    return collected(chosen.python, chosen.inventory, chosen.packages)


def collected(python: Path, inventory: Path, packages: Sequence[str]) -> int:
    """Write what an interpreter's packages say about themselves; the exit code."""
    command = [str(python), "-m", "inventory", str(inventory), *packages]
    paths = [str(HERE), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    return subprocess.run(command, check=False, env=environment).returncode


def run_probe(chosen: argparse.Namespace) -> int:
    results = probing.probe(chosen.python.absolute(), read(chosen.inventory), HERE / "probe.py")
    chosen.probes.write_text(json.dumps(results, indent=0, sort_keys=True), "utf-8")
    return 0


def run_history(chosen: argparse.Namespace) -> int:
    releases.HISTORY.parent.mkdir(exist_ok=True)
    releases.HISTORY.write_text(text(releases.history([read(path) for path in chosen.inventories])), "utf-8")
    return 0


def run_derive(chosen: argparse.Namespace) -> int:
    probes = read(chosen.probes) if chosen.probes else {}
    build = Build(read(chosen.inventory), probes, Overlay(), releases.kept())
    if chosen.report:
        lines = [
            f"{name}\t{d.kind}\t{d.source}\t{json.dumps(d.said)}" for name, d in build.derivation.decisions.items()
        ]
        chosen.report.write_text("\n".join(sorted(lines)) + "\n", "utf-8")
    problems = [f"no kind: {name}" for name in build.undecided()]
    problems += [f"the overlay says nothing new: {each}" for each in build.needless()]
    for problem in problems:
        print(problem, file=sys.stderr)
    if chosen.check:
        return 1 if problems else 0
    write(build.tables(), DATA)
    return 0


def read(path: Path) -> dict[str, Any]:
    content: dict[str, Any] = json.loads(path.read_text("utf-8"))
    return content


if __name__ == "__main__":
    sys.exit(main())
