"""The call graph over contexts: who reaches whom, who is recursive, what effects and conditions arrive where."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    Activation,
    Container,
    Function,
    IteratorObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.facts.callers import Callers
from hybridize.inference.facts.converted_calls import ConvertedCalls
from hybridize.inference.facts.names import Callees
from hybridize.inference.facts.reached import Closure, Reaching
from hybridize.inference.facts.regions import Regions
from hybridize.inference.facts.summary_tags import SummaryTags
from hybridize.inference.facts.visibility import Visibility
from hybridize.inference.state.assumptions import Assumption, Because
from hybridize.inference.state.contexts import Context, by_serial, context_of
from hybridize.inference.state.events import Events
from hybridize.inference.state.origins import CONFIGURE, Condition, DirectEffect, Origin
from hybridize.program.components import strong_components
from hybridize.program.first_call_guards import is_eager_only, is_guarded
from hybridize.program.functions import is_left_open
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import last_name
from hybridize.program.writes import changed_object

O_co = TypeVar("O_co", bound=Origin, covariant=True)


@dataclass(frozen=True, slots=True)
class Propagated(Generic[O_co]):
    """An effect, condition or assumption as one context sees it."""

    origin: O_co
    via: nodes.NodeNG
    """The statement of this context's own body: the origin itself, or the call that leads to it."""
    next: Context | None
    """The context that the call leads to; None when the origin is here."""
    of_tests: bool = False
    """Only what tests pass leads there, though others call the function as well."""


Link = tuple[nodes.NodeNG, Context] | None
"""The call, and the context it leads to, by which something arrives; None where it happens.

It is the key that `Context.calls` has for the call: hundreds of thousands of these are kept in a large program.
"""


def step(origin: Origin, link: Link) -> tuple[nodes.NodeNG, Context | None]:
    """The node by which something arrives, and the context that this leads to: its own node, and None, where it is."""
    return link or (origin.node, None)


MAX_CARRIED = 40
"""Effects (and conditions) that a context carries for its callers: nobody reads more."""
MAX_ASSUMPTIONS = 12
"""Assumptions of its callees that a context carries: one keeps a fix from being safe, and a few tell people why."""
MAX_OPERATIONS = 100
"""Operations of a function that are counted: beyond, more make no difference."""
MAX_SHARED = 500
"""Operations of a callee from which on its callers count these alone. Else each of a long chain has its own set."""
_MOST_METHODS = 5
"""Methods of one object that call each other, as far as they are followed."""
_NO_DECORATORS: Mapping[Any, Assumption] = {}
_NOTHING: frozenset[nodes.NodeNG] = frozenset()


class _Kept:
    """What was found out once, and is asked for again."""

    def __init__(self) -> None:
        self.last_reached: tuple[tuple[Context, ...], Closure | None] = ((), None)
        self.shared: dict[tuple[str, nodes.NodeNG, str], DirectEffect] = {}
        """Effects that stand for others that are not carried."""
        self.guarded: dict[DirectEffect, DirectEffect] = {}
        """Effects as those see them that reach them behind a test which lets them happen once."""
        self.alike: dict[frozenset[nodes.NodeNG], frozenset[nodes.NodeNG]] = {}


class _Shape:
    """Who calls whom, and what lies on cycles of calls."""

    def __init__(self, contexts: Collection[Context]) -> None:
        self.members = set(contexts)
        self.callees: dict[Context, list[Context]] = {}
        """What each context calls, once each."""
        self.reaching = Reaching((), {})
        self.cyclic: set[nodes.NodeNG] = set()
        """Scopes that lie on a cycle of calls when the contexts of a function are not told apart."""
        self.bits: dict[Context, int] = {}
        """The bits that stand for contexts whose objects are changed."""


