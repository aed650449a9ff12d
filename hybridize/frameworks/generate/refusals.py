"""Functions that are known to refuse what a rule refuses: asked of installed releases, and put together."""

from __future__ import annotations

import json
import os
import re
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hybridize.frameworks.generate.calling import is_layer, parameters
from hybridize.frameworks.generate.templates import SLOTS
from hybridize.frameworks.knowledge import load
from hybridize.frameworks.tensor_types.expressions import parsed, references
from hybridize.frameworks.tensor_types.interpreter import Rule
from hybridize.frameworks.tensor_types.refusals import compared
from hybridize.frameworks.tensor_types.rules import REFUSALS as FILE
from hybridize.frameworks.tensor_types.rules import entries, rule

DATA = Path(__file__).parents[1] / "tensor_types" / "data"
ASKED = "tensorflow."
"""The package whose functions are asked. Keras 3 promotes where Keras 2 refuses, so its functions may always mix."""
_MEMBERS = re.compile(SLOTS["members"].replace("|value|", "|") + "|^(data|matrices|vectors)$")
"""Names of parameters that may take several tensors."""
__all__ = ["DATA", "FILE", "asked", "tasks", "together"]


def tasks() -> dict[str, list[dict[str, Any]]]:
    """The functions whose rules compare arguments, or members of lists, with these arguments, by what is compared."""
    found: dict[str, list[dict[str, Any]]] = {"dtypes": [], "shapes": []}
    known = load()
    for name in entries():
        each, symbol = rule(name), known.lookup(name)
        if each is None or symbol is None or not name.startswith((ASKED, "keras.")) or is_layer(name, known):
            continue
        for what, names in (("dtypes", compared(each, "dtype")), ("shapes", compared(each, "shape"))):
            lists = what == "dtypes" and any(_MEMBERS.match(each) for each in names)
            if len(names) > 1 or lists:
                task = {"name": name, "parameters": parameters(symbol), "compared": sorted(names)}
                found[what].append({**task, "without": sorted(deciding(each))})
    return found


def deciding(found: Rule) -> set[str]:
    """The arguments on which it depends what a rule says: where they are given, it is another function."""
    names = references(parsed(found.when)) if found.when else set()
    return {*names, *(deciding(found.otherwise) if found.otherwise is not None else ())}


def asked(python: Path) -> dict[str, list[str]]:
    """What the release of an interpreter says."""
    with tempfile.TemporaryDirectory() as folder:
        work, output = Path(folder, "tasks.json"), Path(folder, "strict.json")
        wanted = {what: [each for each in given if each["name"].startswith(ASKED)] for what, given in tasks().items()}
        work.write_text(json.dumps(wanted), "utf-8")
        environment = os.environ | {
            "PYTHONPATH": str(Path(__file__).parent), "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1",
        }  # fmt: skip
        command = [str(python), "-m", "calls.strict", str(work), str(output)]
        subprocess.run(command, check=True, env=environment, cwd=folder, capture_output=True)
        found: dict[str, list[str]] = json.loads(output.read_text("utf-8"))
        return found


def together(answers: Iterable[Mapping[str, list[str]]]) -> dict[str, Any]:
    """The data file: what all releases refuse; and of what was asked what takes tensors of two dtypes, or may do so."""
    every = list(answers)
    both = {what: sorted(set.intersection(*[set(each[what]) for each in every])) for what in ("dtypes", "shapes")}
    mixing = sorted({task["name"] for task in tasks()["dtypes"]} - set(both["dtypes"]))
    return {"format": 1, **both, "mixing": mixing}
