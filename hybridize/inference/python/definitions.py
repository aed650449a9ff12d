"""`def` and `lambda`: the function, its defaults, its annotations, and what its decorators make of it."""

from __future__ import annotations

from astroid import nodes

from hybridize.frameworks.knowledge import KIND_CLASSES
from hybridize.inference.domain.objects import (
    ClassObject,
    External,
    ExternalInstance,
    ExternalMethod,
    Function,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.values import BOTTOM, OPAQUE
from hybridize.inference.python import declared, hints
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.dispatch import evaluate
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.contexts import Context
from hybridize.program.scopes import parameter_names


def closure_of(frame: Frame) -> Context | None:
    """The activation that a function defined here closes over: class bodies are looked through."""
    context: Context | None = frame.context
    while context is not None and context.cls is not None:
        context = context.parent
    return context


def define_function(frame: Frame, node: nodes.FunctionDef) -> Value:
    """The value that a `def` binds, its decorators applied."""
    function = frame.make(Function, node, closure_of(frame))
    _defaults(frame, function, node.args)
    if node not in frame.analysis.functions.hints:
        frame.analysis.functions.hints[node] = hints.read(frame, node)
        declared_here = declared.outside_objects(frame, node)
        if declared_here:
            frame.analysis.functions.declared[node] = declared_here
    frame.analysis.functions.define(function, frame.context)
    value: Value = function.single
    if node.decorators:
        for decorator in reversed(node.decorators.nodes):
            value = _decorate(frame, node, evaluate(frame, decorator), value, decorator)
            if isinstance(decorator, nodes.Call) and _is_command(evaluate(frame, decorator.func)):
                _from_command_line(frame, function)
    return value


def define_lambda(frame: Frame, node: nodes.Lambda) -> Function:
    """The function that a `lambda` makes."""
    function = frame.make(Function, node, closure_of(frame))
    _defaults(frame, function, node.args)
    frame.analysis.functions.define(function, frame.context)
    return function


def _decorate(
    frame: Frame, function: nodes.FunctionDef, decorator: Value, value: Value, node: nodes.NodeNG
) -> Value:
    if not decorator:
        # The decorator is not known yet: the function is not usable either.
        return frame.heap.missing(frame.context) and value
    functions, events = frame.analysis.functions, frame.analysis.events
    own: list[Function | ClassObject] = [*select(decorator, Function), *select(decorator, ClassObject)]
    for obj in own:
        events.graphs.add_decorated(obj.node, function)
    if not isinstance(node, nodes.Call):
        events.calls.add_callee(node, decorator)
    left = [a for a in select(decorator, Function) if not functions.follows_decorator(a, value)]
    followed = decorator.difference(left)
    out = frame.evaluator.call(frame, followed, Args([value]), node) if followed else BOTTOM
    for obj in select(followed, Function):
        functions.decorated(obj, value, out)
    for obj in left:
        # What decorates so many functions hardly changes what they compute.
        frame.evaluator.unseen_decorator(frame, function, node, None)
        example = functions.always_hybrid(obj)
        if example is None:
            out |= value
        for each in select(value, Function):
            if example is not None:
                out |= frame.make.hybrid(each, example.site).single
                events.graphs.add_hybrids_of(example, each)
    lookup = frame.analysis.knowledge.lookup
    strange = {*select(out, Unknown), *[obj for obj in select(out, ExternalInstance) if lookup(obj.cls) is None]}
    names = {obj.name for obj in select(followed, External)}
    names |= {f"{KIND_CLASSES.get(obj.owner, obj.owner)}.{obj.name}" for obj in select(followed, ExternalMethod)}
    if strange and not names.isdisjoint(frame.analysis.knowledge.traced.modelled):
        # Only the code that models it could tell what it makes of the function.
        out |= value
    elif strange:
        # A decorator that we do not know is taken to keep the function (`wraps` is the habit).
        frame.evaluator.unseen_decorator(frame, function, node, decorator)
        out = (out - strange) | value
    elif any(_lacks_entry(frame, obj) for obj in select(followed, External)):
        frame.evaluator.unseen_decorator(frame, function, node, decorator)
    return out


def _lacks_entry(frame: Frame, decorator: External) -> bool:
    """Whether a decorator of a described package has no description."""
    symbol = frame.analysis.knowledge.lookup(decorator.name)
    return symbol is not None and not (symbol.known or decorator.is_marker)


def _is_command(decorator: Value) -> bool:
    """`click.command()`, `click.option(...)`: the arguments are the command line's."""
    return any(obj.name.startswith(("click.", "typer.")) for obj in select(decorator, External))


def _from_command_line(frame: Frame, function: Function) -> None:
    """Any parameter may get what somebody types, also one that the definition has a default for."""
    stored = frame.analysis.functions.defaults(function)
    for name in parameter_names(function.node):
        stored[name] = stored.get(name, BOTTOM) | OPAQUE


def _defaults(frame: Frame, function: Function, arguments: nodes.Arguments) -> None:
    stored = frame.analysis.functions.defaults(function)
    positional = [*arguments.posonlyargs, *(arguments.args or [])]
    pairs = list(zip(reversed(positional), reversed(arguments.defaults or []), strict=False))
    pairs += [(a, d) for a, d in zip(arguments.kwonlyargs, arguments.kw_defaults or [], strict=False) if d is not None]
    for argument, default in pairs:
        old = stored.get(argument.name)
        value = evaluate(frame, default)
        if old is None or not value <= old:
            stored[argument.name] = value if old is None else old | value
            stored.changed()