class CallGraph:
    """Computed once, after the fixpoint."""

    def __init__(
        self,
        contexts: Iterable[Context],
        events: Events,
        visibility: Visibility,
        callees: Callees,
        once: Collection[nodes.NodeNG],
    ) -> None:
        """`once`: functions whose results are kept for further calls.

        What is assumed of the decorators of a function holds wherever it is called. The function itself rests on it
        only where the decorator is somebody else's: one of the project, which was followed for other functions, is
        known to pass on what it is given, and goes on to stand above a new decorator.
        """
        self.contexts = by_serial(contexts)
        self._kept = _Kept()
        self._shape = _Shape(self.contexts)
        self.callers = Callers(self.contexts)
        for context in self.contexts:
            self._shape.callees[context] = list(dict.fromkeys(callee for _, callee, _ in context.summary.edges()))
        followed = self._followed()
        components = [by_serial(each) for each in strong_components(self.contexts, followed.__getitem__)]
        self._shape.reaching = Reaching(components, followed)
        self._shape.cyclic = self._cyclic_functions()
        self._shape.bits, reach = self._reachability(components)
        # Of these, contexts that carry nothing have no entry.
        self.effects: dict[Context, dict[DirectEffect, Link]] = {}
        self.conditions: dict[Context, dict[Condition, Link]] = {}
        self.assumptions: dict[Context, dict[Assumption, Link]] = {}
        self._carried: dict[type, Mapping[Context, Mapping[Any, Link]]] = {
            DirectEffect: self.effects, Condition: self.conditions, Assumption: self.assumptions
        }  # fmt: skip
        self._calls = events.calls
        self.visibility = visibility
        failing = self.callers.leading_to(context for context in self.contexts if context.summary.failing)
        tags = SummaryTags(self.contexts, events.origins, callees, self.callers.leading_to)
        self._regions = Regions(events, callees, visibility, self.reached, failing, tags)
        self.converted = ConvertedCalls(events, callees, once)
        self._once = once
        self.operations: dict[Context, frozenset[nodes.NodeNG]] = {}
        self.may_compute: set[Context] = set()
        """Contexts that use, directly or not, something unseen that may compute with tensors."""
        self._propagate(components, reach)

    def keeps_result(self, function: nodes.NodeNG) -> bool:
        """Whether a function runs once for all calls with the same arguments, by its decorator."""
        return function in self._once

    @property
    def reaching(self) -> Reaching:
        """What each context reaches."""
        return self._shape.reaching

    def is_cyclic(self, scope: nodes.NodeNG) -> bool:
        """Whether calls lead from a scope back to it, in whatever contexts."""
        return scope in self._shape.cyclic

    def reached(self, contexts: Iterable[Context]) -> Closure:
        """The given contexts and all that calls lead to from them, each with the given one that leads to it first."""
        key = tuple(contexts)
        known, found = self._kept.last_reached
        if found is None or known != key:
            # One function after another is asked for, each by many.
            found = self._shape.reaching.of(key)
            self._kept.last_reached = (key, found)
        return found

    def carried(self, origin: Origin) -> Mapping[Context, Mapping[Any, Link]]:
        """What each context carries of this sort."""
        return self._carried[type(origin)]

    def recursion(self, contexts: Collection[Context]) -> list[tuple[Context, nodes.NodeNG]]:
        """A shortest chain of calls from one of the contexts of a function back to one of them; empty without one.

        The wrappers that a decorator makes of several functions share their code, and one may well call another; that
        is a recursion only when the call leads through what made the other, too.
        """
        for start in contexts:
            if start.scope not in self._shape.cyclic:
                continue
            below = self.reached([start])
            goals = {c for c in contexts if c.parent is None or c.parent is start.parent or c.parent in below}
            chain = self._path(start, goals)
            if chain:
                return chain
        return []

    def _path(self, start: Context, goals: set[Context]) -> list[tuple[Context, nodes.NodeNG]]:
        """A shortest chain of calls from `start` to one of `goals`: (caller, call) pairs."""
        previous: dict[Context, tuple[Context, nodes.NodeNG]] = {}
        queue = [start]
        for current in queue:
            for node, callee, _ in current.summary.edges():
                if callee in goals:
                    chain = [(current, node)]
                    while current is not start:
                        current, node = previous[current]
                        chain.append((current, node))
                    return chain[::-1]
                if callee not in previous and callee is not start and callee.scope in self._shape.cyclic:
                    previous[callee] = (current, node)
                    queue.append(callee)
        return []

    def _followed(self) -> Mapping[Context, Sequence[Context]]:
        """What each context calls of those that were evaluated."""
        members = self._shape.members
        return {
            context: called if members.issuperset(called) else [each for each in called if each in members]
            for context, called in self._shape.callees.items()
        }

    def _cyclic_functions(self) -> set[nodes.NodeNG]:
        """Scopes that lie on a cycle of calls when the contexts of a function are not told apart."""
        callees: dict[nodes.NodeNG, dict[nodes.NodeNG, None]] = {}
        for context in self.contexts:
            known = callees.setdefault(context.scope, {})
            for callee in self._shape.callees[context]:
                known[callee.scope] = None
        out: set[nodes.NodeNG] = set()
        for component in strong_components(callees, lambda scope: callees.get(scope, ())):
            if len(component) > 1 or component[0] in callees.get(component[0], ()):
                out.update(component)
        return out

    def _reachability(self, components: list[list[Context]]) -> tuple[dict[Context, int], dict[Context, int]]:
        """The bits that stand for contexts whose objects are changed, and for each context those it reaches."""
        makers = (
            _maker(effect.target) for context in self.contexts for effect in context.summary.effects.values()
        )
        owners = {context_of(maker) for maker in makers if maker is not None}
        bits = {owner: 1 << position for position, owner in enumerate(by_serial(owners))}
        reach: dict[Context, int] = {}
        for component in components:
            found = 0
            for context in component:
                found |= bits.get(context.owner, 0)
                for callee in self._shape.callees[context]:
                    found |= reach.get(callee, 0)
            for context in component:
                reach[context] = found
        return bits, reach

    def _propagate(self, components: list[list[Context]], reach: dict[Context, int]) -> None:
        """Carry effects, conditions and operations from callees to callers."""
        for component in components:
            for context in component:
                self.effects[context] = {}
                self.conditions[context] = {}
                self.assumptions[context] = {}
            changed = True
            while changed:
                changed = False
                for context in component:
                    changed = self._gather(context, reach[context]) or changed
                if len(component) == 1:
                    break
            operations = self._operations(component)
            if any(map(self._uses_unseen, component)):
                self.may_compute.update(component)
            for context in component:
                if operations:
                    self.operations[context] = operations
                # Most have neither, and an empty dictionary is as large as what it would hold.
                if not self.effects[context]:
                    del self.effects[context]
                if not self.conditions[context]:
                    del self.conditions[context]
                if not self.assumptions[context]:
                    del self.assumptions[context]

    def _uses_unseen(self, context: Context) -> bool:
        called = self._shape.callees[context]
        unseen = context.summary.may_compute or not self.may_compute.isdisjoint(called)
        return unseen or any(map(_leaves_tensors_to_others, called))

    def _operations(self, component: list[Context]) -> frozenset[nodes.NodeNG]:
        """What TensorFlow computes in a component and below; shared where nothing is added."""
        parts: dict[int, Set[nodes.NodeNG]] = {}
        for context in component:
            if context.summary.operations:
                parts[id(context.summary.operations)] = context.summary.operations.keys()
            for callee in self._shape.callees[context]:
                below = self.operations.get(callee)
                if below and len(below) >= MAX_SHARED:
                    return below
                if below:
                    parts[id(below)] = below
        if len(parts) == 1:
            (only,) = parts.values()
            return only if isinstance(only, frozenset) else frozenset(only)
        out: set[nodes.NodeNG] = set()
        for part in parts.values():
            out |= part
            if len(out) >= MAX_OPERATIONS:
                break
        for part in parts.values():
            if len(part) == len(out) and isinstance(part, frozenset):
                return part
        return self._kept.alike.setdefault(found := frozenset(out), found) if out else _NOTHING

    def _gather(self, context: Context, reach: int) -> bool:
        effects, conditions = self.effects[context], self.conditions[context]
        assumptions = self.assumptions[context]
        before = (len(effects), len(conditions), len(assumptions))
        for effect in context.summary.effects.values():
            if effect.what != CONFIGURE and not self._local(effect.target, context, reach):
                seen = self._as_seen(effect, effect.node, context)
                if seen not in effects:
                    self._carry(effects, seen, None)
        for condition in context.summary.conditions.values():
            if not is_eager_only(condition.node):
                conditions.setdefault(condition, None)
        if context.summary.regions:
            for condition in self._regions.of(context, self.effects):
                if not is_eager_only(condition.node):
                    conditions.setdefault(condition, None)
        conditions.update(dict.fromkeys(self._regions.handed_in(context, self.effects)))
        for told in self.converted.of(context):
            if isinstance(told, Assumption):
                assumptions[told] = None
            elif not is_eager_only(told.node):
                conditions.setdefault(told, None)
        assumptions.update(dict.fromkeys((*context.summary.assumptions.values(), *self._regions.tags.of(context))))
        for assumption in self._calls.decorators.get(context.scope, _NO_DECORATORS).values():
            if assumption.because is not Because.NOT_FOLLOWED:
                assumptions[assumption] = None
        for link, edge in context.summary.calls.items():
            if not edge.effects:
                continue
            callee = link[1]
            cyclic = self._shape.cyclic
            if callee.scope in cyclic and callee.summary.regions and context.scope not in cyclic:
                conditions.setdefault(self._regions.recursion(link[0], callee), None)
            if len(assumptions) < MAX_ASSUMPTIONS:
                around = self._calls.decorators.get(callee.scope, _NO_DECORATORS).values()
                for assumption in (*around, *self.assumptions.get(callee, ())):
                    if assumption not in assumptions and len(assumptions) < MAX_ASSUMPTIONS:
                        assumptions[assumption] = link
            if len(effects) <= 2 * MAX_CARRIED + 1:
                for effect in self.effects.get(callee, ()):
                    target = effect.target
                    if effect in effects or self._local(target, context, reach) or _is_constructed(target, link):
                        continue
                    if callee.wide and self._is_of_another_call(effect, context, link):
                        continue
                    if _constructs(link) and self._is_on_receiver(effect, callee):
                        # Where calls are joined, it is the object of another call that the effect names.
                        continue
                    if target is None or self.visibility.sees(context, target):
                        seen = self._as_seen(effect, link[0], context, callee.scope)
                        if seen not in effects:
                            self._carry(effects, seen, link)
            if len(conditions) < MAX_CARRIED:
                for condition in self.conditions.get(callee, ()):
                    if condition not in conditions and len(conditions) < MAX_CARRIED:
                        if not is_eager_only(link[0]):
                            conditions[condition] = link
        return before != (len(effects), len(conditions), len(assumptions))

    def _is_of_another_call(self, effect: DirectEffect, caller: Context, link: tuple[nodes.NodeNG, Context]) -> bool:
        """Whether a function that stands for several calls changes an argument that this call does not pass."""
        call, callee = link
        recorded = self._calls.arguments.get(callee.scope)
        row = recorded.explicit.get((call, caller)) if recorded is not None else None
        if row is None or not isinstance(callee.scope, nodes.FunctionDef):
            return False
        direct = self.effects.get(callee, {}).get(effect) is None
        changed = changed_object(effect.node) if direct else None
        for name, passed in zip(parameter_names(callee.scope), row, strict=False):
            if not passed or effect.target in passed or effect.target not in callee.arguments.get(name, BOTTOM):
                continue
            if direct and not has(passed, Unknown) and isinstance(changed, nodes.Name) and changed.name == name:
                if len(callee.scope.locals.get(name, ())) == 1:
                    return True
            if row[0] is passed and self._is_on_receiver(effect, callee, part=False):
                return True
        return False

    def _is_on_receiver(self, effect: DirectEffect, context: Context, part: bool = True) -> bool:
        """Whether an effect is written as one on the first parameter, here or in methods that are called of it.

        `part`: or on something that it leads to.
        """
        for _ in range(_MOST_METHODS):
            link = self.effects.get(context, {}).get(effect)
            names = parameter_names(context.scope)
            below = part and link is None
            if not names or not _is_written_on(effect.node if link is None else link[0], names[0], below):
                return False
            if link is None:
                return True
            context = link[1]
            if effect.unguarded is not None and effect not in self.effects.get(context, {}):
                effect = effect.unguarded
        return False

    def _as_seen(
        self, effect: DirectEffect, via: nodes.NodeNG, context: Context, called: nodes.NodeNG | None = None
    ) -> DirectEffect:
        """The effect as a function sees it by a statement of its own, behind a test that stands before that."""
        if effect.unguarded is not None:
            return effect
        if not is_guarded(via, called) and not self.keeps_result(context.scope):
            return effect
        return self._behind_test(effect)

    def _behind_test(self, effect: DirectEffect) -> DirectEffect:
        """The same effect, as those see it that reach it behind a test."""
        found = self._kept.guarded.get(effect)
        if found is None:
            found = replace(effect, unguarded=effect)
            self._kept.guarded[effect] = found
        return found

    def _carry(self, effects: dict[DirectEffect, Link], effect: DirectEffect, link: Link) -> None:
        """Carry an effect; the first one too many stands for the rest, and is taken to be on something shared.

        Effects behind tests are counted apart: what happens once must not stand for what happens at each call.
        """
        guarded = effect.unguarded is not None
        alike = len(effects)
        if alike >= MAX_CARRIED:
            alike = sum((each.unguarded is not None) is guarded for each in effects)
        if alike == MAX_CARRIED:
            key = (effect.what, effect.node, effect.message)
            shared = self._kept.shared.get(key)
            if shared is None:
                others = effect.target is not None
                shared = DirectEffect(effect.what, effect.node, effect.message, None, None, others, effect.certain)
                self._kept.shared[key] = shared
            effect = self._behind_test(shared) if guarded else shared
        if alike <= MAX_CARRIED:
            effects[effect] = link

    def _local(self, target: AbstractObject | None, context: Context, reach: int) -> bool:
        """Whether the object was allocated by this activation or by one that it calls (paper, section IV-E)."""
        if isinstance(target, Container) and target.site is context.scope:
            # The dictionary behind `**kwargs` is made anew for each call.
            return True
        iterators = select(target.single, IteratorObject) if target is not None else []
        if any(each.site.frame() is context.scope for each in iterators):
            # A callee that stands for many calls may name the iterator of another one: this takes from its own.
            return True
        maker = _maker(target)
        return maker is not None and bool(reach & self._shape.bits.get(context_of(maker), 0))


