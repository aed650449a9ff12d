"""Which targets a project is cut into, what each reads, and who imports it from outside."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from hybridize.program.targets import cut, part_of
from hybridize.settings import AnalysisOptions
from hybridize.sources.model import Project
from hybridize.sources.project import load_project

Expected = dict[str, tuple[str, str, str]]
"""By folders: own files, files that are read besides, files outside that import it."""

LAYOUTS: dict[str, tuple[dict[str, str], Expected]] = {
    "packages side by side": (
        {"a/__init__.py": "", "a/one.py": "", "b/__init__.py": "", "b/two.py": "import a.one\n"},
        {"a": ("a/__init__.py a/one.py", "", "b/two.py"),
         "b": ("b/__init__.py b/two.py", "a/__init__.py a/one.py", "")},
    ),
    "a package with packages in it": (
        {"a/__init__.py": "", "a/b/__init__.py": "", "a/b/c/one.py": ""},
        {"a": ("a/__init__.py a/b/__init__.py a/b/c/one.py", "", "")},
    ),
    "folders that hold nothing but folders": (
        {"libs/a/one.py": "", "libs/b/two.py": "import one\n", "src/c/__init__.py": ""},
        {"libs/a": ("libs/a/one.py", "", "libs/b/two.py"), "libs/b": ("libs/b/two.py", "libs/a/one.py", ""),
         "src/c": ("src/c/__init__.py", "", "")},
    ),
    "roots of projects": (
        {"a/setup.py": "", "a/src/pkg/__init__.py": "", "a/tests/test_pkg.py": "import pkg\n", "b/pyproject.toml": "",
         "b/b/__init__.py": "import pkg\n", "b/run.py": "import b\n"},
        {"a": ("a/setup.py a/src/pkg/__init__.py a/tests/test_pkg.py", "", "b/b/__init__.py"),
         "b": ("b/b/__init__.py b/run.py", "a/src/pkg/__init__.py", "")},
    ),
    "a root in a root": (
        {"a/setup.cfg": "", "a/one.py": "", "a/inner/setup.cfg": "", "a/inner/deep/two.py": "", "a/other/three.py": ""},
        {"a": ("a/one.py a/other/three.py", "", ""), "a/inner": ("a/inner/deep/two.py", "", "")},
    ),
    "files in the root": (
        {"train.py": "from a import one\n", "helper.py": "", "a/__init__.py": "", "a/one.py": "", "a/two.py": ""},
        {".": ("helper.py train.py", "a/__init__.py a/one.py", ""),
         "a": ("a/__init__.py a/one.py a/two.py", "", "train.py")},
    ),
    "what imports in a circle": (
        {"a/one.py": "import b.two\n", "b/two.py": "import c.three\n", "c/three.py": "import a.one\n",
         "d/four.py": "import a.one\n"},
        {"a b c": ("a/one.py b/two.py c/three.py", "", "d/four.py"),
         "d": ("d/four.py", "a/one.py b/two.py c/three.py", "")},
    ),
    "what is read through others": (
        {"a/one.py": "from b import two\n", "b/two.py": "import c.three\n", "b/rest.py": "", "c/three.py": ""},
        {"a": ("a/one.py", "b/two.py c/three.py", ""), "b": ("b/rest.py b/two.py", "c/three.py", "a/one.py"),
         "c": ("c/three.py", "", "b/two.py")},
    ),
    "a package, and a name of it": (
        {"a/__init__.py": "x = 1\n", "a/one.py": "", "b/two.py": "import a\na.one\n",
         "c/three.py": "from a import x\n"},
        {"a": ("a/__init__.py a/one.py", "", "b/two.py c/three.py"), "b": ("b/two.py", "a/__init__.py", ""),
         "c": ("c/three.py", "a/__init__.py", "")},
    ),
    "what a package loads itself": (
        {"a/__init__.py": "from . import one\n", "a/one.py": "", "a/rest.py": "", "b/two.py": "import a\na.one\n"},
        {"a": ("a/__init__.py a/one.py a/rest.py", "", "b/two.py"), "b": ("b/two.py", "a/__init__.py a/one.py", "")},
    ),
    "modules that a star may mean": (
        {"a/__init__.py": "__all__ = ['one']\n", "a/one.py": "", "b/two.py": "from a import *\n"},
        {"a": ("a/__init__.py a/one.py", "", "b/two.py"), "b": ("b/two.py", "a/__init__.py a/one.py", "")},
    ),
    "a module that is loaded by a name": (
        {"a/one.py": "import load\nload.get('two')\n", "a/load.py": "def get(name): return __import__(name)\n",
         "b/two.py": "", "b/three.py": "", "c/four.py": "'two'\n"},
        {"a": ("a/load.py a/one.py", "b/two.py", ""), "b": ("b/three.py b/two.py", "", ""), "c": ("c/four.py", "", "")},
    ),
    "fixtures": (
        {"conftest.py": "import helper\ndef rate(): return 1\n", "helper.py": "", "a/test_a.py": "def test(rate): 1\n",
         "b/test_b.py": "def test(): 1\n"},
        {".": ("conftest.py helper.py", "", "a/test_a.py"), "a": ("a/test_a.py", "conftest.py helper.py", ""),
         "b": ("b/test_b.py", "", "")},
    ),
    "a file that cannot be parsed": (
        {"a/one.py": "def f(:\n", "b/two.py": "import a.one\n"},
        {"a": ("a/one.py", "", ""), "b": ("b/two.py", "", "")},
    ),
}  # fmt: skip


def project_of(folder: Path, files: dict[str, str]) -> Project:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "pyproject.toml").touch()
    return load_project(folder, AnalysisOptions())


def table(project: Project, limit: int = 50_000) -> Expected:
    return {
        " ".join(each.folders): (" ".join(each.files), " ".join(each.reads), " ".join(each.imported_by))
        for each in cut(project, limit).targets
    }


@pytest.mark.parametrize(("files", "expected"), LAYOUTS.values(), ids=LAYOUTS)
def test_targets(files: dict[str, str], expected: Expected, tmp_path: Path) -> None:
    assert table(project_of(tmp_path, files)) == expected


def test_files_that_cannot_be_parsed_are_named(tmp_path: Path) -> None:
    found = cut(project_of(tmp_path, {"a/one.py": "def f(:\n", "b/two.py": ""}))
    assert [(error.path, error.kind) for error in found.errors] == [("a/one.py", "syntax-error")]


def test_what_is_too_large_is_cut_at_its_folders(tmp_path: Path) -> None:
    files = {
        "a/__init__.py": "", "a/big/__init__.py": "", "a/big/one.py": "x = 1\n" * 30,
        "a/big/deep/two.py": "x = 1\n" * 30, "a/small/three.py": "from a.big import one\n", "a/small/deep/four.py": "",
        "b/five.py": "import a\n",
    }  # fmt: skip
    project = project_of(tmp_path, files)
    assert list(table(project, 61)) == ["a", "b"]
    big = "a/big/__init__.py a/big/one.py"
    assert table(project, 60) == {
        "a": ("a/__init__.py", "", "b/five.py"),
        "b": ("b/five.py", "a/__init__.py", ""),
        "a/big": ("a/big/__init__.py a/big/deep/two.py a/big/one.py", "a/__init__.py", "a/small/three.py"),
        "a/small": ("a/small/deep/four.py a/small/three.py", f"a/__init__.py {big}", ""),
    }
    assert list(table(project, 59)) == ["a", "a/big", "a/big/deep", "a/small", "b"]


def test_what_imports_in_a_circle_is_not_cut_however_large(tmp_path: Path) -> None:
    files = {"a/big/one.py": "import a.other.two\n" * 30, "a/other/two.py": "import a.big.one\n" * 30}
    assert list(table(project_of(tmp_path, files), 10)) == ["a/big a/other"]


def test_the_functions_of_each_project_are_counted(tmp_path: Path) -> None:
    files = {
        "one.py": "def f():\n    if f:\n        class C:\n            async def g(self):\n                pass\n",
        "a/setup.cfg": "", "a/two.py": "import b.three\nx = [lambda: (lambda y: y)]\n", "a/b/__init__.py": "",
        "a/b/three.py": "try:\n    pass\nexcept E:\n    def f(): pass\nfinally:\n    def g(): pass\n",
        "a/b/setup.cfg": "", "c/four.py": "def f():\n    with f:\n        def g(x=lambda: 1): pass\n",
    }  # fmt: skip
    project = project_of(tmp_path, files)
    assert cut(project).sizes == {".": 5, "a": 2, "a/b": 2}
    assert cut(project, begin=["a/b/three.py", "other.py"]).sizes == {"a": 2, "a/b": 2}
    part = part_of(replace(project, sizes={".": 300, "a": 600, "a/b": 300}), cut(project).targets[1])
    assert (part.nested, part.sizes) == ({"a", "a/b"}, {"a": 600, "a/b": 300})


def test_names_are_those_of_the_whole_project(tmp_path: Path) -> None:
    files = {"src/a/__init__.py": "", "src/a/one.py": "", "src/b/two.py": "import a.one\n", "other/three.py": ""}
    project = project_of(tmp_path, files)
    (target,) = (each for each in cut(project).targets if each.folders == ("src/b",))
    part = part_of(project, target)
    assert [file.module for file in part.files] == ["a", "a.one", "b.two"]
    assert [path.relative_to(tmp_path).as_posix() for path in part.source_roots] == ["src", ".", "src/b"]
