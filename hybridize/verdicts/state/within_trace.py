"""Attributes that every reader finds as the same call has set them: nobody sees that a graph no longer sets them.

`self.lengths = lengths` is a way to hand something to the methods that are called next. As long as whoever reads the
attribute has come through the assignment, in the same trace or in the same eager call, no reader ever sees what
another call has left there.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence, Set
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    Allocated,
    ClassObject,
    Container,
    ExternalInstance,
    Instance,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.facts.accesses import Attribute, fills, only_fills
from hybridize.inference.facts.call_graph import Propagated, chain, way_down
from hybridize.inference.facts.callers import Call, Callers, Way
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context, DirectEffect
from hybridize.program.first_call_guards import tests_before
from hybridize.program.flow.conditions import attributes_that_differ
from hybridize.program.flow.order import runs_before
from hybridize.program.inside import nodes_inside
from hybridize.program.loops import loops_around
from hybridize.program.memory import remembered
from hybridize.program.naming import is_in_name_only
from hybridize.program.one_way_flags import adds_to_counter, assigned_number, tells_first_only, turns_name_for_good
from hybridize.program.own_objects import is_made_by_default, is_made_new, made_here
from hybridize.program.scopes import parameter_names
from hybridize.program.second_run import runs_until_flag_is_set, leaves_as_it_was, stays_left
from hybridize.program.setting_up import constructs
from hybridize.program.syntax import last_name, spelled
from hybridize.program.writes import changed_object, keeps_variables
from hybridize.verdicts.decide.traced_code import traced_code
from hybridize.verdicts.project.programs import Programs
from hybridize.verdicts.state.constant_expressions import Alike
from hybridize.verdicts.state.unobserved_writes import Unread

_LAYER = "keras.layers.Layer"
_OF_CELLS = frozenset({"get_initial_state", "state_size", "output_size"})
"""What Keras asks the cell of a recurrent layer for when the layer is called: the cell may be of any class."""
_MANAGING = frozenset({"__enter__", "__exit__"})
_LOCKS = ("threading.Lock.", "threading.RLock.", "threading.Condition.", "threading.Semaphore.")
_THREADS = ("threading.Thread", "threading.Timer", "concurrent.futures.", "multiprocessing.")
_COMPARED = frozenset({"list", "dict", "defaultdict", "Counter"})


class WithinTrace:
    """Tells such assignments from those whose value something else reads."""

    def __init__(self, facts: Facts, in_graphs: Set[Context], programs: Programs) -> None:
        """`in_graphs`: see `coverage.contexts_in_graphs`."""
        self._programs = programs
        self._facts = facts
        self._in_graphs = in_graphs
        self._ways: dict[tuple[Attribute, nodes.NodeNG | None], tuple[Set[Context], Set[Context]]] = {}
        self._unread = Unread(facts)
        self.accesses = facts.accesses

    def stays(self, function: FunctionFacts, effect: Propagated[DirectEffect], traced: bool = True) -> bool:
        """Whether an effect sets attributes that are read behind that assignment only, or puts something back.

        `traced`: the function is a graph, or a part of one; else the question is what happens when it becomes one.
        """
        origin, becomes = effect.origin, None if traced else function.node
        if self._locks_nothing(origin.node) or self._locks_out_nobody(function, origin):
            return True
        if leaves_as_it_was(origin.node) and self._others_write_the_same(origin):
            return True
        if origin.what == "write-item":
            return self._fills_scratch(function, effect, becomes)
        if origin.what == "mutate" and self._changes_scratch(function, effect, becomes):
            return True
        if origin.what == "write-attribute" and self._is_taken_off(function, origin):
            return True
        name = origin.name
        if origin.what != "write-attribute" or not name:
            return False
        if name == "trainable" and isinstance(getattr(origin.node, "value", None), nodes.Const):
            # Each trace says itself which variables it trains, before it asks for them.
            return True
        if keeps_variables(origin.node) and not self._in_graphs.isdisjoint(function.contexts):
            return True
        if isinstance(origin.node, nodes.AugAssign) and self._numbers_operations(origin.target, name):
            return True
        owner = origin.target
        if owner is not None and (owner.project_class is not None or owner.is_unknown):
            if self._is_scratch(owner, name, becomes) or self._is_read_by_itself(function, origin, owner, name):
                return True
        if self._is_managed(function, effect) or self._is_set_alike(origin):
            return True
        return self._is_read_by_layer(effect)

    def _others_write_the_same(self, origin: DirectEffect) -> bool:
        """Whether all other writes, in any module, give a place the constant that this function leaves there."""
        owner, name = origin.target, origin.name
        if not name or origin.what not in ("write-attribute", "write-global"):
            return True
        if owner is None:
            return stays_left(origin.node, name, self.accesses.shared_writes(name))
        written = self.accesses.writes((owner.project_class, name)).values()
        return stays_left(origin.node, name, (each for places in written for each in places))

    def _is_taken_off(self, function: FunctionFacts, origin: DirectEffect) -> bool:
        """Whether the trace wraps a method for a while, or deletes an attribute that it has set itself.

        `layer.call = watched(layer.call)`, and in the end `layer.call = layer.call.__wrapped__`, `del layer.result`.
        """
        node, wrapped = origin.node, origin.name
        if isinstance(node, nodes.Delete):
            deleted = {last_name(each) for each in node.targets if isinstance(each, nodes.DelAttr)}
            inside = self._run_by(function)
            set_there = {each.attrname for scope in inside for each in scope.nodes_of_class(nodes.AssignAttr)}
            return len(deleted) == len(node.targets) and deleted <= set_there
        if _unwrapped(node):
            return True
        value = node.value if isinstance(node, nodes.Assign) else None
        if not wrapped or not isinstance(value, nodes.Call):
            return False
        if not any(each.attrname == wrapped for each in value.nodes_of_class(nodes.Attribute)):
            return False
        written = (each for scope in self._run_by(function) for each in nodes_inside(scope, nodes.Assign))
        return any(_unwrapped(each) == wrapped for each in written)

    def is_seen_by_nobody(self, function: FunctionFacts, propagated: Propagated[DirectEffect]) -> bool:
        """Whether nothing reads what an effect writes: nothing in the project, and no base class of a framework.

        Of output: whether a flag lets it happen until the program turns that off, which it does for good.
        """
        effect = propagated.origin
        if effect.what == "output":
            way = way_down(propagated, self._facts.graph)
            return any(map(self._is_turned_off, way))
        if effect.what == "write-attribute":
            owner = effect.target.project_class if effect.target is not None else None
            if owner is None or not effect.name or self._is_known_to_bases(owner, effect.name):
                return False
        return self._unread.is_unread(effect)

    def is_handed_on(self, function: FunctionFacts, effect: DirectEffect) -> bool:
        """Whether what gets a key in a dictionary is read by that key in the same trace, and nowhere else."""
        return effect.what == "write-item" and self._unread.is_read_behind(effect, self._run_by(function))

    def turns_for_good(self, effect: DirectEffect) -> bool:
        """Whether an object is told something once and for all: `self.called = True`, and nobody says otherwise.

        The first trace says it of its object, and all that later calls could say is the same again.
        """
        node, owner = effect.node, effect.target.project_class if effect.target is not None else None
        value = node.value if isinstance(node, nodes.Assign) else None
        in_each_call = isinstance(node.parent, (nodes.FunctionDef, nodes.With))
        if value is None or not (in_each_call or runs_until_flag_is_set(node)):
            return False
        truth = value.value if isinstance(value, nodes.Const) and isinstance(value.value, bool) else None
        if effect.what in ("write-global", "write-nonlocal"):
            return truth is not None and all(
                isinstance(each, nodes.AssignName) and turns_name_for_good(each, truth) for each in node.targets
            )
        if owner is None or not effect.name or self._is_another_first(effect, value):
            return False
        if truth is not None:
            return self._is_only_set(owner, effect.name, truth)
        return self._is_only_set_to(owner, effect.name, value) and self._alike.is_alike(value)

    def _is_another_first(self, effect: DirectEffect, value: nodes.NodeNG) -> bool:
        """Whether the first call computes with another value than those that follow: `y = x * self.k; self.k = 2.0`.

        A test of it may let something happen once, of which others speak.
        """
        owner, written = effect.target, effect.node
        assert owner is not None
        made = [node for node, writer in self.accesses.assignments(owner, effect.name) if constructs(writer.scope)]
        alike = all(getattr(each, "value", None) and each.value.as_string() == value.as_string() for each in made)
        readers = self.accesses.reads((owner.project_class, effect.name)).items()
        return not alike and any(
            _may_come_first(read, written) and _serves_as_value(read)
            for reader, places in readers
            for read in places
            if reader.scope is written.scope()
        )

    def _is_only_set_to(self, owner: ClassObject, name: str, value: nodes.NodeNG) -> bool:
        """Whether all that assigns an attribute once the object is made gives it the same expression."""
        written = [each for places in self.accesses.writes((owner, name)).values() for each in places]
        values = {each.value.as_string() if isinstance(each, nodes.Assign) else "" for each in written}
        return values == {value.as_string()}

    @cached_property
    def _alike(self) -> Alike:
        return Alike(self._facts)

    def _is_turned_off(self, place: nodes.NodeNG) -> bool:
        """Whether a flag of an object lets a place run that all later assignments turn off."""
        for test, holds in tests_before(place):
            read = self.accesses.read_at(test) if isinstance(test, nodes.Attribute) else ()
            if read and all(self._is_only_set(owner.project_class, name, not holds) for owner, name in read):
                return True
        return False

    def _is_only_set(self, owner: ClassObject | None, name: str, truth: bool) -> bool:
        """Whether all that assigns an attribute once the object is made gives it constants of one truth."""
        written = [each for places in self.accesses.writes((owner, name)).values() for each in places]
        values = [each.value for each in written if isinstance(each, nodes.Assign)]
        alike = [isinstance(value, nodes.Const) and bool(value.value) is truth for value in values]
        return bool(alike) and all(alike) and len(alike) == len(written)

    def _is_set_alike(self, origin: DirectEffect) -> bool:
        """Whether an object of a library gets what it has from the first call on, since nobody sets anything else.

        Programs switch something off in this way: `self.optimizer.check = lambda: None`.
        """
        node, owner = origin.node, origin.target
        if not isinstance(node, nodes.Assign) or not _is_alike_in_all_calls(node.value):
            return False
        if owner is None or owner.project_class is not None:
            return False
        loaded = self._facts.program.together(self._facts.analysis.scopes.path_of(node))
        written = self.accesses.writes((None, origin.name)).items()
        values = (getattr(each, "value", None) for by, places in written if by.module_path in loaded for each in places)
        return {value.as_string() if value is not None else "" for value in values} == {node.value.as_string()}

    def _is_read_by_layer(self, effect: Propagated[DirectEffect]) -> bool:
        """Whether it sets something of a layer of Keras that is called then, in the same trace.

        Wrappers that normalize weights do so: `self.layer.kernel = v / norm(v)`, and then `self.layer(x)`.
        """
        origin = effect.origin
        owner = changed_object(origin.node)
        layers = select((origin.target,) if origin.target is not None else (), ExternalInstance)
        if owner is None or not spelled(owner) or not any(map(self._is_layer, layers)):
            return False
        way = way_down(effect, self._facts.graph)
        return any(
            spelled(call.func) == spelled(owner) and runs_before(place, call)
            for place in way
            for call in place.frame().nodes_of_class(nodes.Call)
        )

    def _is_layer(self, obj: ExternalInstance) -> bool:
        return self._facts.knowledge.is_subclass(obj.cls, _LAYER)

    def _fills_scratch(
        self, function: FunctionFacts, effect: Propagated[DirectEffect], becomes: nodes.NodeNG | None
    ) -> bool:
        """Whether a dictionary in such an attribute gets a value: `self.outputs["last"] = x`."""
        holding = self._holding(function, effect) if fills(effect.origin) else []
        return bool(holding) and all(
            self._is_scratch(owner, name, becomes) or self._is_read_by_itself(function, effect.origin, owner, name)
            for owner, name in holding
        )

    def _holding(
        self, function: FunctionFacts, effect: Propagated[DirectEffect]
    ) -> list[tuple[AbstractObject, str]]:
        """The attributes that hold the container which an effect changes, each with its object."""
        below = chain(effect, self._facts.graph)
        contexts = [below[-1][0]] if below else function.contexts
        return [held for each in contexts for held in self.accesses.holding(each, effect.origin)]

    def _changes_scratch(
        self, function: FunctionFacts, effect: Propagated[DirectEffect], becomes: nodes.NodeNG | None
    ) -> bool:
        """Whether a list or dictionary in such an attribute is changed: `self.losses = []`, `self.losses.append(x)`."""
        target = effect.origin.target
        holding = self._holding(function, effect) if target is not None and has((target,), Container) else []
        return bool(holding) and all(self._is_scratch(owner, name, becomes) for owner, name in holding)

    def _run_by(self, function: FunctionFacts) -> Set[nodes.NodeNG]:
        """The functions that one runs, itself among them."""
        return self._facts.graph.reached(function.contexts).scopes

    def _is_read_by_itself(
        self, function: FunctionFacts, origin: DirectEffect, owner: AbstractObject, name: str
    ) -> bool:
        """Whether nothing reads an attribute but what a function calls, and none of that before it is assigned.

        The trace then sees what it has assigned itself, and nobody else looks at it.
        """
        inside = self._run_by(function)
        if owner.project_class is None or self._is_known_to_bases(owner.project_class, name):
            return False
        if self._holds_variable(owner, name):
            return False
        # Whoever reads all attributes of an object, whatever their names are, looks for none of them. What a test
        # looks at after a call of its own, the program may never look at.
        shows = self._facts.shows_how_often
        written = origin.node
        # A mode that is set for what is called next is mostly set by others, too, for what they call.
        is_mode = isinstance(getattr(written, "value", None), nodes.Const) and isinstance(written, nodes.Assign)
        for reader, places in self.accesses.reads((owner.project_class, name)).items():
            if reader.scope is written.scope():
                reads = [each for each in places if not only_fills(each) and _may_come_first(each, written)]
            elif not shows(function, reader.module_path):
                continue
            elif reader.scope in inside and (is_mode or not self._runs_without(reader, function)):
                continue
            else:
                reads = [] if self._comes_after_call(function, reader) else [*places]
            if not all(self._is_of_another_kind(owner, written, read) for read in reads):
                return False
        return True

    def _runs_without(self, reader: Context, function: FunctionFacts) -> bool:
        """Whether something runs a reader by a way that does not come through a function."""
        own = function.contexts

        def judge(way: Way) -> bool | None:
            return False if way.caller in own else None

        return any(self._facts.graph.callers.ends([Call(reader, reader.scope)], judge, root=True))

    def _comes_after_call(self, function: FunctionFacts, reader: Context) -> bool:
        """Whether a reader runs behind the `call` of a model, in each trace of `fit`: a loss or metric does so."""
        if function.node.name != "call":
            return False
        trained = {call for _, call, traced in function.callers if traced}

        def judge(way: Way) -> bool | None:
            if not way.traced or way.callee is None:
                return None
            # Given to `compile`, it is run by `fit`.
            return last_name(way.node.func) == "compile" or (
                way.node in trained and not self._is_of_layer(way.callee)
            )

        return bool(trained) and all(
            self._facts.graph.callers.ends([Call(reader, reader.scope)], judge, root=False)
        )

    def _is_of_layer(self, context: Context) -> bool:
        """Whether it is a method of a layer or model, or no function of the project: it may run before any `call`."""
        function = self._facts.function_of(context.scope)
        return function is None or self._facts.derives(function.bases, _LAYER)

    def _is_of_another_kind(self, owner: AbstractObject, written: nodes.NodeNG, read: nodes.NodeNG) -> bool:
        """Whether what reads an attribute is for objects of another kind than those that assign it.

        `if self.kind == "learned": self.lengths = …`, and elsewhere `if self.kind == "fixed": return self.lengths`.
        """
        kinds = attributes_that_differ(written, read)
        assigned = (self.accesses.assignments(owner, kind) for kind in kinds)
        return any(written and all(constructs(writer.scope) for _, writer in written) for written in assigned)

    def _numbers_operations(self, owner: AbstractObject | None, name: str) -> bool:
        """Whether counters are read for the names of operations alone, which a trace makes, or to tell the first call.

        `if self.calls == 0: …` comes out the same from then on, whether each call is counted or each trace.
        """
        if owner is None or owner.project_class is None:
            return False
        begun = self._counted_from(owner, name)
        reads = [read for places in self.accesses.reads((owner.project_class, name)).values() for read in places]
        shown = [read for read in reads if not isinstance(read, nodes.AugAssign)]
        return bool(shown) and all(
            is_in_name_only(read) or (begun is not None and tells_first_only(read, begun)) for read in shown
        )

    def _counted_from(self, owner: AbstractObject, name: str) -> int | None:
        """The number with which a counter begins, to which all that assigns it later adds; None for all others."""
        assert owner.project_class is not None
        begun = {assigned_number(each.statement()) for each in owner.project_class.node.locals.get(name, ())}
        for statement, _ in self.accesses.assignments(owner, name):
            if not adds_to_counter(statement):
                begun.add(assigned_number(statement))
        later = [each for places in self.accesses.writes((owner.project_class, name)).values() for each in places]
        return begun.pop() if len(begun) == 1 and all(map(adds_to_counter, later)) else None

    def _locks_nothing(self, statement: nodes.NodeNG) -> bool:
        """Whether a lock is held for what a trace alone does: TensorFlow computes nothing while it is."""
        if not isinstance(statement, nodes.With):
            return False
        graph = self._facts.graph
        for context in self._facts.contexts_of(statement.scope()):
            computing = [*context.summary.operations]
            computing += [call for call, callee in context.summary.calls if graph.operations.get(callee)]
            if any(statement.parent_of(each) for each in computing):
                return False
        return True

    def _locks_out_nobody(self, function: FunctionFacts, effect: DirectEffect) -> bool:
        """Whether a lock is held that no other thread may want, since the program starts none."""
        of_lock = effect.what == "environment" and any(name in effect.message for name in _LOCKS)
        return of_lock and not any(self._programs.may_load(path, function.contexts) for path in self._with_threads)

    @cached_property
    def _with_threads(self) -> Set[str]:
        """The modules that start threads, or say what one does."""
        names = [name for name in self._facts.callees.names if name.startswith(_THREADS)]
        found = {self._facts.analysis.scopes.path_of(call) for call in self._facts.callees.calls(names)}
        for module in self._facts.program.modules:
            if any(last_name(base) == "Thread" for cls in module.all_of(nodes.ClassDef) for base in cls.bases):
                found.add(module.file.relative)
        return found

    def is_traced(self, function: FunctionFacts, effect: Propagated[DirectEffect]) -> bool:
        """Whether a trace has the effect: what Keras or `dataset.map` trace may be called eagerly as well."""
        if function.hybrids:
            return True
        graph, origin = self._facts.graph, effect.origin
        traced = [context for context in function.contexts if context in self._in_graphs]
        for context in traced:
            if origin not in graph.effects.get(context, ()):
                continue
            callers = graph.callers.of(context)
            # A lambda that is traced stands for what it calls, but what it has made itself is its own.
            if not callers or any(
                by_framework or type(caller.scope) is not nodes.Lambda or origin in graph.effects.get(caller, ())
                for caller, _, by_framework in callers
            ):
                return True
        return False

    def is_perhaps_own(self, function: FunctionFacts, effect: Propagated[DirectEffect]) -> bool:
        """Whether what an effect changes may have been made by the function itself."""
        origin, target = effect.origin, effect.origin.target
        if origin.stands_for_others or self._is_perhaps_copied(effect):
            return True
        if target is not None and target.is_nondescript:
            # What a callee changes of its arguments may be what the function itself has made.
            changed = changed_object(origin.node)
            return effect.next is not None or (changed is not None and made_here(changed))
        if self._is_new_object(function, effect) or self._may_change_copy(function, effect):
            return True
        if isinstance(target, Allocated):
            # One object stands for all that are made there, or a call gives back those of others as well.
            of_class = target.project_class if target.owner is None else None
            if (of_class or target.site.scope()) in self._made_in(function):
                return True
            # Something unknown that is passed may be that object, or any other one.
            sees = self._facts.graph.visibility.sees
            return not any(sees(context, target, certainly=True) for context in function.contexts)
        return False

    def _may_change_copy(self, function: FunctionFacts, effect: Propagated[DirectEffect]) -> bool:
        """Whether a statement changes a container that is passed, or else one that the trace has made.

        `features = features.copy() if not tf.executing_eagerly() else features`, and then `features.update(…)`.
        """
        origin, target = effect.origin, effect.origin.target
        if target is None or not has((target,), Container):
            return False
        below = chain(effect, self._facts.graph)
        contexts = [below[-1][0]] if below else function.contexts
        same = (each for context in contexts for each in context.summary.effects.values() if each.node is origin.node)
        others = [each.target for each in same if each.what == origin.what and each.target is not None]
        made = self._made_in(function)
        return any(each.site.scope() in made for each in select(others, Container) if each is not target)

    def _is_new_object(self, function: FunctionFacts, effect: Propagated[DirectEffect]) -> bool:
        """Whether a callee gives an attribute to what it has made, or to one of several objects of a class.

        The trace makes such objects itself, and the others may be those of other calls.
        """
        origin = effect.origin
        changed, target = changed_object(origin.node), origin.target
        if changed is None or target is None:
            return False
        if origin.what == "write-item" and is_made_by_default(changed):
            return True
        if effect.next is None or origin.what != "write-attribute":
            return False
        if is_made_new(changed):
            return True
        names = parameter_names(origin.node.scope())
        of_receiver = spelled(changed)[:1] == tuple(names)[:1]
        return not of_receiver and target.project_class in self._made_in(function)

    def _is_perhaps_copied(self, effect: Propagated[DirectEffect]) -> bool:
        """Whether a strategy hands on the list or dictionary that is changed: each replica may get one of its own.

        Run on 2.15 and 2.21: `MirroredStrategy` copies structures, the default strategy and `OneDeviceStrategy` do not.
        """
        target = effect.origin.target
        if target is None or not is_compared(target):
            return False
        below = chain(effect, self._facts.graph)
        calls = (effect.via, *(node for _, node in below))
        methods = self._facts.analysis.events.calls.called_methods
        return any(
            any(map(_may_copy_arguments, methods.get(call, ())))
            and target in handed(self._facts, callee.arguments.values())
            for call, (callee, _) in zip(calls, below, strict=False)
        )

    @remembered
    def _made_in(self, function: FunctionFacts) -> Set[object]:
        """The classes of which a trace makes objects, and the functions that it runs."""
        found: set[object] = set()
        for each in (reached.context for reached in traced_code(self._facts.graph, function.contexts)):
            found.add(each.scope)
            if getattr(each.scope, "name", "") == "__init__" and each.arguments:
                found |= {made.cls for made in select(next(iter(each.arguments.values())), Instance)}
        return found

    def _is_managed(self, function: FunctionFacts, effect: Propagated[DirectEffect]) -> bool:
        """Whether a `with` statement sets the attributes when it begins, and again when it ends."""
        graph = self._facts.graph
        below = chain(effect, graph)
        entered = [effect.next, *(context for context, _ in below[1:])]
        callers: list[Sequence[Context]] = [function.contexts, *([context] for context, _ in below)]
        for around, via, inner in zip(callers, (effect.via, *(node for _, node in below)), entered, strict=False):
            begins_or_ends = inner is not None and getattr(inner.scope, "name", "") in _MANAGING
            if isinstance(via, nodes.With) and begins_or_ends:
                ways = {
                    callee.scope.name
                    for context in around
                    for call, callee in context.summary.calls
                    if call is via and getattr(callee.scope, "name", "") in _MANAGING
                    and any(each.name == effect.origin.name for each in graph.effects.get(callee, ()))
                }
                if ways == _MANAGING:
                    return True
        return False

    def _is_scratch(self, owner: AbstractObject, name: str, becomes: nodes.NodeNG | None) -> bool:
        """`becomes`: a function that is taken to be a graph, which it is not yet."""
        if self._holds_variable(owner, name):
            return False
        held = self._facts.objects.attribute(owner, name)
        key = (owner.project_class, name)
        becomes = becomes if becomes in self._around(key) else None
        # A graph that reads a tensor which no constructor sets must set it itself: that of another graph raises.
        initial = any(constructs(writer.scope) for _, writer in self.accesses.assignments(owner, name))
        own = not initial and has(held, Tensor) and only(held, Tensor, Array, Unknown)
        return self._find_out(*key, own, becomes)

    @remembered
    def _around(self, attribute: Attribute) -> Set[nodes.NodeNG]:
        """The functions that lead to what reads or assigns an attribute; of others it does not matter what they are."""
        users = (*self.accesses.reads(attribute), *self.accesses.writes(attribute))
        return {each.scope for each in self._facts.graph.callers.leading_to(users)}

    def _holds_variable(self, owner: AbstractObject, name: str) -> bool:
        """Whether an attribute holds a variable that a trace may have made, which is another fault."""
        held = self._facts.objects.attribute(owner, name)
        if not any(tensor.kind == "variable" for tensor in select(held, Tensor)):
            return False
        written = self.accesses.assignments(owner, name)
        later = [node for node, writer in written if not constructs(writer.scope)]
        return not all(isinstance(node, nodes.Assign) and bool(spelled(node.value)) for node in later)

    @remembered
    def _find_out(self, owner: ClassObject | None, name: str, own: bool, becomes: nodes.NodeNG | None) -> bool:
        """`own`: a graph that reads it certainly sets it before."""
        if owner is not None and self._is_known_to_bases(owner, name):
            return False
        readers = self.accesses.reads((owner, name))
        if owner is None and not readers:
            return False
        search = _Search(self, owner, name, own, becomes)
        return all(
            search.is_behind(reader, read)
            for reader, places in readers.items()
            if not self._follows_loss(owner, name, reader)
            for read in places
            if not only_fills(read) and not _reads_settings(read)
        )

    def _follows_loss(self, owner: ClassObject | None, name: str, reader: Context) -> bool:
        """Whether `compute_metrics` reads what `compute_loss` sets: the steps of Keras call one after the other."""
        if owner is None or getattr(reader.scope, "name", "") != "compute_metrics":
            return False
        writers = self.accesses.writes((owner, name))
        in_loss = any(getattr(writer.scope, "name", "") == "compute_loss" for writer in writers)
        return in_loss and self._facts.derives(self._facts.objects.class_facts(owner).bases, "keras.Model")

    def _is_known_to_bases(self, owner: ClassObject, name: str) -> bool:
        """Whether a framework class above has the attribute, which may then read it itself."""
        knowledge = self._facts.knowledge
        bases = self._facts.objects.class_facts(owner).bases
        return any(knowledge.method(base, name) or knowledge.attribute(base, name) for base in bases)

    def leading_to_writes(
        self, attribute: Attribute, becomes: nodes.NodeNG | None
    ) -> tuple[Set[Context], Set[Context]]:
        """The contexts that come to an assignment of an attribute in the same graph, and those that enter such a graph.

        For the latter it happens with each trace alone.
        """
        known = self._ways.get((attribute, None))
        if known is None:
            known = self._ways[attribute, None] = self._find_ways(attribute, None)
        if becomes is None or all(each not in known[0] for each in self.contexts_of(becomes)):
            return known
        found = self._ways.get((attribute, becomes))
        if found is None:
            found = self._ways[attribute, becomes] = self._find_ways(attribute, becomes)
        return found

    def _find_ways(
        self, attribute: Attribute, becomes: nodes.NodeNG | None
    ) -> tuple[Set[Context], Set[Context]]:
        callers, found = self._facts.graph.callers, set[Context]()

        def enters(way: Way) -> Context | None:
            """The caller, where what it calls begins a graph."""
            if way.traced or (way.callee is not None and self.begins_trace(way.callee, becomes)):
                return way.caller
            found.add(way.caller)
            return None

        writers = self.accesses.writes(attribute)
        borders = callers.ends((Call(each, each.scope) for each in writers), enters)
        return found, callers.leading_to(borders)

    def contexts_of(self, scope: nodes.NodeNG) -> Sequence[Context]:
        """The contexts of a function."""
        return self._facts.contexts_of(scope)

    @property
    def all_callers(self) -> Callers:
        """Who calls what."""
        return self._facts.graph.callers

    def begins_trace(self, context: Context, becomes: nodes.NodeNG | None) -> bool:
        """Whether a graph begins here, whoever calls."""
        return context.scope is becomes or context in self._hybrid

    @cached_property
    def _hybrid(self) -> Set[Context]:
        """The contexts of functions that are graphs by themselves."""
        return {each for each in self._facts.graph.contexts if self._facts.is_hybrid(each.scope)}

    def is_called_by_unseen_code(self, context: Context) -> bool:
        """Whether a base class that cannot be seen may call a method that nobody else does."""
        function = self._facts.function_of(context.scope)
        knowledge = self._facts.knowledge
        name = getattr(context.scope, "name", "")
        return function is not None and any(
            knowledge.framework(base) is None
            or knowledge.method(base, name)
            or knowledge.attribute(base, name)
            or (name in _OF_CELLS and knowledge.is_subclass(base, _LAYER))
            for base in function.bases
        )


class _Search:
    """The readers of one attribute of the objects of a class, each of whom is followed up to an assignment."""

    def __init__(
        self, within: WithinTrace, owner: ClassObject | None, name: str, own: bool, becomes: nodes.NodeNG | None
    ) -> None:
        self._within = within
        self._own, self._becomes = own, becomes
        self._writers = within.accesses.writes((owner, name))
        self._setting, self._beyond = within.leading_to_writes((owner, name), becomes)
        """Those that come to an assignment in the same graph, and those that a graph leads to one."""
        self._known: dict[Hashable, bool] = {}
        self._before: dict[tuple[nodes.NodeNG, nodes.NodeNG], list[nodes.NodeNG]] = {}
        """By function and place: what leads to an assignment before the place. Each context of the function asks."""

    def _leading(self, scope: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
        """The assignments of a function, and its calls that lead to one in the same graph, whoever makes them."""
        for context in self._within.contexts_of(scope):
            yield from self._writers.get(context, ())
            for call, callee, edge in context.summary.edges() if context in self._setting else ():
                if callee in self._setting and not self._begins(callee, edge.hybrid):
                    yield call

    def _tracing(self, scope: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
        """The calls of a function that lead to an assignment through a graph."""
        for context in self._within.contexts_of(scope):
            for call, callee, edge in context.summary.edges() if context in self._beyond else ():
                if callee in self._beyond or (callee in self._setting and self._begins(callee, edge.hybrid)):
                    yield call

    def _begins(self, callee: Context, hybrid: bool) -> bool:
        return hybrid or self._within.begins_trace(callee, self._becomes)

    def is_behind(self, context: Context, node: nodes.NodeNG) -> bool:
        """Whether whatever runs at a node of a context has come through an assignment in the same graph or call."""
        return self._within.all_callers.every((context, node), self._comes_through, self._known)

    def _comes_through(self, way: Way) -> bool | None:
        """Whether a place is behind an assignment; None where all calls of its function must be."""
        context, node, within = way.caller, way.node, self._within
        if way.traced:
            return False
        before = self._before.get((context.scope, node))
        if before is None:
            before = [each for each in dict.fromkeys(self._leading(context.scope)) if runs_before(each, node)]
            self._before[context.scope, node] = before
        if before:
            return context not in self._beyond or any(self._is_last(leading, node) for leading in before)
        if context.function is None:
            return False
        if within.begins_trace(context, self._becomes):
            # A graph that never sets it finds the tensor of another one, which raises.
            return self._own and context in self._setting
        return None if within.all_callers.of(context) else within.is_called_by_unseen_code(context)

    def _is_last(self, leading: nodes.NodeNG, node: nodes.NodeNG) -> bool:
        """Whether a call that leads to an assignment stands before a place in the same round, and no graph between.

        Nor on the other side of a condition, from where the place is reached as well.
        """
        tracing = self._tracing(leading.frame())
        return list(loops_around(leading)) == list(loops_around(node)) and not any(
            call is leading or (runs_before(call, node) and not runs_before(call, leading)) for call in tracing
        )


def _unwrapped(node: nodes.NodeNG) -> str:
    """The attribute that gets back what a wrapper was put around: `layer.call = layer.call.__wrapped__`."""
    value = node.value if isinstance(node, nodes.Assign) else None
    if not isinstance(value, nodes.Attribute) or value.attrname != "__wrapped__":
        return ""
    place = spelled(value.expr)
    alike = len(place) > 1 and [spelled(each) for each in node.targets] == [place]
    return str(place[-1]) if alike else ""


def _serves_as_value(read: nodes.NodeNG) -> bool:
    """Whether what is read goes into what is computed, and does not only decide which statements run."""
    around: nodes.NodeNG = read.parent
    while isinstance(around, (nodes.BoolOp, nodes.Compare, nodes.UnaryOp)):
        around = around.parent
    return not isinstance(around, (nodes.If, nodes.While, nodes.Assert, nodes.Expr))


def _may_come_first(read: nodes.NodeNG, written: nodes.NodeNG) -> bool:
    """Whether a place reads what was there before a statement assigns it, or for that statement."""
    return read is written or written.parent_of(read) or runs_before(read, written)


def _reads_settings(read: nodes.NodeNG) -> bool:
    """Whether `get_config` reads by the name of an argument what the constructor was given."""
    return not isinstance(read, nodes.Attribute) and getattr(read.frame(), "name", "") == "get_config"


def _is_alike_in_all_calls(value: nodes.NodeNG) -> bool:
    """Whether an expression gives the same whenever it is evaluated: a constant, or a function of its own arguments."""
    if isinstance(value, nodes.Lambda):
        return all(name.name in value.locals for name in value.nodes_of_class(nodes.Name))
    return isinstance(value, nodes.Const)


def handed(facts: Facts, values: Iterable[Value], depth: int = 2) -> set[AbstractObject]:
    """What is passed, and what the structures hold that are passed."""
    found: set[AbstractObject] = set()
    for value in values:
        found |= value
        for obj in select(value, TupleObject) if depth else ():
            found |= handed(facts, (*obj.items, obj.rest), depth - 1)
        for container in select(value, Container) if depth else ():
            found |= handed(facts, facts.objects.held(container), depth - 1)
    return found


def is_compared(target: AbstractObject | None) -> bool:
    """Whether `tf.function` raises where a function has changed this object, which it was passed.

    Run on 2.15 and 2.21: it compares lists and dictionaries of all types, wherever they stand in other structures, and
    looks into no other object.
    """
    return isinstance(target, Container) and target.type in _COMPARED


def _may_copy_arguments(method: str) -> bool:
    """Whether a method is that of a strategy which runs a function on replicas, of which there may be several."""
    strategy, _, name = method.rpartition(".")
    runs = strategy.startswith("tensorflow.distribute.") and name in ("run", "experimental_run_v2")
    return runs and not strategy.endswith(".OneDeviceStrategy")
