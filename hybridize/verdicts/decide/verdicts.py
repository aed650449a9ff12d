"""From what the inference found out to verdicts: each part of a verdict is asked for, and the verdict is built once.

What a function is worth as a graph depends on its callers, and what is advised on what is advised to them. So there are
three rounds over all functions: what each says by itself, how often it runs, and which callers serve it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace

from astroid import nodes

from hybridize.inference import Extent, Reached
from hybridize.inference.domain.objects import Unknown
from hybridize.inference.domain.queries import has
from hybridize.inference.facts.call_graph import Propagated
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import (
    Assumption,
    Because,
    Condition,
    HybridMark,
    Use,
)
from hybridize.inference.facts.provenance import Provenance
from hybridize.inference.facts.repetition import EagerRuns, Often, Repetition, Runs
from hybridize.inference.facts.shown_calls import MANY, ShownCalls
from hybridize.program.calls import called_by
from hybridize.program.first_call_guards import casts_itself
from hybridize.program.functions import is_left_open
from hybridize.program.places import place_of, source_of
from hybridize.program.syntax import last_name
from hybridize.settings import AnalysisOptions, Gain
from hybridize.sources.model import SourceError
from hybridize.verdicts.decide import preconditions, recommend
from hybridize.verdicts.decide.advice import Advisor
from hybridize.verdicts.decide.coverage import (
    Coverage,
    applies_layers,
    contexts_in_graphs,
    is_part_of_step,
    left_to_keras,
    traced_functions,
    traced_lambdas,
    tracing_call,
)
from hybridize.verdicts.decide.done_last import done_last
from hybridize.verdicts.decide.hazards import Hazards, may_become_graph
from hybridize.verdicts.decide.near_misses import blocks, near_miss
from hybridize.verdicts.decide.recommend import Candidate
from hybridize.verdicts.decide.side_effects import EffectSearch
from hybridize.verdicts.evidence.assumptions import (
    DecoratorTakenOff,
    NoKnownCaller,
    NoSignOfTensor,
    NotSymbolic,
    OnlyTestsCall,
    TakenForTensor,
    UnknownArgument,
    UnseenCode,
)
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.gain import (
    CoveredByCallers,
    FewCalls,
    FewOperations,
    FoundWanting,
    GainTooSmallForUnsafeFix,
    LowGain,
    NoSeenComputation,
    NoTensorComputation,
    OnePass,
    OnlyKeras,
    PartOfModel,
    SeldomRun,
    SmallShareOfLoop,
    SwitchedOff,
)
from hybridize.verdicts.evidence.preconditions import (
    AnalysisFailed,
    NeverRuns,
    OutOfBudget,
    Undetermined,
    UnknownIterator,
    UnknownParameter,
)
from hybridize.verdicts.evidence.retracing import (
    ChangingValue,
    LengthByValue,
    ManyTraces,
    RetracedArgument,
    WorksInGraphs,
)
from hybridize.verdicts.evidence.safety import EffectHazard, FrozenRead, Observed, RefusedCall
from hybridize.verdicts.gain.operations import MUCH, Gains, runs_chain, too_seldom
from hybridize.verdicts.gain.outermost import serving
from hybridize.verdicts.gain.redundant import RedundantGraphs
from hybridize.verdicts.gain.shares import Shares
from hybridize.verdicts.gain.thresholds import FEW_CALLS, MEDIUM
from hybridize.verdicts.model.parts import (
    Action,
    Callers,
    Computation,
    Decorator,
    GraphMode,
    Hybridization,
    InputSignature,
    Parameter,
    Place,
    Safety,
    Step,
    WhyNot,
    WrittenArgument,
    has_tensor,
)
from hybridize.verdicts.model.steps import call_steps, memoizing, subject_of
from hybridize.verdicts.model.verdict import (
    Advice,
    Decision,
    GainEstimate,
    NearMiss,
    Recommendation,
    Retracing,
    Verdict,
)
from hybridize.verdicts.project.comments import taken_off
from hybridize.verdicts.project.merged_contexts import descends, may_leave_cycle
from hybridize.verdicts.project.obsolete import OldPrograms, programs_of_private_keras
from hybridize.verdicts.project.programs import Programs
from hybridize.verdicts.project.switches import EagerSwitches
from hybridize.verdicts.project.unknown_code import uncovered, unseen_code
from hybridize.verdicts.retracing.traces import RetracingSearch, changing
from hybridize.verdicts.retracing.unrolled_loops import UnrolledLoops
from hybridize.verdicts.shapes.dynamic_shapes import DynamicShapes
from hybridize.verdicts.shapes.read_axes import read_axes
from hybridize.verdicts.shapes.signatures import OpenTypeSearch, RefusedCalls, Signatures
from hybridize.verdicts.shapes.sized_by_values import SizedByValues
from hybridize.verdicts.shapes.static_axes import StaticAxes
from hybridize.verdicts.shapes.varying import varying_shape
from hybridize.verdicts.state.first_updates import FirstUpdates
from hybridize.verdicts.state.frozen_reads import draws
from hybridize.verdicts.state.within_trace import WithinTrace
from hybridize.verdicts.values.arrays import Arrays
from hybridize.verdicts.values.asked_arrays import ArraysInGraphs
from hybridize.verdicts.values.conversion import chooses
from hybridize.verdicts.values.parameters import ParameterSearch, implicit_parameters
from hybridize.verdicts.values.symbolic import perhaps_symbolic
from hybridize.workers import SharedWork

TF_FUNCTION_PARAMETERS = (
    "func", "input_signature", "autograph", "jit_compile", "reduce_retracing", "experimental_implements",
    "experimental_autograph_options", "experimental_attributes", "experimental_relax_shapes", "experimental_compile",
    "experimental_follow_type_hints",
)  # fmt: skip
"""The parameters of `tf.function` in the order in which they may be given by position (2.11 to 2.21)."""


@memoizing()
def decide(
    facts: Facts,
    options: AnalysisOptions,
    switches: EagerSwitches | None = None,
    errors: list[SourceError] | None = None,
    *,
    whole: bool = True,
    named: Collection[tuple[str, str]] = (),
    jobs: int = 1,
    watch: Callable[[Extent], None] = lambda _: None,
) -> list[Verdict]:
    """One verdict for each function of the project, and for each lambda that is traced, in path and line order.

    Those on lambdas say what is wrong in them, and nothing else. `watch` is handed what says how far that has come.

    Not `whole`: for findings alone, which are the same. Then the verdict on a function of which no rule can speak says
    only whether it is a candidate, unless it is `named` by path and qualified name. `jobs`: how many processes may
    share the work at most.

    A function that cannot be judged is noted in `errors`, and its verdict says nothing; the others have theirs. Without
    `errors` the exception is raised.
    """
    judge = _Judge(facts, options, switches or EagerSwitches(facts), whole, named)
    drafts, on_lambdas = _drafts(judge, facts, errors, jobs, watch)
    able = {node for node, draft in drafts.items() if draft.candidate.able}
    runs = EagerRuns(facts, judge.graphs, able)
    for function in facts.functions:
        drafts[function.node] = judge.with_frequency(drafts[function.node], runs)
    candidates = {node: draft.candidate for node, draft in drafts.items()}
    servers = serving(facts, candidates, options)
    advised = frozenset(node for node, candidate in candidates.items() if recommend.pays(candidate, options))
    shares = Shares(facts, judge.graphs | advised)
    for node, draft in drafts.items():
        draft = judge.beside(draft, advised)
        drafts[node] = judge.within_round(draft, shares) if node in advised else draft
    verdicts = [judge.verdict(draft, servers.get(node, ()), runs) for node, draft in drafts.items()]
    verdicts += map(_on_lambda, on_lambdas)
    return sorted(verdicts, key=lambda v: (v.path, v.place.line, v.place.column))


_TOGETHER = 16
"""How many functions of a file a process judges before others may take the next ones."""


def _drafts(
    judge: _Judge,
    facts: Facts,
    errors: list[SourceError] | None,
    jobs: int,
    watch: Callable[[Extent], None],
) -> tuple[dict[nodes.NodeNG, _Draft], list[_Draft]]:
    """What each function says by itself, and each lambda that is traced."""
    functions = [*facts.functions, *filter(judge.is_traced, facts.lambdas)]

    def parts(number: int) -> tuple[list[object], list[SourceError]]:
        # Processes hand over neither trees nor facts: both know the function by its number.
        failures: list[SourceError] = []
        draft = _drafted(judge, functions[number], None if errors is None else failures)
        return [getattr(draft, each.name) for each in fields(_Draft)[1:]], failures

    # Functions of one file put the same questions, so one process judges them together.
    files: dict[str, list[int]] = {}
    for number, function in enumerate(functions):
        files.setdefault(function.module.file.relative, []).append(number)
    groups = [file[start : start + _TOGETHER] for file in files.values() for start in range(0, len(file), _TOGETHER)]
    work = SharedWork(parts, groups, jobs)
    watch(lambda: Reached(work.done, len(functions), functions[work.at].node.qname()))
    results = work.results()
    drafts: list[_Draft] = []
    for number, function in enumerate(functions):
        values, failures = results[number]
        drafts.append(_Draft(function, *values))  # type: ignore[arg-type]
        if errors is not None:
            errors += failures
    count = len(facts.functions)
    return {draft.function.node: draft for draft in drafts[:count]}, drafts[count:]


def _drafted(judge: _Judge, function: FunctionFacts, errors: list[SourceError] | None) -> _Draft:
    """What a function says by itself; nothing where the question fails, which is noted in `errors`."""
    try:
        return judge.draft(function)
    except MemoryError:
        raise
    except Exception as error:
        if errors is None:
            raise
        draft = _failed(function, error)
        place = draft.candidate.subject.place
        message = f"the verdict on `{function.site.qualname}` failed: {type(error).__name__}: {error}".splitlines()[0]
        errors.append(SourceError(place.path, place.line, "internal-error", message))
        return draft


def _on_lambda(draft: _Draft) -> Verdict:
    """What stands in a traced lambda itself. Of what it calls, the verdicts on that tell."""
    found = draft.candidate
    own = found.subject.place

    def is_inside(place: Place, chain: tuple[Step, ...]) -> bool:
        end = chain[-1].place if chain else place
        return (own.line, own.column) <= (end.line, end.column) and end.line <= draft.end_line and end.path == own.path

    effects = tuple(each for each in draft.computation.effects if is_inside(each.place, each.chain))
    # What is changed between the calls of a graph, or refused by it, is a question to the lambda.
    own_faults = (RefusedCall, FrozenRead)
    faults = (each for each in draft.faults if isinstance(each, own_faults) or is_inside(each.place, each.chain))
    return Verdict(
        found.subject,
        draft.end_line,
        draft.parameters,
        mode=found.mode,
        computation=replace(draft.computation, effects=effects),
        retracing=draft.retracing,
        faults=tuple(faults),
        framework=draft.function.computation.framework,
    )


def _is_hook(facts: Facts, function: FunctionFacts) -> bool:
    """Whether a class that nobody described calls a private method, which it may have."""
    name = str(getattr(function.node, "name", ""))
    if not name.startswith("_") or name.endswith("__"):
        return False
    return any(facts.knowledge.lookup(base) is None for base in function.bases)


@dataclass(frozen=True)
class _Draft:
    """What is known of a function, as far as the rounds have come."""

    function: FunctionFacts
    end_line: int
    parameters: tuple[Parameter, ...]
    computation: Computation
    retracing: Retracing
    candidate: Candidate
    faults: tuple[Evidence, ...] = ()
    input_signature: InputSignature | None = None
    whole: bool = True
    """Otherwise no rule can speak of it, and no more was asked."""
    ruled_out: tuple[Evidence, ...] = ()
    """Then: the hazard that decided, if it was one."""


def _failed(function: FunctionFacts, error: Exception) -> _Draft:
    """The draft of a function that could not be judged: nothing is known of it."""
    subject = subject_of(function.module.file, function)
    place = subject.place
    computation = Computation(has_side_effects=None, is_recursive=None, has_tensor_computation=None)
    decision = Decision(failures=(AnalysisFailed(place, f"{type(error).__name__}: {error}".splitlines()[0]),))
    candidate = Candidate(subject, GraphMode(), Callers(), GainEstimate(), decision, Advice(), editable=False)
    return _Draft(function, function.node.end_lineno or place.line, (), computation, Retracing(), candidate)


class _Judge:
    """Asks the questions about each function whose answers need the whole project, once for all of them."""

    def __init__(
        self,
        facts: Facts,
        options: AnalysisOptions,
        switches: EagerSwitches,
        whole: bool,
        named: Collection[tuple[str, str]],
    ) -> None:
        self._facts = facts
        self._options = options
        self._whole = whole
        self._named = named
        self._switches = switches
        coverage = Coverage(facts)
        programs = self._programs = Programs(facts)
        self._covered, self._covered_in_unrun = coverage.by_programs, coverage.in_unrun_code
        self._old = OldPrograms(facts)
        self._old_modules = programs_of_private_keras(facts)
        self._traced = traced_functions(facts) | traced_lambdas(facts)
        self._in_graphs = in_graphs = contexts_in_graphs(facts)
        self._within = WithinTrace(facts, in_graphs, programs)
        self._first_updates = FirstUpdates(facts)
        self._unrolled = UnrolledLoops(facts)
        self._refused = RefusedCalls(facts)
        self._redundant = RedundantGraphs(facts, coverage, programs)
        self._only_keras = left_to_keras(facts, self._covered)
        repetition = Repetition(facts.graph)
        self._provenance = Provenance(facts, repetition)
        decorated = {f.node for f in facts.functions if any(mark.how != "call" for mark in f.hybrids)}
        graphs = self._covered | decorated
        self._parameters = ParameterSearch(facts, self._provenance, graphs, programs, options)
        self._arrays = Arrays(facts)
        self._arrays_in_graphs = ArraysInGraphs(facts)
        self._signatures = Signatures(facts, self._arrays)
        self._open_types = OpenTypeSearch(facts)
        dynamic = DynamicShapes(facts, self._provenance)
        self._sized = SizedByValues(facts, self._provenance)
        self.graphs = self._covered | {function.node for function in facts.functions if function.hybrids}
        """What runs as a graph, by itself or since all its callers do."""
        self._retracing = RetracingSearch(facts, repetition, self._provenance, dynamic, self.graphs)
        self._hazards = Hazards(
            facts,
            repetition,
            self._provenance,
            self._arrays,
            DynamicShapes(facts, self._provenance, files=True),
            in_graphs,
            programs,
            self._retracing.may_share,
            options,
        )
        self._gains = Gains(facts, repetition)
        self._shown_calls: ShownCalls | None = None
        self._static_axes = StaticAxes(facts, self._provenance, dynamic, self.graphs | self._traced)
        self._advisor = Advisor(
            facts,
            repetition,
            self._provenance,
            self._retracing,
            self._arrays,
            self._old,
            self._unrolled,
            options.input_signatures,
            self._hazards.surely_changed,
        )

    def is_traced(self, function: FunctionFacts) -> bool:
        """Whether the framework traces it by itself."""
        return function.node in self._traced

    def draft(self, function: FunctionFacts) -> _Draft:
        """What a function says by itself."""
        facts, options = self._facts, self._options
        node, path = function.node, function.module.file.relative
        subject = subject_of(function.module.file, function)
        place = subject.place
        mode = replace(_mode(function, path), of_old_program=path in self._old_modules)
        if node in self._traced and not self._old.has(function.module):
            mode = replace(mode, traced_by_framework=True, tracer=tracing_call(facts, function))
        callers = Callers(
            function.called,
            node in self._covered or (not function.called and node in self._covered_in_unrun),
            node in self._only_keras,
            function.uses.handed_over,
            nested=isinstance(node.parent.frame(), nodes.FunctionDef),
            hook=_is_hook(facts, function),
            redundant=self._redundant.of(function, mode),
            switched_off=self._switches.leaves_no_graph(function),
            perhaps_eager=mode.traced and self._switches.may_leave_no_graph(function),
        )
        gain = self._gains.of(function)
        end_line = node.end_lineno or place.line
        editable = not (function.names.is_async or function.names.is_generator)
        named = (function.module.file.relative, function.site.qualname) in self._named
        by = None if self._whole or named else self._ruled_out_by(function, mode, gain)
        if by is not None:
            candidate = Candidate(subject, mode, callers, gain, Decision(), Advice(), editable)
            kinds = tuple(self._parameters.kinds_of(function))
            return _Draft(function, end_line, kinds, Computation(), Retracing(), candidate, whole=False, ruled_out=by)
        given = tuple(self._parameters.of(function))
        trains = self._advisor.trains(function)
        pays = trains or self._advisor.surely_pays(function, gain)
        within = self._within if mode.traced or pays else None
        computation = _computation(facts, function, self._first_updates, within, mode.traced, trains)
        # What a flag ends for good reads that flag, and is no state but the setting up of an object.
        counting = (None, WhyNot.SETTING_UP)
        unnoticed = pays and not mode.traced and all(each.why_not not in counting for each in computation.effects)
        found = [
            *self._hazards.of(function, unnoticed),
            *_benefits(function, place, mode, computation, callers, gain),
            *self._further_hazards(function, place, mode, given, computation, callers, named),
        ]
        assumptions = self._assumptions(function, given, place)
        assumptions += () if mode.hybrid else gain.assumed
        signature = self._signatures.of(function, given) if options.input_signatures else None
        axes = read_axes(facts, function, signature) if options.input_signatures and not mode.has_signature else []
        signature = None if axes else signature
        outcome = preconditions.judge(
            preconditions.Premises(
                place,
                mode,
                given,
                implicit_parameters(function),
                computation,
                found,
                axes,
                reads_state=function.computation.with_state or function.computation.unseen,
                needed_as_graph=function.uses.as_graph or self._redundant.may_be_converted_for(function),
                undetermined=_undetermined(function, given, place),
                complete=_is_complete(function),
                input_signature=signature,
                writable=signature is not None and self._signatures.has_names(function, signature),
            )
        )
        seen = callers.called or options.closed_world
        proven = recommend.proves(given, assumptions, seen, not function.gaps.budget)
        decision = preconditions.decision(outcome, found, assumptions, proven)
        advice = self._advice(function, place, mode, given, computation, decision, pays)
        # What speaks against a graph only by our own estimate leaves the papers' tables as they are.
        decision = replace(decision, hazards=(*decision.hazards, *advice.obstacles))
        candidate = Candidate(subject, mode, callers, gain, decision, advice, editable)
        faults = self._faults(function, decision, mode)
        retracing = self._retraced(function, mode, given, computation, decision)
        kept = signature if outcome.takes_signature else None
        if kept is not None and outcome.precondition == "P4" and not mode.relaxes_shapes and not callers.covered:
            faults += self._open_types.of(function, kept)
        return _Draft(function, end_line, given, computation, retracing, candidate, tuple(faults), kept)

    def _ruled_out_by(
        self, function: FunctionFacts, mode: GraphMode, gain: GainEstimate
    ) -> tuple[Evidence, ...] | None:
        """None if a rule may speak of a function: it is a graph, or may be advised to become one. Else the hazard for
        which it stays eager, if that is known: what costs least to find out is asked first.
        """
        if mode.traced or self._options.min_gain is Gain.NONE:
            return None
        if gain.level is Gain.NONE:
            return ()
        return self._advisor.ruled_out_by(function, gain, self._hazards.each(function))

    def _further_hazards(
        self,
        function: FunctionFacts,
        place: Place,
        mode: GraphMode,
        given: Sequence[Parameter],
        computation: Computation,
        callers: Callers,
        named: bool,
    ) -> Iterator[Evidence]:
        """What speaks against a graph by the effects of a function, its arguments and its callers.

        `named`: it is a function that a block would be, whose arrays may be passed as tensors.
        """
        for effect in computation.effects:
            if effect.what in _FROZEN_EFFECTS:
                yield EffectHazard(effect.place, effect, chain=effect.chain)
        if not mode.hybrid and not computation.effects and (named or has_tensor(given)):
            yield from self._retracing.as_hybrid(function)
        if not (mode.hybrid or callers.covered):
            yield from self._works_in_graphs(function)
        if callers.only_keras and not (mode.hybrid or callers.covered) and computation.has_tensor_computation:
            yield PartOfModel(place) if applies_layers(self._facts, function) else OnlyKeras(place)

    def _works_in_graphs(self, function: FunctionFacts) -> Iterator[Evidence]:
        """That a function itself calls what raises eagerly, `tf.gradients` say."""
        own = dict.fromkeys(node for context in function.contexts for node in context.summary.operations)
        for node in own:
            symbol = self._facts.knowledge.lookup(self._facts.operation(node))
            if symbol is not None and "graph-only" in symbol.tags:
                yield WorksInGraphs(place_of(function.module.file.relative, node), symbol.name)
                return

    def _faults(self, function: FunctionFacts, decision: Decision, mode: GraphMode) -> list[Evidence]:
        """What is wrong with a function that is traced."""
        if not mode.traced:
            return []
        return [
            *(decision.hazards if mode.hybrid else self._hazards.of_traced(function)),
            *self._unrolled.of(function),
            *self._refused.of(function),
            *self._static_axes.of(function),
            *self._arrays_in_graphs.of(function),
        ]

    def _advice(
        self,
        function: FunctionFacts,
        place: Place,
        mode: GraphMode,
        given: tuple[Parameter, ...],
        computation: Computation,
        decision: Decision,
        pays: bool,
    ) -> Advice:
        if mode.hybrid:
            return Advice(traces=self._retracing.traces(function, mode))
        found = self._advisor.of(function, place, given, computation, decision, _is_complete(function), pays)
        needed = self._sized.needed(function) if found.possible else None
        return found if needed is None else replace(found, obstacles=(*found.obstacles, needed))

    def beside(self, draft: _Draft, advised: Collection[nodes.NodeNG]) -> _Draft:
        """The draft once the advised functions are graphs: lengths that only they pass are no reason for a trace."""
        decision, advice, gain = draft.candidate.decision, draft.candidate.advice, draft.candidate.gain
        lengths = [each for each in decision.hazards if _is_length(each)]
        if not lengths or self._retracing.as_hybrid(draft.function, advised):
            return draft
        hazards = tuple(each for each in decision.hazards if each not in lengths)
        judged = [each for each in hazards if each not in advice.obstacles and each is not gain.unprofitable]
        decision = replace(decision, hazards=hazards)
        if decision.published_precondition == "P1" and not preconditions.stands_against(judged):
            decision = replace(decision, precondition="P1", transformation=Action.HYBRIDIZE.value)
        return replace(draft, candidate=replace(draft.candidate, decision=decision))

    def within_round(self, draft: _Draft, shares: Shares) -> _Draft:
        """The draft of an advised function once the others are graphs: is it more than a small part of its loops?

        A step of training is the work that a loop is there for. What cannot be seen of a function may run much, but
        operators on what is not known. Who has to check an edit wants to gain more by it than some tenth of a
        millisecond.
        """
        candidate, function = draft.candidate, draft.function
        if candidate.advice.training or (function.computation.unseen and _calls_unseen(function)):
            return draft
        loop = shares.loop_beside(function, candidate.gain.runs, self._is_run_by_graphs(function))
        safe = recommend.hybridizing(candidate, draft.input_signature) is Safety.SAFE
        if loop is not None:
            little: Evidence = SmallShareOfLoop(loop)
        elif not safe and shares.runs(function, candidate.gain.runs) < MEDIUM:
            little = GainTooSmallForUnsafeFix(candidate.subject.place)
        else:
            return draft
        decision = replace(candidate.decision, hazards=(*candidate.decision.hazards, little))
        gain = replace(candidate.gain, unprofitable=little)
        return replace(draft, candidate=replace(candidate, gain=gain, decision=decision))

    def verdict(self, draft: _Draft, served_by: tuple[Step, ...], runs: EagerRuns) -> Verdict:
        """The verdict on a function; `served_by` are the callers that should become graphs in its place."""
        found = draft.candidate
        if not draft.whole:
            return Verdict(
                found.subject, draft.end_line, draft.parameters, (), found.mode, draft.computation, found.callers,
                decision=Decision(hazards=draft.ruled_out), gain=found.gain,
            )  # fmt: skip
        advised = recommend.recommend(found, served_by, self._options, draft.input_signature)
        if advised.action is not Action.HYBRIDIZE and found.advice.mended:
            # As it is called, it would be traced again and again.
            decision = replace(found.decision, hazards=(*found.decision.hazards, *found.advice.mended))
            found = replace(found, decision=decision)
            draft = replace(draft, candidate=found)
        return Verdict(
            found.subject,
            draft.end_line,
            draft.parameters,
            tuple(implicit_parameters(draft.function)),
            found.mode,
            draft.computation,
            found.callers,
            draft.retracing,
            found.gain,
            found.decision,
            advised,
            draft.faults,
            draft.function.computation.framework,
            self._near_miss(draft, advised, runs),
            draft.input_signature,
        )

    def _near_miss(self, draft: _Draft, advised: Recommendation, runs: EagerRuns) -> NearMiss | None:
        """What alone holds a function back, unless a tensor is no remedy: Python chooses by the number what runs."""
        function = draft.function
        missed = near_miss(
            draft.candidate,
            draft.computation,
            advised,
            lambda cause: self._pays_without(draft, cause, runs),
            lambda causes: done_last(function.node, draft.candidate.subject.place.path, causes),
        )
        named = [each.name for each in draft.parameters if each.literal]
        if missed is not None and isinstance(missed.cause, (ChangingValue, ManyTraces)):
            names = [missed.cause.parameter] if isinstance(missed.cause, ChangingValue) else named
            return None if any(chooses(function.node, name) for name in names) else missed
        return missed

    def _pays_without(self, draft: _Draft, cause: Evidence, runs: EagerRuns) -> bool:
        """Whether a function would be advised to become a graph if one cause were not there."""
        function, found = draft.function, draft.candidate
        if found.gain.level is Gain.NONE:
            return False
        advice = found.advice
        if cause not in advice.obstacles:
            advisor = self._advisor
            if blocks(advisor.others(function, draft.parameters, found.subject.place), cause):
                return False
            advice = replace(advice, training=advisor.trains(function), updates=advisor.updates(function))
        would_be = replace(found, advice=replace(advice, basis=advice.basis or ("P1",), obstacles=()))
        return recommend.pays(self.with_frequency(replace(draft, candidate=would_be), runs).candidate, self._options)

    def with_frequency(self, draft: _Draft, runs: EagerRuns) -> _Draft:
        """The draft with how often the function runs, if it could be a graph, and whether that is too seldom."""
        candidate = draft.candidate
        if not candidate.able or candidate.callers.only_keras:
            return draft
        found = runs.of(draft.function)
        # The level counts loops, which may be those of tests.
        unprofitable: Evidence | None
        off = candidate.callers.switched_off
        loop = found.loops[0].place if found.loops else None
        tried = next((each for each in candidate.decision.assumptions if isinstance(each, DecoratorTakenOff)), None)
        if off is not None:
            unprofitable = SwitchedOff(off)
        elif tried is not None and tried.explained:
            unprofitable = FoundWanting(tried.place)
        elif is_part_of_step(self._facts, draft.function):
            unprofitable = OnlyKeras(candidate.subject.place)
        elif draft.function.uses.handed_over_in_graphs and not candidate.callers.called:
            unprofitable = SeldomRun(candidate.subject.place, Often.NEVER)
        elif found.often in (Often.TESTED, Often.UNKNOWN) and self._is_run_by_graphs(draft.function):
            unprofitable = SeldomRun(candidate.subject.place, Often.NEVER)
        elif too_seldom(
            found.often,
            _is_step(candidate, found.often),
            lambda: self._is_slow(draft),
            lambda: runs_chain(self._facts, draft.function),
        ):
            unprofitable = SeldomRun(loop or candidate.subject.place, found.often)
        elif few := self._few_calls(draft, found):
            unprofitable = FewCalls(candidate.subject.place, few)
        else:
            unprofitable = varying_shape(self._facts, self._provenance, draft.function)
            if unprofitable is None and found.often in (Often.TESTED, Often.UNKNOWN):
                unprofitable = self._retracing.of_one_call(draft.function)
            if unprofitable is None and self._is_one_pass(draft, found, runs):
                unprofitable = OnePass(loop or candidate.subject.place)
        decision = candidate.decision
        if found.often in (Often.UNKNOWN, Often.TESTED) and candidate.callers.called and not self._options.closed_world:
            only_tests = OnlyTestsCall(candidate.subject.place)
            decision = replace(decision, assumptions=(*decision.assumptions, only_tests), proven=False)
        if unprofitable is not None:
            decision = replace(decision, hazards=(*decision.hazards, unprofitable))
        leading = loop if found.often is Often.PER_ITERATION else None
        iterator = found.loops[0].iterator if leading is not None else ""
        gain = replace(candidate.gain, leading_loop=leading, iterator=iterator, unprofitable=unprofitable)
        callers = candidate.callers
        if not callers.called and (leading is not None or candidate.advice.training):
            looping = [runs.looping(draft.function), *self._calling(draft.function)]
            eager = any(_is_eager_only(each) for caller in looping if caller for each in self._hazards.each(caller))
            callers = replace(callers, looped=eager)
        return replace(draft, candidate=replace(candidate, callers=callers, gain=gain, decision=decision))

    def _calling(self, function: FunctionFacts) -> Iterator[FunctionFacts]:
        """The functions that call a function, in code that no program here runs."""
        calls = self._facts.graph.callers.of(*function.contexts)
        for scope in dict.fromkeys(caller.scope for caller, _, _ in calls):
            found = self._facts.function_of(scope)
            if found is not None:
                yield found

    def _is_run_by_graphs(self, function: FunctionFacts) -> bool:
        """Whether graphs of the program call a function, which tests may call eagerly besides."""
        return any(
            (traced or caller.scope in self.graphs or caller.scope in self._traced or caller in self._in_graphs)
            and caller.module_path not in self._facts.tests
            for caller, _, traced in function.callers
        )

    def _few_calls(self, draft: _Draft, runs: Runs) -> int:
        """How often a function that trains nothing is called, where a module just shows how it is used; else 0."""
        if _is_step(draft.candidate, runs.often) or draft.function.uses.handed_over:
            return 0
        if not runs.loops or not all(self._programs.shows_use(loop.place) for loop in runs.loops):
            return 0
        calls = self._advisor.calls(draft.function)
        return calls if calls is not None and calls < FEW_CALLS and not self._is_slow(draft) else 0

    def _is_one_pass(self, draft: _Draft, found: Runs, runs: EagerRuns) -> bool:
        """Whether a function that changes no variables is called in one pass through something, as far as is known."""
        advice = draft.candidate.advice
        if found.often is not Often.PER_ITERATION or advice.training or advice.updates:
            return False
        if draft.function.uses.handed_over or runs_chain(self._facts, draft.function) or self._is_slow(draft):
            return False
        if self._shown_calls is None:
            self._shown_calls = ShownCalls(self._facts, runs)
        return self._shown_calls.of(draft.function) < MANY

    def _is_slow(self, draft: _Draft) -> bool:
        """Whether a function takes tensors, and a call of it is slow; or unseen code is handed it, to call it often."""
        if draft.function.uses.handed_over and draft.candidate.gain.runs >= MUCH:
            return True
        return has_tensor(draft.parameters) is True and self._gains.is_slow(draft.function, draft.candidate.gain)

    def _assumptions(self, function: FunctionFacts, given: Iterable[Parameter], place: Place) -> list[Evidence]:
        """What is taken for granted: of the callers, of the arguments, of unseen code."""
        out: list[Evidence] = []
        hybrid = bool(function.hybrids)
        if not function.called and function.contexts and not self._options.closed_world:
            out.append(NoKnownCaller(place))
        for parameter, found in zip(given, function.parameters, strict=True):
            if parameter.evidence and "dataflow" not in parameter.evidence:
                out.append(TakenForTensor(place, parameter.name, parameter.evidence[0], hybrid))
            elif parameter.assumed_plain:
                out.append(NoSignOfTensor(place, parameter.name))
            elif perhaps_symbolic(found):
                out.append(NotSymbolic(place, parameter.name))
            elif found.unknown and (parameter.tensor or self._retracing.may_be_new(function, found)):
                out.append(UnknownArgument(place, parameter.name))
        out += unseen_code(self._facts, function)
        out += _missing_bases(self._facts, function, place)
        out += _casts(function)
        if not hybrid and may_become_graph(function):
            out += self._sized.assumptions(function)
            out += self._hazards.assumptions(function)
            out += dict.fromkeys(self._arrays.assumptions(function, place))
            out += self._arrays.asked(function)
        if not hybrid:
            disabled = taken_off(function.module.file, function.node)
            out += [disabled] if disabled is not None else []
        return out

    def _retraced(
        self,
        function: FunctionFacts,
        mode: GraphMode,
        given: Iterable[Parameter],
        computation: Computation,
        decision: Decision,
    ) -> Retracing:
        if not mode.hybrid:
            return Retracing()
        # With fewer traces, what each trace does or reads happens less often.
        alike = computation.has_side_effects is False and all(isinstance(each, LowGain) for each in decision.hazards)
        names = () if mode.has_signature else changing(given)
        return Retracing(
            self._retracing.traces(function, mode),
            tuple(self._retracing.reasons(function, mode)),
            names,
            recommend.passing_tensors((each.conversion for each in given if each.name in names), alike),
        )


def _is_step(candidate: Candidate, often: Often) -> bool:
    """Whether a function is a step, not a report: it trains, or changes variables in a loop that is no test's."""
    looped = bool(candidate.gain.loops) and often is not Often.TESTED
    return candidate.advice.training or (candidate.advice.updates and looped)


