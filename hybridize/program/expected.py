"""Calls that are there to fail: a test waits for an exception, or a `try` catches it."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.program.syntax import last_name, words_of

_EXPECTING = frozenset({"assertRaises", "assertRaisesRegex", "assertRaisesWithPredicateMatch", "raises"})
"""Context managers of unittest, pytest and TensorFlow's own tests in which an error is what a program wants."""
_CAUGHT = frozenset({"TypeError", "Exception", "BaseException"})


def is_expected_to_fail(node: nodes.NodeNG) -> bool:
    """Whether the code around a call waits for it to raise `TypeError` or anything: a test, or a `try`."""
    return any(
        awaiting_error(block) if isinstance(block, nodes.With) else any(map(_catches, block.handlers))
        for block in _blocks_around(node)
    )


def is_caught(node: nodes.NodeNG) -> bool:
    """Whether what a call raises may be waited for, or caught: then it may be given what it does not take."""
    return any(isinstance(block, nodes.Try) or bool(awaiting_error(block)) for block in _blocks_around(node))


def is_passed_over(node: nodes.NodeNG) -> bool:
    """Whether a `try` around a place catches what a trace raises there, and the program goes on without a word.

    `try: print(loss.numpy())`, and then `except Exception: pass`: who writes it knows that a graph has no values.
    """
    tries = (block for block in _blocks_around(node) if isinstance(block, nodes.Try))
    return any(any(map(_passes_over, block.handlers)) for block in tries)


def _blocks_around(node: nodes.NodeNG) -> Iterator[nodes.With | nodes.Try]:
    """The `with` statements of a function that hold a place, and the `try` statements in whose body it stands."""
    below = node
    for block in node.node_ancestors():
        if isinstance(block, (nodes.FunctionDef, nodes.Lambda)):
            return
        if isinstance(block, nodes.With) or (isinstance(block, nodes.Try) and below in block.body):
            yield block
        below = block


def _passes_over(handler: nodes.ExceptHandler) -> bool:
    caught = handler.type is None or not _RAISED_BY_TRACES.isdisjoint(words_of(handler.type))
    return caught and all(isinstance(each, _QUIET) for each in handler.body)


_RAISED_BY_TRACES = frozenset({"AttributeError", "Exception", "BaseException"})
"""What catches the error of a tensor that is asked for its value."""
_QUIET = (nodes.Pass, nodes.Continue, nodes.Assign, nodes.Return)
"""Statements of a handler that tell nobody of the error."""


def awaiting_error(block: nodes.With) -> list[nodes.Call]:
    """The context managers of a `with` that wait for an error: `pytest.raises(ValueError)`."""
    managers = (manager for manager, _ in block.items if isinstance(manager, nodes.Call))
    return [each for each in managers if last_name(each.func) in _EXPECTING]


def _catches(handler: nodes.ExceptHandler) -> bool:
    return handler.type is None or not _CAUGHT.isdisjoint(words_of(handler.type))
