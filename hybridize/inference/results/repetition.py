"""How often a place of the program runs: by the loops around it and around the calls that lead there."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from enum import IntEnum
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.results.call_graph import CallGraph
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.model import Context, HybridMark
from hybridize.program.loops import loop_around, loops_around, rounds, targets, times
from hybridize.program.syntax import last_name

Loops = dict[nodes.NodeNG, str]
"""Loops, with the path of their module."""
MOST_CALLERS = 50
"""Callers that are looked at for the loops that lead to one context."""
_UNROLLED = 20
"""Rounds of a loop that is no more than a part of one call."""


class Often(IntEnum):
    """How often a function runs eagerly, from the least to the most; the most frequent call decides."""

    NEVER = 0
    """Only graphs run it, or nothing does."""
    ONCE = 1
    """Module bodies lead to it, and no loop."""
    SELDOM = 2
    """In loops only every so many rounds: `if step % 100 == 0`."""
    UNKNOWN = 3
    """Somebody outside of the project decides: nobody calls it, or those that nobody calls and tests."""
    AGAIN = 4
    """A loop leads to it."""


class Frequency(NamedTuple):
    """How often, and the loop that says so where one does, with the path of its module."""

    often: Often
    loop: tuple[nodes.NodeNG, str] | None = None


def _often(frequency: Frequency) -> Often:
    return frequency.often


class Repetition:
    """How often places run, by all calls of the program."""

    def __init__(self, graph: CallGraph) -> None:
        self._graph = graph

    def leading_loops(self, context: Context) -> Loops:
        """The innermost loops around the calls of a context, or around those of its callers."""
        out: Loops = {}
        pending, seen = [context], {context}
        for each in pending:
            for caller, call, loop in self._calls(each):
                if loop is not None:
                    out[loop] = caller.module_path
                elif caller not in seen and len(seen) < MOST_CALLERS:
                    seen.add(caller)
                    pending.append(caller)
        return out

    def nearest_loops(self, calls: Iterable[tuple[Context, nodes.NodeNG, bool]], levels: int) -> Loops:
        """The loops around some calls; around their callers' calls where there is none, as many levels up."""
        found: Loops = {}
        level = [(caller, call, loop_around(call)) for caller, call, _ in calls]
        for _ in range(levels):
            following: list[tuple[Context, nodes.NodeNG, nodes.NodeNG | None]] = []
            for caller, _call, loop in level:
                if loop is not None:
                    found[loop] = caller.module_path
                else:
                    following += self._calls(caller)
            level = following
        return found

    def runs_again(self, contexts: Iterable[Context]) -> bool:
        """Whether a function is called from two places, or in a loop, or by a function of which the same holds."""
        pending = list(contexts)
        seen = set(pending)
        for each in pending:
            calls = list(self._calls(each))
            if any(loop is not None for _, _, loop in calls) or len({call for _, call, _ in calls}) > 1:
                return True
            for caller, _, _ in calls:
                if caller not in seen:
                    seen.add(caller)
                    pending.append(caller)
        return False

    def called_more_than_once(self, contexts: Iterable[Context]) -> bool:
        """Whether a function is called from two places, or in a loop."""
        calls = {call: loop for each in contexts for _, call, loop in self._calls(each)}
        return len(calls) > 1 or any(loop is not None for loop in calls.values())

    def looping_calls(self, context: Context) -> Iterator[tuple[Context, nodes.NodeNG]]:
        """The calls of a context that stand in loops, each with its caller."""
        return ((caller, call) for caller, call, loop in self._calls(context) if loop is not None)

    def makings(self, marks: Iterable[HybridMark]) -> int | None:
        """How many hybrid functions are made; None for an unknown number."""
        total = 0
        for mark in marks:
            count = self._runs(mark.node, mark.context)
            if count is None:
                return None
            total += count
        return max(total, 1)

    def _runs(self, node: nodes.NodeNG, context: Context) -> int | None:
        """How often a place runs, as far as the constants of its loops or of those around its function's calls tell."""
        loops = list(loops_around(node))
        if loops:
            return times(loops)
        if not isinstance(context.scope, nodes.FunctionDef):
            return 1
        each = [times(loops_around(call)) for call in {call for _, call, _ in self._calls(context)}]
        return None if None in each else max(1, sum(n for n in each if n is not None))

    def _calls(self, context: Context) -> Iterator[tuple[Context, nodes.NodeNG, nodes.NodeNG | None]]:
        """The calls of a context: who calls, where, and the innermost loop around that."""
        for caller, call, _ in self._graph.callers.get(context, ()):
            yield caller, call, loop_around(call)


