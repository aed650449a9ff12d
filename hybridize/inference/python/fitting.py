"""Arguments cut to what a callee takes: libraries pass no more than that."""

from __future__ import annotations

from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    Function,
    Hybrid,
    MethodKind,
    Partial,
    TupleObject,
    Value,
)
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.program.scopes import parameter_names


def fitting(method: Value, args: Args) -> Args:
    """Only as many positional arguments as the method takes."""
    for obj in method:
        function = obj.function if isinstance(obj, Bound) else obj
        while isinstance(function, (Hybrid, Partial, MethodKind)):
            function = function.target
            function = function.function if isinstance(function, Bound) else function
        if isinstance(function, Function):
            signature = function.node.args
            if not signature.vararg:
                room = len(signature.posonlyargs) + len(signature.args or []) - 1
                names = set(parameter_names(function.node))
                keywords = {k: v for k, v in args.keywords.items() if k in names or signature.kwarg}
                return Args(args.positional[: max(room, 0)], keywords)
    return args


def fitting_callback(frame: Frame, function: Value, args: Args) -> Args:
    """A library passes what its documentation says; a function that takes fewer is not called with more."""
    for obj in function:
        bound = isinstance(obj, Bound)
        inner: AbstractObject = obj
        while isinstance(inner, (Hybrid, Partial, Bound, MethodKind)):
            bound = bound or isinstance(inner, Bound)
            inner = inner.function if isinstance(inner, Bound) else inner.target
        if isinstance(inner, Function):
            signature = inner.node.args
            room = len(signature.posonlyargs) + len(signature.args or []) - bound
            if not signature.vararg and room < len(args.positional):
                if room == 1:
                    return Args([frame.make(TupleObject, tuple(args.positional), BOTTOM, "tuple").single])
                return Args(args.positional[:room], args.keywords)
    return args
