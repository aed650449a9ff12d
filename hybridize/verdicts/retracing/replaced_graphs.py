"""Graphs that a change does not reach: they are made anew after it, or given up before it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from astroid import nodes

from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.program.calls import call_of, taker_of
from hybridize.program.flow.graph import lifted
from hybridize.program.flow.order import runs_before
from hybridize.program.inside import nodes_inside, reads_of
from hybridize.program.lookup import name_for
from hybridize.program.loops import loop_around, loops_around
from hybridize.program.memory import remembered
from hybridize.program.places import statement_of
from hybridize.program.syntax import contains, parts_around
from hybridize.verdicts.retracing.graph_lifetime import is_given_away, is_kept

_MOST = 2
"""Callers above a change that are followed."""
_BRANCHING = (nodes.If, nodes.IfExp, nodes.For, nodes.While, nodes.Try, nodes.ExceptHandler, nodes.Match)
"""What may leave out some of its statements."""


class Remade:
    """Says of changes whether any graph that was there before is called after them."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def follows(self, graph: FunctionFacts, change: nodes.NodeNG, writer: Context, attribute: str = "") -> bool:
        """Whether a graph is made anew after a change, before anything can call it.

        The function that assigns the `attribute` may define a graph itself that reads it.
        """
        if attribute and self._defines_graph(change, attribute) or self.in_each_round(graph, change):
            return True
        made = {mark.context.scope for mark in graph.hybrids}
        if not made:
            return False
        if any(isinstance(scope, (nodes.Module, nodes.ClassDef)) for scope in made):
            # There is one from the start. Who puts another in its place makes sure that nobody calls it any more.
            replaced = {mark.context.scope for mark in graph.hybrids if _replaces(mark.node, graph.node.name)}
            return bool(replaced) and self._makes_after(change, writer, replaced)
        if made == {writer.scope} and all(_is_certain(mark.node) for mark in graph.hybrids):
            # What makes it in the same call does so whenever the change happens: no graph of before is called any more.
            return not any(self._is_called_between(graph, mark.node, change, writer) for mark in graph.hybrids)
        return self._makes_after(change, writer, made)

    def in_each_round(self, graph: FunctionFacts, change: nodes.NodeNG) -> bool:
        """Whether the loop that changes something makes another graph in each round, behind the change.

        The graphs of earlier rounds keep what was there in theirs.
        """
        marks = [mark.node for mark in graph.hybrids]
        return bool(marks) and any(
            all(_is_made_in(loop, each, change) for each in marks) for loop in _loops_that_bind(change)
        )

    def outlasts(self, graph: FunctionFacts, change: nodes.NodeNG) -> bool:
        """Whether a change comes when the graph is no more: each call of the outer function makes and drops its own."""
        users = self.users(graph)
        if not users:
            return False
        meanwhile = self._facts.graph.reached(users)
        return not any(context in meanwhile for context in self._facts.contexts_of(change.frame()))

    def _defines_graph(self, assignment: nodes.NodeNG, name: str) -> bool:
        """Whether the function that assigns an attribute goes on to define a graph that reads it."""
        return any(
            self._facts.is_hybrid(inner)
            and runs_before(assignment, lifted(inner, assignment.frame()))
            and any(read.attrname == name for read in nodes_inside(inner, nodes.Attribute))
            for kind in (nodes.FunctionDef, nodes.AsyncFunctionDef)
            for inner in nodes_inside(assignment.frame(), kind)
            if inner is not assignment.frame()
        )

    def _makes_after(self, change: nodes.NodeNG, writer: Context, made: set[nodes.NodeNG]) -> bool:
        """Whether what runs after a place of a context makes the graph, whatever tests come out."""

        def makes(way: Way) -> bool | None:
            for call, callee in way.caller.summary.calls:
                if runs_before(statement_of(way.node), call) and _always_follows(call, way.node):
                    if made <= self._facts.graph.reached([callee]).scopes:
                        return True
            return None

        return all(self._facts.graph.callers.ends([Call(writer, change)], makes, root=False))

    def _is_called_between(
        self, graph: FunctionFacts, making: nodes.NodeNG, change: nodes.NodeNG, writer: Context
    ) -> bool:
        """Whether a graph is called after it is made and before the change, or in a loop with it."""
        leading = self._facts.graph.callers.leading_to(graph.contexts)
        loop = loop_around(change)
        return any(
            callee in leading
            and ((runs_before(making, call) and runs_before(call, change)) or (loop and loop.parent_of(call)))
            for call, callee in writer.summary.calls
        )

    @remembered
    def users(self, graph: FunctionFacts) -> list[Context]:
        """The contexts that alone have a graph while they run: those of the outer function, or what gets it of them."""
        outer = graph.node.parent.frame()
        if not isinstance(outer, nodes.FunctionDef):
            return []
        contexts = self._facts.contexts_of(outer)
        if any(mark.how == "call" and is_given_away(mark.node, outer) for mark in graph.hybrids):
            # `self.step = tf.function(step)`
            return []
        if not is_kept(outer, graph.node):
            return list(contexts)
        marks = [mark.node for mark in graph.hybrids]
        uses = reads_of(outer, graph.node.name)
        if outer.decorators is not None or any(not _is_given_out(use) and not _is_wrapped(use, marks) for use in uses):
            return []
        makings = self._facts.graph.callers.of(*contexts)
        return [caller for caller, _, _ in makings] if all(self._is_dropped(call) for _, call, _ in makings) else []

    def _is_dropped(self, making: nodes.NodeNG) -> bool:
        """Whether what a call gives is called at once, or has a name of the function around that is only called.

        What runs rounds of its own and calls it in each keeps none either: `tfp.optimizer.lbfgs_minimize(step, …)`.
        """
        around, name = making.frame(), name_for(making)
        if not isinstance(around, nodes.FunctionDef) or name not in around.locals:
            return call_of(making) is not None
        return all(_is_only_called(use) or self._is_run_by(use) for use in reads_of(around, name))

    def _is_run_by(self, use: nodes.Name) -> bool:
        """Whether a function is handed to one that calls it in rounds of its own."""
        call = taker_of(use)
        return call is not None and bool(self._facts.iterates(call))