def is_symbolic(context: Context) -> bool:
    """Whether the tensors that arrive are all symbolic tensors of Keras."""
    kinds = {obj.kind for value in context.arguments.values() for obj in select(value, Tensor)}
    return kinds == {"keras"}


class EagerRuns:
    """How often the functions of a program run eagerly, each answered once."""

    def __init__(self, facts: Facts, graphs: Collection[nodes.NodeNG], able: Collection[nodes.NodeNG]) -> None:
        """`graphs` are the functions that run as graphs, by themselves or since all their callers do; `able` could."""
        self._facts = facts
        self._graphs = graphs
        self._able = able
        self._functions = {function.node: function for function in facts.functions}
        self._tests = facts.tests
        self._known: dict[nodes.NodeNG, Frequency] = {}

    def of(self, function: FunctionFacts) -> Frequency:
        """How often the function runs eagerly; of a local function, which may be many: one of them."""
        frequency = self._solved(function.node)
        local = isinstance(function.node.parent.frame(), nodes.FunctionDef)
        return self._of_one(function) if local and frequency.often is Often.AGAIN else frequency

    def _solved(self, node: nodes.NodeNG) -> Frequency:
        if node not in self._known:
            self._solve(node)
        return self._known[node]

    def _of_one(self, function: FunctionFacts) -> Frequency:
        """How often one of the functions that are made by this definition runs.

        A loop over such functions calls each of them once; where they are made as often as that, it is the only time.
        """
        most = Frequency(Often.ONCE)
        made = self._solved(function.node.parent.frame())
        for caller, call in self._eager_calls(function.node, function):
            if caller.module_path in self._tests and function.module.file.relative not in self._tests:
                continue
            said = self._of_call(caller, call, apart=True)
            if not any(_goes_through(loop, call) for loop in loops_around(call)):
                handed_on = _is_handed_on(function.node, call)
                most = max(most, Frequency(Often.UNKNOWN if handed_on else Often.ONCE), key=_often)
            elif said is None and made.often >= self._solved(caller.scope).often:
                continue
            most = max(most, said or self._solved(caller.scope), key=_often)
        return most

    def _solve(self, node: nodes.NodeNG) -> None:
        """Find the answer for a function and all that lead to it: a fixpoint, since calls may go round in circles."""
        found: dict[nodes.NodeNG, Frequency] = {}
        callees: dict[nodes.NodeNG, list[nodes.NodeNG]] = {}
        tested: list[nodes.NodeNG] = []
        pending = [node]
        while pending:
            each = pending.pop()
            if each in found:
                continue
            if each in self._known:
                found[each] = self._known[each]
                continue
            found[each], callers, in_tests = self._of_calls(each)
            if in_tests:
                tested.append(each)
            for caller in callers:
                callees.setdefault(caller, []).append(each)
                pending.append(caller)
        _hand_down(found, callees)
        for each in tested:
            if found[each].often is Often.NEVER:
                found[each] = Frequency(Often.UNKNOWN)
        _hand_down(found, callees)
        self._known.update(found)

    def _of_calls(self, node: nodes.NodeNG) -> tuple[Frequency, list[nodes.NodeNG], bool]:
        """What the calls of a function say themselves, the callers that say the rest, and whether a test is one."""
        function = self._functions.get(node)
        called = function is None or function.called
        in_test = function is not None and function.module.file.relative in self._tests
        most, tested = Frequency(Often.NEVER if called else Often.UNKNOWN), False
        callers: dict[nodes.NodeNG, None] = {}
        for caller, call in self._eager_calls(node, function):
            if caller.module_path in self._tests and not in_test:
                tested = True
                continue
            handed_on = Often.UNKNOWN if _is_handed_on(node, call) else Often.NEVER
            said = self._of_call(caller, call)
            if said is None:
                callers[caller.scope] = None
            most = max(most, Frequency(handed_on), said or most, key=_often)
            if most.often is Often.AGAIN:
                return most, [], tested
        return most, list(callers), tested

    def _eager_calls(
        self, node: nodes.NodeNG, function: FunctionFacts | None
    ) -> Iterator[tuple[Context, nodes.NodeNG]]:
        known = {(caller, call) for caller, call, _ in function.callers} if function is not None else set()
        for context in self._facts.contexts_of(node):
            if is_symbolic(context):
                continue
            for caller, call, traced in self._facts.graph.callers.get(context, ()):
                if not traced and caller.scope not in self._graphs and (not known or (caller, call) in known):
                    yield caller, call

    def _of_call(self, caller: Context, call: nodes.NodeNG, apart: bool = False) -> Frequency | None:
        """What a call says; None where that is how often the caller runs. `apart`: not where others are called."""
        seldom = None
        for loop in loops_around(call):
            if (caller.scope in self._able and _is_unrolled(loop)) or (apart and _goes_through(loop, call)):
                continue
            place = (loop, caller.module_path)
            if not _is_guarded(call, loop):
                return Frequency(Often.AGAIN, place)
            seldom = place
        if seldom is not None:
            return Frequency(Often.SELDOM, seldom)
        return None if isinstance(caller.scope, (nodes.FunctionDef, nodes.Lambda)) else Frequency(Often.ONCE)


