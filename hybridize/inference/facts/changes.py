"""Changes in place: who changes an object, and whether that may be after the first call of a function."""

from __future__ import annotations

import sys
from collections import OrderedDict, deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property, partial, reduce
from itertools import chain
from operator import or_

from astroid import nodes

from hybridize.frameworks.knowledge import COMPUTING
from hybridize.inference.domain.objects import AbstractObject, Allocated, Container, ExternalInstance
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array
from hybridize.inference.domain.values import UNKNOWN_EXTERNAL, UNKNOWN_FOREIGN
from hybridize.inference.facts.call_graph import CallGraph
from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.model import CONFIGURE, Because, Context, Use
from hybridize.program.flow.order import runs_before, sets_the_same
from hybridize.program.lazy_bodies import waits
from hybridize.program.loops import loop_around
from hybridize.program.memory import remembered
from hybridize.program.own_objects import is_bound_to, made_here
from hybridize.program.setting_up import CONSTRUCTING, constructs
from hybridize.program.syntax import starts_program
from hybridize.program.writes import changed_object, names_special_method, sets_part_of_array, targets_of

_IN_PLACE = frozenset({"mutate", "write-item", "write-attribute", "write-nonlocal", CONFIGURE})
_VARIABLES = frozenset({"learning_rate", "lr", "iterations"})
"""Attributes of Keras' objects that are variables, which a graph reads anew."""
_UNSEEN = (Because.UNDESCRIBED, Because.UNKNOWN_OBJECT)
"""Why nobody can tell what a call does to what it is handed."""
_WHOLLY_DESCRIBED = tuple(f"{package}." for package in (*sys.stdlib_module_names, "numpy"))
"""How the names begin of what is described as a whole: what is missing there may do anything."""
_FOREIGN = UNKNOWN_EXTERNAL | UNKNOWN_FOREIGN
"""What a package gave that nobody described, which may be memory that an array shares."""


@dataclass(frozen=True, slots=True)
class Change:
    """One statement that changes an object in place."""

    node: nodes.NodeNG
    context: Context
    sets_up: bool = False
    """A framework sets its own state anew there: `model.compile(...)`."""
    name: str = ""
    """The attribute that gets a value; see `DirectEffect`."""


NameHanded = tuple[str | nodes.NodeNG, str]
"""A name among the arguments of a call, with the function; one from elsewhere also with the path of the module."""
_CallsDown = Mapping[Context, Sequence[nodes.NodeNG]]
"""Contexts that lead to some function, each with its own calls that lead there."""


class _Made:
    """The changes that the program makes, by what they change."""

    def __init__(self) -> None:
        self.by_target: dict[AbstractObject, list[Change]] = {}
        self.shared: list[Change] = []
        """Assignments to attributes of what everything shares: classes, modules."""
        self.of_globals: list[Change] = []
        """Assignments in functions to names of their modules, which other modules read as attributes."""
        self.of_unknown: list[Change] = []
        """Assignments to attributes of objects of which nobody knows which they are."""
        self.in_unknown: list[Change] = []
        """Changes of what is in objects of which nobody knows which they are."""
        self.of_layers: list[Change] = []
        """Changes of layers that were got out of a model, which may be any of its layers."""
        self.arrays: list[Change] = []
        """Changes of arrays in place."""
        self.anything: list[Change] = []
        """Calls that may change anything: `exec`."""
        self.handed: list[Change] = []
        """Calls of what nobody can see, which may change what they are handed."""
        self.methods: list[tuple[Change, str]] = []
        """Calls of methods that nobody can see, which may change their receiver: with the name of its class."""


