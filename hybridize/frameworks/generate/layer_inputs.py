"""What the layers of each release of Keras demand of their inputs: asked of installed releases, and put together."""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from hybridize.frameworks.keras_shapes.layers import FILE
from hybridize.frameworks.keras_shapes.releases import possible

DATA = Path(__file__).parents[1] / "keras_shapes" / "data"
__all__ = ["DATA", "FILE", "asked", "together"]


def asked(python: Path) -> dict[str, Any]:
    """What the release of an interpreter says."""
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, "demands.json")
        environment = os.environ | {"TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1"}
        environment.pop("PYTHONPATH", None)
        command = [str(python), str(Path(__file__).parent / "calls" / "demands.py"), str(output)]
        subprocess.run(command, check=True, env=environment, cwd=folder, capture_output=True)
        found: dict[str, Any] = json.loads(output.read_text("utf-8"))
        return found


def together(answers: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """The data file: by layer and by release of Keras."""
    layers: dict[str, dict[str, Any]] = {}
    releases = []
    for answer in answers:
        releases.append(f"tensorflow {answer['release']}")
        (keras,) = possible(".".join(answer["release"].split(".")[:2]))
        for name, said in answer["layers"].items():
            layers.setdefault(name, {})[keras.value] = said
    return {"format": 1, "releases": sorted(releases), "layers": layers}
