"""Functions that the program makes hybrid: which, where and how."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    Function,
    Hybrid,
    Instance,
    MethodKind,
    Partial,
)
from hybridize.inference.domain.queries import has
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.context_table import handed_over
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.events import HybridMark


def note_hybrid(frame: Frame, obj: AbstractObject, node: nodes.NodeNG) -> None:
    """Remember that a function is made hybrid at `node`."""
    inner = obj
    while True:
        if isinstance(inner, (Hybrid, Partial, MethodKind)):
            inner = inner.target
        elif isinstance(inner, Bound):
            inner = inner.function
        elif isinstance(inner, Instance):
            method = frame.evaluator.method
            found = method(frame, inner, "__call__") or method(frame, inner, "call")
            if not found:
                return
            inner = sorted(found, key=lambda a: a.serial)[0]
        else:
            break
    if not isinstance(inner, Function):
        return
    decorators = getattr(inner.node, "decorators", None)
    if decorators is not None and node in decorators.nodes:
        how = "decorator"
    elif isinstance(node.parent, nodes.Decorators) or _is_wrapper(frame.context):
        how = "wrapper"
    else:
        how = "call"
    arguments = node if isinstance(node, nodes.Call) else None
    events = frame.analysis.events
    events.add_hybrid(inner.node, HybridMark(how, node, arguments, frame.context))
    written_on = node.parent.parent if isinstance(node.parent, nodes.Decorators) else None
    if isinstance(written_on, nodes.FunctionDef) and written_on is not inner.node:
        # Another decorator has put a function in its place; the decorator stands here all the same.
        events.add_hybrid(written_on, HybridMark("decorator", node, arguments, frame.context))


def _is_wrapper(context: Context) -> bool:
    """Whether code runs inside a function of the project that is handed the function to wrap."""
    if not isinstance(context.scope, nodes.FunctionDef):
        return False
    handed = (each for value in context.arguments.values() for obj in value for each in handed_over(obj))
    return has(handed, Function)
