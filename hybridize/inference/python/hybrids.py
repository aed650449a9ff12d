"""Functions that the program makes hybrid: which, where and how."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, Function
from hybridize.inference.domain.queries import has
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.events import HybridMark, Keywords


def note_hybrid(
    frame: Frame, obj: AbstractObject, node: nodes.NodeNG, given: Keywords = (), among_others: bool = False
) -> None:
    """Remember that a function is made hybrid at `node`, with the keywords that are `given` there or were before.

    `among_others`: it may be another function as well that is made hybrid there.
    """
    function = obj.project_function or _called_method(frame, obj)
    if function is None:
        return
    decorators = getattr(function.node, "decorators", None)
    if decorators is not None and node in decorators.nodes:
        how = "decorator"
    elif isinstance(node.parent, nodes.Decorators) or _is_wrapper(frame.context):
        how = "wrapper"
    else:
        how = "call"
    events = frame.analysis.events
    arguments, written_in = node if isinstance(node, nodes.Call) else None, None
    handed_on = how == "decorator" and arguments is not None and arguments not in events.graphs.waiting
    if arguments is None or handed_on or not (arguments.keywords or arguments.args[1:]):
        # They were said before: `@jitted` after `jitted = tf.function(jit_compile=True)`.
        kept = events.graphs.kept_arguments.get(given)
        if kept is not None and not (handed_on and any(each.arg is None for each in kept[0].keywords)):
            arguments, written_in = kept
    handed_on = handed_on and written_in is None
    mark = HybridMark(how, node, arguments, frame.context, written_in, handed_on, among_others)
    events.graphs.add_hybrid(function.node, mark)
    written_on = node.parent.parent if isinstance(node.parent, nodes.Decorators) else None
    if isinstance(written_on, nodes.FunctionDef) and written_on is not function.node:
        # Another decorator has put a function in its place; the decorator stands here all the same.
        mark = HybridMark("decorator", node, arguments, frame.context, written_in, handed_on)
        events.graphs.add_hybrid(written_on, mark)


def _called_method(frame: Frame, obj: AbstractObject) -> Function | None:
    """The method that a call of an object of the project runs."""
    inner = obj
    while inner.wrapped is not None:
        inner = inner.wrapped
    method = frame.evaluator.method
    found = method(frame, inner, "__call__") or method(frame, inner, "call")
    return min(found, key=lambda a: a.serial).project_function if found else None


def _is_wrapper(context: Context) -> bool:
    """Whether code runs inside a function of the project that is handed the function to wrap."""
    if not isinstance(context.scope, nodes.FunctionDef):
        return False
    handed = (each for value in context.arguments.values() for obj in value for each in obj.handed_over)
    return has(handed, Function)