class Changes:
    """Answers after the fixpoint."""

    def __init__(
        self,
        graph: CallGraph,
        may_run_from_outside: Callable[[nodes.NodeNG, Context, Collection[Context]], bool],
        may_meet: Callable[[Context, Collection[Context]], bool],
    ) -> None:
        """`may_run_from_outside`: see `OutsideCalls.may_run`.

        `may_meet`: whether one run of the program may reach a context and some others.
        """
        self._graph = graph
        self._made = _Made()
        self._may_run_from_outside = may_run_from_outside
        self._may_meet = may_meet
        # One function after another is asked for, each many times.
        self._last_inside: tuple[tuple[Context, ...], Set[nodes.NodeNG]] = ((), frozenset())
        self._last_callers: tuple[tuple[Context, ...], _CallsDown] = ((), {})
        self._said: dict[Hashable, bool] = {}
        """What `_is_later` has said of the last callers that were asked for."""
        for context in graph.contexts:
            effects = context.summary.effects.values()
            # `model.layers[0].trainable = False`, where nothing says what a model has there.
            asked = [
                each.node
                for each in context.summary.assumptions.values()
                if each.use is Use.ATTRIBUTE and each.because is Because.NO_ENTRY and each.name.startswith("keras.")
            ]
            known = {each.node for each in effects if each.target is not None and not each.target.is_nondescript}
            for effect in effects:
                if effect.target is None and effect.what == "write-attribute":
                    self._made.shared.append(Change(effect.node, context))
                elif effect.what == "write-global":
                    self._made.of_globals.append(Change(effect.node, context))
                elif effect.target is not None and effect.what in _IN_PLACE:
                    if effect.what == CONFIGURE or not _is_variable(effect.target, effect.node):
                        self._made.by_target.setdefault(effect.target, []).append(
                            Change(effect.node, context, effect.what == CONFIGURE, effect.name)
                        )
                    external = type(effect.target) is ExternalInstance and not effect.target.cls.startswith(COMPUTING)
                    if external or type(effect.target) is Array:
                        # An array may be a view of the memory of another object: of a `bytearray`, a table of pandas.
                        self._made.arrays.append(Change(effect.node, context))
                    if type(effect.target) is ExternalInstance and _is_part_of_another(effect.target):
                        self._made.of_layers.append(Change(effect.node, context))
                    if effect.target.is_nondescript:
                        if effect.what == "write-attribute":
                            self._made.of_unknown.append(Change(effect.node, context))
                            if any(effect.node.parent_of(each) for each in asked):
                                self._made.of_layers.append(Change(effect.node, context))
                        elif effect.node not in known and not sets_part_of_array(effect.node):
                            # Where the analysis knows an object as well, that is what is changed.
                            self._made.in_unknown.append(Change(effect.node, context))
                            if effect.target in _FOREIGN:
                                self._made.arrays.append(Change(effect.node, context))
            for assumption in context.summary.assumptions.values():
                missing = assumption.because is Because.NO_ENTRY and assumption.name.startswith(_WHOLLY_DESCRIBED)
                # A method that an object lacks raises, most of all; one that changes it is called for that alone.
                missing = missing and (assumption.use is not Use.METHOD or type(assumption.node.parent) is nodes.Expr)
                if assumption.because is Because.UNKNOWN_EFFECT or missing:
                    self._made.anything.append(Change(assumption.node, context))
                elif assumption.because is Because.UNKNOWN_OBJECT:
                    # `o.__setattr__("a", 1)`, where nothing defines it: it may change attributes and items alike.
                    special = assumption.use is Use.CALL and names_special_method(assumption.node)
                    if special:
                        self._made.of_unknown.append(Change(assumption.node, context))
                    if special or changes_builtin_state(assumption.node):
                        self._made.in_unknown.append(Change(assumption.node, context))
                if assumption.because in _UNSEEN and assumption.use in (Use.CALL, Use.METHOD):
                    self._made.handed.append(Change(assumption.node, context))
                if assumption.use is Use.METHOD and assumption.name:
                    self._made.methods.append((Change(assumption.node, context), assumption.name))

    def of(self, target: AbstractObject) -> Iterable[Change]:
        """All changes of an object."""
        return self._made.by_target.get(target, ())

    def may_be_of_another(self, change: Change, target: AbstractObject) -> bool:
        """Whether a change of a list or dictionary may be one of another: a name stands for several, one at a time."""
        effects = change.context.summary.effects.values()
        changed = [each.target for each in effects if each.node is change.node and each.target is not None]
        sites = {each.site for each in select(changed, Container)}
        return type(target) is Container and not sites <= {target.site}

    def after_first_call(self, target: AbstractObject, contexts: Collection[Context]) -> Iterator[Change]:
        """The changes of an object, outside of a function and what it calls, that may come after its first call."""
        changes = self._made.by_target.get(target)
        if not changes:
            return
        filling = self._filling(target)
        if any(filling):
            above = self._callers_of(contexts)
            changes = [each for each, fills in zip(changes, filling) if not fills or each.context in above]
        yield from self._later(changes, contexts)

    @remembered
    def _filling(self, target: AbstractObject) -> list[bool]:
        """Which of its changes set up an object that their function has just made, if that leads to no call."""
        return [_fills(each, target, ()) for each in self.of(target)]

    def at_any_time(self, target: AbstractObject, contexts: Collection[Context]) -> Iterator[Change]:
        """The changes of an object that code outside of the project may cause, whenever it calls what does them."""
        yield from self._unseen(self._made.by_target.get(target, ()), contexts)

    def of_shared_at_any_time(self, contexts: Collection[Context]) -> Iterator[Change]:
        """The same of assignments to attributes of classes, functions and modules."""
        yield from self._unseen(self._made.shared, contexts)

    def of_shared(self, contexts: Collection[Context]) -> Iterator[Change]:
        """The assignments to attributes of classes, functions and modules that may come after the first call."""
        yield from self._later(self._made.shared, contexts)

    def of_globals(
        self, contexts: Collection[Context], are_read: Callable[[Collection[str]], bool]
    ) -> Iterator[Change]:
        """The assignments to names of modules that are read, in functions, that may come after the first call."""
        found = [each for each in self._made.of_globals if are_read(_names_in(each.node))]
        yield from self._later(found, contexts)

    def of_unknown(
        self, contexts: Collection[Context], matters: Callable[[nodes.NodeNG], bool]
    ) -> Iterator[Change]:
        """The assignments to attributes of unknown objects that matter, and may come after the first call."""
        yield from self._later([change for change in self._made.of_unknown if matters(change.node)], contexts)

    def in_unknown(self, contexts: Collection[Context]) -> Iterator[Change]:
        """The changes of what unknown objects hold, which may come after the first call."""
        yield from self._later(self._made.in_unknown, contexts)

    def of_layers(self, contexts: Collection[Context]) -> Iterator[Change]:
        """The changes of layers that were got out of some model, and may come after the first call."""
        yield from self._later(self._made.of_layers, contexts)

    def of_arrays(self, contexts: Collection[Context]) -> Iterator[Change]:
        """The changes of arrays in place that may come after the first call."""
        yield from self._later(self._made.arrays, contexts)

    def of_handed(self, contexts: Collection[Context], names: Iterable[NameHanded]) -> Iterator[Change]:
        """The calls of unknown code that are passed one of some names, and may run after the first call."""
        numbers = {number for name in names for number in self._handed_by_name.get(name, ())}
        yield from self._later([self._made.handed[number] for number in sorted(numbers)], contexts)

    def is_handed(self, name: NameHanded) -> bool:
        """Whether a call of unknown code is passed a name."""
        return name in self._handed_by_name

    @property
    def has_receivers(self) -> bool:
        """Whether some calls are of methods outside of the analysed code."""
        return bool(self._made.methods)

    @cached_property
    def _handed_by_name(self) -> dict[NameHanded, list[int]]:
        found: dict[NameHanded, list[int]] = {}
        for number, change in enumerate(self._made.handed):
            for name in _names_handed(change):
                found.setdefault(name, []).append(number)
        return found

    def of_receivers(self, contexts: Collection[Context], matters: Callable[[str], bool]) -> Iterator[Change]:
        """The calls of methods that nobody can see, of classes that matter, which come after the first call."""
        classes = set(filter(matters, {cls for _, cls in self._made.methods}))
        yield from self._later([change for change, cls in self._made.methods if cls in classes], contexts)

    def of_anything(self, contexts: Collection[Context]) -> Iterator[Change]:
        """The calls that may change anything, and come after the first call."""
        yield from self._later(self._made.anything, contexts)

    def _later(self, changes: Collection[Change], contexts: Collection[Context]) -> Iterator[Change]:
        if not changes:
            return
        above, roots = self._callers_of(contexts), self._graph.callers.roots
        shared = reduce(or_, (roots.get(each, 0) for each in contexts), 0)
        for change in changes:
            if change.context not in self._late and not shared & roots[change.context]:
                continue
            outside = change.context.scope not in self._inside(contexts)
            if outside and self._is_later(change.node, change.context, above):
                if self._may_meet(change.context, contexts):
                    yield change

    @cached_property
    def _late(self) -> Collection[Context]:
        """What runs at any time, and all that this leads to."""
        return self._graph.reached(filter(_runs_at_any_time, self._graph.contexts)).keys()

    def _unseen(self, changes: Collection[Change], contexts: Collection[Context]) -> Iterator[Change]:
        if not changes:
            return
        above = self._callers_of(contexts)
        for change in changes:
            outside = change.context.scope not in self._inside(contexts)
            if outside and self._may_run_from_outside(change.node, change.context, above):
                if self._may_meet(change.context, contexts):
                    yield change

    def is_later(
        self, node: nodes.NodeNG, writer: Context, contexts: Collection[Context], here: bool = False
    ) -> bool:
        """Whether a statement of `writer` may run after the first call of a function with these contexts.

        `here`: in the same call of `writer`.
        """
        return self._is_later(node, writer, self._callers_of(contexts), here)

    def fills(
        self, node: nodes.NodeNG, writer: Context, target: AbstractObject, contexts: Collection[Context]
    ) -> bool:
        """Whether a statement of `writer` sets up an object that this has just made, before any call of a function."""
        return _fills(Change(node, writer), target, self._callers_of(contexts))

    def may_follow(self, node: nodes.NodeNG, writer: Context, contexts: Collection[Context]) -> bool:
        """Whether a statement may run after the first call of a function, wherever that comes from, in one program.

        It does not where `main` sets things up: all calls come by way of it.
        """
        return self._may_meet(writer, contexts) and not self._comes_first(node, writer, contexts)

    def _comes_first(self, node: nodes.NodeNG, writer: Context, contexts: Collection[Context]) -> bool:
        """Whether what leads to a function runs a statement before all calls, but for those of tests."""
        above = self._callers_of(contexts)
        if writer not in above or self.is_later(node, writer, contexts):
            return False
        below = self._graph.reached([writer])
        others = [each for each in above if each not in below and (writer.of_tests or not each.of_tests)]
        programs = self._programs_of(writer)
        if programs:
            # What no program that runs the statement leads to is of others.
            run = self._graph.reached(programs)
            others = [each for each in others if each in run]
        return not any(
            callee in above and callee in below and callee is not writer
            for each in others
            for _, callee, _ in each.summary.edges()
        )

    def _programs_of(self, writer: Context) -> Sequence[Context]:
        """The modules whose `if __name__ == "__main__":` alone leads to a context; none where others do as well."""

        def judge(way: Way) -> Context | bool | None:
            if way.caller.start.entry == "module" and any(map(starts_program, way.node.node_ancestors())):
                return way.caller
            return False if way.caller.start.entry else None

        found = list(self._graph.callers.ends([Call(writer, writer.scope)], judge, root=False))
        programs = [each for each in found if isinstance(each, Context)]
        return programs if len(programs) == len(found) else ()

    def _inside(self, contexts: Collection[Context]) -> Set[nodes.NodeNG]:
        key = tuple(contexts)
        if self._last_inside[0] != key:
            self._last_inside = (key, self._graph.reached(contexts).scopes)
        return self._last_inside[1]

    def _callers_of(self, contexts: Collection[Context]) -> _CallsDown:
        """The contexts and all that lead to them, each with its own calls that do."""
        key = tuple(contexts)
        if self._last_callers[0] != key:
            itself: dict[Context, list[nodes.NodeNG]] = {context: [] for context in key}
            self._last_callers = (key, itself | self._graph.callers.calls_leading_to(key))
            self._said.clear()
        return self._last_callers[1]

    def _is_later(self, node: nodes.NodeNG, context: Context, above: _CallsDown, here: bool = False) -> bool:
        """Whether a statement may run between two runs of contexts of `above`: after the last it changes nothing."""
        # Others may have asked for another function meanwhile.
        known = self._said if above is self._last_callers[1] and not here else {}
        own = _is_of_own(node)
        judge = partial(self._find_later, above, here, own)
        return self._graph.callers.some(
            (context, node), judge, known, lambda way: (own, way.caller, sets_up_receiver(way))
        )

    @remembered
    def made_again(self, context: Context) -> list[Call]:
        """The callers of a constructing method that call it by its name, and where: `o.__init__(2.0)`."""
        return [call for call in self._graph.callers.of(context) if _makes_again(call)]

    def _find_later(self, above: _CallsDown, here: bool, own: bool, way: Way) -> bool | None:
        node, context = way.node, way.caller
        if way.below is not None and (here or (sets_up_receiver(way.below) and not _makes_again(way))):
            # What is made is set up then, unless somebody calls the method by its name, on what was made before.
            return False
        if _runs_at_any_time(context) or waits(node):
            return True
        if sets_up_receiver(way):
            return None
        calls = above.get(context)
        if calls:
            if _is_between(node, calls) or any(_share_a_loop(call, node) for call in calls):
                return True
            # What a function changes that calls the graph, its next call finds changed, and so do those of others.
            again = not sets_the_same(node, calls) and self._is_called_again(context)
            if here or not (again or self._is_among_others(node, calls, context, above, own)):
                return False
            return not self._is_made_below(context, above)
        return False if context.function is None else None

    def _is_made_below(self, context: Context, above: _CallsDown) -> bool:
        """Whether each call of a context makes the function anew, in itself or in what it calls, and drops it."""
        scopes = {each.scope for each, calls in above.items() if not calls}
        outer = {scope.parent.frame() for scope in scopes if _is_dropped(scope)}
        if len(outer) < len(scopes):
            return False
        makers = [each for each in above if each.scope in outer]
        return context.scope in outer or context not in self._graph.reached(makers)

    def _is_among_others(
        self, node: nodes.NodeNG, calls: Sequence[nodes.NodeNG], context: Context, above: _CallsDown, own: bool
    ) -> bool:
        """Whether a statement that comes before or after some calls of its function is between these and some others.

        `first(); second()`, where both lead to the same, and `second` changes something before its call. `own`: that
        is of this call, so no call of before has it.
        """
        reached = self._graph.reached([context])
        ends = [each for each, inner in above.items() if not inner and each in reached]
        alike = sets_the_same(node, calls)
        is_first = not own and any(runs_before(node, call) for call in calls)
        is_last = any(runs_before(call, node) for call in calls)

        def leads_there(caller: Context, call: nodes.NodeNG) -> bool:
            below = self._graph.reached(caller.summary.called_at(call))
            return any(each in below for each in ends) and not (alike and context.scope in below.scopes)

        def is_between(way: Way) -> bool | None:
            if way.callee is not None:
                if way.caller.of_tests is not way.callee.of_tests:
                    return False
                others = [each for each in above.get(way.caller, ()) if each is not way.node]
                found = (
                    each
                    for each in others
                    if (is_first and runs_before(each, way.node)) or (is_last and runs_before(way.node, each))
                )
                if any(leads_there(way.caller, each) for each in found):
                    return True
            return False if way.caller.function is None else None

        return any(self._graph.callers.ends([Call(context, context.scope)], is_between))

    @remembered
    def _is_called_again(self, context: Context) -> bool:
        """Whether the program calls a function more than once, by a loop or by another call beside the first."""
        calls: dict[tuple[Context, Context], nodes.NodeNG] = {}

        def again(way: Way) -> bool | None:
            if way.callee is not None:
                if way.caller.of_tests is not way.callee.of_tests:
                    return False
                first = calls.setdefault((way.caller, way.callee), way.node)
                if first is not way.node or loop_around(way.node) is not None:
                    return True
            return False if way.caller.function is None else None

        return any(self._graph.callers.ends([Call(context, context.scope)], again))