def _loops_that_bind(change: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """The loops around a change, and the one whose variable it is."""
    yield from (each for each in change.node_ancestors() if _is_variable_of(change, each))
    yield from loops_around(change)


def _is_variable_of(bound: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    return isinstance(loop, nodes.For) and contains(loop.target, bound)


def _is_made_in(loop: nodes.NodeNG, making: nodes.NodeNG, change: nodes.NodeNG) -> bool:
    """Whether a graph is made in a loop of the same function, after what is changed there."""
    if loop.frame() is not statement_of(making).parent.frame() or loop not in list(loops_around(making)):
        return False
    return _is_variable_of(change, loop) or runs_before(change, making)


def _always_follows(later: nodes.NodeNG, place: nodes.NodeNG) -> bool:
    """Whether no test stands before a place that does not stand before an earlier one as well."""
    return not any(isinstance(each, _BRANCHING) and not each.parent_of(place) for _, each in parts_around(later))


def _is_certain(making: nodes.NodeNG) -> bool:
    """Whether a graph is made in each call of the function around, or left out on purpose: `else` says what instead."""
    return all(getattr(each, "orelse", None) for _, each in parts_around(making) if isinstance(each, _BRANCHING))


def _replaces(making: nodes.NodeNG, name: str) -> bool:
    """Whether a graph is assigned to the attribute that has the name of its function: `self.f = tf.function(…)`."""
    assigned = making.parent
    return isinstance(assigned, nodes.Assign) and any(
        isinstance(target, nodes.AssignAttr) and target.attrname == name for target in assigned.targets
    )


def _is_given_out(use: nodes.Name) -> bool:
    """Whether a function is returned there, or only called."""
    return isinstance(use.parent, nodes.Return) or _is_only_called(use)


def _is_only_called(use: nodes.Name) -> bool:
    """Whether a function is called there, or has an attribute set or read; a concrete function is the graph itself."""
    parent = use.parent
    if isinstance(parent, nodes.Attribute):
        return str(parent.attrname) != "get_concrete_function"
    return isinstance(parent, nodes.AssignAttr) or call_of(use) is not None


def _is_wrapped(use: nodes.Name, marks: Sequence[nodes.NodeNG]) -> bool:
    """Whether a name becomes the graph of what it stood for: `f = tf.function(f)`."""
    call = use.parent
    assigned = call.parent
    return call in marks and isinstance(assigned, nodes.Assign) and all(
        isinstance(target, nodes.AssignName) and target.name == use.name for target in assigned.targets
    )
