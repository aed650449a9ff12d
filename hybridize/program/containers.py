"""What the methods of Python's containers do, by their names, and which attributes describe an array."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.calls import called_name, method_name, taker_of
from hybridize.program.inside import nodes_inside

ADDING = frozenset("add append appendleft extend extendleft insert setdefault update".split())
"""They put what they are given into the container."""
TAKING = frozenset("clear discard pop popitem popleft remove".split())
"""They take something out."""
ORDERING = frozenset("reverse rotate sort".split())
"""They change the order."""
CHANGING = ADDING | TAKING | ORDERING
OF_CONTAINERS = (ADDING | TAKING) - frozenset("add clear discard insert remove update".split())
"""Methods that change what they are called on, and that hardly anything but a container has."""
DESCRIBING = frozenset({"dtype", "itemsize", "nbytes", "ndim", "shape", "size", "strides"})
"""Attributes of an array that say nothing of the values in it."""


def fills_container(statement: nodes.NodeNG) -> bool:
    """Whether a statement is a `for` whose rounds add to a container."""
    loop = isinstance(statement, nodes.For)
    return loop and any(method_name(each) in ADDING for each in nodes_inside(statement, nodes.Call))


def reads_shape_only(read: nodes.NodeNG) -> bool:
    """Whether an array is read for its shape, dtype or size, and not for its values: `x.shape`, `len(x)`."""
    around = read.parent
    if isinstance(around, nodes.Attribute):
        return around.attrname in DESCRIBING
    call = taker_of(read)
    return call is not None and called_name(call) in DESCRIBING | {"len"}
