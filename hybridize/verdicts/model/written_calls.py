"""Calls as they are written, with what they call."""

from __future__ import annotations

import ast

from astroid import nodes

from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.names import Callees
from hybridize.inference.tracing.conditions import CONSTANTS
from hybridize.program.calls import is_written_out
from hybridize.program.inside import reads_of
from hybridize.program.lookup import builtin_called, name_for
from hybridize.program.syntax import compares_by
from hybridize.verdicts.model.parts import WrittenCall


def written_call(node: nodes.NodeNG, callees: Callees) -> WrittenCall | None:
    """A call without `*` and `**`; None for everything else, and for what astroid does not write as Python."""
    if not isinstance(node, nodes.Call) or not is_written_out(node):
        return None
    name = callees.of(node)
    if builtin_called(node):
        name = f"builtins.{builtin_called(node)}"
    try:
        positional = tuple(map(_text, node.args))
        keywords = tuple((each.arg, _text(each.value)) for each in node.keywords)
    except SyntaxError:
        return None
    return WrittenCall(name, node.as_string(), node.func.as_string(), positional, keywords)


def takes_tensor(facts: Facts, node: nodes.NodeNG, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a tensor of 32-bit floats may stand in the place of a number or array, also where a name for it is read.

    Operators, conditions and operations take one beside tensors like it; NumPy, methods of arrays, indices and texts
    do not.
    """
    parent = node.parent
    if isinstance(parent, nodes.Keyword):
        node, parent = parent, parent.parent
    if facts.tensor_dtypes(parent) - {_DRAWN}:
        return False
    if isinstance(parent, nodes.Call):
        called = facts.callees.of(parent)
        return node is not parent.func and called.startswith(_TAKING) and called not in _REFUSING
    if isinstance(parent, nodes.Compare):
        return not compares_by(parent, "in", "not in", "is", "is not") and takes_tensor(facts, parent, seen)
    if isinstance(parent, (nodes.BinOp, nodes.UnaryOp)):
        return takes_tensor(facts, parent, seen)
    name = name_for(node)
    if name:
        return name in seen or all(takes_tensor(facts, each, seen | {name}) for each in reads_of(parent.frame(), name))
    return isinstance(parent, (nodes.If, nodes.IfExp, nodes.While, nodes.Return, nodes.Expr, nodes.AugAssign))


_DRAWN = "float32"
"""What `tf.random` draws."""
_TAKING = ("tensorflow.", "keras.")
_REFUSING = CONSTANTS | {"tensorflow.convert_to_tensor"}
"""What takes no tensor in a graph, or leaves it in its dtype, where an array would be one of 64 bits."""


def _text(node: nodes.NodeNG) -> str:
    """An expression as Python prints it: astroid writes `(3, )`.

    It leaves out parentheses as well: `{**(one or other)}` becomes no Python, which raises SyntaxError.
    """
    return ast.unparse(ast.parse(node.as_string(), mode="eval"))
