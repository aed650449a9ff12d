"""Whether a place is reached again when its function runs once more, over what the first run has left.

"If it is not there, make it" has many spellings: `if self.v is None`, `case None`, `len(vs) < 1`, `if self.missing()`,
`except AttributeError`, a flag that is turned, an early return. What they share is that a second run with the same
arguments does not come there again. So the function is run twice, with symbols for what is not known: first along the
way to the place, and from there to its end; then from its beginning, over the attributes, items and globals that the
first run has written. Symbols stand for the same in both runs, and a test that came out one way does so again unless
what it asks was written; what calls give is another value in each run. Methods of the object and functions of the
module are gone through at the call. Of two ways that the first run may take, the one that writes counts.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from astroid import nodes

from hybridize.program.containers import TAKING
from hybridize.program.flow.graph import swallows
from hybridize.program.flow.order import may_run_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import lookup
from hybridize.program.memory import remembered
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import last_name
from hybridize.program.writes import members_of, targets_of

_DEPTH = 3
"""Calls within calls up to which functions of the project are followed."""
_FUNCTIONS = (nodes.FunctionDef, nodes.Lambda)


class _Const(NamedTuple):
    """A constant, with its type: `0` is no `False`."""

    value: Hashable
    type: type


class _Symbol(NamedTuple):
    """Something that both runs find: an argument, a global, a part of one of these."""

    owner: Hashable
    part: Hashable


class _New(NamedTuple):
    """What an expression has given in one of the runs: an object, of which the name of its class may be known."""

    node: nodes.NodeNG
    run: int
    made_of: str
    container: bool = False


@dataclass(frozen=True, eq=False)
class _Formed:
    """What an operator makes of values: one object for each, whatever it is made of (see `_Run.formed`)."""

    how: str
    parts: tuple[object, ...]


class _Member(NamedTuple):
    """A member of an enumeration: names with the same value are one member."""

    enumeration: nodes.ClassDef
    value: str


class _AtLeast(NamedTuple):
    """A length of which the least is known."""

    number: int


class _Frame(NamedTuple):
    """One call of a function: the owner of its names."""

    scope: nodes.NodeNG
    call: nodes.NodeNG | None
    run: int


_Value = Hashable
_Cell = tuple[Hashable, Hashable]
"""An owner - an object, a frame, a scope - and the name of the attribute or variable, or the key of the item."""
_NONE = _Const(None, type(None))
_TRUE, _FALSE = _Const(True, bool), _Const(False, bool)
_LENGTH, _ANY, _TAIL = "length of", "any item of", "end of"
_LAST = _Const(-1, int)
_ABSENT = _Formed("absent", ())
_COMPARING: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_NEGATED = {"is not": "is", "!=": "==", "not in": "in"}
_OPERATORS = frozenset({"+", "-", "*", "/", "//", "%", "**", "@", "tuple"})
"""What gives no None."""
_OPPOSITE = {"+": "-", "-": "+"}
_SWAPPED = {"==": "==", "<": ">", ">": "<", "<=": ">=", ">=": "<="}
_CONTAINERS = {nodes.List: "list", nodes.Dict: "dict", nodes.Set: "set", nodes.Tuple: "tuple"}
_EMPTY_MADE = frozenset({"list", "dict", "set", "deque", "defaultdict", "OrderedDict"})
_SAME_FOR_SAME = frozenset({"abs", "float", "frozenset", "id", "int", "max", "min", "repr", "round", "str", "tuple"})
"""Builtins that give the same for arguments of which nothing was written."""
_ADDING = frozenset({"append", "add", "insert", "appendleft"})
_FILLING = frozenset({"update", "extend"})
_LACKING: dict[str, tuple[type[nodes.NodeNG], ...]] = {
    "AttributeError": (nodes.Attribute,), "KeyError": (nodes.Subscript,), "IndexError": (nodes.Subscript,),
    "LookupError": (nodes.Subscript,), "NameError": (nodes.Name,), "Exception": (nodes.Attribute, nodes.Subscript),
}  # fmt: skip
"""What Python raises where an attribute, an item or a name is not there."""


@dataclass
class _State:
    """What is known at one point of a run."""

    cells: dict[_Cell, _Value] = field(default_factory=dict)
    facts: dict[_Value, bool] = field(default_factory=dict)
    """How tests of symbols came out."""

    def copy(self) -> _State:
        return _State(dict(self.cells), dict(self.facts))


_NO_NAMES: frozenset[str] = frozenset()


def comes_again(
    node: nodes.NodeNG, called: nodes.NodeNG | None = None, renewed: frozenset[str] = _NO_NAMES
) -> bool:
    """Whether a second run of the function around a place may reach it.

    `called`: the function of the project that a call at that place leads to. `renewed`: the parameters that get another
    object in each run.
    """
    by_method = isinstance(getattr(node, "func", None), nodes.Attribute)
    return _comes_again(node, called.parent if called is not None and by_method else None, renewed)


@remembered
def _comes_again(node: nodes.NodeNG, receiver: nodes.NodeNG | None, renewed: frozenset[str]) -> bool:
    """`receiver`: where the method stands that is called at that place, as a rule the class of its object."""
    scope = node.frame()
    # The body of a module runs once.
    if node is scope or not isinstance(scope, nodes.FunctionDef) or not _has_way_around(node, scope):
        return True
    formed: dict[tuple[str, tuple[object, ...]], _Formed] = {}
    first = _Run(scope, node, receiver, 1, formed)
    left = first.run(_State())
    if first.contradicted or not first.reached:
        return True
    for (owner, part), value in left.cells.items():
        if isinstance(value, _Symbol) and value != (owner, part) and not isinstance(owner, _Frame):
            # What is kept is there.
            left.facts.setdefault(first.form("is", (value, _NONE)), False)
            left.facts.setdefault(value, True)
    second = _Run(scope, node, receiver, 2, formed)
    second.run(left, renewed)
    return second.reached


def leaves_as_it_was(node: nodes.NodeNG) -> bool:
    """Whether what a statement or call writes is, at each end of its function, what it was at the beginning.

    `before = o.mode; o.mode = "test"; …; setattr(o, "mode", before)`, `stack.append(x); …; stack.pop()`.
    """
    scope = node.frame()
    if not isinstance(scope, nodes.FunctionDef) or scope.is_generator() or not _is_written_twice(node, scope):
        return False
    run, left = _left_by(scope)
    # To look at places may run calls in them, which must change nothing for those who ask next.
    run.state = left.copy()
    cells = list(run.cells_of(node))
    return bool(cells) and all(run.is_as_it_was(cell) for cell in cells)


def _is_written_twice(node: nodes.NodeNG, scope: nodes.FunctionDef) -> bool:
    written = set(_names_written(node))
    statements = (each for kind in _WRITING for each in nodes_inside(scope, kind) if each is not node)
    return any(not written.isdisjoint(_names_written(each)) for each in statements)


def _names_written(node: nodes.NodeNG) -> Iterator[object]:
    """The names of what a statement or call writes, or holds what it writes into."""
    if not isinstance(node, nodes.Call):
        for target in (part for each in targets_of(node) for part in members_of(each)):
            yield last_name(target.value if isinstance(target, nodes.Subscript) else target)
    elif isinstance(node.func, nodes.Attribute):
        yield last_name(node.func.expr)
    elif last_name(node.func) in _NAMING and len(node.args) > 1:
        yield getattr(node.args[1], "value", None)


_NAMING = frozenset({"setattr", "delattr"})
_WRITING = (nodes.Assign, nodes.AugAssign, nodes.Call, nodes.Delete)


@remembered
def _left_by(scope: nodes.FunctionDef) -> tuple[_Run, _State]:
    """A run of a function of which nothing is known before, and what its ends leave."""
    run = _Run(scope, scope, None, 2, {})
    return run, run.run(_State())


def _has_way_around(node: nodes.NodeNG, scope: nodes.FunctionDef) -> bool:
    """Whether anything before a place could keep a second run from it: a test of something else than arguments."""
    leaving = (*nodes_inside(scope, nodes.Return), *nodes_inside(scope, nodes.Raise))
    tests = dict.fromkeys(_tests_around(node, scope))
    for test in (test for each in leaving for test in _tests_around(each, scope)):
        if may_run_before(test.parent if isinstance(test, nodes.ExceptHandler) else test, node):
            tests[test] = None
    return any(_may_change(test, scope) for test in tests)


def _tests_around(node: nodes.NodeNG, scope: nodes.FunctionDef) -> Iterator[nodes.NodeNG]:
    """What decides whether a run of the function comes to a place."""
    child, around = node, node.parent
    while child is not scope:
        if isinstance(around, nodes.ExceptHandler) or (isinstance(around, nodes.With) and swallows(around)):
            yield around
        elif isinstance(around, nodes.Match):
            yield around.subject
        elif isinstance(around, nodes.BoolOp):
            yield from around.values[: around.values.index(child)]
        elif isinstance(around, _TESTING) and child is not around.test:
            yield around.test
        child, around = around, around.parent


def _may_change(test: nodes.NodeNG, scope: nodes.FunctionDef) -> bool:
    """Whether a test may come out otherwise with the same arguments."""
    if any(True for _ in test.nodes_of_class(_HOLDING)):
        return True
    fixed = {name for name in parameter_names(scope) if len(scope.locals.get(name, ())) == 1}
    # What an argument holds may be another thing in the second run.
    fixed -= {each.name for each in nodes_inside(scope, nodes.Name) if isinstance(each.parent, _PARTS)}
    return any(name.name not in fixed for name in test.nodes_of_class(nodes.Name))


_PARTS = (nodes.Attribute, nodes.Subscript)


_HOLDING = (nodes.Attribute, nodes.Call, nodes.ExceptHandler, nodes.NamedExpr, nodes.Subscript)
_TESTING = (nodes.If, nodes.IfExp, nodes.While)


class _Run:
    """One run of a function: along the way to a place, or from the beginning as its tests say."""

    def __init__(
        self,
        scope: nodes.FunctionDef,
        target: nodes.NodeNG,
        receiver: nodes.NodeNG | None,
        number: int,
        formed: dict[tuple[str, tuple[object, ...]], _Formed],
    ) -> None:
        self.scope = scope
        self.formed = formed
        self.classes: dict[_Value, nodes.ClassDef] = {}
        self.receiver = receiver
        self.target = target
        self.number = number
        self.reached = False
        self.contradicted = False
        self.counted = {last_name(each.target) for each in nodes_inside(scope, nodes.AugAssign)}
        self.around: set[nodes.NodeNG] = set()
        each = target
        while each is not scope:
            self.around.add(each)
            each = each.parent
        self.state = _State()
        self.frames: list[_Frame] = []
        self.ends: list[_State] = []
        """The states in which the function that runs is left."""
        self.given: list[_Value] = []
        """What its `return` statements give."""

    @property
    def _forced(self) -> bool:
        """Whether this run is on the way to the place."""
        return self.number == 1 and not self.reached

    def cells_of(self, node: nodes.NodeNG) -> Iterator[_Cell]:
        """What a statement or call writes, but for local names."""
        if isinstance(node, nodes.Call):
            if isinstance(node.func, nodes.Attribute):
                yield self._evaluate(node.func.expr), _TAIL
            elif last_name(node.func) in _NAMING and len(node.args) > 1 and isinstance(node.args[1], nodes.Const):
                yield self._evaluate(node.args[0]), node.args[1].value
            return
        for target in (part for each in targets_of(node) for part in members_of(each)):
            if isinstance(target, nodes.Subscript):
                owner, key = self._evaluate(target.value), self._evaluate(target.slice)
                yield owner, _TAIL if isinstance(node, nodes.Delete) and key == _LAST else key
                continue
            cell = self._cell(target)
            if cell is not None and not isinstance(cell[0], _Frame):
                yield cell

    def is_as_it_was(self, cell: _Cell) -> bool:
        """Whether a place holds what it has held before the run."""
        return self.state.cells.get(cell) == self._at_first(cell)

    def form(self, how: str, parts: tuple[object, ...]) -> _Formed:
        """The result of an operator, as a symbol: the same operator and values give the same symbol."""
        return self.formed.setdefault((how, parts), _Formed(how, parts))

    def run(self, state: _State, renewed: frozenset[str] = _NO_NAMES) -> _State:
        """Run the function; what its ends leave."""
        self.state = state
        frame = _Frame(self.scope, None, self.number)
        self.frames.append(frame)
        names = parameter_names(self.scope)
        for name in names:
            state.cells[frame, name] = _Symbol(self.scope, (name, "another") if name in renewed else name)
        if isinstance(self.scope.parent, nodes.ClassDef):
            self.classes = {state.cells[frame, name]: self.scope.parent for name in names[:1]}
        if isinstance(self.receiver, nodes.ClassDef):
            self.classes.setdefault(self._evaluate(self.target.func.expr), self.receiver)
        if self._block(self.scope.body):
            self.ends.append(self.state)
        return self._join(self.ends) if self.ends else self.state

    def _join(self, states: Sequence[_State], over: _Value | None = None) -> _State:
        """What holds where ways meet: a cell that only some write counts as written in the first run.

        `over`: what a loop goes through whose rounds meet what was before.
        """
        first, *rest = states
        for other in rest:
            cells = dict(first.cells)
            for cell in {*first.cells, *other.cells}:
                one, two = first.cells.get(cell), other.cells.get(cell)
                if one != two:
                    cells[cell] = self._either(cell, one, two, over)
            facts = {test: holds for test, holds in first.facts.items() if other.facts.get(test) is holds}
            first = _State(cells, facts)
        return first

    def _either(self, cell: _Cell, one: _Value | None, two: _Value | None, over: _Value | None = None) -> _Value:
        written = [each for each in (one, two) if each is not None]
        made = [each for each in written if not isinstance(each, _Const) and each != _ABSENT]
        if self.number == 1 and len(written) == 1:
            return written[0]
        if self.number == 1 and len(made) == 1:
            return made[0]
        if over is not None and len(written) == 2:
            # The same rounds lead from the same to the same.
            return self.form("rounds", (over, cell[1], one, two))
        return self.form("either", (cell, self.number))

    # Statements: each says whether the run goes on behind it ---------------------------------------------------------

    def _block(self, body: Sequence[nodes.NodeNG]) -> bool:
        return all(map(self._statement, body))

    def _statement(self, node: nodes.NodeNG) -> bool:
        if node is self.target:
            self.reached = True
        handler = _STATEMENTS.get(type(node))
        if handler is not None:
            return handler(self, node)
        for child in node.get_children():
            self._evaluate(child)
        return True

    def _skip(self, node: nodes.NodeNG) -> bool:
        return True

    def _leave(self, node: nodes.Return) -> bool:
        value = self._evaluate(node.value) if node.value is not None else _NONE
        if not self._forced or len(self.frames) > 1:
            self.ends.append(self.state)
            self.given.append(value)
        return False

    def _stop(self, node: nodes.NodeNG) -> bool:
        for child in node.get_children():
            self._evaluate(child)
        return False

    def _assume(self, test: nodes.NodeNG, outcome: bool) -> None:
        """Take a test to come out so."""
        if isinstance(test, nodes.UnaryOp) and test.op == "not":
            self._assume(test.operand, not outcome)
        elif isinstance(test, nodes.BoolOp) and (test.op == "and") is outcome:
            for part in test.values:
                self._assume(part, outcome)
        else:
            self._take(self._evaluate(test), outcome)

    def _take(self, value: _Value, outcome: bool) -> None:
        found = self._truth(value)
        if found is not None:
            self.contradicted |= found is not outcome
            return
        self.state.facts[value] = outcome

    def _if(self, node: nodes.If) -> bool:
        return self._branch(node, node.test, node.body, node.orelse)

    def _branch(
        self, node: nodes.NodeNG, test: nodes.NodeNG, body: Sequence[nodes.NodeNG], orelse: Sequence[nodes.NodeNG]
    ) -> bool:
        if self._forced and node in self.around and test not in self.around:
            outcome = not self.around.isdisjoint(body)
            self._assume(test, outcome)
            return self._block(body if outcome else orelse)
        truth = self._truth(self._evaluate(test))
        if truth is not None:
            return self._block(body if truth else orelse)
        return self._ways([(body, test, True), (orelse, test, False)])

    def _ways(self, ways: Sequence[tuple[Sequence[nodes.NodeNG], nodes.NodeNG | None, bool]]) -> bool:
        """Go each of several ways, from where the run is; whether any goes on."""
        before, arriving = self.state, []
        for block, test, outcome in ways:
            self.state = before.copy()
            if test is not None:
                self._assume(test, outcome)
            if self._block(block):
                arriving.append(self.state)
        if arriving:
            self.state = self._join(arriving)
        return bool(arriving)

    def _for(self, node: nodes.For) -> bool:
        over = self._evaluate(node.iter)
        forced = self._forced and node in self.around and self.around.isdisjoint(node.orelse)
        before = self.state.copy()
        self._assign(node.target, _Symbol(node, "each"))
        self._loop(node.body, before, forced and node.iter not in self.around, over)
        return self._block(node.orelse)

    def _loop(
        self, body: Sequence[nodes.NodeNG], before: _State, forced: bool, over: _Value | None = None
    ) -> None:
        self._block(body)
        if not forced:
            self.state = self._join([before, self.state], over)

    def _while(self, node: nodes.While) -> bool:
        if self._forced and not self.around.isdisjoint(node.body):
            self._assume(node.test, True)
            self._block(node.body)
            return True
        truth = self._truth(self._evaluate(node.test))
        if truth is not False:
            self._loop(node.body, self.state.copy(), False)
        return self._block(node.orelse)

    def _with(self, node: nodes.With) -> bool:
        for manager, target in node.items:
            value = self._evaluate(manager)
            if target is not None:
                self._assign(target, value)
        if not swallows(node):
            return self._block(node.body)
        before = self.state.copy()
        arriving = [self.state] if self._block(node.body) else []
        self.state = before
        if not self._is_found(node.body, [each for call, _ in node.items for each in getattr(call, "args", ())]):
            arriving.append(before)
        if arriving:
            self.state = self._join(arriving)
        return bool(arriving)

    def _try(self, node: nodes.Try) -> bool:
        left = len(self.ends)
        forced = self._forced and node in self.around
        handlers = [each for each in node.handlers if not forced or each in self.around]
        if forced and handlers:
            goes_on = self._block(handlers[0].body)
        else:
            before = self.state.copy()
            goes_on = self._block([*node.body, *node.orelse])
            arriving = [self.state] if goes_on else []
            for handler in () if forced else handlers:
                self.state = before.copy()
                if not self._is_found(node.body, _caught(handler)) and self._block(handler.body):
                    arriving.append(self.state)
            goes_on = bool(arriving)
            if arriving:
                self.state = self._join(arriving)
        for number in range(left, len(self.ends) if node.finalbody else 0):
            end = self.state
            self.state = self.ends[number]
            self._block(node.finalbody)
            self.ends[number], self.state = self.state, end if goes_on else end.copy()
        return self._block(node.finalbody) and goes_on

    def _is_found(self, body: Sequence[nodes.NodeNG], caught: Sequence[nodes.NodeNG | None]) -> bool:
        """Whether something that may not have been there, whose lack raises what is caught, is there now."""
        kinds = tuple(kind for each in caught for kind in _LACKING.get(last_name(each) or "Exception", ()))
        reads = (read for statement in body for read in statement.nodes_of_class(kinds)) if kinds else ()
        return any(self._is_there(read) for read in reads)

    def _is_there(self, read: nodes.NodeNG) -> bool:
        if isinstance(read, nodes.Subscript):
            return self._contains(self._evaluate(read.value), self._evaluate(read.slice)) is True
        cell = self._cell(read)
        if cell is None or isinstance(cell[0], _Frame):
            return False
        return self.state.cells.get(cell, _ABSENT) != _ABSENT

    def _match(self, node: nodes.Match) -> bool:
        subject = self._evaluate(node.subject)
        forced = self._forced and node in self.around and node.subject not in self.around
        before, arriving, left_over = self.state, [], True
        for case in node.cases:
            value = self._matches(subject, case.pattern)
            if case.guard is not None:
                value = self.form("guard", (case, self.number)) if self._truth(value) is not False else value
            chosen = case in self.around
            if forced and not chosen:
                self._take(value, False)
                continue
            truth = True if forced else self._truth(value)
            if truth is not False:
                if forced:
                    self._take(value, True)
                self.state = before if forced else before.copy()
                for name in case.pattern.nodes_of_class(nodes.AssignName):
                    self._assign(name, subject)
                if self._block(case.body):
                    arriving.append(self.state)
            if truth:
                left_over = False
                break
        if left_over:
            arriving.append(before)
        if arriving:
            self.state = self._join(arriving)
        return bool(arriving)

    def _matches(self, subject: _Value, pattern: nodes.NodeNG) -> _Value:
        if isinstance(pattern, nodes.MatchAs):
            return _TRUE if pattern.pattern is None else self._matches(subject, pattern.pattern)
        if isinstance(pattern, nodes.MatchSingleton):
            return self._compared("is", subject, _Const(pattern.value, type(pattern.value)))
        if isinstance(pattern, nodes.MatchValue):
            return self._compared("==", subject, self._evaluate(pattern.value))
        if isinstance(pattern, nodes.MatchOr):
            found = [self._truth(self._matches(subject, each)) for each in pattern.patterns]
            if True in found or set(found) == {False}:
                return _TRUE if True in found else _FALSE
        if isinstance(pattern, nodes.MatchClass):
            return self._is_of(subject, [pattern.cls])
        return self.form("match", (subject, pattern))

    def _assign_all(self, node: nodes.Assign | nodes.AnnAssign) -> bool:
        if node.value is not None:
            value = self._evaluate(node.value)
            for target in targets_of(node):
                self._assign(target, value, node.value)
        return True

    def _assign(self, target: nodes.NodeNG, value: _Value, written: nodes.NodeNG | None = None) -> None:
        if isinstance(target, (nodes.Tuple, nodes.List)):
            parts = written.elts if isinstance(written, (nodes.Tuple, nodes.List)) else []
            for position, each in enumerate(target.elts):
                alike = len(parts) == len(target.elts)
                part = self._evaluate(parts[position]) if alike else self._read((value, _Const(position, int)))
                self._assign(each, part)
            return
        if isinstance(target, nodes.Starred):
            target = target.value
        if isinstance(target, nodes.Subscript):
            self._put(self._evaluate(target.value), self._evaluate(target.slice), value)
            return
        cell = self._cell(target)
        if cell is not None:
            self.state.cells[cell] = value

    def _put(self, owner: _Value, key: _Value, value: _Value) -> None:
        self.state.cells[owner, key] = value
        self._lengthen(owner, 0)

    def _lengthen(self, owner: _Value, by: int) -> None:
        length = self._read((owner, _LENGTH))
        least = length.number if isinstance(length, _AtLeast) else 0
        if isinstance(length, _Const) and isinstance(length.value, int):
            least = length.value
        self.state.cells[owner, _LENGTH] = _AtLeast(max(1, least + by))

    def _augment(self, node: nodes.AugAssign) -> bool:
        change = self._evaluate(node.value)
        old = self._evaluate(node.target)
        if node.op == "+=" and isinstance(node.value, (nodes.List, nodes.ListComp)):
            self._lengthen(old, 1)
            return True
        self._assign(node.target, self._computed(node.op[:-1], old, change))
        return True

    def _computed(self, how: str, left: _Value, right: _Value) -> _Value:
        if isinstance(left, _Const) and isinstance(right, _Const) and how in ("+", "-"):
            one, two = left.value, right.value
            if isinstance(one, int) and isinstance(two, int):
                return _Const(one + two if how == "+" else one - two, int)
        if isinstance(left, _Formed) and how == _OPPOSITE.get(left.how) and left.parts[1:] == (right,):
            # `n + 1 - 1`
            return left.parts[0]
        return self.form(how, (left, right))

    def _delete(self, node: nodes.Delete) -> bool:
        for target in node.targets:
            if isinstance(target, nodes.Subscript):
                owner, key = self._evaluate(target.value), self._evaluate(target.slice)
                self._take_last(owner, key == _LAST)
                self.state.cells[owner, key] = _ABSENT
                continue
            cell = self._cell(target)
            if cell is not None:
                self.state.cells[cell] = _ABSENT
        return True

    def _define(self, node: nodes.NodeNG) -> bool:
        self.state.cells[self.frames[-1], node.name] = _New(node, self.number, "function")
        return True

    # Places ----------------------------------------------------------------------------------------------------------

    def _cell(self, node: nodes.NodeNG) -> _Cell | None:
        """The place that a name or attribute stands for."""
        if isinstance(node, (nodes.Attribute, nodes.AssignAttr, nodes.DelAttr)):
            return self._evaluate(node.expr), node.attrname
        if not isinstance(node, (nodes.Name, nodes.AssignName, nodes.DelName)):
            return None
        frame = self.frames[-1]
        scope = node.scope()
        said = [*nodes_inside(frame.scope, nodes.Global), *nodes_inside(frame.scope, nodes.Nonlocal)]
        if node.name in frame.scope.locals and not any(node.name in each.names for each in said):
            return frame if isinstance(frame.scope, nodes.FunctionDef) else frame.scope, node.name
        if scope is not frame.scope and node.name in scope.locals:
            # A comprehension.
            return frame, node.name
        owner, _ = scope.root().lookup(node.name) if any(node.name in each.names for each in said) else lookup(node)
        return owner, node.name

    def _read(self, cell: _Cell) -> _Value:
        value = self.state.cells.get(cell)
        if value is None or value == _ABSENT:
            return self._at_first(cell) if value is None else self.form("nothing", (cell, self.number))
        return value

    def _at_first(self, cell: _Cell) -> _Value:
        """What a place holds before the first run: a symbol, or the number that the program begins with."""
        owner, name = cell
        if name not in self.counted:
            return _member(owner, name) or _Symbol(owner, name)
        scope: nodes.NodeNG | None = owner if isinstance(owner, nodes.Module) else self._class_of(owner)
        begun = set()
        for each in nodes_inside(scope, nodes.Assign) if scope is not None else ():
            constant = each.value.value if isinstance(each.value, nodes.Const) else None
            if type(constant) is int and each.frame() is not self.scope:
                begun |= {constant for target in each.targets if _is_named(target, name, scope)}
        return _Const(begun.pop(), int) if len(begun) == 1 else _Symbol(owner, name)

    def _class_of(self, owner: object) -> nodes.ClassDef | None:
        """The class of an object: of the one that the method which runs is called on, or that the place is about."""
        return self.classes.get(owner)

    # Expressions -----------------------------------------------------------------------------------------------------

    def _evaluate(self, node: nodes.NodeNG) -> _Value:
        if node is self.target:
            self.reached = True
        handler = _EXPRESSIONS.get(type(node))
        if handler is not None:
            return handler(self, node)
        for child in node.get_children():
            if not isinstance(child, _FUNCTIONS):
                self._evaluate(child)
        return _New(node, self.number, "")

    def _constant(self, node: nodes.Const) -> _Value:
        return _Const(node.value, type(node.value))

    def _name(self, node: nodes.Name) -> _Value:
        cell = self._cell(node)
        return self._read(cell) if cell is not None else _New(node, self.number, "")

    def _attribute(self, node: nodes.Attribute) -> _Value:
        owner = self._evaluate(node.expr)
        if node.attrname == "__dict__":
            return self.form("vars", (owner,))
        method = self._method(owner, node.attrname)
        if method is not None and (owner, node.attrname) not in self.state.cells and _is_property(method):
            return self._through(node, method, [owner], {})
        return self._read((owner, node.attrname))

    def _subscript(self, node: nodes.Subscript) -> _Value:
        owner = self._evaluate(node.value)
        return self._read((owner, self._evaluate(node.slice)))

    def _display(self, node: nodes.List | nodes.Dict | nodes.Set | nodes.Tuple) -> _Value:
        parts = [each for pair in node.items for each in pair] if isinstance(node, nodes.Dict) else node.elts
        made = _New(node, self.number, _CONTAINERS[type(node)], True)
        values = [self._evaluate(each) for each in parts]
        if isinstance(node, nodes.Tuple):
            return self.form("tuple", tuple(values))
        self.state.cells[made, _LENGTH] = _Const(len(parts), int)
        return made

    def _walrus(self, node: nodes.NamedExpr) -> _Value:
        value = self._evaluate(node.value)
        self._assign(node.target, value)
        return value

    def _not(self, node: nodes.UnaryOp) -> _Value:
        value = self._evaluate(node.operand)
        if node.op == "-" and isinstance(value, _Const) and isinstance(value.value, int):
            return _Const(-value.value, int)
        return self._negated(value) if node.op == "not" else self.form(node.op, (value,))

    def _negated(self, value: _Value) -> _Value:
        truth = self._truth(value)
        if truth is not None:
            return _FALSE if truth else _TRUE
        return value.parts[0] if isinstance(value, _Formed) and value.how == "not" else self.form("not", (value,))

    def _formatted_text(self, node: nodes.JoinedStr | nodes.FormattedValue) -> _Value:
        return self.form("text", tuple(self._evaluate(each) for each in node.get_children()))

    def _operation(self, node: nodes.BinOp) -> _Value:
        left, right = self._evaluate(node.left), self._evaluate(node.right)
        if isinstance(left, _New) and left.container and node.op in ("+", "*"):
            return _New(node, self.number, left.made_of, True)
        return self._computed(node.op, left, right)

    def _bool(self, node: nodes.BoolOp) -> _Value:
        values: list[_Value] = []
        before: _State | None = None
        last: _Value = _NONE
        for part in node.values:
            if self._forced and node in self.around and part not in self.around and part is not node.values[-1]:
                self._assume(part, node.op == "and")
                continue
            value = self._evaluate(part)
            truth = self._truth(value)
            if truth is (node.op == "or"):
                return self.form(node.op, (*values, value)) if values else value
            if truth is None:
                values.append(value)
                before = before or self.state.copy()
            last = value
        if before is not None:
            self.state = self._join([before, self.state])
        return last if not values else values[0] if len(values) == 1 else self.form(node.op, tuple(values))

    def _choice(self, node: nodes.IfExp) -> _Value:
        if self._forced and node in self.around and node.test not in self.around:
            outcome = node.body in self.around
            self._assume(node.test, outcome)
            return self._evaluate(node.body if outcome else node.orelse)
        truth = self._truth(self._evaluate(node.test))
        if truth is not None:
            return self._evaluate(node.body if truth else node.orelse)
        one, two = self._evaluate(node.body), self._evaluate(node.orelse)
        return one if one == two else self._either((node, ""), one, two)

    def _compare(self, node: nodes.Compare) -> _Value:
        left = self._evaluate(node.left)
        if len(node.ops) > 1:
            return self.form("chain", (left, *(self._evaluate(each) for _, each in node.ops)))
        how, right = node.ops[0]
        value = self._compared(_NEGATED.get(how, how), left, self._evaluate(right))
        return self._negated(value) if how in _NEGATED else value

    def _compared(self, how: str, left: _Value, right: _Value) -> _Value:
        found = self._answer(how, left, right)
        return self.form(how, (left, right)) if found is None else _TRUE if found else _FALSE

    def _answer(self, how: str, left: _Value, right: _Value) -> bool | None:
        if how == "in":
            return self._contains(right, left)
        if how in _SWAPPED and isinstance(left, _Const):
            how, left, right = _SWAPPED[how], right, left
        if isinstance(left, _Const) and isinstance(right, _Const):
            if how in ("is", "=="):
                return left.value == right.value
            one, two = left.value, right.value
            return _COMPARING[how](one, two) if isinstance(one, int) and isinstance(two, int) else None
        if isinstance(left, _Member) and isinstance(right, _Member) and left.enumeration is right.enumeration:
            return left == right if how in ("is", "==") else None
        if isinstance(left, _AtLeast) and isinstance(right, _Const) and isinstance(right.value, int):
            beyond = left.number > right.value
            if how in (">", ">="):
                return True if beyond or (how == ">=" and left.number == right.value) else None
            return False if beyond or (how == "<" and left.number == right.value) else None
        if how not in ("is", "=="):
            return None
        if left == right and isinstance(left, _Symbol) and left.owner is not self.scope:
            # An argument may be another one the next time.
            return True
        for one, two in ((left, right), (right, left)):
            if isinstance(one, _New) and one.run < self.number and how == "is":
                return False if two != one else None
            if isinstance(one, _New) and one.run < self.number and two == _NONE:
                return False
            if isinstance(one, _Formed) and one.how in _OPERATORS and two == _NONE:
                return False
            if isinstance(two, _New) and two.container and self._read((two, _LENGTH)) == _Const(0, int):
                # `vs == []`.
                return self._answer("==", self._read((one, _LENGTH)), _Const(0, int))
            if isinstance(one, _Formed) and one.how == "type" and isinstance(one.parts[0], _New):
                return self._is_type(one.parts[0], two)
        return None

    def _is_type(self, made: _New, other: _Value) -> bool | None:
        named = str(other.part) if isinstance(other, _Symbol) else ""
        return None if not named or not made.made_of else named == made.made_of

    def _contains(self, container: _Value, key: _Value) -> bool | None:
        if isinstance(container, _Formed) and container.how == "vars" and isinstance(key, _Const):
            return self._has(container.parts[0], str(key.value))
        found = self.state.cells.get((container, key))
        if found is not None:
            return found != _ABSENT
        length = self.state.cells.get((container, _LENGTH))
        if isinstance(length, _AtLeast) and isinstance(key, _Const) and type(key.value) is int:
            return True if 0 <= key.value < length.number else None
        return True if (container, _ANY) in self.state.cells else None

    def _has(self, owner: _Value, name: str) -> bool | None:
        found = self.state.cells.get((owner, name))
        return None if found is None else found != _ABSENT

    def _truth(self, value: _Value) -> bool | None:
        if isinstance(value, _Const):
            return bool(value.value)
        if isinstance(value, _AtLeast) and value.number > 0:
            return True
        if isinstance(value, (_New, _Symbol)):
            length = self.state.cells.get((value, _LENGTH))
            if isinstance(length, _Const):
                return bool(length.value)
            if isinstance(length, _AtLeast) and length.number > 0:
                return True
        if value in self.state.facts:
            return self.state.facts[value]
        if isinstance(value, _Formed) and value.how == "not":
            truth = self._truth(value.parts[0])
            return None if truth is None else not truth
        if isinstance(value, _Formed) and value.how in ("and", "or"):
            decides = value.how == "or"
            return decides if decides in map(self._truth, value.parts) else None
        if isinstance(value, _New) and value.run < self.number and not value.container:
            return True
        if isinstance(value, _Formed) and value.how == "tuple":
            return bool(value.parts)
        return None

    # Calls -----------------------------------------------------------------------------------------------------------

    def _call(self, node: nodes.Call) -> _Value:
        name = last_name(node.func)
        asks = isinstance(node.func, nodes.Name) and name in ("any", "all")
        arguments = [self._evaluate(each) for each in node.args if not (asks and _is_rounds(each))]
        named = {each.arg: self._evaluate(each.value) for each in node.keywords if each.arg is not None}
        if isinstance(node.func, nodes.Name):
            if asks and len(node.args) == 1:
                return self._quantified(node, name == "any")
            if name in _BUILTINS and arguments:
                found = _BUILTINS[name](self, node, arguments)
                if found is not None:
                    return found
            if name in _SAME_FOR_SAME and not named and all(owner not in arguments for owner, _ in self.state.cells):
                return self.form(name, tuple(arguments))
            _, bound = lookup(node.func)
            if len(bound) == 1 and isinstance(bound[0], nodes.FunctionDef):
                return self._through(node, bound[0], arguments, named)
            container = name in _EMPTY_MADE
        else:
            owner = self._evaluate(node.func.expr if isinstance(node.func, nodes.Attribute) else node.func)
            method = self._method(owner, name)
            if method is not None:
                return self._through(node, method, [owner, *arguments], named)
            found = self._by_method(owner, name, arguments, node)
            if found is not None:
                return found
            container = name in _EMPTY_MADE
        made = _New(node, self.number, name, container)
        if container and not node.args:
            self.state.cells[made, _LENGTH] = _Const(0, int)
        return made

    def _by_method(self, owner: _Value, name: str, arguments: Sequence[_Value], node: nodes.Call) -> _Value | None:
        """What methods do that all containers have, whatever else has one of that name."""
        if name == "build":
            # Keras says by itself that it has been done.
            self.state.cells[owner, "built"] = _TRUE
        elif name == "get" and arguments:
            if isinstance(owner, _Formed) and owner.how == "vars":
                key = arguments[0]
                return self._get(owner.parts[0], key.value if isinstance(key, _Const) else key, arguments)
            return self._get(owner, arguments[0], arguments)
        elif name == "keys":
            return owner
        elif name in _ADDING and arguments:
            self._put_last(owner, arguments[-1] if name == "append" else _New(node, self.number, ""))
            self.state.cells[owner, arguments[-1]] = _TRUE
            self._lengthen(owner, 1)
        elif name in ("setdefault", "__setitem__") and arguments:
            self._put(owner, arguments[0], arguments[-1])
        elif name in _FILLING and (arguments or node.keywords):
            self._put_last(owner, _New(node, self.number, ""))
            self.state.cells[owner, _ANY] = _TRUE
            self._lengthen(owner, 0)
        elif name in TAKING:
            self._take_last(owner, name == "pop" and arguments in ([], [_LAST]))
            for cell in [each for each in self.state.cells if each[0] == owner and not isinstance(each[1], str)]:
                del self.state.cells[cell]
            self.state.cells.pop((owner, _ANY), None)
            self.state.cells[owner, _LENGTH] = self.form("length", (node, self.number))
        return None

    def _put_last(self, owner: _Value, value: _Value) -> None:
        self.state.cells[owner, _TAIL] = self.form("longer", (self._read((owner, _TAIL)), value))

    def _take_last(self, owner: _Value, takes_last: bool) -> None:
        end = self._read((owner, _TAIL))
        if takes_last and isinstance(end, _Formed) and end.how == "longer":
            self.state.cells[owner, _TAIL] = end.parts[0]
        else:
            self.state.cells[owner, _TAIL] = self.form("shorter", (end, takes_last))

    def _get(self, owner: _Value, key: _Value, arguments: Sequence[_Value]) -> _Value:
        """`parts.get(key)`, `getattr(part, "name", None)`."""
        value = self.state.cells.get((owner, key))
        if value is not None and value != _ABSENT:
            return value
        default = arguments[-1] if len(arguments) > 1 else _NONE
        return self.form("get", (owner, key, default))

    def _ask_attribute(self, node: nodes.Call, arguments: Sequence[_Value]) -> _Value | None:
        """`hasattr`, `getattr`, `setattr`, `delattr`."""
        owner, named = arguments[0], arguments[1] if len(arguments) > 1 else None
        if named is None:
            return None
        key = named.value if isinstance(named, _Const) else named
        name = last_name(node.func)
        if name == "setattr":
            self.state.cells[owner, key] = arguments[-1]
        elif name == "delattr":
            self.state.cells[owner, key] = _ABSENT
        elif name == "getattr" and len(arguments) == 2:
            return self._read((owner, key))
        elif name == "getattr":
            return self._get(owner, key, arguments[1:])
        else:
            found = self.state.cells.get((owner, key))
            return self.form("hasattr", (owner, key)) if found is None else _FALSE if found == _ABSENT else _TRUE
        return _NONE

    def _ask_type(self, node: nodes.Call, arguments: Sequence[_Value]) -> _Value | None:
        if len(node.args) != 2:
            return None
        wanted = node.args[1]
        return self._is_of(arguments[0], wanted.elts if isinstance(wanted, nodes.Tuple) else [wanted])

    def _is_of(self, value: _Value, classes: Sequence[nodes.NodeNG]) -> _Value:
        names = tuple(map(self._class_name, classes))
        if names == ("NoneType",):
            return self._compared("is", value, _NONE)
        kind = value.type.__name__ if isinstance(value, _Const) else value.made_of if isinstance(value, _New) else ""
        if kind in names and kind:
            return _TRUE
        if isinstance(value, _Const):
            return _FALSE
        return self.form("isinstance", (value, names))

    def _class_name(self, node: nodes.NodeNG) -> str:
        """The name of a class, which `type` may give: `type(None)`."""
        value = self._evaluate(node) if isinstance(node, nodes.Call) else None
        of = value.parts[0] if isinstance(value, _Formed) and value.how == "type" else None
        return of.type.__name__ if isinstance(of, _Const) else last_name(node)

    def _ask_len(self, node: nodes.Call, arguments: Sequence[_Value]) -> _Value | None:
        return self._read((arguments[0], _LENGTH))

    def _ask_bool(self, node: nodes.Call, arguments: Sequence[_Value]) -> _Value | None:
        return arguments[0]

    def _ask_vars(self, node: nodes.Call, arguments: Sequence[_Value]) -> _Value | None:
        return self.form("vars", (arguments[0],))

    def _form_type(self, node: nodes.Call, arguments: Sequence[_Value]) -> _Value | None:
        return self.form("type", (arguments[0],)) if len(arguments) == 1 else None

    def _quantified(self, node: nodes.Call, some: bool) -> _Value:
        """`any(each is None for each in (self.v, self.w))`, `all([self.v, self.w])`."""
        truths = [self._truth(each) for each in self._members(node.args[0])]
        if some in truths:
            return _TRUE if some else _FALSE
        if truths and None not in truths:
            return _FALSE if some else _TRUE
        return _New(node, self.number, "")

    def _members(self, rounds: nodes.NodeNG) -> Iterator[_Value]:
        if isinstance(rounds, (nodes.Tuple, nodes.List)):
            yield from map(self._evaluate, rounds.elts)
        elif _is_rounds(rounds) and len(rounds.generators) == 1 and not rounds.generators[0].ifs:
            shown = rounds.generators[0].iter
            for each in shown.elts if isinstance(shown, (nodes.Tuple, nodes.List)) else ():
                self._assign(rounds.generators[0].target, self._evaluate(each))
                yield self._evaluate(rounds.elt)

    def _method(self, owner: _Value, name: str) -> nodes.FunctionDef | None:
        """The method of the class around the function that runs, or of one that it inherits from in its module."""
        cls = self._class_of(owner)
        for each in _lineage(cls) if cls is not None else ():
            found = each.locals.get(name, ())
            if found:
                return found[-1] if isinstance(found[-1], nodes.FunctionDef) else None
        return None

    def _through(
        self, node: nodes.NodeNG, function: nodes.FunctionDef, arguments: list[_Value], named: dict[str, _Value]
    ) -> _Value:
        """Go through a function at its call; what it gives."""
        if len(self.frames) > _DEPTH or any(each.scope is function for each in self.frames) or function.is_generator():
            return _New(node, self.number, "")
        marks = {last_name(each) for each in (function.decorators.nodes if function.decorators else ())}
        given = arguments[1:] if "staticmethod" in marks and isinstance(function.parent, nodes.ClassDef) else arguments
        frame = _Frame(function, node, self.number)
        for name, value in (*zip(parameter_names(function), given, strict=False), *named.items()):
            self.state.cells[frame, name] = value
        for name, default in _defaults(function):
            self.state.cells.setdefault((frame, name), self._evaluate(default))
        kept = self.ends, self.given
        self.ends, self.given = [], []
        self.frames.append(frame)
        if self._block(function.body):
            self.ends.append(self.state)
            self.given.append(_NONE)
        self.frames.pop()
        ends, values = self.ends, self.given
        self.ends, self.given = kept
        if ends:
            self.state = self._join(ends)
        return values[0] if len(set(values)) == 1 else _New(node, self.number, "")


def _caught(handler: nodes.ExceptHandler) -> Sequence[nodes.NodeNG | None]:
    return list(handler.type.elts) if isinstance(handler.type, nodes.Tuple) else [handler.type]


def _is_rounds(node: nodes.NodeNG) -> bool:
    return isinstance(node, (nodes.GeneratorExp, nodes.ListComp))


def _is_named(target: nodes.NodeNG, name: object, scope: nodes.NodeNG) -> bool:
    """Whether a target is a name of a module, or an attribute that a method of a class, or the class itself, sets."""
    if isinstance(target, nodes.AssignAttr):
        return target.attrname == name and target.frame().parent is scope
    return isinstance(target, nodes.AssignName) and target.name == name and target.frame() is scope


def _is_property(method: nodes.FunctionDef) -> bool:
    marks = method.decorators.nodes if method.decorators else ()
    return any(last_name(mark) in ("property", "cached_property") for mark in marks)


def _lineage(cls: nodes.ClassDef) -> Iterator[nodes.ClassDef]:
    yield cls
    for base in cls.bases:
        _, found = lookup(base) if isinstance(base, nodes.Name) else (None, [])
        for each in found:
            if isinstance(each, nodes.ClassDef) and each is not cls:
                yield from _lineage(each)


def _member(owner: object, name: Hashable) -> _Value | None:
    """What a name stands for that a module, or an enumeration of it, binds once, to a constant."""
    if isinstance(owner, nodes.Module):
        value = _sole_value(owner, name)
        return _Const(value.value, type(value.value)) if isinstance(value, nodes.Const) else None
    if not isinstance(owner, _Symbol) or not isinstance(owner.owner, nodes.Module):
        return None
    bound = owner.owner.locals.get(owner.part, ())
    cls = bound[0] if len(bound) == 1 else None
    if not isinstance(cls, nodes.ClassDef) or not any(last_name(each).endswith(_ENUMERATIONS) for each in cls.bases):
        return None
    value = _sole_value(cls, name)
    of_its_own = isinstance(value, nodes.Call) and last_name(value.func) == "auto"
    return _Member(cls, str(name) if of_its_own else value.as_string()) if value is not None else None


def _sole_value(scope: nodes.Module | nodes.ClassDef, name: Hashable) -> nodes.NodeNG | None:
    """The value of the one assignment that binds a name alone."""
    bound = scope.locals.get(name, ())
    given = bound[0].parent if len(bound) == 1 else None
    return given.value if isinstance(given, nodes.Assign) and bound[0] in given.targets else None


_ENUMERATIONS = ("Enum", "Flag")
"""How the names of the classes end whose attributes are members."""


def _defaults(function: nodes.FunctionDef) -> Iterator[tuple[str, nodes.NodeNG]]:
    names = [each.name for each in (*function.args.posonlyargs, *function.args.args)]
    defaults = function.args.defaults or []
    yield from zip(names[len(names) - len(defaults) :], defaults, strict=True)
    for each, default in zip(function.args.kwonlyargs, function.args.kw_defaults or (), strict=True):
        if default is not None:
            yield each.name, default


_STATEMENTS: dict[type[nodes.NodeNG], Callable[[_Run, nodes.NodeNG], bool]] = {
    nodes.Return: _Run._leave, nodes.Raise: _Run._stop, nodes.Break: _Run._stop, nodes.Continue: _Run._stop,
    nodes.If: _Run._if, nodes.For: _Run._for, nodes.While: _Run._while, nodes.With: _Run._with,
    nodes.Try: _Run._try, nodes.Match: _Run._match, nodes.Assign: _Run._assign_all, nodes.AnnAssign: _Run._assign_all,
    nodes.AugAssign: _Run._augment, nodes.Delete: _Run._delete, nodes.FunctionDef: _Run._define,
    nodes.ClassDef: _Run._define, nodes.Import: _Run._skip, nodes.ImportFrom: _Run._skip, nodes.Global: _Run._skip,
    nodes.Nonlocal: _Run._skip, nodes.Pass: _Run._skip,
}  # fmt: skip
_EXPRESSIONS: dict[type[nodes.NodeNG], Callable[[_Run, nodes.NodeNG], _Value]] = {
    nodes.Const: _Run._constant, nodes.Name: _Run._name, nodes.AssignName: _Run._name,
    nodes.Attribute: _Run._attribute, nodes.AssignAttr: _Run._attribute, nodes.Subscript: _Run._subscript,
    nodes.List: _Run._display, nodes.Dict: _Run._display, nodes.Set: _Run._display, nodes.Tuple: _Run._display,
    nodes.NamedExpr: _Run._walrus, nodes.UnaryOp: _Run._not, nodes.BinOp: _Run._operation, nodes.BoolOp: _Run._bool,
    nodes.IfExp: _Run._choice, nodes.Compare: _Run._compare, nodes.Call: _Run._call,
    nodes.JoinedStr: _Run._formatted_text, nodes.FormattedValue: _Run._formatted_text,
}  # fmt: skip
_BUILTINS: dict[str, Callable[[_Run, nodes.Call, Sequence[_Value]], _Value | None]] = {
    "hasattr": _Run._ask_attribute, "getattr": _Run._ask_attribute, "setattr": _Run._ask_attribute,
    "delattr": _Run._ask_attribute, "isinstance": _Run._ask_type, "len": _Run._ask_len, "bool": _Run._ask_bool,
    "vars": _Run._ask_vars, "type": _Run._form_type,
}  # fmt: skip
