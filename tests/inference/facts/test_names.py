"""What a call calls outside the project is known by one name, however the program spells it."""

from __future__ import annotations

import textwrap
from pathlib import Path

import pytest
from astroid import nodes

import hybridize
from hybridize.frameworks.knowledge import Knowledge
from hybridize.inference import analyze
from hybridize.program import build
from hybridize.settings import AnalysisOptions
from hybridize.sources.project import load_project
from hybridize.verdicts.shapes import dynamic_shapes, specs, varying
from hybridize.verdicts.values import conversion, objects

SPELLINGS = {
    "alias": "import tensorflow as tf\n{}tf.where",
    "whole name": "import tensorflow\n{}tensorflow.where",
    "compatibility module": "import tensorflow.compat.v2 as tf\n{}tf.where",
    "from compatibility": "from tensorflow.compat import v2 as tf\n{}tf.where",
    "with a fallback": (
        "try:\n    import tensorflow.compat.v2 as tf\nexcept ImportError:\n    import tensorflow as tf\n{}tf.where"
    ),
    "by its own name": "from tensorflow import where\n{}where",
    "by another name": "from tensorflow import where as find\n{}find",
    "re-exported": "from common import tf\n{}tf.where",
    "through a module": "import common\n{}common.tf.where",
    "by a star": "from common import *\n{}tf.where",
    "through a package": "from pkg import tf\n{}tf.where",
    "assigned": "import tensorflow as tf\nfind = tf.where\n{}find",
}
FILES = {"common.py": "import tensorflow as tf\n", "pkg/__init__.py": "from common import tf\n"}


def written(folder: Path, program: str) -> Path:
    """The folder with a program in it, and what it imports."""
    for name, text in {**FILES, "main.py": program}.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_text(text, encoding="utf-8")
    return folder


def callees(folder: Path, program: str) -> list[str]:
    """What the calls in the last line of a program call."""
    facts = analyze(build(load_project(written(folder, program), AnalysisOptions())), AnalysisOptions())
    (tree,) = [module.tree for module in facts.program.modules if module.file.relative == "main.py"]
    return [facts.callees.of(call) for call in tree.body[-1].nodes_of_class(nodes.Call)]


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_a_call_has_one_name(tmp_path: Path, spelling: str) -> None:
    assert callees(tmp_path, f"{spelling.format('')}([True])\n") == ["tensorflow.where"]


def test_an_import_in_a_function_counts_there(tmp_path: Path) -> None:
    program = "def f():\n    import tensorflow as tf\n    return tf.where([True])\nf()\ndef g(tf):\n    tf.where([True])\n"
    assert callees(tmp_path, program) == [""]
    assert callees(tmp_path, program.partition("f()\n")[0].rstrip() + "\n") == ["tensorflow.where"]


def test_what_is_one_of_several_things_has_no_name(tmp_path: Path) -> None:
    program = "import tensorflow as tf, numpy as np, sys\nfind = tf.where if sys.argv else np.where\nfind([True])\n"
    assert callees(tmp_path, program) == [""]
    assert callees(tmp_path, "def where(x):\n    return x\nwhere([True])\n") == [""]


EAGER = """\


def f(x, mask):
    found = {}(mask)
    count = found.shape[0]
    for _ in range(4):
        x = x * x + x
    return x * float(count)


for _ in range(9):
    f(ones, mask)
"""


@pytest.mark.parametrize("spelling", SPELLINGS.values(), ids=SPELLINGS)
def test_conditions_hold_under_each_spelling(tmp_path: Path, spelling: str) -> None:
    head, _, name = spelling.rpartition("{}")
    program = f"{head}import tensorflow\nones, mask = tensorflow.ones(3), tensorflow.ones(3) > 0\n" + textwrap.dedent(
        EAGER.format(name)
    )
    report = hybridize.analyze(written(tmp_path, program), root=tmp_path)
    (row,) = [each for each in report.functions if each.qualname == "f"]
    assert "statically-read-axis" in {hazard.kind for hazard in row.hazards}


def test_the_tables_of_the_verdicts_hold_canonical_names() -> None:
    knowledge = Knowledge()
    inside = {*dynamic_shapes._SOURCES, *dynamic_shapes._AS_LONG, *dynamic_shapes._BY_INDEX, *specs._SHAPED}
    inside |= conversion._AS_WELL.keys()
    names = {f"tensorflow.{name}" for name in inside} | varying._READERS | {*varying._SIZED} | varying._JOINING
    names |= objects._ATTRS
    assert {name: knowledge.canonical(name) for name in names} == {name: name for name in names}
