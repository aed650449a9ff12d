"""Changes that certainly come between two calls of a graph, to the very object that the graph reads.

`facts.changes` says what may come later, which is what a safe fix must know. A finding needs more: the order of the
calls in one function, on one way through it, and an object that stands for no other.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, Value
from hybridize.inference.domain.values import join
from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.changes import sets_up_receiver
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import Context, context_of
from hybridize.inference.facts.repetition import Often, Repetition
from hybridize.program.calls import passed_as, receiver_of
from hybridize.program.first_call_guards import is_guarded
from hybridize.program.flow.conditions import never_both
from hybridize.program.flow.order import names_the_same, runs_before, sets_the_same
from hybridize.program.lazy_bodies import running_at
from hybridize.program.loops import is_in_first_round, loops_around, repeated_by
from hybridize.program.places import statement_of
from hybridize.program.second_run import is_for_a_while
from hybridize.program.syntax import is_constant
from hybridize.program.writes import changed_object
from hybridize.verdicts.project.merged_contexts import runs_several

Shares = Callable[[nodes.NodeNG, nodes.NodeNG], bool]
"""Whether two calls of a graph may find one trace."""
_MOST_HELD = 500
"""Objects among which one is looked for; of more it is taken to be one."""
_DEPTH = 2
"""Attributes of attributes in which an object is looked for."""


_EACH_BATCH = frozenset({"on_batch_begin", "on_batch_end", "on_train_batch_begin", "on_train_batch_end"})
_EACH_EPOCH = frozenset({"on_epoch_begin", "on_epoch_end"})
"""Methods of callbacks that Keras calls once for each batch, and for each epoch."""


class _Beside(NamedTuple):
    """Whether what changes something calls the graph as well: before that, behind it."""

    earlier: bool
    later: bool

    def or_around(self, change: nodes.NodeNG, calls: Sequence[nodes.NodeNG]) -> _Beside:
        """The same for the function around: some of its calls may come before the place that changes, or behind it."""
        return _Beside(
            self.earlier or any(runs_before(call, change) for call in calls),
            self.later or any(runs_before(change, call) for call in calls),
        )


_NOTHING = _Beside(False, False)


class CertainChanges:
    """Answers after the fixpoint."""

    def __init__(self, facts: Facts, repetition: Repetition) -> None:
        self._facts = facts
        self._repetition = repetition
        self._last: tuple[tuple[Context, ...], Mapping[Context, Sequence[nodes.NodeNG]]] = ((), {})

    def come_between(
        self,
        node: nodes.NodeNG,
        writer: Context,
        contexts: Collection[Context],
        target: AbstractObject | None = None,
        within: nodes.NodeNG | None = None,
        users: Collection[Context] = (),
        shares: Shares = lambda one, other: True,
        by_name: bool = False,
    ) -> bool:
        """Whether a statement of `writer` runs between two calls of a graph with these contexts.

        `target` is the object that it changes; names of modules and functions have none. `within`: in the same call of
        that function. `users`: each call of these makes and drops a graph of its own. `shares`: whether two calls may
        find one trace. `by_name`: a graph may read the target or other objects, so that only the name on which it is
        called tells which.
        """
        if is_for_a_while(node):
            return not by_name and any(
                target is None or self._is_one(target, meeting, place)
                for meeting, place in self._with_and_without(writer, contexts)
            )
        if within is not None and self._is_called_once(within):
            # Who else gets what it gives finds its names as well.
            within = None
        site = getattr(target, "site", None)
        for meeting, place, calls, beside in self._meetings(node, writer, contexts, users, within):
            if not self._is_between(place, calls, beside, site, shares):
                continue
            if target is None:
                return True
            if not by_name and self._is_one(target, meeting, place) and self._may_reach(target, meeting, place):
                reaching = [call for call in calls if self._may_reach(target, meeting, call)]
                if self._is_between(place, reaching, beside, site, shares):
                    return True
            elif place is node and _changes_what_is_called(place, calls, shares):
                return True
        return False

    def _is_called_once(self, function: nodes.NodeNG) -> bool:
        """Whether a program makes one call of a function."""
        contexts = self._facts.contexts_of(function)
        calls = {call for _, call, _ in self._facts.graph.callers.of(*contexts)}
        return len(calls) == 1 and self._repetition.of_contexts(contexts).often is Often.ONCE

    def comes_in_rounds(
        self, node: nodes.NodeNG, writer: Context, contexts: Collection[Context], target: AbstractObject
    ) -> bool:
        """Whether a callback runs a statement between the steps of one `fit`, all of which are one graph of Keras."""
        going = set[Way]()
        for way in self._facts.graph.callers.ways([Call(writer, node)], going.__contains__):
            if way.callee is not None and _is_called_in_rounds(way.callee.scope, way.node):
                edges = way.caller.summary.edges()
                reached = self._facts.graph.reached(to for call, to, edge in edges if edge.hybrid and call is way.node)
                if any(each in reached for each in contexts):
                    return self._is_one(target, way.caller, way.node)
            elif not is_guarded(statement_of(way.node)):
                going.add(way)
        return False

    def _meetings(
        self,
        node: nodes.NodeNG,
        writer: Context,
        contexts: Collection[Context],
        users: Collection[Context],
        within: nodes.NodeNG | None = None,
    ) -> Iterator[tuple[Context, nodes.NodeNG, Sequence[nodes.NodeNG], _Beside]]:
        """The functions that lead to a change and to the graph: each with the place of the one and its calls.

        And what the call that stands at that place does beside the change. `within`: what changes belongs to one call
        of that function.
        """
        going: set[Way] = set()
        both: dict[Way | None, _Beside] = {}
        """Those that lead to the graph as well, so that it does not matter what else they may call."""
        alike: dict[Way | None, frozenset[nodes.NodeNG]] = {}
        """The functions on a way whose own calls of the graph all find the same, whoever calls them."""
        for way in self._facts.graph.callers.ways([Call(writer, node)], going.__contains__):
            context, at, scope = way.caller, way.node, way.caller.scope
            if way.below is not None:
                inside = within is None or scope is within or within.parent_of(scope)
                # What is guarded happens once: `if self.w is None: self.init()`.
                if not inside or is_guarded(statement_of(at)):
                    continue
            if getattr(scope, "name", "") == "__del__" or sets_up_receiver(way):
                continue
            # The body of a generator runs in parts, each where somebody takes from it: in its callers.
            calls = [] if context.summary.element else self.leading(contexts).get(context, [])
            if way.below in both and at not in calls:
                calls = [*calls, at]
            beside = both.get(way.below, _NOTHING)
            if calls:
                both[way] = beside.or_around(at, calls)
                if scope is within:
                    # A call of the function itself has names of its own.
                    again = {call for call, callee in context.summary.calls if callee.scope is scope}
                    calls = [call for call in calls if call not in again]
                    beside = _NOTHING if at in again else beside
                same = alike.get(way.below, frozenset())
                calls = [call for call in calls if not self._leads_to_any(same, context, call)]
                if sets_the_same(at, calls):
                    same |= {scope}
                    calls = []
                alike[way] = same
                # Where one call of this function does both, the calls of the function turn around with one another.
                for place in running_at(at, way.callee is not None and bool(way.callee.summary.element)):
                    yield context, place, calls, beside if place is at else _NOTHING
            # What a graph does to Python it does once for each trace, however often it is called.
            if scope is not within and context not in users and not self._facts.is_hybrid(scope):
                going.add(way)

    def _leads_to_any(self, scopes: Collection[nodes.NodeNG], context: Context, call: nodes.NodeNG) -> bool:
        """Whether a call leads to one of some functions."""
        below = self._facts.graph.reached(context.summary.called_at(call)).scopes if scopes else ()
        return any(scope in below for scope in scopes)

    def _with_and_without(
        self, manager: Context, contexts: Collection[Context]
    ) -> Iterator[tuple[Context, nodes.NodeNG]]:
        """The functions that call a graph both inside of a `with` whose manager changes something, and outside.

        Each comes with the place that leads to the change. Whichever call is first, the other one gets its trace.
        """
        leading, callers = self.leading(contexts), self._facts.graph.callers

        def leads_elsewhere(way: Way) -> tuple[Context, nodes.NodeNG] | None:
            """The caller, where it also leads to a graph by another way."""
            others = any(each is not way.node for each in leading.get(way.caller, ()))
            return (way.caller, way.node) if others else None

        for caller, call, _ in callers.of(manager):
            managing = statement_of(call)
            # `__enter__` is called by the statement itself.
            if not isinstance(managing, nodes.With) or all(call is not each for each in _run_by(managing)):
                continue
            calls = leading.get(caller, ())
            inside = [each for each in calls if any(map(_holding(each), managing.body))]
            if inside and len(inside) < len(calls):
                yield caller, call
            elif inside:
                yield from callers.ends(callers.of(caller), leads_elsewhere)

    def leading(self, contexts: Collection[Context]) -> Mapping[Context, Sequence[nodes.NodeNG]]:
        """The contexts that lead to some others, each with its own calls that do."""
        key = tuple(contexts)
        if self._last[0] != key:
            self._last = (key, self._facts.graph.callers.calls_leading_to(key, self._is_certain))
        return self._last[1]

    def _is_certain(self, caller: Context, call: nodes.NodeNG) -> bool:
        """A name that is defined again, or what a wrapper was given, is perhaps another function."""
        return bool(self._facts.callees.of(call)) or not runs_several(caller, call)

    def _is_between(
        self,
        place: nodes.NodeNG,
        calls: Sequence[nodes.NodeNG],
        beside: _Beside,
        site: nodes.NodeNG | None,
        shares: Shares,
    ) -> bool:
        """Whether a place comes after one of some calls and before one, or turns around with one in a loop."""
        statement = statement_of(place)
        calls = [call for call in calls if not never_both(place, call)]
        earlier = [call for call in calls if runs_before(call, place)] + ([place] if beside.earlier else [])
        entered = statement.body if isinstance(statement, nodes.With) else ()
        later = [call for call in calls if runs_before(place, call) or any(map(_holding(call), entered))]
        later += [place] if beside.later else []
        if any(shares(one, other) for one in earlier for other in later):
            return True
        loops = [loop for loop in repeated_by(place) if site is None or not loop.parent_of(site)]
        if all(runs_before(place, call) for call in calls):
            loops = [loop for loop in loops if not is_in_first_round(place, loop)]
        return any(loop in repeated_by(call) for call in calls if shares(call, call) for loop in loops)

    def _is_one(self, target: AbstractObject, meeting: Context, place: nodes.NodeNG) -> bool:
        """Whether an object stands for one only, as far as one call of the function goes in which all meets."""
        site, owner = getattr(target, "site", None), getattr(target, "owner", None)
        if site is None:
            return True
        if any(self._is_all(value, target) for value in meeting.arguments.values()):
            return True
        if any(self._is_all(value, target) for _, value in meeting.summary.implicit_reads.values()):
            return True
        if owner is None or not all(loop.parent_of(place) for loop in loops_around(site)):
            return False
        maker = context_of(owner)
        if maker is meeting:
            return True
        if owner in self._facts.joined_owners:
            return False
        ways = self._facts.graph.callers.places(maker, meeting.scope)
        return self._repetition.of_contexts([maker]).often is Often.ONCE or (
            len(ways) == 1 and not any(next(loops_around(way), None) for way in ways)
        )

    def _may_reach(self, target: AbstractObject, meeting: Context, place: nodes.NodeNG) -> bool:
        """Whether what a call runs may use an object: the call hands it over, or what runs reads it from elsewhere.

        What is known of a method may be of all its calls together, those on other objects among them.
        """
        callees = meeting.summary.called_at(place)
        given: list[Value] = []
        for callee in callees:
            function = self._facts.function_of(callee.scope)
            parameters = function.parameters if function is not None else []
            if not any(each.receiver for each in parameters):
                return True
            passed = (each for parameter in parameters for each in parameter.incoming)
            given += [each.value for each in passed if each.node is place and each.caller is meeting]
            given += [value for _, value in callee.summary.implicit_reads.values()]
        return not given or self._leads_to(join(given), target)

    def _leads_to(self, value: Value, target: AbstractObject) -> bool:
        """Whether a value holds an object, in containers and attributes at any depth."""
        found = dict.fromkeys(value)
        queue = list(found)
        for obj in queue:
            if obj is target or len(found) > _MOST_HELD:
                return True
            for inner in (self._facts.objects.within(obj.single), *self._facts.objects.attributes(obj)):
                queue += [each for each in inner if each not in found]
                found |= dict.fromkeys(inner)
        return False

    def _is_all(self, value: Collection[AbstractObject], target: AbstractObject, depth: int = _DEPTH) -> bool:
        """Whether a value is one object, and that is the target or has it in an attribute, or in one of those.

        What may be an object of several classes is one of them in each call.
        """
        if len(value) != 1:
            alike = [each for each in value if each.project_class is target.project_class]
            return target.project_class is not None and alike == [target]
        (single,) = value
        if single is target:
            return True
        held = self._facts.objects.attributes(single) if depth else ()
        return any(self._is_all(each, target, depth - 1) for each in held)


def _is_called_in_rounds(hook: nodes.NodeNG, fit: nodes.NodeNG) -> bool:
    """Whether Keras calls a method of a callback between the steps of one call of `fit`, by its name."""
    name, epochs = getattr(hook, "name", ""), passed_as(fit, "epochs")
    several = epochs is not None and not is_constant(epochs, 1)
    return name in _EACH_BATCH or (name in _EACH_EPOCH and several)


def _changes_what_is_called(change: nodes.NodeNG, calls: Sequence[nodes.NodeNG], shares: Shares) -> bool:
    """Whether a statement changes what a name holds, between two calls of its methods in the same round.

    `for net in nets: net(x); net.rate = 0.1; net(x)`: it does not matter how many there are.
    """
    changed = changed_object(change)
    if not isinstance(changed, nodes.Name):
        return False
    of_name = [call for call in calls if getattr(receiver_of(call), "name", "") == changed.name]
    earlier = [call for call in of_name if names_the_same(call, change, changed.name)]
    later = [call for call in of_name if names_the_same(change, call, changed.name)]
    return any(shares(one, other) for one in earlier for other in later)


def _holding(part: nodes.NodeNG) -> Callable[[nodes.NodeNG], bool]:
    """Whether a statement is around a place of its function, or that itself."""
    return lambda statement: statement is part or bool(statement.parent_of(part))


def _run_by(managing: nodes.With) -> list[nodes.NodeNG]:
    """What a `with` runs before its body: itself, and the expressions that give its context managers."""
    return [managing, *(item for item, _ in managing.items)]