def _calls_unseen(function: FunctionFacts) -> bool:
    """Whether a function calls what cannot be seen, itself or in what it calls: more than an operator may run there.

    A method that tensors do not have is one of something like a tensor, `ragged.to_tensor()`.
    """
    assumed = [each.origin for each in function.gaps.assumptions if isinstance(each.origin, Assumption)]
    return any(each.use not in _OPERATORS and each.name != "tensorflow.Tensor" for each in assumed)


_OPERATORS = frozenset({Use.ATTRIBUTE, Use.OPERATOR, Use.PROTOCOL})


def _is_length(hazard: Evidence) -> bool:
    return isinstance(hazard, RetracedArgument) and isinstance(hazard.reason, LengthByValue)


def _is_eager_only(hazard: Evidence) -> bool:
    """Whether a function for which this is found asks tensors for their values: it runs eagerly, whoever calls it."""
    return isinstance(hazard, Observed) and hazard.kind in _VALUES and hazard.certain and not hazard.asks_for_mode


_VALUES = frozenset({"eager-only-call", "numpy-on-tensor"})
_FROZEN_EFFECTS = frozenset({"clock", "iterator"})
"""Effects that a graph has once and for all."""


def _is_complete(function: FunctionFacts) -> bool:
    """Whether the analysis of the function came to its end."""
    return not function.gaps.is_given_up and not function.gaps.failure and bool(function.contexts)


