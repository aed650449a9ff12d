"""Functions of which TensorFlow makes conditions and loops: what `tf.cond`, `tf.while_loop` and their kin are given.

Eagerly one side runs, and a loop takes whatever its body gives. In a graph both sides must give the same, and what a
loop carries keeps its dtype and shape. Where that is not seen, no fix is safe.
"""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.frameworks.knowledge import Symbol
from hybridize.inference.domain.fields import ANY_ELEMENT, is_element
from hybridize.inference.domain.objects import (
    AbstractObject,
    Container,
    Function,
    NoneObject,
    PythonScalar,
    TupleObject,
    Value,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, TENSOR, join
from hybridize.inference.python import iteration
from hybridize.inference.python.arguments import Args
from hybridize.inference.python.frame import Frame
from hybridize.inference.tracing.operands import uncovered
from hybridize.inference.tracing.outcomes import are_like_tensors
from hybridize.inference.tracing.regions import own
from hybridize.program.lookup import assigned_values, builtin_name, lookup
from hybridize.program.syntax import last_name

_DEPTH = 3
"""Structures inside structures that are compared."""


def call(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """A call of something that makes a condition or loop of the functions that it is given."""
    handler = _HANDLERS.get(symbol.name)
    if handler is not None:
        handler(frame, symbol, args, node)
    if symbol.name in _TRACED_ONCE:
        for function in _functions(join(args.everything())):
            for bound in own(function.node, nodes.Nonlocal, nodes.Global):
                uncovered(frame, bound, "a function that runs once while tracing assigns a name outside")


def _condition(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    asked = _given(symbol, args, "pred")
    if any(not scalar.is_staged for scalar in select(asked, PythonScalar)):
        text = "`tf.cond` takes a Python value for its condition eagerly only"
        frame.condition("eager-only-call", node, text, BOTTOM if only(asked, PythonScalar) else TENSOR | asked)
        return
    sides = [_given(symbol, args, name) for name in ("true_fn", "false_fn")]
    if any(_raises(function) for side in sides for function in _functions(side)):
        uncovered(frame, node, "an error that one side of a condition raises")
        return
    one, other = (_result(frame, node, side) for side in sides)
    if one and other and not _are_alike(frame, one, other, loop=False):
        uncovered(frame, node, "the sides of the condition may give different types")


def _loop(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    body, start = _given(symbol, args, "body"), _given(symbol, args, "loop_vars")
    end = _result(frame, node, body)
    if start and end:
        free = bool(_given(symbol, args, "shape_invariants"))
        before = _written(frame, symbol, node) or _members(frame, start)
        if before is None or not _are_carried(frame, before, end, not free):
            uncovered(frame, node, "the loop may change the dtypes or shapes that it carries")
    members = _members(frame, start) or [start]
    for function in _functions(_given(symbol, args, "cond") | body):
        named = zip(function.node.args.arguments, members, strict=False)
        numbers = {argument.name for argument, member in named if has(member, PythonScalar)}
        for read in function.node.nodes_of_class(nodes.Name) if numbers else ():
            if read.name in numbers and not _may_be_tensor(frame, read):
                uncovered(frame, node, f"`{read.name}` is a tensor in the loop")
                return


def _may_be_tensor(frame: Frame, read: nodes.Name) -> bool:
    """Whether what stands around a number takes a tensor as well."""
    parent = read.parent
    if isinstance(parent, nodes.Subscript) and read is parent.slice:
        return isinstance(parent.value, nodes.Name) and has(frame.evaluator.evaluate(frame, parent.value), Tensor)
    if isinstance(parent, nodes.Call):
        return isinstance(parent.func, nodes.Attribute) or builtin_name(parent.func) in ("abs", "float", "int")
    return isinstance(parent, _TAKING)


_TAKING = (
    nodes.Assign, nodes.AugAssign, nodes.BinOp, nodes.Compare, nodes.If, nodes.Keyword, nodes.Lambda, nodes.List,
    nodes.Return, nodes.Slice, nodes.Tuple, nodes.UnaryOp,
)  # fmt: skip


def _accumulation(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    start, end = _given(symbol, args, "initializer"), _result(frame, node, _given(symbol, args, "fn"))
    if start and end and not only(start, NoneObject) and not _are_alike(frame, start, end, loop=True):
        uncovered(frame, node, "the loop may change the dtypes or shapes that it carries")


def _unseen(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    uncovered(frame, node, "a choice between unknown functions")


_MADE = {
    "tensorflow.cond": _condition,
    "tensorflow.case": _unseen,
    "tensorflow.switch_case": _unseen,
    "tensorflow.while_loop": _loop,
    "tensorflow.scan": _accumulation,
    "tensorflow.foldl": _accumulation,
    "tensorflow.foldr": _accumulation,
}


_TRACED_ONCE = frozenset({*_MADE, "tensorflow.map_fn", "tensorflow.vectorized_map"})
"""What traces the functions that it is given once each, however often they run."""


def _numbers_of_python(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """`tf.numpy_function`: only a graph compares what comes with the dtype that is told."""
    _called_in_python(frame, symbol, args, node)
    given = _result(frame, node, _given(symbol, args, "func"))
    types = [array.type for array in select(given, Array)]
    dtypes = {type_.dtype if type_ is not None else None for type_ in types}
    names = {"" if dtype is None or dtype.weak else dtype.name for dtype in dtypes}
    at = symbol.parameters.index("Tout")
    told = [*getattr(node, "args", ())[at:at + 1], *(k.value for k in getattr(node, "keywords", ()) if k.arg == "Tout")]
    if "" in names or {last_name(each) for each in told} != names:
        uncovered(frame, node, "an array that may be of another dtype than `Tout` says")


def _called_in_python(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """`tf.py_function`: Python calls it while the graph runs, when the tensors of the trace around it are gone."""
    for function in _functions(_given(symbol, args, "func")):
        for name in function.node.nodes_of_class(nodes.Name):
            scope, bound = lookup(name)
            if scope is frame.context.scope and bound and _holds_tensor(frame, name):
                uncovered(frame, node, f"`{name.name}` is a tensor of the graph, and Python calls this later")
                return


def _holds_tensor(frame: Frame, name: nodes.Name) -> bool:
    value = (frame.env or {}).get(name.name, BOTTOM)
    tensors = select(iteration.leaves(frame, value), Tensor)
    return any(tensor.kind != "variable" for tensor in tensors)


def _ordered(frame: Frame, symbol: Symbol, args: Args, node: nodes.NodeNG) -> None:
    """`with tf.control_dependencies([f()])`: a graph takes operations and tensors there, and no None."""
    listed = node.args[0] if isinstance(node, nodes.Call) and node.args else None
    for each in listed.elts if isinstance(listed, (nodes.List, nodes.Tuple)) else ():
        given = frame.evaluator.evaluate(frame, each)
        if any(tensor.kind == "sparse" for tensor in select(given, Tensor)):
            text = "a graph takes no sparse tensor in `tf.control_dependencies`"
            frame.condition("eager-only-call", node, text, given)
        elif only(given, NoneObject) and not _may_be_operation(frame, each):
            frame.condition("eager-only-call", node, "a graph takes no None in `tf.control_dependencies`")


def _may_be_operation(frame: Frame, expression: nodes.NodeNG) -> bool:
    """Whether what is None eagerly comes from a function of TensorFlow, or from one that may hand on what it gives."""
    values = list(assigned_values(expression)) if isinstance(expression, nodes.Name) else [expression]
    calls = frame.analysis.events.calls
    for call in values:
        names = (*calls.callees.get(call, ()), *calls.called_methods.get(call, ()))
        called = [callee.scope for callee in frame.context.summary.called_at(call)]
        if any(name.startswith("tensorflow.") for name in names) or any(map(_returns_something, called)):
            return True
    return False


def _returns_something(scope: nodes.NodeNG) -> bool:
    return isinstance(scope, nodes.Lambda) and any(each.value is not None for each in own(scope, nodes.Return))


_HANDLERS = {
    **_MADE,
    "tensorflow.control_dependencies": _ordered,
    "tensorflow.numpy_function": _numbers_of_python,
    "tensorflow.py_function": _called_in_python,
}


def _given(symbol: Symbol, args: Args, name: str) -> Value:
    if name in args.keywords:
        return args.keywords[name]
    at = symbol.parameters.index(name)
    return args.positional[at] if at < len(args.positional) else BOTTOM


def _functions(given: Value) -> Iterator[Function]:
    return (obj.project_function for obj in given if obj.project_function is not None)


def _result(frame: Frame, node: nodes.NodeNG, given: Value) -> Value:
    """What the functions of the project among the arguments give, as far as it is computed."""
    scopes = {function.node for function in _functions(given)}
    called = frame.context.summary.called_at(node)
    return join(callee.summary.result for callee in called if callee.scope in scopes)


def _raises(function: Function) -> bool:
    return bool(own(function.node, nodes.Raise, nodes.Assert))


def _written(frame: Frame, symbol: Symbol, node: nodes.NodeNG) -> list[Value]:
    """What a loop begins with, where that is written out in the call: the heap tells the types of lists late."""
    if not isinstance(node, nodes.Call):
        return []
    at = symbol.parameters.index("loop_vars")
    given = [*node.args[at:at + 1], *(each.value for each in node.keywords if each.arg == "loop_vars")]
    listed = given[0].elts if given and isinstance(given[0], (nodes.List, nodes.Tuple)) else []
    return [frame.evaluator.evaluate(frame, each) for each in listed if not isinstance(each, nodes.Starred)]


def _are_carried(frame: Frame, before: list[Value], end: Value, shapes: bool) -> bool:
    """The same of all that a loop carries: a tuple or list, or one thing by itself."""
    after = _members(frame, end)
    if after is None:
        return len(before) == 1 and _are_alike(frame, before[0], end, loop=shapes)
    return len(before) == len(after) and all(
        _are_alike(frame, one, other, loop=shapes) for one, other in zip(before, after, strict=True)
    )


def _members(frame: Frame, value: Value) -> list[Value] | None:
    """What the one tuple or list of a value holds, in order; None where that is not known."""
    if len(value) != 1:
        return None
    (obj,) = value
    parts = None if type(obj) is Container and obj.type != "list" else _parts(frame, obj)
    return None if parts is None else list(parts.values())


def _are_alike(frame: Frame, one: Value, other: Value, *, loop: bool, depth: int = _DEPTH) -> bool:
    """Whether two results surely are of one structure and of the same dtypes and, in a loop, of the same shapes."""
    both = one | other
    if only(both, NoneObject):
        return True
    if only(both, Tensor, PythonScalar):
        return are_like_tensors(both, loop)
    if not depth or len(one) != 1 or len(other) != 1:
        return False
    (first,), (second,) = one, other
    if type(first) is not type(second) or getattr(first, "type", None) != getattr(second, "type", None):
        return False
    before, after = (_parts(frame, each) for each in (first, second))
    if before is None or after is None or before.keys() != after.keys():
        return False
    return all(_are_alike(frame, before[key], after[key], loop=loop, depth=depth - 1) for key in before)


def _parts(frame: Frame, obj: AbstractObject) -> dict[object, Value] | None:
    """The members of a tuple, list or dictionary by place; None where some place is not known."""
    if type(obj) is TupleObject:
        return None if obj.rest else dict(enumerate(obj.items))
    if type(obj) is not Container or obj.type not in ("list", "dict"):
        return None
    if frame.heap.has(obj, ANY_ELEMENT):
        return None
    fields = [field for field in frame.heap.fields(obj) if is_element(field) and field is not ANY_ELEMENT]
    return {field: frame.heap.read(obj, field, frame.context) for field in fields}
