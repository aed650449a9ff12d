"""Calls as they are written, with what they call."""

from __future__ import annotations

import ast

from astroid import nodes

from hybridize.inference.results.names import Callees
from hybridize.program.lookup import builtin_name
from hybridize.verdicts.model import WrittenCall


def written_call(node: nodes.NodeNG, callees: Callees) -> WrittenCall | None:
    """A call without `*` and `**`; None for everything else."""
    if not isinstance(node, nodes.Call) or any(isinstance(each, nodes.Starred) for each in node.args):
        return None
    keywords = tuple((each.arg, _text(each.value)) for each in node.keywords if each.arg is not None)
    if len(keywords) < len(node.keywords):
        return None
    name = callees.of(node)
    if builtin_name(node.func):
        name = f"builtins.{builtin_name(node.func)}"
    positional = tuple(map(_text, node.args))
    return WrittenCall(name, node.as_string(), node.func.as_string(), positional, keywords)


def _text(node: nodes.NodeNG) -> str:
    """An expression as Python prints it: astroid writes `(3, )`."""
    return ast.unparse(ast.parse(node.as_string(), mode="eval"))
