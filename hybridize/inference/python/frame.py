"""One evaluation of one context: the local environment, and the way to all state outside it."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, TypeVar, cast

from astroid import nodes

from hybridize.frameworks.tensor_types.arguments import Argument
from hybridize.frameworks.tensor_types.interpreter import Refusal
from hybridize.inference.domain.objects import AbstractObject, Container, External, PythonScalar, Value
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM, OPAQUE, STR
from hybridize.inference.state.assumptions import Assumption
from hybridize.inference.state.contexts import Context
from hybridize.inference.state.origins import Certainty
from hybridize.program.flow.names import is_found_inside
from hybridize.program.scopes import in_class, mangled

if TYPE_CHECKING:
    from hybridize.inference.domain.interning import Interner
    from hybridize.inference.domain.known import Known
    from hybridize.inference.domain.widening import Widening
    from hybridize.inference.python.evaluator import Evaluator
    from hybridize.inference.state.analysis import Analysis
    from hybridize.inference.state.heap import Heap
    from hybridize.program.scopes import ScopeNames

Env = dict[str, Value]
T = TypeVar("T")

_BUILTINS = frozenset(dir(builtins))
_NOTEBOOK_NAMES = {"display": "IPython.display.display", "get_ipython": "IPython.get_ipython"}
"""Functions that IPython puts among the builtins of a notebook, by their names there."""
_MODULE_NAMES = frozenset({"__name__", "__file__", "__doc__", "__package__", "__path__"})


@dataclass(slots=True)
class LoopExits:
    """Environments that leave a loop early, and what may differ in them."""

    breaks: list[Env] = field(default_factory=list)
    continues: list[Env] = field(default_factory=list)
    bound: dict[str, None] = field(default_factory=dict)
    """The names that the loop has bound so far: all others hold what they held before it."""


class Exits:
    """The ways out of what is evaluated."""

    __slots__ = ("handlers", "loops", "returned", "yielded")

    def __init__(self) -> None:
        self.returned: Value = BOTTOM
        self.yielded: Value = BOTTOM
        self.loops: list[LoopExits] = []
        self.handlers: list[list[Env]] = []
        """For each `try` around the current statement: the environments in which an exception may leave it."""


class Place:
    """Where the statement that is evaluated stands."""

    __slots__ = ("apart", "asks_for_place", "in_region")

    def __init__(self) -> None:
        self.in_region = False
        """A statement stands under a condition or loop on a tensor, which the graph takes into its own."""
        self.asks_for_place = False
        """Whether it is asked where a number goes that is made of a tensor; its surroundings are evaluated for that."""
        self.apart = False
        """What happens is not what the running function does: see `Frame.apart`."""


class Rules:
    """What Python and the rules for types were asked, and what they refused."""

    __slots__ = ("computed", "containers", "items", "refusals")

    def __init__(self) -> None:
        self.computed: dict[nodes.NodeNG, Known] = {}
        """What Python gives for expressions of which all is known; each is evaluated again before it is read."""
        self.containers: dict[tuple[Container, int], Argument] | None = None
        """What lists inside the list that is read for a rule are to the rule, by how deep they are read."""
        self.items = 0
        """How often the item of a tensor, an array or a shape was refused so far."""
        self.refusals: list[tuple[str, Refusal]] = []
        """Operations on pairs of objects that the framework refuses, in the order in which they were met."""


@dataclass(eq=False)
class Following:
    """How far what a statement calls was followed to what that is made with."""

    called: dict[tuple[AbstractObject, nodes.NodeNG, bool, bool], int] = field(default_factory=dict)
    """The layers that were called, and how deep what they hold was followed."""
    running: list[AbstractObject] = field(default_factory=list)
    """The chains of layers that are gone through at the moment."""
    chains: dict[nodes.NodeNG, list[AbstractObject]] = field(default_factory=dict)
    """The chains that were gone through at a call."""


class Frame:
    """What is alive while a body is evaluated. `env` is None where the code is unreachable."""

    __slots__ = (
        "analysis",
        "context",
        "differentiated",
        "env",
        "evaluator",
        "exits",
        "following",
        "heap",
        "is_module",
        "make",
        "names",
        "place",
        "rules",
        "steps",
        "widening",
    )

    def __init__(self, evaluator: Evaluator, context: Context) -> None:
        self.evaluator = evaluator
        """The way to all other operations of the language."""
        self.analysis: Analysis = evaluator.analysis
        self.heap: Heap = evaluator.analysis.heap
        self.make: Interner = evaluator.analysis.make
        """Makes the abstract objects of the analysis."""
        self.widening: Widening = evaluator.analysis.widening
        self.context: Context = context
        self.names: ScopeNames = context.names
        self.is_module = isinstance(context.scope, nodes.Module)
        """Whether this is the body of a module."""
        self.steps = 0
        """Statements executed so far."""
        self.env: Env | None = {}
        self.exits = Exits()
        self.rules = Rules()
        self.differentiated: set[nodes.NodeNG] = set()
        """Functions with gradients of their own, while what they give back as their gradient is called."""
        self.place = Place()
        self.following: Following | None = None
        """How far one call of an object was followed to what that is made with; None outside such a call."""

    @property
    def owner(self) -> Context:
        """What owns the objects that this activation makes."""
        return self.context.owner

    def cells(self, context: Context) -> AbstractObject:
        """The captured variables of a context, as an object that can be written to."""
        return self.make(Container, "cells", context.scope, context.owner)

    @property
    def array(self) -> Value:
        """A NumPy array made by this activation."""
        return self.make(Array, self.context.owner).single

    def plain(self, value: Value) -> Value:
        """The same without dtypes, shapes and lengths."""
        return self.widening.variants.plain(value)

    def of_any_value(self, value: Value) -> Value:
        """The same with numbers, texts and Booleans known only by type."""
        scalars = select(value, PythonScalar)
        return value.difference(scalars).union(map(self.make.of_any_value, scalars))

    # Names -----------------------------------------------------------------------------------------------------------

    def read_name(self, name: str, node: nodes.NodeNG) -> Value:
        """The value of a name, looked up as Python does: local, enclosing functions, global, builtin."""
        names = self.names
        if self.env is not None and name in names.bound:
            value = self.env.get(name)
            log = self.heap.log
            if log is not None and log.env.get(name) is value:
                # Names that the statement itself binds or narrows follow from what else it reads.
                log.names[name] = value
            if value is not None:
                return value | self._changed_inside(name) if name in names.rebound else value
            if isinstance(self.context.scope, nodes.ClassDef):
                return self._read_free(name, node)
            if self.is_module and name in _BUILTINS:
                # `list = list()`: until the assignment the name is the builtin's.
                return self.make(External, f"builtins.{name}").single
            if not self.is_module:
                # Bound later in the body, or on another path: nothing here.
                return self.heap.missing(self.context)
        if self.is_module or name in names.globals:
            return self._read_global(name, node, record=not self.is_module)
        return self._read_free(name, node)

    def _changed_inside(self, name: str) -> Value:
        """What functions inside this scope assign to one of its names (`global`, `nonlocal`)."""
        owner = self.context.module if self.is_module else self.context
        return self.heap.read(owner, name, self.context)

    def _read_free(self, name: str, node: nodes.NodeNG) -> Value:
        owner = self.context.parent
        while owner is not None and not isinstance(owner.scope, nodes.Module):
            if not isinstance(owner.scope, nodes.ClassDef) and name in owner.names.bound:
                value = self.heap.read(owner, name, self.context)
                self.context.summary.add_implicit_read(name, "closure", value)
                return value or self.heap.missing(self.context)
            owner = owner.parent
        return self._read_global(name, node, record=True)

    def _read_global(self, name: str, node: nodes.NodeNG, record: bool) -> Value:
        modules = self.analysis.modules
        module = self.context.module
        # By far the most are bound by the module itself.
        value = self.heap.read(module, name, self.context) or modules.attribute(module, name, self.context)
        if value:
            if record:
                self.context.summary.add_implicit_read(name, "global", value)
            return value
        if name in _MODULE_NAMES:
            return STR
        if name in _BUILTINS and not modules.binds(module, name):
            return self.make(External, f"builtins.{name}").single
        if name in _NOTEBOOK_NAMES and self.analysis.scopes.trees[module.path].file.notebook is not None:
            return self.make(External, _NOTEBOOK_NAMES[name]).single
        private = mangled(name, node)
        if private is not name:
            # In a class, `__x` is the global `_Class__x`.
            return self._read_global(private, node, record)
        return self.heap.missing(self.context)

    def write_name(self, name: str, value: Value, node: nodes.NodeNG) -> None:
        """Bind a name where Python would."""
        names = self.names
        if name in names.globals:
            self.heap.write(self.context.module, name, value)
            if not self.is_module:
                self.effect("write-global", node, f"assigns the global `{name}`", None, name=name)
            else:
                self.bind(name, value)
            return
        if name in names.nonlocals:
            owner = self.context.parent
            while owner is not None:
                if not isinstance(owner.scope, nodes.ClassDef) and name in owner.names.bound:
                    self.heap.write(owner, name, value)
                    message = f"assigns `{name}` of the function around it"
                    self.effect("write-nonlocal", node, message, self.cells(owner), name=name)
                    return
                owner = owner.parent
            return
        self.bind(name, value, node)

    def hold(self, name: str, value: Value) -> None:
        """Let a name hold a value from here on; the loop around the statement notes that."""
        assert self.env is not None
        self.env[name] = value
        self.note_bound(name)

    def note_bound(self, name: str) -> None:
        """Remember that the loop around the statement binds a name, or takes away from what it holds."""
        if self.exits.loops:
            self.exits.loops[-1].bound[name] = None

    def bind_here(self, name: str, value: Value) -> None:
        """Bind a name for the statements of this scope that come after, and for nobody else."""
        if self.env is None:
            return
        self.hold(name, value)
        log = self.heap.log
        if log is not None and log.env is self.env:
            log.bound.append((name, value))

    def bind(self, name: str, value: Value, node: nodes.NodeNG | None = None) -> None:
        """Bind a name of this very scope, at a place of it; without one, it is an argument."""
        if self.env is None:
            return
        self.bind_here(name, value)
        if self.is_module:
            self.heap.write(self.context.module, name, value)
        elif self.context.cls is not None:
            self.heap.write(self.context.cls, in_class(name, self.context.cls.node), value)
        elif name in self.names.captured and is_found_inside(node, name, self.context.scope):
            self.heap.write(self.context, name, value)

    # Records ---------------------------------------------------------------------------------------------------------

    def effect(
        self,
        what: str,
        node: nodes.NodeNG,
        message: str,
        target: AbstractObject | None,
        certain: bool = True,
        name: str = "",
    ) -> None:
        """Record a Python side effect of the running function; see `DirectEffect`."""
        if isinstance(target, Container) and what == "mutate":
            if ("content", target) in self.heap.cells:
                # The list no longer holds what `shape.as_list()` gave.
                self.heap.write(("content", target), "content", OPAQUE)
            self.analysis.events.objects.add_mutation(target, node)
        if not self.place.apart:
            self.context.summary.add_effect(self.analysis.events.origins, what, node, message, target, certain, name)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """What happens in the `with` is not what the running function does: no side effects of its own."""
        before, self.place.apart = self.place.apart, True
        try:
            yield
        finally:
            self.place.apart = before

    def condition(self, kind: str, node: nodes.NodeNG, message: str, value: Value = BOTTOM) -> None:
        """Record a tracing condition; `value` is what makes it one, where other things than tensors may arrive."""
        self.context.summary.add_condition(self.analysis.events.origins, kind, node, message, certainty_of(value))

    def assume(self, assumption: Assumption) -> None:
        """Record what is taken for granted of unseen code."""
        self.context.summary.add_assumption(assumption)

    def unlogged(self) -> None:
        """What is read now may change although no logged read does, so the statement is not cached: see `caching`."""
        log = self.heap.log
        if log is not None:
            log.volatile = True

    def once(self, key: object, work: Callable[[], T]) -> T:
        """What `work` gives: it is done once in a statement, for all the objects that are called or read at a place.

        What it reads may grow while the statement runs. It was read, so the context is evaluated again then.
        """
        log = self.heap.log
        if log is None or self.place.apart or self.heap.for_types:
            return work()
        if key not in log.done:
            log.done[key] = work()
        # The work makes the type of what stands under its key, which a dictionary cannot say.
        return cast("T", log.done[key])

    def computes(self, node: nodes.NodeNG, symbol: str = "") -> None:
        """Record an operation of a framework."""
        self.context.summary.add_operation(node)
        if symbol:
            self.analysis.events.tensors.add_operation(node, symbol)

    # Control flow ----------------------------------------------------------------------------------------------------

    def snapshot_for_handlers(self) -> None:
        """An exception may leave the current statement: remember what holds now."""
        if self.exits.handlers and self.env is not None:
            self.exits.handlers[-1].append(dict(self.env))


def join_envs(envs: list[Env | None], names: Iterable[str] | None = None) -> Env | None:
    """What may hold where several paths meet; None when no path arrives. `names`: those that may differ, if known."""
    alive = [env for env in envs if env is not None]
    if not alive:
        return None
    first, *rest = alive
    if not rest:
        return first
    out = dict(first)
    for env in rest:
        for name in _differing(out, env) if names is None else names:
            old, new = out.get(name), env.get(name)
            if new is not None and new is not old:
                out[name] = new if old is None else old | new
    return out


def _differing(one: Env, other: Env) -> list[str]:
    """The names of the second that the first has not, or with another value: few mostly, of a module with thousands."""
    names, values, known = list(other), list(other.values()), list(one.values())
    if len(known) > _STRETCH and names[: len(known)] == list(one):
        # Lists are compared much faster than names are looked up.
        starts = range(0, len(known), _STRETCH)
        found = [
            name
            for start in starts
            if values[start : start + _STRETCH] != known[start : start + _STRETCH]
            for name in names[start : start + _STRETCH]
            if one.get(name) is not other[name]
        ]
        return [*found, *names[len(known) :]]
    return [name for name, value in other.items() if one.get(name) is not value]


_STRETCH = 64
"""Names that are compared together."""


def certainty_of(value: Value, *others: type[AbstractObject]) -> Certainty:
    """How certain it is that nothing but tensors, or objects of some other kinds, are in a value."""
    tensors = select(value, Tensor)
    staged = [obj for obj in select(value, PythonScalar) if obj.is_staged]
    if len(tensors) + len(staged) < len(value) and not only(value.difference(staged), Tensor, *others):
        return Certainty.MIXED if tensors or staged else Certainty.DOUBTFUL
    known = not staged and all(tensor.is_typed and tensor.origin in ("", "type-hint") for tensor in tensors)
    return Certainty.SEEN if known else Certainty.UNSEEN
