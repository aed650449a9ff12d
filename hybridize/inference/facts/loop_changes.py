"""Changes of a container in a loop on a tensor that a trace, which runs the loop's body once, makes as all rounds do.

The first kind: what one round does, the next ones do again to no effect (`kept.clear()`), and there certainly is a
round. The second: each round reads only what it has put there itself (`kept.append(x)`, then `kept[-1]`; or
`kept[-1] = x`, and then any item).
"""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, Container
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.facts.names import Callees
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.origins import DirectEffect
from hybridize.program.flow.order import runs_before
from hybridize.program.lookup import builtin_name
from hybridize.program.loops import statements_around
from hybridize.program.syntax import preceding

_ARGUMENTS = {
    ("list", "clear"): 0,
    ("dict", "clear"): 0,
    ("set", "clear"): 0,
    ("deque", "clear"): 0,
    ("list", "sort"): 0,
    ("set", "add"): 1,
    ("set", "discard"): 1,
    ("dict", "pop"): 2,
}
"""Methods that change nothing when they are called again with the same arguments, and how many of these they have."""


_LEAVING = (nodes.Break, nodes.Continue, nodes.Return)
"""What may leave a round before its end."""


class LoopChanges:
    """Answers after the fixpoint, when types are known."""

    def __init__(self, callees: Callees) -> None:
        self._callees = callees

    def are_alike(self, effect: DirectEffect, region: nodes.NodeNG, context: Context) -> bool:
        """Whether a trace of a loop changes a container as its rounds do, for all that anybody reads."""
        call, target = effect.node, effect.target
        if not isinstance(region, (nodes.For, nodes.While)) or region.orelse or any(region.nodes_of_class(_LEAVING)):
            return False
        called = getattr(call, "func", None) if _is_statement_of(call, region) else None
        name = _own_name(target, region)
        if name and isinstance(call, nodes.Assign):
            return self._is_put_first(call, name, region)
        if target is None or not isinstance(called, nodes.Attribute) or not isinstance(called.expr, nodes.Name):
            return False
        if not name or called.expr.name != name:
            return False
        reads = [each for each in region.frame().nodes_of_class(nodes.Name) if each.name == name]
        inside = [each for each in reads if region.parent_of(each)]
        if len(inside) == 1:
            number = _ARGUMENTS.get((target.builtin_type, call.func.attrname))
            same = number == len(call.args) and not call.keywords and all(_stays(each, region) for each in call.args)
            return same and self._has_round(region, context)
        return call.func.attrname == "append" and len(inside) == len(reads) and _read_what_is_new(inside, call)

    def _is_put_first(self, assigned: nodes.Assign, name: str, region: nodes.For | nodes.While) -> bool:
        """Whether a round assigns items, under no condition, and reads them only behind that, as nothing else does."""
        outermost: nodes.NodeNG = assigned
        while outermost not in region.body:
            outermost = outermost.parent
            if not isinstance(outermost, (nodes.For, nodes.With)):
                return False
        for use in region.frame().nodes_of_class(nodes.Name):
            if use.name != name:
                continue
            around = use.parent
            item = isinstance(around, nodes.Subscript) and around.value is use
            handed = isinstance(around, nodes.Call) and use in around.args and self._only_reads(around)
            if not region.parent_of(use) or not (item or handed):
                return False
            written = item and isinstance(around.parent, nodes.Assign) and around in around.parent.targets
            if not written and not runs_before(outermost, use):
                return False
        return True

    def _only_reads(self, call: nodes.Call) -> bool:
        """Whether what is called keeps nothing of what it is handed: `len`, `tf.add_n`."""
        return bool(builtin_name(call.func)) or self._callees.of(call).startswith("tensorflow.")

    def _has_round(self, loop: nodes.For | nodes.While, context: Context) -> bool:
        """Whether the body of a loop certainly runs."""
        if isinstance(loop, nodes.For):
            over = loop.iter
            counted = isinstance(over, nodes.Call) and self._callees.of(over) == "tensorflow.range"
            if counted and len(over.args) == 1 and not over.keywords:
                return self._is_positive(over.args[0], context)
            return isinstance(over, nodes.Name) and _length(over, 0, context) > 0
        test = loop.test
        if not isinstance(test, nodes.Compare) or [operator for operator, _ in test.ops] != ["<"]:
            return False
        return self._starts_at_zero(test.left, loop) and self._is_positive(test.ops[0][1], context)

    def _starts_at_zero(self, counter: nodes.NodeNG, loop: nodes.While) -> bool:
        if not isinstance(counter, nodes.Name):
            return False
        bound = loop.frame().locals.get(counter.name, ())
        before = [each.parent for each in bound if not loop.parent_of(each)]
        if len(before) != 1 or before[0] not in preceding(loop) or not isinstance(before[0], nodes.Assign):
            return False
        value = before[0].value
        if isinstance(value, nodes.Call) and self._callees.of(value) == "tensorflow.constant" and value.args:
            value = value.args[0]
        return isinstance(value, nodes.Const) and type(value.value) is int and value.value == 0

    def _is_positive(self, number: nodes.NodeNG, context: Context) -> bool:
        """Whether a number of rounds is one or more: a constant, or an axis of a parameter whose length is known."""
        if isinstance(number, nodes.Const):
            return type(number.value) is int and number.value > 0
        if not isinstance(number, nodes.Subscript) or not isinstance(number.slice, nodes.Const):
            return False
        asked, axis = number.value, number.slice.value
        shape = isinstance(asked, nodes.Call) and self._callees.of(asked) == "tensorflow.shape" and len(asked.args) == 1
        return shape and type(axis) is int and _length(asked.args[0], axis, context) > 0


