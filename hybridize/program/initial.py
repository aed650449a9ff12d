"""Values that do nothing but initialize variables: where a variable is made once, its value is drawn once as well."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.inside import nodes_inside
from hybridize.program.syntax import last_name

_MAKING = frozenset(
    "Variable add_weight add_variable create_variable get_variable Constant constant_initializer".split()
)
_CONVERTING = frozenset("array asarray cast constant convert_to_tensor float32 float64".split())
_DEPTH = 4
"""Names through which a value is followed."""


def only_initializes(value: nodes.NodeNG, depth: int = _DEPTH) -> bool:
    """Whether nothing but what makes a variable gets what an expression gives.

    `start = np.random.randn(3).astype("float32")`, then `tf.Variable(start)` or `self.get("w", tf.Variable, start)`.
    """
    around = value.parent
    if isinstance(around, nodes.Keyword):
        around = around.parent
    if isinstance(around, nodes.Attribute):
        called = around.parent
        return isinstance(called, nodes.Call) and called.func is around and only_initializes(called, depth)
    if isinstance(around, (nodes.BinOp, nodes.UnaryOp)):
        return only_initializes(around, depth)
    if isinstance(around, nodes.Call) and around.func is not value:
        return _makes_variable(around) or (
            last_name(around.func) in _CONVERTING and only_initializes(around, depth)
        )
    if not isinstance(around, nodes.Assign) or not depth:
        return False
    name = around.targets[0].name if [*map(type, around.targets)] == [nodes.AssignName] else ""
    reads = [read for read in nodes_inside(around.scope(), nodes.Name) if read.name == name]
    return bool(reads) and all(only_initializes(read, depth - 1) for read in reads)


def _makes_variable(call: nodes.Call) -> bool:
    """Whether a call makes a variable, or is handed the class of variables to do so."""
    handed = (*call.args, *(keyword.value for keyword in call.keywords))
    return last_name(call.func) in _MAKING or any(last_name(each) == "Variable" for each in handed)
