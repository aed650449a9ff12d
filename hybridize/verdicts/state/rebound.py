"""What a name, an attribute or a loop variable holds after it is bound again: another object, or the one that it held.

A graph keeps the object that it found while it was traced. To bind the name again is a fault only where it is bound to
another object: `opt = kept` gives back what was there, and `net = described(net)` may do so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import NamedTuple

from astroid import nodes

from hybridize.inference.domain.objects import (
    AbstractObject,
    ClassObject,
    External,
    Instance,
    ModuleObject,
    NoneObject,
    Opaque,
    PythonScalar,
    TupleObject,
    Unknown,
    Value,
)
from hybridize.inference.domain.queries import has, select
from hybridize.inference.domain.tensors import Array, Tensor
from hybridize.inference.domain.values import join
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import Context, context_of
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import Assignment, assigned_once, assignment_of, bindings
from hybridize.program.syntax import spelled

_DEPTH = 4
"""Names of names, calls of calls that are followed."""
_VARIABLE = "tensorflow.Variable"
_GOING_THROUGH = frozenset({"enumerate", "zip", "reversed", "sorted", "list", "tuple", "iter"})
"""Builtins that hand out the elements of what they are given."""
_DATA = (Array, NoneObject, PythonScalar, Tensor, TupleObject)
"""What has no identity that the analysis knows: two that look alike may be different."""
_COMPREHENSIONS = (nodes.ListComp, nodes.GeneratorExp)
_DISPLAYS = (nodes.Tuple, nodes.List, nodes.Set)
_OF_NO_STATE = ("keras.losses.", "keras.regularizers.", "keras.constraints.", "keras.initializers.")
"""The classes of objects that are as good as others that were made alike."""


class Binding(NamedTuple):
    """What binds a name or attribute again."""

    node: nodes.NodeNG
    """The name, definition or assignment."""
    writer: Context


class Cell(NamedTuple):
    """A name or attribute that a function reads, and that holds something else once it is bound again."""

    read: nodes.NodeNG
    value: Value
    """All that it may hold."""
    bindings: Sequence[Binding]
    owner: nodes.NodeNG | None = None
    """The function whose name it is; None for what there is once."""


class Gives(Enum):
    """What a binding gives the name."""

    ANOTHER = "another object than before"
    PERHAPS_THE_SAME = "what it held, or perhaps that"
    UNKNOWN = "nobody can tell"


class Rebound:
    """Answers after the fixpoint."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def shared(self, context: Context) -> Iterator[Cell]:
        """What a context reads of modules and classes as their attributes, and who binds that again."""
        for read in nodes_inside(context.scope, nodes.Attribute):
            if read.frame() is not context.scope:
                continue
            for owner in self._owners(read, context):
                outside = self._from_outside(owner, read.attrname)
                bound = [*self._of_body(owner, read.attrname), *outside]
                if outside or len(bound) > 1:
                    yield Cell(read, self._facts.objects.attribute(owner, read.attrname), bound)

    def from_other_modules(self, context: Context, name: str) -> list[Binding]:
        """The assignments of other modules to a name of the module of a context: `steps.rate = 0.1`."""
        return self._from_outside(context.module, name)

    def gives(self, binding: nodes.NodeNG, value: Value, writer: Context, others: Iterable[Binding]) -> Gives:
        """What one binding of a name gives it, which holds `value` in all."""
        if isinstance(binding, (nodes.FunctionDef, nodes.ClassDef)):
            return Gives.ANOTHER
        target, assigned = _assigned(binding)
        if target is None or assigned is None:
            return Gives.UNKNOWN
        if assigned.augmented:
            return Gives.ANOTHER
        if assigned.iterated:
            return self._in_each_round(assigned, value, writer)
        if assigned.member:
            return Gives.UNKNOWN
        if _is_what_was_there(assigned.value, target):
            return Gives.PERHAPS_THE_SAME
        bound = [each for each in others if each.node is not binding]
        written = [each.value for _, each in map(_assigned, (each.node for each in bound)) if each is not None]
        known = bool(written) and len(written) == len(bound)
        constants = known and all(map(_is_constant, [*written, assigned.value]))
        alike = known and all(each.as_string() == assigned.value.as_string() for each in written)
        if alike and (constants or self._facts.callees.of(assigned.value).startswith(_OF_NO_STATE)):
            return Gives.PERHAPS_THE_SAME
        if constants:
            return Gives.ANOTHER
        made = [each for each in value if self._is_made_by(assigned.value, each, writer)]
        if isinstance(assigned.node, nodes.With):
            return Gives.ANOTHER if made else Gives.UNKNOWN
        given = self._given(assigned.value, writer, value, _DEPTH)
        if given and given.issubset(made):
            return Gives.ANOTHER
        if _is_handed(assigned.value, target) and not all(isinstance(each, _DATA) for each in value):
            return Gives.PERHAPS_THE_SAME
        if not given or has(given, Opaque, Unknown):
            return Gives.UNKNOWN
        before = [self._of_binding(each, value) for each in bound]
        held = join([each for each in before if each is not None])
        if given.isdisjoint(held):
            return Gives.UNKNOWN if not before or None in before else Gives.ANOTHER
        return Gives.UNKNOWN if all(isinstance(each, _DATA) for each in given & held) else Gives.PERHAPS_THE_SAME

    # Who binds ------------------------------------------------------------------------------------------------------

    def bindings(self, bound: Iterable[nodes.NodeNG]) -> Iterator[Binding]:
        """What binds a name, with each context that does."""
        for each in bound:
            if not isinstance(each.parent, nodes.Arguments):
                yield from (Binding(each, context) for context in self._facts.contexts_of(binder(each)))

    def _owners(self, read: nodes.Attribute, context: Context) -> Iterator[AbstractObject]:
        """The module or class that an attribute is read of; of an object that has none of its own, its class."""
        held = self._facts.objects.held_by(read.expr, context)
        if len(held) == 1:
            yield from select(held, ModuleObject)
            for owner in select(held, ClassObject, Instance):
                found = self._facts.objects.class_of_attribute(owner, read.attrname)
                yield from () if found is None else (found,)

    def _of_body(self, owner: AbstractObject, name: str) -> Iterator[Binding]:
        """Where the module itself binds a name, or the class."""
        body: nodes.LocalsDictNodeNG | None = owner.node if isinstance(owner, ClassObject) else None
        if isinstance(owner, ModuleObject):
            body = self._facts.analysis.scopes.trees[owner.path].tree
        if body is not None:
            yield from self.bindings(each for each in body.locals.get(name, ()) if isinstance(each, nodes.NodeNG))

    def _from_outside(self, owner: AbstractObject, name: str) -> list[Binding]:
        return [Binding(*each) for each in self._facts.accesses.assignments(owner, name)]

    # What it is bound to ---------------------------------------------------------------------------------------------

    def _of_binding(self, binding: Binding, value: Value, depth: int = _DEPTH) -> Value | None:
        """What one binding gives; None where nobody can tell."""
        node = binding.node
        if isinstance(node, (nodes.FunctionDef, nodes.ClassDef)):
            return _defined_by(node, value)
        _, assigned = _assigned(node)
        if assigned is None or not assigned.plain or assigned.member:
            return None
        return self._given(assigned.value, binding.writer, value, depth)

    def _given(self, expression: nodes.NodeNG, context: Context, value: Value, depth: int) -> Value | None:
        """The objects among those of a name that an expression gives; None where nobody can tell."""
        made = Value(each for each in value if self._is_made_at(each, expression))
        if made or depth <= 0:
            return made or None
        if isinstance(expression, nodes.IfExp):
            sides = [self._given(each, context, value, depth - 1) for each in (expression.body, expression.orelse)]
            return None if None in sides else join([each for each in sides if each is not None])
        if isinstance(expression, nodes.Call):
            results = [callee.summary.result for callee in context.summary.called_at(expression)]
            return join(results) if results else None
        if isinstance(expression, nodes.Name):
            return self._named(expression, context, value, depth)
        if isinstance(expression, nodes.Attribute):
            ending = f".{expression.attrname}"
            outside = Value(each for each in select(value, External) if each.name.endswith(ending))
            if outside:
                return outside
            owner = self._given(expression.expr, context, value, depth - 1)
            if owner is None:
                return self._facts.objects.held_by(expression, context) or None
            return join([self._facts.objects.attribute(each, expression.attrname) for each in owner]) or None
        return None

    def _named(self, name: nodes.Name, context: Context, value: Value, depth: int) -> Value | None:
        """What a name of the function, of one around it or of the module holds."""
        given = context.arguments.get(name.name)
        if given is not None:
            return given
        free = context.summary.implicit_reads.get(name.name)
        if free is not None:
            return free[1]
        scope = name.scope()
        # `a, b = b, a`
        before = [each for each in scope.locals.get(name.name, ()) if each.statement() is not name.statement()]
        held = self._facts.objects.attribute(context.module, name.name) if isinstance(scope, nodes.Module) else value
        values = [self._of_binding(Binding(each, context), held, depth - 1) for each in before]
        if not values or None in values:
            return None
        return join([each for each in values if each is not None])

    def _is_made_by(self, expression: nodes.NodeNG, obj: AbstractObject, context: Context) -> bool:
        """Whether each evaluation of an expression makes the object."""
        if self._is_made_at(obj, expression):
            return True
        if not isinstance(expression, nodes.Call) or obj.made_by is None:
            return False
        callees = context.summary.called_at(expression)
        return context_of(obj.made_by) in self._facts.graph.reached(callees)

    def _is_made_at(self, obj: AbstractObject, expression: nodes.NodeNG) -> bool:
        """Whether an expression is where an object is made: a call, a display, a `lambda`."""
        if isinstance(obj, Tensor):
            return obj.kind == "variable" and self._facts.callees.of(expression) == _VARIABLE
        return obj.made_at is expression

    # Loops -----------------------------------------------------------------------------------------------------------

    def _in_each_round(self, assigned: Assignment, value: Value, context: Context) -> Gives:
        """What a loop gives its variable: another object in each round, where it goes through several."""
        iterated, member = assigned.value, assigned.member
        while isinstance(iterated, nodes.Call) and isinstance(iterated.func, nodes.Name) and iterated.args:
            called = iterated.func.name
            if called not in _GOING_THROUGH or bindings(iterated.func):
                break
            if called == "zip" or called == "enumerate":
                if not member:
                    return Gives.UNKNOWN
                at = member[0] if called == "zip" else 0
                if (called == "enumerate" and member[0] != 1) or at >= len(iterated.args):
                    return Gives.UNKNOWN
                iterated, member = iterated.args[at], member[1:]
            else:
                iterated = iterated.args[0]
        displayed = assigned_once(iterated) or iterated
        if isinstance(displayed, _COMPREHENSIONS):
            made = self._given(displayed.elt, context, value, 0)
            return Gives.ANOTHER if made and not member else Gives.UNKNOWN
        if not isinstance(displayed, _DISPLAYS):
            return Gives.UNKNOWN
        elements = [_member(each, member) for each in displayed.elts]
        if len(elements) < 2 or any(each is None for each in elements):
            return Gives.UNKNOWN
        given = [self._given(each, context, value, _DEPTH) for each in elements if each is not None]
        known = [each for each in given if each]
        alone = all(one.isdisjoint(other) for number, one in enumerate(known) for other in known[:number])
        return Gives.ANOTHER if alone and len(known) == len(elements) else Gives.UNKNOWN


