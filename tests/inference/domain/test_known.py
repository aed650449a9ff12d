"""Python is asked with what a program writes: only for what ends at once, and changes nothing."""

from __future__ import annotations

from contextlib import nullcontext
from pathlib import Path

import pytest

import hybridize
from hybridize.inference.domain.known import as_known, function
from tests.together import analysed

FOR_EVER = (
    "re.match('(a|aa)+$', 'a' * 9 + 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')",
    "re.match('(a+)+$', 'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')",
    "re.compile('(a|aa)+$').match('aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaab')",
    "functools.reduce(operator.pow, [10000, 10000, 10000])",
    "list(itertools.accumulate([10000, 10000, 10000, 10000], operator.pow))",
    "((fractions.Fraction(1, 3) ** 9999) ** 9999) ** 9999",
    "'{0:{1}{2}{3}{4}}'.format(1, '999', '999', '999', '999')",
    "((10000 ** 10000) ** 10000) ** 10000",
    "'a' * 10000 * 10000 * 10000",
    "list(itertools.count())",
    "sum(itertools.repeat(1))",
)
PROGRAM = """\
import fractions, functools, itertools, operator, re
import tensorflow as tf

def f(x):
    if tf.reduce_sum(x) > 0.0:
        y = {}
    return tf.tanh(x)

f(tf.ones(3))
"""


@pytest.mark.parametrize("expression", FOR_EVER)
def test_what_takes_for_ever_is_not_computed(tmp_path: Path, expression: str) -> None:
    assert not analysed(tmp_path, PROGRAM.format(expression)).errors


SETS = ("len({frozenset([1])})", "set({1: frozenset([2])}.values())", "sorted({frozenset([1]) | {2}, (1,)} - {(1,)})")
NO_SETS = ("len({frozenset([1]), [2]})", "len({({1},)})", "len(set([{1}]))", "len({1: 2, (1, {}): 3})")


@pytest.mark.parametrize("expression", SETS + NO_SETS)
def test_what_cannot_be_in_a_set_ends_the_program_there(tmp_path: Path, expression: str) -> None:
    (tmp_path / "program.py").write_text(f"import tensorflow as tf\nmade = {expression}\ntf.ones(made)\n")
    with pytest.raises(TypeError) if expression in NO_SETS else nullcontext():
        eval(expression)  # noqa: S307
    assert not hybridize.analyze(tmp_path, root=tmp_path).errors


@pytest.mark.parametrize("name", [
    "builtins.print", "builtins.open", "builtins.exec", "builtins.input", "builtins.setattr", "builtins.__import__",
    "os.remove", "sys.exit", "json.load", "datetime.datetime.now", "decimal.setcontext", "re.match", "functools.reduce",
    "random.random", "time.sleep", "importlib.import_module",
])  # fmt: skip
def test_what_does_more_than_compute_is_never_asked(name: str) -> None:
    assert function(name) is None


def test_what_python_gives_is_kept_where_it_is_small() -> None:
    assert as_known("a" * 100) and not as_known("a" * 101)
    assert as_known([1] * 24) and not as_known([1] * 25)
    assert as_known(10_000) and not as_known(10_001)
    computing = function("fractions.Fraction")
    assert computing is not None
    assert as_known(computing(1, 3)) and not as_known(computing(1, 10_001))
    assert not as_known(object())