@remembered
def _is_of_own(node: nodes.NodeNG) -> bool:
    """Whether a function changes what a call has given it: as far as is known, earlier calls had another object."""
    changed = changed_object(node)
    return changed is not None and made_here(changed)


def sets_up_receiver(way: Way) -> bool:
    """Whether a statement sets up the object that its method makes."""
    return constructs(way.caller.scope) and is_of_receiver(way.node, way.caller.scope)


def _runs_at_any_time(context: Context) -> bool:
    """Whether others than callers decide when a body runs: who takes from a generator, who gives up an object."""
    return bool(context.summary.element) or getattr(context.scope, "name", "") == "__del__"


def _is_dropped(scope: nodes.NodeNG) -> bool:
    """Whether a function is defined in another one that calls it by its name, and does nothing else with it."""
    outer = scope.parent.frame() if isinstance(scope, nodes.FunctionDef) else None
    if not isinstance(outer, nodes.FunctionDef):
        return False
    uses = (each for each in outer.nodes_of_class(nodes.Name) if each.name == scope.name)
    return all(isinstance(each.parent, nodes.Call) and each is each.parent.func for each in uses)


def _names_in(node: nodes.NodeNG) -> set[str]:
    """The names that a statement binds or deletes."""
    if isinstance(node, (nodes.Import, nodes.ImportFrom)):
        return {alias or name for name, alias in node.names}
    if isinstance(node, (nodes.FunctionDef, nodes.ClassDef)):
        return {node.name}
    return {each.name for each in node.nodes_of_class((nodes.AssignName, nodes.DelName))}


