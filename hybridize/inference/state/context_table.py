"""The contexts of one analysis, by function and arguments; past the limits, calls share a widened context."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from contextlib import contextmanager
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.domain.interning import Interner
from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    Function,
    Instance,
    IteratorObject,
    ModuleObject,
    Value,
    has_types,
)
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import BOTTOM
from hybridize.inference.domain.widening import Widening
from hybridize.inference.state.budget import Budget
from hybridize.inference.state.contexts import Context, context_of
from hybridize.inference.state.limits import Limits
from hybridize.inference.state.scopes import Scopes
from hybridize.inference.state.worklist import Worklist

Handed = frozenset[object]
"""The functions and classes that a call hands over."""
_NOTHING: Handed = frozenset()


class _Found(NamedTuple):
    """A widened context to which arguments have led, and under which conditions they do so again."""

    context: Context
    limits: Limits
    all_handed: bool
    """Whether the function has so many contexts that what it is handed no longer counts."""


_NONE_FOUND: Mapping[tuple[Value, ...], _Found] = {}


class _PastLimits:
    """Calls of functions that have more contexts than are told apart."""

    def __init__(self) -> None:
        self.wide: dict[tuple[Function, Handed, bool], Context] = {}
        """Contexts that stand for all further calls, by function, callables handed to it, and whether tests call."""
        self.exact: dict[tuple[Function, Handed, bool], int] = {}
        """How many contexts a function has that are told apart, likewise."""
        self.found: dict[tuple[Function, bool], dict[tuple[Value, ...], _Found]] = {}
        """What arguments as they were given have led to past the limits."""
        self.told: dict[Function, set[Handed]] = {}
        """The functions and classes that a value hands over."""


class _OfValues:
    """What was read off values, each once."""

    def __init__(self) -> None:
        self.ownerless: dict[Value, Value | None] = {}
        """Values without the owners of their arrays; None: they hold none."""
        self.handed: dict[Value, Handed] = {}
        self.classes: dict[Value, frozenset[ClassObject]] = {}


class ContextTable:
    """Makes contexts, and finds them again."""

    def __init__(self, make: Interner, widening: Widening, scopes: Scopes, budget: Budget, worklist: Worklist) -> None:
        self._make = make
        self._past = _PastLimits()
        self._of_values = _OfValues()
        self._widening = widening
        self.by_scope: dict[nodes.NodeNG, list[Context]] = {}
        """All contexts of a function, class body or module."""
        self._generators: dict[AbstractObject, set[Context]] = {}
        self._scopes = scopes
        self._budget = budget
        self._worklist = worklist
        self._by_arguments: dict[Function, dict[tuple[Value, ...], Context]] = {}
        self._serial = 0
        self._silent = False
        self._fresh: dict[str, Value] = {}
        """What the call that is noted is the first to hand to a widened context, by parameter."""

    def __iter__(self) -> Iterator[Context]:
        return (context for contexts in self.by_scope.values() for context in contexts)

    def new(self, scope: nodes.NodeNG, function: Function | None, parent: Context | None, path: str) -> Context:
        """A new context of a scope in the module at `path`."""
        self._serial += 1
        context = Context(
            self._serial, scope, function, parent, self._make(ModuleObject, path), self._scopes.names(scope)
        )
        siblings = self.by_scope.setdefault(scope, [])
        owners = self._budget.of(scope).limits.owners
        context.of_tests = self._scopes.in_tests(scope)
        if len(siblings) >= owners and function is not None:
            context.owner = siblings[owners - 1]
        siblings.append(context)
        return context

    def add_generator(self, iterator: IteratorObject, context: Context) -> None:
        """Note the context that runs behind a generator of the project."""
        self._generators.setdefault(self._widening.variants.plain_object(iterator), set()).add(context)

    def behind(self, iterator: AbstractObject) -> Set[Context]:
        """The contexts that run behind a generator of the project; none for other objects."""
        return self._generators.get(self._widening.variants.plain_object(iterator), frozenset())

    def without_owners(self, values: dict[str, Value]) -> dict[str, Value]:
        """Arguments as the callee has them: arrays lose their owner, so that a write there counts as a side effect."""
        known = self._of_values.ownerless
        out: dict[str, Value] = {}
        for name, value in values.items():
            if value not in known:
                known[value] = self._ownerless_of(value) if select(value, Array) else None
            out[name] = known[value] or value
        return out

    def _ownerless_of(self, value: Value) -> Value:
        variants = self._widening.variants
        return frozenset([variants.array(None, obj.type) if isinstance(obj, Array) else obj for obj in value])

    def plain(self, values: dict[str, Value]) -> dict[str, Value]:
        """The arguments without types."""
        if not any(map(has_types, values.values())):
            return values
        return {name: self._widening.variants.plain(value) for name, value in values.items()}

    def for_arguments(self, function: Function, values: dict[str, Value], of_tests: bool = False) -> Context:
        """The context for these arguments; past the limits, the one that stands for all further calls.

        Types tell no contexts apart: what arrives at a parameter is joined. What tests pass is joined apart from the
        rest (`of_tests`): a helper of tests that hands on whatever it gets says nothing of the program.
        """
        plain = self.plain(values)
        of_tests = of_tests or self._scopes.in_tests(function.node)
        self._fresh = {}
        context = self._for_plain(function, plain, of_tests)
        if self._silent:
            context.start.unsaid = context.start.unsaid or not context.start.called
        elif context.is_unsaid and context.progress.evaluated:
            self._worklist.schedule_later(context)
        if plain is not values or context.types and not self._silent:
            self._note_types(context, values, plain)
        for name in self._fresh:
            known = context.types.get(name)
            if known is not None:
                whole = self._widening.variants.refined(context.arguments[name], known)
                # What is handed through is told by being the same object, also after it was evaluated.
                context.types[name] = self._widening.variants.settled(whole)
        context.start.called = context.start.called or not self._silent
        return context

    @contextmanager
    def without_types(self, silent: bool) -> Iterator[None]:
        """While nobody in the program passes anything: a tensor without a type says nothing of those that arrive."""
        before, self._silent = self._silent, silent
        try:
            yield
        finally:
            self._silent = before

    def _note_types(self, context: Context, values: dict[str, Value], plain: dict[str, Value]) -> None:
        """Join the types that a call passes to those that arrived before."""
        variants, types, grown = self._widening.variants, context.types, False
        for name, known in context.arguments.items():
            value = values.get(name, BOTTOM)
            before = types.get(name)
            if (before is None or self._silent) and value is plain.get(name, BOTTOM):
                continue
            if before is None:
                before = known.difference(self._fresh.get(name, BOTTOM)) if context.start.called else BOTTOM
            noted = before
            if plain.get(name, BOTTOM) <= known:
                arrived = value
            else:
                # It was widened: what is left of structures and numbers stands for others, too.
                arrived = frozenset(select(value, Tensor, Array)) | known.difference(select(known, Tensor, Array))
            if self._silent:
                arrived = variants.not_less_said(arrived, before)
            elif not context.start.called:
                # What is known of those that nobody is seen to call came from what is assumed of their tensors.
                before = variants.not_less_said(before, arrived)
            if arrived <= before and before is types.get(name):
                continue
            new = variants.refined(known, variants.grown(before | arrived, context.progress.growths))
            if new != noted:
                types[name] = variants.settled(new)
                grown = True
        if grown:
            context.progress.growths += 1
            if context.progress.evaluated or context.progress.running:
                self._worklist.schedule_later(context)

    def _for_plain(self, function: Function, values: dict[str, Value], of_tests: bool) -> Context:
        """The context for arguments without types; what only tests have called is no context of the program."""
        known = self._by_arguments.get(function)
        if known is None:
            known = self._by_arguments[function] = {}
        order = self._scopes.signature(function.node).names
        given = key = tuple([values.get(name, BOTTOM) for name in order])
        context = known.get(key)
        if context is not None and of_tests >= context.of_tests:
            return context
        limits = self._budget.of(function.node).limits
        found = self._past.found.get((function, of_tests), _NONE_FOUND).get(given)
        if found is not None and found.limits is limits and found.all_handed == (len(known) >= limits.handed):
            # What a widened context has been given once is part of its arguments for good.
            return found.context
        # A function that is handed functions or classes (a decorator, a registry) is kept apart for each of them:
        # joining those would make every decorated function call every other.
        inheriting = self._inheriting(function, given)
        handed = self._handed_over(values) | inheriting
        used = self._past.exact.get((function, handed, of_tests), 0)
        if used >= limits.exact:
            values = {
                name: self._widening.without_literals(value, used >= 2 * limits.exact) for name, value in values.items()
            }
            key = tuple([values.get(name, BOTTOM) for name in order])
            context = known.get(key)
            if context is not None and of_tests >= context.of_tests:
                return context
        # What is large already is about to grow: each stage of it would have a context of its own.
        large = any([len(value) > limits.objects for value in values.values()])
        if large or used >= limits.contexts or len(known) >= limits.handed:
            all_handed = len(known) >= limits.handed
            if all_handed:
                handed = self._told_apart(function, handed)
            context = self._widened(function, handed, values, of_tests)
            if used >= 2 * limits.exact:
                self._past.found.setdefault((function, of_tests), {})[given] = _Found(context, limits, all_handed)
            return context
        self._past.exact[function, handed, of_tests] = used + 1
        context = known[key] = self._of_function(function)
        context.arguments = values
        context.of_tests = context.of_tests or of_tests
        return context

    def finish(self) -> None:
        """Let go of what only further evaluation needs."""
        for context in self:
            context.finish()
        self._past.found.clear()
        self._of_values.handed.clear()
        self._of_values.classes.clear()
        self._of_values.ownerless.clear()

    def _handed_over(self, values: dict[str, Value]) -> Handed:
        """The functions and classes that arguments hand over."""
        out = _NOTHING
        for value in values.values():
            handed = self._of_values.handed.get(value)
            if handed is None:
                handed = frozenset([_origin(each) for obj in value for each in obj.handed_over])
                self._of_values.handed[value] = handed
            if handed:
                out |= handed
        return out

    def _inheriting(self, function: Function, given: tuple[Value, ...]) -> Handed:
        """The class of the receiver of a method that it inherits: what this calls differs from class to class.

        `Layer.__init__` and `Layer.__call__` use the `call` of each layer; joining them would make every layer call
        that of every other.
        """
        owner = function.node.parent
        if not given or not isinstance(owner, nodes.ClassDef):
            return _NOTHING
        classes = self._of_values.classes.get(given[0])
        if classes is None:
            classes = self._of_values.classes[given[0]] = frozenset([obj.cls for obj in select(given[0], Instance)])
        if len(classes) != 1:
            return _NOTHING
        (cls,) = classes
        return _NOTHING if cls.node is owner else classes

    def _told_apart(self, function: Function, handed: Handed) -> Handed:
        """What a function that very many hand over to still has a context for: as much as there may be contexts."""
        known = self._past.told.setdefault(function, set())
        if handed not in known and len(known) >= self._budget.of(function.node).limits.handed:
            return _NOTHING
        known.add(handed)
        return handed

    def _of_function(self, function: Function) -> Context:
        parent = context_of(function.closure) if function.closure is not None else None
        path = parent.module_path if parent is not None else self._scopes.path_of(function.node)
        return self.new(function.node, function, parent, path)

    def _widened(self, function: Function, handed: Handed, values: dict[str, Value], of_tests: bool) -> Context:
        """The context that stands for all further calls, its arguments joined with these."""
        wide = self._past.wide.get((function, handed, of_tests))
        if wide is None:
            wide = self._past.wide[function, handed, of_tests] = self._of_function(function)
            wide.wide = True
            wide.of_tests = wide.of_tests or of_tests
            self._budget.hits.setdefault(function.node, "contexts")
        changed, breadth = False, self._budget.of(function.node).breadth
        for name, value in values.items():
            old = wide.arguments.get(name, BOTTOM)
            if old is value or value <= old:
                continue
            new = self._widening.grown(old, value, breadth)
            if new != old:
                wide.arguments[name] = new
                if name in wide.types:
                    # Of what arrives for the first time this call says the type.
                    wide.types[name] = self._widening.variants.refined(new.intersection(old), wide.types[name])
                self._fresh[name] = new.difference(old)
                changed = True
        if changed and wide.progress.evaluated:
            self._worklist.schedule(wide)
        return wide


def _origin(obj: AbstractObject) -> object:
    """A function or class; those that many activations make at one place are one, as their other objects are."""
    if isinstance(obj, (Function, ClassObject)) and obj.closure is not None:
        return obj.node, context_of(obj.closure).owner
    return obj