def _hand_down(found: dict[nodes.NodeNG, Frequency], callees: Mapping[nodes.NodeNG, list[nodes.NodeNG]]) -> None:
    """Let functions run as often as those that call them, until nothing changes."""
    pending = list(found)
    for caller in pending:
        for callee in callees.get(caller, ()):
            if found[caller].often > found[callee].often:
                found[callee] = found[caller]
                pending.append(callee)


def _is_handed_on(function: nodes.NodeNG, call: nodes.NodeNG) -> bool:
    """Whether the call stands for what others do with the function: it is an argument, or has another name there."""
    if not isinstance(call, nodes.Call):
        return False
    name = getattr(function, "name", "")
    return name != last_name(call.func) and name != "call" and not name.startswith("__")


def _goes_through(loop: nodes.NodeNG, call: nodes.NodeNG) -> bool:
    """Whether each round of a loop calls another function, `for f in functions: f(x)`: none of their graphs twice."""
    called = getattr(call, "func", None)
    return called is not None and not targets(loop).isdisjoint(n.name for n in called.nodes_of_class(nodes.Name))


def _is_unrolled(loop: nodes.NodeNG) -> bool:
    """Whether a loop in what could be a graph goes through some layers or steps: no more than a part of one call."""
    if not isinstance(loop, nodes.For):
        return not isinstance(loop, nodes.While)
    number = rounds(loop)
    called = getattr(loop.iter, "func", None)
    return number is not None and number <= _UNROLLED or getattr(called, "name", "") != "range"


def _is_guarded(call: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether a condition between a call and a loop around it holds only every so many rounds."""
    child, parent = call, call.parent
    while parent is not loop:
        if isinstance(parent, nodes.If) and child in parent.body and _is_periodic(parent.test):
            return True
        child, parent = parent, parent.parent
    return False


def _is_periodic(test: nodes.NodeNG) -> bool:
    """`step % n == 0`, alone or among other conditions."""
    return any(
        isinstance(compared.left, nodes.BinOp) and compared.left.op == "%" and compared.ops[0][0] == "=="
        for compared in test.nodes_of_class(nodes.Compare)
    )
