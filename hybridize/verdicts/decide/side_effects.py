"""The Python side effects of a function, and why one of them may not matter: one reason, by an order of precedence."""

from __future__ import annotations

from collections.abc import Iterator, Set
from dataclasses import dataclass
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, Container, TupleObject, Unknown, Value
from hybridize.inference.domain.queries import has, only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.facts.call_graph import Propagated, chain, way_down
from hybridize.inference.facts.changes import is_of_receiver
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import DirectEffect, context_of
from hybridize.program.calls import call_of, called_name
from hybridize.program.expected import is_passed_over
from hybridize.program.first_call_guards import (
    casts_itself,
    is_behind_variable,
    is_eager_only,
    is_guarded,
    is_kept_in_file,
    new_arguments,
)
from hybridize.program.initial import only_initializes
from hybridize.program.inside import nodes_inside
from hybridize.program.places import place_of, source_of
from hybridize.program.second_run import runs_until_flag_is_set
from hybridize.program.syntax import text_of
from hybridize.program.writes import only_tidies, targets_of
from hybridize.verdicts.decide.hazards import behind_debugging, excluded_by_making
from hybridize.verdicts.model.parts import Effect, Place, Step, WhyNot
from hybridize.verdicts.model.steps import steps_down
from hybridize.verdicts.model.written_calls import takes_tensor, written_call
from hybridize.verdicts.project.merged_contexts import implementation_of, is_left_off, is_of_another
from hybridize.verdicts.state.first_updates import FirstUpdates
from hybridize.verdicts.state.iterators import is_made_for_call
from hybridize.verdicts.state.trace_time_output import calls_print, is_known_in_trace, only_sets_or_asks, tells_of_trace
from hybridize.verdicts.state.within_trace import WithinTrace, handed, is_compared


