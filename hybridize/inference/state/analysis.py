"""All state of one analysis: the sum of its owners."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from astroid import nodes

from hybridize.frameworks.knowledge import Knowledge
from hybridize.inference.domain.values import new_interner
from hybridize.inference.domain.widening import Widening, Width
from hybridize.inference.state.budget import Budget
from hybridize.inference.state.classes import Classes
from hybridize.inference.state.context_table import ContextTable
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.events import Events
from hybridize.inference.state.functions import Functions
from hybridize.inference.state.heap import Heap
from hybridize.inference.state.limits import SMALL
from hybridize.inference.state.modules import Modules
from hybridize.inference.state.observations import Observations
from hybridize.inference.state.outside import Outside
from hybridize.inference.state.scopes import Scopes
from hybridize.inference.state.symbolic_calls import SymbolicCalls
from hybridize.inference.state.worklist import Worklist
from hybridize.program import Program


class Reached(NamedTuple):
    """How far a layer has come."""

    functions: int
    of: int
    at: str
    """The qualified name of what it works on."""


class Analysis:
    """One attribute for each owner; nothing is kept outside of it."""

    def __init__(self, program: Program, knowledge: Knowledge, evaluate: Callable[[Context], None]) -> None:
        """`evaluate` evaluates a context now: what runs the body of a module that is imported."""
        self.knowledge: Knowledge = knowledge
        self.make = new_interner()
        """Makes the abstract objects of this analysis."""
        self.widening = Widening(self.make, Width(SMALL.objects, SMALL.kept, SMALL.callables))
        self.worklist = Worklist()
        self.scopes = Scopes(program)
        self.heap = Heap(
            self.widening, self.worklist.schedule, self.worklist.schedule_later, self.scopes.class_binds
        )
        self.budget = Budget(self.widening, self.scopes, self.heap)
        self.symbolic = SymbolicCalls(self.heap, self.widening)
        self.contexts = ContextTable(self.make, self.widening, self.scopes, self.budget, self.worklist)
        self.functions = Functions(self.heap, self.budget)
        self.outside = Outside(knowledge, self.scopes)
        self.classes: Classes = Classes(self.make, self.scopes, self.heap, self.outside, self.budget)
        self.modules = Modules(self.make, self.scopes, self.heap, self.contexts, knowledge, evaluate)
        self.events = Events()
        self.observations = Observations()

    def extent(self) -> Reached:
        """How many functions have a context so far, of how many that are known. Other threads may ask."""
        # `list` copies in one step; going through the dictionary itself would fail when it grows meanwhile.
        reached = sum(isinstance(scope, (nodes.FunctionDef, nodes.Lambda)) for scope in list(self.contexts.by_scope))
        at = self.budget.at_work
        return Reached(reached, self.budget.functions, "" if at is None else at.qname())

    def finish(self) -> None:
        """Let go of what only further evaluation needs."""
        self.contexts.finish()
        self.symbolic.finish()
        self.widening.finish()
        self.heap.finish()
