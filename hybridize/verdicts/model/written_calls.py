"""Calls as they are written, with what they call."""

from __future__ import annotations

import ast

from astroid import nodes

from hybridize.inference.results.facts import Facts
from hybridize.inference.results.names import Callees
from hybridize.inference.tracing.conditions import CONSTANTS
from hybridize.program.inside import nodes_inside
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
        compared = not any(operator in ("in", "not in", "is", "is not") for operator, _ in parent.ops)
        return compared and takes_tensor(facts, parent, seen)
    if isinstance(parent, (nodes.BinOp, nodes.UnaryOp)):
        return takes_tensor(facts, parent, seen)
    target = parent.targets[0] if isinstance(parent, nodes.Assign) and len(parent.targets) == 1 else None
    if isinstance(target, nodes.AssignName):
        name = target.name
        reads = (each for each in nodes_inside(parent.frame(), nodes.Name) if each.name == name)
        return name in seen or all(takes_tensor(facts, each, seen | {name}) for each in reads)
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
