"""Lists that a loop fills until a flag says that it is enough: each time as long as it happens to be."""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.program.lookup import assignments
from hybridize.program.loops import loops_around
from hybridize.program.syntax import last_name

_AS_LONG = frozenset(
    "array asarray asfarray cast concat concatenate constant convert_to_tensor hstack row_stack stack vstack".split()
)
"""Functions, of NumPy and of TensorFlow, whose result is as long as the list that they are given."""
_ADDING = frozenset({"append", "extend", "insert"})


def filled(scope: nodes.LocalsDictNodeNG, argument: nodes.NodeNG, call: nodes.NodeNG) -> bool:
    """Whether an argument of a call is such a list, or is made of one: `np.array(states)` after an episode.

    In the loop that fills it, a call may wait for as many as it always gets.
    """
    return any(
        not loop.parent_of(call) and _ends_by_flag(loop)
        for name in _names(scope, argument)
        for added in _additions(scope, name)
        for loop in loops_around(added)
    )


def unwrapped(argument: nodes.NodeNG) -> nodes.NodeNG:
    """What an expression is as long as: `states` of `tf.convert_to_tensor(states)`."""
    while isinstance(argument, nodes.Call) and argument.args and last_name(argument.func) in _AS_LONG:
        argument = argument.args[0]
    return argument


def _names(scope: nodes.LocalsDictNodeNG, argument: nodes.NodeNG) -> Iterator[str]:
    """The names of a scope that may be the list of which an expression is made."""
    pending, seen = [unwrapped(argument)], set()
    for each in pending:
        if isinstance(each, nodes.Name) and each.name not in seen:
            seen.add(each.name)
            found = list(assignments(scope, each.name))
            if any(one.plain and not one.member and _is_empty_list(one.value) for one in found):
                yield each.name
            pending += [unwrapped(one.value) for one in found if one.plain and not one.member]


def _is_empty_list(value: nodes.NodeNG) -> bool:
    called = isinstance(value, nodes.Call) and isinstance(value.func, nodes.Name) and value.func.name == "list"
    return (isinstance(value, nodes.List) and not value.elts) or (called and not value.args)


def _additions(scope: nodes.LocalsDictNodeNG, name: str) -> Iterator[nodes.Call]:
    """The calls that add to a list of a scope."""
    for call in scope.nodes_of_class(nodes.Call, skip_klass=(nodes.FunctionDef, nodes.ClassDef, nodes.Lambda)):
        method = call.func
        if isinstance(method, nodes.Attribute) and method.attrname in _ADDING:
            if isinstance(method.expr, nodes.Name) and method.expr.name == name:
                yield call


def _ends_by_flag(loop: nodes.NodeNG) -> bool:
    """Whether a flag ends a loop: `while not done`, or `if done: break`. A comparison may count to a number."""
    if isinstance(loop, nodes.While) and _is_flag(loop.test):
        return True
    return any(
        isinstance(left.parent, nodes.If) and next(loops_around(left), None) is loop and _is_flag(left.parent.test)
        for left in loop.nodes_of_class(nodes.Break)
    )


def _is_flag(test: nodes.NodeNG) -> bool:
    if isinstance(test, nodes.BoolOp):
        return any(map(_is_flag, test.values))
    if isinstance(test, nodes.UnaryOp) and test.op == "not":
        return _is_flag(test.operand)
    return isinstance(test, nodes.Name)
