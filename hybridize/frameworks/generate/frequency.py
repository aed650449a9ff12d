"""How often real code calls each function of TensorFlow, Keras and NumPy: which of them deserve a type rule first.

Names are resolved through the imports of the file alone, and made canonical by the framework data. Methods of tensors
and arrays are not counted: their receivers cannot be told from the text of one file.
"""

from __future__ import annotations

import ast
import json
import warnings
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from hybridize.frameworks.kinds import Kind
from hybridize.frameworks.knowledge import Knowledge, Symbol

FREQUENT = Path(__file__).parent / "frequent.json"
PACKAGES = frozenset({"tensorflow", "keras", "numpy"})
TYPED = frozenset({"tensor", "variable", "ndarray", "keras", "sparse", "ragged"})
"""Kinds of results that have a dtype and a shape."""


def calls(source: str) -> Iterator[str]:
    """The qualified names of what a file calls, as its imports say them; one a call."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            tree = ast.parse(source)
        except (SyntaxError, ValueError):
            return
    names: dict[str, str] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                first = alias.name.partition(".")[0]
                names[alias.asname or first] = alias.name if alias.asname else first
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            for alias in node.names:
                names[alias.asname or alias.name] = f"{node.module}.{alias.name}"
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            found = qualified(node.func, names)
            if found:
                yield found


def qualified(node: ast.expr, names: dict[str, str]) -> str:
    """The qualified name of an expression; empty if it is no chain of attributes of an imported name."""
    if isinstance(node, ast.Name):
        return names.get(node.id, "")
    if isinstance(node, ast.Attribute):
        owner = qualified(node.value, names)
        return owner and f"{owner}.{node.attr}"
    return ""


def counted(folders: Iterable[Path], knowledge: Knowledge) -> Counter[str]:
    """Calls by canonical name, of what gives back tensors, arrays or layers; copies of a file count once."""
    counts: Counter[str] = Counter()
    seen: set[str] = set()
    for folder in folders:
        for path in sorted(folder.rglob("*.py")):
            source = path.read_text("utf-8", "replace")
            if source in seen:
                continue
            seen.add(source)
            counts.update(calls(source))
    canonical: Counter[str] = Counter()
    for name, count in counts.items():
        symbol = knowledge.lookup(name)
        if symbol is not None and symbol.name.partition(".")[0] in PACKAGES and typed(symbol, knowledge):
            canonical[symbol.name] += count
    return canonical


def write(counts: Counter[str]) -> None:
    """Keep what is called more than once, the most frequent first."""
    found = {name: count for name, count in sorted(counts.items(), key=lambda each: (-each[1], each[0])) if count > 1}
    FREQUENT.write_text(json.dumps(found, indent=0) + "\n", "utf-8")


def kept() -> dict[str, int]:
    """The functions that `count` found, the most frequent first."""
    found: dict[str, int] = json.loads(FREQUENT.read_text("utf-8"))
    return found


def typed(symbol: Symbol, knowledge: Knowledge) -> bool:
    """Whether a call, or for a layer the call of what it makes, gives back something with a dtype and a shape."""
    if not symbol.known:
        return False
    if symbol.role == "class" and knowledge.is_subclass(symbol.name, "keras.layers.Layer"):
        return not knowledge.is_subclass(symbol.name, "keras.Model")
    return any(map(is_tensor, symbol.returns.alternatives()))


def is_tensor(kind: Kind) -> bool:
    """Whether it is a tensor or array, or a tuple or list of them."""
    return kind.name in TYPED or kind.name in ("tuple", "list") and bool(kind.args) and all(map(is_tensor, kind.args))