# Hybrid or not -------------------------------------------------------------------------------------------------------


def _mode(function: FunctionFacts, path: str) -> GraphMode:
    arguments: dict[str, WrittenArgument] = {}
    for mark in function.hybrids:
        arguments |= _arguments(mark)
    decorator = None
    if len(function.hybrids) == 1 and function.hybrids[0].how == "decorator":
        node = function.hybrids[0].node
        called = called_by(node)
        here = function.hybrids[0].written_in is None and not function.hybrids[0].handed_on
        decorator = Decorator(place_of(path, node), called.as_string(), here)
    made = tuple(Hybridization(mark.how, place_of(mark.context.module_path, mark.node)) for mark in function.hybrids)
    return GraphMode(made, arguments, decorator, function.uses.as_graph, perhaps=function.is_perhaps_another)


def _arguments(mark: HybridMark) -> dict[str, WrittenArgument]:
    """The arguments of `tf.function` that were written, by name."""
    call = mark.arguments
    if call is None:
        return {}
    if mark.handed_on:
        # What the program's own decorator is given besides may be for itself.
        known = (each for each in call.keywords if each.arg in TF_FUNCTION_PARAMETERS)
        return {str(each.arg): _written(each.value) for each in known}
    # `partial(tf.function, jit_compile=True)`
    positional = call.args[1:] if last_name(call.func) == "partial" else call.args
    out = {name: _written(given) for name, given in zip(TF_FUNCTION_PARAMETERS, positional, strict=False)}
    return out | {keyword.arg: _written(keyword.value) for keyword in call.keywords if keyword.arg is not None}


