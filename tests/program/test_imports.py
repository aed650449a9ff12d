"""Which modules are loaded with one: those that Python has loaded once it has imported it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from hybridize.program import build
from hybridize.program.model import Program
from hybridize.program.trees import parse, syntax_errors
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project

LAYOUTS: dict[str, dict[str, str]] = {
    "a module": {"main.py": "import one", "one.py": "", "two.py": ""},
    "a name of a module": {"main.py": "from one import x", "one.py": "import two\nx = 1", "two.py": ""},
    "a package": {"main.py": "import pkg", "pkg/__init__.py": "", "pkg/one.py": ""},
    "a module of a package": {
        "main.py": "import pkg.one", "pkg/__init__.py": "import two", "pkg/one.py": "", "two.py": "",
    },
    "a module by its package": {
        "main.py": "from pkg import one", "pkg/__init__.py": "", "pkg/one.py": "", "pkg/two.py": "",
    },
    "a package in a package": {
        "main.py": "from a.b import c", "a/__init__.py": "", "a/b/__init__.py": "from . import d", "a/b/c.py": "",
        "a/b/d.py": "", "a/e.py": "",
    },
    "relative": {
        "main.py": "import a.b", "a/__init__.py": "", "a/b.py": "from .c import x\nfrom . import d", "a/c.py": "x = 1",
        "a/d.py": "",
    },
    "relative, two levels": {
        "main.py": "import a.b.c", "a/__init__.py": "", "a/b/__init__.py": "",
        "a/b/c.py": "from .. import d\nfrom ..e import x", "a/d.py": "", "a/e.py": "x = 1",
    },
    "relative, beside another one": {
        "main.py": "import a.b", "a/__init__.py": "", "a/b.py": "from .c import x", "a/c.py": "x = 1", "c.py": "",
    },
    "absolute, beside another one": {
        "main.py": "import a.b", "a/__init__.py": "", "a/b.py": "from c import x", "a/c.py": "", "c.py": "x = 1",
    },
    "relative, three levels": {
        "main.py": "import a.b.c.d", "a/__init__.py": "", "a/b/__init__.py": "", "a/b/c/__init__.py": "",
        "a/b/c/d.py": "from ...e import x", "a/e.py": "x = 1", "a/b/e.py": "", "e.py": "",
    },
    "packages around": {
        "main.py": "import a.b.c.d", "a/__init__.py": "import one", "a/b/__init__.py": "import two",
        "a/b/c/__init__.py": "import three", "a/b/c/d.py": "", "one.py": "", "two.py": "", "three.py": "",
        "four.py": "",
    },
    "itself": {"main.py": "import a", "a/__init__.py": "from a import b", "a/b.py": "", "a/c.py": ""},
    "in a circle": {"main.py": "import one", "one.py": "import two", "two.py": "import one"},
    "in a function": {"main.py": "def f():\n    import one\nf()", "one.py": ""},
    "under another name": {"main.py": "import one as two", "one.py": "", "two.py": ""},
    "a name that is no module": {"main.py": "from pkg import x", "pkg/__init__.py": "x = 1", "pkg/y.py": ""},
    "a folder without __init__": {"main.py": "import pkg.one", "pkg/one.py": "", "pkg/two.py": ""},
    "the standard library": {"main.py": "import json, os.path", "json2.py": ""},
    "a star": {
        "main.py": "from pkg import *", "pkg/__init__.py": "from .one import x", "pkg/one.py": "x = 1",
        "pkg/two.py": "",
    },
}  # fmt: skip


def written(folder: Path, files: dict[str, str]) -> Program:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "setup.cfg").touch()
    return build(load_project(folder, AnalysisOptions()))


LOADED = """\
import sys, pathlib
import main
folder = pathlib.Path(sys.argv[1]).resolve()
files = [getattr(each, "__file__", None) for each in list(sys.modules.values())]
paths = [pathlib.Path(each).resolve() for each in files if each]
print(*sorted({str(each.relative_to(folder)) for each in paths if each.is_relative_to(folder)}))
"""


@pytest.mark.parametrize("files", LAYOUTS.values(), ids=LAYOUTS)
def test_modules_that_are_loaded(files: dict[str, str], tmp_path: Path) -> None:
    program = written(tmp_path, files)
    command = [sys.executable, "-S", "-c", LOADED, str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert sorted(program.loads("main.py")) == done.stdout.split()


@pytest.mark.parametrize("package", [True, False])
def test_modules_that_are_named_like_those_of_python(package: bool, tmp_path: Path) -> None:
    """In a package `import json` is Python's own; beside a script it is the neighbour."""
    files = {"main.py": "", "a/b.py": "", "a/json.py": "", "a/other.py": ""}
    program = written(tmp_path, {**files, "a/__init__.py": ""} if package else files)
    (importer,) = (each for each in program.modules if each.file.relative == "a/b.py")
    (own,) = (each for each in program.modules if each.file.relative == "a/json.py")
    assert program.find(importer, "json") is (None if package else own)
    assert program.find(importer, "json", level=1) is own
    assert program.find(importer, "other") is not None


