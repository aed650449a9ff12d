"""What runs before what in one scope."""

from __future__ import annotations

from collections.abc import Sequence

from astroid import nodes

from hybridize.program.flow.graph import Flow, Span, flow_of, frame_of
from hybridize.program.loops import loops_around, statements_around
from hybridize.program.memory import remembered
from hybridize.program.places import statement_of
from hybridize.program.syntax import spelled


@remembered
def runs_before(earlier: nodes.NodeNG, later: nodes.NodeNG) -> bool:
    """Whether a place of a scope may be reached once another one has run, in the same round of the loops around both.

    A condition may skip the earlier one. Of two places of different scopes neither runs before the other.
    """
    around = list(loops_around(later))
    return _leads(earlier, later, [each for each in loops_around(earlier) if each in around])


@remembered
def may_run_before(earlier: nodes.NodeNG, later: nodes.NodeNG) -> bool:
    """Whether a place of a scope may be reached when another one has run, be it in an earlier round of a loop."""
    return _leads(earlier, later, ())


def _leads(earlier: nodes.NodeNG, later: nodes.NodeNG, loops: Sequence[nodes.NodeNG]) -> bool:
    """Whether a way leads from one place of a scope to another without another round of some loops."""
    flow = _shared(earlier, later)
    return flow is not None and any(
        (one.last == other.first and one.end <= other.start) or bool(flow.ahead(one.last, loops) >> other.first & 1)
        for one in flow.spans(earlier)
        for other in flow.spans(later)
        if flow.is_reached(one.last)
    )


@remembered
def surely_runs_before(earlier: nodes.NodeNG, later: nodes.NodeNG) -> bool:
    """Whether a place has run to its end wherever another one of its scope is reached."""
    flow = _shared(earlier, later)
    if flow is None:
        return False
    reached = [each for each in flow.spans(later) if flow.is_reached(each.first)]
    return bool(reached) and all(any(_dominates(flow, one, each) for one in flow.spans(earlier)) for each in reached)


def _dominates(flow: Flow, one: Span, other: Span) -> bool:
    if one.last == other.first:
        return one.end <= other.start
    return bool(flow.dominators[other.first] >> one.last & 1)


def _shared(one: nodes.NodeNG, other: nodes.NodeNG) -> Flow | None:
    """The graph of the scope in which two places stand; None where they stand in different ones."""
    frame = frame_of(one)
    return flow_of(frame) if frame is not None and frame is frame_of(other) else None


def is_bound_between(one: nodes.NodeNG, other: nodes.NodeNG) -> bool:
    """Whether what two calls of a function call has one name, which is bound again between them: to another object.

    The same call twice: in two rounds of the loops around it.
    """
    called = getattr(other, "func", None)
    if not isinstance(called, nodes.Name) or spelled(getattr(one, "func", one)) != (called.name,):
        return False
    loops = [each for each in other.node_ancestors() if isinstance(each, (nodes.For, nodes.While))]
    return any(
        surely_runs_before(bound, other)
        and (all(loop.parent_of(bound) for loop in loops) if one is other else runs_before(one, bound))
        for bound in (each.statement() for each in other.frame().locals.get(called.name, ()))
        if not bound.parent_of(other)
    )


def names_the_same(earlier: nodes.NodeNG, later: nodes.NodeNG, name: str) -> bool:
    """Whether a name of a scope holds at one place what it held at another, which runs before it in the same round."""
    bound = earlier.frame().locals.get(name, ())
    return runs_before(earlier, later) and not any(
        runs_before(earlier, each) and runs_before(each, later) for each in bound
    )


def sets_the_same(node: nodes.NodeNG, calls: Sequence[nodes.NodeNG]) -> bool:
    """Whether a statement gives a constant before each of some calls, so that all of them find the same."""
    statement = statement_of(node)
    written = getattr(statement, "value", None) if isinstance(statement, (nodes.Assign, nodes.AnnAssign)) else None
    if not isinstance(written, nodes.Const) or not calls:
        return False
    # Behind a condition it is not set before each of them.
    return all(runs_before(statement, call) and statement.parent.parent_of(call) for call in calls)


def ends_in_failure(node: nodes.NodeNG) -> bool:
    """Whether a function always ends with an exception, or with the program, once a place of it has run.

    What comes to another round of a loop first has run for something, too.
    """
    frame = frame_of(node)
    if not isinstance(frame, nodes.FunctionDef):
        return False
    flow = flow_of(frame)
    ahead = [flow.ahead(span.last, failing=False) for span in flow.spans(node)]
    going_on = (flow.returned, *(flow.next_round[each] for each in statements_around(node)))
    return any(each >> flow.raised & 1 for each in ahead) and not any(
        each >> block & 1 for each in ahead for block in going_on
    )
