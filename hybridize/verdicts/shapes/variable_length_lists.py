"""Lists that a loop fills until a flag says that it is enough, or with what a condition lets through.

Each time they are as long as it happens to be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from astroid import nodes

from hybridize.inference.facts.facts import Facts
from hybridize.program.calls import called_name, method_name, receiver_of
from hybridize.program.containers import ADDING
from hybridize.program.lookup import assignments, builtin_called
from hybridize.program.loops import loops_around
from hybridize.program.memory import remembered
from hybridize.program.syntax import is_name

_AS_LONG = frozenset(
    "array asarray asfarray cast concat concatenate constant convert_to_tensor hstack row_stack stack vstack".split()
)
"""Functions, of NumPy and of TensorFlow, whose result is as long as the list that they are given."""


class VariableLengthLists:
    """Finds such lists, in names and in attributes: `memory.states`, which `memory.store(...)` adds to in the loop."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def is_one(self, scope: nodes.LocalsDictNodeNG, argument: nodes.NodeNG, call: nodes.NodeNG) -> bool:
        """Whether an argument of a call is such a list, or is made of one: `np.array(states)` after an episode.

        A call inside the loop that fills the list may run for a fixed length, and does not count. A call that runs as
        the loop ends does.
        """
        for each in _sources(scope, argument):
            if isinstance(each, str):
                added = _additions(scope, each) if _is_begun(scope, each) else ()
                loops = [(one, loop) for one in added for loop in loops_around(one) if _runs_behind(loop, call)]
                if any(_ends_by_flag(loop) or _is_let_through(one, loop) for one, loop in loops):
                    return True
            elif self._is_filled(each.attrname, call):
                return True
        return False

    def _is_filled(self, attribute: str, call: nodes.NodeNG) -> bool:
        """Whether a loop that a flag ends fills an attribute, itself or by a method, and is over where a call runs."""
        found = self._additions.get(attribute, ())
        callers = self._calls_of(call.scope()) if found else []
        # Other files may use the same name for something else.
        for added in [each for each in found if each.root() is call.root()] or found:
            places = [added] if any(True for _ in loops_around(added)) else self._calls_of(added.scope())
            for loop in (loop for place in places for loop in loops_around(place) if _ends_by_flag(loop)):
                above = [each for each in callers if each.scope() is loop.scope()]
                if all(_runs_behind(loop, each) for each in above or [call]):
                    return True
        return False

    def _calls_of(self, scope: nodes.NodeNG) -> list[nodes.NodeNG]:
        return list(dict.fromkeys(call for _, call, _ in self._facts.graph.callers.of(*self._facts.contexts_of(scope))))

    @cached_property
    def _additions(self) -> dict[str, list[nodes.Call]]:
        """The calls that add to lists in attributes, by the name of the attribute."""
        found: dict[str, list[nodes.Call]] = {}
        for _, call in self._facts.program.calls_of(*ADDING):
            grown = receiver_of(call)
            if isinstance(grown, nodes.Attribute):
                found.setdefault(grown.attrname, []).append(call)
        return found


def unwrapped(argument: nodes.NodeNG) -> nodes.NodeNG:
    """What an expression is as long as: `states` of `tf.convert_to_tensor(states)`."""
    while called_name(argument) in _AS_LONG and argument.args:
        argument = argument.args[0]
    return argument


def _sources(scope: nodes.LocalsDictNodeNG, argument: nodes.NodeNG) -> Sequence[str | nodes.Attribute]:
    """The names and attributes that may be the list of which an expression is made."""
    argument = unwrapped(argument)
    if isinstance(argument, nodes.Name):
        return _sources_of_name(scope, argument.name)
    return [argument] if isinstance(argument, nodes.Attribute) else []


@remembered
def _sources_of_name(scope: nodes.LocalsDictNodeNG, name: str) -> Sequence[str | nodes.Attribute]:
    found: list[str | nodes.Attribute] = [name]
    for each in found:
        if isinstance(each, str):
            for one in assignments(scope, each):
                value = unwrapped(one.value) if one.plain and not one.member else None
                if isinstance(value, nodes.Attribute):
                    found.append(value)
                elif isinstance(value, nodes.Name) and value.name not in found:
                    found.append(value.name)
    return found


@remembered
def _is_begun(scope: nodes.LocalsDictNodeNG, name: str) -> bool:
    """Whether a scope begins a list under a name."""
    return any(one.plain and not one.member and _is_empty_list(one.value) for one in assignments(scope, name))


def _runs_behind(loop: nodes.NodeNG, call: nodes.NodeNG) -> bool:
    """Whether a call stands outside of a loop, or where a flag ends it: `if done: learn(states); break`."""
    if not loop.parent_of(call):
        return True
    ways = (each for each in call.node_ancestors() if isinstance(each, nodes.If) and loop.parent_of(each))
    return any(
        _is_flag(each.test) and any(isinstance(last, nodes.Break) for last in each.body[-1:])
        for each in ways
        if next(loops_around(each), None) is loop
    )


def _is_empty_list(value: nodes.NodeNG) -> bool:
    return (isinstance(value, nodes.List) and not value.elts) or (builtin_called(value) == "list" and not value.args)


def _additions(scope: nodes.LocalsDictNodeNG, name: str) -> Iterator[nodes.Call]:
    """The calls that add to a list of a scope."""
    for call in scope.nodes_of_class(nodes.Call, skip_klass=(nodes.FunctionDef, nodes.ClassDef, nodes.Lambda)):
        if method_name(call) in ADDING and is_name(receiver_of(call), name):
            yield call


def _ends_by_flag(loop: nodes.NodeNG) -> bool:
    """Whether a flag ends a loop: `while not done`, or `if done: break`. A comparison may count to a number."""
    if isinstance(loop, nodes.While) and _is_flag(loop.test):
        return True
    return any(
        isinstance(left.parent, nodes.If)
        and next(loops_around(left), None) is loop
        and (_is_flag(left.parent.test) or _hangs_on_results(left.parent.test, loop))
        for left in loop.nodes_of_class(nodes.Break)
    )


def _is_let_through(added: nodes.Call, loop: nodes.NodeNG) -> bool:
    """Whether a condition on what the rounds of a loop compute decides whether they add something."""
    ways = (each for each in added.node_ancestors() if isinstance(each, nodes.If) and loop.parent_of(each))
    return any(_hangs_on_results(each.test, loop) for each in ways)


def _hangs_on_results(test: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether a test compares what a call gives in the rounds of a loop: `if loss < best`, and not `if step % 10 == 0`.
    """
    return any(
        loop.parent_of(one.node) and any(True for _ in one.value.nodes_of_class(nodes.Call))
        for each in test.nodes_of_class(nodes.Name)
        if builtin_called(each.parent) != "len"
        for one in assignments(each.scope(), each.name)
        if one.plain and one.node is not loop
    )


def _is_flag(test: nodes.NodeNG) -> bool:
    if isinstance(test, nodes.BoolOp):
        return any(map(_is_flag, test.values))
    if isinstance(test, nodes.UnaryOp) and test.op == "not":
        return _is_flag(test.operand)
    return isinstance(test, nodes.Name)