def test_what_python_loads_at_run_time_is_not_told(tmp_path: Path) -> None:
    everything = {"main.py", "one.py", "two.py"}
    for code in ("__import__('one')", "import importlib\nimportlib.import_module('one')", "exec(x)", "import runpy"):
        assert written(tmp_path, {"main.py": code, "one.py": "", "two.py": ""}).loads("main.py") == everything
    for code in ("import importlib.resources", "import importlib.metadata", "eval('1')", "x = 'one'"):
        assert written(tmp_path, {"main.py": code, "one.py": "", "two.py": ""}).loads("main.py") == {"main.py"}


def test_modules_that_a_run_may_hold_together(tmp_path: Path) -> None:
    files = {"main.py": "import one", "one.py": "", "other.py": "import one, two", "two.py": "", "alone.py": ""}
    program = written(tmp_path, files)
    assert program.together("main.py") == {"main.py", "one.py"}
    assert program.together("one.py") == {"main.py", "one.py", "other.py", "two.py"}
    assert program.together("alone.py") == {"alone.py"}


@pytest.mark.parametrize(
    ("path", "names"),
    [
        ("main.py", ["main"]), ("src/pkg/__init__.py", ["pkg", "src.pkg"]),
        ("src/pkg/one.py", ["pkg.one", "src.pkg.one"]), ("tools/run.py", ["run", "tools.run"]),
    ],
)  # fmt: skip
def test_names_of_modules(path: str, names: list[str], tmp_path: Path) -> None:
    files = {"main.py": "", "src/pkg/__init__.py": "", "src/pkg/one.py": "", "tools/run.py": ""}
    program = written(tmp_path, files)
    (module,) = (each for each in program.modules if each.file.relative == path)
    assert sorted(program.names(module)) == sorted(names)
    around = {"src/pkg/one.py": ["src/pkg/__init__.py"]}
    assert [each.file.relative for each in program.packages_around(module)] == around.get(path, [])


def test_packages_that_lie_around_a_module(tmp_path: Path) -> None:
    files = ("a/__init__.py", "a/b/__init__.py", "a/b/c.py", "d/e.py", "__init__.py")
    program = written(tmp_path, dict.fromkeys(files, ""))
    around = {
        each.file.relative: [one.file.relative for one in program.packages_around(each)] for each in program.modules
    }
    assert around["a/b/c.py"][-2:] == ["a/__init__.py", "a/b/__init__.py"]
    assert around["a/b/__init__.py"][-1:] == ["a/__init__.py"]
    assert around["d/e.py"] == [] and around["__init__.py"] == []


@pytest.mark.parametrize(
    ("code", "paths"),
    [
        ("import sys\nsys.path.append('lib')", ("lib",)), ("import sys\nsys.path.insert(0, '..')", ("..",)),
        ("import sys, os\nsys.path.append(os.path.join(os.path.dirname(__file__), 'lib'))", ("lib",)),
        ("import sys, os\nsys.path.append(os.path.dirname(os.path.dirname(__file__)))", ("..",)),
        ("import sys, os\nsys.path.append(os.path.join(os.getcwd(), 'lib'))", ("lib",)),
        ("import sys\nsys.path.append(x)", (".",)),
        ("import sys\nsys.path.remove('lib')", ()), ("path.append('lib')", ()), ("import sys\nsys.path.append()", ()),
        ("import sys\nx.sys.path.append('lib')", ()),
    ],
)  # fmt: skip
def test_folders_that_a_module_adds_to_its_path(code: str, paths: tuple[str, ...], tmp_path: Path) -> None:
    (module,) = written(tmp_path, {"main.py": code}).modules
    assert module.extra_paths == paths