@dataclass(frozen=True)
class EffectSearch:
    """What one function does besides to compute, itself or through what it calls."""

    facts: Facts
    function: FunctionFacts
    first_updates: FirstUpdates
    within: WithinTrace | None
    """What follows in a trace; None of an eager function that may gain nothing as a graph."""
    traced: bool
    """Something makes the function a graph."""
    trains: bool

    def all(self) -> tuple[Effect, ...]:
        """One for each kind, place, and in a graph for each statement: the first that may matter, or the first."""
        out: dict[tuple[str, Place, bool, nodes.NodeNG | None], Effect] = {}
        for propagated in self.function.effects:
            origin, place = propagated.origin, place_of(self._path, propagated.via)
            # Each cause is told of in what is traced; elsewhere one of them is enough to speak against a graph.
            key = (origin.what, place, origin.unguarded is None, origin.node if self.traced else None)
            known = out.get(key)
            if known is None or known.why_not not in _SHOWN:
                found = self._effect(propagated, place)
                if known is None or found.why_not in _SHOWN:
                    out[key] = found
        return tuple(sorted(out.values(), key=lambda e: (e.place.line, e.place.column, e.what)))

    def _effect(self, propagated: Propagated[DirectEffect], place: Place) -> Effect:
        facts, origin = self.facts, propagated.origin
        direct = propagated.next is None
        steps = steps_down(propagated, facts.graph)
        filled = direct and _fills_argument(self.function, origin)
        why_not = next((why for why, holds in self._reasons(propagated, steps) if holds), None)
        return Effect(
            origin.what,
            origin.message,
            place,
            "" if direct else source_of(propagated.via),
            steps,
            direct and calls_print(origin.node) and _shows_what_runs_change(origin.node),
            why_not,
            implementation_of(facts, self.function, propagated) if why_not is WhyNot.OTHER_CLASS else "",
            filled or origin.target in self._passed,
            filled or (origin.target in self._passed and is_compared(origin.target)),
            written_call(origin.node, facts.callees) if direct and _is_replaced(facts, origin) else None,
            facts.callees.of(origin.node) in _SEEDS,
            self.traced and origin.what in _KEEPING and (_leaves_tensor(facts, origin) or _adds_tensor(facts, origin)),
            isinstance(origin.node.parent, nodes.Expr),
        )

    def _reasons(self, propagated: Propagated[DirectEffect], steps: tuple[Step, ...]) -> Iterator[tuple[WhyNot, bool]]:
        """Whether each reason holds, in the order of precedence: the first that does is the one.

        First comes what says how often the effect happens, since nothing has to be assumed of the rest then; next,
        that not each call has it, which is assumed of a call; last, that nobody takes notice.
        """
        facts, function, within, traced = self.facts, self.function, self.within, self.traced
        origin = propagated.origin
        lets = self.first_updates.lets_variables_change(propagated)
        if not lets:
            yield WhyNot.GUARDED, _is_guarded(facts, propagated)
        if not traced and not lets:
            yield WhyNot.MEMO, _fills_memo(origin)
            yield WhyNot.OTHER_CLASS, bool(implementation_of(facts, function, propagated))
        if within is not None:
            yield WhyNot.OTHER_CALLS, is_of_another(facts, function, propagated)
            yield WhyNot.OPTION_OFF, is_left_off(facts, function, propagated)
            yield WhyNot.EAGER_CALLS, traced and not within.is_traced(function, propagated)
        yield WhyNot.OF_TEST, propagated.of_tests or (traced and self._is_of_test(origin, steps))
        yield WhyNot.TRACE_OUTPUT, tells_of_trace(facts, propagated, self.trains and not traced, traced)
        yield WhyNot.CONSTRUCTS, self._constructs or (traced and origin.target in self._made)
        if within is not None:
            yield WhyNot.WITHIN_TRACE, not lets and within.stays(function, propagated, traced)
            yield WhyNot.PERHAPS_OWN, within.is_perhaps_own(function, propagated)
        if traced and not lets:
            yield from self._reasons_of_graph(propagated)
        yield WhyNot.SETTING_UP, self.trains and not traced and not lets and _sets_up(facts, propagated)

    def _reasons_of_graph(self, propagated: Propagated[DirectEffect]) -> Iterator[tuple[WhyNot, bool]]:
        """Those that count in what is a graph already: nothing is reported there for mere possibilities."""
        facts, function, origin = self.facts, self.function, propagated.origin
        node, way = origin.node, way_down(propagated, facts.graph)
        yield WhyNot.UNCERTAIN, not origin.certain
        yield WhyNot.UNNAMED, _names_no_attribute(origin)
        yield WhyNot.PERHAPS_TENSOR, _is_perhaps_tensor(origin, self._passed)
        yield WhyNot.SETTING, only_sets_or_asks(facts, origin)
        yield WhyNot.OF_GRAPH, facts.callees.of(node) in _OF_GRAPHS
        yield WhyNot.DEBUGGING, behind_debugging(propagated, facts)
        yield WhyNot.NOT_AS_GRAPH, excluded_by_making(propagated, function, facts)
        yield WhyNot.TIDIES, only_tidies(node)
        yield WhyNot.VARIABLE, any(map(is_behind_variable, way)) and not _leaves_tensor(facts, origin)
        yield WhyNot.FILE, any(map(is_kept_in_file, way))
        yield WhyNot.NO_VALUES, is_passed_over(node) and _has_no_values(facts, node)
        yield WhyNot.FIRST_VALUES, origin.what == "random" and any(map(only_initializes, way))
        yield WhyNot.OWN_ITERATOR, origin.what == "iterator" and is_made_for_call(function, origin.target)
        if self.within is not None:
            yield WhyNot.FOR_GOOD, self.within.turns_for_good(origin)
            yield WhyNot.UNREAD, self.within.is_seen_by_nobody(function, propagated)
            passed = origin.target in self._passed
            yield WhyNot.READ_IN_TRACE, not passed and self.within.is_handed_on(function, origin)

    @property
    def _path(self) -> str:
        return self.function.module.file.relative

    @cached_property
    def _named(self) -> bool:
        return getattr(self.function.node, "name", "") in ("__init__", "__new__")

    @property
    def _constructs(self) -> bool:
        """Each object is traced by itself, so that whoever makes one has all that happens then."""
        return self._named and bool(self.function.hybrids)

    @cached_property
    def _made(self) -> Set[AbstractObject]:
        """What a function that makes an object sets up."""
        receivers = [each.value for each in self.function.parameters if self._named and each.receiver]
        return handed(self.facts, receivers, depth=0)

    @cached_property
    def _passed(self) -> Set[AbstractObject]:
        return handed(self.facts, (each.value for each in self.function.parameters if not each.receiver))

    def _is_of_test(self, effect: DirectEffect, steps: tuple[Step, ...]) -> bool:
        """Whether a test does it in what the program calls, or has made the object that is changed: it hands in what
        the program may never.

        A method that changes its own object does so whoever has made that.
        """
        tests, target = self.facts.tests, effect.target
        if self._path in tests:
            return False
        owner = target.made_by if target is not None else None
        of_class = target is not None and target.project_class is not None
        own = of_class and is_of_receiver(effect.node, effect.node.scope())
        made = owner is not None and not own and context_of(owner).module_path in tests
        return made or any(each.place.path in tests for each in steps[-1:])


