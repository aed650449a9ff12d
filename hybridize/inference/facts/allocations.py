"""Which arguments are made anew for each call: objects, functions, iterators, and containers that grow in between.

An object is told by its allocation site and the context that allocates it. What has no site of its own is made by the
expression that is passed, or that is assigned to the name which is passed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import Any

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    Bound,
    ClassObject,
    Container,
    ExternalInstance,
    Function,
    Hybrid,
    Instance,
    IteratorObject,
    Opaque,
    Partial,
    TupleObject,
    Unknown,
    Value,
    python_function,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.facts import CallSiteArgument, Facts, FunctionFacts
from hybridize.inference.facts.model import Context, HybridMark, context_of
from hybridize.inference.facts.repetition import Loop, Repetition
from hybridize.inference.facts.trace_keys import DEPTH
from hybridize.program.flow.conditions import excludes
from hybridize.program.lookup import builtin_name, made_by
from hybridize.program.loops import loop_around, loops_around, repeated_by, rounds, targets
from hybridize.program.memory import remembered
from hybridize.program.scopes import parameter_names

FEW_ROUNDS = 20
"""Calls with one object that do not make up for the trace that it costs."""
_MAKING_ITERATORS = frozenset({"iter", "enumerate", "zip", "map", "filter", "reversed"})
_VALUES = frozenset(
    "datetime decimal fractions logging pathlib re tensorflow.DType tensorflow.dtypes zoneinfo".split()
)
"""Packages and classes whose objects are one where they are made alike, or equal and without weak references.

