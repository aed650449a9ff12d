"""The budget of one analysis: limits by the size of the program, work done, and what ran into a limit."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.widening import Widening, Width
from hybridize.inference.state.limits import (
    ACCESSES_FREE,
    ACCESSES_PER_FUNCTION,
    FAN_OUT_FREE,
    FAN_OUT_PER_FUNCTION,
    HUGE,
    HURRIED,
    SMALL,
    WORK_FREE,
    WORK_PER_FUNCTION,
    Limits,
    limits_for,
)


class Budget:
    """How much is told apart, and how much work is left."""

    def __init__(self, widening: Widening) -> None:
        self._widening = widening
        self.limits = SMALL
        self.functions = 0
        """Functions and lambdas of the program."""
        self.evaluations = 0
        """Evaluations of contexts so far."""
        self.at_work: nodes.LocalsDictNodeNG | None = None
        """The scope that is evaluated."""
        self.fan_out = 0
        """Objects, over all calls of several and attributes read of several: proxies of proxies multiply them."""
        self.types_given_up = False
        """The work for what grows in types alone was used up: what is known of types may be too little."""
        self.hits: dict[nodes.NodeNG, str] = {}
        """Scopes that ran into a limit, and which."""

    def fit(self) -> None:
        """Choose the limits by the number of functions."""
        self._apply(limits_for(self.functions))

    def evaluation_limit(self, accesses: int) -> int:
        """Evaluations that a context may have: few, once the work for the whole program is used up.

        `accesses` are those of the heap so far.
        """
        if self.evaluations > WORK_FREE + WORK_PER_FUNCTION * self.functions:
            return HURRIED
        if (
            self.fan_out > FAN_OUT_FREE + FAN_OUT_PER_FUNCTION * self.functions
            or accesses > ACCESSES_FREE + ACCESSES_PER_FUNCTION * self.functions
        ):
            self._apply(HUGE)
            return HURRIED
        return self.limits.evaluations

    def _apply(self, limits: Limits) -> None:
        self.limits = limits
        self._widening.width = Width(limits.objects, limits.kept, limits.callables)