def _length(tensor: nodes.NodeNG, axis: int, context: Context) -> int:
    """The least length of an axis of a parameter that is never bound again; 0 where it is not known."""
    scope = context.scope
    if not isinstance(tensor, nodes.Name) or tensor.frame() is not scope or axis < 0:
        return 0
    bound = scope.locals.get(tensor.name, ())
    value = context.types.get(tensor.name)
    if not value or not only(value, Tensor) or [type(each.parent) for each in bound] != [nodes.Arguments]:
        return 0
    shapes = [each.type.shape if each.type is not None else None for each in select(value, Tensor)]
    lengths = [shape[axis] if shape is not None and axis < len(shape) else None for shape in shapes]
    return min((length if isinstance(length, int) else 0 for length in lengths), default=0)


def _own_name(target: AbstractObject | None, region: nodes.NodeNG) -> str:
    """The one name of a container that the function around a loop makes, outside of all loops; else empty."""
    function = region.frame()
    if type(target) is not Container or not isinstance(function, nodes.FunctionDef):
        return ""
    if target.site.frame() is not function or next(statements_around(region), None) is not None:
        return ""
    made = target.site.statement()
    if not isinstance(made, nodes.Assign) or made.value is not target.site or region.parent_of(made):
        return ""
    names = [each.name for each in made.targets if isinstance(each, nodes.AssignName)]
    alone = len(names) == len(made.targets) == 1 and len(function.locals.get(names[0], ())) == 1
    return names[0] if alone else ""


def _is_statement_of(call: nodes.NodeNG, region: nodes.For | nodes.While) -> bool:
    """Whether a call stands in a loop itself, and what it gives is dropped."""
    return isinstance(call.parent, nodes.Expr) and call.parent in region.body


def _stays(argument: nodes.NodeNG, region: nodes.NodeNG) -> bool:
    """Whether an argument is the same in each round: a constant, or a name that the loop does not bind."""
    if isinstance(argument, nodes.Name):
        bound = argument.frame().locals.get(argument.name, ())
        return bool(bound) and not any(region.parent_of(each) for each in bound)
    return isinstance(argument, nodes.Const)


def _read_what_is_new(uses: list[nodes.Name], appended: nodes.Call) -> bool:
    """Whether all uses but an `append` read the last element behind it, in the same round."""
    own = appended.func.expr
    return all(_is_last(each) and runs_before(appended, each) for each in uses if each is not own)


def _is_last(read: nodes.Name) -> bool:
    item = read.parent
    return isinstance(item, nodes.Subscript) and item.value is read and item.slice.as_string() == "-1" and isinstance(
        item.statement(), (nodes.Assign, nodes.AugAssign, nodes.Expr)
    ) and not any(each.parent_of(item) for each in getattr(item.statement(), "targets", ()))
