"""HYB008: a graph that only graphs call is needed where a package offers it, or somebody keeps it."""

from __future__ import annotations

from pathlib import Path

import pytest

import hybridize
from tests.together import analysed

STEPS = """\
import tensorflow as tf


@tf.function
def {name}(x, by):
    return tf.sin(x) * by


@tf.function
def outer(x):
    return {called}(x, 2.0) + {called}(x, 1.0) + {called}(x, 3.0) + {called}(x, 4.0)


{more}
for _ in range(3):
    outer(tf.ones(2))
"""


@pytest.mark.parametrize(
    ("name", "offers", "needless"),
    [
        ("inner", "", True),
        ("inner", "from .steps import inner\n", False),
        ("inner", "from .steps import *\n", False),
        ("inner", "from ours.steps import inner as other\n", False),
        ("inner", "from .steps import outer\n", True),
        ("inner", "from . import steps\n", True),
        ("inner", "from .others import *\n", True),
        ("_inner", "from .steps import *\n", True),
        ("_inner", "from .steps import _inner\n", True),
        ("__inner__", "from .steps import __inner__\n", False),
    ],
)
def test_what_a_package_offers_may_be_called_by_anybody(
    tmp_path: Path, name: str, offers: str, needless: bool
) -> None:
    package = tmp_path / "ours"
    package.mkdir()
    (package / "__init__.py").write_text(offers, encoding="utf-8")
    (package / "others.py").write_text("inner = 1\n", encoding="utf-8")
    (package / "steps.py").write_text(STEPS.format(name=name, called=name, more=""), encoding="utf-8")
    assert said(tmp_path, name) == (["HYB008"] if needless else [])


@pytest.mark.parametrize(
    ("more", "needless"),
    [
        ("outer.inner = inner\n", False),
        ("kept = {}\nkept['inner'] = inner\n", False),
        ("other = inner\n", True),
        ("outer.inner = outer\n", True),
    ],
)
def test_what_is_kept_may_be_called_by_whoever_finds_it(tmp_path: Path, more: str, needless: bool) -> None:
    text = STEPS.format(name="inner", called="inner", more=more)
    (tmp_path / "steps.py").write_text(text, encoding="utf-8")
    assert said(tmp_path, "inner") == (["HYB008"] if needless else [])


def said(folder: Path, name: str) -> list[str]:
    """The codes of the findings about a function."""
    report = hybridize.analyze(folder, root=folder, preview=True)
    return [each.code for each in report.findings if each.qualname == name]


SAVED = """\
import tensorflow as tf


class Part(tf.Module):
    def __init__(self):
        super().__init__()
        self.total = tf.Variable(1.0)

    @tf.function
    def state(self):
        return self.total


class Draws(tf.Module):
    def __init__(self):
        super().__init__()
        self.g = tf.random.Generator.from_seed(0)
        self.part = Part()

    @tf.function
    def __call__(self):
        return self.g.normal([])

    @tf.function
    def state(self):
        return self.g.state


draws = Draws()
draws()
print(draws.state(), draws.part.state())
{saved}
"""


@pytest.mark.parametrize(
    ("saved", "needless"),
    [
        ("", ["Part.state", "Draws.state"]),
        ("tf.saved_model.save(draws, 'here')\nprint(tf.saved_model.load('here').state())", []),
        ("tf.saved_model.save(obj=draws, export_dir='here')", []),
        ("tf.saved_model.save(draws.part, 'here')", ["Draws.state"]),
    ],
)
def test_what_is_saved_keeps_its_graphs(tmp_path: Path, saved: str, needless: list[str]) -> None:
    """An object that is loaded has those methods alone that were graphs (2.15 and 2.21)."""
    found = analysed(tmp_path, SAVED.format(saved=saved), preview=True).findings
    assert [each.qualname for each in found if each.fix is not None and each.fix.applicability == "unsafe"] == needless
