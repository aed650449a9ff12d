"""The language of the rules: expressions in Python's own grammar.

    reduce(input_tensor, axis | None, keepdims | False)

`reduce` is a word (`shape_rules` and its kin), `input_tensor` an argument of the call by the name of the parameter,
`axis | None` an argument with what holds where it is not given, and everything else a constant. Words may be nested.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import lru_cache

from hybridize.frameworks.tensor_types.arguments import Argument, Constant, Items


@dataclass(frozen=True, slots=True)
class Reference:
    """An argument of the call."""

    name: str
    default: Expression | None = None
    """What holds where it is not given; None: the rule says nothing then."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word with its arguments."""

    name: str
    arguments: tuple[Expression, ...]


Expression = Reference | Word | Constant | Items


@lru_cache(maxsize=None)
def parsed(text: str) -> Expression:
    """Read an expression; raises ValueError, naming it, when it is malformed."""
    try:
        tree = ast.parse(text, mode="eval")
    except SyntaxError as error:
        raise ValueError(f"malformed rule {text!r}: {error.msg}") from None
    return _expression(tree.body, text)


def _expression(node: ast.expr, text: str) -> Expression:
    if isinstance(node, ast.Name):
        return Reference(node.id)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return Word(node.func.id, tuple(_expression(each, text) for each in node.args))
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _with_default(node.left, _expression(node.right, text), text)
    try:
        return constant(ast.literal_eval(node))
    except ValueError:
        raise ValueError(f"malformed rule {text!r}: {ast.unparse(node)!r}") from None


def _with_default(node: ast.expr, default: Expression, text: str) -> Expression:
    """An argument with what holds where it is not given; `a | b | 1` is a, or else b, or else 1."""
    if isinstance(node, ast.Name):
        return Reference(node.id, default)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr):
        return _with_default(node.left, _with_default(node.right, default, text), text)
    raise ValueError(f"malformed rule {text!r}: {ast.unparse(node)!r} before |")


def constant(value: object) -> Constant | Items:
    """A constant of the rules; lists and tuples are lists."""
    if isinstance(value, (list, tuple)):
        found: list[Argument] = [constant(each) for each in value]
        return Items(tuple(found))
    if value is None or isinstance(value, (bool, int, float, complex, str, bytes)):
        return Constant(value)
    raise ValueError(f"no constant of a rule: {value!r}")


def words(expression: Expression) -> set[str]:
    """All words of an expression."""
    if isinstance(expression, Reference):
        return words(expression.default) if expression.default is not None else set()
    if not isinstance(expression, Word):
        return set()
    return {expression.name}.union(*map(words, expression.arguments))


def references(expression: Expression) -> set[str]:
    """All parameters that an expression reads."""
    if isinstance(expression, Reference):
        return {expression.name} | (references(expression.default) if expression.default is not None else set())
    if not isinstance(expression, Word):
        return set()
    return set[str]().union(*map(references, expression.arguments))
