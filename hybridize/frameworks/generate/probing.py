"""The tasks of `probe`, one process after another, and what its results say: one kind a symbol."""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

STALLED = 40.0
"""Seconds without a line of output after which a prober is taken to hang."""
LEFT_ALONE = re.compile(
    r"(^|\.)_?(set_|enable_|disable_|clear_|reset_|experimental_set|exit$|main$|run_functions_eagerly|shutdown|abort"
    r"|initialize_|experimental_connect|connect_to|start$|spawn|load_data$|get_file$|join$|block_until|breakpoint"
    r"|request_stop|run_main|server|Server|seterr|set\w*$)"
    r"|keras\.applications\.|keras\.datasets|tensorflow\.compat\.v1\.app|tensorflow\.tpu|\.dtensor\.|numpy\.test"
    r"|tensorflow\.config\.|profiler|\.summary\.|cluster|tensorflow\.experimental\.numpy\.experimental|\.gfile\."
)
"""What would switch something for all that follows, wait, or reach outside: bodies and documents tell what it gives."""


EMPTY = frozenset({"list", "dict", "set", "tuple", "list(none)"})
"""Kinds of holders without anything in them, which tell nothing."""
ROOTS = frozenset({"keras.Operation", "tensorflow.Module"})
"""Classes that are too general to say something."""


def tasks(inventory: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Everything that can be tried."""
    symbols = inventory["symbols"]
    subclasses: dict[str, list[str]] = {}
    for name, facts in symbols.items():
        for base in facts.get("bases", ()):
            subclasses.setdefault(base, []).append(name)
    found = []
    for name, facts in sorted(symbols.items()):
        if facts["role"] not in ("function", "method", "property") or LEFT_ALONE.search(name) or ".raw_ops." in name:
            continue
        owner = name.rpartition(".")[0]
        classes = [owner] if symbols.get(owner, {}).get("role") == "class" else []
        for each in classes:
            classes += [child for child in subclasses.get(each, ()) if child not in classes][:4]
        found.append(
            {
                "name": name,
                "role": facts["role"],
                "static": facts.get("static", False) and "._" not in name,
                "signature": facts.get("signature", []),
                "classes": classes,
                "signatures": {each: symbols[each].get("signature", []) for each in classes},
            }
        )
    return found


def probe(python: Path, inventory: Mapping[str, Any], script: Path) -> dict[str, list[str]]:
    """What every task gave, from processes that are started again behind whatever ended them."""
    with tempfile.TemporaryDirectory() as folder:
        work, output = Path(folder, "tasks.json"), Path(folder, "output")
        all_tasks = tasks(inventory)
        work.write_text(json.dumps(all_tasks), "utf-8")
        output.touch()
        first = 0
        while first < len(all_tasks):
            command = [str(python), str(script), str(work), str(output), str(first)]
            process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            watch(process, output)
            started = [int(line) for line in output.read_text("utf-8").splitlines() if line.isdigit()]
            if process.returncode == 0:
                break
            if not started or started[-1] < first:
                raise RuntimeError(f"the prober does not start: {' '.join(command)}")
            first = started[-1] + 1
        lines = [json.loads(line) for line in output.read_text("utf-8").splitlines() if line.startswith("[")]
    return dict(lines)


def watch(process: subprocess.Popen[bytes], output: Path, stalled: float = STALLED) -> None:
    """Until the process ends, or is ended because it says nothing any more."""
    size, since = -1, time.monotonic()
    while process.poll() is None:
        time.sleep(0.5)
        if output.stat().st_size != size:
            size, since = output.stat().st_size, time.monotonic()
        elif time.monotonic() - since > stalled:
            process.kill()
            process.wait()


def settled(results: Mapping[str, list[str]], classes: Mapping[str, str], symbols: Mapping[str, Any]) -> dict[str, str]:
    """One kind for each symbol whose results can be put into one. `classes`: public names by the path of the class."""
    found = {}
    for name, kinds in results.items():
        facts = symbols.get(name, {})
        kinds = [published(kind, classes) for kind in kinds if "NotImplementedType" not in kind]
        if facts.get("role") == "property" or len({kind for kind in kinds if kind.startswith("instance:")}) > 1:
            kinds = [general(kind, symbols) for kind in kinds]
        kind = together(kinds, name.partition(".")[0])
        if (
            kind == "none"
            and facts.get("body", ["none"]) != ["none"]
            or kind == "none"
            and facts.get("role") == "property"
        ):
            continue  # Nothing came of these arguments; others may give something.
        if kind:
            found[name] = kind
    return found


def together(kinds: list[str], package: str) -> str:
    """What several calls gave, as one kind; "" where that cannot be said in few words."""
    known = list(dict.fromkeys(kind for kind in kinds if kind not in EMPTY and "unknown" not in kind))
    fresh = [kind for kind in known if not kind.startswith("arg:")]
    if not fresh or len(fresh) < len(known) and set(fresh) <= {"int", "float", "str", "bool", "python", "none"}:
        return ""  # It gives back what it is given; bodies tell whether always.
    if package == "numpy" and "ndarray" in fresh and set(fresh) <= {"ndarray", "int", "float", "bool"}:
        return "ndarray"  # Which has scalars, too.
    tuples = [re.findall(r"[^,()]+", kind.removeprefix("tuple")) for kind in fresh if kind.startswith("tuple(")]
    inside = {member.strip() for members in tuples for member in members}
    if len(tuples) == len(fresh) and inside <= {"int", "none", "float", "str", "bool", "python"}:
        return f"tuple*({inside.pop()})" if len(inside) == 1 else "python"
    if len(fresh) > 1 and len(tuples) == len(fresh) and len(inside) == 1 and "((" not in "".join(fresh):
        return f"tuple*({inside.pop()})"
    return "|".join(fresh) if len(fresh) < 3 else ""


def general(kind: str, symbols: Mapping[str, Any]) -> str:
    """Instances as those of the most general public class: what stands in an attribute is one of several."""

    def top(match: re.Match[str]) -> str:
        name = match[1]
        while True:
            bases = [base for base in symbols.get(name, {}).get("bases", ()) if base not in ROOTS and "._" not in base]
            if not bases:
                return f"instance:{name}"
            name = bases[0]

    return "|".join(dict.fromkeys(re.sub(r"instance:([\w.]+)", top, kind).split("|"))) if "(" not in kind else kind


def published(kind: str, classes: Mapping[str, str]) -> str:
    """The kind with classes by their public names; `python` for what is no class of a framework."""

    def name(match: re.Match[str]) -> str:
        known = next((classes[path] for path in match[1].split(";") if path in classes), "")
        return f"instance:{known}" if known else "python"

    return re.sub(r"instance:([^\s,|()]+)", name, kind)