def _names_handed(change: Change) -> Iterator[NameHanded]:
    """The names that are arguments of a call, each with where it belongs."""
    scope, call = change.context.scope, change.node
    given = [*getattr(call, "args", ()), *(each.value for each in getattr(call, "keywords", ()))]
    own = () if isinstance(scope, nodes.Module) else scope.locals
    for name in {each.name for each in given if isinstance(each, nodes.Name)}:
        yield scope, name
        if name not in own:
            yield change.context.module_path, name


def _fills(change: Change, target: AbstractObject, above: Collection[Context]) -> bool:
    """Whether a function fills what it has just made, and leads to no call meanwhile: nobody else has it yet."""
    context, changed = change.context, changed_object(change.node)
    if context in above or context.summary.element or not isinstance(target, Allocated):
        return False
    return isinstance(changed, nodes.Name) and is_bound_to(changed, target.site)


@remembered
def is_of_receiver(node: nodes.NodeNG, scope: nodes.NodeNG) -> bool:
    """Whether a statement of a method changes its receiver, or calls something with it, and nothing else.

    Classes, globals and other objects were there before the one that is made.
    """
    first = next(iter(scope.argnames()), "") if isinstance(scope, nodes.FunctionDef) else ""
    if not first or scope.name == "__new__":
        return False
    if isinstance(node, nodes.Call):
        changed: list[nodes.NodeNG] = [node.func, *node.args, *(each.value for each in node.keywords)]
    else:
        changed = targets_of(node)
    roots = {_root(each) for each in changed}
    return first in roots or "super" in roots


