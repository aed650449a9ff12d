"""How often a place of the program runs: by the loops around it and around the calls that lead there.

`Repetition` answers for every place, `EagerRuns` for functions that might become graphs: there only calls count that
run Python, and not the loops that a graph would hold. The answers hold places, and outlive the trees.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.facts.call_graph import CallGraph
from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.calls_by_name import CallsByName
from hybridize.inference.facts.enumerations import Often as Often
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context, by_serial
from hybridize.inference.facts.objects import Objects
from hybridize.program.flow.conditions import excludes
from hybridize.program.flow.order import runs_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assignment_of, bindings
from hybridize.program.loops import (
    is_short,
    loops_around,
    repeated_by,
    rounds,
    starts_process,
    taken_of,
    targets,
    values,
)
from hybridize.program.memory import remembered
from hybridize.program.places import Place, place_of, shorten
from hybridize.program.recursion import settle
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import last_name, spelled

ALL_LEVELS = 1_000_000
"""Calls of calls of calls ..., as far up as there are any."""
OPTIMIZER_STEPS = frozenset({"apply_gradients", "minimize"})
"""Methods that let an optimizer make a step; it makes its variables in the first one."""
_UNROLLED = 20
"""Rounds of a loop that is no more than a part of one call."""


@dataclass(frozen=True, slots=True)
class Loop:
    """A loop or comprehension, by its place."""

    place: Place
    rounds: int | None
    """How many rounds it has, where the program says so with constants."""
    numbers: range | None = None
    """What the loop variable takes, for a loop over a `range` of constants."""
    iterator: str = ""
    """Where it is no loop of the program: what calls back in each round of its own, `scipy.optimize.minimize`."""

    @property
    def is_short(self) -> bool:
        """It has a round or two: that is as good as calls one after the other."""
        return is_short(self.rounds)


@dataclass(frozen=True, slots=True)
class CallSite:
    """A call, by its place."""

    place: Place
    code: str


@dataclass(frozen=True, slots=True)
class Runs:
    """How often a place runs, and what leads there."""

    often: Often
    loops: tuple[Loop, ...] = ()
    """The innermost loop around the place; where there is none, the innermost around the calls that lead there."""
    chain: tuple[CallSite, ...] = ()
    """The calls that lead to the place from the first of the loops."""

    @property
    def again(self) -> bool:
        """It runs more than once, as far as is known."""
        return self.often in (Often.PER_CALL, Often.SELDOM, Often.PER_ITERATION)


def loop_of(path: str, node: nodes.NodeNG) -> Loop:
    """A loop of the module at `path`."""
    return Loop(place_of(path, node), rounds(node), values(node))


def times(loops: Iterable[Loop]) -> int | None:
    """How often the body runs in all rounds of the loops together; None where that is not written in the program."""
    out = 1
    for loop in loops:
        if loop.rounds is None:
            return None
        out *= loop.rounds
    return out


_Key = tuple[frozenset[Context], frozenset[str]]
"""Contexts, and the files whose calls do not count."""
_UNKNOWN = Runs(Often.UNKNOWN)


class Repetition:
    """How often places run, by the loops around them and around all calls that lead there."""

    def __init__(self, graph: CallGraph) -> None:
        self._graph = graph
        self._around: dict[tuple[nodes.NodeNG, str], Loop | None] = {}
        """The innermost loop around each place that was asked for, by what is called there."""
        self._known: dict[_Key, Runs] = {}
        self._entered: dict[frozenset[Context], int | None] = {}

    def of(self, node: nodes.NodeNG, contexts: Collection[Context], silent: Collection[str] = ()) -> Runs:
        """How often a place in a function runs, the function being called as in these contexts.

        Calls from the `silent` files do not count.
        """
        around = next((self.loop_around(node, context) for context in contexts), None)
        return self.of_contexts(contexts, silent) if around is None else Runs(Often.PER_ITERATION, (around,))

    def of_contexts(self, contexts: Collection[Context], silent: Collection[str] = ()) -> Runs:
        """How often a function runs, by all calls of these contexts."""
        key = (frozenset(contexts), frozenset(silent))
        known = self._known.get(key)
        return settle(key, self._known, self._above, self._of_contexts, _UNKNOWN) if known is None else known

    def _above(self, key: _Key) -> list[_Key]:
        """Where one call alone leads to some contexts, its caller, by whose answer theirs is found."""
        contexts, silent = key
        kept = all(map(self._keeps_result, contexts))
        above = self._only_caller(self._graph.callers.of(*contexts), _name_of(contexts), silent, kept)
        return [] if above is None else [(frozenset([above]), silent)]

    def _of_contexts(self, key: _Key) -> Runs:
        contexts, silent = key
        calls = self._graph.callers.of(*by_serial(contexts))
        if not calls:
            return Runs(Often.ONCE if any(map(_runs_once, contexts)) else Often.UNKNOWN)
        return self.of_calls(calls, _name_of(contexts), silent, kept=all(map(self._keeps_result, contexts)))

    def _only_caller(self, calls: Sequence[Call], called: str, silent: Collection[str], kept: bool) -> Context | None:
        """The caller of a single call, where a function of the name runs as often as that."""
        if len(calls) != 1 or kept:
            return None
        above, call, _ = calls[0]
        if self._graph.is_cyclic(above.scope) or above.module_path in silent or _runs_once(above):
            return None
        return None if starts_process(call) or self.loop_around(call, above, called) is not None else above

    def loop_around(self, node: nodes.NodeNG, context: Context, callee: str = "") -> Loop | None:
        """The innermost loop around a place, inside its function; `callee` is what is called there.

        One of a round or two counts only where there is no other.
        """
        key = (node, callee)
        if key not in self._around:
            around = list(repeated_by(node, callee))
            found = next((each for each in around if not is_short(rounds(each))), around[0] if around else None)
            self._around[key] = None if found is None else self.loop(found, context.module_path)
        return self._around[key]

    def times(self, node: nodes.NodeNG, contexts: frozenset[Context], callee: str = "") -> int | None:
        """How often a place in a function runs in one run of the program, the function being called as in these.

        None for a number that constants do not tell.
        """
        # Only a class of tests, which stands in no loop, is a place from which functions of several files are called.
        path = min(context.module_path for context in contexts)
        inside = times(self.loop(each, path) for each in repeated_by(node, callee))
        if contexts not in self._entered:
            # The number is not known where functions call each other in a circle.
            self._entered[contexts] = None
            self._entered[contexts] = self._entries(contexts)
        entered = self._entered[contexts]
        return None if inside is None or entered is None else inside * entered

    def calls(self, callers: Iterable[Call], called: str = "") -> int | None:
        """How many of these calls, of a function of the name, Python makes in one run of the program.

        None where that is not written in it.
        """
        by_call: dict[nodes.NodeNG, set[Context]] = {}
        for caller, call, traced in callers:
            if not traced:
                # What a graph calls is called when that is traced, and Python has no part in it afterwards.
                by_call.setdefault(call, set()).add(caller)
        runs = [
            1 if starts_process(call) else self.times(call, frozenset(each), called) for call, each in by_call.items()
        ]
        return None if None in runs else sum(count for count in runs if count is not None)

    def _entries(self, contexts: frozenset[Context]) -> int | None:
        """How often Python calls a function in these contexts; once where nobody is known to call it."""
        if any(isinstance(context.scope, nodes.Module) for context in contexts):
            # However often a module is imported, its body runs once.
            return 1
        callers = self._graph.callers.of(*contexts)
        if callers and all(traced for _, _, traced in callers):
            return 0
        found = self.calls(callers, next((_name(context.scope) for context in contexts), ""))
        return None if found is None else max(1, found)

    def of_calls(
        self,
        calls: Iterable[Call],
        called: str,
        silent: Collection[str] = (),
        levels: int = ALL_LEVELS,
        kept: bool = False,
    ) -> Runs:
        """How often a function of the name runs by these calls: go up, as many levels, until a loop is around one.

        `kept`: it gives what it gave before, as a cached property does. A loop repeats that only where it asks others.
        """
        calls = list(calls)
        above = self._only_caller(calls, called, silent, kept) if levels == ALL_LEVELS else None
        if above is not None:
            return _called_at(self.of_contexts([above], silent), calls[0])
        sites: dict[nodes.NodeNG | None, set[nodes.NodeNG]] = {}
        """The calls of each function on the way."""
        known = False

        def judge(way: Way) -> tuple[Loop, Way] | bool | None:
            nonlocal known
            caller, call, callee = way.caller, way.node, way.callee
            if caller.module_path in silent:
                return False
            sites.setdefault(None if callee is None else callee.scope, set()).add(call)
            once = kept if callee is None else self._keeps_result(callee)
            loop = self.loop_around(call, caller, called if callee is None else _name(callee.scope))
            if starts_process(call) or (once and not any(_asks_another(each, call) for each in loops_around(call))):
                known = True
                return True
            if loop is not None:
                return loop, way
            # The body of a module runs once, however often it is imported.
            known = known or _runs_once(caller)
            return None if way.level < levels and not isinstance(caller.scope, nodes.Module) else False

        found = [each for each in self._graph.callers.ends(calls, judge) if isinstance(each, tuple)]
        if found:
            return Runs(Often.PER_ITERATION, tuple(dict.fromkeys(loop for loop, _ in found)), _chain(found[0][1]))
        if any(len(each) > 1 for each in sites.values()):
            return Runs(Often.PER_CALL)
        return Runs(Often.ONCE if known else Often.UNKNOWN)

    def _keeps_result(self, context: Context) -> bool:
        """Whether a function runs once for an object, or once at all."""
        scope = context.scope
        if not isinstance(scope, nodes.FunctionDef) or not self._graph.keeps_result(scope):
            return False
        return len(parameter_names(scope)) <= isinstance(scope.parent, nodes.ClassDef)

    @remembered
    def loop(self, node: nodes.NodeNG, path: str) -> Loop:
        """A loop of the module at `path`."""
        return loop_of(path, node)


def _called_at(above: Runs, call: Call) -> Runs:
    """How often what a call leads to runs, where its caller runs so often."""
    return replace(above, chain=(*above.chain, _site(call.caller, call.node))) if above.chain else above


def _name_of(contexts: Iterable[Context]) -> str:
    return next((_name(each.scope) for each in contexts), "")


def _name(scope: nodes.NodeNG) -> str:
    return str(getattr(scope, "name", ""))


def _asks_another(loop: nodes.NodeNG, call: nodes.NodeNG) -> bool:
    """Whether each round of a loop asks another object: the loop variable, or what is bound in the loop."""
    asked = call
    if isinstance(asked, nodes.Call):
        by_name = getattr(asked.func, "name", "") in ("getattr", "hasattr") and asked.args
        asked = asked.args[0] if by_name else asked.func
    asked = getattr(asked, "expr", asked)
    bound = targets(loop) | {each.name for each in loop.nodes_of_class(nodes.AssignName)}
    names = {each.name for each in asked.nodes_of_class(nodes.Name)}
    return not bound.isdisjoint(names) or any(asked.nodes_of_class(nodes.Call))


def _runs_once(context: Context) -> bool:
    """Whether it runs without being called: the body of a module or class, a test."""
    return context.start.entry in ("module", "test") or context.cls is not None


def _chain(way: Way) -> tuple[CallSite, ...]:
    """The calls from one in a loop down to the first."""
    return tuple([_site(each.caller, each.node) for each in way.down()])


def _site(caller: Context, call: nodes.NodeNG) -> CallSite:
    return CallSite(place_of(caller.module_path, call), shorten(call))


def is_symbolic(objects: Objects, context: Context) -> bool:
    """Whether the tensors that arrive, also in lists and the like, are all symbolic tensors of Keras."""
    return {kind for value in context.arguments.values() for kind in objects.tensor_kinds(value)} == {"keras"}


FEW = 4
"""Members of a display from which on going through them is a loop: fewer are as good as calls one after the other.

