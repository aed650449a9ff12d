"""Python numbers, texts and Booleans that a condition or loop on a tensor assigns: they are tensors afterwards.

What reads such a name must be content with a tensor. That holds for arithmetic, comparisons, conditions and
TensorFlow's functions; it does not for the index of a list, for a text, for functions of others. What is in neither
list is uncovered.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from astroid import nodes

from hybridize.frameworks.knowledge import COMPUTING
from hybridize.inference.domain.objects import PythonScalar, Value
from hybridize.inference.domain.queries import has, only
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.python.frame import Frame
from hybridize.inference.tracing.operands import uncovered
from hybridize.inference.tracing.regions import assigned, is_carried
from hybridize.program.lookup import builtin_name
from hybridize.program.loops import statements_around

_BUILTINS = frozenset({"float", "int", "abs", "range"})
"""Builtins that AutoGraph converts, or that leave the work to the tensor."""


def numbers(frame: Frame, region: nodes.NodeNG) -> None:
    """Look at what reads the names that a region assigns, which has just been evaluated."""
    scope, env = frame.context.scope, frame.env
    if env is None:
        return
    for name in sorted(assigned(region)):
        if not has(env.get(name, ()), PythonScalar) or not is_carried(scope, region, name):
            continue
        for read in _reads(scope, region, name):
            if not _takes_tensor(frame, read, env):
                uncovered(frame, read, f"`{name}`, which is a tensor after the condition or loop that assigns it,")
                break


def _reads(scope: nodes.NodeNG, region: nodes.NodeNG, name: str) -> Iterator[nodes.Name]:
    start = region.lineno or 0
    loop = next(reversed([*statements_around(region)]), None)
    for read in scope.nodes_of_class(nodes.Name):
        if read.name == name and ((read.lineno or 0) >= start or (loop is not None and loop.parent_of(read))):
            yield read


def _takes_tensor(frame: Frame, read: nodes.NodeNG, env: Mapping[str, Value]) -> bool:
    parent = read.parent
    handler = _TAKING.get(type(parent))
    return handler is not None and handler(frame, read, parent, env)


def _always(frame: Frame, read: nodes.NodeNG, parent: nodes.NodeNG, env: Mapping[str, Value]) -> bool:
    return True


def _in_arithmetic(frame: Frame, read: nodes.NodeNG, parent: nodes.BinOp, env: Mapping[str, Value]) -> bool:
    other = parent.right if parent.left is read else parent.left
    texts = isinstance(other, (nodes.JoinedStr, nodes.List, nodes.Tuple)) or (
        isinstance(other, nodes.Const) and isinstance(other.value, (str, bytes))
    )
    if isinstance(other, nodes.Name) and other.name in env:
        texts = texts or not only(env[other.name], PythonScalar, Tensor, Array)
    return not texts and (not _is_python(frame, other, env) or _takes_tensor(frame, parent, env))


def _is_python(frame: Frame, other: nodes.NodeNG, env: Mapping[str, Value]) -> bool:
    """Whether the result of arithmetic with it would be a Python value, too."""
    if isinstance(other, nodes.Const):
        return True
    return isinstance(other, nodes.Name) and only(env.get(other.name, ()), PythonScalar) and other.name in env


def _compared(frame: Frame, read: nodes.NodeNG, parent: nodes.Compare, env: Mapping[str, Value]) -> bool:
    return all(operator not in ("in", "not in", "is", "is not") for operator, _ in parent.ops)


def _argument(frame: Frame, read: nodes.NodeNG, parent: nodes.Call, env: Mapping[str, Value]) -> bool:
    if read is parent.func:
        return False
    if builtin_name(parent.func) in _BUILTINS:
        return True
    called = frame.analysis.events.callees.get(parent, ())
    return bool(called) and all(name.startswith(COMPUTING) for name in called)


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
    return isinstance(target, nodes.AssignName) and _is_tensor(env.get(target.name))


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
