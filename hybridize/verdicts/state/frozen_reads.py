"""Python state that changes between the calls of a graph: the graph keeps what was there while it was traced."""

from __future__ import annotations

import builtins
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence, Set
from functools import cached_property, partial
from itertools import chain, islice
from typing import NamedTuple

from astroid import nodes

from hybridize.frameworks.knowledge import COMPUTING
from hybridize.inference.domain.objects import (
    AbstractObject,
    Allocated,
    Bound,
    ClassObject,
    Container,
    Dataset,
    ExternalInstance,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    NamespaceObject,
    NoneObject,
    Opaque,
    Partial,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
    innermost,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import UNKNOWN_FOREIGN
from hybridize.inference.facts.accesses import Assignment
from hybridize.inference.facts.calls_from_outside import OutsideCalls
from hybridize.inference.facts.changes import Change, Changes, NameHanded
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context, context_of
from hybridize.inference.facts.reached import Closure, Named
from hybridize.inference.facts.repetition import Repetition
from hybridize.program.containers import ADDING, reads_shape_only
from hybridize.program.first_call_guards import is_behind_variable, is_guarded
from hybridize.program.flow.order import is_bound_between, may_run_before, runs_before, surely_runs_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lazy_bodies import waits
from hybridize.program.lookup import free_bindings, is_bound_around
from hybridize.program.loops import loop_around
from hybridize.program.memory import remembered
from hybridize.program.places import place_of, source_of, statement_of
from hybridize.program.scopes import parameter_names
from hybridize.program.second_run import is_for_a_while, is_put_back
from hybridize.program.setting_up import constructs
from hybridize.program.syntax import last_name, named_key, spelled
from hybridize.program.writes import (
    SET_BY_COMPILE,
    changed_expression,
    changes_own_array,
    hides_name,
    is_special,
    keeps_variables,
    names_written,
    sets_item,
    written_attributes,
)
from hybridize.verdicts.decide.traced_code import Reached, traced_code
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.retracing import GrowingTensors
from hybridize.verdicts.evidence.safety import (
    ChangedObject,
    FrozenRead,
    ReassignedAttribute,
    ReassignedName,
    TensorOfTrace,
    UnseenChange,
    VariablesFromElsewhere,
)
from hybridize.verdicts.model.parts import Place
from hybridize.verdicts.project.merged_contexts import runs_several
from hybridize.verdicts.project.programs import Programs
from hybridize.verdicts.project.unknown_code import uncovered
from hybridize.verdicts.retracing.replaced_graphs import Remade
from hybridize.verdicts.state.certain_changes import CertainChanges
from hybridize.verdicts.state.process_state import ProcessReads
from hybridize.verdicts.state.rebound import Binding, Cell, Gives, Rebound, binder
from hybridize.verdicts.state.set_before import SetBefore
from hybridize.verdicts.state.training_state import Several, TrainingState, Unfrozen

_WITHOUT_METHODS = ("abc.", "builtins.object", "typing.")
"""How the names of classes begin that add no methods to those that derive from them."""
_SETTING_UP = frozenset({"set_model", "set_params"})
"""Methods of callbacks that Keras calls before training begins."""
_ANY_ATTRIBUTE = frozenset({"getattr", "vars", "__dict__", "attrgetter"})
"""What asks for attributes whose names are texts."""
_ASKED_WHEN_USED = (
    "keras.layers.Layer", "keras.optimizers.Optimizer", "keras.losses.Loss", "keras.metrics.Metric",
    "keras.optimizers.schedules.LearningRateSchedule", "keras.regularizers.Regularizer", "keras.constraints.Constraint",
)  # fmt: skip
"""The classes of Keras' objects that ask themselves for their attributes when they are used."""
_CHANGEABLE = (
    Container, ExternalInstance, Instance, NamespaceObject, Function, Hybrid, Bound, Partial, Opaque, Unknown
)  # fmt: skip
"""Captured objects whose attributes or items may be changed between the calls."""
_BUFFERS = frozenset({"array.array", "builtins.bytearray", "builtins.memoryview", "mmap.mmap"})
"""Objects whose memory an array may share."""
_BINDING = (nodes.AssignName, nodes.FunctionDef, nodes.ClassDef)
"""What binds a name again."""
_Assigned = tuple[AbstractObject, str, list[Assignment]]
"""An attribute of an object, and where it is assigned by whom."""
_FreeName = tuple[str, nodes.NodeNG | None, list[nodes.NodeNG]]
"""A free name, the scope that binds it, and the assignments there."""


class StaleState:
    """Finds what functions read that a graph would keep."""

    def __init__(
        self,
        facts: Facts,
        repetition: Repetition,
        programs: Programs,
        makes_late: Callable[[AbstractObject], bool],
        several: Several,
        may_share: Callable[[FunctionFacts, nodes.NodeNG, nodes.NodeNG], bool],
    ) -> None:
        """`makes_late`: whether a layer makes its weights when it is first called. `several`: see `SecondObjects`.

        `may_share`: see `RetracingSearch`.
        """
        self._facts = facts
        self._may_share = may_share
        self._rebound = Rebound(facts)
        self._unfrozen = Unfrozen(facts)
        self._unseen = OutsideCalls(facts, programs.may_load)
        self._changes = Changes(facts.graph, self._unseen.may_run, programs.may_meet)
        self._last_read: tuple[FunctionFacts | None, list[AbstractObject]] = (None, [])
        self._same_outside: dict[tuple[frozenset[str], bool], tuple[frozenset[str], bool]] = {}
        """One object for equal ones of these."""
        self._reaching = facts.graph.reaching
        self._asked_attributes = Named(self._reaching, lambda context: _attributes_of(context.scope))
        self._asked_free = Named(self._reaching, self._free_in)
        self._asked_of_modules = Named(self._reaching, lambda context: _attributes_of_modules(context.scope))
        self._bound_by_modules = Named(
            self._reaching, lambda context: [binder(each) for each, outside in self._bound(context) if outside]
        )
        self._remade = Remade(facts)
        self._certain = CertainChanges(facts, repetition)
        self._before = SetBefore(facts)
        self._process = ProcessReads(facts, self._changes)
        self._training = TrainingState(facts, repetition, makes_late, several)
        self._last_first_calls: tuple[FunctionFacts | None, tuple[Set[nodes.NodeNG], Sequence[nodes.NodeNG]]]
        self._last_first_calls = (None, (frozenset(), ()))

    def of(self, function: FunctionFacts, here: Place) -> Iterator[Evidence]:
        """What a function reads, itself or in a callee, that is assigned again elsewhere: first what costs least."""
        reached = self._facts.graph.reached(function.contexts)
        inside = reached.scopes
        for context in reached.at(self._asking(function, reached)):
            yield from self._names(context, inside, function)
            yield from self._attributes(context, inside, function)
            yield from self._process.of(context, function.contexts)
        yield from self._changed(function, reached)
        yield from self._containers(function, reached, here)
        yield from self._training.of(function, reached, here)

    def _asking(self, function: FunctionFacts, reached: Closure) -> int:
        """The bits of the contexts that may read something which is assigned again after the first call of a function.

        An object that a module binds to a name is another one after that only where the module leads to the call.
        """
        found = self._reaching.marked(reached.bits, self._asks_for_changing)
        leads = self._reaching.leads(function.contexts)
        for module, reading in self._bound_by_modules.having(reached):
            if any(map(leads, self._facts.contexts_of(module))):
                found |= reading
        return found

    def _asks_for_changing(self, context: Context) -> bool:
        """Whether a context reads what may be assigned again whatever leads to it, or what the process holds."""
        if self._assigned_again(context) or self._process.asks(context):
            return True
        return any(not outside for _, outside in self._bound(context))

    def _bound(self, context: Context) -> Iterator[tuple[nodes.NodeNG, bool]]:
        """The bindings of the free names of a context; and whether a module makes one, to what no graph freezes."""
        for name, _, bound in self._free_names(context):
            kept = _is_frozen(context.summary.implicit_reads[name][1])
            for each in bound:
                yield each, not kept and isinstance(binder(each), nodes.Module) and not waits(each)

    def faults(self, function: FunctionFacts, unclear_too: bool = False) -> Iterator[Evidence]:
        """What a graph reads that is certainly changed after its first call, as far as the program tells.

        `unclear_too`: also where a call may not lead to what reads it.
        """
        code = traced_code(self._facts.graph, function.contexts)
        inside = {reached.context.scope for reached in code}
        unclear: set[Context] = set()
        """What is reached by a call that may run different functions."""
        for reached in code:
            context = reached.context
            several = any(caller in unclear or runs_several(caller, call) for caller, call in reached.calls[-1:])
            if several and not unclear_too:
                unclear.add(context)
                continue
            for read, changed, path in self._frozen(context, inside, function):
                if is_guarded(statement_of(read)) or self._remade.outlasts(function, changed):
                    # It is read once, as a graph or not; or nobody calls the graph any more.
                    continue
                if any(is_behind_variable(node) for _, node in reached.path(read)):
                    continue
                if _concerns_another_item(reached, read, changed):
                    continue
                change = source_of(statement_of(changed))
                where = place_of(path, changed)
                named = source_of(read)
                yield FrozenRead(reached.place(read), named, change, where, chain=reached.chain(read))

    def _frozen(
        self, context: Context, inside: Collection[nodes.NodeNG], graph: FunctionFacts
    ) -> Iterator[tuple[nodes.NodeNG, nodes.NodeNG, str]]:
        """What a context reads that is changed after the first call of a graph: the read, the change, its module."""
        path = context.module_path
        users = self._remade.users(graph)
        shares = partial(self._find_one_trace, graph)
        for cell in self._cells(context, inside):
            for bound in cell.bindings:
                # What the trace itself binds, it does once for each trace: a side effect, of which others speak.
                if bound.writer.scope in inside or not self._is_another(bound, cell):
                    continue
                # Another call of the function around makes another graph, with names of its own.
                if is_guarded(statement_of(bound.node)) or self._remade.in_each_round(graph, bound.node):
                    continue
                if not self._facts.shows_how_often(graph, bound.writer.module_path):
                    continue
                meets = (bound.node, bound.writer, graph.contexts)
                if self._certain.come_between(*meets, within=cell.owner, users=users, shares=shares):
                    yield cell.read, bound.node, bound.writer.module_path
                    break
        for assigned in self._assigned_again(context):
            owner, name, assignments = assigned
            by_name = not self._facts.accesses.places(context, owner, name)
            certain = partial(self._certain.come_between, users=users, shares=shares, by_name=by_name)
            for read, node, writer in self._attribute_changes(context, assigned, inside, graph):
                if certain(node, writer, graph.contexts, owner):
                    if self._before.is_always_the_same(assignments, graph.contexts):
                        break
                    if not self._tells_structure(context, owner, name):
                        yield read, node, writer.module_path
                    break
        for target, read in self._certainly_read(context):
            if isinstance(target, ExternalInstance) and not self._asks_its_attributes(target):
                continue
            for change in self._changes.after_first_call(target, graph.contexts):
                if not self._facts.shows_how_often(graph, change.context.module_path):
                    continue
                if change.name == "trainable" or self._changes.may_be_of_another(change, target):
                    # Of what is frozen the weights are told that are trained.
                    continue
                at = (change.node, change.context, graph.contexts, target)
                if not self._certain.come_between(*at, users=users, shares=shares):
                    continue
                managed = change.context.scope in inside and is_for_a_while(change.node)
                undone = managed or _sets(context.scope, change.name)
                undone = undone or self._remade.follows(graph, change.node, change.context)
                undone = undone or self._is_set_again(target, change, graph)
                if not undone and not is_guarded(statement_of(change.node)):
                    yield read, change.node, change.context.module_path
                    break
        for asked, model in self._unfrozen.reads(context):
            switches = self._unfrozen.switches(model)
            for switch, writer in switches:
                if writer.scope in inside or not self._facts.shows_how_often(graph, writer.module_path):
                    continue
                if is_guarded(switch) or self._remade.follows(graph, switch, writer):
                    continue
                if not self._certain.come_between(switch, writer, graph.contexts, model, users=users, shares=shares):
                    continue
                if not self._before.is_always_the_same(switches, graph.contexts):
                    yield asked, switch, writer.module_path
                break
        for name, written in self._arrays(context):
            changing = self._facts.contexts_of(written.frame())
            places = [each for each in self._facts.accesses.places(context, None, name) if not reads_shape_only(each)]
            if places and any(
                self._certain.come_between(written, each, graph.contexts, users=users, shares=shares)
                for each in changing
            ):
                yield places[0], written, path

    def in_rounds(self, function: FunctionFacts, traced: Sequence[Context]) -> Iterator[FrozenRead]:
        """What the graphs of Keras read in some contexts of a function, and a callback changes while one `fit` runs."""
        code = traced_code(self._facts.graph, traced)
        inside = {reached.context.scope for reached in code}
        for reached in code:
            for assigned in self._assigned_again(reached.context):
                for read, node, writer in self._attribute_changes(reached.context, assigned, inside, function):
                    if self._certain.comes_in_rounds(node, writer, traced, assigned[0]):
                        where = place_of(writer.module_path, node)
                        change = source_of(statement_of(node))
                        yield FrozenRead(
                            reached.place(read), source_of(read), change, where, chain=reached.chain(read)
                        )
                        break

    def _attribute_changes(
        self,
        context: Context,
        assigned: _Assigned,
        inside: Collection[nodes.NodeNG],
        graph: FunctionFacts,
    ) -> Iterator[tuple[nodes.NodeNG, nodes.NodeNG, Context]]:
        """What gives another value to an attribute that a context of a graph reads: the read, the change, its context.

        Nothing is said of when that runs.
        """
        owner, name, assignments = assigned
        alone = self._facts.accesses.places(context, owner, name)
        places = alone or (self._of_receiver(context, owner, name) if context in graph.contexts else ())
        reads = [each for each in places if not _is_set_before(each)]
        in_place = {node for node, _ in self._facts.accesses.array_changes(owner, name)}
        for node, writer in assignments if reads else ():
            if writer.scope in inside or not self._facts.shows_how_often(graph, writer.module_path):
                continue
            if is_guarded(statement_of(node)) or self._remade.follows(graph, node, writer, name):
                # It is made once, and nothing reads it before; or what reads it is made after it.
                continue
            if keeps_variables(node) or self._may_give_back(node, writer, owner, name):
                continue
            of_values = [each for each in reads if node not in in_place or not reads_shape_only(each)]
            if not of_values:
                continue
            if is_put_back(node) and writer not in self._facts.graph.callers.leading_to(graph.contexts):
                # Nobody calls the graph while the attribute is another one.
                continue
            if self._sets_up(writer):
                continue
            others = [Binding(*each) for each in self._facts.accesses.assignments(owner, name)]
            value = self._facts.objects.attribute(owner, name)
            if self._rebound.gives(node, value, writer, others) is not Gives.PERHAPS_THE_SAME:
                yield of_values[0], node, writer

    def _of_receiver(self, context: Context, owner: AbstractObject, name: str) -> list[nodes.NodeNG]:
        """Where a method reads an attribute of the object on which it is called, which may be one of several."""
        places = self._facts.accesses.places(context, owner, name, perhaps=True)
        receiver = tuple(parameter_names(context.scope))[:1]
        return [each for each in places if spelled(each)[:-1] == receiver]

    def _may_give_back(self, node: nodes.NodeNG, writer: Context, owner: AbstractObject, name: str) -> bool:
        """Whether an attribute is handed to the call that it is assigned, which makes none of what the attribute holds.

        `self.model = restored(self.model)` loads weights into the model that was there.
        """
        statement = statement_of(node)
        call = statement.value if isinstance(statement, nodes.Assign) else None
        if not isinstance(call, nodes.Call):
            return False
        handed = {spelled(each) for each in (*call.args, *(each.value for each in call.keywords))}
        if not any(isinstance(each, nodes.AssignAttr) and spelled(each) in handed for each in statement.targets):
            return False
        objects = self._facts.objects.attribute(owner, name)
        if not only(objects, Container, ExternalInstance, Instance, NoneObject, Unknown):
            return False
        held: list[Allocated] = [*select(objects, Instance, ExternalInstance), *select(objects, Container)]
        run = self._facts.graph.reached([writer])
        given = (each.owner is None or context_of(each.owner) not in run for each in held)
        return has(objects, Unknown) or (bool(held) and all(given))

    def _tells_structure(self, context: Context, owner: AbstractObject, name: str) -> bool:
        """Whether a function asks an attribute for nothing but its structure, which is not made for a call mostly."""
        return all(
            isinstance(each.parent, nodes.Call)
            and each in each.parent.args[:1]
            and self._facts.callees.of(each.parent) == "tensorflow.nest.pack_sequence_as"
            for each in context.summary.attributes.read[owner, name]
        )

    def _is_set_again(self, target: AbstractObject, change: Change, graph: FunctionFacts) -> bool:
        """Whether each call of a graph comes behind an assignment of one constant to the attribute that is changed."""
        writes = [(each.node, each.context) for each in self._changes.of(target) if each.name == change.name]
        return bool(change.name) and self._before.is_always_the_same(writes, graph.contexts)

    def _cells(self, context: Context, inside: Collection[nodes.NodeNG]) -> Iterator[Cell]:
        """The names and attributes of modules and classes that a context reads and that may be bound again."""
        again = {name: bound for name, owner, bound in self._free_names(context) if owner not in inside}
        for name, (kind, value) in sorted(context.summary.implicit_reads.items()):
            closure = kind == "closure"
            others = [] if closure else self._rebound.from_other_modules(context, name)
            places = self._facts.accesses.places(context, None, name)
            if places and (others or name in again) and not _is_constant(value):
                owner, bound = free_bindings(context.scope, name, closure)
                bindings = [*self._rebound.bindings(bound), *others]
                yield Cell(places[0], value, bindings, owner if closure else None)
        yield from self._rebound.shared(context)

    def _find_one_trace(self, graph: FunctionFacts, one: nodes.NodeNG, other: nodes.NodeNG) -> bool:
        """Whether two calls of a graph, or of what leads to it, may find the same trace."""
        return self._may_share(graph, one, other) and not is_bound_between(one, other)

    def _is_another(self, bound: Binding, cell: Cell) -> bool:
        """Whether a name is bound to another object than it held; of numbers and tensors, unless it is the same."""
        gives = self._rebound.gives(bound.node, cell.value, bound.writer, cell.bindings)
        data = has(cell.value, PythonScalar, Array, Tensor, Dataset) and not _is_variable(cell.value)
        return gives is Gives.ANOTHER or (data and gives is Gives.UNKNOWN)

    def _sets_up(self, writer: Context) -> bool:
        """Whether a framework calls a method before all others of the object, as Keras hands a callback its model."""
        function = self._facts.function_of(writer.scope)
        return function is not None and bool(function.bases) and getattr(writer.scope, "name", "") in _SETTING_UP

    def _free_data(
        self, context: Context, inside: Collection[nodes.NodeNG]
    ) -> Iterator[tuple[str, list[nodes.NodeNG]]]:
        """Free names that hold tensors or numbers, with the assignments to them."""
        return ((name, bound) for name, owner, bound in self._free_names(context) if owner not in inside)

    @remembered
    def _free_names(self, context: Context) -> list[_FreeName]:
        """Free names that may hold something else later."""
        found: list[_FreeName] = []
        for name, (scope, value) in sorted(context.summary.implicit_reads.items()):
            if _is_constant(value):
                continue
            owner, bound = free_bindings(context.scope, name, scope == "closure")
            if not _is_settled(owner, context.scope, bound):
                again = [each for each in bound if isinstance(each, _BINDING) or _is_imported_again(each)]
                if again:
                    found.append((name, owner, again))
        return found

    def _names(
        self, context: Context, inside: Collection[nodes.NodeNG], function: FunctionFacts
    ) -> Iterator[Evidence]:
        """Free names that are assigned again: those of tensors and numbers wherever that is."""
        for name, bound in self._free_data(context, inside):
            bindings = [each for each in bound if not self._comes_last(each, function)]
            scope, value = context.summary.implicit_reads[name]
            if not _is_frozen(value):
                # Each call of the function around it has names of its own.
                own = context.scope if scope == "closure" else None
                later = [each for each in bindings if self._is_later(each, function, own)]
                if later:
                    yield ReassignedName(place_of(context.module_path, later[0]), name)
                continue
            traced = [each for each in bindings if self._facts.is_hybrid(each.frame())]
            if traced and has(value, Tensor):
                yield TensorOfTrace(place_of(context.module_path, traced[0]), name)
            elif len(bindings) > 1 or any(loop_around(each) is not None for each in bindings):
                yield ReassignedName(place_of(context.module_path, bindings[-1]), name)

    def _attributes(
        self, context: Context, inside: Collection[nodes.NodeNG], function: FunctionFacts
    ) -> Iterator[Evidence]:
        """Attributes that are assigned again after their object was made.

        Numbers and tensors also where nobody in the program calls what assigns them: somebody else may, at any time.
        """
        for owner, name, node, writer, later in self._reassigned(context, inside, function):
            if later or self._is_left_to_others(writer, function):
                several = type(owner) is Instance and owner.owner in self._facts.joined_owners
                yield ReassignedAttribute(place_of(writer.module_path, node), name, writer.wide or several)

    def _comes_last(self, binding: nodes.NodeNG, function: FunctionFacts) -> bool:
        """Whether a module binds a name or attribute behind all calls of a function: `loss = history["loss"]`.

        The body of a module runs once. Who imports it finds what the name is bound to in the end.
        """
        module = binder(binding)
        if not isinstance(module, nodes.Module) or function.uses.as_graph or loop_around(binding) is not None:
            return False
        scopes, calls = self._first_calls(function)
        return bool(calls) and scopes == {module} and all(
            call.root() is module and not may_run_before(binding, call) for call in calls
        )

    def _first_calls(self, function: FunctionFacts) -> tuple[Set[nodes.NodeNG], Sequence[nodes.NodeNG]]:
        """What leads to a function and is called by nobody, by scopes, and the calls there with which it begins."""
        if self._last_first_calls[0] is not function:
            # One function after another is asked for, each by all that it reads.
            leading, callers = self._certain.leading(function.contexts), self._facts.graph.callers
            began = [each for each in leading if not callers.are_known(each)]
            calls = [call for each in began for call in leading[each]]
            self._last_first_calls = (function, ({each.scope for each in began}, calls))
        return self._last_first_calls[1]

    def _is_left_to_others(self, writer: Context, function: FunctionFacts) -> bool:
        """Whether nobody in the program calls what writes, and calling it does not make the function anew."""
        # The contexts of one function may be made before the calls of it are known: the function is called, or is not.
        if self._facts.graph.callers.of(*self._facts.contexts_of(writer.scope)):
            return False
        made_below = isinstance(function.node.parent.frame(), nodes.FunctionDef)
        return not (made_below and writer in self._facts.graph.callers.leading_to(function.contexts))

    def _reassigned(
        self, context: Context, inside: Collection[nodes.NodeNG], function: FunctionFacts
    ) -> Iterator[tuple[AbstractObject, str, nodes.NodeNG, Context, bool]]:
        """Attributes that are assigned elsewhere: by which statement, and whether that comes after the first call.

        Of those for which nothing shows that it does, numbers and tensors alone.
        """
        for owner, name, assignments in self._assigned_again(context):
            if type(owner) is Instance and owner.owner and context_of(owner.owner).scope in inside:
                # It is made anew in each call.
                continue
            if all(map(_is_surely_set, context.summary.attributes.read[owner, name])):
                # Each trace reads what it has set itself.
                continue
            data = _is_data(self._facts.objects.attribute(owner, name))
            elsewhere = [
                each
                for each in assignments
                if each[1].scope not in inside and not self._changes.fills(*each, owner, function.contexts)
            ]
            elsewhere = [each for each in elsewhere if not self._comes_last(each[0], function)]
            later = [each for each in elsewhere if self._changes.is_later(*each, function.contexts)]
            for node, writer in later or (elsewhere if data else ()):
                yield owner, name, node, writer, bool(later)
                if later:
                    break

    @remembered
    def _assigned_again(self, context: Context) -> list[_Assigned]:
        """The attributes that a context reads and that some method assigns which does not make the object.

        Or the values of the array that they hold.
        """
        found: list[_Assigned] = []
        for owner, name in sorted(context.summary.attributes.read, key=lambda read: (read[0].serial, read[1])):
            accesses = self._facts.accesses
            assignments = (*accesses.assignments(owner, name), *accesses.array_changes(owner, name))
            later = [each for each in assignments if self._is_no_construction(each[1])]
            if later:
                found.append((owner, name, later))
        return found

    def _reads_assigned(self, context: Context) -> bool:
        return bool(self._assigned_again(context))

    def _is_no_construction(self, writer: Context) -> bool:
        """Whether an assignment is to an object that was there before: not where it is made."""
        return not constructs(writer.scope) or bool(self._changes.made_again(writer))

    def _is_later(self, binding: nodes.NodeNG, function: FunctionFacts, own: nodes.NodeNG | None) -> bool:
        """Whether a name is bound after the first call of a function.

        `own`: what reads the name of a function around it: that binds it in the same call or not at all.
        """
        around = binder(binding)
        here = own is not None and around.parent_of(own)
        contexts = self._facts.contexts_of(around)
        return any(self._changes.is_later(binding, each, function.contexts, here=here) for each in contexts)

    def _changed(self, function: FunctionFacts, reached: Closure) -> Iterator[Evidence]:
        """Captured lists, dictionaries, arrays and objects of libraries that are changed between the calls."""
        for context in reached.where(self._changes_arrays):
            for _, written in self._arrays(context):
                if loop_around(written) is None:
                    # Mostly it is being filled, before anything reads it.
                    continue
                yield ChangedObject(place_of(context.module_path, written), source_of(written))
        asked = self._asked_by(reached)
        for target in self._read_by(function, reached):
            for change in self._changes.after_first_call(target, function.contexts):
                if self._matters(target, change.node, asked):
                    yield _changed_object(change)
                    break
        for change in self._changes.of_shared(function.contexts):
            if asked.by_name(names_written(change.node)):
                yield _changed_object(change)
                break
        for change in self._changes.of_globals(function.contexts, partial(self._asked_of_modules.meet, reached)):
            yield _changed_object(change)
            break
        for target in self._asked_for_settings(reached):
            for change in self._changes.after_first_call(target, function.contexts):
                if change.sets_up:
                    yield _changed_object(change)
                    return

    def _changes_arrays(self, context: Context) -> bool:
        return bool(self._arrays(context))

    def _read_by(self, function: FunctionFacts, reached: Closure) -> list[AbstractObject]:
        """The objects from elsewhere that a function and all that it calls read, in an order of their own."""
        if self._last_read[0] is not function:
            # One function after another is asked for, each several times.
            self._last_read = (function, self._find_read(function, reached))
        return self._last_read[1]

    def _find_read(self, function: FunctionFacts, reached: Closure) -> list[AbstractObject]:
        read: set[AbstractObject] = set()
        for context in reached.where(self._reads_changing):
            # Objects of libraries stand in a trace's key as themselves, whatever has become of them since; a list
            # stands there by what it holds, but for the defaults of what is called, among others.
            itself, inside = self._read_in(context)
            read |= itself if context in function.contexts else inside
        return sorted(read, key=lambda each: each.serial)

    def _reads_changing(self, context: Context) -> bool:
        return any(self._read_in(context))

    def _may_change(self, read: AbstractObject) -> bool:
        """Whether something in the program changes an object, as far as it is known, or is Python's alone."""
        changed = self._changes.of(read) or self._facts.objects.fills(read)
        return bool(changed) or self._is_python_state(read)

    @remembered
    def _read_in(self, context: Context) -> tuple[frozenset[AbstractObject], frozenset[AbstractObject]]:
        """What a context reads that may change, where the graph begins with it, and where the graph leads to it."""
        itself, inside = self._all_read_in(context)
        changing = frozenset(filter(self._may_change, itself | inside))
        return itself & changing, inside & changing

    def _all_read_in(self, context: Context) -> tuple[frozenset[AbstractObject], frozenset[AbstractObject]]:
        read = {*self._captured(context), *self._kept(context)}
        if context.function is not None:
            read.add(context.function)
        arguments = context.arguments.values()
        given = [each for value in arguments for each in select(value, Container, ExternalInstance)]
        for callee in list(select(read, Function, Partial)):
            read.update(self._facts.objects.parts(innermost(callee)))
        itself = frozenset(read.union(select(given, ExternalInstance)))
        return itself, itself.union(given)

    def _asked_for_settings(self, reached: Closure) -> list[AbstractObject]:
        """What may be a model that is asked for what `compile` sets, receivers and arguments too."""
        found: set[AbstractObject] = set()
        for context in reached.where(self._asks_for_settings):
            found.update(select(self._captured(context), Instance, ExternalInstance))
            for value in context.arguments.values():
                found.update(select(value, Instance, ExternalInstance))
        return sorted(found, key=lambda each: each.serial)

    def _asks_for_settings(self, context: Context) -> bool:
        return not SET_BY_COMPILE.isdisjoint(_attributes_of(context.scope))

    def _matters(self, target: AbstractObject, change: nodes.NodeNG, asked: _Asked) -> bool:
        """Whether a function that reads an object may see that a statement changes it."""
        if type(target) is Container:
            return True
        if type(target) is ExternalInstance:
            of_framework = self._facts.knowledge.framework(target.cls) is not None
            if self._asks_its_attributes(target) or not of_framework or sets_item(change):
                return True
        return self._reaches(target, change, asked)

    def assumptions(self, function: FunctionFacts) -> Iterator[Evidence]:
        """What may change anything that a function reads, since nobody can tell what it changes."""
        reached = self._facts.graph.reached(function.contexts)
        layers = reached.any(self._uses_layers)
        if reached.any(self._reads_array):
            names = {name for context in reached for name in context.summary.implicit_reads}
            for change in self._changes.of_arrays(function.contexts):
                if not changes_own_array(change.node, change.context.scope, names):
                    yield _unseen_change(change)
                    break
        if layers:
            for change in self._changes.of_layers(function.contexts):
                yield _unseen_change(change)
                break
        for change in self._changes.of_anything(function.contexts):
            yield _unseen_change(change)
            return
        yield from self._not_followed(reached)
        yield from self._seeded(function, reached)
        yield from self._handed(function, reached)
        yield from self._told(function, reached)
        scopes = reached.scopes
        for context in reached.where(self._reads_assigned):
            for _, _, node, writer, later in self._reassigned(context, scopes, function):
                if not later:
                    # As the program has it, before the first call.
                    yield _unseen_change(Change(node, writer))
                    return
        asked = self._asked_by(reached)
        for target in self._read_by(function, reached):
            for node, filling in self._facts.objects.fills(target).items():
                if filling.scope not in scopes and self._changes.is_later(node, filling, function.contexts):
                    yield _unseen_change(Change(node, filling))
                    return
            for change in self._changes.at_any_time(target, function.contexts):
                if self._matters(target, change.node, asked):
                    yield _unseen_change(change)
                    return
            for change in self._changes.after_first_call(target, function.contexts):
                if hides_name(change.node):
                    yield _unseen_change(change)
                    return
        state = any(map(self._is_python_state, self._read_by(function, reached)))
        for change in self._changes.in_unknown(function.contexts) if state or layers else ():
            # What an object of Keras hides (`loss._fn_kwargs`) is not described, and used with it all the same.
            if state or _is_private(change.node):
                yield _unseen_change(change)
                return
        if state:
            called_by_others = self._unseen.changing_lambda(function.contexts)
            if called_by_others is not None:
                path, node = called_by_others
                yield UnseenChange(place_of(path, node), source_of(node))
                return
        for change in self._changes.of_shared_at_any_time(function.contexts):
            if asked.by_name(names_written(change.node)):
                yield _unseen_change(change)
                return
        for change in self._changes.of_unknown(
            function.contexts, lambda node: asked.by_name(names_written(node))
        ):
            yield _unseen_change(change)
            return

    def _handed(self, function: FunctionFacts, reached: Closure) -> Iterator[Evidence]:
        """A call of what nobody can see that is handed, by its name, an object whose state a function reads."""
        contexts = reached.where(self._reads_handed)
        called = [
            (caller.scope, call.func.expr.name)
            for caller, call, _ in function.callers
            if isinstance(call, nodes.Call)
            and isinstance(call.func, nodes.Attribute)
            and isinstance(call.func.expr, nodes.Name)
        ]
        called = list(filter(self._changes.is_handed, called))
        if not contexts and not called:
            return
        read = {
            owner
            for context in reached.where(self._reads_attributes)
            for owner, name in context.summary.attributes.read
            if _is_data(self._facts.objects.attribute(owner, name))
        }
        names: set[NameHanded] = {
            (context.module_path, name)
            for context in contexts
            for name, (_, value) in context.summary.implicit_reads.items()
            if any(obj in read or type(obj) is Array or self._is_python_state(obj) for obj in value)
        }
        if any(obj in read for parameter in function.parameters if parameter.receiver for obj in parameter.value):
            names.update(called)
        for change in self._changes.of_handed(function.contexts, names):
            yield _unseen_change(change)
            return

    def _reads_attributes(self, context: Context) -> bool:
        return bool(context.summary.attributes.read)

    def _reads_handed(self, context: Context) -> bool:
        return any(self._changes.is_handed((context.module_path, name)) for name in context.summary.implicit_reads)

    def _told(self, function: FunctionFacts, reached: Closure) -> Iterator[Evidence]:
        """A call of a method that nobody can see, of an object that a function reads, or of one that may hold it."""
        if not self._changes.has_receivers:
            return
        used = reached.where(self._uses_outside)
        classes = {cls for context in used for cls in self._outside_of(context, context in function.contexts)[0]}
        keras = any(self._outside_of(context, context in function.contexts)[1] for context in used)
        is_subclass = self._facts.knowledge.is_subclass

        def matters(receiver: str) -> bool:
            if keras and self._is_of_keras(receiver):
                # Such objects hold one another: a model its layers, its optimizer, its losses.
                return True
            return any(is_subclass(each, receiver) or is_subclass(receiver, each) for each in classes)

        for change in self._changes.of_receivers(function.contexts, matters):
            yield _unseen_change(change)
            return

    def _uses_outside(self, context: Context) -> bool:
        return any(map(any, (self._outside_of(context, True), self._outside_of(context, False))))

    @remembered
    def _outside_of(self, context: Context, begins: bool) -> tuple[frozenset[str], bool]:
        """The classes outside of the project of what a context reads, and whether something of Keras is among these.

        Of objects of the project the attributes are read, of others nobody knows what is. `begins`: the graph begins
        with the context.
        """
        read = {owner for owner, _ in context.summary.attributes.read}
        used = {*self._all_read_in(context)[not begins]}
        used.update(obj for value in context.arguments.values() for obj in value)
        classes = self._outside_classes(read.union(select(used, ExternalInstance)))
        found = (frozenset(classes), any(map(self._is_of_keras, self._outside_classes(read | used))))
        return self._same_outside.setdefault(found, found)

    def _outside_classes(self, objects: Collection[AbstractObject]) -> set[str]:
        """The classes outside of the project of which objects are, or that the classes of objects derive from.

        Classes without methods of their own say nothing: what their objects lack is missing in the program.
        """
        bases = {base for obj in select(objects, Instance) for base in self._facts.objects.class_facts(obj.cls).bases}
        found = {base for base in bases if not base.startswith(_WITHOUT_METHODS)}
        return found.union(obj.cls for obj in select(objects, ExternalInstance))

    def _not_followed(self, reached: Closure) -> Iterator[Evidence]:
        """What functions read of which the analysis does not follow what stands behind it, each once."""
        contexts = reached.where(self._reads_unfollowed)
        yield from dict.fromkeys(each for context in contexts for each in self._not_followed_in(context))

    def _reads_unfollowed(self, context: Context) -> bool:
        return any(True for _ in self._not_followed_in(context))

    def _not_followed_in(self, context: Context) -> Iterator[Evidence]:
        objects = self._facts.objects
        for owner, name, value in self._facts.accesses.read_in(context):
            read = next(iter(self._facts.accesses.places(context, owner, name)), context.scope)
            if any(each.type == "view" for each in select(value, TupleObject)):
                yield uncovered(context.module_path, read, "a view of a dictionary that is kept")
            if has(value, IteratorObject):
                yield uncovered(context.module_path, read, "a Python iterator that is kept")
            if any(objects.owner_of(each) is not None for each in select(value, Container)):
                yield uncovered(context.module_path, read, "a `__dict__` that is kept")
            for cls in select(value, ClassObject):
                method = objects.of_metaclass(cls)
                if method:
                    yield uncovered(context.module_path, read, f"a class whose metaclass has `{method}`")
        if self._converted:
            values = [read.value for read in self._facts.accesses.read_in(context)]
            for obj in select(frozenset().union(*values, *context.arguments.values()), Instance):
                if obj.cls.node.name in self._converted:
                    path = self._facts.analysis.scopes.path_of(obj.cls.node)
                    yield uncovered(path, obj.cls.node, "an object that a function converts")

    @cached_property
    def _converted(self) -> frozenset[str]:
        """The names of classes whose objects TensorFlow makes tensors of, by a function of the program."""
        calls = self._facts.callees.calls(_CONVERTING)
        return frozenset(
            last_name(each)
            for call in calls
            for given in call.args[:1]
            for each in given.nodes_of_class((nodes.Name, nodes.Attribute))
        )

    def _seeded(self, function: FunctionFacts, reached: Closure) -> Iterator[Evidence]:
        """Seeds that are set between the calls: in a graph each operation goes on with the sequence of its own."""
        models = reached.any(self._calls_models) and any(map(draws, self._facts.callees.names))
        if models or reached.any(self._may_draw):
            for call in self._facts.callees.calls(_SEEDING):
                for context in self._facts.contexts_of(call.frame()):
                    if self._changes.is_later(call, context, function.contexts):
                        yield _unseen_change(Change(call, context))
                        return
        for context in reached.where(self._draws):
            for call in self._drawing[context.scope]:
                beside = self._facts.program.projects_beside(context.module_path)
                alike = self._is_seeded(beside) if not _has_seed(call) else self._are_drawn_alike(beside)
                if alike or (_has_seed(call) and loop_around(call) is not None):
                    yield uncovered(context.module_path, call, "the sequence of random numbers after a seed")
                    return

    def _calls_models(self, context: Context) -> bool:
        called = self._facts.outside_calls(context.scope)
        return any(name.endswith(".__call__") and name.startswith("keras.") for name in called)

    def _may_draw(self, context: Context) -> bool:
        return any(map(draws, self._facts.outside_calls(context.scope)))

    def _draws(self, context: Context) -> bool:
        return context.scope in self._drawing

    @cached_property
    def _drawing(self) -> dict[nodes.NodeNG, list[nodes.Call]]:
        """By function: the calls of operations with hidden state that draw random numbers.

        Eagerly all those that are alike share a sequence, in a graph each has one of its own.
        """
        named = self._facts.callees.naming("")
        calls = {call for call, name in named if draws(name) and name not in _SEEDING and not _keeps_state(name)}
        found: dict[nodes.NodeNG, list[nodes.Call]] = {}
        for call in sorted(calls, key=lambda each: each.lineno or 0):
            if isinstance(call, nodes.Call):
                found.setdefault(call.frame(), []).append(call)
        return found

    def _is_seeded(self, beside: Set[str]) -> bool:
        """Whether one of some projects sets the seed of all random numbers, so that each run draws the same."""
        return not self._seeding.isdisjoint(beside)

    def _are_drawn_alike(self, beside: Set[str]) -> bool:
        """Whether several operations of some projects have seeds of their own, which may be the same."""
        return sum(self._with_seeds[home] for home in beside) > 1

    @cached_property
    def _seeding(self) -> Set[str]:
        """The folders of the projects that set the seed of all random numbers."""
        calls = self._facts.callees.calls(_SEEDING)
        return {self._facts.home(call) for call in calls if self._facts.contexts_of(call.frame())}

    @cached_property
    def _with_seeds(self) -> Counter[str]:
        """How many operations have seeds of their own, by the folders of the projects."""
        calls = (call for calls in self._drawing.values() for call in calls)
        return Counter(self._facts.home(call) for call in calls if _has_seed(call))

    def _is_python_state(self, read: AbstractObject) -> bool:
        """Whether an object that is read holds others, as lists do, and is none of a framework."""
        if type(read) is ExternalInstance:
            return self._facts.knowledge.framework(read.cls) is None
        return type(read) in (Container, Partial)

    def _uses_layers(self, context: Context) -> bool:
        """Whether a context reads an object of Keras, whose attributes it asks when it is used."""
        objects = select(self._captured(context), ExternalInstance)
        return any(map(self._asks_its_attributes, objects))

    def _reads_array(self, context: Context) -> bool:
        """Whether a context reads an array that was there before, itself or in a structure."""
        objects = self._facts.objects
        within = (each for read in self._facts.accesses.read_in(context) for each in objects.within(read.value))
        return any(
            type(each) is Array or each in UNKNOWN_FOREIGN or (type(each) is ExternalInstance and each.cls in _BUFFERS)
            for each in within
        )

    def _reaches(self, target: AbstractObject, change: nodes.NodeNG, asked: _Asked) -> bool:
        """Whether an attribute of an object is asked for that a statement may change."""
        if isinstance(target, (Function, Partial, Bound, Hybrid)):
            return asked.by_name(names_written(change))
        return asked.of_objects(written_attributes(change))

    def _asked_by(self, reached: Closure) -> _Asked:
        """What some contexts ask objects and modules for."""
        return _Asked(partial(self._asked_attributes.meet, reached), partial(self._asked_free.meet, reached))

    def _free_in(self, context: Context) -> Iterator[str]:
        yield from _unbound_in(context.scope)
        yield from context.summary.implicit_reads

    def _kept(self, context: Context) -> Collection[AbstractObject]:
        """What a function gives that keeps its result: each call gives the same object."""
        if not self._facts.graph.keeps_result(context.scope):
            return ()
        return select(context.summary.result, Container, Instance, ExternalInstance)

    def _asks_its_attributes(self, target: ExternalInstance) -> bool:
        """Whether an object of a library may be asked for any of its attributes where it is used."""
        return self._is_of_keras(target.cls)

    @remembered
    def _is_of_keras(self, cls: str) -> bool:
        """Whether a class is one of layers, optimizers, losses or metrics, or of what these ask at each call."""
        return any(self._facts.knowledge.is_subclass(cls, base) for base in _ASKED_WHEN_USED)

    @remembered
    def _captured(self, context: Context) -> Set[AbstractObject]:
        """The lists, dictionaries and objects of libraries that a context reads."""
        read: set[AbstractObject] = set()
        for name, (_, value) in context.summary.implicit_reads.items():
            read.update(self._changeable(_as_used(name, value, context.scope)))
        for owner, name in context.summary.attributes.read:
            read.update(self._changeable(self._facts.objects.attribute(owner, name)))
        return read

    def _certainly_read(self, context: Context) -> Iterator[tuple[Container | ExternalInstance, nodes.NodeNG]]:
        """The one list, dictionary or object of a library that a name or attribute holds, and what is in the list.

        Each with the first place that reads it: to add to a list is not to read it.

        Of several objects each call may read another one, and what dictionaries hold is often not told apart.
        """
        objects = self._facts.objects
        for owner, name, value in self._facts.accesses.read_in(context):
            if len(value) - len(list(select(value, NoneObject))) != 1:
                continue
            lists = [each for each in select(value, Container) if each.type == "list"]
            inside = [inner for each in lists for inner in objects.held(each)]
            places = self._facts.accesses.places(context, owner, name)
            for target in select(chain(value, *inside), Container, ExternalInstance):
                asking = (each for each in places if type(target) is not Container or not _is_added_to(each))
                yield from ((target, each) for each in islice(asking, 1))

    def _changeable(self, value: Value) -> Iterator[AbstractObject]:
        """What can be changed in place among the objects of a value, and what they hold."""
        return (obj for obj in self._facts.objects.within(value) if isinstance(obj, _CHANGEABLE))

    @remembered
    def _arrays(self, context: Context) -> list[tuple[str, nodes.NodeNG]]:
        """Arrays of the module or the function around that are changed in place, by name, with the change."""
        found: list[tuple[str, nodes.NodeNG]] = []
        for name, (kind, value) in context.summary.implicit_reads.items():
            if not has(value, Array):
                continue
            owner, _ = free_bindings(context.scope, name, kind == "closure")
            if owner is None:
                continue
            changes = self._facts.accesses.array_changes_under(owner, name)
            found += [(name, node) for node, writer in changes if writer.scope is not context.scope]
        return found

    def _containers(
        self, function: FunctionFacts, reached: Closure, here: Place
    ) -> Iterator[Evidence]:
        """Lists of variables from elsewhere, and containers of tensors that grow in a loop."""
        objects, weights = self._facts.objects, self._facts.objects.weight_lists()
        read = [_as_used(name, value, function.node) for name, (_, value) in function.implicit.items()]
        for value in [p.value for p in function.parameters] + read:
            for container in select(value, Container):
                if container in weights and container.owner not in reached:
                    yield VariablesFromElsewhere(here)
                grows = _grows_between_calls(function, objects.changes(container))
                if grows and objects.holds_tensors(container, function.contexts[0]):
                    yield GrowingTensors(here)


def _is_set_before(read: nodes.NodeNG) -> bool:
    """Whether the function around a place assigns an attribute before it reads it there: then each trace does so."""
    return any(runs_before(each.statement(), read) for each in _assigned_alike(read))


def _is_surely_set(read: nodes.NodeNG) -> bool:
    """Whether the function around a place assigns an attribute on each way there, of one object that a name holds."""
    return any(
        len(read.frame().locals.get(each.expr.name, ())) == 1
        and isinstance(each.statement(), nodes.Assign)
        and surely_runs_before(each.statement(), read)
        for each in _assigned_alike(read)
    )


def _assigned_alike(read: nodes.NodeNG) -> list[nodes.AssignAttr]:
    """Where the function around a place assigns what is read there: `self.a = x`, and `self.a`, `self.a += 1`."""
    if isinstance(read, nodes.Call):
        named = read.args[1] if len(read.args) > 1 else None
        place = (*spelled(read.args[0]), named.value) if isinstance(named, nodes.Const) else ()
    else:
        place = spelled(getattr(read, "target", read))
    return [each for each in _assigned_in(read.frame()) if len(place) == 2 and spelled(each) == place]


@remembered
def _assigned_in(scope: nodes.NodeNG) -> list[nodes.AssignAttr]:
    """Where a scope assigns attributes of what a name holds."""
    return [each for each in nodes_inside(scope, nodes.AssignAttr) if isinstance(each.expr, nodes.Name)]


def _sets(scope: nodes.NodeNG, name: str) -> bool:
    """Whether a function itself assigns an attribute of a name, in each trace."""
    return any(each.attrname == name for each in _assigned_in(scope))


@remembered
def _unbound_in(scope: nodes.NodeNG) -> frozenset[str]:
    """The names that a function reads and its module does not bind: others may put them among the builtins."""
    bound = {*scope.root().locals, *nodes.Module.scope_attrs, *dir(builtins)}
    read = {each.name for each in nodes_inside(scope, nodes.Name)}
    return frozenset(name for name in read if name not in bound and not is_bound_around(scope, name))


@remembered
def _attributes_of(scope: nodes.NodeNG) -> frozenset[str]:
    """The names of the attributes that a scope asks for."""
    found = {each.attrname for each in nodes_inside(scope, nodes.Attribute)}
    if not found.isdisjoint(_ANY_ATTRIBUTE) or any(
        isinstance(each.func, nodes.Name) and each.func.name in _ANY_ATTRIBUTE
        for each in nodes_inside(scope, nodes.Call)
    ):
        found |= {each.value for each in nodes_inside(scope, nodes.Const) if isinstance(each.value, str)}
    return frozenset(found)


def _attributes_of_modules(scope: nodes.NodeNG) -> frozenset[str]:
    """The names of the attributes that a scope may ask a module for: `config.scale`, after `import config`."""
    imported = {
        alias or name.partition(".")[0]
        for kind in (nodes.Import, nodes.ImportFrom)
        for each in nodes_inside(scope.root(), kind)
        for name, alias in each.names
    }
    return frozenset(
        each.attrname for each in nodes_inside(scope, nodes.Attribute) if (spelled(each) or ("",))[0] in imported
    )


def _is_added_to(expression: nodes.NodeNG) -> bool:
    """Whether something is put into a container, as `traces.append(x)` does, and nothing is asked of it."""
    method = expression.parent
    called = method.parent if isinstance(method, nodes.Attribute) and method.attrname in ADDING else None
    return isinstance(called, nodes.Call) and called.func is method and isinstance(called.parent, nodes.Expr)


class _Asked(NamedTuple):
    """What a function and all that it calls ask for."""

    has_attribute: Callable[[Iterable[str]], bool]
    """Whether one of some attributes is asked for."""
    has_free: Callable[[Iterable[str]], bool]
    """The same of names of the module and of functions around."""

    def by_name(self, written: frozenset[str] | None) -> bool:
        """Whether an attribute or a global name is asked for that is among these; None stands for any."""
        return written is None or self.of_objects(written) or self.has_free(written)

    def of_objects(self, written: frozenset[str]) -> bool:
        """Whether one of these attributes is asked for, by the function or by Python itself."""
        by_python = any(is_special(name) and name not in _DESCRIBING for name in written)
        return by_python or "cell_contents" in written or self.has_attribute(written)


def _is_private(change: nodes.NodeNG) -> bool:
    """Whether a statement changes what an attribute holds whose name says that it is nobody else's."""
    changed = changed_expression(change)
    read = changed.nodes_of_class(nodes.Attribute) if changed is not None else ()
    return any(each.attrname.startswith("_") and not each.attrname.startswith("__") for each in read)


_CONVERTING = frozenset({"tensorflow.register_tensor_conversion_function"})
"""What tells TensorFlow how to make a tensor of the objects of a class."""
_SEEDING = frozenset({
    "keras.utils.set_random_seed", "tensorflow.compat.v1.random.set_random_seed",
    "tensorflow.random.set_global_generator", "tensorflow.random.set_seed",
})  # fmt: skip
_DRAWING = (
    "candidate", "dropout", "initializers", "nce_loss", "noise", "random", "sample", "shuffle", "truncated_normal"
)
"""Words in the names of what draws random numbers."""


def draws(name: str) -> bool:
    """Whether a function of the framework may draw random numbers, by its name."""
    lowered = name.lower()
    return name.startswith(COMPUTING) and "stateless" not in lowered and any(word in lowered for word in _DRAWING)


_OF_OBJECTS = ("keras.layers.", "tensorflow.data.", "tensorflow.random.Generator")
_OF_STATE = ("__call__", "SeedGenerator", "create_rng_state", "get_global_generator")


def _keeps_state(name: str) -> bool:
    """Whether random numbers come from a state that a graph shares: of a generator, a layer, an initializer."""
    return "initializer" in name or name.startswith(_OF_OBJECTS) or name.endswith(_OF_STATE)


def _has_seed(call: nodes.Call) -> bool:
    """Whether an operation is told a seed of its own."""
    given = [keyword.value for keyword in call.keywords if keyword.arg in ("op_seed", "seed")]
    return any(not (isinstance(each, nodes.Const) and each.value is None) for each in given)


def _unseen_change(change: Change) -> UnseenChange:
    return UnseenChange(place_of(change.context.module_path, change.node), source_of(statement_of(change.node)))


def _changed_object(change: Change) -> ChangedObject:
    said = source_of(statement_of(change.node))
    return ChangedObject(place_of(change.context.module_path, change.node), said, change.context.wide)


_DESCRIBING = frozenset(
    "__all__ __annotations__ __doc__ __file__ __module__ __name__ __qualname__ __signature__ __slots__ __version__"
    " __wrapped__".split()
)
"""Special names that Python does not ask for by itself, as it does in calls, operators and to find other attributes."""


def _concerns_another_item(reached: Reached, read: nodes.NodeNG, changed: nodes.NodeNG) -> bool:
    """Whether a statement sets another item of a dictionary than the one that is read there, or behind a property."""
    written = [each.slice for each in getattr(changed, "targets", ()) if isinstance(each, nodes.Subscript)]
    if not written or not all(isinstance(each, nodes.Const) for each in written):
        return False
    if isinstance(read.parent, nodes.Return) and reached.calls:
        read = reached.calls[-1][1]
    item = named_key(read)
    return isinstance(item, nodes.Const) and item.value not in {each.value for each in written}


def _as_used(name: str, value: Value, scope: nodes.NodeNG) -> Value:
    """What a free name holds when a function reads it: no list or the like where it calls that, or asks it for more.

    A module may bind the name to a list before or afterwards: `loss = Mean()`, and in the end `loss = history["loss"]`.
    """
    collections = [each for each in select(value, Container) if each.builtin_type]
    if not collections or len(collections) == len(value):
        return value
    for read in nodes_inside(scope, nodes.Name):
        around = read.parent
        if read.name == name and (
            (isinstance(around, nodes.Call) and around.func is read)
            or (isinstance(around, nodes.Attribute) and not any(hasattr(t, around.attrname) for t in _COLLECTIONS))
        ):
            return value.difference(collections)
    return value


_COLLECTIONS = (list, dict, set, tuple)


def _is_imported_again(binding: nodes.NodeNG) -> bool:
    """Whether an import binds a name of the module when that has been there for a while: in a loop or a function."""
    imported = isinstance(binding, (nodes.Import, nodes.ImportFrom))
    return imported and (loop_around(binding) is not None or not isinstance(binding.scope(), nodes.Module))


def _is_data(value: Value) -> bool:
    """Whether Python values or tensors are among the objects, which a trace would freeze."""
    return has(value, PythonScalar, Array, NoneObject) or any(
        tensor.kind != "variable" for tensor in select(value, Tensor)
    )


def _grows_between_calls(function: FunctionFacts, changes: Iterable[nodes.NodeNG]) -> bool:
    """Whether one loop both changes the container and calls the function."""
    loops = [loop for loop in map(loop_around, changes) if loop is not None]
    calls = [call for _, call, _ in function.callers]
    return any(loop is call or loop.parent_of(call) for loop in loops for call in calls)


def _is_settled(owner: nodes.NodeNG | None, scope: nodes.NodeNG, bound: Iterable[nodes.NodeNG]) -> bool:
    """Whether a name of a function or module holds for good what it holds where a function inside it is defined.

    `if value is None: value = 1.0`, and then a `def` that reads it. In a loop the next round binds the same name again.
    """
    inner = scope
    while inner is not None and inner.parent is not None and inner.parent.scope() is not owner:
        inner = inner.parent.scope()
    if not isinstance(owner, (nodes.FunctionDef, nodes.Module)) or inner is None or loop_around(inner) is not None:
        return False
    return all(each.frame() is owner and not may_run_before(inner, each) for each in bound)


def _is_constant(value: Value) -> bool:
    """One known number or text, however often it is assigned."""
    return len(value) == 1 and all(scalar.literal is not None for scalar in select(value, PythonScalar)) and only(
        value, PythonScalar
    )


def _is_frozen(value: Value) -> bool:
    """Whether a graph keeps the numbers or tensors that a name held when it was traced."""
    return has(value, PythonScalar, Array, Tensor, Dataset) and not _is_variable(value)


def _is_variable(value: Value) -> bool:
    """Variables and nothing else: they are read anew each time the graph runs."""
    return only(value, Tensor) and all(tensor.kind == "variable" for tensor in select(value, Tensor))