def test_modules_in_folders_that_a_module_adds(tmp_path: Path) -> None:
    code = "import sys\nsys.path.append('../lib')\nimport one"
    program = written(tmp_path, {"a/main.py": code, "lib/one.py": "", "one2.py": ""})
    assert program.loads("a/main.py") == {"a/main.py", "lib/one.py"}


def test_files_that_cannot_be_parsed(tmp_path: Path) -> None:
    deep = "x = " + "(" * 400 + ")" * 400
    files = {"good.py": "x = 1\n", "bad.py": "x = \n", "old.py": "a = 1\nprint 'a'\n", "deep.py": deep}
    for name, text in files.items():
        (tmp_path / name).write_text(text)
    project = load_project(tmp_path, AnalysisOptions())
    found = {each.path: (each.line, each.kind) for each in syntax_errors(project)}
    assert found == {"bad.py": (1, "syntax-error"), "old.py": (2, "syntax-error"), "deep.py": (1, "syntax-error")}
    built = build(project)
    assert {each.path: (each.line, each.kind) for each in built.errors} == found
    (old,) = (each.message for each in built.errors if each.path == "old.py")
    assert old.startswith("cannot be parsed: ") and old.endswith("(this looks like Python 2, which is not supported)")
    assert [each.file.relative for each in built.modules] == ["good.py"]


def test_places_behind_a_byte_order_mark_and_in_long_files(tmp_path: Path) -> None:
    text = "def f(): pass\n" + "\n" * 300 + "def g(\n    x,\n): pass\n"
    for mark in ("", "\ufeff"):
        (tmp_path / "main.py").write_text(mark + text, encoding="utf-8")
        (file,) = load_project(tmp_path, AnalysisOptions()).files
        first, last = parse(file).body
        name = first.position
        assert (first.lineno, first.col_offset, name.col_offset, name.end_col_offset) == (1, 0, 0, 5)
        assert (last.lineno, last.end_lineno, last.position.lineno, last.args.args[0].lineno) == (302, 304, 302, 303)


def test_packages_whose_folder_has_another_name(tmp_path: Path) -> None:
    """`package_dir` in `setup.py` says that `tool` lies in `code`."""
    packages = "packages=['tool', 'tool.part'], package_dir={'tool': 'code'}"
    setup = f"from setuptools import setup\nsetup(name='tool', {packages})\n"
    files = {
        "setup.py": setup, "code/__init__.py": "", "code/one.py": "", "code/part/__init__.py": "",
        "code/part/two.py": "",
        "run/main.py": "import tool.one\nimport tool.part.two", "run/other.py": "import tool",
        "run/more.py": "import tooling.one",
    }  # fmt: skip
    program = written(tmp_path, files)
    assert program.loads("run/main.py") == {
        "run/main.py", "code/__init__.py", "code/one.py", "code/part/__init__.py", "code/part/two.py"
    }  # fmt: skip
    assert program.loads("run/other.py") == {"run/other.py", "code/__init__.py"}
    assert program.loads("run/more.py") == {"run/more.py"}


def test_the_innermost_source_root_comes_first(tmp_path: Path) -> None:
    """Of several programs in one checkout each has its own `utils`."""
    files = {
        f"{folder}{name}": text
        for folder in ("", "one/", "one/two/")
        for name, text in {
            "setup.py": "from setuptools import setup\nsetup()", "utils.py": "", "bin/main.py": "import utils"
        }.items()
    }
    program = written(tmp_path, files)
    for folder in ("", "one/", "one/two/"):
        assert program.loads(f"{folder}bin/main.py") == {f"{folder}bin/main.py", f"{folder}utils.py"}
