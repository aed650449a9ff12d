"""Which files are tied to those that name a framework: these are analysed for findings, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.program import Program, build, build_connected
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project

NET = "import tensorflow as tf\n\n\ndef step(x):\n    return tf.sqrt(x)\n\n\nclass Net: pass\n"

TIES = {
    "what is imported": {"net.py": "import helper\n" + NET, "helper.py": "def f(x): return x * x\n"},
    "who imports": {"net.py": NET, "main.py": "from net import step\n"},
    "who imports who imports": {"net.py": NET, "main.py": "import run\n", "run.py": "import net\n"},
    "a helper of both": {"net.py": "import helper\n" + NET, "helper.py": "", "b.py": "import helper\n"},
    "an import in a function": {"net.py": NET, "main.py": "def f():\n    try:\n        import net\n    finally: 1\n"},
    "an import in a case": {"net.py": NET, "main.py": "match 1:\n    case 1:\n        import net\n"},
    "a star import": {"net.py": NET, "main.py": "from net import *\n"},
    "star imports of a package": {
        "net.py": "from parts import *\n" + NET, "parts/__init__.py": "__all__ = ['one']\n", "parts/one.py": "x = 1\n",
    },
    "a class derived elsewhere": {"net.py": NET, "deep.py": "from net import Net\nclass Deep(Net): pass\n"},
    "a function replaced elsewhere": {"net.py": NET, "patch.py": "import net\nnet.step = None\n"},
    "a package that imports its modules": {
        "net.py": "import parts\n" + NET, "parts/__init__.py": "from . import one\nfrom .two import f\n",
        "parts/one.py": "x = 1\n", "parts/two.py": "def f(): pass\n",
    },
    "a package around that imports others": {
        "parts/__init__.py": "from .two import f\n", "parts/net.py": NET, "parts/two.py": "def f(): pass\n",
    },
    "modules as attributes of a package": {
        "net.py": "import parts\n" + NET + "parts.one.f(1)\n", "parts/__init__.py": "",
        "parts/one.py": "def f(x): pass\n",
    },
    "modules as attributes of a folder": {
        "net.py": "import parts\n" + NET + "parts.one.f(1)\n", "parts/one.py": "def f(x): pass\n",
    },
    "a package named by a name of its own": {
        "parts/__init__.py": "rate = 1\n", "parts/net.py": NET, "main.py": "from parts import rate\n",
    },
    "a module by a literal name": {
        "net.py": NET + "import importlib\nimportlib.import_module('one')\n", "one.py": "x = 1\n",
    },
    "a module by a name relative to a package": {
        "parts/__init__.py": "", "parts/one.py": "x = 1\n",
        "parts/net.py": NET + "from importlib import import_module\nimport_module('.one', __package__)\n",
    },
    "by a name of which the beginning is known": {
        "net.py": NET + "from importlib import import_module\ndef load(name): return import_module(f'parts.{name}')\n",
        "parts/one.py": "x = 1\n",
    },
    "by a name that is added to its beginning": {
        "net.py": NET + "from importlib import import_module\ndef load(name): return import_module('parts.' + name)\n",
        "parts/one.py": "x = 1\n",
    },
    "by any name that stands as a text in what is tied": {
        "net.py": NET + "import loading\nloading.load('parts.one')\n", "parts/one.py": "x = 1\n",
        "loading.py": "def load(name): return __import__(name)\n",
    },
    "by a text in what is loaded so": {
        "net.py": NET, "main.py": "import loading\nloading.load('parts.one')\n", "parts/one.py": "x = 'net'\n",
        "loading.py": "def load(name): return __import__(name)\n",
    },
    "a fixture": {
        "test_net.py": "import net\ndef test_step(rate): net.step(rate)\n", "net.py": NET,
        "conftest.py": "import pytest, given\n@pytest.fixture\ndef rate(): return given.rate\n",
        "given.py": "rate = 1\n",
    },
    "a fixture by another name": {
        "sub/test_net.py": NET + "def test_step(rate): step(rate)\n",
        "conftest.py": "import pytest\n@pytest.fixture(name='rate')\ndef _rate(): return 1\n",
    },
    "a folder on the path": {
        "net.py": "import sys\nsys.path.append('lib/deep')\nimport one\n" + NET, "lib/deep/one.py": "x = 1\n",
    },
}  # fmt: skip

APART = {
    "nothing": {"net.py": NET, "plain.py": "x = 1\n"},
    "both import what is no part of the project": {"net.py": "import os\n" + NET, "plain.py": "import os\n"},
    "a package that does nothing with its modules": {
        "parts/__init__.py": "", "parts/net.py": NET, "parts/plain.py": "x = 1\n",
    },
    "an importer of a package that does nothing": {
        "parts/__init__.py": "", "parts/net.py": NET, "parts/plain.py": "x = 1\n",
        "plain.py": "from parts import plain\n",
    },
    "a part of a name": {"network.py": NET, "plain.py": "import net\n"},
    "a name that is written in comments alone": {"net.py": NET, "plain.py": "# import net\n"},
    "a name that is loaded and stands nowhere": {
        "net.py": NET + "def load(name): return __import__(name)\n", "plain.py": "x = 'net'\n",
    },
    "another beginning of the name": {
        "net.py": NET + "from importlib import import_module\ndef load(name): return import_module(f'parts.{name}')\n",
        "parts/one.py": "x = 1\n", "plain/one.py": "x = 1\n",
    },
    "a fixture that the test does not name": {
        "test_net.py": NET + "def test_step(): step(1.0)\n",
        "plain/conftest.py": "import pytest\n@pytest.fixture\ndef rate(): return 1\n",
        "plain/test_plain.py": "def test_rate(rate): pass\n",
    },
}  # fmt: skip


def built(folder: Path, files: dict[str, str]) -> tuple[Program, Program]:
    """The programs of all files, and of those that are tied to what names TensorFlow."""
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    project = load_project(folder, AnalysisOptions())
    begin = {file.relative for file in project.files if "tensorflow" in file.text}
    return build(project), build_connected(project, begin)


def paths(program: Program) -> set[str]:
    return {module.file.relative for module in program.modules}


@pytest.mark.parametrize("files", TIES.values(), ids=TIES)
def test_files_that_are_tied(files: dict[str, str], tmp_path: Path) -> None:
    whole, connected = built(tmp_path, {**files, "plain.py": "x = 1\n"})
    assert paths(whole) - paths(connected) == {"plain.py"}


@pytest.mark.parametrize("files", APART.values(), ids=APART)
def test_files_that_are_not(files: dict[str, str], tmp_path: Path) -> None:
    whole, connected = built(tmp_path, files)
    assert paths(whole) - paths(connected) == {path for path in files if "plain" in path}


def test_the_trees_and_errors_are_those_of_the_whole_program(tmp_path: Path) -> None:
    commented = "def f(x):\n    # type: (int) -> int\n    return x\n"
    files = {"net.py": NET + commented, "plain.py": commented, "broken.py": "def f(:\n", "old.py": "print 'a'\n"}
    whole, connected = built(tmp_path, files)
    assert connected.errors == whole.errors and len(connected.errors) == 2
    trees, own = ({each.file.relative: each.tree.repr_tree() for each in one.modules} for one in (whole, connected))
    assert own == {"net.py": trees["net.py"]}
