"""Contexts: a function with one tuple of abstract arguments, what evaluating it gave, and how far that has come.

A `Context` says what is evaluated. Its `Summary` holds what later passes read without evaluating again: the result,
the calls, effects, conditions and operations. Its `Progress` belongs to the fixpoint alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from operator import attrgetter
from typing import NamedTuple, Protocol, cast

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject, Activation, ClassObject, Function, ModuleObject, Value
from hybridize.inference.domain.values import BOTTOM, with_arguments
from hybridize.inference.state.assumptions import Assumption, Use
from hybridize.inference.state.origins import Certainty, Condition, DirectEffect, Origins
from hybridize.program.memory import answers
from hybridize.program.scopes import ScopeNames


class CallEdge(NamedTuple):
    """How one context calls another."""

    effects: bool = True
    """False: the framework runs the callee once and apart (`build`), so its effects are not the caller's."""
    hybrid: bool = False
    """The framework traces the callee when called this way (`Dataset.map`, `fit`)."""


_EDGES = {(effects, hybrid): CallEdge(effects, hybrid) for effects in (False, True) for hybrid in (False, True)}


class Start:
    """Why a context runs, and whether calls have led to it."""

    __slots__ = ("assumed", "called", "entry", "unsaid")

    def __init__(self) -> None:
        self.called = False
        """Whether a call has led to it yet."""
        self.unsaid = False
        """Whether it was evaluated before anybody in the program called it: then its result has no types yet."""
        self.entry = ""
        """Why it runs when nobody calls it: `module`, `test`, `uncalled`, `framework` - else empty."""
        self.assumed = False
        """Its arguments were assumed, not seen."""


class Context(Activation):
    """A function, lambda, class body or module with one tuple of argument values."""

    __slots__ = (
        "arguments",
        "cls",
        "function",
        "module",
        "names",
        "of_tests",
        "owner",
        "parent",
        "progress",
        "scope",
        "serial",
        "start",
        "summary",
        "types",
        "wide",
    )

    def __init__(
        self,
        serial: int,
        scope: nodes.NodeNG,
        function: Function | None,
        parent: Context | None,
        module: ModuleObject,
        names: ScopeNames,
    ) -> None:
        self.serial = serial
        self.scope = scope
        """The tree whose body is evaluated: Module, ClassDef, FunctionDef or Lambda."""
        self.function = function
        self.parent = parent
        """The context in which the scope was defined: where free names are looked up."""
        self.module = module
        """The module around the scope."""
        self.names = names
        """The names of the scope."""
        self.owner: Context = self
        """The context to which its allocations are attributed: itself, or one that stands for several."""
        self.cls: ClassObject | None = None
        """The class whose body this is."""
        self.arguments: dict[str, Value] = {}
        """By parameter, without types: these tell contexts apart."""
        self.types: dict[str, Value] = {}
        """What arrives at the parameters at which something with a type does, joined over all calls."""
        self.start = Start()
        self.wide = False
        """It stands for all further calls: its arguments are joined and widened."""
        self.of_tests = False
        """Tests alone have called it, or it is in a file of tests."""
        self.summary = Summary()
        self.progress = Progress()

    def __repr__(self) -> str:
        return f"<context {self.serial} of {getattr(self.scope, 'name', 'lambda')}>"

    def finish(self) -> None:
        """Let go of what only further evaluation needs; the result of a widened context is for any call then."""
        self.progress.clear()
        if self.wide:
            self.summary.result = with_arguments(self.summary.result, self.arguments)

    @property
    def is_unsaid(self) -> bool:
        """Whether nobody in the program is seen to call it: it is assumed that somebody does, or will do."""
        return not self.start.called and (self.start.unsaid or self.start.assumed)

    @property
    def module_path(self) -> str:
        """The path of the module around the scope."""
        return self.module.path


def by_serial(contexts: Iterable[Context]) -> list[Context]:
    """Contexts in the order in which they were made, which is the same in every run."""
    return sorted(contexts, key=attrgetter("serial"))


def context_of(activation: Activation) -> Context:
    """The context that an abstract object names as its owner or its closure."""
    assert isinstance(activation, Context)
    return activation


_BY_DOUBT = (Certainty.UNSEEN, Certainty.SEEN, Certainty.MIXED, Certainty.DOUBTFUL)
"""What holds where a place is evaluated several times is the last of these: doubts stay, while types come late."""


def _is_doubted_more(known: Certainty, now: Certainty) -> bool:
    return _BY_DOUBT.index(now) > _BY_DOUBT.index(known)


_NO_REGIONS: Mapping[nodes.NodeNG, Certainty] = {}


class AttributesUsed:
    """The attributes of objects that a context reads and assigns, each with the places in the order they were met."""

    __slots__ = ("assigned", "read")

    def __init__(self) -> None:
        self.read: dict[tuple[AbstractObject, str], tuple[nodes.NodeNG, ...]] = {}
        """By an attribute, by `getattr`, `x.n += 1`, `vars(x)`."""
        self.assigned: dict[tuple[AbstractObject, str], tuple[nodes.NodeNG, ...]] = {}
        """Of project objects, classes and modules."""

    def add_read(self, obj: AbstractObject, name: str, node: nodes.NodeNG) -> None:
        """Record that a place reads an attribute of an object."""
        places = self.read.get((obj, name), ())
        if node not in places:
            self.read[obj, name] = (*places, node)

    def add_assigned(self, obj: AbstractObject, name: str, node: nodes.NodeNG) -> None:
        """Record that a place assigns an attribute of an object."""
        places = self.assigned.get((obj, name), ())
        if node not in places:
            self.assigned[obj, name] = (*places, node)


