"""Names across modules: what `tf.function` is called does not matter, only what it is."""

from __future__ import annotations

import pytest

from tests.inference.conftest import Judge

HYBRID = {
    "alias": "import tensorflow as tf\n@tf.function\ndef f(x):\n    return x",
    "plain import": "import tensorflow\n@tensorflow.function\ndef f(x):\n    return x",
    "other alias": "import tensorflow as flow\n@flow.function\ndef f(x):\n    return x",
    "from import": "from tensorflow import function\n@function\ndef f(x):\n    return x",
    "renamed": "from tensorflow import function as graph\n@graph\ndef f(x):\n    return x",
    "wildcard": "from tensorflow import *\n@function\ndef f(x):\n    return x",
    "assigned": "import tensorflow as tf\ngraph = tf.function\n@graph\ndef f(x):\n    return x",
    "compat": "import tensorflow.compat.v2 as tf\n@tf.function\ndef f(x):\n    return x",
    "with arguments": "import tensorflow as tf\n@tf.function(jit_compile=True)\ndef f(x):\n    return x",
    "called": "import tensorflow as tf\ndef f(x):\n    return x\ng = tf.function(f)",
    "called with keyword": "import tensorflow as tf\ndef f(x):\n    return x\ng = tf.function(func=f)",
    "partial": "import functools\nimport tensorflow as tf\n@functools.partial(tf.function, jit_compile=True)\ndef f(x):\n    return x",
    "wrapper of the project": "import tensorflow as tf\ndef graph(g):\n    return tf.function(g)\n@graph\ndef f(x):\n    return x",
    "method": "import tensorflow as tf\nclass C:\n    @tf.function\n    def f(self, x):\n        return x",
    "method wrapped in the constructor": (
        "import tensorflow as tf\nclass C:\n    def __init__(self):\n        self.g = tf.function(self.f)\n"
        "    def f(self, x):\n        return x\nC()"
    ),
    "imported in the function": "def build():\n    import tensorflow as tf\n    @tf.function\n    def f(x):\n        return x\n    return f",
    "guarded import": (
        "try:\n    import tensorflow as tf\nexcept ImportError:\n    tf = None\n@tf.function\ndef f(x):\n    return x"
    ),
}


@pytest.mark.parametrize("code", HYBRID.values(), ids=HYBRID.keys())
def test_a_hybrid_function_is_recognised(judge: Judge, code: str) -> None:
    assert next(v for name, v in judge(code).items() if name.rpartition(".")[2] == "f").hybrid is True


EAGER = {
    "other decorator": "def function(g):\n    return g\n@function\ndef f(x):\n    return x",
    "other module called tf": "class tf:\n    @staticmethod\n    def function(g):\n        return g\n@tf.function\ndef f(x):\n    return x",
    "commented out": "import tensorflow as tf\n# @tf.function\ndef f(x):\n    return x",
    "shadowed": "from tensorflow import function\ndef function(g):\n    return g\n@function\ndef f(x):\n    return x",
}


@pytest.mark.parametrize("code", EAGER.values(), ids=EAGER.keys())
def test_an_eager_function_is_not_taken_for_hybrid(judge: Judge, code: str) -> None:
    assert next(v for name, v in judge(code).items() if name == "f").hybrid is False


def test_how_a_function_became_hybrid_is_told(judge: Judge) -> None:
    code = (
        "import tensorflow as tf\n@tf.function\ndef a(x):\n    return x\ndef b(x):\n    return x\nc = tf.function(b)\n"
        "def graph(g):\n    return tf.function(g)\n@graph\ndef d(x):\n    return x\n"
    )
    verdicts = judge(code)
    assert [(n, verdicts[n].mode.hybridized_by[0].how, verdicts[n].mode.hybridized_by[0].place.line) for n in "abd"] == [
        ("a", "decorator", 2), ("b", "call", 7), ("d", "wrapper", 9),
    ]  # fmt: skip


def test_arguments_of_the_decorator_are_named_by_position_too(judge: Judge) -> None:
    code = "import tensorflow as tf\n@tf.function(None, None, autograph=False)\ndef f(x):\n    return x\n"
    given = judge(code)["f"].mode.arguments
    assert {name: (each.text, each.value) for name, each in given.items()} == {
        "func": ("None", None), "input_signature": ("None", None), "autograph": ("False", False)
    }  # fmt: skip