def _leaves_tensors_to_others(context: Context) -> bool:
    """Whether a method that others are to write, in a class that derives from this one, is given tensors."""
    scope = context.scope
    if not isinstance(scope.parent, nodes.ClassDef) or not is_left_open(scope):
        return False
    return any(has(value, Tensor) for value in context.arguments.values())


def _maker(target: AbstractObject | None) -> Activation | None:
    """What makes an object anew each time that it runs: an allocation, or a `def` in a function."""
    if target is None:
        return None
    return target.closure if type(target) is Function else target.made_by


def _receivers(context: Context) -> Value:
    """What the first parameter of a function holds."""
    names = parameter_names(context.scope)
    return context.arguments.get(names[0], BOTTOM) if names else BOTTOM


def _is_written_on(node: nodes.NodeNG, receiver: str, below: bool) -> bool:
    """Whether a statement or call changes, or calls a method of, a parameter: `self.a = 1`, `self.f()`, `super().f()`.

    `below`: or something that the parameter leads to, as `self.a.b`.
    """
    written = node.func if isinstance(node, nodes.Call) else (getattr(node, "targets", None) or [node])[0]
    if isinstance(written, nodes.AugAssign):
        written = written.target
    # `self.a, self.b = x`
    parts = written.elts if isinstance(written, (nodes.Tuple, nodes.List)) else [written]
    return bool(parts) and all(_is_part_of(each, receiver, below) for each in parts)