def _written(argument: nodes.NodeNG) -> WrittenArgument:
    if isinstance(argument, nodes.Const):
        return WrittenArgument(argument.as_string(), True, argument.value)
    return WrittenArgument(argument.as_string())


# Effects and conditions ----------------------------------------------------------------------------------------------


def _computation(
    facts: Facts,
    function: FunctionFacts,
    first_updates: FirstUpdates,
    within: WithinTrace | None,
    traced: bool,
    trains: bool,
) -> Computation:
    undecided = None if not _is_complete(function) else False
    effects = EffectSearch(facts, function, first_updates, within, traced, trains).all()
    unseen = function.computation.unseen or (bool(function.hybrids) and _leads_to_given_up(facts, function))
    return Computation(
        True if effects else None if _takes_from_unknown(function) is not None else undecided,
        effects,
        True if function.recursion else undecided,
        call_steps(function.recursion),
        True if function.computation.operations else None if unseen else undecided,
        may_leave_cycle(function.recursion) or descends(function.recursion),
        is_left_open(function.node) or (bool(function.hybrids) and _may_be_needed(facts, function)),
    )


def _may_be_needed(facts: Facts, function: FunctionFacts) -> bool:
    """Whether a graph without tensors has a purpose all the same.

    It calls what others write; it is given what may hold tensors; or its operations do something else in each run: they
    write a summary, draw random numbers, run Python code.
    """
    for scope in facts.graph.reached(function.contexts).scopes:
        if isinstance(scope.parent, nodes.ClassDef) and is_left_open(scope):
            return True
        called = facts.outside_calls(scope)
        if any(name.startswith("tensorflow.summary.") or name in _RUN_PYTHON or draws(name) for name in called):
            return True
    held = (part for each in function.parameters if not each.receiver for part in facts.objects.members(each.value))
    return any(has(part, Unknown) for part in held)