class Summary:
    """What evaluating a context gave. It only grows."""

    __slots__ = (
        "assumptions",
        "attributes",
        "calls",
        "conditions",
        "conversions",
        "effects",
        "element",
        "failing",
        "implicit_reads",
        "may_compute",
        "operations",
        "passes",
        "regions",
        "result",
        "returned",
    )

    def __init__(self) -> None:
        self.result: Value = BOTTOM
        self.element: Value = BOTTOM
        """What a generator yields."""
        self.calls: dict[tuple[nodes.NodeNG, Context], CallEdge] = {}
        """By call site and callee."""
        self.effects: dict[tuple[nodes.NodeNG, str, AbstractObject | None, str], DirectEffect] = {}
        self.conditions: dict[tuple[str, nodes.NodeNG], Condition] = {}
        self.assumptions: dict[tuple[nodes.NodeNG, Use], Assumption] = {}
        """What is taken for granted of unseen code that it uses."""
        self.operations: dict[nodes.NodeNG, None] = {}
        """The expressions that TensorFlow computes."""
        self.may_compute = False
        """It uses something unseen in a way in which that may compute with tensors."""
        self.regions: Mapping[nodes.NodeNG, Certainty] = _NO_REGIONS
        """The `if`, `for` and `while` that hang on a tensor or run over a data set: graphs of their own in a trace."""
        self.passes: frozenset[nodes.NodeNG] = frozenset()
        """Where the elements of a `tf.data.Dataset` are taken one after the other: loops, calls like `enumerate`."""
        self.failing: tuple[nodes.NodeNG, ...] = ()
        """The statements at which Python raises, as far as is known, in the order in which they were found."""
        self.returned: dict[nodes.NodeNG, Value] = {}
        """What each `return` gives that comes after such an `if`."""
        self.conversions: Mapping[nodes.NodeNG, Certainty] = _NO_REGIONS
        """What else AutoGraph must convert, since it asks a tensor for a Python value: `float(x)`, `x and y`."""
        self.implicit_reads: dict[str, tuple[str, Value]] = {}
        """Free names read: name -> (closure or global, value)."""

        self.attributes = AttributesUsed()

    def edges(self) -> Iterator[tuple[nodes.NodeNG, Context, CallEdge]]:
        """All calls: the call site, the callee, and how it is called."""
        for (node, callee), edge in self.calls.items():
            yield node, callee, edge

    def called_at(self, node: nodes.NodeNG) -> Sequence[Context]:
        """What one call may call, in the order in which it was found out."""
        known = answers(Summary.called_at)
        count, called = known.get(self, (0, {}))
        if count != len(self.calls):
            called = {}
            for each, callee in self.calls:
                called.setdefault(each, []).append(callee)
            known[self] = len(self.calls), called
        found: Sequence[Context] = called.get(node, ())
        return found

    def add_call(self, node: nodes.NodeNG, callee: Context, effects: bool, hybrid: bool) -> None:
        """Record a call; when a call site calls in several ways, the stronger one counts."""
        key = (node, callee)
        edge = self.calls.get(key)
        if edge is None:
            self.calls[key] = _EDGES[effects, hybrid]
        elif edge.effects != effects or edge.hybrid != hybrid:
            self.calls[key] = _EDGES[edge.effects or effects, edge.hybrid and hybrid]

    def add_returned(self, node: nodes.NodeNG, value: Value) -> Mapping[nodes.NodeNG, Value]:
        """Record what a `return` gives; all that were recorded come back."""
        self.returned[node] = self.returned.get(node, BOTTOM) | value
        return self.returned

    def add_effect(
        self,
        origins: Origins,
        what: str,
        node: nodes.NodeNG,
        message: str,
        target: AbstractObject | None,
        certain: bool = True,
        name: str = "",
    ) -> None:
        """Record a Python side effect; the last evaluation knows best whether it is a certain one."""
        key = (node, what, target, name)
        known = self.effects.get(key)
        if known is None or known.certain is not certain:
            self.effects[key] = origins.effect(what, node, message, target, certain, name)

    def add_condition(
        self, origins: Origins, kind: str, node: nodes.NodeNG, message: str, certainty: Certainty
    ) -> None:
        """Record a tracing condition; once something else may arrive it is doubtful for good."""
        key = (kind, node)
        known = self.conditions.get(key)
        if known is None or _is_doubted_more(known.certainty, certainty):
            self.conditions[key] = origins.condition(kind, node, message, certainty)

    def add_region(self, node: nodes.NodeNG, certainty: Certainty) -> None:
        """Record a statement whose body is a graph of its own, if what it hangs on is a tensor."""
        known = self.regions.get(node)
        if known is None or _is_doubted_more(known, certainty):
            self.regions = {**self.regions, node: certainty}

    def add_pass(self, node: nodes.NodeNG) -> None:
        """Record that the elements of a data set are taken one after the other."""
        if node not in self.passes:
            self.passes |= {node}

    def note_failing(self, node: nodes.NodeNG, fails: bool) -> None:
        """Record whether Python raises at a statement; the last evaluation knows best."""
        if fails is not (node in self.failing):
            others = tuple(each for each in self.failing if each is not node)
            self.failing = (*others, node) if fails else others

    def add_conversion(self, node: nodes.NodeNG, certainty: Certainty) -> None:
        """Record an expression that AutoGraph must convert, if what it asks is a tensor."""
        known = self.conversions.get(node)
        if known is None or _is_doubted_more(known, certainty):
            self.conversions = {**self.conversions, node: certainty}

    def add_assumption(self, assumption: Assumption) -> None:
        """Record what is taken for granted of unseen code; of several objects at one place, the first with a name.

        First by name, since values have no order.
        """
        if not self.has_assumption(assumption):
            self.assumptions[assumption.node, assumption.use] = assumption

    def has_assumption(self, assumption: Assumption) -> bool:
        """Whether to record an assumption would change nothing."""
        known = self.assumptions.get((assumption.node, assumption.use))
        return known is not None and not _rank(assumption) < _rank(known)

    def add_operation(self, node: nodes.NodeNG) -> None:
        """Record an expression that TensorFlow computes."""
        self.operations[node] = None

    def note_may_compute(self) -> None:
        """Record that something unseen may compute with tensors."""
        self.may_compute = True

    def add_implicit_read(self, name: str, scope: str, value: Value) -> None:
        """Record the read of a free name; `scope` is `closure` or `global`."""
        old = self.implicit_reads.get(name)
        if old is None or old[1] is not value:
            self.implicit_reads[name] = (scope, value if old is None or old[1] <= value else old[1] | value)


