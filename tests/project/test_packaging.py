"""What is declared in pyproject.toml is what the packages need, no more and no less."""

from __future__ import annotations

import ast
import os
import re
import sys
from collections.abc import Iterable
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

import hybridize
from hybridize.surfaces.arguments import EXTRAS

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
PACKAGES = ("hybridize", "flake8_hybridize", "pylint_hybridize")
METADATA = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
DEVELOPERS = ROOT / "hybridize" / "frameworks" / "generate"
"""Runs inside the installed releases that it reads, never while linting."""
FOR_DEVELOPERS = {"benchmark", "mutation", "test"}
"""Extras of this repository's own tests and measurements."""
RUN_NOT_IMPORTED = {"pylint"}
"""Imported where a host imports us, but needed by the README's commands either way."""


def _imported() -> set[str]:
    """The distributions whose modules the packages import."""
    modules: set[str] = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if DEVELOPERS in path.parents:
                continue
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if isinstance(node, ast.Import):
                    modules |= {alias.name.partition(".")[0] for alias in node.names}
                elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
                    modules.add(node.module.partition(".")[0])
    foreign = modules - set(sys.stdlib_module_names) - set(PACKAGES)
    homes = packages_distributions()
    return {homes.get(module, [module])[0].lower() for module in foreign}


@pytest.mark.slow
def test_dependencies_are_what_is_imported() -> None:
    always = _names(METADATA["project"]["dependencies"])
    extras = METADATA["project"]["optional-dependencies"]
    on_request = _names(each for name, listed in extras.items() if name not in FOR_DEVELOPERS for each in listed)
    assert (always | on_request) - RUN_NOT_IMPORTED == _imported() - RUN_NOT_IMPORTED
    assert not always & on_request
    assert RUN_NOT_IMPORTED <= always


def test_messages_name_the_libraries_of_each_extra() -> None:
    extras = METADATA["project"]["optional-dependencies"]
    on_request = {name: _names(listed) for name, listed in extras.items() if name not in FOR_DEVELOPERS}
    assert {name: set(libraries.split()) for name, libraries in EXTRAS.items()} == on_request


def _names(requirements: Iterable[str]) -> set[str]:
    return {re.split(r"[<>=; \[]", each)[0].lower() for each in requirements}


def test_every_dependency_has_a_tested_lower_bound_and_no_upper_one() -> None:
    extras = METADATA["project"]["optional-dependencies"].values()
    for each in [*METADATA["project"]["dependencies"], *(one for extra in extras for one in extra)]:
        requirement = each.partition(";")[0]
        assert requirement.startswith("hybridize[") or re.search(r">=\d", requirement), each
        assert "<" not in requirement, each


def test_packages_are_typed_and_their_data_is_declared() -> None:
    assert all((ROOT / package / "py.typed").is_file() for package in PACKAGES)
    data = [path for package in PACKAGES for path in (ROOT / package).rglob("*") if path.suffix == ".json"]
    assert data and {path.parent.name for path in data if DEVELOPERS not in path.parents} == {"data"}
    assert METADATA["tool"]["setuptools"]["package-data"]["*"] == ["py.typed", "data/*.json", "templates/*.html"]


def test_the_version_has_one_source_and_a_place_in_the_changelog() -> None:
    assert METADATA["tool"]["setuptools"]["dynamic"]["version"] == {"attr": "hybridize.version.__version__"}
    assert re.search(rf"^## {re.escape(hybridize.__version__)}\b", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.M)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no executable bit")
def test_the_check_of_everything_is_executable_and_runs_the_commands_of_the_readme() -> None:
    script = ROOT / ".ci" / "run"
    assert os.access(script, os.X_OK)
    assert 'pip install ".[test]" && pytest -n 2\n' in script.read_text("utf-8")