def _assigned(binding: nodes.NodeNG) -> tuple[nodes.NodeNG | None, Assignment | None]:
    """What a binding assigns to, and what."""
    if isinstance(binding, nodes.AssignName):
        return binding, assignment_of(binding)
    if isinstance(binding, nodes.AssignAttr):
        return binding, assignment_of(binding)
    if isinstance(binding, nodes.Call) and len(binding.args) == 3:
        # `setattr(module, "name", value)`
        return binding, Assignment(binding, binding.args[2])
    if isinstance(binding, (nodes.Assign, nodes.AnnAssign)):
        targets = binding.targets if isinstance(binding, nodes.Assign) else [binding.target]
        attributes = [each for each in targets if isinstance(each, nodes.AssignAttr)]
        if len(attributes) == 1 and binding.value is not None:
            return attributes[0], Assignment(binding, binding.value)
    return None, None


def _is_what_was_there(expression: nodes.NodeNG, target: nodes.NodeNG) -> bool:
    """Whether an expression is what is assigned to, or another name of that."""
    kept = assigned_once(expression) or expression
    return bool(spelled(target)) and spelled(target) in (spelled(expression), spelled(kept))


def _is_handed(expression: nodes.NodeNG, target: nodes.NodeNG) -> bool:
    """Whether a call is handed what its result is assigned to, or is one of its methods: `net = described(net)`."""
    if not isinstance(expression, nodes.Call) or not spelled(target):
        return False
    handed = [*expression.args, *(each.value for each in expression.keywords)]
    if isinstance(expression.func, nodes.Attribute):
        handed.append(expression.func.expr)
    return any(spelled(each) == spelled(target) for each in handed)


def _is_constant(expression: nodes.NodeNG) -> bool:
    """Whether an expression is written with constants alone."""
    if isinstance(expression, (*_DISPLAYS, nodes.Dict, nodes.UnaryOp, nodes.Const)):
        return all(map(_is_constant, expression.get_children()))
    return False


def _member(element: nodes.NodeNG, member: tuple[int, ...]) -> nodes.NodeNG | None:
    """What is at some position of an element that is written out."""
    for position in member:
        if not isinstance(element, (nodes.Tuple, nodes.List)) or position >= len(element.elts):
            return None
        element = element.elts[position]
    return element


def binder(binding: nodes.NodeNG) -> nodes.NodeNG:
    """The function that binds a name, or the module."""
    around = binding if isinstance(binding, nodes.AssignName) else binding.parent
    frame: nodes.NodeNG = around.frame()
    return frame


def _defined_by(definition: nodes.NodeNG, value: Value) -> Value:
    """The function or class that a definition binds, and what its decorators make of it."""
    return Value(each for each in value if (each.project_function or each).made_at is definition)