def _rank(assumption: Assumption) -> tuple[bool, str, str]:
    return not assumption.name, assumption.name, assumption.member


class Progress:
    """How far the fixpoint has come with a context."""

    __slots__ = ("cache", "dependents", "evaluated", "evaluations", "growths", "running", "settled")

    def __init__(self) -> None:
        self.evaluated = False
        self.running = False
        self.evaluations = 0
        self.growths = 0
        """How often its result, or what arrives at its parameters, has grown while types were in it."""
        self.settled = False
        """What nothing has written is unknown in it, no longer awaited."""
        self.dependents: dict[Context, None] = {}
        """The callers that used its result: they are evaluated again when it grows."""
        self.cache: dict[object, StatementRecord] = {}
        """What its statements, and parts of them, read and gave when they were last evaluated."""

    def clear(self) -> None:
        """Let go of what only further evaluation needs."""
        self.dependents = {}
        self.cache = {}


class Readable(Protocol):
    """Something whose `value` is another object after each change: a heap cell, the fields of an object."""

    @property
    def value(self) -> object:
        """What it holds now."""


class StatementRecord:
    """What one statement read and gave, in one context."""

    __slots__ = ("_epoch", "bound", "cells", "earlier", "names", "results", "value", "waits")

    def __init__(
        self,
        epoch: int,
        names: Collection[tuple[str, Value | None]],
        cells: Collection[tuple[Readable, object]],
        results: list[tuple[Context, Value, Value]],
        bound: list[tuple[str, Value]],
        value: Value,
        waits: bool = False,
    ) -> None:
        self._epoch = epoch
        # Hundreds of thousands of records are kept: names, cells and what they held alternate in one tuple each.
        self.names: tuple[object, ...] = tuple(chain.from_iterable(names)) if names else ()
        self.cells: tuple[object, ...] = tuple(chain.from_iterable(cells)) if cells else ()
        self.results = tuple(results)
        self.bound = tuple(bound)
        """The names that it bound, with their values."""
        self.value = value
        self.waits = waits
        """The context waits for something that the statement reads."""
        self.earlier: StatementRecord | None = None
        """What it read and gave the time before, where that may come again: in another round of a loop."""

    def keep(self, earlier: StatementRecord, most: int) -> None:
        """Keep earlier records; with this one they are as many as `most`."""
        self.earlier = last = earlier
        for _ in range(most - 2):
            if last.earlier is None:
                return
            last = last.earlier
        last.earlier = None

    def holds(self, epoch: int, env: dict[str, Value]) -> bool:
        """Whether evaluating the statement again would read what it has read."""
        if epoch != self._epoch:
            return False
        cells = self.cells
        if cells:
            pairs = iter(cells)
            for cell, seen in zip(cast("Iterator[Readable]", pairs), pairs, strict=True):
                if cell.value is not seen:
                    return False
        for context, result, element in self.results:
            summary = context.summary
            if summary.result is not result or summary.element is not element:
                return False
        if self.names:
            names = iter(self.names)
            for name, value in zip(cast("Iterator[str]", names), names, strict=True):
                now = env.get(name)
                if now is not value and now != value:
                    return False
        return True
