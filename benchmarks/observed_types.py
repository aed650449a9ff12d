"""Whether the types of the report are those that arrive: programs run under an observer, and are compared with it.

    python -m benchmarks.observed_types [--python PYTHON] [--seconds 60] [--show 20] [--json FILE] FOLDER [PROGRAM ...]

PROGRAM is a file of FOLDER; without one all files of FOLDER run that say `__main__` or stand on the top of it. Says
of the parameters that got tensors at how many the report has the dtype, at how many the rank, and where it has
types that do not allow what came; of the parameters that got arrays, at how many it says so.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import hybridize

OBSERVER = Path(__file__).parent / "type_observer.py"
Type = Mapping[str, Any]
Seen = tuple[str, str, Sequence[int | None]]
"""Kind, dtype and shape of a value."""
Key = tuple[str, str, int, str]


@dataclass(frozen=True)
class Compared:
    """One parameter: what arrived, and what the report says."""

    key: Key
    seen: tuple[Seen, ...]
    parameter: Mapping[str, Any]

    @property
    def tensors(self) -> list[Seen]:
        return [each for each in self.seen if each[0] != "ndarray"]

    @property
    def arrays(self) -> list[Seen]:
        return [each for each in self.seen if each[0] == "ndarray"]

    @property
    def said(self) -> list[Type]:
        """The types of tensors that it may get."""
        return [each for each in self.parameter["types"] if each["kind"] != "ndarray"]

    @property
    def has_dtype(self) -> bool:
        return bool(self.said) and all(each["dtype"] for each in self.said)

    @property
    def has_rank(self) -> bool:
        return bool(self.said) and all(each["shape"] is not None for each in self.said)

    @property
    def wrong(self) -> list[Seen]:
        """The tensors that came, and that none of the types allows."""
        return [each for each in self.tensors if self.said and not any(allows(type, each) for type in self.said)]

    @property
    def wrong_array(self) -> bool:
        """It is said to get no arrays, or arrays of other types."""
        said = [each for each in self.parameter["types"] if each["kind"] == "ndarray"]
        other = said and any(not any(allows(type, each) for type in said) for each in self.arrays)
        return self.parameter["array"] is False or bool(other)


def allows(type: Type, seen: Seen) -> bool:
    """Whether a value is of a type, as far as that says anything."""
    _, dtype, shape = seen
    if type["dtype"] not in (None, dtype):
        return False
    said = type["shape"]
    if said is None:
        return True
    return len(said) == len(shape) and all(None in pair or pair[0] == pair[1] for pair in zip(said, shape))


def observed(python: str, folder: Path, program: str, seconds: int) -> tuple[str, dict[Key, set[Seen]]]:
    """How a program ended, and what arrived at the parameters of its functions."""
    with tempfile.NamedTemporaryFile(suffix=".json") as file:
        command = [python, str(OBSERVER), file.name, str(folder), str(seconds), program]
        environment = {**os.environ, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": "-1", "MPLBACKEND": "Agg"}
        environment["PYTHONPATH"] = str(folder)
        at = (folder / program).parent
        try:
            subprocess.run(command[:-1] + [Path(program).name], cwd=at, env=environment, capture_output=True,
                           stdin=subprocess.DEVNULL, timeout=seconds + 60)  # fmt: skip
            result = json.loads(Path(file.name).read_text("utf-8"))
        except (ValueError, subprocess.TimeoutExpired):
            return "no result", {}
    rows: dict[Key, set[Seen]] = {
        (path, qualname, line, name): {(kind, dtype, tuple(shape)) for kind, dtype, shape in types}
        for path, qualname, line, name, types in result["rows"]
    }
    return result["ended"], rows


def compared(folder: Path, rows: Mapping[Key, Iterable[Seen]]) -> Iterator[Compared]:
    """The parameters of which the report knows the function."""
    report: dict[str, Any] = hybridize.analyze(folder, root=folder, include_tests=True, no_cache=True).to_json()
    functions: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for function in report["functions"]:
        functions.setdefault((function["path"], function["qualname"]), []).append(function)
    for key, seen in sorted(rows.items()):
        path, qualname, line, name = key
        later = [each for each in functions.get((path, qualname), ()) if each["line"] >= line]
        function = min(later, key=lambda each: each["line"], default=None)
        for parameter in function["parameters"] if function is not None else ():
            if parameter["name"] == name and not (parameter["index"] == 0 and name == "self"):
                yield Compared(key, tuple(sorted(seen, key=str)), parameter)


def programs(folder: Path) -> list[str]:
    """The files of a folder that are there to be run."""
    found = []
    for path in sorted(folder.rglob("*.py")):
        text = path.read_text("utf-8", errors="replace")
        if "__main__" in text or path.parent == folder:
            found.append(path.relative_to(folder).as_posix())
    return found


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has TensorFlow")
    parser.add_argument("--seconds", type=int, default=60, help="so long each program runs")
    parser.add_argument("--show", type=int, default=20, help="so many wrong types are shown")
    parser.add_argument("--json", type=Path, help="where to write all comparisons")
    parser.add_argument("folder", type=Path)
    parser.add_argument("programs", nargs="*")
    chosen = parser.parse_args(arguments)
    folder = chosen.folder.resolve()
    rows: dict[Key, set[Seen]] = {}
    for program in chosen.programs or programs(folder):
        ended, found = observed(chosen.python, folder, program, chosen.seconds)
        print(f"{program}: {len(found)} parameters{f' ({ended})' if ended else ''}", file=sys.stderr)
        for key, seen in found.items():
            rows.setdefault(key, set()).update(seen)
    said = list(compared(folder, rows))
    show(said, chosen.show)
    if chosen.json:
        lines = [{"key": each.key, "seen": each.seen, "parameter": each.parameter} for each in said]
        chosen.json.write_text(json.dumps(lines, indent=0) + "\n", "utf-8")
    return 0


def show(said: Sequence[Compared], most: int) -> None:
    """The figures, and what is wrong."""
    tensors = [each for each in said if each.tensors]
    arrays = [each for each in said if each.arrays]
    wrong = [each for each in tensors if each.wrong]
    wrong_arrays = [each for each in arrays if each.wrong_array]
    for each in (*wrong, *wrong_arrays)[:most]:
        path, qualname, _, name = each.key
        print(f"{path}::{qualname} {name}: {list(each.seen)[:4]}, said {each.parameter['types']}")
    for title, part, of in (
        ("tensors: dtype said", [each for each in tensors if each.has_dtype], tensors),
        ("tensors: rank said", [each for each in tensors if each.has_rank], tensors),
        ("tensors: wrong", wrong, tensors),
        ("arrays: said", [each for each in arrays if each.parameter["array"]], arrays),
        ("arrays: wrong", wrong_arrays, arrays),
    ):
        share = 100 * len(part) / len(of) if of else 0.0
        print(f"{title:20} {len(part):5} of {len(of):5} {share:6.1f} %")


if __name__ == "__main__":
    sys.exit(main())
