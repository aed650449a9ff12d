"""Whether an eager function may become a graph, by what TensorFlow does: what is converted, how often it is traced.

Where the papers' precondition holds, that is the basis. Where it does not, the function may be a candidate all the
same: it reads captured variables, gets arrays or iterators, or Python values of which there are few. Then the advice
rests on assumptions, which are named.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, replace
from functools import cached_property, partial

from astroid import nodes

from hybridize.inference.domain.objects import (
    Container,
    Dataset,
    ExternalInstance,
    Function,
    Instance,
    PythonScalar,
    TupleObject,
    Unknown,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array
from hybridize.inference.facts.call_graph import Propagated
from hybridize.inference.facts.calls_by_name import CallsByName
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts, is_foreign
from hybridize.inference.facts.model import Assumption, Context, DirectEffect
from hybridize.inference.facts.provenance import (
    Provenance,
    argument_of,
    collecting_loop,
    has_open_number,
    returns,
)
from hybridize.inference.facts.repetition import OPTIMIZER_STEPS, Loop, Often, Repetition
from hybridize.program.calls import called_name, method_name, receiver_of
from hybridize.program.containers import OF_CONTAINERS
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assigned_values, bindings, builtin_called
from hybridize.program.loops import loops_around, targets
from hybridize.program.memory import remembered
from hybridize.program.places import holds, source_of
from hybridize.program.syntax import is_name, last_name, names_read, text_of
from hybridize.verdicts.decide.near_misses import done_elsewhere, effect_elsewhere
from hybridize.verdicts.evidence.assumptions import (
    FewValues,
    FilledBefore,
    NotRaised,
    NumberPassedAsTensor,
    PassedByTests,
    ReturnsTensors,
    SameObjects,
    TakenForData,
    TakenForNet,
    TakenForPython,
    TakenForSequence,
    Unchanged,
    UnknownArgument,
    UnnoticedEffect,
    WorksInBothModes,
)
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.gain import LowGain
from hybridize.verdicts.evidence.retracing import (
    ChangingPart,
    ChangingValue,
    ContainsTrainingLoop,
    Counted,
    ManyTraces,
    OtherFramework,
)
from hybridize.verdicts.evidence.safety import (
    ChangedObject,
    MadeInLaterTraces,
    Observed,
    ReassignedAttribute,
    ResultType,
)
from hybridize.verdicts.gain.operations import MUCH, USING_GRADIENTS, leading_to_operations, runs_chain
from hybridize.verdicts.model.parts import (
    Computation,
    Conversion,
    GraphMode,
    Parameter,
    Place,
    Traces,
    WhyNot,
    has_tensor,
)
from hybridize.verdicts.model.verdict import Advice, Decision, GainEstimate
from hybridize.verdicts.project.merged_contexts import implementation_of
from hybridize.verdicts.project.obsolete import OldPrograms
from hybridize.verdicts.retracing.data_set_loops import without_data_sets
from hybridize.verdicts.retracing.traces import RetracingSearch
from hybridize.verdicts.retracing.unrolled_loops import UnrolledLoops
from hybridize.verdicts.state.iterators import are_made_of_data
from hybridize.verdicts.values.arrays import Arrays, wide_arrays
from hybridize.verdicts.values.conversion import chooses, conversion
from hybridize.verdicts.values.model_data import is_data_of_models

MANY = 8
"""Traces that nobody would accept, however many the calls."""
WORTH = 3
"""Calls for each trace from which on a graph pays."""
_GRADIENTS = frozenset({"tensorflow.GradientTape.gradient", "tensorflow.GradientTape.jacobian", "tensorflow.gradients"})
_NUMBER = re.compile(r"%[-+ #0-9.]*[diouxXeEfFgG]")
"""A part of a text that formats a number."""
_OTHER_FLOATS = frozenset({"bfloat16", "float16", "float64"})
"""The dtypes that a tensor made of a Python float does not meet."""
_GIVING_VALUES = frozenset({"numpy", "item", "tolist"})
"""Methods that give Python the values of a tensor, in whatever framework."""


class Advisor:
    """Asks of each eager function what is converted and how often it would be traced."""

    def __init__(
        self,
        facts: Facts,
        repetition: Repetition,
        provenance: Provenance,
        retracing: RetracingSearch,
        arrays: Arrays,
        old: OldPrograms,
        unrolled: UnrolledLoops,
        pinned: bool,
        surely_changed: Callable[[FunctionFacts], bool],
    ) -> None:
        """`pinned`: a signature is written with the decorator, which converts what arrives. `surely_changed`: see
        `Hazards`.
        """
        self._facts = facts
        self._repetition = repetition
        self._provenance = provenance
        self._retracing = retracing
        self._arrays = arrays
        self._pinned = pinned
        self._surely_changed = surely_changed
        self._old = old
        self._unrolled = unrolled

    def of(
        self,
        function: FunctionFacts,
        place: Place,
        given: Sequence[Parameter],
        computation: Computation,
        decision: Decision,
        complete: bool,
        pays: bool,
    ) -> Advice:
        """The advice on a function that is not hybrid; `pays`: as a graph it surely gains."""
        published = decision.precondition == "P1"
        step = self.trains(function)
        if not published and not (
            complete and _does_the_same(computation, decision, self._credit(function, step, pays))
        ):
            return Advice()
        old = self._old.name_in(function.module, place)
        if old is not None or is_foreign(function.module):
            return Advice(("P1",) * published, (old or OtherFramework(place),))
        traces = self._retracing.traces(function, GraphMode())
        if not traces.unbounded:
            # Nobody in the project calls it: it is traced once, as far as is known.
            traces = replace(traces, known=max(traces.known or 0, 1))
        if published:
            against = [*self._retracing.made_by_helpers(function, place), *self._long_loops(function)]
            against += self._values_asked(function, place)
            if not self._pinned:
                against += [*wide_arrays(self._facts, function), *self._arrays.without_dtype(function, collected=True)]
            return Advice(("P1",), tuple(against), (), traces, step, self.updates(function))
        obstacles = [] if has_tensor(given) and not computation.effects else self._retracing.as_hybrid(function)
        estimated = list(self._estimated(function, traces, given, place))
        changing = {each.parameter for each in estimated if type(each) is ChangingValue}
        conversions = self._conversions(function, given, changing) if changing else {}
        mended: list[Evidence] = []
        if conversions:
            traces = self._retracing.traces(function, GraphMode(), conversions)
            left = list(self._estimated(function, traces, given, place, conversions))
            mended = [each for each in estimated if each not in left]
            estimated = left
        obstacles += estimated
        assumptions = _assumptions(function, given, computation, decision, place, conversions)
        basis = _basis(function, [each for each in given if each.name not in conversions])
        if conversions:
            basis += ("numbers-as-tensors",)
        once = any(effect.why_not is WhyNot.GUARDED for effect in computation.effects)
        if once or any(map(_makes_once, decision.hazards)):
            basis += ("state-made-once",)
            # A method is a graph of its own for each object that it is called on.
            others = [each for each in function.parameters if not each.receiver]
            several = any(len(select(each.value, Instance, ExternalInstance)) > 1 for each in others)
            again = traces.unbounded or (traces.of_one_object or traces.known or 0) > 1
            if several or (again and any(parameter.literal for parameter in given)):
                # What a later trace makes, a graph refuses. With and without an option the same things are made.
                obstacles.append(MadeInLaterTraces(place))
        updates = self.updates(function)
        passed = tuple(conversions.items())
        return Advice(basis, tuple(obstacles), assumptions, traces, step, updates, passed, tuple(mended))

    def _conversions(
        self, function: FunctionFacts, given: Sequence[Parameter], changing: Collection[str]
    ) -> dict[str, Conversion]:
        """The parameters for whose changing numbers tensors may be passed, and where.

        A float mostly meets tensors of float32, which is what a tensor of it is, unless others are known to arrive. A
        tensor in the place of an integer is right only where it certainly does the same, and one by which Python
        chooses what runs makes another program.
        """
        if any(each.dtype in _OTHER_FLOATS for parameter in given for each in parameter.types):
            return {}
        found: dict[str, Conversion] = {}
        for parameter in function.parameters:
            if parameter.name in changing and not chooses(function.node, parameter.name):
                numbers = {number.type for number in select(parameter.value, PythonScalar)}
                possible = conversion(self._facts.callees, function, parameter)
                if possible is not None and (possible.same or numbers == {"float"}):
                    found[parameter.name] = possible
        return found

    def ruled_out_by(
        self, function: FunctionFacts, gain: GainEstimate, hazards: Iterable[Evidence]
    ) -> tuple[Evidence, ...] | None:
        """The hazard for which `of` would find no graph possible, none where recursion or effects of the function are
        enough, and None where nothing rules it out. The hazards are taken up to the first that does.
        """
        step = self.trains(function)
        pays = step or self.surely_pays(function, gain)
        if function.recursion or (not pays and any(self._surely_has(function, each) for each in function.effects)):
            return ()
        found = _first_refused(hazards, self._credit(function, step, pays))
        return None if found is None else (found,)

    def _surely_has(self, function: FunctionFacts, effect: Propagated[DirectEffect]) -> bool:
        """Whether no test keeps a function from an effect after the first time, and no class from having it at all."""
        return effect.origin.unguarded is None and not implementation_of(self._facts, function, effect)

    def _credit(self, function: FunctionFacts, step: bool, pays: bool) -> _Credit:
        data = step and are_made_of_data(self._facts, function)
        return _Credit(function, step, step or pays, data, partial(self._surely_changed, function))

    def others(self, function: FunctionFacts, given: Sequence[Parameter], place: Place) -> Iterator[Evidence]:
        """What would keep a function from being a graph by our estimate, did nothing else speak against it."""
        yield from self._retracing.as_hybrid(function)
        yield from self._estimated(function, self._retracing.traces(function, GraphMode()), given, place)

    def _estimated(
        self,
        function: FunctionFacts,
        traces: Traces,
        given: Sequence[Parameter],
        place: Place,
        as_tensors: Collection[str] = (),
    ) -> Iterator[Evidence]:
        yield from self._retracing.made_by_helpers(function, place)
        yield from self._changing(function, given, place, as_tensors)
        yield from self._to_numpy(function)
        yield from self._many(function, traces, place)
        yield from self._loops(function, place)
        yield from self._long_loops(function)
        yield from self._values_asked(function, place)
        if not self._pinned:
            yield from wide_arrays(self._facts, function)
            yield from self._arrays.without_dtype(function)
        yield from _formatted(function, place)

    def _values_asked(self, function: FunctionFacts, place: Place) -> Iterator[Evidence]:
        """`found.item()`, where nothing is known of `found`: what may be a tensor of a trace is asked for its value.

        `inputs.pop("y")` of a parameter: a graph refuses that its arguments are changed.
        """
        for assumed in function.gaps.assumptions:
            node = assumed.origin.node if isinstance(assumed.origin, Assumption) else None
            if not isinstance(node, nodes.Call) or node.frame() is not function.node:
                continue
            here, method = replace(place, line=node.lineno or place.line), last_name(node.func)
            if method in _GIVING_VALUES and not node.args:
                yield Observed(here, "eager-only-call", f"`{method}` needs the value of what may be a tensor")
                return
            receiver = receiver_of(node)
            if method in OF_CONTAINERS and isinstance(receiver, nodes.Name) and receiver.name in _kept(function):
                yield Observed(here, "eager-only-call", f"`{method}` changes what it is given, which a graph refuses")
                return
        for returned in () if self.trains(function) else returns(function.node):
            found = _numbers_in(returned.value)
            if found is not None:
                here = replace(place, line=found.lineno or place.line)
                yield Observed(here, "changes-result-type", f"`{source_of(found)}` makes a Python number of its result")
                return

    def updates(self, function: FunctionFacts) -> bool:
        """Whether a function changes variables."""
        return not self._applying.isdisjoint(function.contexts)

    @cached_property
    def _deriving(self) -> Set[Context]:
        """What computes gradients, itself or in what it calls."""
        return leading_to_operations(self._facts, _GRADIENTS.__contains__)

    @cached_property
    def _applying(self) -> Set[Context]:
        """What changes variables, itself or in what it calls."""
        return leading_to_operations(self._facts, lambda name: name.rpartition(".")[2] in USING_GRADIENTS)

    @remembered
    def trains(self, function: FunctionFacts) -> bool:
        """Whether a function computes gradients and applies them, itself or in what it calls."""
        if self._deriving.isdisjoint(function.contexts):
            return False
        scopes = self._facts.graph.reached(function.contexts).scopes
        calls = (call for scope in scopes for call in nodes_inside(scope, nodes.Call))
        return self.updates(function) or any(method_name(call) in USING_GRADIENTS for call in calls)

    def surely_pays(self, function: FunctionFacts, gain: GainEstimate) -> bool:
        """Whether a function runs much in each call, and again and again: in a loop, or called by unseen code."""
        if gain.runs < MUCH:
            return False
        shown = [call for call in function.callers if self._facts.shows_how_often(function, call[0].module_path)]
        runs = self._repetition.of_calls(shown, function.node.name)
        return function.uses.handed_over or runs.often is Often.PER_ITERATION

    def _changing(
        self, function: FunctionFacts, given: Sequence[Parameter], place: Place, as_tensors: Collection[str]
    ) -> Iterator[Evidence]:
        """Python values, and what may be such, that are others in each round of a loop."""
        for parameter, found in zip(given, function.parameters, strict=True):
            converted = parameter.tensor or parameter.container or has(found.value, Array, Dataset)
            if found.receiver or found.name in as_tensors or (converted and not parameter.literal):
                continue
            counting = _counting(function, parameter.name) if found.unknown and not parameter.tensor else None
            if counting is not None:
                yield Counted(place, parameter.name, counting.as_string())
                continue
            unknown = bool(found.unknown) and found.usage.as_object is None and not self._is_data(function, found)
            numbers = has_open_number(found.value)
            # A list of numbers is another value where one of them is.
            numbers = numbers or (parameter.literal is True and has(found.value, Container, TupleObject))
            if not found.incoming and has(found.value, Unknown):
                loops = self._loops_that_count(function, found)
            elif not (numbers or unknown):
                loops = self._loops_that_collect(function, found)
            else:
                loops = self._loops_that_change(function, found)
            if loops:
                inside = not has(found.value, PythonScalar) and has(found.value, Container, TupleObject)
                yield (ChangingPart if inside else ChangingValue)(place, parameter.name, loops[0].place)

    def _loops_that_count(self, function: FunctionFacts, parameter: ParameterFacts) -> tuple[Loop, ...]:
        """The loops whose counters the calls pass that by their name seem to mean a function which nobody calls."""
        for call in self._by_name.of(function.node):
            argument = argument_of(call, parameter, function)
            if isinstance(argument, nodes.Name) and any(map(_counts, bindings(argument))):
                for caller in self._facts.contexts_of(call.frame()):
                    loops = self._provenance.changing_loops(argument, call, caller)
                    if loops:
                        return loops
        return ()

    @cached_property
    def _by_name(self) -> CallsByName:
        return CallsByName.of_program(self._facts)

    def _to_numpy(self, function: FunctionFacts) -> Iterator[Evidence]:
        """What is not known, is made anew for a call or comes from nobody knows where, and is handed to NumPy."""
        for found in function.parameters:
            need = None if found.receiver else self._arrays.not_known(function, found)
            if need is None:
                continue
            arguments = (argument_of(passed.node, found, function) for passed in found.incoming)
            if not found.incoming or any(each is not None and _is_made_anew(each) for each in arguments):
                yield need

    def _is_data(self, function: FunctionFacts, found: ParameterFacts) -> bool:
        """Whether what is not known of a parameter is taken for tensors or arrays: the data of a step of training, or
        of a model.
        """
        return self.trains(function) or is_data_of_models(self._facts, function, found.name)

    def _loops_that_collect(self, function: FunctionFacts, parameter: ParameterFacts) -> tuple[Loop, ...]:
        """The loops that put what is not known into a list which arrives, one after the other.

        Each length is a trace of its own, and so is each number, should it hold such.
        """
        if not any(has(part, Unknown) for part in self._facts.objects.members(parameter.value)):
            return ()
        for passed in parameter.incoming:
            argument = argument_of(passed.node, parameter, function)
            loop = collecting_loop(argument) if isinstance(argument, nodes.Name) else None
            if loop is None or not self._facts.shows_how_often(function, passed.caller.module_path):
                continue
            found = self._repetition.loop(loop, passed.caller.module_path)
            if found.rounds is None:
                return (found,)
        return ()

    def _loops_that_change(self, function: FunctionFacts, parameter: ParameterFacts) -> tuple[Loop, ...]:
        for passed in parameter.incoming:
            if not self._facts.shows_how_often(function, passed.caller.module_path):
                continue
            argument = argument_of(passed.node, parameter, function)
            if isinstance(argument, nodes.Const):
                continue
            loops = self._provenance.changes_of(argument, passed)
            if not loops and argument is None:
                loops, _ = self._provenance.changes_of_packed(parameter, function, passed)
            loops = without_data_sets(function, passed, argument, loops)
            if loops:
                return loops
        return ()

    def calls(self, function: FunctionFacts) -> int | None:
        """How often a function is called in one run of the program, where that is written in it."""
        shown = [call for call in function.callers if self._facts.shows_how_often(function, call[0].module_path)]
        return self._repetition.calls(shown, function.node.name) if shown else None

    def _many(self, function: FunctionFacts, traces: Traces, place: Place) -> Iterator[Evidence]:
        known = traces.known or 0
        each = traces.of_one_object or known
        calls = self.calls(function)
        if each > MANY or traces.unbounded:
            yield ManyTraces(place, None if traces.unbounded else known, None)
        elif calls and known > 1 and calls < WORTH * known and not runs_chain(self._facts, function):
            yield ManyTraces(place, known, calls)

    def _long_loops(self, function: FunctionFacts) -> Iterator[Evidence]:
        """A loop that a trace would unroll to a graph that takes long to make."""
        found = self._unrolled.too_long(function)
        if found is not None:
            yield found

    def _loops(self, function: FunctionFacts, place: Place) -> Iterator[Evidence]:
        """A loop in the body that trains, or goes through the data."""
        datasets = {p.name for p in function.parameters if has(p.value, Dataset)}
        functions = self._facts.function_of
        for context in function.contexts:
            for call, callee, _ in context.summary.edges():
                inner = next(loops_around(call), None)
                if inner is None or self._is_for_graphs(inner):
                    continue
                called = functions(callee.scope)
                if called is not None and self.trains(called):
                    yield ContainsTrainingLoop(place)
                    return
        for loop in function.node.nodes_of_class((nodes.For, nodes.While)):
            if loop.frame() is not function.node or self._is_for_graphs(loop):
                continue
            data = isinstance(loop, nodes.For) and not datasets.isdisjoint(names_read(loop.iter))
            if data or any(_is_step_of(loop, call) for call in loop.nodes_of_class(nodes.Call)):
                yield ContainsTrainingLoop(place)
                return

    def _is_for_graphs(self, loop: nodes.NodeNG) -> bool:
        """Whether a loop counts with a tensor: whoever writes it means the whole of it to be one graph."""
        return isinstance(loop, nodes.For) and self._facts.callees.of(loop.iter) == "tensorflow.range"


def _is_step_of(loop: nodes.NodeNG, call: nodes.Call) -> bool:
    """Whether a call makes a step of the training that a loop is.

    `for model, optimizer in zip(models, optimizers)` is no training: each round makes one step of another optimizer.
    """
    if last_name(call.func) not in OPTIMIZER_STEPS:
        return False
    owner = receiver_of(call)
    return not (isinstance(loop, nodes.For) and isinstance(owner, nodes.Name) and owner.name in targets(loop))


def _counts(bound: nodes.NodeNG) -> bool:
    """Whether a name gets the next number where it is bound: `step += 1`, `for step in range(n)`."""
    parent = bound.parent
    if isinstance(parent, nodes.Tuple) and parent.elts[0] is bound:
        bound, parent = parent, parent.parent
    if isinstance(parent, nodes.For):
        numbered = "enumerate" if isinstance(bound, nodes.Tuple) else "range"
        return bound is parent.target and called_name(parent.iter) == numbered
    return isinstance(parent, nodes.AugAssign) and isinstance(parent.value, nodes.Const)


def _is_made_anew(argument: nodes.NodeNG) -> bool:
    """Whether an argument is, or holds, what a call has just given; settings are read from somewhere."""
    names = [argument] if isinstance(argument, nodes.Name) else argument.nodes_of_class(nodes.Name)
    values = [argument, *(value for name in names for value in assigned_values(name))]
    return any(isinstance(each, (nodes.Call, nodes.List, nodes.ListComp)) for each in values)


def _counting(function: FunctionFacts, parameter: str) -> nodes.NodeNG | None:
    """The test by which a function does something every so many calls: `if step % n == 0`."""
    for each in function.node.nodes_of_class((nodes.If, nodes.IfExp)):
        for operation in each.test.nodes_of_class(nodes.BinOp) if each.frame() is function.node else ():
            if operation.op == "%" and is_name(operation.left, parameter):
                return each.test
    return None


def _numbers_in(returned: nodes.NodeNG | None) -> nodes.Call | None:
    """`float(x)` or `int(x)` in a dictionary, list or tuple that is returned: who writes it wants numbers of Python."""
    if not isinstance(returned, (nodes.Dict, nodes.List, nodes.Tuple)):
        return None
    calls = (call for call in returned.nodes_of_class(nodes.Call) if builtin_called(call) in ("float", "int"))
    return next((call for call in calls if call.args and not isinstance(call.args[0], nodes.Const)), None)


def _formatted(function: FunctionFacts, place: Place) -> Iterator[Evidence]:
    """Numbers that are formatted, `"%.2f" % loss`: where that is a tensor, a graph cannot."""
    for each in nodes_inside(function.node, nodes.BinOp):
        if each.op == "%" and _NUMBER.search(text_of(each.left) or ""):
            here = replace(place, line=each.lineno or place.line)
            yield Observed(here, "eager-only-call", "formats what may be a tensor as a number")
            return


@dataclass(frozen=True, slots=True)
class _Credit:
    """What speaks for a graph. The more there is, the more hazards become assumptions of an unsafe fix."""

    function: FunctionFacts
    trains: bool
    pays: bool
    """It trains, or surely runs much. What perhaps is no tensor is taken to be none then, what may change between the
    calls to stay the same, and what happens with the first call alone to be missed by nobody.
    """
    data: bool
    """What it takes with `next` is taken to come from a data set."""
    surely_changed: Callable[[], bool]
    """Whether something that it reads is changed between its calls for certain."""


def _does_the_same(computation: Computation, decision: Decision, credit: _Credit) -> bool:
    """Whether nothing but the tables of the papers speaks against a graph. A memo is taken to be filled before."""
    return (
        (credit.data or computation.has_side_effects is not None)
        and all(
            each.why_not in _ENOUGH or (credit.pays and each.why_not is not None) for each in computation.effects
        )
        and computation.is_recursive is False
        and (computation.has_tensor_computation is True or TakenForNet in map(type, decision.assumptions))
        and _first_refused(decision.hazards, credit) is None
    )


_ENOUGH = frozenset({WhyNot.GUARDED, WhyNot.MEMO, WhyNot.OTHER_CLASS})
"""Why a side effect leaves a graph possible whatever that gains."""


def _first_refused(hazards: Iterable[Evidence], credit: _Credit) -> Evidence | None:
    """The first hazard that leaves no graph possible. Whether state changes between calls costs most: it comes last."""
    doubtful: Evidence | None = None
    for hazard in hazards:
        if credit.pays and _may_be_of_another(hazard):
            doubtful = doubtful or hazard
        elif not _is_overlooked(hazard, credit):
            return hazard
    return doubtful if doubtful is not None and credit.surely_changed() else None


def _is_overlooked(hazard: Evidence, credit: _Credit) -> bool:
    """Whether a hazard leaves a graph possible."""
    return (
        isinstance(hazard, LowGain)
        or _makes_once(hazard)
        or _takes_parts(hazard)
        or _asks_for_mode(hazard)
        or _comes_from_tests(hazard)
        or (credit.pays and _is_perhaps_python(hazard) and not _stands_in(credit.function, hazard))
        or (credit.pays and isinstance(hazard, ResultType) and hazard.mixed)
        or (isinstance(hazard, Observed) and bool(hazard.implementation))
        or (credit.pays and done_elsewhere(hazard) is not None)
        or (credit.trains and _gives_numbers(hazard))
        or (credit.data and hazard.kind == "iterator")
    )


def _may_be_of_another(hazard: Evidence) -> bool:
    """Whether what is changed between the calls may belong to another object than what is read."""
    return isinstance(hazard, (ChangedObject, ReassignedAttribute)) and hazard.joined


def _gives_numbers(hazard: Evidence) -> bool:
    """Whether all that comes back otherwise are numbers, as losses do: `return float(loss)`. Tensors of them are shown,
    compared and added up alike.
    """
    return isinstance(hazard, ResultType) and set(hazard.results) <= {"float", "int", "bool"}


def _asks_for_mode(hazard: Evidence) -> bool:
    """Whether something that is called asks whether it runs eagerly: it was written for both."""
    return isinstance(hazard, Observed) and hazard.asks_for_mode and bool(hazard.chain)


def _comes_from_tests(hazard: Evidence) -> bool:
    """Whether only what tests pass leads there: a helper of tests may hand on whatever it gets."""
    return isinstance(hazard, Observed) and hazard.of_tests


def _is_perhaps_python(hazard: Evidence) -> bool:
    """Whether a hazard is one of tensors, where other things may arrive as well; calls may keep the two apart."""
    if not isinstance(hazard, Observed) or hazard.condition not in _OF_TENSORS:
        return False
    return (bool(hazard.chain) or hazard.of_call) and (hazard.mixed or _perhaps_raises(hazard))


def _perhaps_raises(hazard: Observed) -> bool:
    """Whether the hazard is only that a side of a condition may fail, which a trace runs and eager calls may not."""
    return hazard.condition == "autograph-limit" and not hazard.certain


def _stands_in(function: FunctionFacts, hazard: Evidence) -> bool:
    """Whether a hazard stands in the text of a function: no other call than its own leads to what is defined there."""
    return bool(hazard.chain) and holds(function.node, function.module.file.relative, hazard.chain[-1].place)


_OF_TENSORS = frozenset({"autograph-limit", "conflicting-dtypes", "eager-only-call", "tensor-iteration"})


def _takes_parts(hazard: Evidence) -> bool:
    """Whether a statement takes the parts of what may be a tensor, or else a tuple or list.

    A tensor that only may be there is mostly one of another call: whoever writes `a, b = pair` means a pair.
    """
    return isinstance(hazard, Observed) and hazard.condition == "tensor-iteration" and not hazard.certain


def _makes_once(hazard: Evidence) -> bool:
    """Whether all that is said is that the first call makes something that is kept."""
    return isinstance(hazard, Observed) and hazard.guarded


def _basis(function: FunctionFacts, given: Sequence[Parameter]) -> tuple[str, ...]:
    """What the function gets that a graph takes."""
    values = [found.value for found in function.parameters if not found.receiver]
    tensor = bool(has_tensor(given))
    found = {
        "tensor-arguments": tensor,
        "array-arguments": any(has(value, Array) for value in values),
        "iterator-arguments": any(has(value, Dataset) for value in values),
        "few-values": any(parameter.literal for parameter in given),
        "object-arguments": any(has(value, Instance, ExternalInstance, Function) for value in values),
    }
    out = tuple(word for word, holds in found.items() if holds)
    reads = bool(function.implicit) or any(each.receiver for each in function.parameters)
    if not tensor and reads:
        out += ("captured-tensors",)
    return out


def _assumptions(
    function: FunctionFacts,
    given: Iterable[Parameter],
    computation: Computation,
    decision: Decision,
    place: Place,
    as_tensors: Collection[str],
) -> tuple[Evidence, ...]:
    out: list[Evidence] = [NumberPassedAsTensor(place, name) for name in as_tensors]
    out += [FewValues(place, each.name) for each in given if each.literal and each.name not in as_tensors]
    out += [
        UnknownArgument(place, found.name)
        for found in function.parameters
        if not found.receiver and has(found.value, Unknown)
    ]
    for hazard in decision.hazards:
        if _comes_from_tests(hazard):
            out.append(PassedByTests(hazard.place, chain=hazard.chain))
        elif _takes_parts(hazard):
            out.append(TakenForSequence(hazard.place, chain=hazard.chain))
        elif isinstance(hazard, ResultType):
            out.append(ReturnsTensors(hazard.place))
        elif _asks_for_mode(hazard):
            out.append(WorksInBothModes(hazard.place, chain=hazard.chain))
        elif isinstance(hazard, (ChangedObject, ReassignedAttribute)):
            out.append(Unchanged(hazard.place, hazard.name))
        elif hazard.kind == "iterator":
            out.append(TakenForData(hazard.place, chain=hazard.chain))
        elif _is_perhaps_python(hazard):
            raises = isinstance(hazard, Observed) and hazard.of_call and not hazard.mixed
            out.append((NotRaised if raises else TakenForPython)(hazard.place, chain=hazard.chain))
        elif (elsewhere := done_elsewhere(hazard)) is not None:
            out.append(elsewhere)
    for effect in computation.effects:
        if effect.why_not is WhyNot.MEMO:
            out.append(FilledBefore(effect.place, effect.said, chain=effect.chain))
        elif (elsewhere := effect_elsewhere(effect)) is not None:
            out.append(elsewhere)
        elif effect.why_not is not WhyNot.GUARDED:
            out.append(UnnoticedEffect(effect.place, effect.said, chain=effect.chain))
    out.append(SameObjects(place))
    return tuple(each for each in out if each not in decision.assumptions)


def _kept(function: FunctionFacts) -> set[str]:
    """The parameters that hold what was passed all the time."""
    return {each.name for each in function.parameters} - function.names.bound_again
