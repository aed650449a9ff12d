"""The tasks of `calls`, one process after another: which functions are called, and what was seen."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from hybridize.frameworks.generate.probing import watch
from hybridize.frameworks.knowledge import Knowledge, Symbol

HERE = Path(__file__).parent
STALLED = 900.0
"""Seconds without a result after which the process is taken to hang: importing TensorFlow may take a while."""


def tasks(names: Iterable[str], knowledge: Knowledge, seed: int, wanted: int, seconds: float) -> list[dict[str, Any]]:
    """What is to be called, and how often."""
    found = []
    for name in names:
        symbol = knowledge.lookup(name)
        if symbol is not None:
            layer = is_layer(name, knowledge)
            found.append(
                {
                    "name": name,
                    "parameters": parameters(symbol),
                    "role": "layer" if layer else "function",
                    "seed": seed,
                    "wanted": wanted,
                    "seconds": seconds * 2 if layer else seconds,
                }
            )
    return found


def parameters(symbol: Symbol) -> list[str]:
    """The parameters of a function; of a method its receiver comes first."""
    receiver = ["self"] if symbol.role == "method" and "static" not in symbol.tags else []
    return [*receiver, *symbol.parameters]


def is_layer(name: str, knowledge: Knowledge) -> bool:
    """Whether it is a class of Keras layers."""
    return knowledge.is_subclass(name, "keras.layers.Layer")


def called(python: Path, wanted: Sequence[Mapping[str, Any]], results: Path, script: str = "calls") -> None:
    """Write what every task gave, one a line, from processes that are started again behind whatever ended them."""
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder, "tasks.json")
        work.write_text(json.dumps(wanted), "utf-8")
        results.write_text("", "utf-8")
        environment = os.environ | {"PYTHONPATH": str(HERE), "TF_CPP_MIN_LOG_LEVEL": "3"}
        first = 0
        while first < len(wanted):
            command = [str(python), "-m", script, str(work), str(results), str(first)]
            process = subprocess.Popen(
                command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=environment, cwd=folder
            )
            watch(process, results, STALLED)
            if process.returncode == 0:
                break
            done = len(results.read_text("utf-8").splitlines())
            if done < first:
                raise RuntimeError(f"the calls do not start: {' '.join(command)}")
            with results.open("a", encoding="utf-8") as output:
                output.write(
                    json.dumps({"name": wanted[done]["name"], "calls": [], "errors": ["it ended the process"]}) + "\n"
                )
            first = done + 1


def records(paths: Iterable[Path]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What was seen, by the release that was asked."""
    for path in paths:
        for line in path.read_text("utf-8").splitlines():
            found: dict[str, Any] = json.loads(line)
            yield found["name"], found
