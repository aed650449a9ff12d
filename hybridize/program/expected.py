"""Calls that are there to fail: a test waits for an exception, or a `try` catches it."""

from __future__ import annotations

from astroid import nodes

from hybridize.program.syntax import last_name

_EXPECTING = frozenset({"assertRaises", "assertRaisesRegex", "assertRaisesWithPredicateMatch", "raises"})
"""Context managers of unittest, pytest and TensorFlow's own tests in which an error is what a program wants."""
_CAUGHT = frozenset({"TypeError", "Exception", "BaseException"})


def is_expected_to_fail(node: nodes.NodeNG) -> bool:
    """Whether the code around a call waits for it to raise `TypeError` or anything: a test, or a `try`."""
    below = node
    for block in node.node_ancestors():
        if isinstance(block, (nodes.FunctionDef, nodes.Lambda)):
            return False
        if isinstance(block, nodes.With) and awaiting_error(block):
            return True
        if isinstance(block, nodes.Try) and below in block.body and any(map(_catches, block.handlers)):
            return True
        below = block
    return False


def awaiting_error(block: nodes.With) -> list[nodes.Call]:
    """The context managers of a `with` that wait for an error: `pytest.raises(ValueError)`."""
    managers = (manager for manager, _ in block.items if isinstance(manager, nodes.Call))
    return [each for each in managers if last_name(each.func) in _EXPECTING]


def _catches(handler: nodes.ExceptHandler) -> bool:
    if handler.type is None:
        return True
    return any(last_name(each) in _CAUGHT for each in handler.type.nodes_of_class((nodes.Attribute, nodes.Name)))
