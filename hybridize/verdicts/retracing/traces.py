"""How often a hybrid function is traced, and what makes it be traced again.

A trace is kept for a combination of arguments: tensors count by dtype and shape, Python numbers and texts by their
value, objects and functions by identity, containers by what they hold. So each call gives the combinations that its
arguments can make, a loop variable as many as the loop has rounds; the traces are the different ones over all calls.
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from astroid import nodes

from hybridize.inference.domain.objects import (
    Bound,
    Container,
    Function,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
    python_function,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.facts.allocations import Allocations
from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.facts import CallSiteArgument, Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.model import Context, HybridMark
from hybridize.inference.facts.provenance import Provenance, argument_of
from hybridize.inference.facts.repetition import Loop, Often, Repetition, is_symbolic, times
from hybridize.inference.facts.trace_keys import Key, TraceKeys, default_key
from hybridize.program.calls import receiver_of
from hybridize.program.lookup import bindings
from hybridize.program.loops import is_short, loop_around, loops_around, rounds
from hybridize.program.memory import remembered
from hybridize.program.places import definition_place, place_of, statement_of
from hybridize.program.scopes import receiver_name
from hybridize.program.syntax import is_name
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.gain import OneCallObject
from hybridize.verdicts.evidence.retracing import (
    ChangingItem,
    ChangingShape,
    GrowingArgument,
    LengthByFlag,
    LengthByValue,
    Lengths,
    ListsOfValues,
    MadeAtEachCall,
    MadeInLoop,
    ManyDtypes,
    ManyShapes,
    NewFunction,
    NewMetric,
    NewObject,
    NewReceiver,
    Retrace,
    RetracedArgument,
)
from hybridize.verdicts.model.parts import GraphMode, LiteralValue, Parameter, Place, Step, StepKind, Traces
from hybridize.verdicts.model.steps import step_of, steps_to
from hybridize.verdicts.project.merged_contexts import may_be_of_another
from hybridize.verdicts.retracing.data_set_loops import without_data_sets
from hybridize.verdicts.shapes.dynamic_shapes import DynamicShapes
from hybridize.verdicts.shapes.specs import Spec, Specs
from hybridize.verdicts.shapes.variable_length_lists import VariableLengthLists, unwrapped
from hybridize.verdicts.shapes.varying import changing_call, growing_call
from hybridize.verdicts.values.parameters import shows_traces
from hybridize.verdicts.values.read_tensors import tensors_read
from hybridize.verdicts.variables.own_models import serves_own_model, wraps_own_model

MOST = 1000
"""Combinations that are told apart."""
USUAL = 2
"""Shapes or dtypes of one tensor that are nothing special: those of training and of evaluation, or of a last batch."""

LEVELS = 4
"""Callers, one above the other, in which a tensor that is passed may be made."""
MODES = 3
"""Texts for one parameter that are no more than its modes."""
FEW = 3
"""Graphs, or objects that have one each, of a loop that goes through alternatives and not through data."""


@dataclass(frozen=True)
class Option:
    """What TensorFlow may see at one parameter in one call; with loops, something new in each of their rounds."""

    key: Key
    loops: tuple[Loop, ...] = ()
    argument: nodes.NodeNG | None = None

    @property
    def is_kind(self) -> bool:
        """It is a structure, a tensor or a type: a kind of argument, of which others may be."""
        return not self.loops and self.key[0] not in _SINGLE


_MADE = {Container: GrowingArgument, Function: NewFunction, Bound: NewFunction}
"""What is said of what is made for each call, by its kind; of all else, that it is an object."""
_OPEN = frozenset({"some", "Unknown"})
"""What the keys begin with of what is not, or not wholly, known."""
_SINGLE = frozenset({"value", "object", "new", "default", "none given"})
"""What the keys of single values and objects begin with."""


class RetracingSearch:
    """Finds what makes the hybrid functions of a project be traced again."""

    def __init__(
        self,
        facts: Facts,
        repetition: Repetition,
        provenance: Provenance,
        dynamic: DynamicShapes,
        graphs: Collection[nodes.NodeNG],
    ) -> None:
        """`graphs` run as graphs, where a length that depends on values is no more than an unknown length."""
        self._facts = facts
        self._repetition = repetition
        self._provenance = provenance
        self._dynamic = dynamic
        self._lists = VariableLengthLists(facts)
        self._graphs = graphs
        self._specs_of = Specs(facts.callees)
        self._allocations = Allocations(facts, repetition)
        self._keys = TraceKeys(facts.objects)
        self._traced: dict[tuple[str, frozenset[str]], dict[Hashable, bool]] = {}
        """What `_is_only_traced` has found of what leads to contexts, by what it looks for and what is silent."""

    def traces(self, function: FunctionFacts, mode: GraphMode, as_tensors: Collection[str] = ()) -> Traces:
        """How often a hybrid function is traced in one run of the program, as far as the program says.

        `as_tensors`: the parameters for which calls would pass tensors in the place of numbers.
        """
        made = self._makings(function)
        if mode.has_signature:
            return Traces(made, made is None)
        weights: dict[tuple[Key, ...], int | None] = {}
        apart: dict[int, dict[tuple[Key, ...], int | None]] = {}
        for _, found_row in self._rows(function, mode.relaxes_shapes, as_tensors):
            row = _enumerated(found_row)
            if len(weights) + sum(map(len, apart.values())) > MOST:
                return Traces(sum(weight for weight in weights.values() if weight is not None), True)
            mixed = any(map(_is_mixed, row))
            for turn, options in itertools.islice(_combinations(row), MOST):
                loops = dict.fromkeys(loop for option in options for loop in option.loops)
                # From the second shape on an axis is relaxed.
                few = all(option.key == ("relaxed",) for option in options if option.loops)
                found = apart.setdefault(turn, {}) if mixed else weights
                found[tuple(option.key for option in options)] = USUAL if loops and few else times(loops)
        # A program passes either tensors or numbers.
        weights = max((_without_joined(weights | each) for each in apart.values() or [{}]), key=_total)
        known = sum(weight for weight in weights.values() if weight is not None)
        if made is None or None in weights.values():
            return Traces(known * made if made else None, True)
        return Traces(known * made, False, _of_one_object(function, weights))

    # Reasons ---------------------------------------------------------------------------------------------------------

    def reasons(self, function: FunctionFacts, mode: GraphMode) -> list[Retrace]:
        """Why the function is traced again where no number or text says so: what a finding is made of."""
        out = self._made_anew(function)
        here = definition_place(function.module.file.relative, function.node)
        if not function.hybrids or mode.has_signature:
            return out
        for parameter in function.parameters:
            out += self._objects(function, parameter, here)
            out += self._lengths(function, parameter, here)
            out += self._items(function, parameter, here)
            if not mode.relaxes_shapes and not parameter.receiver:
                out += self._specs(function, parameter, here)
        return out

    def as_hybrid(
        self, function: FunctionFacts, advised: Collection[nodes.NodeNG] = frozenset()
    ) -> list[Evidence]:
        """Why an eager function would be traced at each call: objects that are made for it, shapes that change.

        `advised` functions are to become graphs: what is as long as values say has one unknown length there.
        """
        here = definition_place(function.module.file.relative, function.node)
        for parameter in function.parameters:
            found = self._objects(function, parameter, here)
            if not found and not parameter.receiver:
                found = (
                    self._changing_specs(function, parameter, here)
                    or self._lengths_by_value(function, parameter, here, advised)
                    or self._lists_of_values(function, parameter, here)
                )
            if found:
                return [RetracedArgument(each.place, each, chain=each.chain) for each in found]
        return []

    def made_by_helpers(self, function: FunctionFacts, here: Place) -> list[Evidence]:
        """Objects that are made anew in the rounds of a loop that calls the function, there or by what it calls.

        A model for each task, say, that a helper makes and another one trains: each is a trace of its own. What a
        graph calls is traced with it anyway.
        """
        for parameter in function.parameters:
            for passed in self._incoming(function, parameter):
                if self._is_only_traced(passed.caller, function):
                    continue
                loops = self._allocations.made_by_helpers(passed, self._facts.silent_about(function))
                if loops:
                    made: Retrace
                    if parameter.receiver:
                        made = NewReceiver(here, loops[0].place, chain=_called_as(passed))
                    else:
                        read = tensors_read(self._facts, function, parameter)
                        made = NewObject(here, parameter.name, loops[0].place, read, chain=_called_as(passed))
                    return [RetracedArgument(here, made, chain=made.chain)]
        return []

    def _objects(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        if parameter.receiver:
            return self._instances(function, parameter, here)
        return self._new_each_time(function, parameter, here)

    def _made_anew(self, function: FunctionFacts) -> list[Retrace]:
        """A `tf.function` made anew in a loop, or by a function that is called in one (bug study, anti-pattern 1)."""
        out: list[Retrace] = []
        for mark in function.hybrids:
            if self._allocations.outlives(function, mark) or not self._is_called(function):
                continue
            if self._is_only_traced(mark.context, function):
                # What a graph makes while it is traced is made as often as that.
                continue
            place = place_of(mark.context.module_path, statement_of(mark.node))
            if isinstance(statement_of(mark.node), nodes.FunctionDef):
                place = definition_place(mark.context.module_path, function.node)
            making = self._making(function, mark)
            runs = self._repetition.of(mark.node, making, self._facts.silent_about(function))
            if runs.often is not Often.PER_ITERATION or _are_few(self._repetition.times(mark.node, making)):
                continue
            if serves_own_model(self._facts, function, mark) or wraps_own_model(self._facts, function, mark):
                continue
            if runs.chain and self._is_repeated(mark.context, function):
                out.append(MadeAtEachCall(place, mark.context.scope.name, chain=steps_to(runs.chain)))
            elif not runs.chain:
                out.append(MadeInLoop(place, runs.loops[0].place))
        return out

    def _is_called(self, function: FunctionFacts) -> bool:
        """Whether anything is known to call the function: what is handed on and not called is traced nowhere here.

        What is handed to `dataset.map` and its kin, and what that calls, is traced by these for each data set, graph
        or not.
        """
        calls = self._facts.graph.callers.of(*function.contexts)
        return any(not traced and not self._is_only_traced(caller, function) for caller, _, traced in calls)

    def _is_only_traced(self, context: Context, function: FunctionFacts) -> bool:
        """Whether graphs alone lead to a context, besides what is silent about a function."""
        silent = self._facts.silent_about(function)

        def judge(way: Way) -> str | None:
            if way.traced:
                return "graph"
            if way.below is not None and way.caller.module_path in silent:
                return "silent"
            if way.caller.scope in self._graphs:
                return "graph"
            return "eager" if way.caller.function is None else None

        callers = self._facts.graph.callers

        def ends(wanted: str) -> bool:
            def found(way: Way) -> bool | None:
                said = judge(way)
                if said is None:
                    return True if wanted == "eager" and callers.begins(way.caller) else None
                return said == wanted

            return callers.some((context, context.scope), found, self._traced.setdefault((wanted, silent), {}))

        return ends("graph") and not ends("eager")

    def _is_repeated(self, context: Context, function: FunctionFacts) -> bool:
        """Whether calls that lead to a context, by no graph, stand in a loop: what a graph calls is traced once."""
        silent = self._facts.silent_about(function)

        def judge(way: Way) -> bool | None:
            if way.caller.scope in self._graphs or way.traced:
                return False
            if way.below is None:
                return None
            if way.caller.module_path in silent or (silent and way.caller not in self._facts.used):
                # What only tests call shows how it may be called.
                return False
            if may_be_of_another(self._facts, [(way.caller, way.node)], lambda _: True):
                return False
            return True if self._repetition.loop_around(way.node, way.caller) is not None else None

        return any(self._facts.graph.callers.ends([Call(context, context.scope)], judge))

    def _new_each_time(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """Objects and functions that are made for each call, and containers that grow between the calls."""
        for passed in self._incoming(function, parameter):
            argument = argument_of(passed.node, parameter, function)
            for obj, loops in self._allocations.anew(passed, argument, self._facts.silent_about(function)):
                if is_short(times(loops)):
                    continue
                made = NewMetric if self._facts.is_metric(obj) else _MADE.get(type(obj))
                if made is not None:
                    return [made(here, parameter.name, loops[0].place, chain=_called_as(passed))]
                read = tensors_read(self._facts, function, parameter)
                return [NewObject(here, parameter.name, loops[0].place, read, chain=_called_as(passed))]
        grown = growing_call(self._facts, self._provenance, function, parameter)
        loop = loop_around(grown.node) if grown is not None else None
        if grown is None or loop is None or is_short(rounds(loop)):
            return []
        around = place_of(grown.caller.module_path, loop)
        return [GrowingArgument(here, parameter.name, around, chain=_called_as(grown))]

    def _lists_of_values(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """Lists of lists that a loop binds anew in each round: what they hold is no tensor, as far as is known."""
        for passed in self._incoming(function, parameter):
            argument, loop = argument_of(passed.node, parameter, function), loop_around(passed.node)
            if loop is None or not isinstance(argument, nodes.Name):
                continue
            if any(loop.parent_of(each) for each in bindings(argument)) and self._is_nested(passed.value):
                return [ListsOfValues(here, parameter.name, chain=_called_as(passed))]
        return []

    def _is_nested(self, value: Value) -> bool:
        """Whether a value is lists of lists of what is not known."""
        objects = self._facts.objects
        inner = [each for held in objects.members(value) for each in select(held, Container, TupleObject)]
        leaves = [each for held in objects.members(inner) for each in held]
        return has(leaves, Unknown) and not has(leaves, Tensor, Array)

    def _instances(self, function: FunctionFacts, receiver: ParameterFacts, here: Place) -> list[Retrace]:
        """A method of objects that are made in the very loop that calls it: each has traces of its own.

        Where somebody asks for its concrete function, each is exported or served once.
        """
        if function.uses.as_graph:
            return []
        for passed in self._incoming(function, receiver):
            if self._is_only_traced(passed.caller, function) or _builds_model(self._facts, passed):
                continue
            if self._is_part_of_making(function, passed):
                continue
            for _, loops in self._allocations.anew(passed, None, self._facts.silent_about(function)):
                if _are_few(times(loops)) or self._fits_models(loops[0], passed.caller):
                    continue
                return [NewReceiver(here, loops[0].place, chain=_called_as(passed))]
        return []

    def _fits_models(self, loop: Loop, caller: Context) -> bool:
        """Whether each round of a loop fits a model of Keras: beside that the traces of its new objects are nothing."""
        fits = (call for call, _ in self._facts.calls_of_models({"fit": 1}) if call.root() is caller.scope.root())
        around = (each for call in fits for each in loops_around(call))
        return any(place_of(caller.module_path, each) == loop.place for each in around)

    def _is_part_of_making(self, function: FunctionFacts, passed: CallSiteArgument) -> bool:
        """Whether a call is what an object is made with, and no work that its objects go on to do.

        A constructor calls a method of the new object; a layer is put into a functional model where it is made, as far
        as is known: `x = Mish()(x)`.
        """
        call = passed.node
        if not isinstance(call, nodes.Call):
            return False
        if isinstance(call.func, nodes.Call):
            given = [
                value
                for callee in passed.caller.summary.called_at(call)
                for value in list(callee.arguments.values())[1:]
            ]
            objects = self._facts.objects
            unknown = any(has(part, Unknown) for value in given for part in (value, *objects.members(value)))
            symbolic = unknown or any("keras" in objects.tensor_kinds(value) for value in given)
            return symbolic and self._facts.derives(function.bases, "keras.layers.Layer")
        maker = call.frame()
        is_constructor = isinstance(maker, nodes.FunctionDef) and maker.name == "__init__"
        return is_constructor and is_name(receiver_of(call), receiver_name(maker))

    def _lengths(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """`*values` of more than two lengths."""
        found: dict[int, Step] = {}
        for passed in self._incoming(function, parameter) if parameter.kind == "var-positional" else ():
            for obj in select(passed.value, TupleObject):
                if not obj.rest:
                    found.setdefault(len(obj.items), step_of(passed.caller.module_path, passed.node))
        if len(found) <= USUAL:
            return []
        return [Lengths(here, parameter.name, tuple(sorted(found)), chain=tuple(found.values()))]

    def _items(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """A dictionary that gets another number in each round."""
        for passed in self._incoming(function, parameter):
            loops = self._provenance.changes_of_items(argument_of(passed.node, parameter, function), passed)
            if loops and not is_short(times(loops)):
                return [ChangingItem(here, parameter.name, loops[0].place, chain=_called_as(passed))]
        return []

    def _specs(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """Tensors of more shapes or dtypes than the usual two."""
        changing = self._changing_specs(function, parameter, here) or self._varying(function, parameter, here)
        if changing:
            return changing
        found: dict[Spec, Step] = {}
        for passed in self._incoming(function, parameter):
            spec = self._spec(function, parameter, passed)
            if spec is not None:
                where = place_of(passed.caller.module_path, passed.node)
                found.setdefault(spec, Step(where, StepKind.SPEC, parameter.name, str(spec)))
        if len(found) <= USUAL:
            return []
        many = ManyShapes if len({spec.shape for spec in found}) > USUAL else ManyDtypes
        return [many(here, parameter.name, tuple(map(str, found)), chain=tuple(found.values()))]

    def _changing_specs(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """A tensor whose shape a loop changes."""
        for passed in self._incoming(function, parameter):
            spec = self._spec(function, parameter, passed)
            loops = self._spec_loops(spec, passed) if spec is not None and spec.varying else ()
            if loops and not is_short(times(loops)):
                step = step_of(passed.caller.module_path, passed.node)
                return [ChangingShape(here, parameter.name, loops[0].place, chain=(step,))]
        return []

    def _varying(self, function: FunctionFacts, parameter: ParameterFacts, here: Place) -> list[Retrace]:
        """A tensor of another shape in each round of the loop that calls the function."""
        passed = changing_call(self._facts, self._provenance, function, parameter)
        if passed is None or not shows_traces(self._facts, function, passed.node, passed.caller):
            return []
        loop, path = loop_around(passed.node), passed.caller.module_path
        if loop is None or is_short(rounds(loop)):
            return []
        return [ChangingShape(here, parameter.name, place_of(path, loop), chain=(step_of(path, passed.node),))]

    def _lengths_by_value(
        self, function: FunctionFacts, parameter: ParameterFacts, here: Place, advised: Collection[nodes.NodeNG]
    ) -> list[Retrace]:
        """A tensor as long as values happen to be: what `tf.boolean_mask` or `tf.where` found, or what an episode gave.

        An eager caller makes it itself or is passed it in its turn.
        """
        # Many contexts make the same call: what a call passes is looked at once.
        seen: set[tuple[nodes.NodeNG, str]] = set()
        for passed in self._incoming(function, parameter):
            level = [(function, parameter, passed)]
            for _ in range(LEVELS):
                above = []
                for callee, through, each in level:
                    argument, scope = argument_of(each.node, through, callee), each.caller.scope
                    if (each.node, through.name) in seen or argument is None:
                        continue
                    seen.add((each.node, through.name))
                    if scope in self._graphs or scope in advised:
                        continue
                    if self._dynamic.gives(scope, argument):
                        return [LengthByValue(here, parameter.name, chain=_called_as(passed))]
                    if self._lists.is_one(scope, argument, each.node):
                        return [LengthByFlag(here, parameter.name, chain=_called_as(passed))]
                    above += self._passed_on(scope, unwrapped(argument))
                level = above
        return []

    def _passed_on(
        self, scope: nodes.LocalsDictNodeNG, argument: nodes.NodeNG
    ) -> list[tuple[FunctionFacts, ParameterFacts, CallSiteArgument]]:
        """What the callers of a function pass for a parameter that it passes on as it is."""
        around = self._facts.function_of(scope) if isinstance(argument, nodes.Name) else None
        if around is None or len(scope.locals.get(argument.name, ())) != 1:
            return []
        return [
            (around, each, outer)
            for each in around.parameters
            if each.name == argument.name
            for outer in self._incoming(around, each)
        ]

    # Calls -----------------------------------------------------------------------------------------------------------

    def _incoming(self, function: FunctionFacts, parameter: ParameterFacts) -> list[CallSiteArgument]:
        """What arrives with the calls that run the graph, and that show how often."""
        incoming = parameter.incoming
        return [each for each in incoming if shows_traces(self._facts, function, each.node, each.caller)]

    def _rows(
        self, function: FunctionFacts, relaxed: bool, as_tensors: Collection[str] = ()
    ) -> Iterator[tuple[nodes.NodeNG, list[list[Option]]]]:
        """The calls, each with what may arrive at each parameter."""
        calls: dict[tuple[nodes.NodeNG, Context], dict[str, CallSiteArgument]] = {
            (call, caller): {}
            for caller, call, _ in function.callers
            if shows_traces(self._facts, function, call, caller)
        }
        for parameter in function.parameters:
            for passed in self._incoming(function, parameter):
                calls.setdefault((passed.node, passed.caller), {})[parameter.name] = passed
        for (call, _), by_name in calls.items():
            row = []
            for parameter in function.parameters:
                given = by_name.get(parameter.name)
                if parameter.name in as_tensors:
                    row.append([Option(("tensor", "", None))])
                elif given is None:
                    row.append([Option(default_key(function.node, parameter.name))])
                else:
                    row.append(self._options(function, parameter, given, relaxed))
            yield call, row

    def _options(
        self, function: FunctionFacts, parameter: ParameterFacts, passed: CallSiteArgument, relaxed: bool
    ) -> list[Option]:
        argument = argument_of(passed.node, parameter, function)
        out: dict[Option, None] = {}
        # What is not known is taken to be one of those that are.
        objects = passed.value.difference(select(passed.value, Unknown)) or passed.value
        scalars = list(select(objects, PythonScalar))
        open_numbers = any(obj.literal is None for obj in scalars)
        loops: tuple[Loop, ...] = ()
        if open_numbers:
            loops = without_data_sets(function, passed, argument, self._provenance.changes_of(argument, passed))
        anew = dict(self._allocations.anew(passed, argument, self._facts.silent_about(function)))
        for obj in map(python_function, sorted(objects, key=lambda a: a.serial)):
            if has((obj,), Container):
                changing = self._provenance.changes_of_items(argument, passed)
            else:
                changing = loops if any(obj is each and each.type != "bool" for each in scalars) else ()
            if changing:
                shown = argument.as_string() if argument is not None else ""
                out[Option(("changes", shown, *changing), changing, argument)] = None
            elif obj in anew:
                out[Option(("new", obj), anew[obj])] = None
            elif isinstance(obj, Tensor) and not parameter.receiver:
                out[self._tensor(function, parameter, passed, obj, relaxed)] = None
            else:
                out[Option(self._keys.of(obj))] = None
        return list(out)

    def _tensor(
        self, function: FunctionFacts, parameter: ParameterFacts, passed: CallSiteArgument, obj: Tensor, relaxed: bool
    ) -> Option:
        spec = self._spec(function, parameter, passed)
        if spec is not None and spec.varying:
            loops = self._spec_loops(spec, passed)
            # The second shape makes TensorFlow relax the axis.
            return Option(("relaxed",) if relaxed else ("shapes",), loops[:1])
        return Option(("tensor", obj.kind if obj.kind in ("sparse", "ragged") else "", None if relaxed else spec))

    def _spec(self, function: FunctionFacts, parameter: ParameterFacts, passed: CallSiteArgument) -> Spec | None:
        argument = argument_of(passed.node, parameter, function)
        return self._specs_of.of(argument) if argument is not None else None

    def _spec_loops(self, spec: Spec, passed: CallSiteArgument) -> tuple[Loop, ...]:
        found = (self._provenance.changing_loops(each, passed.node, passed.caller) for each in spec.varying)
        return tuple(dict.fromkeys(itertools.chain.from_iterable(found)))

    def of_one_call(self, function: FunctionFacts) -> OneCallObject | None:
        """A parameter at which every call finds an object that is made for it: each would be traced, and none twice."""
        for parameter in function.parameters:
            incoming = parameter.incoming
            shows = [each for each in incoming if self._facts.shows_how_often(function, each.caller.module_path)]
            if shows and all(map(self._allocations.is_of_one_call, shows)):
                place = place_of(shows[0].caller.module_path, shows[0].node)
                return OneCallObject(place, parameter.name, tensors_read(self._facts, function, parameter))
        return None

    def may_share(self, function: FunctionFacts, one: nodes.NodeNG, other: nodes.NodeNG) -> bool:
        """Whether two calls of a hybrid function may find one trace, as far as their arguments tell.

        The same call twice: in two rounds of a loop. Of calls that lead to the function by others nothing is told.
        """
        rows = self._compared_rows(function)
        return not (one in rows and other in rows) or any(
            all(_may_be_equal(*options, one is not other) for options in zip(mine, its, strict=True))
            for mine in rows[one]
            for its in rows[other]
        )

    @remembered
    def _compared_rows(self, function: FunctionFacts) -> dict[nodes.NodeNG, list[list[list[Option]]]]:
        rows: dict[nodes.NodeNG, list[list[list[Option]]]] = {}
        for call, row in self._rows(function, False):
            rows.setdefault(call, []).append(row)
        return rows

    def may_be_new(self, function: FunctionFacts, parameter: ParameterFacts) -> bool:
        """Whether something that nobody knows is made for each call: perhaps another object each time."""
        return any(
            self._allocations.perhaps_anew(passed, argument_of(passed.node, parameter, function))
            for passed in self._incoming(function, parameter)
        )

    def _making(self, function: FunctionFacts, mark: HybridMark) -> frozenset[Context]:
        """The contexts that make a hybrid function: all of the function around it, or the one that is handed it."""
        around = mark.context.scope
        local = function.node.parent.frame() is around
        return frozenset(self._facts.contexts_of(around) if local else [mark.context])

    def _makings(self, function: FunctionFacts) -> int | None:
        """How many hybrid functions are made of a function; None for an unknown number."""
        found = [self._repetition.times(mark.node, self._making(function, mark)) for mark in function.hybrids]
        return None if None in found else max(1, sum(each for each in found if each is not None))


def _may_be_equal(ones: Iterable[Option], others: Iterable[Option], in_one_round: bool) -> bool:
    """Whether two calls may pass the same at one parameter: what a loop changes is another value each time.

    `in_one_round`: what is made once a round is the same for both.
    """
    return any(
        _may_be_one_key(one.key, other.key)
        if not one.loops and not other.loops
        else in_one_round and one == other and one.key[0] == "new"
        for one in ones
        for other in others
    )


def _may_be_one_key(one: Key, other: Key) -> bool:
    """Whether two keys may be equal, of which each may say less than TensorFlow knows."""
    if one == other or not {one[0], other[0]}.isdisjoint(_OPEN):
        return True
    # Of many tensors nobody tells the shape.
    return one[:2] == other[:2] and one[0] == "tensor" and None in (one[2], other[2])


def _are_few(number: int | None) -> bool:
    return number is not None and number <= FEW


def _of_one_object(function: FunctionFacts, weights: Mapping[tuple[Key, ...], int | None]) -> int | None:
    """The traces of the object that a method has most for: programs that share a class each make objects of theirs."""
    receiver = next((index for index, each in enumerate(function.parameters) if each.receiver), None)
    if receiver is None:
        return None
    found: dict[Key, int] = {}
    for keys, weight in weights.items():
        found[keys[receiver]] = found.get(keys[receiver], 0) + (weight or 0)
    return max(found.values(), default=None)


def _builds_model(facts: Facts, passed: CallSiteArgument) -> bool:
    """Whether a call puts a layer into a functional model, which then runs what was built."""
    called = passed.caller.summary.called_at(passed.node)
    return bool(called) and all(is_symbolic(facts.objects, each) for each in called)


def _called_as(passed: CallSiteArgument) -> tuple[Step, ...]:
    return (step_of(passed.caller.module_path, passed.node, StepKind.CALLED_AS),)


def changing(parameters: Iterable[Parameter]) -> tuple[str, ...]:
    """The names of the parameters for whose numbers and texts a hybrid function is traced again."""
    return tuple(parameter.name for parameter in parameters if _varies(parameter))


def _varies(parameter: Parameter) -> bool:
    """Whether calls differ: one value changes from call to call, or two calls pass different ones.

    What stands inside a container or an object belongs to one argument: all of it together is a value. Where only the
    type of a value is known, it may be one of the others.
    """
    traced = [value for value in parameter.literal_values if value.traced]
    programs = {program for value in traced for program in value.programs} or {""}
    return any(
        _vary([value for value in traced if not value.programs or program in value.programs]) for program in programs
    )


def _vary(values: Sequence[LiteralValue]) -> bool:
    """Whether values that one program passes differ."""
    if all(value.is_text and not value.inside and (not value.changing or value.rounds) for value in values):
        # A mode: `"train"` or `"eval"`. Where calls are judged together, the type alone is known of some.
        changing = {value.trace_key: value.rounds or 0 for value in values if value.changing}
        written = {value.trace_key for value in values if value.literal is not None}
        return len(written) + sum(changing.values()) > MODES
    inside: dict[Place, set[Key]] = {}
    for value in values:
        if value.inside and not value.collected:
            inside.setdefault(value.place, set()).add(value.trace_key)
    known = {value.trace_key for value in values if not value.inside and value.literal is not None}
    rounds = {
        value.loop: value.rounds if value.alternatives or is_short(value.rounds) else None
        for value in values
        if _changes(value)
    }
    # A loop through what is written out, of a round or two, is no more than these calls.
    in_turn = {value.trace_key for value in values if not value.changing and is_short(value.rounds)}
    if len(known) <= FEW and len(known - in_turn) <= 1:
        known -= in_turn
    several = [FEW + 1 if each is None else each for each in rounds.values()]
    if several and not inside and len(known) + sum(several) <= FEW:
        return False
    return len(known) + len({frozenset(each) for each in inside.values()}) > 1 or any(map(_changes, values))


def _changes(value: LiteralValue) -> bool:
    return bool(value.changing) and (value.collected or not value.inside)


def _is_mixed(options: Sequence[Option]) -> bool:
    """Whether one call passes tensors or else single values at a parameter."""
    fixed = [option for option in options if not option.loops]
    return any(option.is_kind for option in fixed) and not all(option.is_kind for option in fixed)


def _total(weights: Mapping[tuple[Key, ...], int | None]) -> tuple[bool, int]:
    return None in weights.values(), sum(weight or 0 for weight in weights.values())


def _combinations(row: Sequence[Sequence[Option]]) -> Iterator[tuple[int, tuple[Option, ...]]]:
    """The arguments that come together in one call.

    Values, modes and objects are combined with all others. Which of several structures comes is a matter of the program
    that makes the call - of its environment, its data, its model -, so they come in pairs: the first with the first. So
    is whether a tensor comes or a number: the bounds of one data set are computed, those of another are written.
    """
    columns = []
    for options in row:
        if any(option.is_kind for option in options):
            columns.append(
                ([option for option in options if not option.loops], [option for option in options if option.loops])
            )
        else:
            columns.append(([], list(options)))
    for turn in range(max([1, *(len(together) for together, _ in columns)])):
        for options in itertools.product(
            *([*together[min(turn, len(together) - 1) :][:1], *others] for together, others in columns)
        ):
            yield turn, options


def _without_joined(weights: Mapping[tuple[Key, ...], int | None]) -> dict[tuple[Key, ...], int | None]:
    """Without the arguments that others are an example of: where calls are judged together, less is known of some.

    `("some", "int")` is one of the numbers that are known, and what is not known at all is one of the values.
    """
    closed: dict[tuple[int, ...], dict[tuple[Key, ...], list[tuple[Key, ...]]]] = {}
    out = dict(weights)
    for keys in weights:
        places = tuple(index for index, key in enumerate(keys) if key[0] in _OPEN)
        if not places:
            continue
        if places not in closed:
            examples = closed[places] = {}
            for each in weights:
                if not any(each[index][0] in _OPEN for index in places):
                    examples.setdefault(_besides(each, places), []).append(each)
        if any(
            all(_is_example(each[index], keys[index]) for index in places)
            for each in closed[places].get(_besides(keys, places), ())
        ):
            del out[keys]
    return out


def _besides(keys: tuple[Key, ...], places: Collection[int]) -> tuple[Key, ...]:
    return tuple(key for index, key in enumerate(keys) if index not in places)


def _is_example(key: Key, unknown: Key) -> bool:
    """Whether a key may be what is unknown. A text from elsewhere is a mode of its own."""
    if unknown[0] != "some":
        return True
    return unknown[1] != "str" and key[0] == "value" and type(key[1]).__name__ == unknown[1]


def _enumerated(row: list[list[Option]]) -> list[list[Option]]:
    """A loop variable over a `range` that alone changes with the loop, as the numbers that it takes."""
    uses = [loop for options in row for loop in {loop for option in options for loop in option.loops}]
    out = []
    for options in row:
        new: list[Option] = []
        for option in options:
            numbers = option.loops[0].numbers if len(option.loops) == 1 else None
            bare = isinstance(option.argument, nodes.Name)
            if numbers is not None and bare and uses.count(option.loops[0]) == 1 and len(numbers) <= MOST:
                new += [Option(("value", str(number))) for number in numbers]
            else:
                new.append(option)
        out.append(new)
    return out
