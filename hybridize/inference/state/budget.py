"""The budget of one analysis: a share for each project in it, with limits by its size, and what ran into a limit."""

from __future__ import annotations

from collections.abc import Iterator, Set
from contextlib import contextmanager

from astroid import nodes

from hybridize.inference.domain.widening import Breadth, Widening, Width
from hybridize.inference.state.heap import Heap
from hybridize.inference.state.limits import (
    ACCESSES_FREE,
    ACCESSES_PER_FUNCTION,
    FAN_OUT_FREE,
    FAN_OUT_PER_FUNCTION,
    HUGE,
    HURRIED,
    SMALL,
    TYPES_FREE,
    TYPES_SHARE,
    WORK_FREE,
    WORK_PER_FUNCTION,
    Limits,
    limits_for,
)
from hybridize.inference.state.scopes import Scopes


def _width(limits: Limits) -> Width:
    return Width(limits.objects, limits.kept, limits.callables)


class Share:
    """The limits of one project by its size, and how much of them is used up."""

    def __init__(self, functions: int, limits: Limits) -> None:
        self.functions = functions
        """Functions and lambdas of the project."""
        self.limits = limits
        self.breadth = Breadth(_width(limits))
        """How large values may be."""
        self.evaluations = 0
        """Evaluations of their contexts so far."""
        self.fan_out = 0
        """Objects, over all calls of several and attributes read of several: proxies of proxies multiply them."""
        self.accesses = 0
        """Reads and writes of the heap."""
        self.for_types = 0
        """Evaluations for what grows in types alone."""

    def evaluation_limit(self) -> int:
        """Evaluations that each context may have: few, once the work for the whole project is used up."""
        if self.evaluations > WORK_FREE + WORK_PER_FUNCTION * self.functions:
            return HURRIED
        if (
            self.fan_out > FAN_OUT_FREE + FAN_OUT_PER_FUNCTION * self.functions
            or self.accesses > ACCESSES_FREE + ACCESSES_PER_FUNCTION * self.functions
        ):
            self.limits, self.breadth.width = HUGE, _width(HUGE)
            return HURRIED
        return self.limits.evaluations

    @property
    def types_given_up(self) -> bool:
        """The work for what grows in types alone was used up: what is known of types may be too little."""
        return self.for_types > TYPES_FREE + int(TYPES_SHARE * self.evaluations)


class Budget:
    """The shares of the projects below one root: what one of them uses up is not missing in another.

    A context belongs to the project that its scope is written in, whoever calls it.
    """

    def __init__(self, widening: Widening, scopes: Scopes, heap: Heap) -> None:
        self._widening = widening
        self._scopes = scopes
        self._heap = heap
        self._shares: dict[str, Share] = {}
        """By the folders of the projects."""
        self._of_scopes: dict[nodes.NodeNG, Share] = {}
        self._charged = 0
        """The accesses that are counted in some share."""
        self.share = Share(0, SMALL)
        """That of the scope that is evaluated."""
        self.at_work: nodes.LocalsDictNodeNG | None = None
        """The scope that is evaluated."""
        self.hits: dict[nodes.NodeNG, str] = {}
        """Scopes that ran into a limit, and which."""

    @property
    def functions(self) -> int:
        """Functions and lambdas of all projects."""
        # Other threads ask, too: `list` copies in one step.
        return sum(list(self._scopes.functions.values()))

    def begin(self) -> None:
        """Let the project at the root pay for what is done between evaluations."""
        self._turn_to(None, self._of_home("."))

    def evaluation_limit(self) -> int:
        """Evaluations that the context which is evaluated may have."""
        self._charge()
        return self.share.evaluation_limit()

    @property
    def types_given_up(self) -> Set[str]:
        """The folders of the projects of which that holds."""
        return {home for home, share in self._shares.items() if share.types_given_up}

    def of(self, scope: nodes.NodeNG) -> Share:
        """The share that pays for what a scope does."""
        share = self._of_scopes.get(scope)
        if share is None:
            share = self._of_scopes[scope] = self._of_home(self._scopes.home(scope))
        return share

    def _of_home(self, home: str) -> Share:
        share = self._shares.get(home)
        if share is None:
            functions = self._scopes.functions[home]
            limits = limits_for(max(functions, self._scopes.program.project.sizes.get(home, 0)))
            share = self._shares[home] = Share(functions, limits)
        return share

    @contextmanager
    def working_at(self, scope: nodes.LocalsDictNodeNG) -> Iterator[None]:
        """Meanwhile a scope is evaluated, for which its own share pays."""
        before = self.at_work, self.share
        self._turn_to(scope, self.of(scope))
        try:
            yield
        finally:
            self._turn_to(*before)

    def _turn_to(self, scope: nodes.LocalsDictNodeNG | None, share: Share) -> None:
        self._charge()
        self.at_work, self.share = scope, share
        self._widening.breadth = share.breadth

    def _charge(self) -> None:
        self.share.accesses += self._heap.accesses - self._charged
        self._charged = self._heap.accesses
