"""Where a value comes from: one walk back through assignments, calls and results, for every question about that.

A step leads from an expression to what was assigned to a name in it, from a parameter to what calls pass, from a call
to what its function returns. Questions differ in what they look for on the way, and how far they look.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property

from astroid import nodes

from hybridize.inference.domain.fields import Key
from hybridize.inference.domain.literals import Literal
from hybridize.inference.domain.objects import Container, PythonScalar, TupleObject, Value
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.values import join
from hybridize.inference.facts.facts import CallSiteArgument, Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.repetition import Loop, Repetition
from hybridize.program import statements
from hybridize.program.containers import ADDING
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import Assignment, assignment_of, assignments, builtin_name, lookup, mentions
from hybridize.program.loops import loop_around, loops_around, repeated_by, targets
from hybridize.program.memory import answers, remembered
from hybridize.program.places import place_of
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import is_name, last_name

_Loops = dict[Loop, nodes.NodeNG | None]
"""Loops, with the function or module in which they stand, if that is looked at."""
DEPTH = 5
"""Assignments and calls that are followed back from an argument."""
_STEADY = frozenset({"shape", "dtype", "ndim", "size", "rank", "len", "get_shape", "cardinality"})
"""What is asked of the value of a loop variable and mostly the same for all of them."""
_FRESH = frozenset({"clock", "random"})
"""Effects of functions that give another value at each call."""


@dataclass(frozen=True)
class Position:
    """Where an expression stands: in a function of the project, with the call that was followed to it, if any.

    `at` is the place in the function up to which things have happened: a call, or a `return`.
    """

    context: Context
    at: nodes.NodeNG
    call: nodes.Call | None = None
    outer: Position | None = None

    @property
    def scope(self) -> nodes.NodeNG:
        """The function."""
        return self.context.scope

    @property
    def loop(self) -> nodes.NodeNG | None:
        """The loop in each of whose rounds the place is reached."""
        return loop_around(self.at)


def argument_of(call: nodes.NodeNG, found: ParameterFacts, function: FunctionFacts) -> nodes.NodeNG | None:
    """The expression that a call passes to a parameter, where it is written there."""
    known, key = answers(argument_of), (call, found.name, function.node)
    if key not in known:
        known[key] = _argument_of(call, found, function)
    argument: nodes.NodeNG | None = known[key]
    return argument


def _argument_of(call: nodes.NodeNG, found: ParameterFacts, function: FunctionFacts) -> nodes.NodeNG | None:
    if not isinstance(call, nodes.Call) or found.is_star:
        return None
    if _hands_over(call, function):
        return None
    for keyword in call.keywords:
        if keyword.arg == found.name:
            return keyword.value
    position = found.index - (1 if _passes_receiver(call, function) else 0)
    if 0 <= position < len(call.args) and not any(isinstance(a, nodes.Starred) for a in call.args[: position + 1]):
        argument = call.args[position]
        assert isinstance(argument, nodes.NodeNG)
        return argument
    return None


def packed_into(call: nodes.NodeNG, found: ParameterFacts, function: FunctionFacts) -> dict[int | str, nodes.NodeNG]:
    """The expressions that a call passes to `*args`, by their place there, or to `**kwargs`, by name.

    Nothing where the call unpacks anything itself: what belongs where is not written then.
    """
    if not isinstance(call, nodes.Call) or _hands_over(call, function):
        return {}
    if any(isinstance(each, nodes.Starred) for each in call.args) or any(each.arg is None for each in call.keywords):
        return {}
    if found.kind == "var-positional":
        skipped = found.index - (1 if _passes_receiver(call, function) else 0)
        return dict(enumerate(call.args[max(skipped, 0) :]))
    if found.kind == "var-keyword":
        plain = {each.name for each in function.parameters}
        return {each.arg: each.value for each in call.keywords if each.arg not in plain}
    return {}


def _key_of(statement: nodes.Assign, container: nodes.Name) -> str | None:
    """The key under which a statement assigns an item of what a name holds, where it is written; None for others."""
    for each in statement.targets:
        item = each.slice if isinstance(each, nodes.Subscript) and is_name(each.value, container.name) else None
        if isinstance(item, nodes.Const) and isinstance(item.value, str):
            return str(item.value)
    return None


def has_open_number(value: Value) -> bool:
    """Whether a value may be a number that the text does not tell."""
    return any(number.literal is None and number.type != "bool" for number in select(value, PythonScalar))


def _passes_receiver(call: nodes.Call, function: FunctionFacts) -> bool:
    """Whether the first parameter of a function is not among what a call writes."""
    return any(first.receiver and call not in first.written_in for first in function.parameters[:1])


def _hands_over(call: nodes.Call, function: FunctionFacts) -> bool:
    """Whether a call hands a function to other code, which calls it back: `minimize(f, start)`."""
    name = function.node.name
    given = [*call.args, *(keyword.value for keyword in call.keywords)]
    return last_name(call.func) != name and any(last_name(each) == name for each in given)


def returns(function: nodes.NodeNG) -> Iterator[nodes.Return]:
    """The `return` statements of a function, not of those inside it."""
    return (each for each in statements(function) if isinstance(each, nodes.Return) and each.scope() is function)


def returned_values(function: nodes.NodeNG) -> list[nodes.NodeNG]:
    """The expressions behind the `return` statements of a function."""
    return [each.value for each in returns(function) if each.value is not None]


def collecting_loop(name: nodes.Name) -> nodes.NodeNG | None:
    """The innermost loop in a function that adds to the list of a local name; None without one."""
    function = name.frame()
    for call in nodes_inside(function, nodes.Call) if name.name in function.locals else ():
        if call.frame() is function and _added_to(call) == name.name:
            loop = next(loops_around(call), None)
            if loop is not None:
                return loop
    return None


def calls_of(parameter: ParameterFacts) -> Iterable[CallSiteArgument]:
    """What arrives at a parameter, once for each call in the text."""
    return {passed.node: passed for passed in parameter.incoming}.values()


class Provenance:
    """The steps back from an expression, and the loops that change its value on the way."""

    def __init__(self, facts: Facts, repetition: Repetition) -> None:
        self._facts = facts
        self._repetition = repetition
        self._found: dict[tuple[nodes.NodeNG, nodes.NodeNG, int], _Loops] = {}
        self._changing: dict[tuple[nodes.NodeNG, str, int], _Loops] = {}

    @cached_property
    def _functions(self) -> dict[nodes.NodeNG, FunctionFacts]:
        return {function.node: function for function in self._facts.functions}

    @cached_property
    def _callees(self) -> dict[nodes.NodeNG, Context]:
        found: dict[nodes.NodeNG, Context] = {}
        for context in self._facts.graph.contexts:
            for node, callee, _ in context.summary.edges():
                if isinstance(callee.scope, nodes.FunctionDef):
                    found.setdefault(node, callee)
        return found

    @cached_property
    def _lambdas(self) -> dict[nodes.NodeNG, Context]:
        """What `f(x)` leads to, where that is a lambda; what a library calls is handed to it."""
        found: dict[nodes.NodeNG, Context] = {}
        for context in self._facts.graph.contexts:
            for node, callee, _ in context.summary.edges():
                if type(callee.scope) is nodes.Lambda and isinstance(node, nodes.Call):
                    found.setdefault(node, callee)
        return {node: callee for node, callee in found.items() if not self._facts.callees.of(node)}

    # One step back ---------------------------------------------------------------------------------------------------

    def callee(self, call: nodes.NodeNG) -> Context | None:
        """The function of the project that a call leads to, or one of them."""
        return self._callees.get(call)

    def assigned(self, name: str, here: Position) -> Iterator[Assignment]:
        """What is assigned to a name of the function at a position; in a loop, what its rounds assign."""
        loop = here.loop
        found = (each for each in assignments(here.scope, name) if each.plain)
        return (each for each in found if loop is None or loop.parent_of(each.node))

    def returned(self, call: nodes.Call, here: Position) -> Iterator[tuple[nodes.NodeNG, Position]]:
        """What a function of the project may return to a call."""
        short = self._lambdas.get(call)
        if short is not None:
            yield short.scope.body, Position(short, short.scope.body, call, here)
        callee = self.callee(call)
        if callee is None or getattr(callee.scope, "name", "") == "__init__":
            return
        for statement in returns(callee.scope):
            if statement.value is not None and statement.scope() is callee.scope:
                yield statement.value, Position(callee, statement, call, here)

    def passed(self, name: str, here: Position) -> Iterator[tuple[nodes.NodeNG, Position]]:
        """What calls pass to a parameter of the function at a position: the call that led there, or all known ones."""
        function = self._functions.get(here.scope)
        if function is None and here.call is not None and here.outer is not None:
            given = dict(zip(parameter_names(here.scope), here.call.args, strict=False))
            if name in given:
                yield given[name], here.outer
        for parameter in function.parameters if function is not None else ():
            if parameter.name != name or function is None:
                continue
            if here.call is not None and here.outer is not None:
                argument = argument_of(here.call, parameter, function)
                if argument is not None:
                    yield argument, here.outer
                continue
            for passed in calls_of(parameter):
                argument = argument_of(passed.node, parameter, function)
                if argument is not None:
                    yield argument, Position(passed.caller, passed.node)

    # Loops that change a value ---------------------------------------------------------------------------------------

    def changing_loops(
        self, expression: nodes.NodeNG, at: nodes.NodeNG, caller: Context, depth: int = DEPTH
    ) -> tuple[Loop, ...]:
        """The loops around `at`, or around the calls that lead there, in whose rounds an expression changes."""
        return tuple(self._changes(expression, at, caller.module_path, depth))

    def changes_of(
        self, argument: nodes.NodeNG | None, passed: CallSiteArgument, depth: int = DEPTH
    ) -> tuple[Loop, ...]:
        """The loops in whose rounds a call passes another `argument`; those of code outside, where it calls back."""
        iterator = self._facts.iterates(passed.node)
        if iterator:
            return (Loop(place_of(passed.caller.module_path, passed.node), None, iterator=iterator),)
        if argument is None:
            return ()
        return self.changing_loops(argument, passed.node, passed.caller, depth)

    def changes_of_items(self, argument: nodes.NodeNG | None, passed: CallSiteArgument) -> tuple[Loop, ...]:
        """The loops in whose rounds a dictionary gets another number, and is passed: `options["rate"] = rate / n`."""
        path, found = passed.caller.module_path, dict[Loop, None]()
        for loop in repeated_by(passed.node) if isinstance(argument, nodes.Name) else ():
            for statement in nodes_inside(loop, nodes.Assign):
                key = _key_of(statement, argument)
                if key is not None and has_open_number(self._packed(passed.value, key)):
                    changing = self._changes(statement.value, statement, path, DEPTH)
                    here = self._repetition.loop(loop, path)
                    found |= {here: None} if here in changing else {}
        return tuple(found)

    def changes_of_packed(
        self, parameter: ParameterFacts, function: FunctionFacts, passed: CallSiteArgument, depth: int = DEPTH
    ) -> tuple[tuple[Loop, ...], nodes.NodeNG | None]:
        """The loops in whose rounds a call passes another number by way of `*args` or `**kwargs`, and that number.

        The function has such a parameter, or what calls it hands its own on: `return f(*args, **kwargs)`.
        """
        for place, argument in packed_into(passed.node, parameter, function).items():
            if has_open_number(self._packed(passed.value, place)):
                loops = self.changes_of(argument, passed, depth)
                if loops:
                    return loops, argument
        if has_open_number(passed.value):
            for outer, argument in self._handed_on(parameter, function, passed):
                loops = self.changes_of(argument, outer, depth)
                if loops:
                    return loops, argument
        return (), None

    def _handed_on(
        self, parameter: ParameterFacts, function: FunctionFacts, passed: CallSiteArgument
    ) -> Iterator[tuple[CallSiteArgument, nodes.NodeNG]]:
        """What calls of the caller pass to a parameter, where the caller hands on its `*args` and `**kwargs`."""
        around, call = self._functions.get(passed.caller.scope), passed.node
        if around is None or not isinstance(call, nodes.Call):
            return
        unpacked = [each for each in call.args if isinstance(each, nodes.Starred)]
        names = {each.value.name: each.arg for each in call.keywords if isinstance(each.value, nodes.Name)}
        for each in around.parameters:
            place: int | str
            if each.kind == "var-keyword" and each.name in names and names[each.name] is None:
                place = parameter.name
            elif each.kind == "var-positional" and [getattr(a.value, "name", "") for a in unpacked] == [each.name]:
                place = parameter.index - (1 if _passes_receiver(call, function) else 0) - call.args.index(unpacked[0])
            else:
                continue
            for outer in calls_of(each):
                argument = packed_into(outer.node, each, around).get(place)
                if argument is not None:
                    yield outer, argument

    def _packed(self, value: Value, place: int | str) -> Value:
        """What stands at a place of `*args`, or under a name of `**kwargs`."""
        if isinstance(place, int):
            tuples = select(value, TupleObject)
            return join(each.items[place] if place < len(each.items) else each.rest for each in tuples)
        objects, key = self._facts.objects, Key(Literal(place))
        fields = (objects.fields(each) for each in select(value, Container))
        return join(held for each in fields for field, held in each if field == key)

    def collects(self, name: nodes.Name, at: nodes.NodeNG) -> bool:
        """Whether a loop around a place adds to the container of a name."""
        return any(name.name in _grown(loop) for loop in repeated_by(at))

    def changes_here(self, expression: nodes.NodeNG, here: Position) -> bool:
        """Whether an expression changes with the innermost loop around a position."""
        loop = self._repetition.loop_around(here.at, here.context)
        return loop is not None and loop in self.changing_loops(expression, here.at, here.context)

    def _changes(self, expression: nodes.NodeNG, at: nodes.NodeNG, path: str, depth: int) -> _Loops:
        key = (expression, at, depth)
        found = self._found.get(key)
        if found is None:
            found = self._found[key] = self._look(expression, at, path, depth)
        return found

    def _look(self, expression: nodes.NodeNG, at: nodes.NodeNG, path: str, depth: int) -> _Loops:
        around = list(repeated_by(at))
        out: _Loops = {}
        for node in self._leaves(expression):
            if isinstance(node, nodes.Name):
                out |= self._of_name(node, around, at, path, depth)
            elif isinstance(node, nodes.Attribute):
                out |= self._of_counter(node, around, path) or self._of_attribute(node, around, path, depth)
            elif around and self._is_fresh(node):
                out |= self._one(around[0], path)
        return out

    def _of_name(self, name: nodes.Name, around: list[nodes.NodeNG], at: nodes.NodeNG, path: str, depth: int) -> _Loops:
        out: _Loops = {}
        for loop in around:
            if name.name in targets(loop):
                return self._one(loop, path)
        asked_for_length = isinstance(name.parent, nodes.Call) and name is not name.parent.func
        for loop in around:
            if name.name in _augmented(loop) or (asked_for_length and name.name in _grown(loop)):
                if not _is_multiplied(loop, name.name):
                    out |= self._one(loop, path)
                if _is_reset(loop, name.name):
                    break
        if out or not depth:
            return out
        scope, found = lookup(name)
        for each in found:
            assignment = assignment_of(each)
            if assignment is not None and assignment.plain:
                inside = [loop for loop in around if loop.parent_of(assignment.node)]
                if inside and mentions(assignment.value, name.name):
                    out |= self._one(inside[0], path)
                elif assignment.node.frame() is at.frame() and name not in assignment.value.nodes_of_class(nodes.Name):
                    value = _without_rest(assignment.value, name.name, inside)
                    deeper = self._changes(value, assignment.node, path, depth - 1)
                    here = [self._repetition.loop(loop, path) for loop in around]
                    out |= {loop: f for loop, f in deeper.items() if loop in here or f is not at.frame()}
            elif isinstance(each, nodes.AssignName) and isinstance(each.parent, nodes.Arguments):
                out |= self._of_parameter(scope, name.name, depth - 1)
        return out

    def _of_parameter(self, scope: nodes.NodeNG, name: str, depth: int) -> _Loops:
        key = (scope, name, depth)
        if key not in self._changing:
            self._changing[key] = {}
            self._changing[key] = self._through_calls(scope, name, depth)
        return self._changing[key]

    def _through_calls(self, scope: nodes.NodeNG, name: str, depth: int) -> _Loops:
        out: _Loops = {}
        function = self._functions.get(scope)
        if function is None or depth < 0:
            return out
        for parameter in function.parameters:
            for passed in parameter.incoming if parameter.name == name else ():
                argument = argument_of(passed.node, parameter, function)
                if argument is not None:
                    out |= self._changes(argument, passed.node, passed.caller.module_path, depth)
        return out

    def _of_counter(self, attribute: nodes.Attribute, around: list[nodes.NodeNG], path: str) -> _Loops:
        """An attribute that the class counts up, where the calls are in a loop."""
        method = attribute.frame()
        owner = method.parent.frame() if isinstance(method, nodes.FunctionDef) else method
        if not isinstance(owner, nodes.ClassDef) or attribute.attrname not in _counted(owner):
            return {}
        if around:
            return self._one(around[0], path)
        return dict.fromkeys(self._repetition.of_contexts(self._facts.contexts_of(method)).loops)

    def _of_attribute(self, attribute: nodes.Attribute, around: list[nodes.NodeNG], path: str, depth: int) -> _Loops:
        """An attribute of the receiver to which the class assigns what a loop changes: `self.epoch = step // 100`."""
        method = attribute.frame()
        owner = method.parent.frame() if isinstance(method, nodes.FunctionDef) else None
        if not depth or not isinstance(owner, nodes.ClassDef) or not isinstance(attribute.expr, nodes.Name):
            return {}
        out: _Loops = {}
        here = {self._repetition.loop(loop, path) for loop in around}
        above = {*self._repetition.of_contexts(self._facts.contexts_of(method)).loops}
        for target, value in self._assigned_attributes(owner).get(attribute.attrname, ()):
            writer = target.frame()
            same = writer is method
            if target.expr.as_string() != (attribute.expr.name if same else _receiver(writer)):
                continue
            if not same and attribute.expr.name != _receiver(method):
                continue
            for loop, frame in self._changes(value, target, path, depth - 1).items():
                # Each round of the loop must lead to the place that reads the attribute.
                if loop in here if same else loop in above:
                    out[loop] = frame
        return out

    @remembered
    def _assigned_attributes(self, owner: nodes.ClassDef) -> dict[str, list[tuple[nodes.AssignAttr, nodes.NodeNG]]]:
        """What the methods of a class assign to attributes, by name."""
        found: dict[str, list[tuple[nodes.AssignAttr, nodes.NodeNG]]] = {}
        for method in owner.mymethods():
            for each in statements(method):
                for target in each.targets if isinstance(each, nodes.Assign) else ():
                    if isinstance(target, nodes.AssignAttr):
                        found.setdefault(target.attrname, []).append((target, each.value))
        return found

    def _one(self, loop: nodes.NodeNG, path: str) -> _Loops:
        return {self._repetition.loop(loop, path): loop.frame()}

    def _leaves(self, expression: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
        """The names, attributes and calls that make the value; not what is only asked for its shape or length."""
        if isinstance(expression, nodes.Attribute) and expression.attrname in _STEADY:
            return
        if isinstance(expression, nodes.Compare) or (isinstance(expression, nodes.UnaryOp) and expression.op == "not"):
            # It is true or false, in as many rounds as there may be.
            return
        if isinstance(expression, (nodes.Name, nodes.Attribute, nodes.Call)):
            yield expression
        if isinstance(expression, nodes.Call):
            if last_name(expression.func) in _STEADY:
                # What is measured may grow all the same.
                yield from (n for n in expression.args if isinstance(n, nodes.Name) and self._grows_around(n))
                return
        for child in expression.get_children():
            yield from self._leaves(child)

    def _grows_around(self, name: nodes.Name) -> bool:
        return any(name.name in _grown(loop) for loop in loops_around(name))

    def _is_fresh(self, call: nodes.NodeNG) -> bool:
        symbol = self._facts.knowledge.lookup(self._facts.callees.of(call))
        return symbol is not None and symbol.effect in _FRESH


@remembered
def _grown(loop: nodes.NodeNG) -> set[str]:
    """The names of containers to which the loop adds."""
    return {name for name in map(_added_to, loop.nodes_of_class(nodes.Call)) if name}


def _added_to(call: nodes.Call) -> str:
    """The name of the container to which a call adds; empty for other calls."""
    method = call.func
    adding = isinstance(method, nodes.Attribute) and method.attrname in ADDING
    return method.expr.name if adding and isinstance(method.expr, nodes.Name) else ""


@remembered
def _augmented(loop: nodes.NodeNG) -> set[str]:
    """The names that the loop counts up or down, or computes from their own values: `rate = rate * 0.99`."""
    return {name for each in statements(loop) for name, _, _ in _steps_of(each)}


def _steps_of(statement: nodes.NodeNG) -> Iterator[tuple[str, str, nodes.NodeNG]]:
    """The name that a statement computes from itself, with the operator and the other operand.

    `rate = max(rate * 0.99, least)` does so too, since a builtin gives one of its arguments, or makes a number of it.
    """
    if isinstance(statement, nodes.AugAssign) and isinstance(statement.target, nodes.AssignName):
        yield statement.target.name, statement.op.removesuffix("="), statement.value
    elif isinstance(statement, nodes.Assign) and len(statement.targets) == 1:
        target, value = statement.targets[0], statement.value
        for each in _computed(value) if isinstance(target, nodes.AssignName) else ():
            if mentions(each.left, target.name):
                yield target.name, each.op, each.right
            elif mentions(each.right, target.name):
                yield target.name, each.op, each.left


def _computed(value: nodes.NodeNG) -> Iterator[nodes.BinOp]:
    """The arithmetic that makes a value, itself or as an argument of a builtin."""
    if isinstance(value, nodes.BinOp):
        yield value
    elif isinstance(value, nodes.Call) and builtin_name(value.func):
        for argument in value.args:
            yield from _computed(argument)


def _without_rest(value: nodes.NodeNG, name: str, around: Iterable[nodes.NodeNG]) -> nodes.NodeNG:
    """The size of the parts of `n = min(size, total - done)`, where the loop goes on by `done += n`.

    All parts are as large but the last one, which is what is left.
    """
    if not isinstance(value, nodes.Call) or last_name(value.func) not in ("min", "minimum") or len(value.args) != 2:
        return value
    steps = {
        each.target.name
        for loop in around
        for each in loop.nodes_of_class(nodes.AugAssign)
        if isinstance(each.target, nodes.AssignName) and isinstance(each.value, nodes.Name) and each.value.name == name
    }
    sizes = [arg for arg in value.args if not any(mentions(arg, step) for step in steps)]
    return sizes[0] if len(sizes) == 1 else value


def _is_reset(loop: nodes.NodeNG, name: str) -> bool:
    """Whether the loop begins the count again, so that the loops around it bring no new numbers."""
    for each in loop.parent.nodes_of_class(nodes.Assign) if loop.parent in loops_around(loop) else ():
        if any(isinstance(target, nodes.AssignName) and target.name == name for target in each.targets):
            return True
    return False


def _is_multiplied(loop: nodes.NodeNG, name: str) -> bool:
    """Whether all that a loop does to a number is to double or halve it, or the like: it soon has no new values."""
    changes = [(op, value) for each in statements(loop) for changed, op, value in _steps_of(each) if changed == name]
    factors = [value.value if isinstance(value, nodes.Const) else None for _, value in changes]
    whole = all(isinstance(factor, int) and factor > 1 for factor in factors)
    return bool(changes) and whole and all(op in ("*", "/", "//") for op, _ in changes)


def _receiver(method: nodes.NodeNG) -> str:
    """The name under which a method knows its object; empty for what is no method."""
    arguments = method.args if isinstance(method, nodes.FunctionDef) else None
    named = [*arguments.posonlyargs, *(arguments.args or ())] if arguments is not None else []
    return named[0].name if named else ""


@remembered
def _counted(owner: nodes.ClassDef) -> set[str]:
    found = (each.target for each in statements(owner) if isinstance(each, nodes.AugAssign))
    return {target.attrname for target in found if isinstance(target, nodes.AssignAttr)}
