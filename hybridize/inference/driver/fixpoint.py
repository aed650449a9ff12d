"""The fixpoint: contexts are evaluated on demand, and again until nothing that they read grows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from astroid import nodes

from hybridize.frameworks.knowledge import Knowledge
from hybridize.inference.domain.objects import Value, has_types
from hybridize.inference.domain.values import NONE, UNKNOWN_BUDGET
from hybridize.inference.driver.interpreter import Interpreter
from hybridize.inference.python import statements, symbolic
from hybridize.inference.python.caching import cached
from hybridize.inference.python.evaluator import Evaluator
from hybridize.inference.python.frame import Frame
from hybridize.inference.state.analysis import Analysis
from hybridize.inference.state.assumptions import Because, Use
from hybridize.inference.state.contexts import Context, by_serial
from hybridize.program import Program

MAX_DEPTH = 90
"""Nested evaluations; deeper calls wait on the worklist."""


class Fixpoint:
    """Evaluates the contexts of one analysis."""

    strict: ClassVar[bool] = False
    """Tests let errors of the analysis through."""

    def __init__(self, program: Program, knowledge: Knowledge) -> None:
        self.analysis = Analysis(program, knowledge, self.evaluate)
        self.evaluator: Evaluator = Interpreter(self.analysis, self.evaluate, self.result_of)
        self._depth = 0
        self._types = False
        """Everything but types has come to an end."""

    def run(self) -> None:
        """Evaluate until nothing changes; then take what is missing as unknown, and evaluate again.

        One context is settled at a time, since what it goes on to do may be what the others wait for.
        """
        self._drain()
        waiting = self.analysis.heap.waiting
        while waiting:
            for context in by_serial(waiting):
                if context in waiting:
                    context.progress.settled = True
                    self.evaluate(context)
            self._drain()

    def run_types(self) -> None:
        """Evaluate again what reads something that has grown in types alone, until nothing changes.

        How often is bounded by how often each place may grow in types. That counts towards no other budget, but has its
        own: once types have taken their share of the evaluations for a project, they are given up for all of it.
        """
        worklist = self.analysis.worklist
        self._types = True
        while worklist.has_later:
            worklist.bring_on()
            for context in self._due():
                share = self.analysis.budget.of(context.scope)
                share.for_types += 1
                if not share.types_given_up:
                    self.evaluate(context)

    def result_of(self, context: Context, caller: Context) -> Value:
        """The result of a context, evaluating it when it has not been; the caller depends on it."""
        progress, summary = context.progress, context.summary
        progress.dependents[caller] = None
        if not progress.evaluated and not progress.running:
            if self._depth < MAX_DEPTH:
                self.evaluate(context)
            else:
                self.analysis.worklist.schedule(context)
        heap = self.analysis.heap
        symbolic.handed_on(self.analysis, context, caller)
        log = heap.log
        if log is not None:
            log.results.append((context, summary.result, summary.element))
            # Nothing so far; only the end of the callee shows whether it stays so.
            log.volatile = log.volatile or not summary.result
        if not summary.result and progress.evaluated and not progress.running:
            # It never returns, or waits for something.
            return heap.missing(caller)
        return summary.result

    def evaluate(self, context: Context) -> None:
        """Evaluate a context now; its callers go on the worklist when its result grows."""
        budget, progress = self.analysis.budget, context.progress
        self.analysis.heap.waiting.discard(context)
        with budget.working_at(context.scope):
            if not self._types:
                if progress.evaluations >= budget.evaluation_limit():
                    self._give_up(context, "evaluations")
                    return
                progress.evaluations += 1
                budget.share.evaluations += 1
            self._evaluate(context)

    def _evaluate(self, context: Context) -> None:
        analysis, progress, summary = self.analysis, context.progress, context.summary
        progress.running = True
        self._depth += 1
        frame = Frame(self.evaluator, context)
        before = (summary.result, summary.element)
        heap = analysis.heap
        log, heap.log = heap.log, None
        try:
            with analysis.contexts.without_types(context.is_unsaid):
                _body(frame)
        except statements.BudgetExceeded:
            self._give_up(context, "steps")
            frame.exits.returned |= UNKNOWN_BUDGET
        except RecursionError:
            self._give_up(context, "nesting")
            frame.exits.returned |= UNKNOWN_BUDGET
        except MemoryError:
            raise
        except Exception as error:  # An error of ours costs this function's verdict, not the run.
            analysis.events.add_failure(context.scope, f"{type(error).__name__}: {error}")
            self._is_unknown(context)
            frame.exits.returned |= UNKNOWN_BUDGET
            if self.strict:
                raise
        finally:
            heap.log = log
            self._depth -= 1
            progress.running = False
            progress.evaluated = True
        if context.start.unsaid and context.start.called:
            context.start.unsaid = False
            if frame.widening.variants.plain(frame.exits.returned) == summary.result:
                summary.result = frame.exits.returned
        if not frame.exits.returned <= summary.result:
            summary.result = _grown(frame, summary.result, frame.exits.returned)
        if not frame.exits.yielded <= summary.element:
            summary.element = _grown(frame, summary.element, frame.exits.yielded)
        if (summary.result, summary.element) != before:
            same = frame.widening.variants.same
            grown = zip((summary.result, summary.element), before)
            if all(one == other or same(one, other) for one, other in grown):
                for dependent in progress.dependents:
                    analysis.worklist.schedule_later(dependent)
                return
            for dependent in by_serial(progress.dependents):
                if dependent is not context or progress.evaluations < 4:
                    analysis.worklist.schedule(dependent)

    def _give_up(self, context: Context, budget: str) -> None:
        """Note which budget a context has used up."""
        self.analysis.budget.hits[context.scope] = budget
        self._is_unknown(context)

    def _is_unknown(self, context: Context) -> None:
        """Tell those that call a context that not all is known of what it does."""
        if isinstance(context.scope, (nodes.FunctionDef, nodes.Lambda)):
            name = getattr(context.scope, "name", "lambda")
            origins = self.analysis.events.origins
            given_up = origins.assumption(Use.CONSTRUCT, context.scope, Because.GIVEN_UP, name)
            context.summary.add_assumption(given_up)

    def _drain(self) -> None:
        for context in self._due():
            self.evaluate(context)

    def _due(self) -> Iterator[Context]:
        """Take the contexts off the worklist, to which evaluating one may add others."""
        worklist = self.analysis.worklist
        while worklist:
            context = worklist.take()
            if not context.progress.running:
                yield context


def _grown(frame: Frame, old: Value, more: Value) -> Value:
    """A result with more of it."""
    new = frame.widening.grown(old, more)
    if not has_types(new):
        return new
    progress = frame.context.progress
    progress.growths += 1
    return frame.widening.variants.grown(new, progress.growths)


def _body(frame: Frame) -> None:
    """Evaluate the body of the frame's context."""
    scope = frame.context.scope
    if isinstance(scope, nodes.Lambda) and not isinstance(scope, nodes.FunctionDef):
        _bind_parameters(frame)
        frame.exits.returned = cached(frame, scope.body, frame.evaluator.evaluate)
        return
    if isinstance(scope, nodes.FunctionDef):
        _bind_parameters(frame)
    statements.execute(frame, list(scope.body))
    if frame.env is not None and isinstance(scope, nodes.FunctionDef):
        frame.exits.returned |= NONE


def _bind_parameters(frame: Frame) -> None:
    types = frame.context.types
    for name, plain in frame.context.arguments.items():
        value = types.get(name, plain)
        if value:
            frame.bind(name, value)
        else:
            found = frame.heap.missing(frame.context)
            if found:
                frame.bind(name, found)