Of other objects a graph keeps weak references: equal ones do not count once the first of them is gone, as shapes are
(`tf.TensorShape([2])` for each call is a trace for each, run on 2.15 and 2.21).
"""

Loops = tuple[Loop, ...]


class Allocations:
    """Tells what is made for each call, and by which loops."""

    def __init__(self, facts: Facts, repetition: Repetition) -> None:
        self._facts = facts
        self._repetition = repetition

    def anew(
        self, passed: CallSiteArgument, argument: nodes.NodeNG | None, silent: Collection[str] = ()
    ) -> Iterator[tuple[AbstractObject, Loops]]:
        """The objects that a call passes and that are made, or grow, between one call and the next, with the loops.

        `argument` is the expression that is passed, where it is known. The loops of `silent` files do not count.
        """
        maker = None if argument is None else made_by(argument)
        for obj in sorted(map(python_function, passed.value), key=lambda each: each.serial):
            loops = self._by_site(obj, passed)
            if not loops and maker is not None and self._gives_a_new_one(obj, maker, passed.caller):
                # Iterators, methods, partial functions and plain objects have no site of their own.
                loops = self._evaluated_for_call(made_by(maker.expr) if _is_shape(maker) else maker, passed)
            if not loops and argument is not None and self._is_defined_for_call(obj, argument, passed):
                loops = self._leading_loops(passed.caller)
            if not loops and argument is not None:
                loops = self._by_generator(obj, argument, passed)
            counted = tuple(loop for loop in loops if loop.place.path not in silent)
            if counted:
                yield obj, counted

    def made_by_helpers(self, passed: CallSiteArgument, silent: Collection[str] = ()) -> Loops:
        """The loop in whose rounds an object that a call passes is made, there or by what is called there.

        A structure is traced anew for each such object in it.
        The loop may be around the callers; there is no longer loop in between, in which the object stays the same.
        The loops of `silent` files do not count.
        """
        objects = [obj for obj in self._with_parts(passed.value) if self._is_told_by_identity(obj)]

        def judge(way: Way) -> Loops | None:
            if way.caller.module_path in silent:
                return ()
            for loop in loops_around(way.node):
                if any(self._makes(loop, way.caller, obj) for obj in objects):
                    return (self._repetition.loop(loop, way.caller.module_path),)
                number = rounds(loop)
                if number is None or number > FEW_ROUNDS:
                    return ()
            return None

        here = [Call(passed.caller, passed.node)] if objects else []
        return next(filter(None, self._facts.graph.callers.ends(here, judge)), ())

    def _with_parts(self, value: Value, depth: int = DEPTH) -> Iterator[Instance | ExternalInstance]:
        """The objects that a value may be, and those in its lists, tuples and dictionaries."""
        yield from select(value, Instance, ExternalInstance)
        if depth:
            held = [inner for each in select(value, Container) for _, inner in self._facts.objects.fields(each)]
            held += [inner for each in select(value, TupleObject) for inner in (*each.items, each.rest)]
            for inner in held:
                yield from self._with_parts(inner, depth - 1)

    def is_of_one_call(self, passed: CallSiteArgument) -> bool:
        """Whether a call passes an object that a caller of it makes, with no loop in between: no other call gets it."""
        objects = select(passed.value, Instance)
        return bool(objects) and all(
            obj.owner is not None
            and self._is_told_by_identity(obj)
            and _is_kept_in_names(obj.site)
            and self._leads_in_no_loop(context_of(obj.owner), passed)
            for obj in objects
        )

    def _leads_in_no_loop(self, owner: Context, passed: CallSiteArgument) -> bool:
        """Whether a function leads to a call, and neither itself nor what is in between does so in a loop.

        What code outside of the project calls, as `tf.while_loop` does, it may call again and again.
        """

        def judge(way: Way) -> bool | None:
            if loop_around(way.node) is not None or self._facts.callees.of(way.node):
                return False
            # Contexts of one function may share what each of them makes.
            return True if way.caller.scope is owner.scope else None

        ends = set(self._facts.graph.callers.ends([Call(passed.caller, passed.node)], judge))
        return owner.function is not None and ends == {True}

    def _is_told_by_identity(self, obj: Instance | ExternalInstance) -> bool:
        """Whether TensorFlow tells an object from others by which one it is; of a structure the parts count."""
        if isinstance(obj, Instance) and self._is_taken_apart(obj):
            return False
        return _SITES[type(obj)](obj) is not None

    def _is_taken_apart(self, obj: Instance) -> bool:
        """Whether an object is a structure, as named tuples are: what is in it counts, not which one it is."""
        cls = self._facts.objects.class_facts(obj.cls)
        return cls.is_named_tuple or cls.is_composite

    def _makes(self, loop: nodes.NodeNG, context: Context, obj: Instance | ExternalInstance) -> bool:
        """Whether the rounds of a loop make an object, there or in what is called there."""
        if _is_in_rounds(loop, obj.site):
            return True
        if obj.owner is None:
            return False
        places = self._facts.graph.callers.places(context_of(obj.owner), context.scope)
        return any(_is_in_rounds(loop, place) for place in places)

    def perhaps_anew(self, passed: CallSiteArgument, argument: nodes.NodeNG | None) -> bool:
        """Whether a call for each call makes something that nobody knows: perhaps another object each time."""
        maker = None if argument is None else made_by(argument)
        unknown = isinstance(maker, nodes.Call) and has(passed.value, Unknown)
        return unknown and maker is not None and bool(self._evaluated_for_call(maker, passed))

    def outlives(self, function: FunctionFacts, mark: HybridMark) -> bool:
        """Whether a hybrid function is stored or returned, and so may outlive the call that makes it.

        What is returned may be a function that calls it. Where the callers neither store it nor hand it on, it does not
        outlive these. Whoever asks for its concrete function exports or serves it.
        """
        if function.uses.as_graph:
            return True
        result = mark.context.summary.result
        # Decorated after the analysis: see `inference.driver.amended`.
        if mark.how == "decorator" and any(each.node is function.node for each in select(result, Function)):
            return True
        for made in select(result, Hybrid):
            if made.site is mark.node and isinstance(made.target, Function) and self._is_kept(made, mark.context):
                return True
        for made, holders in self._facts.objects.graphs.get(mark.node, {}).items():
            if any(type(holder) in _KEEPING for holder in holders):
                return True
            if mark.context.function is not None and self._is_kept(made, mark.context):
                return True
        parent = mark.node.parent
        if isinstance(parent, nodes.Keyword) or (isinstance(parent, nodes.Call) and mark.node is not parent.func):
            # Handed over: to be saved, exported, called later.
            return True
        while parent is not None and not isinstance(parent, (nodes.FunctionDef, nodes.Module)):
            if isinstance(parent, nodes.Assign):
                return any(not isinstance(target, nodes.AssignName) for target in parent.targets)
            parent = parent.parent
        return False

    def _is_kept(self, made: Hybrid, context: Context) -> bool:
        """Whether what a function makes is there when the functions have ended to which it is handed, one by one."""
        visibility = self._facts.graph.visibility
        held = any(type(part) in _KEEPING for part in visibility.holding(made))

        def judge(way: Way) -> bool | None:
            survives = way.traced or visibility.survives(made, way.caller.summary.result)
            return survives if way.traced or held or not survives else None

        return any(self._facts.graph.callers.ends([Call(context, context.scope)], judge, root=True))

    def _by_site(self, obj: AbstractObject, passed: CallSiteArgument) -> Loops:
        """The loops in whose rounds an object is made, and passed before the next one is made."""
        if type(obj) is Container:
            return self._growing(obj, passed)
        site = self._site(obj)
        if site is None:
            return ()
        around = next(repeated_by(passed.node), None)
        if around is not None:
            made = around.parent_of(site) and not excludes(site, passed.node)
            return self._loop(around, passed) if made else ()
        if not isinstance(obj, (Instance, ExternalInstance)) or obj.owner is None:
            return ()
        owner = context_of(obj.owner)
        loops = self._leading_loops(owner)
        made_here = bool(loops) and (owner is passed.caller or self._is_made_above(obj, owner, passed.caller))
        return loops if made_here else ()

    def _by_generator(self, obj: AbstractObject, argument: nodes.NodeNG, passed: CallSiteArgument) -> Loops:
        """The loop around a call that takes an object in each round from a generator, which makes one for each."""
        loop, site = next(repeated_by(passed.node), None), self._site(obj)
        source = _taken_from(argument, loop) if loop is not None else None
        if loop is None or source is None or site is None:
            return ()
        calls = {made_by(each) for each in source.nodes_of_class((nodes.Call, nodes.Name))}
        for call, callee, _ in passed.caller.summary.edges():
            if callee.names.is_generator and call in calls and self._is_yielded_anew(site, callee):
                return self._loop(loop, passed)
        return ()

    def _is_yielded_anew(self, site: nodes.NodeNG, generator: Context) -> bool:
        """Whether a generator makes what is made at a place, or has it made, in the loop that yields."""
        places = {site}
        if not generator.scope.parent_of(site):
            # One object may stand for those of several contexts of the function that makes it.
            making = self._facts.contexts_of(site.frame())
            places = {place for each in making for place in self._facts.graph.callers.places(each, generator.scope)}
        around = (loop_around(each) for each in generator.scope.nodes_of_class(nodes.Yield))
        return any(loop is not None and any(_is_in_rounds(loop, place) for place in places) for loop in around)

    def _is_defined_for_call(
        self, obj: AbstractObject, argument: nodes.NodeNG, passed: CallSiteArgument
    ) -> bool:
        """Whether the function that calls, once each time that it is called, defines a function that it passes.

        What comes by another way, as from an attribute, may be kept there from one call to the next.
        """
        site = self._site(obj) if type(obj) is Function else None
        if site is None or not isinstance(passed.caller.scope, nodes.FunctionDef):
            return False
        named = isinstance(argument, nodes.Name) and site in passed.caller.scope.locals.get(argument.name, ())
        return site is made_by(argument) or named

    def _site(self, obj: AbstractObject) -> nodes.NodeNG | None:
        """Where an object is made that TensorFlow tells from others by which one it is."""
        if isinstance(obj, Instance) and self._is_taken_apart(obj):
            return None
        return _SITES[type(obj)](obj) if type(obj) in _SITES else None

    def _growing(self, container: Container, passed: CallSiteArgument) -> Loops:
        """The loop around a call that adds to a container, which is not made in it."""
        around = list(repeated_by(passed.node))
        if not around or _is_conditional(passed.node, around[0]):
            return ()
        changes = self._facts.objects.changes(container)
        growing = [loop for change in changes for loop in around if loop.parent_of(change)]
        inside = any(loop.parent_of(container.site) for loop in growing)
        return () if inside or not growing else self._loop(growing[0], passed)

    def _evaluated_for_call(self, maker: nodes.NodeNG, passed: CallSiteArgument) -> Loops:
        """The loop that evaluates an expression anew for each call to which its value is passed."""
        loop = next(repeated_by(passed.node), None)
        if loop is not None:
            return self._loop(loop, passed) if loop.parent_of(maker) else ()
        here = maker.frame() is passed.node.frame()
        return self._leading_loops(passed.caller) if here else ()

    @remembered
    def _leading_loops(self, context: Context) -> Loops:
        """The loops that lead to a context; none where graphs alone do: what runs in a trace runs once for that."""
        traced = self._facts.is_decorated(context.scope)
        return () if traced else self._repetition.of_contexts([context]).loops

    def _loop(self, loop: nodes.NodeNG, passed: CallSiteArgument) -> Loops:
        return (self._repetition.loop(loop, passed.caller.module_path),)

    def _gives_a_new_one(self, obj: AbstractObject, maker: nodes.NodeNG, caller: Context) -> bool:
        """Whether each evaluation of an expression gives another object that is equal to no other."""
        if type(obj) not in _WITHOUT_SITE:
            return False
        if type(obj) is Bound:
            return self._is_taken_of_object(obj, maker)
        builtin = builtin_name(maker.func) if isinstance(maker, nodes.Call) else ""
        if type(obj) is IteratorObject:
            edges = caller.summary.edges()
            generators = any(call is maker and callee.names.is_generator for call, callee, _ in edges)
            return isinstance(maker, nodes.GeneratorExp) or builtin in _MAKING_ITERATORS or generators
        if type(obj) is Opaque and _is_new_shape(maker):
            return True
        name = self._facts.callees.of(maker)
        if type(obj) is Partial:
            return name == "functools.partial"
        symbol = self._facts.knowledge.lookup(name) if name else None
        made = symbol is not None and symbol.role == "class" and not _is_value(name)
        return made or builtin == "object"

    def _is_taken_of_object(self, method: Bound, maker: nodes.NodeNG) -> bool:
        """Whether an expression binds a method to its object: Python makes another bound method each time.

        What an attribute keeps is the same each time, and so is the method of an object that is a `tf.function`.
        """
        function = python_function(method.function)
        if not isinstance(maker, nodes.Attribute) or not isinstance(function, Function):
            return False
        if not isinstance(function.node, nodes.FunctionDef) or function.node.name != maker.attrname:
            return False
        kept = self._facts.objects.attribute(method.receiver, maker.attrname)
        return not kept and not self._facts.is_hybrid(function.node)

    def _is_made_above(self, instance: Instance | ExternalInstance, owner: Context, method: Context) -> bool:
        """Whether a method of an object is what `owner`, which makes the object, calls, perhaps by other methods."""

        def judge(way: Way) -> bool | None:
            if way.below is not None and (loop_around(way.node) is not None or way.caller is owner):
                return way.caller is owner and loop_around(way.node) is None
            names = parameter_names(way.caller.scope)
            return None if names and instance in way.caller.arguments.get(names[0], ()) else False

        return any(self._facts.graph.callers.ends([Call(method, method.scope)], judge))


def _is_new_shape(maker: nodes.NodeNG) -> bool:
    """Whether an expression gives another shape each time: that of a tensor made there, or a part of one.

    A tensor keeps its shape, so that it is one object as long as the tensor is.
    """
    if isinstance(maker, nodes.Subscript) and isinstance(maker.slice, nodes.Slice):
        return _is_shape(made_by(maker.value))
    return _is_shape(maker) and isinstance(made_by(maker.expr), _MAKING_TENSORS)


def _is_shape(expression: nodes.NodeNG) -> bool:
    return isinstance(expression, nodes.Attribute) and expression.attrname == "shape"


_MAKING_TENSORS = (nodes.BinOp, nodes.Call, nodes.Subscript, nodes.UnaryOp)


def _taken_from(argument: nodes.NodeNG, loop: nodes.NodeNG) -> nodes.NodeNG | None:
    """What gives an argument in each round of a loop: what the loop goes through, or what `next` in it is asked of."""
    maker = made_by(argument)
    if isinstance(maker, nodes.Call) and builtin_name(maker.func) == "next" and loop.parent_of(maker):
        return maker.args[0] if maker.args else None
    is_target = isinstance(argument, nodes.Name) and argument.name in targets(loop)
    return loop.iter if is_target and isinstance(loop, nodes.For) else None


def _site_of_function(obj: Function) -> nodes.NodeNG | None:
    return obj.node if isinstance(obj.node, (nodes.Lambda, nodes.FunctionDef)) else None


def _site_of_instance(obj: Instance) -> nodes.NodeNG | None:
    """Where an object is made; None where it may be equal to others, as those of data classes are."""
    node = obj.cls.node
    return None if node.decorators or "__eq__" in node.locals else obj.site


def _site_of_external(obj: ExternalInstance) -> nodes.NodeNG | None:
    return None if _is_value(obj.cls) else obj.site


_SITES: dict[type[AbstractObject], Callable[[Any], nodes.NodeNG | None]] = {
    Function: _site_of_function, Instance: _site_of_instance, ExternalInstance: _site_of_external
}  # fmt: skip
"""Allocation sites of what is equal to nothing else."""


_KEEPING = frozenset({Container, Instance, ExternalInstance, ClassObject})
"""What keeps a function in an attribute or as an element."""
_WITHOUT_SITE = frozenset({Bound, IteratorObject, Partial, Opaque})


def _is_value(name: str) -> bool:
    """Whether a class outside the project is one whose objects are compared by value."""
    parts = name.split(".")
    return any(".".join(parts[:count]) in _VALUES for count in range(1, len(parts) + 1))


def _is_kept_in_names(site: nodes.NodeNG) -> bool:
    """Whether what is made at a place is assigned to local names only, or to none."""
    statement = site.statement()
    targets = statement.targets if isinstance(statement, nodes.Assign) else []
    names = {each.name for each in targets if isinstance(each, nodes.AssignName)}
    declared = site.frame().nodes_of_class((nodes.Global, nodes.Nonlocal))
    return len(names) == len(targets) and not any(names.intersection(each.names) for each in declared)


def _is_in_rounds(loop: nodes.NodeNG, node: nodes.NodeNG) -> bool:
    """Whether each round of a loop reaches a place; what a `for` goes through is found once, before the first."""
    if not isinstance(loop, nodes.For):
        return bool(loop.parent_of(node))
    return any(statement is node or statement.parent_of(node) for statement in loop.body)


def _is_conditional(call: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether only some rounds of the loop reach the call: the last one, every tenth."""
    parent = call.parent
    while parent is not loop:
        if isinstance(parent, nodes.If):
            return True
        parent = parent.parent
    return False
