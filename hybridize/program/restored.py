"""What is changed for a while, and put back: by a function, a `finally`, the end of a `with`, a token."""

from __future__ import annotations

from typing import NamedTuple

from astroid import nodes

from hybridize.program.flow.order import runs_before
from hybridize.program.functions import decorators_of
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import assignment_of, unpacked
from hybridize.program.syntax import Spelling, last_name, spelled
from hybridize.program.writes import NAMING, is_local_name, members_of, targets_of


def is_put_back(assignment: nodes.NodeNG) -> bool:
    """Whether a function assigns places for a while, and puts back what was there: either of the two statements.

    `before = layer.training; layer.training = False; ... layer.training = before`, or in the `finally` of a `try`, or
    `self.names = {}; ... del self.names`. Items are such places, too, and `pop` takes one out. So are the parts of a
    tuple: `before, layer.training = layer.training, False`.
    """
    function = assignment.frame()
    if isinstance(assignment, nodes.Call):
        place = _popped(assignment)
        return bool(place) and any({place} == _places_of(each) for each in nodes_inside(function, nodes.Assign))
    if not isinstance(assignment, (nodes.Assign, nodes.Delete)):
        return False
    places = _places_of(assignment)
    if not places or () in places:
        return False
    others = nodes.Delete if isinstance(assignment, nodes.Assign) else nodes.Assign
    if any(places == _places_of(each) for each in nodes_inside(function, others)):
        # It is there for a part of one call only.
        return True
    if places & set(map(_popped, nodes_inside(function, nodes.Call))):
        return True
    if isinstance(assignment, nodes.Delete):
        return False
    return all(_gets_back(function, place) for place in places)


def _places(statement: nodes.NodeNG) -> list[nodes.NodeNG]:
    """What a statement assigns or deletes, the parts of tuples one by one, but for local names."""
    return [each for target in targets_of(statement) for each in members_of(target) if not is_local_name(each)]


def _places_of(statement: nodes.NodeNG) -> set[Spelling]:
    return set(map(spelled, _places(statement)))


def _gets_back(function: nodes.NodeNG, place: Spelling) -> bool:
    """Whether a function assigns a place more than once, and once what it has held, or in a `finally`."""
    assigned = [
        target for each in nodes_inside(function, nodes.Assign) for target in _places(each) if spelled(target) == place
    ]
    return len(assigned) > 1 and any(_is_in_finally(each.statement()) or any(_keep(each, place)) for each in assigned)


def _popped(call: nodes.Call) -> Spelling:
    """The item that `pop` takes out of a dictionary, written as `d[key]` is; empty for any other call."""
    return _item(call) if last_name(call.func) == "pop" and len(call.args) == 1 else ()


def _item(call: nodes.Call) -> Spelling:
    """The item that a method of a dictionary is called with, written as `d[key]` is; empty for no constant."""
    owner = spelled(call.func)[:-1]
    if not owner or not call.args or not isinstance(call.args[0], nodes.Const):
        return ()
    return (*owner, (type(call.args[0].value), call.args[0].value))


def _read(value: nodes.NodeNG) -> Spelling:
    """The place that an expression reads, as it is or by `getattr(o, "name", default)`, `d.get(key, default)`."""
    if not isinstance(value, nodes.Call):
        return spelled(value)
    called = spelled(value.func)
    if called[-1:] == ("get",):
        return _item(value)
    if called != ("getattr",) or len(value.args) < 2 or not isinstance(value.args[1], nodes.Const):
        return ()
    owner = spelled(value.args[0])
    return (*owner, value.args[1].value) if owner else ()


def is_restored(written: nodes.NodeNG) -> bool:
    """Whether a `finally` gives what a statement assigns the value that it had before, which a name keeps meanwhile.

    The assignment in the `finally` is one of those itself. What a generator assigns is seen by whoever it waits for.
    """
    statement = written.statement()
    if isinstance(statement.frame(), nodes.FunctionDef) and statement.frame().is_generator():
        return False
    places = _places_of(statement)
    around = statement.parent
    while around is not None and not isinstance(around, nodes.Try):
        if isinstance(around, (nodes.FunctionDef, nodes.Module)):
            return False
        around = around.parent
    if around is None:
        return False
    restored = {
        spelled(target): target
        for each in around.finalbody
        if isinstance(each, nodes.Assign)
        for target in _places(each)
    }
    return bool(places) and all(
        place in restored and (kept := _keep(restored[place], place)) and all(kept) for place in places
    )


def _keep(target: nodes.NodeNG, place: Spelling) -> list[bool]:
    """Where a name is assigned, of each value that this is given, whether a place has held it; empty for no name."""
    given = assignment_of(target)
    if given is None or not isinstance(given.value, nodes.Name):
        return []
    return [_has_held(each, given.member, place) for each in given.value.frame().locals.get(given.value.name, ())]