def _root(node: nodes.NodeNG) -> str:
    """The name with which an expression begins."""
    while not isinstance(node, (nodes.Name, nodes.AssignName)):
        inner = getattr(node, "expr", None) or getattr(node, "func", None) or getattr(node, "value", None)
        if not isinstance(inner, nodes.NodeNG):
            return ""
        node = inner
    return str(node.name)


def _makes_again(made: Call | Way) -> bool:
    """Whether a call of a constructing method is written out, and not in another one."""
    call = made.node
    if not isinstance(call, nodes.Call) or not isinstance(call.func, nodes.Attribute):
        return False
    return call.func.attrname in CONSTRUCTING and not constructs(made.caller.scope)


def changes_builtin_state(call: nodes.NodeNG) -> bool:
    """Whether a method is called that builtin objects have, whose state Python code reads."""
    if not isinstance(call, nodes.Call) or not isinstance(call.func, nodes.Attribute):
        return False
    name = call.func.attrname
    # `progress.update(1)`: a dictionary or set takes something that has elements.
    number = name == "update" and [type(each.value) for each in call.args if isinstance(each, nodes.Const)] == [int]
    return name in _METHODS and not number


_METHODS = frozenset(chain.from_iterable(map(dir, (list, dict, set, deque, OrderedDict, bytearray, partial)))) - {
    *chain.from_iterable(map(dir, (str, bytes, tuple, frozenset, Mapping)))
}
"""Methods of objects that hold others and of what carries arguments, which what cannot be changed does not have."""