def _is_part_of(written: nodes.NodeNG, receiver: str, below: bool) -> bool:
    if isinstance(written, nodes.Subscript):
        owner = written.value
    elif isinstance(written, (nodes.Attribute, nodes.AssignAttr, nodes.DelAttr)):
        owner = written.expr
    else:
        return False
    while below and isinstance(owner, (nodes.Attribute, nodes.Subscript)):
        owner = owner.expr if isinstance(owner, nodes.Attribute) else owner.value
    if isinstance(owner, nodes.Call):
        return last_name(owner.func) == "super"
    return isinstance(owner, nodes.Name) and owner.name == receiver


def _is_constructed(target: AbstractObject | None, link: tuple[nodes.NodeNG, Context]) -> bool:
    """Whether a call makes the object that it changes: `Class(...)` runs `__init__` on what nobody else has yet.

    This matters where the objects of a class are not told apart, and so have no place where they are made.
    """
    if not _constructs(link):
        return False
    receivers = _receivers(link[1])
    if target in receivers:
        return True
    if not isinstance(target, Container):
        return False
    # What is inside a list or dictionary of a class of its own.
    site, owner = target.site, target.owner
    return any(obj.made_at is site and obj.made_by is owner for obj in receivers)


def _constructs(link: tuple[nodes.NodeNG, Context]) -> bool:
    """Whether a call makes an object of the project: it leads to `__init__` without naming it."""
    call, callee = link
    scope = callee.scope
    if not isinstance(scope, nodes.FunctionDef) or scope.name != "__init__":
        return False
    return isinstance(call, nodes.Call) and last_name(call.func) != "__init__"


MAX_CHAIN = 20
"""Calls of a chain that are named."""


def way_down(propagated: Propagated[Origin], graph: CallGraph) -> tuple[nodes.NodeNG, ...]:
    """The statement of the function itself, and the calls below it down to the origin."""
    return propagated.via, *(node for _, node in chain(propagated, graph))


def chain(propagated: Propagated[Origin], graph: CallGraph) -> list[tuple[Context, nodes.NodeNG]]:
    """The calls from a function's own statement down to where the effect, condition or assumption is."""
    out: list[tuple[Context, nodes.NodeNG]] = []
    origin, context = propagated.origin, propagated.next
    if context is None:
        return out
    carried = graph.carried(origin)
    while context is not None and len(out) < MAX_CHAIN:
        links = carried.get(context)
        if isinstance(origin, DirectEffect) and origin.unguarded is not None and links is not None:
            # Below the test nothing guards it any more.
            origin = origin if origin in links else origin.unguarded
        if links is None or origin not in links:
            break
        via, below = step(origin, links[origin])
        out.append((context, via))
        context = below
    return out
