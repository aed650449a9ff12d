"""Functions that are known to refuse what a rule refuses: asked of installed releases, and put together."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from hybridize.frameworks.tensor_types.refusals import FILE, compared
from hybridize.frameworks.tensor_types.rules import entries, rule

DATA = Path(__file__).parents[1] / "tensor_types" / "data"
__all__ = ["DATA", "FILE", "asked", "tasks", "together"]


def tasks() -> dict[str, dict[str, list[str]]]:
    """The functions of TensorFlow whose rules compare arguments, with these, by what is compared."""
    found: dict[str, dict[str, list[str]]] = {"dtypes": {}, "shapes": {}}
    for name in entries():
        each = rule(name)
        if not name.startswith("tensorflow.") or each is None:
            continue
        for what, names in (("dtypes", compared(each, "dtype")), ("shapes", compared(each, "shape"))):
            if len(names) > 1:
                found[what][name] = sorted(names)
    return found


def asked(python: Path) -> dict[str, list[str]]:
    """What the release of an interpreter says."""
    with tempfile.TemporaryDirectory() as folder:
        work, output = Path(folder, "tasks.json"), Path(folder, "strict.json")
        work.write_text(json.dumps(tasks()), "utf-8")
        environment = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
        environment.pop("PYTHONPATH", None)
        command = [str(python), str(Path(__file__).parent / "calls" / "strict.py"), str(work), str(output)]
        subprocess.run(command, check=True, env=environment, cwd=folder, capture_output=True)
        found: dict[str, list[str]] = json.loads(output.read_text("utf-8"))
        return found


def together(answers: Iterable[Mapping[str, list[str]]]) -> dict[str, Any]:
    """The data file: what all releases refuse."""
    every = list(answers)
    both = {what: sorted(set.intersection(*[set(each[what]) for each in every])) for what in ("dtypes", "shapes")}
    return {"format": 1, **both}
