"""`python -m inventory OUTPUT PACKAGE...`: the inventory of some installed packages as JSON."""

from __future__ import annotations

import importlib
import json
import os
import sys
import warnings
from typing import Any, Dict, List

from .bodies import BODIES
from .walk import ROOTS, Collector, symbols


def operations() -> Dict[str, Any]:
    """Outputs and statefulness of every registered operation."""
    from tensorflow.python.framework import op_def_registry

    names = dir(importlib.import_module("tensorflow").raw_ops)
    found = {}
    for name in names:
        definition = op_def_registry.get(name)
        if definition is not None:
            outputs = [
                [o.name, bool(o.number_attr or o.type_list_attr), str(o.type), o.type_attr]
                for o in definition.output_arg
            ]
            found[name] = {"outputs": outputs, "stateful": definition.is_stateful}
            if definition.HasField("deprecation"):
                found[name]["deprecated"] = definition.deprecation.explanation
    return found


def release(package: str) -> str:
    module = importlib.import_module(package)
    return str(getattr(module, "__version__", ""))


def main(arguments: List[str]) -> None:
    """`python -m inventory OUTPUT PACKAGE...`."""
    output, packages = arguments[0], arguments[1:]
    os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
    warnings.simplefilter("ignore")
    result: Dict[str, Any] = {"releases": {}, "symbols": {}, "operations": {}}
    canonical: Dict[int, str] = {}
    for package in sorted(packages, key=list(ROOTS).index):
        collector = Collector(package)
        collector.walk()
        result["releases"][package] = release(package)
        result["symbols"].update(symbols(collector, canonical))
        if package == "tensorflow":
            result["operations"] = operations()
    result["bodies"] = BODIES
    with open(output, "w", encoding="utf-8") as stream:
        json.dump(result, stream, sort_keys=True, indent=0)


if __name__ == "__main__":
    main(sys.argv[1:])
