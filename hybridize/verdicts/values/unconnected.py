"""Gradients that are `None` eagerly and zeros through a graph: where nothing leads from a source to the target.

The tape of a caller records the call of a graph as one operation, with a gradient for all that its results hang on.
Eagerly nothing leads from `loss` to what only the other result is computed from, or to what only the other side of a
condition reads. A tape in the graph itself records a condition or loop on a tensor in the same way.

Two constructs that AutoGraph converts change what a tape follows. A loop over a data set is one operation without a
gradient, where the tape records each round of an eager loop. And `float(x)` is a cast, which has a gradient, where
eagerly it is a Python number, which has none. Both were run: see `tests/verdicts/reasons`.
"""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import Container, TupleObject
from hybridize.inference.domain.queries import has
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.provenance import returns
from hybridize.inference.facts.reached import Closure
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assignments, builtin_called, builtin_name
from hybridize.program.memory import remembered
from hybridize.program.syntax import DISPLAYS, members, names_bound, root_of
from hybridize.verdicts.evidence.assumptions import UnseenCode
from hybridize.verdicts.project.unknown_code import uncovered
from hybridize.verdicts.values.between_results import BetweenResults, Gradient

WHAT = "a gradient that may be `None`"
THROUGH_NUMBER = "a gradient of what depends on `float(...)`"
THROUGH_DATA = "a gradient through a loop over a data set"
_SIDES = frozenset(f"tensorflow.{name}" for name in ("case", "cond", "switch_case", "while_loop"))
"""What runs one function or another one."""
_READS = (nodes.Name, nodes.Attribute)


class Unconnected:
    """Finds functions whose callers ask for such gradients."""

    def __init__(self, facts: Facts, between: BetweenResults) -> None:
        self._facts = facts
        self._between = between
        self._sides = facts.operations_of(_SIDES)

    def assumptions(self, function: FunctionFacts) -> list[UnseenCode]:
        """That the first such gradient through calls of the function, or inside it, is none that is `None`."""
        if not self._between.ways_back:
            return []
        graph = self._facts.graph
        calls = {call for _, call, _ in graph.callers.of(*function.contexts)}
        reached = graph.reached(function.contexts)
        cutting = reached.where(_may_cut)
        several = any(has(context.summary.result, TupleObject, Container) for context in function.contexts)
        for gradient, _, targets in self._between.ways_back:
            led = calls & targets
            if led or gradient.call.scope() in reached.scopes:
                for what in filter(None, (_cut(context, gradient, targets) for context in cutting)):
                    return [uncovered(gradient.path, gradient.call, what)]
            if led and not gradient.fills_up:
                conditional = reached.any(self._is_conditional)
                if conditional or (several and any(_drops(function.node, call, gradient, targets) for call in led)):
                    return [uncovered(gradient.path, gradient.call, WHAT)]
            if not gradient.fills_up and self._is_behind_condition(reached, gradient, targets):
                return [uncovered(gradient.path, gradient.call, WHAT)]
        return []

    def _is_behind_condition(self, reached: Closure, gradient: Gradient, targets: frozenset[nodes.NodeNG]) -> bool:
        """Whether a graph takes a gradient of what a condition or loop on a tensor in it gives.

        What stands around the whole tape runs as the tape does.
        """
        own = gradient.call.scope()
        if own not in reached.scopes:
            return False
        if any(self._facts.callees.of(each) in _SIDES for each in targets if isinstance(each, nodes.Call)):
            return True
        leading = {each.scope() for each in targets}
        return any(
            self._is_conditional(context)
            if context.scope is not own
            else any(
                not region.parent_of(gradient.call) and _reads_beside(region, targets)
                for region in context.summary.regions
            )
            for context in reached
            if context.scope in leading
        )

    def _is_conditional(self, context: Context) -> bool:
        here = not self._sides.isdisjoint(self._facts.graph.operations.get(context, ()))
        return here or any(_reads_more(region, context.scope) for region in context.summary.regions)


@remembered
def _reads_more(region: nodes.NodeNG, scope: nodes.NodeNG) -> bool:
    """Whether a condition or loop on a tensor reads what the rest of the function does not, or is left by `return`."""
    if any(True for _ in region.nodes_of_class(nodes.Return)):
        return True
    inside = {each for each in region.nodes_of_class(_READS) if _may_hold_source(each)}
    reads = (each for kind in _READS for each in nodes_inside(scope, kind))
    elsewhere = {each.as_string() for each in reads if each not in inside}
    return any(each.as_string() not in elsewhere and not _is_bound_in(each, scope) for each in inside)


