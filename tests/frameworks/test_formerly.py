"""Former releases against the data: what an installed NumPy 1 or Keras 2 has can be found, with a kind.

Which of them are installed decides which tests run; `tests/frameworks/test_generate.py` reads what was kept of all.
"""

from __future__ import annotations

import importlib
import inspect
import json
import pkgutil
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from packaging.version import Version

from hybridize.frameworks.generate.__main__ import collected
from hybridize.frameworks.generate.releases import Release, is_hidden
from hybridize.frameworks.knowledge import load

pytestmark = pytest.mark.slow


def version(package: str) -> Version:
    """The installed version of a package; without one the test is skipped."""
    return Version(pytest.importorskip(package).__version__)


def described(name: str) -> bool:
    known = load()
    symbol = known.lookup(name)
    owner, _, member = name.rpartition(".")
    found = symbol is not None and symbol.known and (symbol.role == "class" or bool(str(symbol.returns)))
    return found or known.method(owner, member) is not None or known.attribute(owner, member) is not None


def without_a_kind(packages: list[str], folder: Path) -> tuple[int, list[str]]:
    """How many public names the installed packages have, and those that the data do not describe."""
    inventory = folder / "inventory.json"
    assert collected(Path(sys.executable), inventory, packages) == 0
    release = Release(json.loads(inventory.read_text("utf-8")))
    names = [name for name, facts in release.symbols.items() if not is_hidden(name) and not field(release, name)]
    names += [alias for alias in release.aliases if release.symbols[release.canonical(alias)]["role"] != "alias"]
    return len(names), [name for name in names if not described(name)]


def field(release: Release, name: str) -> bool:
    """A member of a message or named tuple: a plain value."""
    owner = name.rpartition(".")[0]
    return release.symbols[name]["role"] == "property" and release.derivation.instance(owner) == "python"


def test_every_public_symbol_of_numpy_1_has_a_kind(tmp_path: Path) -> None:
    if version("numpy") >= Version("2"):
        pytest.skip("NumPy 1 is not installed")
    count, missing = without_a_kind(["numpy"], tmp_path)
    assert count > 2000
    assert not missing


def test_every_public_symbol_of_keras_2_has_a_kind(tmp_path: Path) -> None:
    if version("tensorflow") >= Version("2.16"):
        pytest.skip("no TensorFlow with Keras 2")
    count, missing = without_a_kind(["numpy", "keras", "tensorflow"], tmp_path)
    assert count > 10_000
    assert not [name for name in missing if name.startswith("keras.")]


def walk(module: ModuleType, name: str) -> Iterator[str]:
    """The public names of tf-keras' modules, and the members that its classes define."""
    for each in pkgutil.iter_modules(module.__path__):
        if each.name not in ("src", "api", "protobuf", "__internal__"):
            yield from walk(importlib.import_module(f"{module.__name__}.{each.name}"), f"{name}.{each.name}")
    for attribute, value in vars(module).items():
        own = getattr(value, "__module__", "").startswith("tf_keras.")
        if attribute.startswith("_") or not own:
            continue
        yield f"{name}.{attribute}"
        if inspect.isclass(value):
            for member in dir(value):
                definer = next((base for base in value.__mro__ if member in vars(base)), object)
                if not member.startswith("_") and definer.__module__.startswith("tf_keras."):
                    yield f"{name}.{attribute}.{member}"


def test_every_public_symbol_of_tf_keras_has_a_kind() -> None:
    names = list(walk(pytest.importorskip("tf_keras"), "tf_keras"))
    assert len(names) > 10_000
    assert not [name for name in names if not described(name)]
