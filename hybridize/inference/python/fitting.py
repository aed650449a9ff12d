"""Arguments cut to what a callee takes: libraries pass no more than that."""

from __future__ import annotations

from hybridize.inference.domain.objects import TupleObject, Value
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.program.scopes import parameter_names


def fitting(method: Value, args: Args) -> Args:
    """Only as many positional arguments as the method takes."""
    for obj in method:
        function = obj.project_function
        if function is not None:
            signature = function.node.args
            if not signature.vararg:
                room = len(signature.posonlyargs) + len(signature.args or []) - 1
                names = set(parameter_names(function.node))
                keywords = {k: v for k, v in args.keywords.items() if k in names or signature.kwarg}
                return Args(args.positional[: max(room, 0)], keywords)
    return args


def takes_fewer(function: Value, count: int) -> bool:
    """Whether all that a function may be takes fewer arguments by position, so that a call raises."""
    rooms = []
    for obj in function:
        inner = obj.project_function
        if inner is None or inner.node.args.vararg:
            return False
        rooms.append(len(inner.node.args.posonlyargs) + len(inner.node.args.args or []) - obj.is_bound)
    return bool(rooms) and max(rooms) < count


def fitting_callback(frame: Frame, function: Value, args: Args) -> Args:
    """A library passes what its documentation says; a function that takes fewer is not called with more."""
    for obj in function:
        inner = obj.project_function
        if inner is not None:
            signature = inner.node.args
            room = len(signature.posonlyargs) + len(signature.args or []) - obj.is_bound
            if not signature.vararg and room < len(args.positional):
                if room == 1:
                    return Args([frame.make(TupleObject, tuple(args.positional), BOTTOM, "tuple").single])
                return Args(args.positional[:room], args.keywords)
    return args