Rounds of a loop from which on what runs once in so many runs seldom."""


class _Frequency(NamedTuple):
    """How often a function runs eagerly, and the loop that says so where one does, with the path of its module."""

    often: Often
    loop: tuple[nodes.NodeNG, str] | None = None


_Said = dict[_Frequency | None, None]
"""What the calls of a context by another say of how often it runs, once the other does; None: as often as the other."""
_Edge = tuple[Context, _Said]
"""What a context calls, and what its calls say."""


def _rank(frequency: _Frequency) -> tuple[Often, str, int, int]:
    """More often is more; of several loops that say the same, the last in the text counts, whichever is met first."""
    loop, path = frequency.loop or (None, "")
    return frequency.often, path, getattr(loop, "lineno", 0), getattr(loop, "col_offset", 0)


def _is_used(frequency: _Frequency) -> bool:
    """Whether a program runs the function, as far as is known: not graphs alone, and not tests alone."""
    return frequency.often not in (Often.NEVER, Often.TESTED)


class EagerRuns:
    """How often the functions of a program run eagerly, each answered once.

    The calls of a function are told apart by their contexts: what a wrapper is given runs as often as the calls of the
    wrapper that give it.
    """

    def __init__(self, facts: Facts, graphs: Collection[nodes.NodeNG], able: Collection[nodes.NodeNG]) -> None:
        """`graphs` are the functions that run as graphs, by themselves or since all their callers do; `able` could."""
        self._facts = facts
        self._graphs = graphs
        self._able = able
        self._functions = {function.node: function for function in facts.functions}
        self._silent = facts.silent
        self._known: dict[Context, _Frequency] = {}

    def of(self, function: FunctionFacts) -> Runs:
        """How often the function runs eagerly; of a local function, which may be many: one of them."""
        found = self._solved(function.node)
        outer = function.node.parent.frame()
        if found.often is Often.PER_ITERATION and isinstance(outer, nodes.FunctionDef):
            made = self._solved(outer)
            found = made if made.often is Often.TESTED else self._of_one(function)
        if found.loop is None:
            return Runs(found.often)
        loop, path = found.loop
        if isinstance(loop, nodes.Call):
            return Runs(found.often, (Loop(place_of(path, loop), None, iterator=self._facts.iterates(loop)),))
        return Runs(found.often, (loop_of(path, loop),))

    def looping(self, function: FunctionFacts) -> FunctionFacts | None:
        """The function in which the loop stands that runs this one again and again, or every so many rounds."""
        found = self._solved(function.node).loop or self._loop_of_calls(function)
        return None if found is None else self._functions.get(found[0].frame())

    def _loop_of_calls(self, function: FunctionFacts) -> tuple[nodes.NodeNG, str] | None:
        """A loop around a call of a function of which nobody knows who else calls it."""
        for context in self._facts.contexts_of(function.node):
            for caller, call in self.eager_calls(context, function):
                said = self._of_call(function.node, caller, call)
                if said is not None and said.loop is not None:
                    return said.loop
        return None

    def _solved(self, node: nodes.NodeNG) -> _Frequency:
        """How often a function runs: as the program runs it, and where it does not, as tests do."""
        found = [self._of_context(each) for each in self._facts.contexts_of(node)]
        used = [each for each in found if _is_used(each)]
        function = self._functions.get(node)
        none = _Frequency(Often.NEVER if function is None or function.called else Often.UNKNOWN)
        return max(used or found, key=_rank, default=none)

    def _of_context(self, context: Context) -> _Frequency:
        if context not in self._known:
            self._solve(context)
        return self._known[context]

    def _of_one(self, function: FunctionFacts) -> _Frequency:
        """How often one of the functions that are made by this definition runs.

        A loop over such functions calls each of them once; where they are made as often as that, it is the only time.
        """
        most = _Frequency(Often.ONCE)
        made = self._solved(function.node.parent.frame())
        for context in self._facts.contexts_of(function.node):
            for caller, call in self.eager_calls(context, function):
                if caller.module_path in self._silent and function.module.file.relative not in self._silent:
                    continue
                said = self._of_call(function.node, caller, call, apart=True)
                if not any(_goes_through(loop, call) for loop in loops_around(call)):
                    handed_on = _is_handed_on(function.node, call)
                    most = max(most, _Frequency(Often.UNKNOWN if handed_on else Often.ONCE), key=_rank)
                elif said is None and made.often >= self._of_context(caller).often:
                    continue
                if isinstance(caller.scope, nodes.FunctionDef) and not _is_used(self._of_context(caller)):
                    said = None
                most = max(most, said or self._of_context(caller), key=_rank)
        return most

    def _solve(self, context: Context) -> None:
        """Find the answer for a context and all that lead to it: a fixpoint, since calls may go round in circles."""
        found: dict[Context, _Frequency] = {}
        callees: dict[Context, list[_Edge]] = {}
        tested: list[Context] = []
        pending = [context]
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
            for caller, said in callers.items():
                callees.setdefault(caller, []).append((each, said))
                pending.append(caller)
        _hand_down(found, callees)
        for each in tested:
            if found[each].often is Often.NEVER:
                found[each] = _Frequency(Often.TESTED)
        _hand_down(found, callees)
        self._known.update(found)

    def _of_calls(self, context: Context) -> tuple[_Frequency, dict[Context, _Said], bool]:
        """What the calls of a context say themselves, the callers that say the rest, and whether a test is one."""
        node = context.scope
        function = self._functions.get(node)
        called = function is None or function.called
        in_silent = function is not None and function.module.file.relative in self._silent
        most, tested = _Frequency(Often.NEVER if called else Often.UNKNOWN), False
        callers: dict[Context, _Said] = {}
        for caller, call in self.eager_calls(context, function):
            if caller.module_path in self._silent and not in_silent:
                tested = True
                continue
            edge = caller.summary.calls.get((call, context))
            if starts_process(call) or (edge is not None and not edge.effects):
                # A process runs it once. Keras builds a layer once, however often the layer is called.
                most = max(most, _Frequency(Often.ONCE), key=_rank)
                continue
            handed_on = Often.UNKNOWN if _is_handed_on(node, call) else Often.NEVER
            said = self._of_call(node, caller, call)
            if isinstance(caller.scope, nodes.FunctionDef):
                callers.setdefault(caller, {})[said] = None
                said = None
            elif said is None:
                callers.setdefault(caller, {})[None] = None
            most = max(most, _Frequency(handed_on), said or most, key=_rank)
            if most.often is Often.PER_ITERATION:
                return most, {}, tested
        if function is not None and not callers and most.often in (Often.NEVER, Often.UNKNOWN):
            callers, in_graphs = self._by_name(function)
            if in_graphs and not callers:
                most = _Frequency(Often.NEVER)
        return most, callers, tested

    def _by_name(self, function: FunctionFacts) -> tuple[dict[Context, _Said], bool]:
        """Who seems to call a function that nobody is known to call, what these calls say, and whether graphs do."""
        callers: dict[Context, _Said] = {}
        in_graphs = False
        for caller, call in self.calls_by_name(function):
            if caller.scope in self._graphs:
                in_graphs = True
            else:
                callers.setdefault(caller, {})[self._of_call(function.node, caller, call)] = None
        return callers, in_graphs

    def calls_by_name(self, function: FunctionFacts) -> Iterator[tuple[Context, nodes.NodeNG]]:
        """The calls that seem to mean a function, each with the caller."""
        for call in self._named.of(function.node):
            for caller in self._facts.contexts_of(call.frame()):
                yield caller, call

    @cached_property
    def _named(self) -> CallsByName:
        return CallsByName.of_program(self._facts)

    def eager_calls(
        self, context: Context, function: FunctionFacts | None
    ) -> Iterator[tuple[Context, nodes.NodeNG]]:
        """The calls of a context that may run it eagerly, each with the caller."""
        known = self._callers_of(function) if function is not None else frozenset()
        for caller, call in self.all_calls(context):
            if function is None or not function.callers or (caller, call) in known:
                yield caller, call

    def all_calls(self, context: Context) -> Iterator[tuple[Context, nodes.NodeNG]]:
        """The calls of a context that may run it eagerly, each with the caller: those that no program runs, too."""
        if is_symbolic(self._facts.objects, context):
            return
        for caller, call, traced in self._facts.graph.callers.of(context):
            if traced or caller.scope in self._graphs or excludes(context.scope, call):
                continue
            if not self._is_for_debugging(context, caller, call):
                yield caller, call

    def _is_for_debugging(self, context: Context, caller: Context, call: nodes.NodeNG) -> bool:
        """Whether a call leads to a function or else to a graph of it: the program has a switch for that.

        `self.run = self.step_as_graph if graph else self.step`, where the graph calls the function.
        """
        graphs = self._graphs_around(context.scope)
        return bool(graphs) and any(callee.scope in graphs for callee in caller.summary.called_at(call))

    @remembered
    def _graphs_around(self, scope: nodes.NodeNG) -> Collection[nodes.NodeNG]:
        """The graphs that call a function."""
        callers = self._facts.graph.callers.of(*self._facts.contexts_of(scope))
        return {above.scope for above, _, _ in callers if self._facts.is_hybrid(above.scope)}

    @remembered
    def _callers_of(self, function: FunctionFacts) -> Collection[tuple[Context, nodes.NodeNG]]:
        """The known calls of a function, without those that pass symbolic tensors of Keras and no others."""
        passed: dict[tuple[Context, nodes.NodeNG], set[str]] = {}
        for parameter in function.parameters:
            for each in parameter.incoming:
                kinds = self._facts.objects.tensor_kinds(each.value)
                passed.setdefault((each.caller, each.node), set()).update(kinds)
        calls = ((caller, call) for caller, call, _ in function.callers)
        return frozenset(call for call in calls if passed.get(call) != {"keras"})

    def _of_call(
        self, callee: nodes.NodeNG, caller: Context, call: nodes.NodeNG, apart: bool = False
    ) -> _Frequency | None:
        """What a call says; None where that is how often the caller runs. `apart`: not where others are called."""
        seldom = None
        for loop in repeated_by(call, _name(callee)):
            if (caller.scope in self._able and _is_unrolled(loop)) or (apart and _goes_through(loop, call)):
                continue
            if _calls_another(loop, call):
                continue
            if _goes_through_few(loop):
                # `for plot in (one, other)`, `for batch in data.take(1)`: no more than some calls one after the other.
                continue
            place = (loop, caller.module_path)
            if not is_periodic(call, loop) and not self._comes_after_training(call, loop, caller):
                return _Frequency(Often.PER_ITERATION, place)
            seldom = place
        if seldom is not None:
            return _Frequency(Often.SELDOM, seldom)
        if isinstance(call, nodes.Call) and self._facts.iterates(call):
            return _Frequency(Often.PER_ITERATION, (call, caller.module_path))
        return None if isinstance(caller.scope, (nodes.FunctionDef, nodes.Lambda)) else _Frequency(Often.ONCE)

    def _comes_after_training(self, call: nodes.NodeNG, loop: nodes.NodeNG, caller: Context) -> bool:
        """Whether a round of a loop is an epoch, which trains with all the data before it comes to a call.

        What is numbered may be a few passes over what was just collected, and no data set.
        """
        inner = [
            each
            for each in nodes_inside(loop.frame(), nodes.For)
            if loop.parent_of(each) and not each.parent_of(call) and not _is_numbered(each) and runs_before(each, call)
        ]
        if not inner:
            return False
        steps = [node for node, callee, _ in caller.summary.edges() if callee in self._stepping]
        steps += _steps(loop.frame())
        return any(each.parent_of(step) for each in inner for step in steps)

    @cached_property
    def _stepping(self) -> Set[Context]:
        """What lets an optimizer make a step, itself or in what it calls."""
        graph = self._facts.graph
        stepping = {scope for scope in {context.scope for context in graph.contexts} if any(_steps(scope))}
        return graph.callers.leading_to(context for context in graph.contexts if context.scope in stepping)


def _steps(scope: nodes.NodeNG) -> Iterator[nodes.Call]:
    """The calls in a scope that let an optimizer make a step."""
    return (call for call in nodes_inside(scope, nodes.Call) if last_name(call.func) in OPTIMIZER_STEPS)


def _is_numbered(loop: nodes.For) -> bool:
    return isinstance(loop.iter, nodes.Call) and last_name(loop.iter.func) == "range"


def _hand_down(found: dict[Context, _Frequency], callees: Mapping[Context, list[_Edge]]) -> None:
    """Let contexts run as often as those that call them, until nothing changes.

    A loop around a call says something only where the function runs in which it stands. Every so many rounds of a loop
    is seldom, however often the function of the loop runs.
    """
    pending = list(found)
    for caller in pending:
        for callee, said in callees.get(caller, ()):
            here = found[caller]
            most = max((_once_more(here, each) for each in said), key=_rank)
            if _rank(most) > _rank(found[callee]):
                found[callee] = most
                pending.append(callee)


def _once_more(caller: _Frequency, said: _Frequency | None) -> _Frequency:
    """How often a call runs whose caller runs so often, and which says so much itself."""
    if said is None or not _is_used(caller):
        return caller
    return said if said.often is Often.SELDOM else max(caller, said, key=_rank)


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


def _goes_through_few(loop: nodes.NodeNG) -> bool:
    """Whether a loop goes through a display with few members or a part of one, or takes few elements of something.

    Or has a round or two.
    """
    if is_short(rounds(loop)):
        return True
    if isinstance(loop, nodes.For):
        return _are_few(loop.iter)
    generators = getattr(loop, "generators", [])
    return len(generators) == 1 and _are_few(generators[0].iter)


def _are_few(iterated: nodes.NodeNG) -> bool:
    taken = taken_of(iterated)
    if isinstance(iterated, nodes.Call) and last_name(iterated.func) == "zip":
        return any(map(_are_few, iterated.args))
    if isinstance(iterated, nodes.Subscript) and isinstance(iterated.slice, nodes.Slice):
        iterated = iterated.value
    displays = _written(iterated) if isinstance(iterated, nodes.Name) else [iterated]
    few = bool(displays) and all(len(getattr(each, "elts", ())) in range(1, FEW) for each in displays)
    return few or (taken is not None and taken < FEW)


def _written(name: nodes.Name) -> list[nodes.NodeNG]:
    """The displays that a name stands for, where nothing is called on it that might make one longer."""
    found = [assignment_of(each) for each in bindings(name)]
    values = [each.value for each in found if each is not None and each.plain and not each.member]
    displays = [each for each in values if isinstance(each, (nodes.List, nodes.Tuple))]
    if len(displays) != len(found):
        return []
    used = (each.expr for each in nodes_inside(name.root(), nodes.Attribute))
    return [] if any(isinstance(each, nodes.Name) and each.name == name.name for each in used) else displays


def _calls_another(loop: nodes.NodeNG, call: nodes.NodeNG) -> bool:
    """Whether each round calls another object, for which a graph is traced anew: `for block in blocks: block(x)`.

    What a round makes of the loop variable is another object, too: `for make in models: model = make(); model(x)`.
    """
    called = getattr(call, "func", None)
    if isinstance(called, nodes.Attribute):
        called = called.expr
    if isinstance(called, nodes.Subscript):
        called = called.slice
    if not isinstance(called, nodes.Name):
        return False
    names = targets(loop)
    return called.name in names or _is_made_of(names, called, loop)


def _is_made_of(names: Set[str], made: nodes.Name, loop: nodes.NodeNG) -> bool:
    """Whether calls in a loop alone bind a name, each of which takes, or calls, what one of `names` stands for."""
    found = [assignment_of(each) for each in bindings(made)]
    values = [each.value for each in found if each is not None and each.plain and not each.member]
    calls = [each for each in values if isinstance(each, nodes.Call) and loop.parent_of(each)]
    read = [{name.name for name in each.nodes_of_class(nodes.Name)} for each in calls]
    return 0 < len(calls) == len(found) and not any(map(names.isdisjoint, read))


def _is_unrolled(loop: nodes.NodeNG) -> bool:
    """Whether a loop in what could be a graph goes through some layers or steps: no more than a part of one call."""
    if not isinstance(loop, nodes.For):
        return not isinstance(loop, nodes.While)
    number = rounds(loop)
    called = getattr(loop.iter, "func", None)
    return number is not None and number <= _UNROLLED or getattr(called, "name", "") != "range"


def is_periodic(node: nodes.NodeNG, around: nodes.NodeNG) -> bool:
    """Whether a condition between a place and the loop or function around it holds only every so many rounds.

    A loop calls `__next__` itself.
    """
    child = node
    while child is not around:
        parent = child.parent
        if isinstance(parent, nodes.If) and child in parent.body and _holds_seldom(parent):
            return True
        child = parent
    return False


def _holds_seldom(condition: nodes.If) -> bool:
    """`if step % n == 0` in any spelling, alone or among other conditions, and `n` more than a few.

    So does `if count == n`, where the counter begins anew.
    """
    periods = (_period(each) for each in _found_equal(condition.test))
    if any(period is not None and not _is_small(period) for period in periods):
        return True
    begun = {target for each in condition.body if _is_zero(each) for target in map(spelled, each.targets)}
    return any(
        spelled(compared.left) in begun and not _is_small(compared.ops[0][1])
        for compared in condition.test.nodes_of_class(nodes.Compare)
        if begun and compared.ops[0][0] in ("==", ">=", ">")
    )


def _is_zero(statement: nodes.NodeNG) -> bool:
    """`count = 0`."""
    value = statement.value if isinstance(statement, nodes.Assign) else None
    return isinstance(value, nodes.Const) and value.value == 0


def _found_equal(test: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """What a condition compares with something for equality: `left == 0`, `tf.equal(left, 0)`, `not left`."""
    for compared in test.nodes_of_class(nodes.Compare):
        if compared.ops[0][0] == "==":
            yield compared.left
    for negated in test.nodes_of_class(nodes.UnaryOp):
        if negated.op == "not":
            yield negated.operand
    for call in test.nodes_of_class(nodes.Call):
        if last_name(call.func) == "equal" and len(call.args) == 2:
            yield call.args[0]


def _period(counter: nodes.NodeNG) -> nodes.NodeNG | None:
    """The `n` of `step % n` or `tf.math.floormod(step, n)`."""
    if isinstance(counter, nodes.BinOp):
        return counter.right if counter.op == "%" else None
    modulo = isinstance(counter, nodes.Call) and last_name(counter.func) in ("mod", "floormod")
    return counter.args[1] if modulo and len(counter.args) == 2 else None


def _is_small(number: nodes.NodeNG) -> bool:
    """Whether an expression is a few rounds of a loop, or a name to which nothing else is assigned."""
    if isinstance(number, nodes.Const):
        return isinstance(number.value, int) and number.value < FEW
    assigned = [assignment_of(each) for each in bindings(number)] if isinstance(number, nodes.Name) else []
    values = [each.value for each in assigned if each is not None and each.plain and not each.member]
    return bool(values) and len(values) == len(assigned) and all(map(_is_small, values))
