"""Axes whose length depends on the values of a tensor: known eagerly, `None` while a function is traced."""

from __future__ import annotations

from collections.abc import Hashable

from astroid import nodes

from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.provenance import Provenance, returned_values, returns
from hybridize.program.calls import called_name, passed_at
from hybridize.program.flow.order import may_run_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assignments, builtin_called, constant, unpacked
from hybridize.program.memory import remembered
from hybridize.program.recursion import Recursive
from hybridize.program.syntax import DISPLAYS, axes_of, is_constant, members, user_of

_SOURCES = frozenset(
    {"unique", "boolean_mask", "image.non_max_suppression", "dynamic_partition", "compat.v1.setdiff1d"}
)
_DECODING = frozenset(
    f"io.decode_{name}" for name in ("raw", "image", "jpeg", "png", "bmp", "gif")
) | {"audio.decode_wav"}  # fmt: skip
"""What gives what a file holds: mostly as much for each file, but no trace knows how much."""
_MAKERS = frozenset(f"tensorflow.{name}" for name in ("where", *_SOURCES, *_DECODING))
_BY_INDEX = frozenset({"gather", "gather_nd"})
"""As long as their indices."""
_AS_LONG = frozenset(
    {"cast", "concat", "identity", "sparse.to_dense", "squeeze", "stop_gradient", "math.abs", "nn.softmax", "sort"}
)
"""As long as their first argument."""
_HARMLESS = frozenset({"set_shape", "print", "format", "TensorShape"})


class DynamicShapes:
    """Finds where functions read the length of such an axis as a Python number."""

    def __init__(self, facts: Facts, provenance: Provenance, files: bool = False) -> None:
        """`files`: what is decoded is as long as a file says, too."""
        self._named = facts.callees
        self._sources = _SOURCES | _DECODING if files else _SOURCES
        self._provenance = provenance
        self._answers: Recursive[Hashable, bool] = Recursive(False)
        """By function and read of a name, and by function: whether what they hold or return has such an axis."""
        self._masked = {
            node
            for node, always in facts.sized_by_values.items()
            if always and isinstance(node, nodes.Subscript) and not isinstance(node.slice, nodes.Tuple)
        }
        """`x[x > 0]`: its first axis is as long as the mask says."""
        self._possible = bool(self._masked) or not facts.callees.names.isdisjoint(_MAKERS)

    def read_in(self, function: nodes.NodeNG) -> nodes.NodeNG | None:
        """The expression in a function that reads such a length, if there is one."""
        if not self._possible or not isinstance(function, nodes.FunctionDef):
            return None
        return self._read(function)

    @remembered
    def _read(self, function: nodes.FunctionDef) -> nodes.NodeNG | None:
        for read in nodes_inside(function, nodes.Subscript):
            shape = read.value
            if isinstance(shape, nodes.Attribute) and shape.attrname == "shape" and is_constant(read.slice, 0):
                if self._is_dynamic(shape.expr, function) and not _is_harmless(read):
                    return read
        for call in nodes_inside(function, nodes.Call):
            # In a graph `len` gives an int32 tensor there, which no float is combined with.
            if builtin_called(call) == "len" and len(call.args) == 1 and isinstance(call.parent, nodes.BinOp):
                if self._is_dynamic(call.args[0], function):
                    return call
        return None

    def gives(self, function: nodes.NodeNG, expression: nodes.NodeNG) -> bool:
        """Whether an expression in a function gives a tensor with such an axis."""
        return isinstance(function, (nodes.FunctionDef, nodes.Lambda)) and self._is_dynamic(expression, function)

    def _is_dynamic(self, value: nodes.NodeNG, function: nodes.NodeNG) -> bool:
        if isinstance(value, nodes.Name):
            return self._is_dynamic_name(value, function)
        if isinstance(value, nodes.BinOp):
            return self._is_dynamic(value.left, function) or self._is_dynamic(value.right, function)
        if isinstance(value, DISPLAYS):
            return any(self._is_dynamic(each, function) for each in value.elts)
        if isinstance(value, nodes.Subscript):
            first = axes_of(value)[0]
            whole = isinstance(first, nodes.Slice) and first.upper is None
            member = self._named.of(value.value) == "tensorflow.unique"
            return value in self._masked or ((whole or member) and self._is_dynamic(value.value, function))
        if isinstance(value, nodes.Attribute) and value.attrname == "audio":
            value = value.expr
        return isinstance(value, nodes.Call) and self._gives_dynamic(value, function)

    def _is_dynamic_name(self, read: nodes.Name, function: nodes.NodeNG) -> bool:
        """Whether such a tensor is assigned to a name of a function, and may be there where the name is read."""

        def answer() -> bool:
            found = (each for each in assignments(function, read.name) if each.plain and _may_reach(each.node, read))
            return any(self._is_member_dynamic(each.value, each.member, function) for each in found)

        # What is made of itself adds nothing by that.
        return self._answers.of((function, read), answer)

    def _is_member_dynamic(self, value: nodes.NodeNG, member: tuple[int, ...], function: nodes.NodeNG) -> bool:
        """The same of a member of what a value is unpacked to."""
        value, member = unpacked(value, member)
        if not member:
            return self._is_dynamic(value, function)
        callee = self._provenance.callee(value)
        for returned in returns(callee.scope) if callee is not None else ():
            if callee is not None and isinstance(returned.value, nodes.Tuple):
                return self._is_member_dynamic(returned.value, member, callee.scope)
        return member == (0,) and self._named.of(value) == "tensorflow.unique"

    def _gives_dynamic(self, call: nodes.Call, function: nodes.NodeNG) -> bool:
        name = self._named.inside(call, "tensorflow")
        if name:
            if name == "where":
                return len(call.args) == 1 and not call.keywords
            if name in _BY_INDEX:
                return any(self._is_dynamic(each, function) for each in call.args[1:2])
            first = call.args[:1] if name in _AS_LONG or _is_left_open(call, name) else ()
            return name in self._sources or any(self._is_dynamic(each, function) for each in first)
        callee = self._provenance.callee(call)
        return callee is not None and self._returns_dynamic(callee.scope)

    def _returns_dynamic(self, function: nodes.FunctionDef) -> bool:
        def returns_one() -> bool:
            found = [each for each in returned_values(function) if not isinstance(each, nodes.Tuple)]
            return any(self._is_dynamic(each, function) for each in found)

        # A function that returns what it returns itself adds nothing by that.
        return self._answers.of(function, returns_one)


def _may_reach(assigned: nodes.NodeNG, read: nodes.Name) -> bool:
    """Whether an assignment may have run when a name is read; one of another function may."""
    return read.frame() is not assigned.frame() or may_run_before(assigned, read)


def _is_left_open(call: nodes.Call, name: str) -> bool:
    """`tf.reshape(x, [-1, 3])`: its first axis is what the other ones leave."""
    sizes = members(passed_at(call, 1, "shape")) if name == "reshape" else ()
    return bool(sizes) and constant(sizes[0]) == -1


def _is_harmless(read: nodes.NodeNG) -> bool:
    """Whether the length only goes where `None` may go."""
    user = user_of(read)
    return called_name(user) in _HARMLESS or isinstance(user, nodes.FormattedValue)
