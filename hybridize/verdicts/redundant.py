"""Graphs within graphs: hybrid functions that only graphs call, or whose graph Keras makes itself."""

from __future__ import annotations

from collections.abc import Collection
from functools import cached_property

from astroid import nodes

from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.program import ModuleTree
from hybridize.program.loops import loop_around
from hybridize.program.places import place_of
from hybridize.verdicts.model import KERAS_STEPS, GraphMode, Redundancy, Step, StepKind, TracedBy

_HOOKS = (("keras.losses.Loss", frozenset({"call"})), ("keras.metrics.Metric", frozenset({"update_state"})))
"""Methods that Keras calls from its own steps, by the class from which theirs derives."""
_SHOWN = 3
"""Calls that a finding names."""


class RedundantGraphs:
    """Finds hybrid functions that would be part of a graph without their decorator, too."""

    def __init__(self, facts: Facts, covered: Collection[nodes.NodeNG]) -> None:
        """`covered`: the functions that only graphs call."""
        self._facts = facts
        self._covered = covered

    def of(self, function: FunctionFacts, mode: GraphMode) -> Redundancy | None:
        """What makes the graph of a function anyway; None where it is needed, or may be.

        Arguments of the decorator ask for something of their own. A call in a loop of a graph is one node of it for
        each round, where the body would be copied. What a package exports may be called by anybody.
        """
        if mode.decorator is None or mode.arguments or mode.served:
            return None
        calls = [(caller, call, traced) for caller, call, traced in function.callers]
        if calls and function.node not in self._covered:
            return None
        if self._is_repeated(function.node, set()):
            return None
        steps = {call: Step(place_of(caller.module_path, call), StepKind.CALLER) for caller, call, _ in calls}
        by = self._keras(function)
        if by is None and (not calls or self._is_exported(function)):
            return None
        if by is None:
            by = TracedBy.FRAMEWORK if all(traced for _, _, traced in calls) else TracedBy.CALLERS
        return Redundancy(by, tuple(list(steps.values())[:_SHOWN]))

    def _is_repeated(self, scope: nodes.NodeNG, seen: set[nodes.NodeNG]) -> bool:
        """Whether a graph calls a function in a Python loop, directly or through what belongs to it."""
        seen.add(scope)
        for context in self._facts.contexts_of(scope):
            for caller, call, traced in self._facts.graph.callers.get(context, ()):
                inside = not traced and not self._facts.is_hybrid(caller.scope) and caller.scope in self._covered
                if (not traced and loop_around(call) is not None) or (
                    inside and caller.scope not in seen and self._is_repeated(caller.scope, seen)
                ):
                    return True
        return False

    def _keras(self, function: FunctionFacts) -> TracedBy | None:
        """Whether Keras itself makes the graph in which a method runs."""
        name = function.node.name
        if name in KERAS_STEPS and self._facts.derives(function.bases, "keras.Model"):
            return TracedBy.KERAS
        for cls, methods in _HOOKS:
            if name in methods and self._facts.derives(function.bases, cls):
                return TracedBy.KERAS
        return None

    def _is_exported(self, function: FunctionFacts) -> bool:
        """Whether a package offers the function, or its class, under its own name."""
        offered = self._exports.get(function.module.file.relative, set())
        return not offered.isdisjoint({function.site.qualname.partition(".")[0], "*"})

    @cached_property
    def _exports(self) -> dict[str, set[str]]:
        """By the path of a module: the names that `__init__` modules import from it, which are `*` for all."""
        found: dict[str, set[str]] = {}
        for module in self._facts.program.modules:
            imports = module.all_of(nodes.ImportFrom) if module.file.is_package else ()
            for imported in imports:
                source = self._facts.program.find(module, imported.modname or "", imported.level or 0)
                if isinstance(source, ModuleTree):
                    found.setdefault(source.file.relative, set()).update(name for name, _ in imported.names)
        return found
