"""The vocabulary is closed: each kind of node is evaluated, belongs to one that is, or makes a fix unsafe."""

from __future__ import annotations

from pathlib import Path

import pytest
from astroid import nodes

import hybridize
from hybridize.inference.python import dispatch, expressions, statements
from hybridize.verdicts.model.parts import Safety

PARTS = frozenset(
    {
        nodes.Arguments, nodes.AssignAttr, nodes.AssignName, nodes.Comprehension, nodes.Decorators, nodes.DelAttr,
        nodes.DelName, nodes.DictUnpack, nodes.ExceptHandler, nodes.FormattedValue, nodes.Keyword, nodes.MatchAs,
        nodes.MatchCase, nodes.MatchClass, nodes.MatchMapping, nodes.MatchOr, nodes.MatchSequence, nodes.MatchSingleton,
        nodes.MatchStar, nodes.MatchValue, nodes.Module,
    }
)  # fmt: skip
"""What the handler of the statement or expression around it evaluates."""
REFUSED = frozenset(
    getattr(nodes, name)
    for name in ("TypeAlias", "TypeVar", "TypeVarTuple", "ParamSpec", "TemplateStr", "Interpolation", "AsyncFor")
    if hasattr(nodes, name)
) - {nodes.AsyncFor}
"""What has no handler: later releases of Python have it."""
NEVER_PARSED = frozenset({"EmptyNode", "EvaluatedObject", "Unknown"})
"""What astroid makes by itself."""


def kinds() -> set[type[nodes.NodeNG]]:
    """All kinds of nodes of this release of astroid."""
    named = (getattr(nodes, name) for name in nodes.__all__)
    found = {each for each in named if isinstance(each, type) and issubclass(each, nodes.NodeNG)}
    bases = {base for each in found for base in each.__mro__[1:]} - {nodes.For, nodes.With, nodes.Lambda, nodes.FunctionDef}
    return {each for each in found if each not in bases and each.__name__ not in NEVER_PARSED}


def test_each_kind_of_node_has_a_handler_or_is_refused() -> None:
    handled = set(dispatch.HANDLERS) | set(statements._STATEMENTS)
    assert expressions.HANDLERS is dispatch.HANDLERS
    assert {each.__name__ for each in kinds() - handled - PARTS - REFUSED} == set()
    assert not handled & REFUSED


PROGRAM = """import tensorflow as tf


def step(x, y):
    {body}
    return tf.sin(x) * tf.cos(y) + tf.tanh(x) * tf.exp(y) - tf.sqrt(x)


for k in range(9):
    step(tf.constant(1.0), tf.constant(2.0))
"""


@pytest.mark.parametrize(
    "kind, table, body",
    [
        (nodes.BoolOp, dispatch.HANDLERS, "z = x > 0.0 and y > 0.0"),
        (nodes.Subscript, dispatch.HANDLERS, "z = (x, y)[0]"),
        (nodes.Compare, dispatch.HANDLERS, "z = x < y"),
        (nodes.ListComp, dispatch.HANDLERS, "z = [e for e in (x, y)]"),
        (nodes.JoinedStr, dispatch.HANDLERS, "z = f'text'"),
        (nodes.Lambda, dispatch.HANDLERS, "z = (lambda a: a)(x)"),
        (nodes.Pass, statements._STATEMENTS, "pass"),
        (nodes.With, statements._STATEMENTS, "with tf.name_scope('a'): x = x * 2.0"),
        (nodes.Delete, statements._STATEMENTS, "z = x; del z"),
        (nodes.Try, statements._STATEMENTS, "try: x = x * 2.0\n    finally: y = y * 2.0"),
        (nodes.Match, statements._STATEMENTS, "match 1:\n        case 1: x = x * 2.0"),
    ],
)
def test_without_its_handler_a_construct_makes_the_fix_unsafe(
    kind: type[nodes.NodeNG], table: dict[type[nodes.NodeNG], object], body: str,
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch,
) -> None:
    (tmp_path / "program.py").write_text(PROGRAM.format(body=body), encoding="utf-8")

    def fix() -> Safety | None:
        report = hybridize.analyze([tmp_path], root=tmp_path, min_gain="none")
        return report.functions[0].verdict.recommendation.fix

    assert fix() is Safety.SAFE
    monkeypatch.delitem(table, kind)
    assert fix() is not Safety.SAFE