def _is_replaced(facts: Facts, effect: DirectEffect) -> bool:
    """Whether a call that does the same in a graph may stand in the place of an effect: what draws gives a tensor."""
    return effect.what != "random" or takes_tensor(facts, effect.node)


_SHOWN = frozenset({None, WhyNot.MEMO, WhyNot.SETTING_UP})
"""Of several effects at one place the first of these is shown: it matters, or its reason is an assumption."""
_KEEPING = frozenset({"write-attribute", "write-global", "write-nonlocal", "write-item", "mutate"})
"""Effects by which something holds another value than before."""


_SEEDS = frozenset({"tensorflow.random.set_seed", "tensorflow.compat.v1.random.set_random_seed"})


_OF_GRAPHS = frozenset({"tensorflow.compat.v1.add_to_collection", "tensorflow.compat.v1.add_to_collections"})
"""What changes the graph that is being made, and ends with it."""


def _has_no_values(facts: Facts, node: nodes.NodeNG) -> bool:
    """Whether a statement asks a tensor for its value before it does anything: a trace comes no further."""
    contexts = facts.contexts_of(node.frame())
    conditions = (each for context in contexts for each in context.summary.conditions.values())
    return any(each.kind == "eager-only-call" and node.parent_of(each.node) for each in conditions)


def _fills_argument(function: FunctionFacts, effect: DirectEffect) -> bool:
    """Whether an item is assigned by a text, as that of a dictionary, to what a call passes, if that is not known."""
    node = effect.node
    targets = targets_of(node) if effect.what == "write-item" and isinstance(node, nodes.Assign) else ()
    open_ones = (each for each in function.parameters if each.unknown or not each.value)
    plain = {each.name for each in open_ones if not each.receiver and not each.kind.startswith("var-")}
    return any(
        isinstance(each, nodes.Subscript)
        and text_of(each.slice) is not None
        and isinstance(each.value, nodes.Name)
        and each.value.name in plain
        and len(function.node.locals.get(each.value.name, ())) == 1
        for each in targets
    )


def _sets_up(facts: Facts, propagated: Propagated[DirectEffect]) -> bool:
    """Whether an effect happens only as long as an object is being set up."""
    return any(map(runs_until_flag_is_set, (*way_down(propagated, facts.graph), propagated.origin.node)))


def _is_perhaps_tensor(effect: DirectEffect, passed: Set[AbstractObject]) -> bool:
    """Whether an array that is changed may be one that the function is passed: a graph gets a tensor in its place.

    A local name mostly holds what was computed, which is a tensor there, too. Where an object or a module holds it,
    `self.table += 1`, the assignment is an effect by itself.
    """
    target = effect.target
    if target is None or not has((target,), Array):
        return False
    if isinstance(effect.node, nodes.AugAssign):
        place = effect.node.target
        bound = place.scope().locals.get(place.name, ()) if isinstance(place, nodes.AssignName) else ()
        names = (each.parent.value for each in bound if isinstance(each.parent, nodes.Assign))
        another = any(isinstance(value, (nodes.Name, nodes.Attribute, nodes.Subscript)) for value in names)
        if not another and not isinstance(place, nodes.Subscript):
            return True
    return target in passed or any(each.owner is None and has(passed, Array) for each in select((target,), Array))


def _names_no_attribute(effect: DirectEffect) -> bool:
    """Whether it sets an attribute whose name is computed, so that its readers are not known."""
    sets = effect.what == "write-attribute" and called_name(effect.node) in ("setattr", "__setattr__")
    return sets and not any(isinstance(each, nodes.Const) for each in effect.node.args[:2])


def _shows_what_runs_change(call: nodes.Call) -> bool:
    """Whether it shows values, and as `tf.print` could: a text that Python put together shows those of the trace."""
    texts = (nodes.JoinedStr, nodes.Const)
    put_together = any(
        isinstance(each, nodes.JoinedStr)
        or (isinstance(each, nodes.BinOp) and isinstance(each.left, texts))
        or called_name(each) in ("format", "str", "repr", "join")
        for each in call.args
    )
    return not put_together and not all(map(is_known_in_trace, call.args))


def _is_guarded(facts: Facts, propagated: Propagated[DirectEffect]) -> bool:
    """Whether a test lets an effect happen once, and it leaves no tensor of a trace; or outside of graphs only."""
    if propagated.origin.unguarded is None:
        return False
    below = chain(propagated, facts.graph)
    statements = [propagated.via, *(node for _, node in below)]
    if _leaves_tensor(facts, propagated.origin):
        return any(map(is_eager_only, statements))
    renewed = new_arguments(statements)
    called = [each.scope for each in (propagated.next, *(context for context, _ in below[1:])) if each is not None]
    return not any(renewed) or any(map(is_guarded, statements, [*called, None], renewed))


