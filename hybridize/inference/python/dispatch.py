"""The value of an expression, whatever its kind: `expressions` says how, kind by kind."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from astroid import nodes

from hybridize.inference.domain.objects import Value
from hybridize.inference.domain.values import BOTTOM, UNKNOWN_RESULT
from hybridize.inference.python.frame import Frame

HANDLERS: dict[type[nodes.NodeNG], Callable[[Frame, Any], Value]] = {}
"""How each kind of expression is evaluated; filled by `expressions`, so that all others can do without importing it."""


def evaluate(frame: Frame, node: nodes.NodeNG) -> Value:
    """The value of an expression; BOTTOM where the code is unreachable or nothing is known yet."""
    if frame.env is None:
        return BOTTOM
    handler = HANDLERS.get(type(node))
    if handler is None:
        frame.evaluator.tracing.uncovered(frame, node, f"the expression `{type(node).__name__}`")
        return UNKNOWN_RESULT
    value = handler(frame, node)
    return value if len(value) < 2 else frame.widening.variants.settled(value)
