"""Calls as they are written, with what they call."""

from __future__ import annotations

import ast

from astroid import nodes

from hybridize.inference.results.names import Callees
from hybridize.program.lookup import builtin_name
from hybridize.verdicts.model.parts import WrittenCall


def written_call(node: nodes.NodeNG, callees: Callees) -> WrittenCall | None:
    """A call without `*` and `**`; None for everything else, and for what astroid does not write as Python."""
    if not isinstance(node, nodes.Call) or any(isinstance(each, nodes.Starred) for each in node.args):
        return None
    if any(each.arg is None for each in node.keywords):
        return None
    name = callees.of(node)
    if builtin_name(node.func):
        name = f"builtins.{builtin_name(node.func)}"
    try:
        positional = tuple(map(_text, node.args))
        keywords = tuple((each.arg, _text(each.value)) for each in node.keywords)
    except SyntaxError:
        return None
    return WrittenCall(name, node.as_string(), node.func.as_string(), positional, keywords)


def _text(node: nodes.NodeNG) -> str:
    """An expression as Python prints it: astroid writes `(3, )`.

    It leaves out parentheses as well: `{**(one or other)}` becomes no Python, which raises SyntaxError.
    """
    return ast.unparse(ast.parse(node.as_string(), mode="eval"))
