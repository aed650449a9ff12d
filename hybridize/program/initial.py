"""Values that do nothing but initialize variables: where a variable is made once, its value is drawn once as well."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.calls import call_of, passed_by
from hybridize.program.inside import reads_of
from hybridize.program.lookup import name_for
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
        call = call_of(around)
        return call is not None and only_initializes(call, depth)
    if isinstance(around, (nodes.BinOp, nodes.UnaryOp)):
        return only_initializes(around, depth)
    if isinstance(around, nodes.Call) and around.func is not value:
        return _makes_variable(around) or (
            last_name(around.func) in _CONVERTING and only_initializes(around, depth)
        )
    reads = reads_of(around.scope(), name_for(value)) if isinstance(around, nodes.Assign) and depth else ()
    return bool(reads) and all(only_initializes(read, depth - 1) for read in reads)


def _makes_variable(call: nodes.Call) -> bool:
    """Whether a call makes a variable, or is handed the class of variables to do so."""
    return last_name(call.func) in _MAKING or any(last_name(each) == "Variable" for each in passed_by(call))
