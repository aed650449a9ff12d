"""What runs before what in one function, and where its blocks end: read off the tree alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from astroid import nodes

from hybridize.program.always import swallows
from hybridize.program.places import statement_of
from hybridize.program.syntax import following, last_name, spelled
from hybridize.program.writes import is_local_name

_JUMPS = (nodes.Return, nodes.Raise, nodes.Break, nodes.Continue)
_LEAVING = frozenset({"exit", "quit", "_exit", "abort"})
"""Functions that end the program: `sys.exit`, `exit`, `os.abort` ..."""


def runs_before(earlier: nodes.NodeNG, later: nodes.NodeNG) -> bool:
    """Whether a statement or call stands before another place of its function, on a way that leads there.

    A condition may skip the earlier one: whoever sets something under a condition reads it under the same.
    """
    if earlier is later or earlier.parent_of(later) or later.parent_of(earlier):
        return False
    if (earlier.lineno or 0, earlier.col_offset or 0) >= (later.lineno or 0, later.col_offset or 0):
        return False
    around = {id(parent): child for child, parent in _upwards(earlier)}
    for child, parent in _upwards(later):
        if id(parent) in around:
            return not _exclude(parent, around[id(parent)], child, earlier)
    return False


def surely_runs_before(earlier: nodes.NodeNG, later: nodes.NodeNG) -> bool:
    """Whether a statement has run to its end wherever a place of its function is reached: no condition skips it.

    It stands in a block around the place, or in a `with` there that lets exceptions pass.
    """
    while not any(each is later or each.parent_of(later) for each in following(earlier)):
        around = earlier.parent
        if not isinstance(around, nodes.With) or swallows(around):
            return False
        earlier = around
    return True


def may_follow(earlier: nodes.NodeNG, later: nodes.NodeNG) -> bool:
    """Whether a place is reached behind an earlier one in one round: no `return` or `break` stands between."""
    if not runs_before(earlier, later):
        return False
    for child, _ in _upwards(earlier):
        if child.parent_of(later):
            break
        if child.is_statement and any(isinstance(each, _JUMPS) for each in (child, *following(child))):
            # What ends the block that holds both comes behind both.
            if not child.parent.parent_of(later) or isinstance(child, _JUMPS):
                return False
    return True


def is_bound_between(one: nodes.NodeNG, other: nodes.NodeNG) -> bool:
    """Whether what two calls of a function call has one name, which is bound again between them: to another object.

    The same call twice: in two rounds of the loops around it.
    """
    called = getattr(other, "func", None)
    if not isinstance(called, nodes.Name) or spelled(getattr(one, "func", one)) != (called.name,):
        return False
    loops = [each for each in other.node_ancestors() if isinstance(each, (nodes.For, nodes.While))]
    return any(
        surely_runs_before(bound, other)
        and (all(loop.parent_of(bound) for loop in loops) if one is other else may_follow(one, bound))
        for bound in (each.statement() for each in other.frame().locals.get(called.name, ()))
        if not bound.parent_of(other)
    )


def excludes(definition: nodes.NodeNG, call: nodes.NodeNG) -> bool:
    """Whether a call stands under the very test whose other side defines a function: it calls another of the name.

    `if a: def step… else: def step…`, and later `if a: step()`.
    """
    if definition.parent is None or definition.parent.frame() is not call.frame():
        return False
    sides = dict(_sides(definition))
    return any(sides.get(test, holds) is not holds for test, holds in _sides(call)) if sides else False


def _sides(node: nodes.NodeNG) -> Iterator[tuple[str, bool]]:
    """The tests around a place in its function, as they are written, and on which side it stands."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(parent, (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef)):
        if isinstance(parent, nodes.If) and child is not parent.test:
            written, negated = _affirmed(parent.test)
            yield written, (child in parent.body) is not negated
        child, parent = parent, parent.parent


