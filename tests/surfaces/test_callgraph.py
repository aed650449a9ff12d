"""`--report callgraph`: who calls whom, by the names of PyCG's form."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from surfaces.conftest import Command

FILES = {
    "pyproject.toml": "",
    "main.py": "import tensorflow as tf\nfrom pkg import model\n\nmodel.Net()(tf.ones(1))\nprint(model.outer)\n",
    "pkg/__init__.py": "from . import model\n",
    "pkg/model.py": """\
import tensorflow as tf

def noted(f):
    return f

class Net:
    size = len("abc")
    cut = staticmethod(lambda x: x)

    def __init__(self):
        self.first = lambda x: (lambda y: outer(y))(x)
        self.dense = tf.keras.layers.Dense(1)

    @noted
    def __call__(self, x):
        return self.first(self.cut(x)).numpy()

def outer(x):
    def inner(y):
        return tf.matmul(y, y)
    return inner(x)
""",
    # Nothing connects it with TensorFlow.
    "plain.py": "def f():\n    return len('a')\n",
}
GRAPH = {
    "main": ["<builtin>.print", "pkg.model.Net.__call__", "pkg.model.Net.__init__", "tensorflow.ones"],
    "pkg": [],
    "pkg.model": ["<builtin>.len", "<builtin>.staticmethod", "pkg.model.noted"],
    "pkg.model.noted": [],
    "pkg.model.Net.<lambda1>": [],
    "pkg.model.Net.__init__": ["keras.layers.Dense"],
    "pkg.model.Net.__init__.<lambda1>": ["pkg.model.Net.__init__.<lambda1>.<lambda1>"],
    "pkg.model.Net.__init__.<lambda1>.<lambda1>": ["pkg.model.outer"],
    "pkg.model.Net.__call__": [
        "pkg.model.Net.<lambda1>", "pkg.model.Net.__init__.<lambda1>", "tensorflow.Tensor.numpy",
    ],
    "pkg.model.outer": ["pkg.model.outer.inner"],
    "pkg.model.outer.inner": ["tensorflow.matmul"],
    "plain": [],
    "plain.f": ["<builtin>.len"],
}  # fmt: skip


@pytest.fixture
def root(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text)
    return tmp_path


def test_calls_are_told_by_qualified_names(root: Path, command: Command) -> None:
    result = command("--report", "callgraph", str(root))
    assert result.status == 0
    assert json.loads(result.out) == GRAPH


def test_the_paths_say_whose_calls_are_told(root: Path, command: Command) -> None:
    whole = {name: called for name, called in GRAPH.items() if name.startswith("pkg.model")}
    assert json.loads(command("--report", "callgraph", str(root / "pkg/model.py")).out) == whole
    one = json.loads(command("--report", "callgraph", f"{root / 'pkg/model.py'}::outer.inner").out)
    assert one == {"pkg.model.outer.inner": ["tensorflow.matmul"]}
