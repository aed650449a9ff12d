"""Safety and benefit conditions beyond the paper's table: why a function must not, or need not, become a graph.

What the inference noticed (`Condition`) is reported here with its chain of calls; what can be read off the definition
and the results is decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, Set
from functools import cached_property

from astroid import nodes

from hybridize.frameworks.tensor_types.refusals import is_certain
from hybridize.inference.domain.objects import ExternalInstance, Instance, NoneObject
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.facts.call_graph import Propagated, chain, step, way_down
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.model import (
    LEFT_BY_KERAS_3,
    MAY_RAISE,
    SEED_STATE,
    UNTIL_KERAS_3,
    WITH_KERAS_2,
    Certainty,
    Condition,
    Context,
    Origin,
)
from hybridize.inference.facts.provenance import Provenance
from hybridize.inference.facts.repetition import Repetition
from hybridize.inference.tracing.conditions import WALRUS
from hybridize.program.calls import passed_by
from hybridize.program.expected import is_passed_over
from hybridize.program.first_call_guards import is_for_arrays, is_for_debugging, is_guarded, new_arguments
from hybridize.program.flow.conditions import are_exclusive
from hybridize.program.inside import nodes_inside
from hybridize.program.loops import loop_around, loops_around
from hybridize.program.places import definition_place, place_of, source_of
from hybridize.program.syntax import parts_around
from hybridize.settings import AnalysisOptions
from hybridize.verdicts.evidence.assumptions import UnseenCode
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.retracing import ForEachVariable
from hybridize.verdicts.evidence.safety import (
    AxisOfValues,
    CalledByKeras,
    CalledByPython,
    Coroutine,
    Generator,
    KerasCall,
    Observed,
    ReassignedAttribute,
    SymbolicArgument,
)
from hybridize.verdicts.model.parts import Place
from hybridize.verdicts.model.steps import step_of, steps_down
from hybridize.verdicts.model.written_calls import written_call
from hybridize.verdicts.project.merged_contexts import implementation_of, is_of_another
from hybridize.verdicts.project.only_keras_2 import programs_of_keras_2
from hybridize.verdicts.project.programs import Programs
from hybridize.verdicts.project.unknown_code import uncovered
from hybridize.verdicts.retracing.graph_lifetime import made_anew
from hybridize.verdicts.shapes.dynamic_shapes import DynamicShapes
from hybridize.verdicts.state.caught_errors import ToldErrors
from hybridize.verdicts.state.frozen_reads import StaleState
from hybridize.verdicts.state.kept_losses import KeptLosses
from hybridize.verdicts.state.kept_receivers import KeptReceivers
from hybridize.verdicts.values.aliases import Aliases
from hybridize.verdicts.values.arrays import Arrays
from hybridize.verdicts.values.between_results import BetweenResults
from hybridize.verdicts.values.objects import Reasons, held_equal, unusable_arguments, unusable_receiver
from hybridize.verdicts.values.odd_names import oddly_named, perhaps_oddly_named
from hybridize.verdicts.values.results import (
    EagerResults,
    compared_result,
    expected_exception,
    result_type,
    taken_for_tensors,
)
from hybridize.verdicts.values.symbolic import arrives_symbolic, captured
from hybridize.verdicts.values.unconnected import Unconnected
from hybridize.verdicts.values.unconverted import left_by_keras, unconverted
from hybridize.verdicts.variables.first_use import FirstUse
from hybridize.verdicts.variables.frozen_weights import FrozenWeights
from hybridize.verdicts.variables.passed_weights import passed_weights
from hybridize.verdicts.variables.second_objects import SecondObjects

_INFORMATIVE = frozenset({"eager-switch"})
"""Conditions that concern other rules, not the safety of the function."""
_FOR_EACH_VARIABLE = frozenset({"_resource_apply_dense", "_resource_apply_sparse", "update_step"})
_MAKES_VARIABLES = "creates-variable"
_LATE = "late-binding"
_DISABLING = "disable_"
"""How the names begin of what switches eager execution off for a whole program."""


_AS_OBJECT = "the use of a function as an object"


class Hazards:
    """Asks for each function which safety conditions do not hold."""

    def __init__(
        self,
        facts: Facts,
        repetition: Repetition,
        provenance: Provenance,
        arrays: Arrays,
        dynamic: DynamicShapes,
        in_graphs: Set[Context],
        programs: Programs,
        may_share: Callable[[FunctionFacts, nodes.NodeNG, nodes.NodeNG], bool],
        options: AnalysisOptions,
    ) -> None:
        """`in_graphs`: see `coverage.contexts_in_graphs`; `may_share`: see `RetracingSearch`."""
        self._facts = facts
        self._repetition = repetition
        self._arrays = arrays
        self._dynamic = dynamic
        self._options = options
        self._results = EagerResults(facts)
        self._told = ToldErrors(facts)
        self._aliases = Aliases(facts)
        self._between_results = BetweenResults(facts)
        self._unconnected = Unconnected(facts, self._between_results)
        self._receivers = KeptReceivers(facts)
        self._programs = programs
        self._unusable: Reasons = {}
        self._before_keras_3 = options.before_keras_3
        self._keras_3 = options.target_tensorflow is not None and not self._before_keras_3
        self._deferred = self._deferred_modules()
        calls = (context for f in facts.functions if self._is_keras_call(f) for context in f.contexts)
        under_keras = facts.graph.reached(calls)
        self._keras_calls: Mapping[Context, Context] = {} if self._before_keras_3 else under_keras
        """What Keras 3 would trace while it builds models: all that `call` methods lead to, each with its `call`."""
        self._in_graphs = in_graphs
        self._frozen = FrozenWeights(facts, under_keras)
        self._second = SecondObjects(facts, provenance, self._frozen.makes_weights_late)
        self._stale = StaleState(
            facts, repetition, programs, self._frozen.makes_weights_late, self._second.several, may_share
        )
        self._losses = KeptLosses(facts, programs)
        self._first = FirstUse(facts, self._frozen.makes_weights_late, self._second.has_slots)

    def of(self, function: FunctionFacts, unnoticed: bool = False) -> list[Evidence]:
        """The safety conditions that do not hold for a function. `unnoticed`: nobody misses its side effects."""
        each = self.each(function, unnoticed)
        told = bool(function.hybrids)
        # Each cause is told of in a graph; elsewhere one of them is enough to speak against it.
        return list({
            (one.kind, one.place, getattr(one, "guarded", False), one.cause if told else None): one for one in each
        }.values())

    def each(self, function: FunctionFacts, unnoticed: bool = False) -> Iterator[Evidence]:
        """The same one by one, some of them twice, those first that cost least to find."""
        path = function.module.file.relative
        here = definition_place(path, function.node)
        if path in self._deferred:
            yield self._deferred[path]
        for propagated in function.conditions:
            if self._matters(propagated):
                yield self._observed(path, propagated, function)
        yield from _not_a_function(function, here)
        for parameter in function.parameters:
            if arrives_symbolic(self._facts, parameter) and not self._is_keras_call(function):
                yield SymbolicArgument(here)
        if function.hybrids:
            yield from self._stale.faults(function)
            yield from self._receivers.not_held(function)
            # Without a target it is said of all releases or not at all.
            yield from passed_weights(self._facts, function, here) if self._keras_3 else ()
            yield from self._frozen_weights(function, here)
            yield from self._second.of(function)
            yield from unconverted(function, path)
        else:
            yield from self._of_eager(function, here, unnoticed)

    def assumptions(self, function: FunctionFacts) -> list[Evidence]:
        """What is taken for granted of what a function gives back, and of code that runs between its calls."""
        looked_at = [uncovered(path, node, _AS_OBJECT) for node, path in function.uses.looked_at[:1]]
        here = definition_place(function.module.file.relative, function.node)
        taken = taken_for_tensors(self._facts, function, here)
        first = self._first.of(function) or self._losses.of(function)
        equal = held_equal(self._facts, function)
        counted, stale = self._results.counted(function), self._stale.assumptions(function)
        told, unfit = self._told.of(function), self._unfit(function)
        named = [*self._renames(function), *perhaps_oddly_named(self._facts, self._programs, function)]
        asked = [uncovered(path, node, _OF_VARIABLE) for node, path in _read_of_variables(function)]
        asked += [*self._unconnected.assumptions(function), *self._receivers.assumptions(function)]
        return [*looked_at, *taken, *first, *equal, *counted, *stale, *told, *named, *unfit, *asked]

    def _renames(self, function: FunctionFacts) -> list[UnseenCode]:
        """Keras 2 names weights after the layers around them, but those of a trace after the layers in it alone."""
        if not self._before_keras_3 or not self._facts.shown_variables or self._frozen.traced_by(function) is None:
            return []
        shown = self._facts.shown_variables.items()
        read = next((each for each in shown if self._programs.may_load(each[1], function.contexts)), None)
        return [] if read is None else [uncovered(read[1], read[0], _OF_WEIGHTS)]

    def _unfit(self, function: FunctionFacts) -> list[Evidence]:
        """An operation whose dtypes or shapes do not fit: a trace goes through it, also where no call comes there."""
        if not self._refused:
            return []
        reached = self._facts.graph.reached(function.contexts)
        for unfit in self._refused:
            for context in self._facts.contexts_of(unfit.scope()):
                if context in reached:
                    return [uncovered(context.module_path, unfit, "an operation whose dtypes or shapes do not fit")]
        return []

    @cached_property
    def _refused(self) -> list[nodes.NodeNG]:
        """The operations that TensorFlow certainly refuses, however they are reached."""
        found = self._facts.refused_operations()
        return [node for node, refused in found if is_certain(refused.name, refused.refusal)]

    def surely_changed(self, function: FunctionFacts) -> bool:
        """Whether something that a function may read is changed between its calls, as far as the program tells."""
        return any(True for _ in self._stale.faults(function, unclear_too=True))

    def of_traced(self, function: FunctionFacts) -> list[Evidence]:
        """What goes wrong in a function that TensorFlow or Keras traces, and that is no graph by itself."""
        path = function.module.file.relative
        traced = [context for context in function.contexts if context in self._in_graphs]
        carried = self._facts.graph.conditions
        observed = [
            self._observed(path, propagated, function)
            for propagated in function.conditions
            if self._matters(propagated) and any(propagated.origin in carried.get(each, ()) for each in traced)
        ]
        # `dataset.map` traces anew wherever it is called, and `compile` lets Keras do so: that is how programs change
        # what these read.
        changed = self._stale.in_rounds(function, traced) if traced else ()
        return list(dict.fromkeys((*observed, *changed, *left_by_keras(self._facts, function, self._keras_3))))

    def _of_eager(self, function: FunctionFacts, here: Place, unnoticed: bool) -> Iterator[Evidence]:
        """Those that matter only to what is no graph yet."""
        facts = self._facts
        of_optimizer = self._facts.derives(function.bases, "keras.optimizers.Optimizer")
        if function.node.name in _FOR_EACH_VARIABLE and of_optimizer:
            yield ForEachVariable(here)
        yield from self._arrays.dtype_conflicts(function, self._options.input_signatures)
        yield from () if self._options.input_signatures else self._arrays.converted(function)
        yield from result_type(facts, function, here)
        yield from expected_exception(facts, function)
        yield from compared_result(function)
        yield from self._keras_build(function, here)
        yield from unusable_receiver(facts, function, here)
        if not (unnoticed or may_become_graph(function)):
            # Not to be hybridized in any case: what follows is the costly part.
            return
        yield from self._aliases.of(function)
        yield from self._between_results.of(function)
        yield from self._results.of(function)
        yield from self._stale.of(function, here)
        yield from self._replaced_calls(function)
        yield from made_anew(facts, self._repetition, function, here)
        yield from unusable_arguments(facts, function, here, self._unusable)
        yield from () if self._before_keras_3 else passed_weights(facts, function, here)
        yield from self._dynamic_axes(function)
        yield from self._arrays.hazards(function)
        yield from self._second.unbuilt(function, here)
        yield from captured(facts, function, here)
        yield from oddly_named(facts, self._programs, function)

    def _replaced_calls(self, function: FunctionFacts) -> Iterator[Evidence]:
        """A caller puts another function in the place of the one that a layer is: a trace keeps the first."""
        for caller, _, _ in self._facts.graph.callers.of(*function.contexts) if self._replacing else ():
            place = self._replacing.get(caller.scope)
            if place is not None:
                yield ReassignedAttribute(place, "call")
                return

    @cached_property
    def _replacing(self) -> dict[nodes.NodeNG, Place]:
        """The functions that assign `layer.call`, or in which one stands that does, with the place."""
        found: dict[nodes.NodeNG, Place] = {}
        for module in self._facts.program.modules:
            for assigned in module.all_of(nodes.AssignAttr) if ".call = " in module.file.text else ():
                if assigned.attrname != "call" or getattr(assigned.expr, "name", "") == "self":
                    continue
                for around in assigned.node_ancestors():
                    if isinstance(around, nodes.FunctionDef):
                        found.setdefault(around, place_of(module.file.relative, assigned))
        return found

    def _deferred_modules(self) -> dict[str, Evidence]:
        """Modules that switch eager execution off when they are imported, with the place: nothing in them runs eagerly.

        What a program's main module switches off is off in the modules that it imports, too. What a test switches off,
        others run without, and so they do with what one of several commands switches off: `COMMANDS[name]()`.
        """
        switched: dict[str, Evidence] = {}
        for context in self._facts.graph.contexts if self._facts.graph.conditions else ():
            known = self._facts.graph.conditions.get(context, {}) if context.start.entry == "module" else {}
            for condition, link in known.items():
                called = self._facts.callees.of(condition.node).rpartition(".")[2]
                if condition.kind == "deferred-execution" and called.startswith(_DISABLING):
                    if self._is_one_of_several(Propagated(condition, *step(condition, link))):
                        continue
                    place = place_of(context.module_path, condition.node)
                    switched.setdefault(context.module_path, Observed(place, condition.kind, condition.message))
        queue = [path for path in switched if path not in self._facts.tests]
        for path in queue:
            for other in sorted(self._facts.imports(path)):
                if other not in switched:
                    switched[other] = switched[path]
                    queue.append(other)
        return switched

    # What the inference noticed --------------------------------------------------------------------------------------

    def _matters(self, propagated: Propagated[Condition]) -> bool:
        condition = propagated.origin
        later = (condition.message == WALRUS or condition.message.endswith(SEED_STATE)) and self._before_keras_3
        formerly = condition.message.endswith(UNTIL_KERAS_3) and self._keras_3
        before = condition.message.endswith(WITH_KERAS_2) and not self._before_keras_3
        border = condition.message.endswith(LEFT_BY_KERAS_3) and not self._keras_3
        return condition.kind not in _INFORMATIVE and not (later or formerly or before or border)

    def _observed(self, path: str, propagated: Propagated[Condition], function: FunctionFacts) -> Observed:
        condition, contexts = propagated.origin, function.contexts
        for_arrays = is_for_arrays(condition.node)
        steps = steps_down(propagated, self._facts.graph)
        guarded = condition.kind == _MAKES_VARIABLES and self._is_guarded(propagated, contexts)
        place = place_of(path, propagated.via)
        certainty = condition.certainty
        if condition.message.endswith(SEED_STATE) and self._keras_3:
            certainty = Certainty.SEEN
        elif condition.message.endswith(UNTIL_KERAS_3) and not self._before_keras_3:
            # Without a target it is said of all releases or not at all.
            certainty = Certainty.UNSEEN
        elif certainty is Certainty.SEEN and propagated.next is not None and self._is_one_of_several(propagated):
            certainty = Certainty.UNSEEN
        if condition.kind == _LATE and not self._counts_steps(path):
            certainty = Certainty.UNSEEN
        if certainty is Certainty.SEEN and (
            for_arrays
            or self._is_given_up(condition.node)
            or self._is_for_debugging(propagated, contexts)
            or excluded_by_making(propagated, function, self._facts)
            or any(map(is_passed_over, way_down(propagated, self._facts.graph)))
        ):
            certainty = Certainty.UNSEEN
        certain = certainty not in (Certainty.DOUBTFUL, Certainty.MIXED)
        direct = propagated.next is None
        call = written_call(_unpacked_call(condition.node), self._facts.callees) if direct else None
        return Observed(
            place,
            condition.kind,
            condition.message,
            guarded,
            certain,
            call,
            certainty is Certainty.SEEN,
            certainty is Certainty.MIXED or for_arrays or self._hangs_on_mixed(propagated, contexts),
            self._asks_for_mode(condition.node),
            propagated.of_tests,
            direct
            and condition.message.endswith(MAY_RAISE)
            and any(node is condition.node for each in contexts for node, _ in each.summary.calls),
            is_of_another(self._facts, function, propagated),
            "" if function.hybrids else implementation_of(self._facts, function, propagated),
            chain=steps,
        )

    def _is_for_debugging(self, propagated: Propagated[Condition], contexts: Sequence[Context]) -> bool:
        """Whether a graph has it behind a flag for debugging only: who turns that on turns the graph off."""
        return any(context in self._in_graphs for context in contexts) and behind_debugging(propagated, self._facts)

    def _is_given_up(self, node: nodes.NodeNG) -> bool:
        """Whether the function around a node was given up: something else might have arrived there later."""
        around = self._facts.function_of(node.scope())
        return around is not None and around.gaps.is_given_up

    def _counts_steps(self, path: str) -> bool:
        """Whether a program with a module says to which step summaries belong where they do not say so themselves.

        A variable that is set as the step is read by each run of the graph.
        """
        steps, loaded = self._facts.summary_steps(path), self._facts.program.together(path)
        variables = [tensor for tensor in select(steps, Tensor) if tensor.kind == "variable"]
        return bool(steps.difference(variables, select(steps, NoneObject))) or any(
            module.file.relative in loaded and passed_by(call)
            for module, call in self._facts.program.calls_of("as_default")
        )

    def _hangs_on_mixed(self, propagated: Propagated[Condition], contexts: Sequence[Context]) -> bool:
        """Whether it stands under a condition, or in a loop, on what is not only tensors."""
        node = propagated.origin.node
        links = chain(propagated, self._facts.graph)
        regions = [context.summary.regions for context in ([links[-1][0]] if links else contexts)]
        found = ({each[around] for each in regions if around in each} for _, around in parts_around(node))
        return any(each == {Certainty.MIXED} for each in found)

    def _asks_for_mode(self, node: nodes.NodeNG) -> bool:
        """Whether code asks whether it runs eagerly, to do one thing or the other, and does not refuse to run."""
        if not self._facts.callees.of(node).endswith(("executing_eagerly", "inside_function")):
            return False
        statement = node.statement()
        return not isinstance(statement, nodes.Assert) and not any(statement.nodes_of_class(nodes.Raise))

    def _is_one_of_several(self, propagated: Propagated[Condition]) -> bool:
        """Whether some call on the way may as well lead elsewhere, where all is well: another method, a package."""
        graph, origin = self._facts.graph, propagated.origin
        links = chain(propagated, graph)
        steps = [(context, via) for context, via in links]
        first = links[0][0] if links else propagated.next
        around = [each for each, call, _ in graph.callers.of(first) if call is propagated.via] if first else []
        steps = [*((each, propagated.via) for each in around), *steps]
        for context, via in steps:
            callees = context.summary.called_at(via)
            if len({callee.scope for callee in callees}) <= self._facts.callbacks_of(via):
                continue
            if callees and self._facts.calls_outside(via):
                return True
            if any(origin not in graph.conditions.get(callee, ()) for callee in callees):
                return True
        made = links[-1][1] if links else None
        if origin.kind != _MAKES_VARIABLES or made is None:
            return False
        if not any(isinstance(around, (nodes.If, nodes.IfExp)) for _, around in parts_around(made)):
            return False
        # An object that is new in each call lacks what a test lets it make once.
        statements = [propagated.via, *(via for _, via in links)]
        return not new_arguments(statements)[-1] or not is_guarded(made)

    def _is_guarded(self, propagated: Propagated[Condition], contexts: Sequence[Context]) -> bool:
        made = propagated.origin.node
        if isinstance(made, nodes.Subscript):
            # The factory of a `defaultdict` runs where the key is missing.
            return True
        links = chain(propagated, self._facts.graph)
        called = [propagated.next, *(context for context, _ in links[1:]), None]
        statements = [propagated.via, *(via for _, via in links)]
        if any(below is not None and self._facts.graph.keeps_result(below.scope) for below in called):
            return True
        # A loop goes through names that may be new in a later call, unless the test stands before the loop. Who has
        # made the function a graph knows the names.
        known = any(context in self._in_graphs for context in contexts)
        return any(
            is_guarded(statement, below.scope if below is not None else None, renewed)
            and (known or loop_around(statement) is None)
            for statement, below, renewed in zip(statements, called, new_arguments(statements), strict=False)
        ) or any(is_guarded(loop) for statement in statements for loop in list(loops_around(statement))[-1:])

    def _dynamic_axes(self, function: FunctionFacts) -> list[Evidence]:
        """Python numbers here or in a callee that a trace does not know."""
        for context in self._facts.graph.reached(function.contexts).where(self._reads_dynamic):
            read = self._dynamic.read_in(context.scope)
            if read is not None:
                return [AxisOfValues(place_of(context.module_path, read), source_of(read))]
        return []

    def _reads_dynamic(self, context: Context) -> bool:
        return self._dynamic.read_in(context.scope) is not None

    # Keras -----------------------------------------------------------------------------------------------------------

    def _keras_build(self, function: FunctionFacts, here: Place) -> list[Evidence]:
        """Keras 3 runs `call` symbolically while it builds a model; what is first traced there keeps frozen weights."""
        if not self._keras_calls:
            return []
        if self._is_keras_call(function):
            return [KerasCall(here)]
        if not self._touches_layers(function):
            return []
        method = next((self._keras_calls[own] for own in function.contexts if own in self._keras_calls), None)
        return [] if method is None else [CalledByKeras(here, _name(method.scope))]

    def _frozen_weights(self, function: FunctionFacts, here: Place) -> list[Evidence]:
        """The same of what is a graph: a fault where it reaches weights that only this build makes."""
        # `tf.function(net)` wraps what Keras makes of `call`: the build runs inside of that graph.
        decorated = any(mark.how == "decorator" for mark in function.hybrids)
        if self._before_keras_3 or not decorated or not self._touches_layers(function):
            return []
        if function.module.file.relative in self._with_keras_2:
            return []
        call = self._frozen.traced_by(function)
        if call is None:
            return []
        if call.scope is function.node:
            return [KerasCall(here)]
        step = step_of(call.module_path, call.scope)
        return [CalledByKeras(here, _name(call.scope), chain=(step,))]

    @cached_property
    def _with_keras_2(self) -> Set[str]:
        """The modules of programs that run with Keras 2 alone."""
        return programs_of_keras_2(self._facts)

    def _is_keras_call(self, function: FunctionFacts) -> bool:
        return function.node.name in ("call", "__call__") and self._facts.derives(function.bases, "keras.layers.Layer")

    def _touches_layers(self, function: FunctionFacts) -> bool:
        """Whether the function can reach weights: a method of a layer, or one that is handed or reads layers."""
        if self._facts.derives(function.bases, "keras.layers.Layer"):
            return True
        captured = [value for _, value in function.implicit.values()]
        # A graph follows the weights that it is handed.
        if any(tensor.kind == "variable" for value in captured for tensor in select(value, Tensor)):
            return True
        return any(
            has(value, Instance)
            or any(
                self._facts.knowledge.is_subclass(each.cls, "keras.layers.Layer")
                for each in select(value, ExternalInstance)
            )
            for value in [*captured, *(parameter.value for parameter in function.parameters)]
        )


def _not_a_function(function: FunctionFacts, here: Place) -> list[Evidence]:
    out: list[Evidence] = []
    if function.names.is_async:
        out.append(Coroutine(here))
    elif function.names.is_generator:
        out.append(Generator(here))
    name = function.node.name
    if function.site.owner is not None and name in _RESULT_IS_PYTHON:
        out.append(CalledByPython(here, name))
    elif name in _RESULT_IS_FOR_KERAS and any(not base.startswith("builtins.") for base in function.bases):
        out.append(CalledByPython(here, name, "Keras"))
    return out


def may_become_graph(function: FunctionFacts) -> bool:
    """Whether no side effect speaks against a graph, and the function computes with tensors or may be given any."""
    if any(effect.origin.unguarded is None for effect in function.effects):
        return False
    return bool(function.computation.operations) or any(map(_may_be_tensor, function.parameters))


def behind_debugging(propagated: Propagated[Origin], facts: Facts) -> bool:
    """Whether a flag for debugging stands before what a function does, itself or in a callee."""
    way = way_down(propagated, facts.graph)
    return any(map(is_for_debugging, way))


def excluded_by_making(propagated: Propagated[Origin], function: FunctionFacts, facts: Facts) -> bool:
    """Whether a function becomes a graph only where a flag is off that stands before what it does, or the other way."""
    made = [mark.node for mark in function.hybrids]
    way = way_down(propagated, facts.graph)
    return bool(made) and all(any(are_exclusive(making, place) for place in way) for making in made)


def _read_of_variables(function: FunctionFacts) -> Iterator[tuple[nodes.NodeNG, str]]:
    """What is read of a variable that arrives, and is no part of a trace, which others of its dtype and shape share."""
    variables = {parameter.name for parameter in function.parameters if "variable" in parameter.tensors}
    for read in nodes_inside(function.node, nodes.Attribute) if variables else ():
        if read.attrname in _NOT_IN_TRACE and isinstance(read.expr, nodes.Name) and read.expr.name in variables:
            yield read, function.module.file.relative


def _may_be_tensor(parameter: ParameterFacts) -> bool:
    hinted = parameter.hint is not None and parameter.hint.kind
    return bool(parameter.tensors or parameter.contained or parameter.usage.as_tensor or hinted)


_OF_WEIGHTS = "the name or text of a weight, which may have another name in a graph"
_OF_VARIABLE = "an attribute of a variable that arrives"
_NOT_IN_TRACE = frozenset({"constraint", "device", "handle", "name", "op"})
"""Attributes in which two variables may differ that share a trace."""
_RESULT_IS_PYTHON = frozenset(
    "__init__ __new__ __len__ __bool__ __str__ __repr__ __hash__ __iter__ __next__ __contains__ __index__ __int__ "
    "__float__ __enter__ __exit__ __del__ __setattr__ __delattr__ __getattr__ __getattribute__ __format__ "
    "__init_subclass__ __class_getitem__ __post_init__".split()
)
_RESULT_IS_FOR_KERAS = frozenset({"build", "get_config", "from_config", "compute_output_shape"})


def _unpacked_call(node: nodes.NodeNG) -> nodes.NodeNG:
    """What is unpacked by an assignment; else the node itself."""
    return node.value if isinstance(node, nodes.Assign) else node


def _name(scope: nodes.NodeNG) -> str:
    parent = scope.parent
    owner = f"{parent.name}." if isinstance(parent, nodes.ClassDef) else ""
    return owner + str(getattr(scope, "name", "call"))