def _is_part_of_another(target: ExternalInstance) -> bool:
    """Whether an object of Keras was not made where it comes from, but read: `model.layers[0]`, `get_layer(...)`."""
    site = target.site
    if isinstance(site, nodes.Call):
        return isinstance(site.func, nodes.Attribute) and site.func.attrname == "get_layer"
    return target.cls.startswith("keras.")


def _is_variable(target: AbstractObject, node: nodes.NodeNG) -> bool:
    """Whether an attribute of an object of Keras is assigned that is a variable."""
    if not isinstance(target, ExternalInstance) or not isinstance(node, (nodes.Assign, nodes.AugAssign)):
        return False
    return all(isinstance(each, nodes.AssignAttr) and each.attrname in _VARIABLES for each in targets_of(node))


def _is_between(node: nodes.NodeNG, calls: Sequence[nodes.NodeNG]) -> bool:
    """Whether a statement may take effect after one of some calls of its function and before another, without a loop.
    """
    return any(runs_before(call, node) or node.parent_of(call) for call in calls) and any(
        runs_before(node, call) or call.parent_of(node) for call in calls
    )


def _share_a_loop(one: nodes.NodeNG, other: nodes.NodeNG) -> bool:
    """Whether a loop runs both again and again."""
    loop = loop_around(one)
    while loop is not None:
        if loop.parent_of(other):
            return True
        loop = loop_around(loop)
    return False
