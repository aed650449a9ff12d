"""Python numbers, texts and Booleans that a condition or loop on a tensor assigns: they are tensors afterwards.

What reads such a name must be content with a tensor. That holds for arithmetic, comparisons, conditions and
TensorFlow's functions; it does not for the index of a list, for a text, for functions of others. What is in neither
list is uncovered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from astroid import nodes

from hybridize.frameworks.knowledge import COMPUTING
from hybridize.inference.domain.objects import External, PythonScalar, Value
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import join
from hybridize.inference.python.frame import Frame
from hybridize.inference.tracing.operands import uncovered
from hybridize.inference.tracing.outcomes import DTYPES, dtype_of
from hybridize.inference.tracing.regions import assigned
from hybridize.inference.tracing.staged import BESIDE
from hybridize.program.flow.graph import lifted
from hybridize.program.flow.names import is_carried
from hybridize.program.flow.order import may_run_before
from hybridize.program.lookup import builtin_name

_BUILTINS = frozenset({"float", "int", "abs", "range"})
"""Builtins that AutoGraph converts, or that leave the work to the tensor."""


def numbers(frame: Frame, region: nodes.NodeNG) -> None:
    """Look at what reads the names that a region assigns, which has just been evaluated."""
    scope, env = frame.context.scope, frame.env
    if env is None:
        return
    for name in sorted(assigned(region)):
        if not has(env.get(name, ()), PythonScalar) or not is_carried(region, name):
            continue
        for read in _reads(scope, region, name):
            if not _takes_tensor(frame, read, env):
                uncovered(frame, read, f"`{name}` is a tensor after the condition or loop that assigns it")
                break


def chosen(frame: Frame, node: nodes.IfExp, value: Value) -> None:
    """Look at what reads numbers that a conditional expression on a tensor gives: they are tensors then."""
    if frame.env is None or not has(value, PythonScalar):
        return
    target = node.parent.targets[0] if isinstance(node.parent, nodes.Assign) else None
    reads: list[nodes.NodeNG] = [node]
    env = frame.env
    if isinstance(target, nodes.AssignName) and len(node.parent.targets) == 1:
        scope, env = frame.context.scope, {**env, target.name: value}
        named = (each for each in scope.nodes_of_class(nodes.Name) if each.name == target.name)
        reads = [each for each in named if may_run_before(node, each)]
    for read in reads:
        if not _takes_tensor(frame, read, env):
            uncovered(frame, read, "a number that a condition on a tensor chooses")
            break


def _reads(scope: nodes.NodeNG, region: nodes.NodeNG, name: str) -> Iterator[nodes.Name]:
    """The reads of a name in a region, and those that may come behind it."""
    for read in scope.nodes_of_class(nodes.Name):
        if read.name == name and (region.parent_of(read) or may_run_before(region, lifted(read, scope))):
            yield read


def _takes_tensor(frame: Frame, read: nodes.NodeNG, env: Mapping[str, Value]) -> bool:
    parent = read.parent
    handler = _TAKING.get(type(parent))
    return handler is not None and handler(frame, read, parent, env)


def _always(frame: Frame, read: nodes.NodeNG, parent: nodes.NodeNG, env: Mapping[str, Value]) -> bool:
    return True


def _in_arithmetic(frame: Frame, read: nodes.NodeNG, parent: nodes.BinOp, env: Mapping[str, Value]) -> bool:
    other = parent.right if parent.left is read else parent.left
    if _chooses(other):
        return False
    value = frame.evaluator.evaluate(frame, other)
    if not _is_of_its_dtype(frame, read, value, env) or (parent.op == "/" and _becomes(frame, read, env) == "int32"):
        return False
    return has(value, Tensor) or _takes_tensor(frame, parent, env)


def _chooses(operand: nodes.NodeNG) -> bool:
    """Whether an operand holds a choice itself: two such operands would ask for each other without end."""
    return next(operand.nodes_of_class(nodes.IfExp), None) is not None


def _becomes(frame: Frame, read: nodes.NodeNG, env: Mapping[str, Value]) -> str:
    """The dtype of the tensor that the numbers become which are read; empty where that is not one."""
    if isinstance(read, nodes.IfExp):
        # Its sides, not the expression itself: that asks here again.
        sides = join([frame.evaluator.evaluate(frame, side) for side in (read.body, read.orelse)])
        chosen = {number.type for number in select(sides, PythonScalar)}
        return DTYPES.get(chosen.pop(), "") if len(chosen) == 1 else ""
    names = {name.name for name in read.nodes_of_class(nodes.Name)}.intersection(env)
    types = {number.type for name in names for number in select(env[name], PythonScalar)}
    if len(types) > 1 and types <= {"int", "float", "bool"} and "float" in types:
        return DTYPES["float"]
    return DTYPES.get(types.pop(), "") if len(types) == 1 else ""


def _is_of_its_dtype(frame: Frame, read: nodes.NodeNG, other: Value, env: Mapping[str, Value]) -> bool:
    """Whether an operand can stand beside the tensor that a number becomes: TensorFlow does not convert tensors."""
    dtype = _becomes(frame, read, env)
    if dtype not in _NUMBERS or not only(other, PythonScalar, Tensor):
        return False
    if any(number.type not in _NUMBERS[dtype] for number in select(other, PythonScalar)):
        return False
    return all(dtype_of(tensor) == dtype for tensor in select(other, Tensor))


_NUMBERS = {dtype: BESIDE[dtype] for dtype in ("int32", "float32")}


def _compared(frame: Frame, read: nodes.NodeNG, parent: nodes.Compare, env: Mapping[str, Value]) -> bool:
    if any(operator in ("in", "not in", "is", "is not") for operator, _ in parent.ops):
        return False
    others = [each for each in (parent.left, *(operand for _, operand in parent.ops)) if each is not read]
    if any(map(_chooses, others)):
        return False
    values = [frame.evaluator.evaluate(frame, each) for each in others]
    if _becomes(frame, read, env) == "string" and all(operator in ("==", "!=") for operator, _ in parent.ops):
        # Whether two texts are equal TensorFlow tells as Python does; what asks must take a tensor.
        texts = all(only(value, PythonScalar) and _all_texts(value) for value in values)
        return texts and isinstance(parent.parent, (nodes.If, nodes.IfExp, nodes.While, nodes.BoolOp, nodes.UnaryOp))
    return all(_is_of_its_dtype(frame, read, value, env) for value in values)


def _all_texts(value: Value) -> bool:
    return all(scalar.type == "str" for scalar in select(value, PythonScalar))


def _argument(frame: Frame, read: nodes.NodeNG, parent: nodes.Call, env: Mapping[str, Value]) -> bool:
    if read is parent.func:
        return False
    if builtin_name(parent.func) in _BUILTINS:
        return True
    others = [each for each in (*parent.args, *(keyword.value for keyword in parent.keywords)) if each is not read]
    if any(map(_chooses, (parent.func, *others))):
        return False
    called = frame.evaluator.evaluate(frame, parent.func)
    if not called or not all(isinstance(obj, External) and obj.name.startswith(COMPUTING) for obj in called):
        return False
    values = [frame.evaluator.evaluate(frame, each) for each in others]
    dtype = _becomes(frame, read, env)
    return all(dtype_of(tensor) == dtype for value in values for tensor in select(value, Tensor))


def _named_argument(frame: Frame, read: nodes.NodeNG, parent: nodes.Keyword, env: Mapping[str, Value]) -> bool:
    return _argument(frame, parent, parent.parent, env)


def _member(frame: Frame, read: nodes.NodeNG, parent: nodes.NodeNG, env: Mapping[str, Value]) -> bool:
    """`tf.stack([x, n])`."""
    around = parent.parent
    return isinstance(around, nodes.Call) and _argument(frame, parent, around, env)


def _index(frame: Frame, read: nodes.NodeNG, parent: nodes.Subscript, env: Mapping[str, Value]) -> bool:
    owner = parent.value
    return read is parent.slice and isinstance(owner, nodes.Name) and _is_tensor(env.get(owner.name))


def _bound(frame: Frame, read: nodes.NodeNG, parent: nodes.Slice, env: Mapping[str, Value]) -> bool:
    around = parent.parent
    return isinstance(around, nodes.Subscript) and isinstance(around.value, nodes.Name) and _is_tensor(
        env.get(around.value.name)
    )


def _added(frame: Frame, read: nodes.NodeNG, parent: nodes.AugAssign, env: Mapping[str, Value]) -> bool:
    target = parent.target
    held = env.get(target.name) if isinstance(target, nodes.AssignName) else None
    return held is not None and _is_tensor(held) and _is_of_its_dtype(frame, read, held, env)


def _assigned(frame: Frame, read: nodes.NodeNG, parent: nodes.Assign, env: Mapping[str, Value]) -> bool:
    """`n = n + 1`: the name itself; another name would have to be followed."""
    names = {target.name for target in parent.targets if isinstance(target, nodes.AssignName)}
    own = {each.name for each in parent.value.nodes_of_class(nodes.Name)}
    return len(parent.targets) == 1 and bool(names & own)


def _is_tensor(value: Value | None) -> bool:
    return bool(value) and only(value or (), Tensor)


_TAKING = {
    nodes.BinOp: _in_arithmetic,
    nodes.UnaryOp: _always,
    nodes.BoolOp: _always,
    nodes.Compare: _compared,
    nodes.If: _always,
    nodes.IfExp: _always,
    nodes.While: _always,
    nodes.Expr: _always,
    nodes.Return: _always,
    nodes.Call: _argument,
    nodes.Keyword: _named_argument,
    nodes.List: _member,
    nodes.Tuple: _member,
    nodes.Subscript: _index,
    nodes.Slice: _bound,
    nodes.AugAssign: _added,
    nodes.Assign: _assigned,
}
"""What takes a tensor as well, by what a name stands in directly; nothing else does."""
