"""How often a function runs eagerly: again and again, now and then, once - as far as its callers tell."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.state.contexts import Context
from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.verdicts.coverage import is_symbolic
from hybridize.verdicts.loops import loops_around, rounds, targets
from hybridize.verdicts.evidence import Often
from hybridize.verdicts.model import Place
from hybridize.verdicts.places import place_of

_SOME = 20
"""Rounds of a loop that is no more than a part of one call."""


class Frequency(NamedTuple):
    """How often, and the loop that says so where one does."""

    often: Often
    loop: Place | None = None


def _often(frequency: Frequency) -> Often:
    return frequency.often


class Repetition:
    """The question for all functions of a program, each answered once."""

    def __init__(self, facts: Facts, graphs: Collection[nodes.NodeNG], able: Collection[nodes.NodeNG]) -> None:
        """`graphs` are the functions that run as graphs, by themselves or since all their callers do; `able` could."""
        self._facts = facts
        self._graphs = graphs
        self._able = able
        self._functions = {function.node: function for function in facts.functions}
        self._tests = {module.file.relative for module in facts.program.modules if module.file.is_test}
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
        for context in self._facts.analysis.contexts.by_scope.get(node, ()):
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
            place = place_of(caller.module_path, loop)
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


def too_seldom(frequency: Frequency, much: bool) -> bool:
    """Whether a function that runs so often would not pay for its trace.

    Where nobody tells how often it is called, much is asked for in each call: it pays after few.
    """
    return not (frequency.often is Often.AGAIN or (frequency.often is Often.UNKNOWN and much))


def _is_handed_on(function: nodes.NodeNG, call: nodes.NodeNG) -> bool:
    """Whether the call stands for what others do with the function: it is an argument, or has another name there."""
    if not isinstance(call, nodes.Call):
        return False
    name = getattr(function, "name", "")
    called = getattr(call.func, "attrname", getattr(call.func, "name", ""))
    return name != called and name != "call" and not name.startswith("__")


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
    return number is not None and number <= _SOME or getattr(called, "name", "") != "range"


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
