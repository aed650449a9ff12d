"""Where projects begin, and what their modules are called."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.settings import AnalysisOptions
from hybridize.sources.project import find_root, load_project
from hybridize.sources.roots import MARKERS


def touch(root: Path, *names: str) -> None:
    for name in names:
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


@pytest.mark.parametrize("marker", MARKERS)
def test_the_nearest_marker_upwards_is_the_root(tmp_path: Path, marker: str) -> None:
    touch(tmp_path, "pyproject.toml", f"inner/{marker}", "inner/pkg/sub/a.py")
    assert find_root([tmp_path / "inner" / "pkg" / "sub" / "a.py"]) == tmp_path / "inner"
    assert find_root([tmp_path / "inner" / "pkg"]) == tmp_path / "inner"
    assert find_root([tmp_path]) == tmp_path


def test_an_explicit_root_wins(tmp_path: Path) -> None:
    touch(tmp_path, "inner/pyproject.toml")
    assert find_root([tmp_path / "inner"], tmp_path) == tmp_path


def test_several_projects_have_the_root_around_them(tmp_path: Path) -> None:
    touch(tmp_path, "one/setup.py", "two/setup.py", "two/deep/setup.cfg")
    assert find_root([tmp_path / "one", tmp_path / "two"]) == tmp_path
    assert find_root([tmp_path / "two", tmp_path / "two" / "deep"]) == tmp_path / "two"
    touch(tmp_path, ".git/HEAD", "three/one/setup.py", "three/two/setup.py")
    assert find_root([tmp_path / "three" / "one", tmp_path / "three" / "two"]) == tmp_path


@pytest.mark.parametrize(
    ("files", "modules"),
    [
        pytest.param(["pkg/__init__.py", "pkg/a.py"], ["pkg", "pkg.a"], id="package at the root"),
        pytest.param(["src/pkg/__init__.py", "src/pkg/a.py"], ["pkg", "pkg.a"], id="src layout"),
        pytest.param(["src/ns/a.py"], ["ns.a"], id="namespace package in src"),
        pytest.param(["lib/x/pkg/__init__.py", "lib/x/pkg/sub/__init__.py"], ["pkg", "pkg.sub"], id="deep package"),
        pytest.param(["scripts/train.py", "main.py"], ["main", "scripts.train"], id="scripts"),
        pytest.param(["src/__init__.py", "src/a.py"], ["src", "src.a"], id="src is a package"),
    ],
)
def test_module_names_are_those_that_imports_use(tmp_path: Path, files: list[str], modules: list[str]) -> None:
    touch(tmp_path, "pyproject.toml", *files)
    project = load_project(tmp_path, AnalysisOptions())
    assert sorted(file.module for file in project.files) == modules


def test_a_root_that_is_a_package_has_its_own_name(tmp_path: Path) -> None:
    touch(tmp_path, "__init__.py", "a.py")
    project = load_project(tmp_path, AnalysisOptions())
    assert [(file.module, file.is_package) for file in project.files] == [(tmp_path.name, True), ("a", False)]


def test_source_roots_are_found_the_likeliest_first(tmp_path: Path) -> None:
    touch(tmp_path, "pyproject.toml", "src/pkg/__init__.py", "libs/other/__init__.py", "scripts/train.py")
    project = load_project(tmp_path, AnalysisOptions())
    found = [root.relative_to(tmp_path).as_posix() for root in project.source_roots]
    assert found == ["src", ".", "libs", "scripts"]


def test_named_source_roots_replace_the_found_ones(tmp_path: Path) -> None:
    touch(tmp_path, "pyproject.toml", "python/pkg/a.py", "scripts/train.py")
    project = load_project(tmp_path, AnalysisOptions(src=("python/",)))
    assert project.source_roots == (tmp_path / "python", tmp_path)
    assert [file.module for file in project.files] == ["pkg.a", "scripts.train"]