def _has_held(bound: nodes.NodeNG, member: tuple[int, ...], place: Spelling) -> bool:
    """Whether a member of what a name is given is what a place holds: `before = layer.training`."""
    kept = assignment_of(bound)
    if kept is None or not isinstance(kept.node, (nodes.Assign, nodes.AnnAssign, nodes.NamedExpr)):
        return False
    value, rest = unpacked(kept.value, (*kept.member, *member))
    return not rest and _read(value) == place


def _is_in_finally(statement: nodes.NodeNG) -> bool:
    child, parent = statement, statement.parent
    while parent is not None and not isinstance(parent, nodes.FunctionDef):
        if isinstance(parent, nodes.Try) and child in parent.finalbody:
            return True
        child, parent = parent, parent.parent
    return False


def is_taken_back(call: nodes.NodeNG) -> bool:
    """Whether a function sets a context variable for a while: either of `token = v.set(value)`, `v.reset(token)`."""
    if not isinstance(call, nodes.Call) or last_name(call.func) not in ("set", "reset"):
        return False
    variable = spelled(call.func)[:-1]
    calls = [each for each in call.frame().nodes_of_class(nodes.Call) if spelled(each.func)[:-1] == variable]
    tokens = {
        target.name
        for each in calls
        if last_name(each.func) == "set" and isinstance(each.parent, nodes.Assign)
        for target in each.parent.targets
        if isinstance(target, nodes.AssignName)
    }
    given = [each.args for each in calls if last_name(each.func) == "reset"]
    return any(isinstance(token, nodes.Name) and token.name in tokens for args in given for token in args)


_OPPOSITE = {"__enter__": "__exit__", "__exit__": "__enter__", "__aenter__": "__aexit__", "__aexit__": "__aenter__"}
"""The methods of a context manager."""
_MANAGERS = frozenset({"contextmanager", "asynccontextmanager"})
"""What makes a context manager of a generator."""
_TAKING = frozenset({"pop", "popleft", "popitem", "remove", "discard", "clear", "__exit__"})
"""Methods that take away what others have put in."""
_WRITING = (nodes.Assign, nodes.AugAssign, nodes.AnnAssign, nodes.Delete, nodes.Call)


class _Change(NamedTuple):
    """What a statement or call changes, and in which direction where a method is called."""

    place: Spelling
    direction: str = ""

    def undoes(self, other: _Change) -> bool:
        """Whether it may put back what the other has changed."""
        return self.place == other.place and (self.direction != other.direction or not self.direction)


def is_for_a_while(written: nodes.NodeNG) -> bool:
    """Whether a context manager changes something when its `with` begins, and puts it back when that ends.

    `written` stands on either side: in one of the two methods, or before or behind the `yield` of a generator that
    `contextlib.contextmanager` decorates. What is changed is taken for the same if it is written in the same way.
    """
    function = written.frame()
    if not isinstance(function, nodes.FunctionDef):
        return False
    changed = _changed_by(written)
    if function.name in _OPPOSITE and isinstance(function.parent, nodes.ClassDef):
        opposite = function.parent.locals.get(_OPPOSITE[function.name], [None])[-1]
        others = list(opposite.nodes_of_class(_WRITING)) if isinstance(opposite, nodes.FunctionDef) else []
    elif any(last_name(each) in _MANAGERS for each in decorators_of(function)):
        pauses = list(function.nodes_of_class(nodes.Yield))
        sides = {each: runs_before(each, pauses[0]) for each in function.nodes_of_class(_WRITING) if len(pauses) == 1}
        others = [each for each, before in sides.items() if before is not runs_before(written, pauses[0])]
    else:
        return False
    undoing = [change for each in others for change in _changed_by(each)]
    return bool(changed) and all(any(each.undoes(change) for each in undoing) for change in changed)


def _changed_by(node: nodes.NodeNG) -> list[_Change]:
    """What a statement or call changes; nothing where it is not written as a name with attributes."""
    if isinstance(node, nodes.Call):
        if isinstance(node.func, nodes.Attribute):
            direction = "takes" if node.func.attrname in _TAKING else "gives"
            changes = [_Change(spelled(node.func.expr), direction)]
        else:
            changes = [_Change(spelled(each)) for each in node.args[:1] if last_name(node.func) in NAMING]
    else:
        parts = [part for each in targets_of(node) for part in getattr(each, "elts", [each])]
        places = [each.value if isinstance(each, nodes.Subscript) else each for each in parts]
        changes = [_Change(spelled(each)) for each in places]
    return changes if all(each.place for each in changes) else []
