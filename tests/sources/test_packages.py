"""Folders that are imported under another name: what packaging files declare, and how files import each other."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.packages import declared_packages, name_of_root
from hybridize.sources.project import load_project

DECLARED = {
    "setup.py": 'from setuptools import setup\nsetup(name="d", package_dir={"pkg": "lib", "": "python"})\n',
    "setup.cfg": "[options]\npackage_dir =\n    pkg = lib\n    = python\n",
    "pyproject.toml": '[tool.setuptools.package-dir]\npkg = "lib"\n"" = "python"\n',
}


@pytest.mark.parametrize("file", DECLARED)
def test_package_dir_is_read_from_every_packaging_file(tmp_path: Path, file: str) -> None:
    (tmp_path / "lib").mkdir()
    (tmp_path / "python").mkdir()
    (tmp_path / file).write_text(DECLARED[file])
    assert declared_packages(tmp_path) == {"pkg": "lib", "": "python"}


@pytest.mark.parametrize("text", ["setup(package_dir=dirs)", "setup(package_dir={'p': 'none', 'x': '../y'})", "def ("])
def test_what_cannot_be_read_or_is_not_there_says_nothing(tmp_path: Path, text: str) -> None:
    root = tmp_path / "root"
    root.mkdir()
    (tmp_path / "y").mkdir()
    (root / "setup.py").write_text(text)
    assert declared_packages(root) == {}


@pytest.mark.parametrize(
    ("root", "texts", "name"),
    [
        pytest.param("pkg", ["from pkg.agents import learner"], "pkg", id="the folder's name, once"),
        pytest.param("main", ["from pkg.agents import learner\nimport pkg.common.utils as u"], "pkg", id="a checkout"),
        pytest.param("main", ["from pkg.agents import learner"], None, id="another name, once"),
        pytest.param("pkg", ["from pkg import agents, common"], "pkg", id="a module as the member"),
        pytest.param("app", ["from absl import app, x\nfrom absl import flags\nimport absl.logging"], None, id="alike"),
        pytest.param("app", ["import json\nimport tensorflow as tf\nfrom agents import learner"], None, id="none"),
    ],
)  # fmt: skip
def test_the_root_is_called_as_its_files_import_each_other(root: str, texts: list[str], name: str | None) -> None:
    files = ["agents/__init__.py", "agents/learner.py", "common/utils.py", "flags.py", "main.py"]
    assert name_of_root(root, files, texts) == name


def test_imports_reach_a_root_that_is_itself_the_package(tmp_path: Path) -> None:
    root = tmp_path / "pkg"
    files = {
        "__init__.py": "",
        "agents/learner.py": "from pkg.common import utils\nimport pkg.common.utils\nimport pkg\n",
        "common/utils.py": "x = 1\n",
    }
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / "setup.cfg").touch()
    program = build(load_project(root, AnalysisOptions()))
    modules = {module.file.relative: module for module in program.modules}
    learner = modules["agents/learner.py"]
    assert learner.file.module == "pkg.agents.learner"
    assert program.find(learner, "pkg.common.utils") is modules["common/utils.py"]
    assert program.find(learner, "pkg") is modules["__init__.py"]
    assert program.find(learner, "pkg.common") == "common"
    assert program.find(learner, "pkg.nowhere") is None
    assert program.names(learner) == ["agents.learner", "learner", "pkg.agents.learner"]


def test_imports_reach_a_folder_that_is_declared_as_a_package(tmp_path: Path) -> None:
    (tmp_path / "setup.py").write_text("setup(package_dir={'pkg': 'lib'})")
    (tmp_path / "lib").mkdir()
    (tmp_path / "lib/part.py").write_text("from pkg.part import x\nx = 1\n")
    program = build(load_project(tmp_path, AnalysisOptions()))
    part = next(module for module in program.modules if module.file.relative == "lib/part.py")
    assert part.file.module == "pkg.part"
    assert program.find(part, "pkg.part") is part
