"""What a function does when it runs once more, over what the first run has left, and what it leaves as it was.

"If it is not there, make it" has many spellings: `if self.v is None`, `case None`, `len(vs) < 1`, `if self.missing()`,
`except AttributeError`, a flag that is turned, an early return. What they share is that a second run with the same
arguments does not come there again. So the function is run twice, with symbols for what is not known: first along the
way to the place, and from there to its end; then from its beginning, over the attributes, items and globals that the
first run has written. Symbols stand for the same in both runs, and a test that came out one way does so again unless
what it asks was written; what calls give is another value in each run. Methods of the object and functions of the
module are gone through at the call. Of two ways that the first run may take, the one that writes counts.

A statement that writes happens once, too, if the second run finds there what it writes: `self.v = self.v or make()`.
What is put back is seen in one run, at whose ends a place holds what it has held before; a context manager is entered
and left in one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence, Set
from dataclasses import dataclass, field
from typing import NamedTuple

from astroid import nodes

from hybridize.program.calls import is_written_out
from hybridize.program.containers import TAKING
from hybridize.program.flow.graph import swallows
from hybridize.program.flow.order import may_run_before
from hybridize.program.functions import decorators_of
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import lookup
from hybridize.program.memory import remembered
from hybridize.program.scopes import parameter_names
from hybridize.program.setting_up import constructs
from hybridize.program.syntax import last_name
from hybridize.program.writes import is_local_name, members_of, targets_of

_DEPTH = 3
"""Calls within calls up to which functions of the project are followed."""
_FEW = 8
"""Rounds of a loop that are gone through one by one."""
_ENDING = (nodes.Break, nodes.Return)
_LEAVING = (*_ENDING, nodes.Continue, nodes.Raise)


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
_FIRST, _LAST = _Const(0, int), _Const(-1, int)
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
_ADDING = {"append": _LAST, "add": None, "insert": None, "appendleft": _FIRST, "__enter__": _LAST}
"""What puts something into a container, or begins something, with the end at which it stands then."""
_TAKEN = {"pop": _LAST, "popleft": _FIRST, "__exit__": _LAST}
"""What takes out what stands at an end."""
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
    by_method = isinstance(getattr(node, "func", node), nodes.Attribute)
    return _comes_again(node, called.parent if called is not None and by_method else None, renewed)


@remembered
def _comes_again(node: nodes.NodeNG, receiver: nodes.NodeNG | None, renewed: frozenset[str]) -> bool:
    """`receiver`: where the method stands that is called at that place, as a rule the class of its object."""
    scope = node.frame()
    # The body of a module runs once.
    if node is scope or not isinstance(scope, nodes.FunctionDef):
        return True
    if not _may_keep(node) and not _has_way_around(node, scope):
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
    second.state = left
    if node in first.written or _sets_default(node):
        second.keep(first.written.get(node, ()))
    second.run(left, renewed)
    return second.reached


def _may_keep(node: nodes.NodeNG) -> bool:
    """Whether a statement may leave what is there: `self.v = self.v or make()`, `parts.setdefault(key, part)`."""
    if not isinstance(node, (nodes.Assign, nodes.AugAssign)):
        return _sets_default(node) or isinstance(node, nodes.Attribute)
    written = set(_names_written(node))
    return any(last_name(each) in written for each in node.value.nodes_of_class(_NAMES))


def _sets_default(node: nodes.NodeNG) -> bool:
    return isinstance(node, nodes.Call) and last_name(node.func) == "setdefault"


_NAMES = (nodes.Attribute, nodes.Name)


@remembered
def leaves_as_it_was(node: nodes.NodeNG) -> bool:
    """Whether what a statement or call writes is, at each end of its function, what it was at the beginning.

    `before = o.mode; o.mode = "test"; …; setattr(o, "mode", before)`, `stack.append(x); …; stack.pop()`. Of a context
    manager that is the end of its `with`: the method that enters and the one that leaves it run one after the other,
    and a generator runs on behind its `yield`.
    """
    parts = _parts_that_run(node.frame())
    if not parts or not _is_written_twice(node, parts):
        return False
    run = _left_by(parts)
    cells = run.written.get(node, ())
    return bool(cells) and all(map(run.is_as_it_was, cells))


def stays_left(node: nodes.NodeNG, name: str, others: Iterable[nodes.NodeNG]) -> bool:
    """Whether a constant that functions leave in a place of a name is what all others write there: statements, calls.

    What is not left as a constant is what was there before.
    """
    parts = _parts_that_run(node.frame())
    left = _constants_left(node, name)
    return not left or all(each.frame() in parts or {_constant_in(each)} == left for each in others)


@remembered
def _constants_left(node: nodes.NodeNG, name: str) -> Set[_Value]:
    run = _left_by(_parts_that_run(node.frame()))
    left = {run.at_end(cell) for cell in run.written.get(node, ()) if cell[1] == name}
    return {each for each in left if isinstance(each, _Const) or each == _ABSENT}


@remembered
def runs_until_flag_is_set(node: nodes.NodeNG) -> bool:
    """Whether a method reaches a place only until a flag of its object is set, which nothing resets.

    `if not self.fixed: self.note(x)`, where the constructor says `self.fixed = False`, and all other methods that
    write it `self.fixed = True`.
    """
    scope = node.frame()
    if not isinstance(scope, nodes.FunctionDef) or not isinstance(scope.parent, nodes.ClassDef):
        return False
    turned = _turned_in(scope.parent)
    if not turned or not parameter_names(scope) or not _has_way_around(node, scope):
        return False
    run = _Run(scope, node, None, 2, {})
    owner = _Symbol(scope, parameter_names(scope)[0])
    run.run(_State({(owner, name): value for name, value in turned.items()}))
    return not run.reached


@remembered
def _turned_in(cls: nodes.ClassDef) -> dict[str, _Const]:
    """The attributes that all that write them once the object is made give the same constant, which is another then."""
    begun: dict[str, set[_Value | None]] = {}
    later: dict[str, set[_Value | None]] = {}
    for target, scope, value in _stored_in(cls.root()):
        name = last_name(target)
        if not isinstance(target, nodes.Subscript) and _may_write(target, None, name, cls):
            (begun if scope is cls or constructs(scope) else later).setdefault(name, set()).add(value)
    sole = {name: next(iter(values)) for name, values in later.items() if len(values) == 1}
    known = {name: value for name, value in sole.items() if isinstance(value, _Const)}
    return {name: value for name, value in known.items() if begun.get(name, set()).isdisjoint((None, value))}


@remembered
def _stored_in(module: nodes.Module) -> Sequence[tuple[nodes.NodeNG, nodes.NodeNG, _Value | None]]:
    """What a module writes: each target, in which function, and which constant; None for what is none."""
    found: list[tuple[nodes.NodeNG, nodes.NodeNG, _Value | None]] = []
    for kind in _STORING:
        for statement in nodes_inside(module, kind):
            scope, value = statement.frame(), getattr(statement, "value", None)
            if isinstance(statement, nodes.AnnAssign) and value is None:
                continue
            given = _constant_in(statement)
            for part in (part for each in targets_of(statement) for part in members_of(each)):
                found.append((part.value if isinstance(part, nodes.Starred) else part, scope, given))
    return found


def _constant_in(statement: nodes.NodeNG) -> _Value | None:
    """The constant that a statement gives to what it writes; None for what is none."""
    if isinstance(statement, nodes.Delete):
        return _ABSENT
    value = statement.value if isinstance(statement, (nodes.AnnAssign, nodes.Assign)) else None
    return _Const(value.value, type(value.value)) if isinstance(value, nodes.Const) else None


def is_known_beyond(test: nodes.NodeNG, counted: nodes.NodeNG, number: int) -> bool:
    """Whether a test comes out alike whatever a place holds that is no less than a number."""
    scope = test.frame()
    if not isinstance(scope, nodes.FunctionDef):
        return False
    run = _Run(scope, scope, None, 2, {})
    run.begin(run.state, _NO_NAMES, scope)
    return run.knows(test, counted, number)


def is_for_a_while(node: nodes.NodeNG) -> bool:
    """Whether a context manager changes something when its `with` begins, and puts it back when that ends: either."""
    return _is_manager(node.frame()) and leaves_as_it_was(node)


def is_put_back(node: nodes.NodeNG) -> bool:
    """Whether a function changes something only for as long as it runs."""
    return not _is_manager(node.frame()) and leaves_as_it_was(node)


def _is_manager(scope: nodes.NodeNG) -> bool:
    """Whether it is a method of a context manager, or a generator that is made one."""
    if not isinstance(scope, nodes.FunctionDef):
        return False
    of_class = isinstance(scope.parent, nodes.ClassDef) and any(scope.name in pair for pair in _MANAGING)
    return of_class or any(last_name(each) in _MANAGERS for each in decorators_of(scope))


def _parts_that_run(scope: nodes.NodeNG) -> tuple[nodes.FunctionDef, ...]:
    """The functions that one call, or one `with`, runs; none for a generator whose caller decides when it goes on."""
    if not isinstance(scope, nodes.FunctionDef):
        return ()
    manages = _is_manager(scope)
    if scope.is_generator():
        return (scope,) if manages and len(nodes_inside(scope, nodes.Yield)) == 1 else ()
    for pair in _MANAGING if manages else ():
        if scope.name in pair:
            return tuple(each for name in pair for each in scope.parent.locals.get(name, ())[-1:])
    return (scope,)


_MANAGING = (("__enter__", "__exit__"), ("__aenter__", "__aexit__"))
_MANAGERS = frozenset({"contextmanager", "asynccontextmanager"})
"""What makes a context manager of a generator."""


def _is_written_twice(node: nodes.NodeNG, parts: tuple[nodes.FunctionDef, ...]) -> bool:
    written = set(_names_written(node))
    statements = (each for part in parts for kind in _WRITING for each in nodes_inside(part, kind) if each is not node)
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
_STORING = (nodes.AnnAssign, nodes.Assign, nodes.AugAssign, nodes.Delete)
_WRITING = (*_STORING, nodes.Call)


@remembered
def _left_by(parts: tuple[nodes.FunctionDef, ...]) -> _Run:
    """A run of functions, one behind the other, of which nothing is known before, with what its ends leave."""
    run = _Run(parts[0], parts[0], None, 2, {})
    run.parts = parts
    for part in parts:
        run.state = run.run(run.state, part=part)
    return run


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
        self.parts: tuple[nodes.FunctionDef, ...] = (scope,)
        self.kept = frozenset[_Cell]() if isinstance(target, nodes.Attribute) and receiver is not None else None
        """What the place writes, which may be what it finds there; None for one that writes nothing.

        To read an attribute calls `__getattr__` as long as that has not set it.
        """
        self.written: dict[nodes.NodeNG, set[_Cell]] = {}
        """By statement or call what it writes, but for local names."""
        self.frames: list[_Frame] = []
        self.begun: dict[_Cell, _Value] = {}
        """What counters hold before the first run."""
        self.rounds: list[tuple[list[_State], list[_State]]] = []
        """For each loop around what runs the states in which `break` leaves it, and in which its rounds end."""
        self.met: list[_State] | None = None
        """The states before statements from which an exception may lead to what catches it."""
        self.ends: list[_State] = []
        """The states in which the function that runs is left."""
        self.given: list[_Value] = []
        """What its `return` statements give."""

    @property
    def _forced(self) -> bool:
        """Whether this run is on the way to the place."""
        return self.number == 1 and not self.reached

    def is_as_it_was(self, cell: _Cell) -> bool:
        """Whether a place holds what it has held before the run, or what all that others write there gives it."""
        return self._is_first(cell, self.at_end(cell))

    def at_end(self, cell: _Cell) -> _Value | None:
        """What a place holds where the run has ended."""
        return self._found(self.state, cell)

    def _is_first(self, cell: _Cell, value: _Value | None) -> bool:
        if value == self._at_first(cell):
            return True
        if isinstance(value, _Formed) and value.how == "if":
            return all(self._is_first(cell, each) for each in value.parts[1:])
        if isinstance(value, _Formed) and value.how == "get":
            # `d.get(key, default)`
            return value.parts[:2] == cell
        if isinstance(value, _Const) or value == _ABSENT:
            twice = sum(cell in each for each in self.written.values()) > 1
            written = self._written_elsewhere(cell)
            return twice and all(each == value for scope, each in written if scope not in self.parts)
        return False

    def _written_elsewhere(self, cell: _Cell) -> Iterator[tuple[nodes.NodeNG, _Value | None]]:
        """What the module writes into a cell, with the function that does it; None for what is no constant."""
        owner, name = cell
        cls = self._class_of(owner)
        for target, scope, value in _stored_in(self.scope.root()):
            if _may_write(target, owner, name, cls):
                yield scope, value

    def knows(self, test: nodes.NodeNG, counted: nodes.NodeNG, number: int) -> bool:
        cell = self._cell(counted)
        if cell is not None:
            self.state.cells[cell] = _AtLeast(number)
        return self._truth(self._evaluate(test)) is not None

    def form(self, how: str, parts: tuple[object, ...]) -> _Formed:
        """The result of an operator, as a symbol: the same operator and values give the same symbol."""
        return self.formed.setdefault((how, parts), _Formed(how, parts))

    def run(
        self, state: _State, renewed: frozenset[str] = _NO_NAMES, part: nodes.FunctionDef | None = None
    ) -> _State:
        """Run the function, or another part of it; what its ends leave."""
        part = part or self.scope
        self.begin(state, renewed, part)
        if self._block(part.body):
            self.ends.append(self.state)
        return self._join(self.ends) if self.ends else self.state

    def begin(self, state: _State, renewed: frozenset[str], part: nodes.FunctionDef) -> None:
        """Bind the parameters of a function."""
        self.state, self.ends = state, []
        frame = _Frame(part, None, self.number)
        self.frames = [frame]
        names = parameter_names(part)
        for name in names:
            state.cells[frame, name] = _Symbol(self.scope, (name, "another") if name in renewed else name)
        if isinstance(part.parent, nodes.ClassDef):
            self.classes = {state.cells[frame, name]: part.parent for name in names[:1]}
        if isinstance(self.receiver, nodes.ClassDef):
            self.classes.setdefault(self._evaluate(getattr(self.target, "func", self.target).expr), self.receiver)

    def keep(self, cells: Iterable[_Cell]) -> None:
        """Tell what the place has written in the first run from all that may be written now.

        What it has taken away others put there again.
        """
        state, self.kept = self.state, frozenset(cells)
        for cell in cells:
            value = state.cells.get(cell)
            if value == _ABSENT or (isinstance(value, _Formed) and value.how == "shorter"):
                state.cells = {each: found for each, found in state.cells.items() if each[0] != cell[0]}
            elif isinstance(value, _Formed) and value.how == "or" and value.parts[0] == self._at_first(cell):
                # `self.v = self.v or x`: once more gives the same.
                continue
            elif isinstance(value, (_Formed, _Symbol)) and cell[1] != _TAIL:
                kept = _Symbol(self.target, cell)
                is_none = self._of_all(value, lambda each: self._truth(self._compared("is", each, _NONE)))
                found = ((kept, self._of_all(value, self._truth)), (self.form("is", (kept, _NONE)), is_none))
                state.facts.update((test, holds) for test, holds in found if holds is not None)
                state.cells[cell] = kept

    def _of_all(self, value: _Value, ask: Callable[[_Value], bool | None]) -> bool | None:
        """An answer that is the same whatever the tests have given on which a value hangs."""
        if not isinstance(value, _Formed) or value.how != "if":
            return ask(value)
        before, found = self.state, set()
        for outcome, part in zip((True, False), value.parts[1:], strict=True):
            self.state = before.copy()
            self._take(value.parts[0], outcome)
            found.add(self._of_all(part, ask))
        self.state = before
        return found.pop() if len(found) == 1 else None

    def _write(self, node: nodes.NodeNG, cell: _Cell, value: _Value) -> None:
        if node is self.target and self.kept is not None and not isinstance(cell[0], _Frame):
            # To write once more what stands there changes nothing, unless others may write something else.
            pair = (value, self._read(cell) if cell in self.kept else None)
            same = pair[0] == pair[1] or any(self.state.facts.get(self.form("==", each)) for each in (pair, pair[::-1]))
            self.reached |= isinstance(value, (_Const, _Member)) or not same
        self.state.cells[cell] = value
        if not isinstance(cell[0], _Frame):
            self.written.setdefault(node, set()).add(cell)

    def _join(self, states: Sequence[_State], over: _Value | None = None, test: _Value | None = None) -> _State:
        """What holds where ways meet: a cell that only some write counts as written in the first run.

        `over`: what a loop goes through whose rounds meet what was before. `test`: what has led to the first of two.
        """
        first, *rest = states
        for other in rest:
            cells = dict(first.cells)
            for cell in {*first.cells, *other.cells}:
                one, two = first.cells.get(cell), other.cells.get(cell)
                if one != two:
                    if self.number == 2:
                        one, two = self._found(first, cell), self._found(other, cell)
                    cells[cell] = one if one == two else self._either(cell, one, two, over, test)
            facts = {test: holds for test, holds in first.facts.items() if other.facts.get(test) is holds}
            first = _State(cells, facts)
        return first

    def _found(self, state: _State, cell: _Cell) -> _Value | None:
        """What a cell holds where something is known of the tests on which that hangs."""
        value = state.cells.get(cell)
        if value is None:
            return self._at_first(cell) if not isinstance(cell[0], _Frame) else None
        now, self.state = self.state, state
        while isinstance(value, _Formed) and value.how == "if" and self._truth(value.parts[0]) is not None:
            value = value.parts[1 if self._truth(value.parts[0]) else 2]
        self.state = now
        return value

    def _either(
        self,
        cell: _Cell,
        one: _Value | None,
        two: _Value | None,
        over: _Value | None = None,
        test: _Value | None = None,
    ) -> _Value:
        written = [each for each in (one, two) if each is not None]
        made = [each for each in written if not isinstance(each, _Const) and each != _ABSENT]
        if len(written) == 1 and (self.number == 1 or isinstance(cell[0], _Frame)):
            # Who reads a local name has come by what binds it.
            return written[0]
        if self.number == 1 and len(made) == 1:
            return made[0]
        if over is not None and len(written) == 2:
            # The same rounds lead from the same to the same.
            return self.form("rounds", (over, cell[1], one, two))
        if test is not None and one is not None and two is not None:
            return self._hanging_on(test, one, two)
        return self.form("either", (cell, self.number))

    def _hanging_on(self, test: _Value, one: _Value, two: _Value) -> _Formed:
        """One of two values, as a test says."""
        if isinstance(test, _Formed) and test.how == "not":
            return self.form("if", (test.parts[0], two, one))
        return self.form("if", (test, one, two))

    # Statements: each says whether the run goes on behind it ---------------------------------------------------------

    def _block(self, body: Sequence[nodes.NodeNG]) -> bool:
        return all(map(self._statement, body))

    def _statement(self, node: nodes.NodeNG) -> bool:
        if self.met is not None:
            self.met.append(self.state.copy())
        if node is self.target and self.kept is None:
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

    def _end_round(self, node: nodes.Break | nodes.Continue) -> bool:
        self.rounds[-1][isinstance(node, nodes.Continue)].append(self.state)
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
        elif isinstance(value, _Formed) and value.how == "not":
            self.state.facts[value.parts[0]] = not outcome
        else:
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
        value = self._evaluate(test)
        truth = self._truth(value)
        if truth is not None:
            return self._block(body if truth else orelse)
        before, arriving = self.state, []
        for outcome, block in ((True, body), (False, orelse)):
            self.state = before.copy()
            self._assume(test, outcome)
            if self._block(block):
                arriving.append(self.state)
        if arriving:
            self.state = self._join(arriving, test=value)
        return bool(arriving)

    def _for(self, node: nodes.For) -> bool:
        over = self._evaluate(node.iter)
        forced = self._forced and node in self.around and self.around.isdisjoint(node.orelse)
        members = self._few_members(node, over)
        for each in members:
            self._assign(node.target, each)
            if not self._block(node.body):
                return False
        if members:
            return self._block(node.orelse)
        before = self.state.copy()
        self._assign(node.target, _Symbol(node, "each"))
        return self._loop(node, [] if forced and node.iter not in self.around else [before], over)

    def _few_members(self, node: nodes.For, over: _Value) -> Sequence[_Value]:
        """What a loop goes through, where these are a few values that are known, and nothing ends it before."""
        shown = isinstance(node.iter, (nodes.List, nodes.Tuple))
        parts = [self._evaluate(each) for each in node.iter.elts] if shown else _parts_of(over, "tuple")
        known = all(isinstance(each, (_Const, _Symbol)) for each in parts) and len(parts) <= _FEW
        return parts if known and not any(True for _ in node.nodes_of_class(_LEAVING)) else ()

    def _while(self, node: nodes.While) -> bool:
        if self._forced and not self.around.isdisjoint(node.body):
            self._assume(node.test, True)
            return self._loop(node, [])
        truth = self._truth(self._evaluate(node.test))
        if truth is False:
            return self._block(node.orelse)
        # What holds at first may no longer do so after some rounds.
        return self._loop(node, [self.state.copy()], ends=not (truth and isinstance(node.test, nodes.Const)))

    def _loop(
        self, node: nodes.For | nodes.While, before: list[_State], over: _Value | None = None, ends: bool = True
    ) -> bool:
        """Rounds of a loop, and its `else`; whether anything follows.

        `before`: what it begins with; nothing on the way to a place in it. `ends`: more than a `break` may end it.
        """
        left: list[_State] = []
        gone_round: list[_State] = []
        self.rounds.append((left, gone_round))
        if self._block(node.body):
            gone_round.append(self.state)
        if gone_round and any(True for _ in node.nodes_of_class(_ENDING)):
            # A later round may end it, with other values.
            self.state = self._join([*before, *gone_round], over).copy()
            if self._block(node.body):
                gone_round.append(self.state)
        self.rounds.pop()
        arriving = [*before, *gone_round] if ends else []
        if arriving:
            self.state = self._join(arriving, over)
            if self._block(node.orelse):
                left.append(self.state)
        if left:
            self.state = self._join(left)
        return bool(left)

    def _with(self, node: nodes.With) -> bool:
        for manager, target in node.items:
            value = self._evaluate(manager)
            if target is not None:
                self._assign(target, value)
        if not swallows(node):
            return self._block(node.body)
        before = self.state.copy()
        goes_on, interrupted = self._interruptible(node.body)
        arriving = [self.state] if goes_on else []
        self.state = before = self._join([before, *interrupted])
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
            goes_on, interrupted = self._interruptible(node.body)
            goes_on = goes_on and self._block(node.orelse)
            arriving = [self.state] if goes_on else []
            if handlers and not forced:
                before = self._join([before, *interrupted])
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

    def _interruptible(self, body: Sequence[nodes.NodeNG]) -> tuple[bool, list[_State]]:
        """Run what an exception may end; whether the run goes on behind it, and the states before its statements.

        On the way to a place the exception is what the first run has met at once.
        """
        around, self.met = self.met, []
        goes_on = self._block(body)
        found, self.met = self.met, around
        return goes_on, found if self.number == 2 else []

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
                self._assign(target, value)
        return True

    def _assign(self, target: nodes.NodeNG, value: _Value) -> None:
        if isinstance(target, (nodes.Tuple, nodes.List)):
            parts = value.parts if isinstance(value, _Formed) and value.how == "tuple" else ()
            for position, each in enumerate(target.elts):
                alike = len(parts) == len(target.elts)
                self._assign(each, parts[position] if alike else self._read((value, _Const(position, int))))
            return
        if isinstance(target, nodes.Starred):
            target = target.value
        if isinstance(target, nodes.Subscript):
            self._put(target.statement(), self._evaluate(target.value), self._evaluate(target.slice), value)
            return
        cell = self._cell(target)
        if cell is not None:
            self._write(target.statement(), cell, value)

    def _put(self, node: nodes.NodeNG, owner: _Value, key: _Value, value: _Value) -> None:
        shown = _parts_of(owner, "vars")
        if shown and isinstance(key, _Const):
            self._write(node, (shown[0], key.value), value)
            return
        self._write(node, (owner, key), value)
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
        if node.op == "+=" and isinstance(change, _New) and change.container:
            self._extend(node, old, self.state.cells.get((change, _LENGTH)))
            return True
        self._assign(node.target, self._computed(node.op[:-1], old, change))
        return True

    def _extend(self, node: nodes.NodeNG, owner: _Value, by: _Value | None) -> None:
        """Make a list longer, by a number of items where it is known."""
        if by == _Const(0, int):
            return
        length = self._computed("+", self._read((owner, _LENGTH)), by) if by is not None else None
        self._put_in(node, owner, _New(node, self.number, ""), _LAST if by == _Const(1, int) else None)
        self._lengthen(owner, 1)
        if isinstance(length, (_Const, _Symbol)):
            self.state.cells[owner, _LENGTH] = length

    def _computed(self, how: str, left: _Value, right: _Value) -> _Value:
        if how == "-" and left == right and not isinstance(left, _New):
            return _Const(0, int)
        if how == "+" and isinstance(right, _Formed) and right.how == "-" and right.parts[1:] == (left,):
            # `n + (m - n)`
            return right.parts[0]
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
                if (owner, key) not in self.state.cells:
                    self._take_out(node, owner, key)
                if key != _LAST:
                    self._write(node, (owner, key), _ABSENT)
                continue
            cell = self._cell(target)
            if cell is not None:
                self._write(node, cell, _ABSENT)
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
        value = self._found(self.state, cell) if cell in self.state.cells else None
        if value is None or value == _ABSENT:
            return self._at_first(cell) if value is None else self.form("nothing", (cell, self.number))
        return value

    def _at_first(self, cell: _Cell) -> _Value:
        """What a place holds before the first run: a symbol, or the number that the program begins with."""
        owner, name = cell
        if cell in self.begun:
            return self.begun[cell]
        if name not in self.counted:
            found = _member(owner, name)
            if isinstance(found, nodes.Tuple):
                return self.form("tuple", tuple(_Const(each.value, type(each.value)) for each in found.elts))
            return found or _Symbol(owner, name)
        known = isinstance(owner, nodes.Module) or self._class_of(owner) is not None
        written = (value for scope, value in self._written_elsewhere(cell) if known and scope not in self.parts)
        begun = {value for value in written if isinstance(value, _Const) and value.type is int}
        self.begun[cell] = begun.pop() if len(begun) == 1 else _Symbol(owner, name)
        return self.begun[cell]

    def _class_of(self, owner: object) -> nodes.ClassDef | None:
        """The class of an object: of the one that the method which runs is called on, or that the place is about."""
        return self.classes.get(owner)

    # Expressions -----------------------------------------------------------------------------------------------------

    def _evaluate(self, node: nodes.NodeNG) -> _Value:
        if node is self.target and self.kept is None:
            self.reached = True
        handler = _EXPRESSIONS.get(type(node))
        if handler is not None:
            return handler(self, node)
        for child in node.get_children():
            self._evaluate(child)
        return _New(node, self.number, "")

    def _function(self, node: nodes.Lambda) -> _Value:
        """What a lambda does waits until it is called."""
        return _New(node, self.number, "function")

    def _rounds_of(self, node: nodes.NodeNG) -> _Value:
        """What a comprehension does in rounds, of which there may be none, or which may wait."""
        before = [] if self._forced and node in self.around else [self.state.copy()]
        for child in node.get_children():
            self._evaluate(child)
        self.state = self._join([*before, self.state])
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
        if node is self.target and self.kept is not None and not self._has(owner, node.attrname):
            self.reached = True
            getter = self._method(owner, "__getattr__")
            if getter is not None:
                return self._through(node, getter, [owner, _Const(node.attrname, str)], {})
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
        if node.op == "*" and isinstance(right, _New):
            left, right = right, left
        if isinstance(left, _New) and left.container and node.op in ("+", "*"):
            made = _New(node, self.number, left.made_of, True)
            if node.op == "*" and self._read((left, _LENGTH)) == _Const(1, int):
                self.state.cells[made, _LENGTH] = right
            return made
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
        parts = (part for each in values for part in _parts_of(each, node.op) or (each,))
        values = list(dict.fromkeys(parts))
        return last if not values else values[0] if len(values) == 1 else self.form(node.op, tuple(values))

    def _choice(self, node: nodes.IfExp) -> _Value:
        if self._forced and node in self.around and node.test not in self.around:
            outcome = node.body in self.around
            self._assume(node.test, outcome)
            return self._evaluate(node.body if outcome else node.orelse)
        test = self._evaluate(node.test)
        truth = self._truth(test)
        if truth is not None:
            return self._evaluate(node.body if truth else node.orelse)
        before, left, values = self.state, [], []
        for outcome, arm in ((True, node.body), (False, node.orelse)):
            self.state = before.copy()
            self._take(test, outcome)
            values.append(self._evaluate(arm))
            left.append(self.state)
        self.state = self._join(left, test=test)
        one, two = values
        return one if one == two else self._hanging_on(test, one, two)

    def _compare(self, node: nodes.Compare) -> _Value:
        left = self._evaluate(node.left)
        how, right = node.ops[0]
        if len(node.ops) > 1:
            parts = [left, self._evaluate(right)]
            for _, each in node.ops[1:]:
                before = self.state.copy()
                parts.append(self._evaluate(each))
                self.state = self._join([before, self.state])
            return self.form("chain", tuple(parts))
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
            decides, found = value.how == "or", [*map(self._truth, value.parts)]
            return decides if decides in found else None if None in found else not decides
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
        bound = lookup(node.func)[1] if isinstance(node.func, nodes.Name) else []
        if isinstance(node.func, nodes.Name) and not bound:
            if asks and len(node.args) == 1:
                return self._quantified(node, name == "any")
            if name in _BUILTINS and arguments:
                found = _BUILTINS[name](self, node, arguments)
                if found is not None:
                    return found
            if name == "iter" and len(arguments) == 1:
                return self.form("iter", tuple(arguments))
            if name == "next" and arguments and _parts_of(arguments[0], "iter"):
                return self._get(_parts_of(arguments[0], "iter")[0], _FIRST, arguments)
            if name in _SAME_FOR_SAME and not named and all(owner not in arguments for owner, _ in self.state.cells):
                return self.form(name, tuple(arguments))
            self._note_call(node)
            container = name in _EMPTY_MADE
        elif bound:
            self._note_call(node)
            if len(bound) == 1 and isinstance(bound[0], nodes.FunctionDef):
                return self._through(node, bound[0], arguments, named)
            container = name in _EMPTY_MADE
        else:
            owner = self._evaluate(node.func.expr if isinstance(node.func, nodes.Attribute) else node.func)
            method = self._method(owner, name)
            found = self._by_method(owner, name, arguments, node) if method is None else None
            if found is not None:
                return found
            self._note_call(node)
            if method is not None:
                return self._through(node, method, [owner, *arguments], named)
            container = name in _EMPTY_MADE
        made = _New(node, self.number, name, container)
        if container and not node.args:
            self.state.cells[made, _LENGTH] = _Const(0, int)
        return made

    def _note_call(self, node: nodes.Call) -> None:
        """A call in what may leave all as it is does whatever it does."""
        if self.kept is not None and node is not self.target and node.statement() is self.target:
            self.reached = True

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
        elif name in _ADDING and (arguments or name == "__enter__"):
            added = arguments[-1] if arguments else _New(node, self.number, "")
            self._put_in(node, owner, added, arguments[0] if name == "insert" else _ADDING[name])
            self.state.cells[owner, added] = _TRUE
            self._lengthen(owner, 1)
        elif name in ("setdefault", "__setitem__") and arguments:
            if name == "setdefault" and self._contains(owner, arguments[0]):
                return self._read((owner, arguments[0]))
            self._put(node, owner, arguments[0], arguments[-1])
        elif name in _FILLING and (arguments or node.keywords):
            self._put_in(node, owner, _New(node, self.number, ""), None)
            self.state.cells[owner, _ANY] = _TRUE
            self._lengthen(owner, 0)
        elif name == "set" and arguments:
            token = self.form("token", (owner, self._read((owner, _TAIL))))
            self._put_in(node, owner, arguments[0], None)
            return token
        elif name == "reset" and arguments:
            kept = _parts_of(arguments[0], "token")
            self._write(node, (owner, _TAIL), kept[1] if kept[:1] == (owner,) else _New(node, self.number, ""))
        elif name in TAKING or name == "__exit__":
            key = arguments[0] if name == "pop" and arguments else None
            is_item = (owner, key) in self.state.cells
            if not is_item:
                taken = _TAKEN.get(name, arguments[0] if arguments else _New(node, self.number, ""))
                self._take_out(node, owner, key or taken, name in ("remove", "discard"))
            for cell in [each for each in self.state.cells if each[0] == owner and not isinstance(each[1], str)]:
                del self.state.cells[cell]
            if is_item:
                self._write(node, (owner, key), _ABSENT)
            self.state.cells.pop((owner, _ANY), None)
            self.state.cells[owner, _LENGTH] = self.form("length", (node, self.number))
        return None

    def _put_in(self, node: nodes.NodeNG, owner: _Value, value: _Value, end: _Value) -> None:
        """Put something into a container, at an end of it or wherever."""
        cell = (owner, _TAIL)
        self._write(node, cell, self.form("longer", (self._read(cell), value, end)))

    def _take_out(self, node: nodes.NodeNG, owner: _Value, taken: _Value, by_value: bool = False) -> None:
        """Take something out of a container, which is as it was where that is what was put in last."""
        before = self._read((owner, _TAIL))
        put_in = _parts_of(before, "longer")
        same = bool(put_in) and put_in[1 if by_value else 2] == taken
        self._write(node, (owner, _TAIL), put_in[0] if same else self.form("shorter", (before, taken)))

    def _get(self, owner: _Value, key: _Value, arguments: Sequence[_Value]) -> _Value:
        """`parts.get(key)`, `getattr(part, "name", None)`."""
        value = self.state.cells.get((owner, key))
        if value is not None and value != _ABSENT:
            return value
        if self._contains(owner, key):
            kept = self._read((owner, key))
            # Nobody puts None into a list to find whether it is there.
            self.state.facts.setdefault(self.form("is", (kept, _NONE)), False)
            return kept
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
            self._write(node, (owner, key), arguments[-1])
        elif name == "delattr":
            self._write(node, (owner, key), _ABSENT)
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
        positional = [each.name for each in (*function.args.posonlyargs, *function.args.args)]
        for name, value in (*zip(positional, given, strict=False), *named.items()):
            self.state.cells[frame, name] = value
        unpacked = isinstance(node, nodes.Call) and not is_written_out(node)
        for name in parameter_names(function)[1:] if unpacked else ():
            self.state.cells[frame, name] = _New(node, self.number, "")
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


def _parts_of(value: _Value, how: str) -> tuple[_Value, ...]:
    return value.parts if isinstance(value, _Formed) and value.how == how else ()


def _caught(handler: nodes.ExceptHandler) -> Sequence[nodes.NodeNG | None]:
    return list(handler.type.elts) if isinstance(handler.type, nodes.Tuple) else [handler.type]


def _is_rounds(node: nodes.NodeNG) -> bool:
    return isinstance(node, (nodes.GeneratorExp, nodes.ListComp))


def _may_write(target: nodes.NodeNG, owner: object, name: Hashable, cls: nodes.ClassDef | None) -> bool:
    """Whether a target may be a place of an object, of whose class something may be known."""
    if isinstance(target, nodes.Subscript):
        shown = target.slice.value if isinstance(target.slice, nodes.Const) else None
        # Nobody knows what else is handed to a parameter.
        if not isinstance(owner, _Symbol) or isinstance(owner.owner, nodes.FunctionDef):
            return False
        return isinstance(name, _Const) and last_name(target.value) == owner.part and shown in (None, name.value)
    if last_name(target) != name:
        return False
    around = target.frame()
    if isinstance(target, (nodes.AssignName, nodes.DelName)):
        of_class = around is cls if cls is not None else isinstance(around, nodes.ClassDef)
        return around is owner or of_class or (isinstance(owner, nodes.NodeNG) and not is_local_name(target))
    # What another class sets of its own objects is another place.
    first = around.args.args[:1] if isinstance(around.parent, nodes.ClassDef) else []
    of_own = last_name(target.expr) in [each.name for each in first]
    return not of_own or cls is None or around.parent in (cls, *_lineage(cls))


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


def _member(owner: object, name: Hashable) -> _Const | _Member | nodes.Tuple | None:
    """What a name stands for that a module, or a class in it, binds once: a constant, several, a member."""
    cls = None
    if isinstance(owner, _Symbol) and isinstance(owner.owner, nodes.Module):
        bound = owner.owner.locals.get(owner.part, ())
        cls = bound[0] if len(bound) == 1 and isinstance(bound[0], nodes.ClassDef) else None
    value = _sole_value(cls or owner, name) if isinstance(cls or owner, (nodes.ClassDef, nodes.Module)) else None
    if isinstance(value, nodes.Tuple) and all(isinstance(each, nodes.Const) for each in value.elts):
        return value
    if cls is None:
        return _Const(value.value, type(value.value)) if isinstance(value, nodes.Const) else None
    if value is None or not any(last_name(each).endswith(_ENUMERATIONS) for each in cls.bases):
        return None
    of_its_own = isinstance(value, nodes.Call) and last_name(value.func) == "auto"
    return _Member(cls, str(name) if of_its_own else value.as_string())


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
    nodes.Return: _Run._leave, nodes.Raise: _Run._stop, nodes.Break: _Run._end_round,
    nodes.Continue: _Run._end_round,
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
    nodes.Lambda: _Run._function, nodes.ListComp: _Run._rounds_of, nodes.SetComp: _Run._rounds_of,
    nodes.DictComp: _Run._rounds_of, nodes.GeneratorExp: _Run._rounds_of,
    nodes.JoinedStr: _Run._formatted_text, nodes.FormattedValue: _Run._formatted_text,
}  # fmt: skip
_BUILTINS: dict[str, Callable[[_Run, nodes.Call, Sequence[_Value]], _Value | None]] = {
    "hasattr": _Run._ask_attribute, "getattr": _Run._ask_attribute, "setattr": _Run._ask_attribute,
    "delattr": _Run._ask_attribute, "isinstance": _Run._ask_type, "len": _Run._ask_len, "bool": _Run._ask_bool,
    "vars": _Run._ask_vars, "type": _Run._form_type,
}  # fmt: skip