def _affirmed(test: nodes.NodeNG) -> tuple[str, bool]:
    """A test as it is written, without `not` and `is not`, and whether it was there."""
    if isinstance(test, nodes.UnaryOp) and test.op == "not":
        return str(test.operand.as_string()), True
    if isinstance(test, nodes.Compare) and len(test.ops) == 1 and test.ops[0][0] == "is not":
        return f"{test.left.as_string()} is {test.ops[0][1].as_string()}", True
    return str(test.as_string()), False


def differing(one: nodes.NodeNG, other: nodes.NodeNG) -> set[str]:
    """The attributes of `self` that equal a constant where one place is reached, and another one where the other is.

    As long as nobody assigns the attribute again, an object runs one of the places and never the other.
    """
    asked = dict(_asked_for(one))
    return {name for name, value in _asked_for(other) if name in asked and asked[name] != value}


def _asked_for(node: nodes.NodeNG) -> Iterator[tuple[str, object]]:
    """The attributes of `self` that equal a constant wherever a place is reached, with that constant."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(parent, (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef)):
        holds = child in parent.body if isinstance(parent, nodes.If) else child is getattr(parent, "body", None)
        test = parent.test if isinstance(parent, (nodes.If, nodes.IfExp)) and holds else None
        if isinstance(test, nodes.Compare) and len(test.ops) == 1 and isinstance(test.left, nodes.Attribute):
            operator, value = test.ops[0]
            if operator == "==" and isinstance(value, nodes.Const) and test.left.expr.as_string() == "self":
                yield test.left.attrname, (type(value.value), value.value)
        child, parent = parent, parent.parent


def _exclude(around: nodes.NodeNG, one: nodes.NodeNG, other: nodes.NodeNG, earlier: nodes.NodeNG) -> bool:
    """Whether of two parts of a statement or expression never the one runs and then the other.

    Arms of a condition, of `match`, and the handlers of a `try` with its `else`; `earlier` is in the one part.
    """
    if isinstance(around, (nodes.If, nodes.IfExp)):
        body = around.body if isinstance(around.body, list) else [around.body]
        return around.test not in (one, other) and (one in body) is not (other in body)
    if isinstance(around, nodes.Match):
        # Patterns and guards are tried one after the other, until one of them fits.
        return isinstance(one, nodes.MatchCase) and any(each is earlier or each.parent_of(earlier) for each in one.body)
    if isinstance(around, (nodes.Try, nodes.TryStar)) and isinstance(one, nodes.ExceptHandler):
        # Of a group of exceptions each handler gets its part.
        another = isinstance(other, nodes.ExceptHandler) and not isinstance(around, nodes.TryStar)
        return another or other in around.orelse
    return False


def _upwards(node: nodes.NodeNG) -> Iterator[tuple[nodes.NodeNG, nodes.NodeNG]]:
    """A node and what is around it in its function, from inside out, each with its parent."""
    first = node
    while node.parent is not None and (
        node is first or not isinstance(node, (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef))
    ):
        yield node, node.parent
        node = node.parent


def assigned_attributes(statement: nodes.NodeNG) -> tuple[str, ...]:
    """The attributes that an assignment sets; none where it sets anything else as well, but for local names."""
    if isinstance(statement, nodes.Assign):
        targets = statement.targets
    elif isinstance(statement, (nodes.AnnAssign, nodes.AugAssign)):
        targets = [statement.target]
    else:
        return ()
    single = [each for target in targets for each in members_of(target) if not is_local_name(each)]
    names = [each.attrname for each in single if isinstance(each, nodes.AssignAttr)]
    return tuple(names) if len(names) == len(single) else ()


def members_of(target: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """The names, attributes and items that a target takes apart: `a` and `b.c` of `(a, b.c)`."""
    if isinstance(target, (nodes.Tuple, nodes.List)):
        for each in target.elts:
            yield from members_of(each)
    else:
        yield target


def changed_object(statement: nodes.NodeNG) -> nodes.NodeNG | None:
    """What a statement or call changes in place, as it is written; None where it is several things.

    `self.a, self.b = x` changes one.
    """
    if isinstance(statement, nodes.Call):
        return statement.func.expr if isinstance(statement.func, nodes.Attribute) else None
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    places = [each for target in targets for each in (target.elts if isinstance(target, nodes.Tuple) else [target])]
    owners = [getattr(each, "value", None) or getattr(each, "expr", None) for each in places]
    changed = [each for each in owners if each is not None]
    one = len(changed) == 1 or (len(set(map(spelled, changed))) == 1 and spelled(changed[0]))
    return changed[0] if one else None


def sets_the_same(node: nodes.NodeNG, calls: Sequence[nodes.NodeNG]) -> bool:
    """Whether a statement gives a constant before each of some calls, so that all of them find the same."""
    statement = statement_of(node)
    written = getattr(statement, "value", None) if isinstance(statement, (nodes.Assign, nodes.AnnAssign)) else None
    if not isinstance(written, nodes.Const) or not calls:
        return False
    # Behind a condition it is not set before each of them.
    return all(runs_before(statement, call) and statement.parent.parent_of(call) for call in calls)


def is_made_new(expression: nodes.NodeNG) -> bool:
    """Whether a local name holds nothing but what a class has just made for it: `result = Result(x)`."""
    bound = expression.scope().locals.get(expression.name, ()) if isinstance(expression, nodes.Name) else ()
    values = [each.parent.value if isinstance(each.parent, nodes.Assign) else None for each in bound]
    return bool(values) and all(
        isinstance(value, nodes.Call) and last_name(value.func).lstrip("_")[:1].isupper() for value in values
    )


def is_made_by_default(expression: nodes.NodeNG) -> bool:
    """Whether it is an item of a default dictionary of the function, which alone has put all items there.

    `nested = defaultdict(dict)`, and then `nested[key]`.
    """
    name = expression.value if isinstance(expression, nodes.Subscript) else None
    if not isinstance(name, nodes.Name):
        return False
    scope = expression.scope()
    bound = scope.locals.get(name.name, ())
    made = [each.parent.value if isinstance(each.parent, nodes.Assign) else None for each in bound]
    if not made or not all(map(_makes_containers, made)):
        return False
    items = (each.parent for each in scope.nodes_of_class(nodes.Name) if each.name == name.name)
    return not any(isinstance(each.parent, nodes.Assign) and each in each.parent.targets for each in items)


def _makes_containers(made: nodes.NodeNG | None) -> bool:
    """Whether a value is `defaultdict(list)`."""
    if not isinstance(made, nodes.Call) or last_name(made.func) != "defaultdict" or len(made.args) != 1:
        return False
    return isinstance(made.args[0], nodes.Name) and made.args[0].name in _CONTAINERS


_CONTAINERS = frozenset({"dict", "list", "set"})


def made_here(expression: nodes.NodeNG, asked: frozenset[str] = frozenset(), calls: bool = True) -> bool:
    """Whether a function itself has got what an expression stands for from a call, or from a part of such a thing.

    What comes from parameters, from around the function, or out of containers there is somebody else's. `asked`: names
    that it may stand for as well, of which the same is asked. Without `calls` what these give is somebody else's, too.
    """
    if isinstance(expression, nodes.Name):
        if expression.name in asked:
            return True
        asked |= {expression.name}
        values = [_bound_to(each) for each in _bindings_before(expression)]
        return bool(values) and all(value is not None and made_here(value, asked, calls) for value in values)
    if isinstance(expression, nodes.Attribute):
        return made_here(expression.expr, asked, calls)
    if isinstance(expression, nodes.Subscript):
        # A slice of a list is a list of its own.
        return (calls and isinstance(expression.slice, nodes.Slice)) or made_here(expression.value, asked, calls)
    if isinstance(expression, nodes.Call):
        taking = isinstance(expression.func, nodes.Attribute) and expression.func.attrname in _TAKING
        return made_here(expression.func.expr, asked, calls) if taking else calls
    if isinstance(expression, nodes.BoolOp) and expression.op == "or":
        # `given or {}` is at least perhaps its own.
        return calls and made_here(expression.values[-1], asked, calls)
    return isinstance(expression, (nodes.Dict, nodes.List, nodes.Set, nodes.Tuple, nodes.DictComp, nodes.ListComp))


def is_bound_to(name: nodes.Name, made: nodes.NodeNG) -> bool:
    """Whether a name of a function stands for nothing but what one expression of that function makes.

    Another branch may call the same for it: `model = Net(a)` here, and `model = Net(b)` there.
    """
    values = [each.parent.value if isinstance(each.parent, nodes.Assign) else None for each in _bindings_before(name)]
    called = spelled(made.func) if isinstance(made, nodes.Call) else ()
    return made in values and all(
        value is made or (called and isinstance(value, nodes.Call) and spelled(value.func) == called)
        for value in values
    )


def _bindings_before(name: nodes.Name) -> list[nodes.NodeNG]:
    """What binds a name, without what an assignment in each call has bound anew before it is read."""
    scope = name.scope()
    bound = list(scope.locals.get(name.name, ()))
    again = [
        number
        for number, each in enumerate(bound)
        if isinstance(each.parent, nodes.Assign)
        and each.parent.parent.parent_of(name)
        and runs_before(each.parent, name)
    ]
    return bound[again[-1] :] if again else bound


def values_before(name: nodes.Name) -> list[nodes.NodeNG]:
    """What a name of a function may hold where it is read, by the assignments that reach there; empty if not told.

    The last first. `data = load()`, `if small: data = data.take(9)`, and then `data.batch(8)`: both are given.
    """
    bound = [
        each for each in name.scope().locals.get(name.name, ()) if not isinstance(each.parent, nodes.Arguments)
    ]
    if not all(isinstance(each.parent, nodes.Assign) for each in bound):
        return []
    around = list(name.node_ancestors())
    loops = [each for each in around if isinstance(each, (nodes.For, nodes.While))]
    found: list[nodes.NodeNG] = []
    for assignment in sorted((each.parent for each in bound), key=lambda each: -each.lineno):
        if assignment.parent in around and runs_before(assignment, name):
            later = (each.parent for each in bound if any(loop.parent_of(each) for loop in loops))
            # In the next round it may hold what is assigned further down.
            again = any(not runs_before(each, name) and not _shares_loops(assignment, each, loops) for each in later)
            return [] if again else [*found, assignment.value]
        if assignment.lineno < name.statement().lineno:
            found.append(assignment.value)
    return []


def _shares_loops(one: nodes.NodeNG, other: nodes.NodeNG, loops: Iterable[nodes.NodeNG]) -> bool:
    """Whether each of some loops that has the one statement in it has the other as well."""
    return all(loop.parent_of(one) for loop in loops if loop.parent_of(other))


_TAKING = frozenset({"get", "setdefault", "pop", "popitem", "values", "items", "keys"})
"""Methods of containers that hand out what is in them."""


def _bound_to(bound: nodes.NodeNG) -> nodes.NodeNG | None:
    """What a name is assigned, or a container of it; None where it is bound otherwise."""
    around = bound.parent
    while isinstance(around, (nodes.Tuple, nodes.List, nodes.Starred)):
        around = around.parent
    if isinstance(around, nodes.Assign):
        value: nodes.NodeNG = around.value
        return value
    if isinstance(around, (nodes.For, nodes.Comprehension)):
        iterated: nodes.NodeNG = around.iter
        return iterated
    return None


def ends_in_failure(node: nodes.NodeNG) -> bool:
    """Whether the block in which a statement stands ends with an exception, or with the program."""
    statement = node.statement()
    if isinstance(statement.parent, nodes.Module):
        return False
    return any(map(_fails, [statement, *following(statement)]))


def _fails(statement: nodes.NodeNG) -> bool:
    if isinstance(statement, nodes.Assert):
        return isinstance(statement.test, nodes.Const) and not statement.test.value
    return raises_or_exits(statement)


def raises_or_exits(statement: nodes.NodeNG) -> bool:
    """Whether a statement raises, or ends the program."""
    call = statement.value if isinstance(statement, nodes.Expr) else None
    leaves = isinstance(call, nodes.Call) and last_name(call.func) in _LEAVING
    return leaves or isinstance(statement, nodes.Raise)
