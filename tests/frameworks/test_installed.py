"""The data against the packages themselves, where they are installed: every name that is said to exist exists."""

from __future__ import annotations

import importlib
import json
import sys
from pathlib import Path
from typing import Any

import pytest
from packaging.version import Version

from hybridize.frameworks.generate.__main__ import collected
from hybridize.frameworks.knowledge import KIND_CLASSES, Symbol, load

pytestmark = pytest.mark.slow
tensorflow: Any = None
keras: Any = None
numpy: Any = None
"""Imported when the tests run: where slow tests are left out, nobody waits for TensorFlow."""
TF_KERAS = (
    "keras.callbacks.experimental.UpdateEmbeddingCallback",
    "keras.layers.experimental.DynamicEmbedding",
    "keras.layers.experimental.DynamicLookup",
)
"""What only the tf-keras package has, which no release of TensorFlow tells: `test_formerly` looks there."""
STAND_INS: dict[str, Any] = {}
"""Objects for classes whose members show only on instances."""


def setup_module() -> None:
    global tensorflow, keras, numpy
    tensorflow, keras, numpy = map(pytest.importorskip, ("tensorflow", "keras", "numpy"))
    if Version(tensorflow.__version__) < Version("2.16"):
        pytest.skip("the data follow TensorFlow 2.16 and later")
    STAND_INS.update(
        {
            KIND_CLASSES["tensor"]: tensorflow.constant([1.0]),
            KIND_CLASSES["variable"]: tensorflow.Variable([1.0]),
            KIND_CLASSES["sparse"]: tensorflow.sparse.from_dense([1.0]),
            KIND_CLASSES["ragged"]: tensorflow.ragged.constant([[1.0], []]),
            KIND_CLASSES["dataset"]: tensorflow.data.Dataset.range(1),
            KIND_CLASSES["keras"]: keras.Input((1,)),
        }
    )


def find(name: str) -> Any:
    """The object of a canonical name; raises AttributeError or ImportError where there is none."""
    for owner, stand_in in STAND_INS.items():
        if name.startswith(f"{owner}."):
            member = name.removeprefix(f"{owner}.")
            return vars(stand_in)[member] if member in vars(stand_in) else getattr(type(stand_in), member)
    try:
        return reach(name)
    except (AttributeError, ImportError):
        if not name.startswith("keras."):
            raise
        return reach(f"keras._tf_keras.{name}")  # What only `tf.keras` shows.


def reach(name: str) -> Any:
    parts = name.split(".")
    found = importlib.import_module(parts[0])
    for count, part in enumerate(parts[1:], 2):
        try:
            found = getattr(found, part)
        except AttributeError:
            found = importlib.import_module(".".join(parts[:count]))
    return found


def installed(symbol: Symbol) -> bool:
    """Whether this release has it, as the data say."""
    if symbol.name.startswith(TF_KERAS):
        return False
    release = Version((numpy if symbol.name.startswith("numpy.") else tensorflow).__version__)
    late = symbol.since and release < Version(symbol.since)
    return not late and not (symbol.until and release >= Version(f"{symbol.until}.99"))


def public(package: str) -> list[str]:
    """The names under a package that are said to exist in this release and that can be reached without an instance."""
    known = load()
    found = []
    for name in known.names():
        symbol = known.lookup(name)
        assert symbol is not None
        owner = known.lookup(name.rpartition(".")[0])
        on_instance = symbol.role == "constant" and owner is not None and owner.role == "class"
        described = name.startswith(f"{package}.") and "._" not in name.replace(".__", "")
        reachable = not on_instance or any(name.startswith(f"{each}.") for each in STAND_INS)
        if described and reachable and installed(symbol):
            found.append(name)
    return found


def test_every_public_symbol_has_a_kind(tmp_path: Path) -> None:
    if not tensorflow.__version__.startswith("2.21."):
        pytest.skip("the data follow TensorFlow 2.21")
    inventory = tmp_path / "inventory.json"
    assert collected(Path(sys.executable), inventory, ["numpy", "keras", "tensorflow"]) == 0
    symbols = json.loads(inventory.read_text("utf-8"))["symbols"]
    known, without = load(), []
    for name, facts in symbols.items():
        owner, _, member = name.rpartition(".")
        symbol = known.lookup(name)
        described = symbol is not None and symbol.known
        if symbols.get(owner, {}).get("role") == "class":
            described = known.method(owner, member) is not None or known.attribute(owner, member) is not None
        if not described:
            without.append(name)
    assert len(symbols) > 10_000
    assert not without


@pytest.mark.parametrize("package", ["tensorflow", "keras", "numpy"])
def test_every_name_exists(package: str) -> None:
    missing = []
    names = public(package)
    for name in names:
        try:
            find(name)
        except (AttributeError, ImportError):
            missing.append(name)
    assert len(names) > 500
    assert not missing


@pytest.mark.parametrize("package", ["tensorflow", "keras"])
def test_classes_are_classes_and_derive_from_their_bases(package: str) -> None:
    known = load()
    wrong = []
    for name in public(package):
        symbol = known.lookup(name)
        if symbol is None or symbol.role != "class":
            continue
        if not isinstance(find(name), type):
            wrong.append(f"{name} is no class")
            continue
        for base in known.bases(name):
            if not base.rpartition(".")[2].startswith("_") and not issubclass(find(name), find(base)):
                wrong.append(f"{name} is no {base}")
    assert not wrong