def _fills_memo(effect: DirectEffect) -> bool:
    """Whether an item is stored under a key that a test has found missing: `if key not in memo: memo[key] = …`.

    An index is no key: a list of tensors that grows up to a length holds those of a trace.
    """
    if effect.unguarded is None or effect.what not in ("write-item", "mutate"):
        return False
    node = effect.node
    stores = isinstance(node, nodes.Assign) and any(isinstance(each, nodes.Subscript) for each in node.targets)
    kept = select((effect.target,), Container) if effect.target is not None else []
    return any(each.type in ("dict", "defaultdict") for each in kept) and (stores or isinstance(node, nodes.Call))


def _makes_object(facts: Facts, value: nodes.NodeNG) -> bool:
    """Whether what is written is an object of a class outside of the project, as a variable is: `tf.Variable(1.0)`."""
    symbol = facts.knowledge.lookup(facts.callees.of(value)) if isinstance(value, nodes.Call) else None
    return symbol is not None and symbol.role == "class" and symbol.name not in _TENSOR_CLASSES


_TENSOR_CLASSES = frozenset({"tensorflow.RaggedTensor", "tensorflow.sparse.SparseTensor", "tensorflow.IndexedSlices"})


def _leaves_tensor(facts: Facts, effect: DirectEffect) -> bool:
    """Whether what is written may be a tensor, which in a graph belongs to the trace that made it."""
    held: list[Value] = []
    node, target = effect.node, effect.target
    if isinstance(node, nodes.Assign) and (is_known_in_trace(node.value) or _makes_object(facts, node.value)):
        return False
    targets = node.targets if isinstance(node, nodes.Assign) else ()
    names = [each.attrname for each in targets if isinstance(each, nodes.AssignAttr)]
    containers = select((target,), Container) if target is not None else []
    if containers:
        held = [value for container in containers for value in facts.objects.held(container)]
    elif target is not None and names:
        held = [facts.objects.attribute(target, name) for name in names]
        if casts_itself(node) and all(only(value, Tensor) for value in held):
            return False
    known = [value for value in held if not has(value, Unknown)]
    if len(known) < len(held) and _keeps_result_for_tensor(facts, node):
        return True
    known += [item for value in known for each in select(value, TupleObject) for item in (*each.items, each.rest)]
    return any(tensor.kind != "variable" for value in known for tensor in select(value, Tensor))


def _keeps_result_for_tensor(facts: Facts, node: nodes.NodeNG) -> bool:
    """Whether an attribute keeps what something unknown gives for a tensor, and its class computes with that.

    `self.code = self.net(x)`, `self.codes[key] = self.net(x)`, and elsewhere `self.code * y`.
    """
    value = node.value if isinstance(node, nodes.Assign) and len(node.targets) == 1 else None
    around = node.frame().parent
    if not isinstance(value, nodes.Call) or not isinstance(around, nodes.ClassDef):
        return False
    if facts.callees.of(value) or facts.analysis.events.calls.called_functions.get(value):
        return False
    function = facts.function_of(node.frame())
    tensors = {each.name for each in function.parameters if each.tensors} if function is not None else set()
    if not any(isinstance(each, nodes.Name) and each.name in tensors for each in value.args):
        return False
    kept = node.targets[0].value if isinstance(node.targets[0], nodes.Subscript) else node.targets[0]
    name = getattr(kept, "attrname", "")
    reads = (each for each in nodes_inside(around, nodes.Attribute) if each.attrname == name)
    used = [each.parent if isinstance(each.parent, nodes.Subscript) else each for each in reads]
    return not any(map(call_of, used)) and any(_computes_with(facts, each) for each in used)


def _computes_with(facts: Facts, read: nodes.NodeNG) -> bool:
    """Whether what is read is an operand of arithmetic, or an argument of TensorFlow."""
    if isinstance(read.parent, nodes.Call):
        return facts.callees.of(read.parent).startswith("tensorflow.")
    return isinstance(read.parent, nodes.BinOp)


def _adds_tensor(facts: Facts, effect: DirectEffect) -> bool:
    """Whether `self.total += x` leaves a tensor there."""
    written = effect.node.target if isinstance(effect.node, nodes.AugAssign) else None
    if not isinstance(written, nodes.AssignAttr) or effect.target is None:
        return False
    held = facts.objects.attribute(effect.target, written.attrname)
    return any(tensor.kind != "variable" for tensor in select(held, Tensor))
