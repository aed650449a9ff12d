"""Blocks: runs of statements in eager loops that compute enough for a graph, and that a graph could keep.

What stands here finds candidates, from the facts about the program as it is. Whether one is a graph in the end is
asked of the program in which it is a function: see `surfaces.blocks`.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import islice

from astroid import nodes

from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Assumption, Certainty, Condition, Context, DirectEffect
from hybridize.inference.facts.repetition import OPTIMIZER_STEPS, Loop, Often, Repetition
from hybridize.program import ModuleTree
from hybridize.program.blocks import Run, bodies, bound_by, can_stand_inside
from hybridize.program.calls import called_name, method_name, receiver_of
from hybridize.program.first_call_guards import is_eager_only
from hybridize.program.flow.order import runs_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assignments, builtin_called
from hybridize.program.loops import loop_around
from hybridize.program.places import place_of
from hybridize.program.scopes import ScopeNames, parameter_names, receiver_name
from hybridize.program.syntax import contains, is_name, last_name, spelled
from hybridize.settings import Gain
from hybridize.verdicts.decide.near_misses import causes, done_elsewhere, origin
from hybridize.verdicts.evidence.assumptions import FewValues, NoKnownCaller, ReturnsTensors
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.blocks import (
    ArrayAsTensor,
    ChangedInPlace,
    FewRounds,
    NumberAsTensor,
    OpenShape,
    ValueOfRound,
)
from hybridize.verdicts.evidence.gain import OneCallObject, OnePass, VaryingShape
from hybridize.verdicts.evidence.retracing import MadeAnew, RetracedArgument
from hybridize.verdicts.evidence.safety import (
    ArrayMeets,
    ArrayMeetsNumber,
    ChangingObject,
    ConflictingDtypes,
    Observed,
    ReassignedAttribute,
    ReassignedName,
    WideArrayMeets,
)
from hybridize.verdicts.gain.operations import GRADIENTS, UPDATING, USING_GRADIENTS, runs_of_optimizer, weight_of
from hybridize.verdicts.gain.rounds import RoundCounts, total
from hybridize.verdicts.gain.thresholds import (
    BREAK_EVEN,
    HIGH,
    MEDIUM,
    ROUNDS,
    ROUNDS_OF_KERAS,
    ROUNDS_OF_OPTIMIZER,
    ROUNDS_OF_TAPE,
    pays,
)
from hybridize.verdicts.model.parts import Action, Block, Place, Safety
from hybridize.verdicts.model.steps import subject_of
from hybridize.verdicts.model.verdict import JudgedBlock, Verdict
from hybridize.verdicts.project.obsolete import OldPrograms
from hybridize.verdicts.state.first_updates import CHANGING

_EAGER = frozenset(
    {
        "eager-only-call", "numpy-on-tensor", "python-random", "creates-variable", "deferred-execution", "side-effects",
        "iterator", "seed-sequence", "eager-switch", "clock",
    }
)  # fmt: skip
"""Conditions that end a block where they hold; what else speaks against a graph is asked of the function."""
_BELOW = (_EAGER | {"tensor-iteration"}) - {"creates-variable"}
"""Those that do so in what is called: models make their variables with the first call."""
_SURE = (Certainty.SEEN, Certainty.UNSEEN)
_CONVERTING = frozenset({"tensorflow.constant", "tensorflow.convert_to_tensor"})
"""Operations that only bring values into the framework: that is done where the function is called."""
_OF_BODIES = (Observed, ReassignedAttribute, ReassignedName)
"""What keeps a function from being a graph by what it does, and not by what it is called with."""
_NUMBERS = frozenset({"int", "float", "len", "round"})
"""Builtins that give Python numbers."""
_GRAPH = "tensorflow.function"
"""The operation that a call of a graph is."""
_TRACING = frozenset({"tensorflow.GradientTape.batch_jacobian", "tensorflow.GradientTape.jacobian"})
"""They trace a loop in each call, eagerly."""
_METRICS = frozenset({"update_state"})
_OF_METRICS = "keras.metrics.Metric."
_TRIMMED = 3
"""Statements that are left away at an end so that the rest can be a function."""


@dataclass
class _Statement:
    """What is known of one statement of a body."""

    fixed: bool = False
    """Python does not let it move, or no graph has what it works on."""
    unkept: set[tuple[str, int]] = field(default_factory=set)
    """The files and lines of what it does that no graph keeps."""
    below: set[tuple[str, int]] = field(default_factory=set)
    """Those of what it calls: by all that leads there, which need not be what this call leads to."""
    cost: int = 0
    """What its operations run, about."""
    advised: int = 0
    """What of that runs in functions that HYB001 reports."""
    metrics: int = 0
    """What of it metrics run."""
    updates: int = 0
    """What its optimizers run for the variables."""
    own: set[str] = field(default_factory=set)
    """The operations that run elsewhere."""
    operations: set[str] = field(default_factory=set)
    """The names of its operations."""
    counted: set[tuple[nodes.NodeNG, nodes.NodeNG | str]] = field(default_factory=set)
    """The operations whose cost is known, with what leads to them."""
    needs: dict[nodes.NodeNG, tuple[str, int] | None] = field(default_factory=dict)
    """What must stand in the same run: where an object is made that it changes, the tape that it asks. With the file
    and line of the change where what it calls makes it.
    """
    makes: bool = False
    """It makes variables, as those of a model."""

    @property
    def blocked(self) -> bool:
        """Whether it can be in no graph as it is."""
        return self.fixed or bool(self.unkept or self.below)

    def add_unkept(self, via: nodes.NodeNG, node: nodes.NodeNG) -> None:
        """No graph keeps what a node does that stands in the statement, or in what is called `via` a node of it."""
        (self.unkept if via is node else self.below).add(_line(node))

    @property
    def converts(self) -> bool:
        """Whether all that it does is to make tensors of values."""
        return self.operations <= _CONVERTING

    @property
    def calls_graph(self) -> bool:
        """Whether all that it does is to call what is a graph already."""
        return self.operations == {_GRAPH}


def _keeps_all(statements: Mapping[nodes.NodeNG, _Statement]) -> bool:
    """Whether a graph can do everything that the statements do, and the functions that they call."""
    return not any(each.blocked for each in statements.values())


def _keeps_own(statements: Mapping[nodes.NodeNG, _Statement]) -> bool:
    """The same, except for the functions that are called under a tape: a graph may fail to do what these do."""
    return not any(
        each.unkept or (each.below and not (isinstance(node, nodes.With) and _tapes(node)))
        for node, each in statements.items()
    )


def _keeps_all_but_one(statements: Mapping[nodes.NodeNG, _Statement]) -> bool:
    """Whether at most one line does what no graph can do."""
    return len({line for each in statements.values() for line in each.unkept | each.below}) <= 1


@dataclass(frozen=True)
class _Found:
    """A run that is worth a graph, about."""

    run: Run
    cost: int
    operations: frozenset[str]
    obstructed: bool
    """Something in it does what no graph keeps, or may lead there."""
    rounds: int | None = None
    """How often a program runs it."""
    traced: int | None = None
    """How many of these rounds have one trace."""


class Blocks:
    """Finds the blocks of a program."""

    def __init__(self, facts: Facts, verdicts: Sequence[Verdict], obstructed: bool = False) -> None:
        """`obstructed`: those as well that one line alone holds back."""
        self._facts = facts
        self._obstructed = obstructed
        self._repetition = Repetition(facts.graph)
        self._rounds = RoundCounts(facts)
        self._old = OldPrograms(facts)
        self._verdicts = {(each.path, each.place.line): each for each in verdicts}
        advised = [each for each in facts.functions if self._is_advised(each)]
        self._advised = {each.node for each in advised}
        contexts = [context for each in advised for context in each.contexts]
        self._below_advised = facts.graph.reached(contexts).scopes
        """What functions that HYB001 reports run in their graphs, where that is followed."""

    def found(self) -> list[Block]:
        """All of them, by place: none inside what runs as a graph or should, and none that runs or overlaps another."""
        found = {
            module: list(self._in_module(module))
            for module in self._facts.program.modules
            if module.file.relative not in self._facts.silent and not self._old.has(module)
        }
        holding = {each.run.scope for in_module in found.values() for each, _, _ in in_module}
        out: list[Block] = []
        for module, in_module in found.items():
            taken = _mentioned(module)
            kept = [each for each in in_module if self._called_by(each[0].run).isdisjoint(holding)]
            for each in sorted(kept, key=lambda each: (each[0].obstructed, each[0].run.first)):
                out.append(self._block(module, *each, taken))
        return sorted(out, key=lambda each: each.place)

    def _in_module(self, module: ModuleTree) -> Iterator[tuple[_Found, FunctionFacts | None, Loop]]:
        yield from self._of_scope(module, module.tree, None)
        for function in self._facts.functions:
            if function.module is module and self._runs_eagerly(function):
                yield from self._of_scope(module, function.node, function)

    def _called_by(self, run: Run) -> Set[nodes.NodeNG]:
        """The functions that the statements of a run lead to."""
        called = (
            callee
            for context in self._facts.contexts_of(run.scope)
            for call, callee in context.summary.calls
            if any(contains(each, call) for each in run.statements)
        )
        return self._facts.graph.reached(called).scopes

    def _runs_eagerly(self, function: FunctionFacts) -> bool:
        """Whether nothing makes a graph of a function, nor is advised to."""
        names = function.names
        if names.is_async or names.is_generator or not isinstance(function.node, nodes.FunctionDef):
            return False
        verdict = self._verdicts.get((function.module.file.relative, function.site.line))
        if verdict is None or verdict.mode.traced or verdict.callers.covered or verdict.callers.only_keras:
            return False
        if function.node in self._below_advised:
            return False
        advised = verdict.recommendation
        return advised.action is not Action.HYBRIDIZE and not advised.served_by

    def _is_advised(self, function: FunctionFacts) -> bool:
        verdict = self._verdicts.get((function.module.file.relative, function.site.line))
        return verdict is not None and verdict.recommendation.action is Action.HYBRIDIZE

    def _of_scope(
        self, module: ModuleTree, scope: nodes.NodeNG, function: FunctionFacts | None
    ) -> Iterator[tuple[_Found, FunctionFacts | None, Loop]]:
        """The blocks of a function or of the body of a module, each with the loop that runs it."""
        contexts = [each for each in self._facts.contexts_of(scope) if each.progress.evaluated]
        calling = self._calling_loop(function) if function is not None else None
        loops = calling is not None or nodes_inside(scope, nodes.For) or nodes_inside(scope, nodes.While)
        if not contexts or not loops:
            return
        names = contexts[0].names
        search = _Search(self._facts, contexts, scope, names, self._advised, self._kept_from_graphs, self._obstructed)
        again = function is not None and self._repetition.of_contexts(contexts).again
        for found in search.blocks(scope.body, None, calling is not None):
            around = loop_around(found.run.statements[0])
            if around is not None and again and not _trains(found):
                # Loops that train are long; others may take less than the trace of each call.
                continue
            loop = calling if around is None else self._repetition.loop(around, module.file.relative)
            ways = self._rounds.of(found.run.statements[0], contexts)
            if not _trains(found) and all(each.single_pass for each in ways):
                # As to test a model: that may take less than the trace.
                continue
            # What stands beside a loop of a function is made, and traced, in each call of that.
            anew = again and around is not None
            one = self._rounds.of_call(found.run.statements[0], contexts) if anew else ways
            if loop is not None and not all(each.few for each in one):
                rounds = total(ways)
                yield replace(found, rounds=rounds, traced=total(one, max) if anew else rounds), function, loop

    def _kept_from_graphs(self, scope: nodes.NodeNG) -> Iterable[tuple[str, int]]:
        """The files and lines that keep a function from being a graph, whoever calls it."""
        function = self._facts.function_of(scope)
        if function is None:
            return
        verdict = self._verdicts.get((function.module.file.relative, function.site.line))
        for each in causes(verdict.decision, verdict.computation) if verdict is not None else ():
            if isinstance(each, _OF_BODIES):
                yield origin(each).path, origin(each).line

    def _calling_loop(self, function: FunctionFacts) -> Loop | None:
        """The loop that calls a function in each round, where the block could stand beside that."""
        node = function.node
        if node.decorators is not None or function.node.args.vararg or function.node.args.kwarg:
            return None
        if isinstance(node.parent, nodes.ClassDef) and (not parameter_names(node) or node.name.startswith("__")):
            return None
        silent = self._facts.silent_about(function)
        runs = self._repetition.of_calls(function.callers, node.name, silent, 1)
        return runs.loops[0] if runs.often is Often.PER_ITERATION and runs.loops else None

    def _block(
        self, module: ModuleTree, found: _Found, function: FunctionFacts | None, loop: Loop, taken: set[str]
    ) -> Block:
        run, path = found.run, module.file.relative
        subject = subject_of(module.file, function)
        first, last = place_of(path, run.statements[0]), place_of(path, run.statements[-1])
        anchor = function.site.line if run.loop is None and function is not None else int(run.anchor.lineno or 1)
        name = _free_name(found, taken)
        return Block(
            subject,
            Place(path, first.line, first.column, last.end_line, last.end_column),
            anchor,
            loop.place,
            name,
            run.inputs,
            run.results,
            run.receiver,
            tuple((each, _dtype(run, each)) for each in run.inputs if is_number(run.scope, each)),
            tuple(each for each in run.inputs if _is_augmented(run, each)),
            _trains(found),
            found.obstructed,
            found.rounds,
            found.traced,
            _enough(found),
        )


def judged(
    block: Block, verdict: Verdict, mismatched: bool, graphs: Sequence[Verdict] = ()
) -> JudgedBlock | None:
    """What the verdict on the function that a block would be means for the block; None where it cannot be one.

    `mismatched`: the framework refuses something in it, as the function has it. `graphs` are the functions that are
    graphs already: what happens in these happens as it did.
    """
    gain, advised = verdict.gain, verdict.recommendation
    assumptions = [*verdict.decision.assumptions, *advised.granted, *_doubts(block, verdict)]
    obstacle: Evidence | None = None
    if any(isinstance(each, ReturnsTensors) for each in assumptions):
        # What reads the results meant numbers of Python.
        return None
    if mismatched or (not block.trains and any(isinstance(each, NoKnownCaller) for each in assumptions)):
        # It raises as it is: that is to be said first. Or nobody knows how often its loop runs, if it ever does.
        return None
    if block.traced is not None and not pays(gain.runs, block.traced, block.enough):
        return None
    if advised.action is Action.HYBRIDIZE and advised.fix is not None:
        safety = Safety.UNSAFE if assumptions else advised.fix
    else:
        found, kept = _causes(verdict, graphs)
        obstacle = _obstacle(verdict, found, kept)
        if obstacle is None:
            return _held_back(block, verdict, found) if block.obstructed else None
        # The function is the same as a graph: what is in doubt is whether it pays.
        anew = isinstance(obstacle, MadeAnew)
        if not block.trains and (anew or (isinstance(obstacle, FewRounds) and block.rounds is None)):
            return None
        assumptions += (each for each in map(done_elsewhere, kept) if each is not None)
        seldom = anew and (gain.runs < HIGH or _takes_objects(block, verdict))
        converted = _conversions(found)
        if converted:
            block = replace(block, numbers=(*block.numbers, *converted))
            assumptions += (ArrayAsTensor(block.place, *each) for each in converted)
            safety, obstacle = Safety.UNSAFE, None
        elif seldom or isinstance(obstacle, _FIRST):
            safety = Safety.DISPLAY_ONLY
        else:
            counted = isinstance(obstacle, FewRounds) and block.rounds is not None
            if done_elsewhere(obstacle) is None and not (counted and assumptions):
                assumptions.append(obstacle)
            safety, obstacle = Safety.UNSAFE, None
    few = next((each for each in assumptions if isinstance(each, FewValues)), None)
    if few is not None and obstacle is None:
        safety, obstacle = Safety.DISPLAY_ONLY, ValueOfRound(few.place, few.parameter)
    if advised.conversions and obstacle is None:
        # What else than the block calls the function passes numbers all the same.
        safety, obstacle = Safety.DISPLAY_ONLY, ValueOfRound(block.place, advised.conversions[0][0])
    block = replace(block, obstructed=False)
    return JudgedBlock(
        block, safety, gain.operations, gain.runs, verdict.framework, tuple(dict.fromkeys(assumptions)), obstacle
    )


_FIRST = (
    ArrayMeets, ArrayMeetsNumber, ChangingObject, ConflictingDtypes, OneCallObject, RetracedArgument, VaryingShape,
    WideArrayMeets,
)  # fmt: skip
"""What has to be changed before a graph serves, and more than one round."""


def _held_back(block: Block, verdict: Verdict, found: Sequence[Evidence]) -> JudgedBlock | None:
    """A block that one line keeps from being a graph; None where several do, or it would not pay."""
    gain, lines = verdict.gain, {(origin(each).path, origin(each).line) for each in found}
    if len(lines) != 1 or verdict.computation.has_tensor_computation is not True or gain.level is Gain.NONE:
        return None
    return JudgedBlock(
        block, Safety.DISPLAY_ONLY, gain.operations, gain.runs, verdict.framework, obstacle=found[-1]
    )


def _causes(verdict: Verdict, graphs: Sequence[Verdict]) -> tuple[list[Evidence], list[Evidence]]:
    """What keeps the function from being a graph, and what of that happens in functions that are graphs already, or
    perhaps with other calls alone.
    """
    found: list[Evidence] = []
    kept: list[Evidence] = []
    for each in causes(verdict.decision, verdict.computation):
        in_graph = any(_is_in(step.place, graph) for step in each.chain for graph in graphs)
        (kept if in_graph or done_elsewhere(each) is not None else found).append(each)
    return found, kept


def _is_in(place: Place, function: Verdict) -> bool:
    return place.path == function.path and function.place.line <= place.line <= function.end_line


def _obstacle(verdict: Verdict, found: Sequence[Evidence], kept: Sequence[Evidence]) -> Evidence | None:
    """What keeps the function from being advised, where it only makes traces, or may make it pay less.

    `kept` is what stays as it is, in graphs that it calls: there is doubt about it where nothing else is found.
    """
    unprofitable = verdict.gain.unprofitable
    if verdict.computation.has_tensor_computation is not True or verdict.gain.level is Gain.NONE:
        return None
    if verdict.callers.covered or not (unprofitable is None or isinstance(unprofitable, (OnePass, *_FIRST))):
        return None
    if not all(isinstance(each, (MadeAnew, *_FIRST)) for each in found):
        return None
    # What is traced anew gains nothing, whatever else is mended.
    by_weight = sorted((*found, unprofitable), key=lambda each: not isinstance(each, RetracedArgument))
    first = next((each for each in by_weight if isinstance(each, _FIRST)), None)
    if first is not None or not isinstance(unprofitable, OnePass):
        return first or next(iter((*found, *kept)), None)
    return FewRounds(unprofitable.place)


def _conversions(found: Sequence[Evidence]) -> tuple[tuple[str, str], ...]:
    """The arrays to pass as tensors of which dtype, where nothing else keeps the function from being a graph."""
    conflicts = [each for each in found if isinstance(each, ConflictingDtypes)]
    wanted = dict.fromkeys((each.parameter, each.other) for each in conflicts)
    unique = len({name for name, _ in wanted}) == len(wanted)
    return tuple(wanted) if unique and len(conflicts) == len(found) else ()


def _takes_objects(block: Block, verdict: Verdict) -> bool:
    """Whether something else than tensors and numbers is passed, of which each round may have its own."""
    numbers = {block.receiver, *dict(block.numbers)}
    return any(
        not (each.tensor or each.container or each.array) and each.name not in numbers for each in verdict.parameters
    )


def _doubts(block: Block, verdict: Verdict) -> Iterator[Evidence]:
    """What the edit takes for granted of the inputs of a block."""
    numbers = dict(block.numbers)
    for each in verdict.parameters:
        if each.name in numbers:
            yield NumberAsTensor(block.place, each.name, numbers[each.name])
            continue
        if any(one.shape is None or None in one.shape for one in (*each.types, *each.possible)):
            yield OpenShape(block.place, each.name)
        if each.name in block.augmented and each.array is not False:
            yield ChangedInPlace(block.place, each.name)


class _Search:
    """Looks for the blocks of one function or module."""

    def __init__(
        self,
        facts: Facts,
        contexts: Sequence[Context],
        scope: nodes.NodeNG,
        names: ScopeNames,
        advised: Collection[nodes.NodeNG],
        kept_from_graphs: Callable[[nodes.NodeNG], Iterable[tuple[str, int]]],
        obstructed: bool,
    ) -> None:
        """`advised` are the functions that HYB001 reports."""
        self._kept_from_graphs = kept_from_graphs
        self._facts = facts
        self._obstructed = obstructed
        self._advised = advised
        self._contexts = contexts
        self._scope = scope
        self._names = names

    def blocks(self, body: Sequence[nodes.NodeNG], loop: nodes.NodeNG | None, called: bool) -> list[_Found]:
        """The blocks of a body, the innermost first; `loop` is the outermost one around it.

        `called`: a loop calls the function, so that what stands in no loop of its own runs again and again, too.
        """
        if self._computing.isdisjoint(body):
            return []
        known = {each: _Statement(not can_stand_inside(each)) for each in body}
        if loop is not None or called:
            self._describe(known, loop)
        found: list[_Found] = []
        for statement, said in known.items():
            if isinstance(statement, (nodes.For, nodes.While)):
                inner = self._inside(statement, loop or statement, called)
            elif said.blocked or loop is None:
                inner = self._inside(statement, loop, called)
            else:
                continue
            found += inner
            said.fixed = said.fixed or bool(inner)
        if loop is not None or called:
            own = self._runs(body, known, loop, _keeps_all)
            if loop is None:
                # A part of a function that a loop calls is taken out of it for a step of training alone.
                own = [each for each in own if _trains(each)]
            best = max(own, key=lambda each: each.cost, default=None)
            found += [each for each in own if each is best or _trains(each)]
            for kept in (_keeps_own, _keeps_all_but_one) if self._obstructed else (_keeps_own,):
                if not any(map(_trains, found)):
                    found += filter(_trains, self._runs(body, known, loop, kept))
        return found

    @cached_property
    def _computing(self) -> set[nodes.NodeNG]:
        """What stands around operations of the scope, and around the calls that lead to some."""
        graph, found = self._facts.graph, set[nodes.NodeNG]()
        for context in self._contexts:
            leading = (
                call
                for (call, callee), edge in context.summary.calls.items()
                if graph.operations.get(callee) or edge.hybrid or self._facts.is_hybrid(callee.scope)
            )
            for node in (*context.summary.operations, *leading):
                around: nodes.NodeNG | None = node
                while around is not None and around not in found:
                    found.add(around)
                    around = around.parent
        return found

    def _inside(self, statement: nodes.NodeNG, loop: nodes.NodeNG | None, called: bool) -> list[_Found]:
        if isinstance(statement, nodes.With) and _tapes(statement):
            # What is recorded there and what asks the tape belong together.
            return []
        if isinstance(statement, nodes.Try) and loop is None:
            return [each for body in (statement.body, statement.finalbody) for each in self.blocks(body, None, False)]
        return [each for body in bodies([statement]) for each in self.blocks(body, loop, called)]

    def _runs(
        self,
        body: Sequence[nodes.NodeNG],
        known: Mapping[nodes.NodeNG, _Statement],
        loop: nodes.NodeNG | None,
        kept: Callable[[Mapping[nodes.NodeNG, _Statement]], bool],
    ) -> list[_Found]:
        """The runs of a body that could be graphs, and would pay: those whose statements pass a test."""
        out: list[_Found] = []
        current: list[nodes.NodeNG] = []
        for statement in [*body, None]:
            if statement is not None and self._fits(statement, known, current, kept):
                current.append(statement)
                continue
            found = self._trimmed(current, known, loop, kept is not _keeps_all)
            out += [] if found is None else [found]
            # What changes an object that the run before made may begin the next one only where it does not need it.
            again = statement is not None and current and self._fits(statement, known, [], kept)
            current = [statement] if again else []
        return out

    @staticmethod
    def _fits(
        statement: nodes.NodeNG,
        known: Mapping[nodes.NodeNG, _Statement],
        current: Sequence[nodes.NodeNG],
        kept: Callable[[Mapping[nodes.NodeNG, _Statement]], bool],
    ) -> bool:
        """Whether a statement can go on the run before it."""
        said, inside = known[statement], (*current, statement)
        lacking = {line for need, line in said.needs.items() if not any(contains(each, need) for each in inside)}
        if said.fixed or None in lacking:
            return False
        below = said.below.union(line for line in lacking if line is not None)
        return kept({**{each: known[each] for each in current}, statement: replace(said, below=below)})

    def _trimmed(
        self,
        current: Sequence[nodes.NodeNG],
        known: Mapping[nodes.NodeNG, _Statement],
        loop: nodes.NodeNG | None,
        obstructed: bool,
    ) -> _Found | None:
        """The run without what only prepares it, or keeps books afterwards; None where it would not pay."""
        first, last = 0, len(current)
        while first < last and self._prepares(current[first], known[current[first]]):
            first += 1
        ends = (
            end
            for end in range(last, first, -1)
            if self._ends(current[end - 1], known[current[end - 1]], current[first : end - 1])
        )
        for end in islice(ends, _TRIMMED):
            said = [known[each] for each in current[first:end]]
            operations = frozenset[str]().union(*(each.operations for each in said))
            # A tape is the heart of a step; beside one, what is advised to be a graph needs no other around it,
            # and metrics belong to what computes their arguments.
            cost = sum(each.cost - each.advised - each.metrics for each in said)
            if any(not GRADIENTS.isdisjoint(each.own) for each in said):
                cost = sum(2 * each.cost + each.updates for each in said)
            if cost < (MEDIUM if GRADIENTS.isdisjoint(operations) else BREAK_EVEN):
                return None
            run = Run(self._scope, self._names, tuple(current[first:end]), loop)
            made = {name for each, one in known.items() if one.makes for name in bound_by(each)}
            movable = run.can_move and not self._hands_on_tape(run) and not _changes_input(run)
            if movable and made.isdisjoint(run.inputs):
                if not run.results and not any(map(_changes_state, operations)):
                    # What nobody reads is there for something else: it shows a use, or measures time.
                    continue
                return _Found(run, cost, operations, obstructed)
        return None

    @staticmethod
    def _prepares(statement: nodes.NodeNG, said: _Statement) -> bool:
        """Whether a statement may as well run before the block: it needs no graph, or has its own."""
        return said.converts or (said.calls_graph and not isinstance(statement, nodes.With))

    def _ends(self, statement: nodes.NodeNG, said: _Statement, before: Sequence[nodes.NodeNG]) -> bool:
        """Whether a statement may be the last one of a block."""
        bound = {name for each in before for name in bound_by(each)}
        if isinstance(statement, nodes.Delete):
            return all(each.name in bound for each in statement.targets)
        if isinstance(statement, nodes.AugAssign) and isinstance(statement.target, nodes.AssignName):
            begun = assignments(self._scope, statement.target.name)
            # A sum that begins with a Python number.
            if any(each.plain and isinstance(each.value, nodes.Const) for each in begun):
                return False
        if isinstance(statement, nodes.Assign) and _is_alias(statement.value, bound):
            return True
        return not self._prepares(statement, said)

    def _hands_on_tape(self, run: Run) -> bool:
        return not self._tape_names.isdisjoint((*run.inputs, *run.results))

    @cached_property
    def _tape_names(self) -> set[str]:
        """The names of the tapes that the scope opens."""
        return {name for each in nodes_inside(self._scope, nodes.With) for name in _tapes(each)}

    def _describe(self, known: dict[nodes.NodeNG, _Statement], loop: nodes.NodeNG | None) -> None:
        """Say of each statement of a body what it computes, and what keeps it out of a graph."""
        graph = self._facts.graph
        unseen: dict[nodes.NodeNG, list[Assumption]] = {}
        for context in self._contexts:
            summary = context.summary
            for node in summary.operations:
                self._add_operation(known, node, node)
            for effect in summary.effects.values():
                self._add_effect(known, effect.node, effect)
            for condition in summary.conditions.values():
                self._add_condition(known, condition.node, condition, _EAGER)
            for node in filter(_gives_python, summary.conversions):
                self._block(known, node)
            for assumption in summary.assumptions.values():
                statement = _owner(assumption.node, known)
                if statement is not None:
                    unseen.setdefault(statement, []).append(assumption)
            for (call, callee), edge in summary.calls.items():
                if _owner(call, known) is None or not edge.effects:
                    continue
                if edge.hybrid or self._facts.is_hybrid(callee.scope):
                    # A graph is one operation, and does the same inside of another one.
                    self._add_graph(known, call)
                    continue
                for node in filter(_gives_python, callee.summary.conversions):
                    self._block(known, call, node)
                if (statement := _owner(call, known)) is not None:
                    known[statement].below.update(self._kept_from_graphs(callee.scope))
                for node in graph.operations.get(callee, ()):
                    self._add_operation(known, call, node, callee.scope in self._advised)
                for effect in graph.effects.get(callee, ()):
                    if effect.unguarded is None and not _is_of_new_object(effect, call, callee):
                        self._add_effect(known, call, effect)
                for condition in graph.conditions.get(callee, ()):
                    self._add_condition(known, call, condition, _BELOW)
        changing = set(bound_by(loop)) if loop is not None else self._names.bound
        numbers = {name for name in changing if is_number(self._scope, name)}
        for statement, said in known.items():
            # What optimizers and metrics do gives no tensor, and belongs to the step all the same.
            calls = list(statement.nodes_of_class(nodes.Call))
            said.operations |= set(map(called_name, calls)) & (USING_GRADIENTS | _METRICS)
            if any(builtin_called(each) == "next" for each in calls):
                # Elements are passed to a step.
                said.fixed = True
            if said.converts and any(map(_is_of_unseen_object, unseen.get(statement, ()))):
                said.fixed = True
            binds = not numbers.isdisjoint(bound_by(statement))
            if binds or not all(map(self._is_operand, _reads(statement, numbers))):
                said.fixed = True
            self._need_tapes(statement, known)

    def _need_tapes(self, statement: nodes.NodeNG, known: Mapping[nodes.NodeNG, _Statement]) -> None:
        """What asks a tape needs the `with` that records it in the same block."""
        opened = [each for each in nodes_inside(self._scope, nodes.With) if _tapes(each)]
        names = self._tape_names
        asked = (each.func for each in statement.nodes_of_class(nodes.Call) if self._facts.operation(each) in GRADIENTS)
        if any(isinstance(each, nodes.Attribute) and last_name(each.expr) not in names for each in asked):
            # It comes from elsewhere, with what it has recorded there.
            known[statement].fixed = True
        for name in names:
            reads = list(_reads(statement, {name}))
            if not reads or any(name in _tapes(each) and contains(statement, each) for each in opened):
                continue
            before = [each for each in known if isinstance(each, nodes.With) and name in _tapes(each)]
            before = [each for each in before if runs_before(each, statement)]
            if before:
                known[statement].needs[before[-1]] = None
            else:
                known[statement].fixed = True

    def _add_operation(
        self,
        known: Mapping[nodes.NodeNG, _Statement],
        via: nodes.NodeNG,
        node: nodes.NodeNG,
        advised: bool = False,
    ) -> None:
        statement = _owner(via, known)
        if statement is None or (via, node) in known[statement].counted:
            return
        known[statement].counted.add((via, node))
        name = self._facts.operation(node)
        self._add_named(known[statement], name, weight_of(name), advised)
        if via is node and name in UPDATING:
            known[statement].updates += runs_of_optimizer(node)

    def _add_graph(self, known: Mapping[nodes.NodeNG, _Statement], call: nodes.NodeNG) -> None:
        statement = _owner(call, known)
        if statement is not None and (call, _GRAPH) not in known[statement].counted:
            known[statement].counted.add((call, _GRAPH))
            self._add_named(known[statement], _GRAPH, 1, False)

    @staticmethod
    def _add_named(said: _Statement, name: str, weight: int, advised: bool) -> None:
        said.operations.add(name)
        said.cost += weight
        if name.startswith(_OF_METRICS):
            said.metrics += weight
        if advised:
            said.advised += weight
        else:
            said.own.add(name)

    def _add_effect(
        self, known: Mapping[nodes.NodeNG, _Statement], via: nodes.NodeNG, effect: DirectEffect
    ) -> None:
        statement = _owner(via, known)
        if statement is None or is_eager_only(via):
            return
        site = effect.target.made_at if effect.target is not None else None
        if site is not None and site.frame() is self._scope.frame() and site is not self._scope:
            known[statement].needs[site] = None if via is effect.node else _line(effect.node)
        else:
            known[statement].add_unkept(via, effect.node)

    def _add_condition(
        self,
        known: Mapping[nodes.NodeNG, _Statement],
        via: nodes.NodeNG,
        condition: Condition,
        kinds: frozenset[str],
    ) -> None:
        statement = _owner(via, known)
        if statement is not None:
            known[statement].makes |= condition.kind == "creates-variable"
            if condition.kind in kinds and condition.certainty in _SURE:
                known[statement].add_unkept(via, condition.node)

    @staticmethod
    def _block(
        known: Mapping[nodes.NodeNG, _Statement], via: nodes.NodeNG, node: nodes.NodeNG | None = None
    ) -> None:
        statement = _owner(via, known)
        if statement is not None:
            known[statement].add_unkept(via, node or via)

    def _is_operand(self, name: nodes.NodeNG) -> bool:
        """Whether a Python number goes straight into an operation, where a tensor does as well."""
        node, around = name, name.parent
        while isinstance(around, (nodes.BinOp, nodes.UnaryOp)) and not self._is_operation(around):
            node, around = around, around.parent
        takes = isinstance(around, (nodes.BinOp, nodes.UnaryOp, nodes.AugAssign))
        takes = takes or (isinstance(around, nodes.Call) and node in around.args)
        return takes and self._is_operation(around)

    def _is_operation(self, node: nodes.NodeNG) -> bool:
        return any(node in context.summary.operations for context in self._contexts)


def is_number(scope: nodes.NodeNG, name: str, seen: frozenset[str] = frozenset()) -> bool:
    """Whether a name of a scope stands for Python numbers alone, as far as its assignments tell."""
    bound = [each for each in scope.locals.get(name, ()) if isinstance(each, nodes.NodeNG)]
    found = list(assignments(scope, name))
    if not found or len(found) != len(bound) or name in seen:
        return False
    seen |= {name}
    for each in found:
        if each.iterated:
            called = builtin_called(each.value)
            if not (called == "range" and not each.member) and not (called == "enumerate" and each.member == (0,)):
                return False
        elif each.member or not _gives_number(scope, each.value, seen):
            return False
    return True


def _gives_number(scope: nodes.NodeNG, value: nodes.NodeNG, seen: frozenset[str]) -> bool:
    match value:
        case nodes.Const():
            return isinstance(value.value, (int, float)) and not isinstance(value.value, bool)
        case nodes.UnaryOp():
            return value.op != "not" and _gives_number(scope, value.operand, seen)
        case nodes.BinOp():
            return _gives_number(scope, value.left, seen) and _gives_number(scope, value.right, seen)
        case nodes.Call():
            return builtin_called(value) in _NUMBERS
        case nodes.Name():
            return value.name in seen or is_number(scope, value.name, seen)
    return False


def _dtype(run: Run, name: str) -> str:
    """The dtype of the tensor to pass in the place of a number: that of what it is combined with, as far as is seen."""
    if any(_is_float(run.scope, each.value) for each in assignments(run.scope, name)):
        return "float32"
    for statement in run.statements:
        for read in _reads(statement, {name}):
            around = read.parent
            while isinstance(around, (nodes.BinOp, nodes.UnaryOp)):
                if any(_is_float(run.scope, each) for each in around.get_children()):
                    return "float32"
                around = around.parent
    return "int32"


def _is_float(scope: nodes.NodeNG, value: nodes.NodeNG, depth: int = 3) -> bool:
    """Whether an expression certainly is a Python float."""
    match value:
        case nodes.Const():
            return isinstance(value.value, float)
        case nodes.BinOp():
            return value.op == "/" or any(_is_float(scope, each, depth) for each in (value.left, value.right))
        case nodes.Call():
            return builtin_called(value) == "float"
        case nodes.Name():
            owner = scope if value.name in scope.locals else scope.root()
            return depth > 0 and any(_is_float(owner, each.value, depth - 1) for each in assignments(owner, value.name))
    return False


def _is_augmented(run: Run, name: str) -> bool:
    """Whether a block changes what it is given by `+=` and the like."""
    targets = (node.target for each in run.statements for node in each.nodes_of_class(nodes.AugAssign))
    return any(spelled(each) == (name,) for each in targets)


def _changes_state(operation: str) -> bool:
    """Whether an operation changes a variable, by its name."""
    changing = ("assign", "scatter", "apply", "minimize", "update")
    return operation.rpartition(".")[2].startswith(changing) or operation == f"{_OF_METRICS}__call__"


def _gives_python(node: nodes.NodeNG) -> bool:
    """Whether an expression makes a Python number of a tensor."""
    return builtin_called(node) in ("float", "int", "bool")


def _is_of_unseen_object(assumption: Assumption) -> bool:
    """Whether something is called on an object that nobody knows: an environment, a buffer, a bar of progress."""
    owner = receiver_of(assumption.node)
    return owner is not None and not is_name(owner, "self")


def _is_of_new_object(effect: DirectEffect, call: nodes.NodeNG, callee: Context) -> bool:
    """Whether a call makes the object that it changes: `Class(...)` runs `__init__`."""
    scope = callee.scope
    if not isinstance(scope, nodes.FunctionDef) or scope.name != "__init__" or last_name(call) == "__init__":
        return False
    return effect.target in callee.arguments.get(receiver_name(scope), frozenset())


def _tapes(statement: nodes.With) -> list[str]:
    """The names of the gradient tapes that a `with` opens."""
    return [
        target.name
        for manager, target in statement.items
        if isinstance(target, nodes.AssignName) and called_name(manager) == "GradientTape"
    ]


def _is_alias(value: nodes.NodeNG, bound: set[str]) -> bool:
    """Whether an expression is one of some names, or a tuple of them."""
    if isinstance(value, nodes.Tuple):
        return bool(value.elts) and all(_is_alias(each, bound) for each in value.elts)
    return isinstance(value, nodes.Name) and value.name in bound


def _reads(statement: nodes.NodeNG, names: set[str]) -> Iterator[nodes.NodeNG]:
    """Where a statement reads one of some names."""
    if names:
        yield from (each for each in statement.nodes_of_class(nodes.Name) if each.name in names)


def _owner(node: nodes.NodeNG, known: Mapping[nodes.NodeNG, _Statement]) -> nodes.NodeNG | None:
    """The statement of a body in which a node stands; None where it stands elsewhere."""
    current: nodes.NodeNG | None = node
    while current is not None and current not in known:
        current = current.parent
    return current


def _enough(found: _Found) -> int:
    """How many rounds of a block take as long as its trace, about."""
    if not found.operations.isdisjoint(OPTIMIZER_STEPS | _TRACING):
        return ROUNDS_OF_OPTIMIZER
    if _trains(found):
        return ROUNDS_OF_TAPE
    return ROUNDS_OF_KERAS if any(each.startswith("keras.") for each in found.operations) else ROUNDS


def _trains(found: _Found) -> bool:
    """Whether a tape is asked in a block."""
    return not GRADIENTS.isdisjoint(found.operations)


def _changes_input(run: Run) -> bool:
    """Whether a variable that another round brings is changed: each variable is a trace of its own.

    And a weight of Keras 3 arrives as a tensor, which nothing changes.
    """
    changing = (
        receiver_of(call)
        for each in run.statements
        for call in each.nodes_of_class(nodes.Call)
        if method_name(call) in CHANGING
    )
    return any(isinstance(each, nodes.Name) and each.name in run.inputs for each in changing)


def _line(node: nodes.NodeNG) -> tuple[str, int]:
    return str(node.root().file), int(node.lineno or 0)


def _mentioned(module: ModuleTree) -> set[str]:
    """All names and attributes that a module uses."""
    naming = (nodes.Name, nodes.AssignName, nodes.Attribute, nodes.AssignAttr, nodes.FunctionDef, nodes.ClassDef)
    found = {last_name(each) for kind in naming for each in module.all_of(kind)}
    for imported in (*module.all_of(nodes.Import), *module.all_of(nodes.ImportFrom)):
        found |= {alias or name for name, alias in imported.names}
    return found


def _free_name(found: _Found, taken: set[str]) -> str:
    """A name for what the block does, which the module does not use; it is taken then."""
    called = {called_name(call) for each in found.run.statements for call in each.nodes_of_class(nodes.Call)}
    if not GRADIENTS.isdisjoint(found.operations) and not USING_GRADIENTS.isdisjoint(called):
        base = "train_step"
    elif any(each in _METRICS or each.startswith(_OF_METRICS) for each in (*called, *found.operations)):
        base = "evaluate_step"
    elif set(found.run.inputs) & set(found.run.results):
        base = "update_step"
    else:
        base = "compute_step"
    base = f"_{base}" if found.run.receiver else base
    name, number = base, 1
    while name in taken:
        number += 1
        name = f"{base}_{number}"
    taken.add(name)
    return name


__all__ = ["Blocks", "judged"]