_RUN_PYTHON = frozenset({"tensorflow.numpy_function", "tensorflow.py_function"})
"""Operations that run Python code whenever the graph runs."""


def _leads_to_given_up(facts: Facts, function: FunctionFacts) -> bool:
    """Whether a function calls, directly or not, one whose evaluation was given up: that may call what is not known."""
    called = map(facts.function_of, facts.graph.reached(function.contexts).scopes)
    return any(each is not None and each.gaps.is_given_up for each in called)


def _missing_bases(facts: Facts, function: FunctionFacts, place: Place) -> list[UnseenCode]:
    """Classes of a framework from which the class around a function derives, and that nobody described."""
    knowledge = facts.knowledge
    missing: list[str] = []
    for base in sorted(function.bases):
        symbol = knowledge.lookup(base)
        described = symbol is None or (symbol.known and symbol.role != "module")
        if knowledge.framework(base) is not None and not described:
            missing.append(base)
    return [
        UnseenCode(place, Use.CALL, Because.NO_ENTRY, base, "", base, knowledge.policy(base)) for base in missing
    ][:1]


def _casts(function: FunctionFacts) -> list[UnseenCode]:
    """That casts of what attributes hold, once, give back the same tensors: those of a trace are lost with it."""
    path = function.module.file.relative
    found = (each for each in function.effects if each.origin.unguarded is not None and casts_itself(each.origin.node))
    what = "a cast that replaces what an attribute holds"
    return [uncovered(path, each.via, what, each.origin.node) for each in found][:1]