def _reads_beside(region: nodes.NodeNG, targets: frozenset[nodes.NodeNG]) -> bool:
    """Whether what leads to a target leads through a condition or loop that reads what leads there nowhere else.

    What is bound inside as well is computed from the rest.
    """
    if not any(map(region.parent_of, targets)):
        return False
    outside = (each for each in targets if not region.parent_of(each))
    elsewhere = {read.as_string() for each in outside for read in each.nodes_of_class(_READS)}
    bound = names_bound(region)
    return any(
        each.as_string() not in elsewhere and root_of(each) not in bound
        for each in region.nodes_of_class(_READS)
        if _may_hold_source(each)
    )


def _may_cut(context: Context) -> bool:
    """Whether a context has what a tape follows in eager code alone, or in a graph alone: see `_cut`."""
    return bool(context.summary.passes or context.summary.conversions)


def _cut(context: Context, gradient: Gradient, targets: frozenset[nodes.NodeNG]) -> str:
    """What of a context leads to a target eagerly alone, or in a graph alone; empty where nothing does."""
    for loop in context.summary.passes:
        if not loop.parent_of(gradient.call) and any(map(loop.parent_of, targets)):
            return THROUGH_DATA
    for each in context.summary.conversions:
        if each in targets and builtin_called(each) == "float":
            return THROUGH_NUMBER
    return ""


def _is_bound_in(read: nodes.NodeNG, scope: nodes.NodeNG) -> bool:
    """Whether a name, or an attribute of what a name holds, is one that the function binds itself."""
    return next(assignments(scope, root_of(read)), None) is not None


def _drops(
    function: nodes.NodeNG, call: nodes.NodeNG, gradient: Gradient, targets: frozenset[nodes.NodeNG]
) -> bool:
    """Whether a source of a gradient may lead to results of a call alone that do not lead to its target."""
    sources = _parts(gradient.sources) or [gradient.sources]
    for each in returns(function):
        parts = _parts(each.value)
        used = _used(call, _keys(each.value), targets)
        leading = {text for number in used for text in _leaves(parts[number])}
        connected = all(source.as_string() in leading for source in sources)
        if not (parts and (connected or all(_leaves(part) <= leading for part in parts))):
            return True
    return False


def _parts(value: nodes.NodeNG | None) -> list[nodes.NodeNG]:
    """The members of a structure that is written out."""
    return [item for _, item in value.items] if isinstance(value, nodes.Dict) else list(members(value))


def _keys(value: nodes.NodeNG | None) -> list[object]:
    """By what the members of such a structure are read."""
    if isinstance(value, nodes.Dict):
        return [getattr(key, "value", None) for key, _ in value.items]
    return list(range(len(_parts(value))))


def _used(call: nodes.NodeNG, keys: list[object], targets: frozenset[nodes.NodeNG]) -> list[int]:
    """Which results of a call lead to a target, as far as the call and what is read of its result tell."""
    parent, scope = call.parent, call.scope()
    target = parent.targets[0] if isinstance(parent, nodes.Assign) else None
    if isinstance(target, DISPLAYS) and len(target.elts) == len(keys):
        names = {each.name for each in targets if isinstance(each, nodes.Name) and each.scope() is scope}
        return [number for number, each in enumerate(target.elts) if getattr(each, "name", "") in names]
    reads = [parent] if isinstance(parent, nodes.Subscript) else []
    if isinstance(target, nodes.AssignName):
        subscripts = [each for each in targets if isinstance(each, nodes.Subscript) and each.scope() is scope]
        reads = [each for each in subscripts if root_of(each.value) == target.name]
    read = {each.slice.value for each in reads if isinstance(each.slice, nodes.Const)}
    return [number for number, key in enumerate(keys) if key in read]


def _leaves(expression: nodes.NodeNG) -> frozenset[str]:
    """The names and attributes that an expression is computed from, by way of the names of its function."""
    pending, seen = [expression], {expression}
    found: set[str] = set()
    for each in pending:
        steps = list(each.get_children())
        name = root_of(each)
        if name:
            scope = each.scope()
            steps = [one.value for one in assignments(scope, name)]
            if _is_one_of_several(scope, name) or (not steps and _may_hold_source(each)):
                found.add(each.as_string())
        for step in steps:
            if step not in seen:
                seen.add(step)
                pending.append(step)
    return frozenset(found)


def _is_one_of_several(scope: nodes.NodeNG, name: str) -> bool:
    """Whether a name gets one of several results: `policy, value = model(x)`."""
    return any(isinstance(each.parent, DISPLAYS) for each in scope.locals.get(name, ()))


def _may_hold_source(read: nodes.NodeNG) -> bool:
    """Whether a name or attribute belongs to no builtin and to no module."""
    name = root_of(read)
    bound = read.root().locals.get(name, ())
    imported = any(isinstance(each, (nodes.Import, nodes.ImportFrom)) for each in bound)
    return bool(name) and not imported and not (isinstance(read, nodes.Name) and builtin_name(read))
