"""What is said of a project after a repair without analysing it anew: the same as a new analysis says."""

from __future__ import annotations

from pathlib import Path

import pytest

from hybridize.fixes.apply import FixPlan, plan
from hybridize.rules.model import SAFE, AddDecorator, Fix
from hybridize.settings import AnalysisOptions
from hybridize.sources.reading import decode
from hybridize.surfaces.analysis import Analysis, analyze_files, read_project
from hybridize.surfaces.reanalysis import with_decorators

HERE = Path(__file__).parent
PROJECTS = sorted((HERE.parent / "cases" / "projects").iterdir())
PROGRAMS = sorted((HERE.parent.parent / "benchmarks" / "programs").glob("*.py"))
CALLS = "\nfor _ in range(3):\n    f(tf.ones(3))\n"


def analyzed(root: Path, overlay: dict[Path, str] | None = None) -> Analysis:
    return analyze_files(read_project(root, AnalysisOptions(), overlay=overlay), keep=True)


def decorated(analysis: Analysis) -> FixPlan:
    """Every function decorated that takes a decorator: what would be wrong about that does not matter here."""
    sources = {file.relative: file.path.read_bytes() for file in analysis.project.files}
    wanted = [verdict for verdict in analysis.verdicts if verdict.qualname != "keep.inner"]
    edits = [AddDecorator(v.path, v.place.line, v.qualname, "tensorflow.function") for v in wanted]
    return plan(sources, [Fix(SAFE, "Decorate it", (edit,)) for edit in edits])


def told(analysis: Analysis, made: FixPlan) -> Analysis | None:
    """What is said without a new analysis."""
    texts = {change.path: decode(change.after)[0] for change in made.changes}
    lines = {c.path: {edit.line for fix in c.fixes for edit in fix.edits} for c in made.changes}
    return with_decorators(analysis, lines, texts)


def anew(analysis: Analysis, made: FixPlan) -> Analysis:
    root = analysis.project.root
    return analyzed(root, {root / change.path: decode(change.after)[0] for change in made.changes})


def assert_same(one: Analysis, other: Analysis) -> None:
    assert one.verdicts == other.verdicts
    assert one.findings == other.findings
    assert one.errors == other.errors
    assert one.statistics == other.statistics
    assert one.project == other.project


def written(root: Path, text: str) -> Path:
    (root / "program.py").write_text(f"import tensorflow as tf\n\n\n{text}", encoding="utf-8")
    return root


@pytest.mark.parametrize("source", [*PROJECTS, *PROGRAMS], ids=lambda path: path.name)
def test_as_a_new_analysis_says(source: Path, tmp_path: Path) -> None:
    root = source
    if source.is_file():
        root = tmp_path
        (root / source.name).write_bytes(source.read_bytes())
    before = analyzed(root)
    made = decorated(before)
    after = told(before, made)
    if after is None or not made.changes:
        pytest.skip("nothing to decorate, or something tells the functions from hybrid ones")
    assert_same(after, anew(before, made))


ALIKE = {
    "a function": """\
def f(x):
    return tf.tanh(x) * 2
""",
    "a decorator of the project": """\
def keep(g):
    def inner(x):
        return g(x)

    return inner


@keep
def f(x):
    return x * 2
""",
    "methods": """\
class C:
    def __init__(self, n):
        self.n = n

    def __call__(self, x):
        return x * self.n

    @staticmethod
    def s(x):
        return x + 1


f = C(2)
C.s(tf.ones(1))
""",
    "a property": """\
class C:
    @property
    def p(self):
        return tf.ones(3)


def f(x):
    return x + C().p
""",
    "functions in a list": """\
def g(x):
    return x + 1


def f(x):
    for each in [g, g]:
        x = each(x)
    return x
""",
    "a function inside another": """\
def f(x):
    def inner(y):
        return y * 2

    return inner(x)
""",
    "decorated, with a comment and a blank line": """\
import functools


@functools.lru_cache
# why

def f(x):
    return x * 2
""",
    "whoever makes it keeps it": """\
def make():
    def inner(x):
        return x * 2

    return inner


for _ in range(3):
    make()
f = make()
""",
    "made in a loop and passed on": """\
def use(g, x):
    return g(x)


def f(x):
    return x + 1


for i in range(3):
    def g(x):
        return x * i

    use(g, tf.ones(1))
    use(f, tf.ones(1))
""",
    "made anew and not kept": """\
def f(x):
    def inner(y):
        return y * 2

    return inner(x)


while True:
    f(tf.ones(1))
""",
}
TOLD_APART = {
    "an attribute is read": """\
def f(x):
    return x * 2


if f.marked:
    f(tf.ones(2))
""",
    "its object is asked for": """\
def f(x):
    return x * 2


print(f.__wrapped__)
""",
    "the name is not TensorFlow's": """\
tf = object()


def f(x):
    return x * 2
""",
}


@pytest.mark.parametrize("text", ALIKE.values(), ids=ALIKE)
def test_told_without_a_new_analysis(text: str, tmp_path: Path) -> None:
    before = analyzed(written(tmp_path, text + CALLS))
    made = decorated(before)
    after = told(before, made)
    assert after is not None
    assert any(verdict.hybrid for verdict in after.verdicts)
    assert_same(after, anew(before, made))


@pytest.mark.parametrize("text", TOLD_APART.values(), ids=TOLD_APART)
def test_analysed_anew_where_the_program_looks_at_functions(text: str, tmp_path: Path) -> None:
    before = analyzed(written(tmp_path, text + CALLS))
    lines = {v.place.line for v in before.verdicts if v.qualname == "f"}
    assert lines
    source = (tmp_path / "program.py").read_text(encoding="utf-8").splitlines(keepends=True)
    for line in sorted(lines, reverse=True):
        indent = len(source[line - 1]) - len(source[line - 1].lstrip())
        source.insert(line - 1, " " * indent + "@tf.function\n")
    assert with_decorators(before, {"program.py": lines}, {"program.py": "".join(source)}) is None


def test_nothing_is_told_of_a_file_that_differs_in_more(tmp_path: Path) -> None:
    before = analyzed(written(tmp_path, "def f(x):\n    return x * 2\n" + CALLS))
    text = (tmp_path / "program.py").read_text(encoding="utf-8").replace("def f", "@tf.function\ndef f")
    assert with_decorators(before, {"program.py": {4}}, {"program.py": text.replace("* 2", "* 3")}) is None


def test_facts_serve_once(tmp_path: Path) -> None:
    before = analyzed(written(tmp_path, ALIKE["a function"] + CALLS))
    made = decorated(before)
    assert told(before, made) is not None
    assert told(before, made) is None
