"""The call graph over contexts: who reaches whom, who is recursive, what effects and conditions arrive where."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from astroid import nodes

from hybridize.inference.contexts import Condition, Context, DirectEffect
from hybridize.inference.values import Array, Atom, Box, Owned


@dataclass(frozen=True, slots=True)
class Arrived:
    """An effect or condition as one context sees it."""

    origin: DirectEffect | Condition
    via: nodes.NodeNG
    """The statement of this context's own body: the origin itself, or the call that leads to it."""
    next: Context | None
    """The context that the call leads to; None when the origin is here."""


MAX_CARRIED = 150
"""Effects (and conditions) that a context carries for its callers."""
MAX_OPERATIONS = 400
"""Operations of a function that are counted: beyond, more make no difference."""


def _add(effects: dict[DirectEffect, Arrived], effect: DirectEffect, via: nodes.NodeNG, callee: Context | None) -> None:
    """Carry an effect; the first one too many stands for the rest, and is taken to be on something shared."""
    if len(effects) == MAX_CARRIED:
        effect = DirectEffect(effect.what, effect.node, effect.message, None)
    if len(effects) <= MAX_CARRIED:
        effects[effect] = Arrived(effect, via, callee)


class CallGraph:
    """Computed once, after the fixpoint."""

    def __init__(self, contexts: Iterable[Context]) -> None:
        self.contexts = sorted(contexts)
        self._index = {context: position for position, context in enumerate(self.contexts)}
        self.callers: dict[Context, list[tuple[Context, nodes.NodeNG, bool]]] = {}
        """context -> (caller, call, hybrid) for every call of it."""
        for context in self.contexts:
            for node, edge in context.edges():
                self.callers.setdefault(edge.callee, []).append((context, node, edge.hybrid))
        self.components = self._components()
        self._reach = self._reachability()
        self.effects: dict[Context, dict[DirectEffect, Arrived]] = {}
        self.conditions: dict[Context, dict[Condition, Arrived]] = {}
        self.operations: dict[Context, set[nodes.NodeNG]] = {}
        self._propagate()

    def reaches(self, context: Context, other: Context) -> bool:
        """Whether calls lead from `context` to `other` (one call at least)."""
        position = self._index.get(other)
        return position is not None and bool(self._reach[context] >> position & 1)

    def reached(self, contexts: Iterable[Context]) -> list[Context]:
        """The given contexts and all that calls lead to from them."""
        bits = 0
        for context in contexts:
            bits |= self._reach[context] | 1 << self._index[context]
        return [self.contexts[position] for position, bit in enumerate(reversed(bin(bits)[2:])) if bit == "1"]

    def path(self, start: Context, goals: set[Context]) -> list[tuple[Context, nodes.NodeNG]]:
        """A shortest chain of calls from `start` to one of `goals`: (caller, call) pairs."""
        previous: dict[Context, tuple[Context, nodes.NodeNG]] = {}
        queue = [start]
        for current in queue:
            for node, edge in current.edges():
                callee = edge.callee
                if callee in goals:
                    chain = [(current, node)]
                    while current is not start:
                        current, node = previous[current]
                        chain.append((current, node))
                    return chain[::-1]
                if callee not in previous and callee is not start and callee in self._index:
                    previous[callee] = (current, node)
                    queue.append(callee)
        return []

    def _components(self) -> list[list[Context]]:
        """Strongly connected components, callees first (Tarjan, without recursion)."""
        number: dict[Context, int] = {}
        low: dict[Context, int] = {}
        stack: list[Context] = []
        on_stack: set[Context] = set()
        out: list[list[Context]] = []
        for root in self.contexts:
            if root in number:
                continue
            work = [(root, iter([edge.callee for _, edge in root.edges()]))]
            number[root] = low[root] = len(number)
            stack.append(root)
            on_stack.add(root)
            while work:
                current, callees = work[-1]
                for callee in callees:
                    if callee not in self._index:
                        continue
                    if callee not in number:
                        number[callee] = low[callee] = len(number)
                        stack.append(callee)
                        on_stack.add(callee)
                        work.append((callee, iter([edge.callee for _, edge in callee.edges()])))
                        break
                    if callee in on_stack:
                        low[current] = min(low[current], number[callee])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[current])
                    if low[current] == number[current]:
                        component: list[Context] = []
                        while True:
                            member = stack.pop()
                            on_stack.discard(member)
                            component.append(member)
                            if member is current:
                                break
                        out.append(sorted(component))
        return out

    def _reachability(self) -> dict[Context, int]:
        """For each context the set of contexts that calls lead to, as bits."""
        reach: dict[Context, int] = {}
        for component in self.components:
            bits = 0
            members = 0
            for context in component:
                members |= 1 << self._index[context]
            inside = len(component) > 1
            for context in component:
                for _, edge in context.edges():
                    position = self._index.get(edge.callee)
                    if position is None:
                        continue
                    bits |= 1 << position | reach.get(edge.callee, 0)
                    inside = inside or edge.callee is context
            if inside:
                bits |= members
            for context in component:
                reach[context] = bits
        return reach

    def _propagate(self) -> None:
        """Carry effects, conditions and operations from callees to callers."""
        for component in self.components:
            for context in component:
                self.effects[context] = {}
                self.conditions[context] = {}
                self.operations[context] = set(context.operations)
            changed = True
            while changed:
                changed = False
                for context in component:
                    changed = self._gather(context) or changed
                if len(component) == 1:
                    break

    def _gather(self, context: Context) -> bool:
        effects, conditions, operations = self.effects[context], self.conditions[context], self.operations[context]
        before = (len(effects), len(conditions), len(operations))
        for effect in context.effects.values():
            if effect not in effects and not self._local(effect.target, context):
                _add(effects, effect, effect.node, None)
        for condition in context.conditions.values():
            conditions.setdefault(condition, Arrived(condition, condition.node, None))
        for node, edge in context.edges():
            callee = edge.callee
            if edge.effects:
                for effect in self.effects.get(callee, ()):
                    if effect not in effects and not self._local(effect.target, context):
                        _add(effects, effect, node, callee)
                for condition in self.conditions.get(callee, ()):
                    if condition not in conditions and len(conditions) < MAX_CARRIED:
                        conditions[condition] = Arrived(condition, node, callee)
            if len(operations) < MAX_OPERATIONS:
                operations |= self.operations.get(callee, set())
        return before != (len(effects), len(conditions), len(operations))

    def _local(self, target: Atom | None, context: Context) -> bool:
        """Whether the object was allocated by this activation or by one that it calls (paper, section IV-E)."""
        if not isinstance(target, (Owned, Array)):
            return False
        if isinstance(target, Box) and target.site is context.scope:
            # The dictionary behind `**kwargs` is made anew for each call.
            return True
        owner = target.owner
        return owner is not None and (owner is context or self.reaches(context, owner))