def _benefits(
    function: FunctionFacts,
    place: Place,
    mode: GraphMode,
    computation: Computation,
    callers: Callers,
    gain: GainEstimate,
) -> list[Evidence]:
    out: list[Evidence] = []
    if computation.has_tensor_computation is False:
        out.append(NoTensorComputation(place, function.computation.framework.title))
    elif function.computation.unseen and not (function.computation.operations or mode.hybrid or gain.assumed):
        out.append(NoSeenComputation(place, function.computation.framework.title))
    if callers.covered:
        out.append(CoveredByCallers(place))
    if computation.has_tensor_computation and gain.level is Gain.NONE and not mode.hybrid:
        out.append(FewOperations(place, gain.operations, function.computation.framework.title))
    return out


def _undetermined(function: FunctionFacts, given: Iterable[Parameter], place: Place) -> Undetermined:
    """Why not everything is known of a function, if that is so."""
    if function.gaps.failure:
        return AnalysisFailed(place, function.gaps.failure)
    if function.gaps.is_given_up:
        return OutOfBudget(place, function.gaps.budget)
    if not function.contexts:
        return NeverRuns(place)
    for found, parameter in zip(function.parameters, given, strict=True):
        if parameter.tensor is None:
            return UnknownParameter(place, parameter.name, tuple(sorted(found.unknown)))
    taken = _takes_from_unknown(function)
    if taken is not None:
        return UnknownIterator(place_of(place.path, taken.via), source_of(taken.via))
    return Undetermined(place)


def _takes_from_unknown(function: FunctionFacts) -> Propagated[Condition] | None:
    """A statement that takes from what may be a Python iterator, which is changed by that."""
    for each in function.conditions:
        if each.origin.kind == "iterator":
            return each
    return None


__all__ = ["TF_FUNCTION_PARAMETERS", "decide"]