USE = "import tensorflow as tf\nfrom {module} import f\nf(tf.ones(1))\n"
LAYOUTS = {
    "package": {"pkg/__init__.py": "", "pkg/m.py": "def f(x):\n    return x\n", "main.py": USE.format(module="pkg.m")},
    "namespace package": {"pkg/m.py": "def f(x):\n    return x\n", "main.py": USE.format(module="pkg.m")},
    "re-export": {
        "pkg/__init__.py": "from .m import f\n", "pkg/m.py": "def f(x):\n    return x\n", "main.py": USE.format(module="pkg"),
    },
    "folder without `__init__` in a package that may be installed": {
        "tf_agents/__init__.py": "", "tf_agents/policies/m.py": "def f(x):\n    return x\n",
        "tf_agents/policies/use.py": "import tensorflow as tf\nfrom tf_agents.policies import m\nm.f(tf.ones(1))\n",
    },
    "relative import": {
        "pkg/__init__.py": "", "pkg/m.py": "def f(x):\n    return x\n", "pkg/sub/__init__.py": "",
        "pkg/sub/use.py": USE.format(module="..m"),
    },
    "sibling script": {"scripts/m.py": "def f(x):\n    return x\n", "scripts/main.py": USE.format(module="m")},
    "source root": {"src/pkg/__init__.py": "", "src/pkg/m.py": "def f(x):\n    return x\n", "main.py": USE.format(module="pkg.m")},
    "star import": {
        "m.py": "def f(x):\n    return x\n", "main.py": "import tensorflow as tf\nfrom m import *\nf(tf.ones(1))\n",
    },
    "star import of submodules": {
        "pkg/__init__.py": "__all__ = ['m']\n", "pkg/m.py": "def f(x):\n    return x\n",
        "main.py": "import tensorflow as tf\nfrom pkg import *\nm.f(tf.ones(1))\n",
    },
    "sys.path": {
        "lib/m.py": "def f(x):\n    return x\n",
        "app/main.py": "import sys\nsys.path.append('../lib')\n" + USE.format(module="m"),
    },
    "dotted import": {
        "pkg/__init__.py": "", "pkg/m.py": "def f(x):\n    return x\n",
        "main.py": "import tensorflow as tf\nimport pkg.m\npkg.m.f(tf.ones(1))\n",
    },
    "circular import": {
        "a.py": "import b\ndef f(x):\n    return x\n", "b.py": "import tensorflow as tf\nimport a\ndef go():\n    a.f(tf.ones(1))\n",
        "main.py": "import a, b\nb.go()\n",
    },
    "tensorflow re-exported": {
        "compat.py": "import tensorflow as tf\n", "m.py": "def f(x):\n    return x\n",
        "main.py": "from compat import tf\nfrom m import f\nf(tf.ones(1))\n",
    },
}  # fmt: skip


@pytest.mark.parametrize("files", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_calls_are_followed_across_modules(judge: Judge, files: dict[str, str]) -> None:
    verdict = next(v for name, v in judge(files).items() if name.endswith("::f"))
    assert verdict.parameters[0].tensor is True


HYBRID_F = "import tensorflow as tf\n@tf.function\ndef f(x):\n    return x\n"
NAMESAKES = {
    "folder of scripts": {"tensorflow/m.py": HYBRID_F, "torch/m.py": ""},
    "folder of scripts lower down": {"impl/tensorflow/m.py": HYBRID_F, "impl/tensorflow/data/n.py": ""},
    "part of a package": {
        "pkg/__init__.py": "", "pkg/tensorflow/__init__.py": "from . import m\n", "pkg/tensorflow/m.py": HYBRID_F,
    },
    "beside a module of a package": {"pkg/__init__.py": "", "pkg/tensorflow.py": "", "pkg/m.py": HYBRID_F},
    "package of a folder of its own": {"impl/tensorflow/__init__.py": "", "impl/tensorflow/m.py": HYBRID_F},
}  # fmt: skip


@pytest.mark.parametrize("files", NAMESAKES.values(), ids=NAMESAKES.keys())
def test_a_part_of_the_project_that_is_called_as_an_installed_package_does_not_hide_it(
    judge: Judge, files: dict[str, str]
) -> None:
    assert next(v for name, v in judge(files).items() if name.endswith("::f")).hybrid is True


OWN = {
    "a script's neighbour": {"tensorflow.py": "def function(g):\n    return g\n", "m.py": HYBRID_F},
    "the project itself": {
        "tensorflow/__init__.py": "from tensorflow.eager import function\n",
        "tensorflow/eager.py": "def function(g):\n    return g\n", "tensorflow/m.py": HYBRID_F,
    },
    "the project itself, below a source root": {
        "src/tensorflow/__init__.py": "def function(g):\n    return g\n", "src/tensorflow/m.py": HYBRID_F,
    },
}  # fmt: skip


@pytest.mark.parametrize("files", OWN.values(), ids=OWN.keys())
def test_a_module_that_python_finds_first_is_meant(judge: Judge, files: dict[str, str]) -> None:
    assert next(v for name, v in judge(files).items() if name.endswith("m.py::f")).hybrid is False


def test_a_folder_does_not_hide_a_module_of_the_standard_library(judge: Judge) -> None:
    code = HYBRID_F.replace("@tf.function", "@functools.partial(tf.function)")
    files = {"functools/n.py": "", "m.py": "import functools\n" + code}
    assert judge(files)["m.py::f"].hybrid is True


def test_unittest_and_pytest_functions_are_callers(judge: Judge) -> None:
    files = {
        "m.py": "def f(x):\n    return x\ndef g(x):\n    return x\n",
        "test_m.py": (
            "import unittest\nimport tensorflow as tf\nfrom m import f, g\n"
            "class T(unittest.TestCase):\n    def setUp(self):\n        self.t = tf.ones(1)\n"
            "    def test_f(self):\n        f(self.t)\ndef test_g():\n    g(tf.ones(1))\n"
        ),
    }
    verdicts = judge(files)
    assert verdicts["m.py::f"].parameters[0].tensor is True
    assert verdicts["m.py::g"].parameters[0].tensor is True
    assert judge(files, test_entry_points=False)["m.py::g"].callers.called is False
