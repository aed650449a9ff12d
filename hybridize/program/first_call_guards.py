"""What happens once for all calls, or outside of graphs only, since a test stands before it.

"If it is not there, make it" is how state is made that is kept: `if self.v is None: self.v = make()`,
`if name not in self.parts: …`, `if not hasattr(self, "v"): …`, `if not self.built: self.build()`, `try: self.v except
AttributeError: …`, `self.v = self.v or make()`, a flag that is turned, an early return. All that stands behind such a
test happens with the first call, or the first trace, and is as it is meant to be. The same holds for what only eager
code reaches: `if tf.executing_eagerly(): …`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from astroid import nodes

from hybridize.program.guards import parts
from hybridize.program.inside import nodes_inside
from hybridize.program.syntax import SAMENESS, Spelling, following, last_name, preceding, spelled
from hybridize.program.writes import targets_of

_LEAVING = (nodes.Return, nodes.Raise, nodes.Continue)
_SCOPES = (nodes.FunctionDef, nodes.Lambda, nodes.ClassDef, nodes.Module)
_MISSING = frozenset({"AttributeError", "KeyError"})
"""What Python raises where an attribute or an item is not there."""
_FILLING = frozenset({"update", "setdefault", "append", "add", "insert", "extend", "__setitem__"})
"""Methods that put something into a container."""
_EMPTY = (None, False, 0, "")


class Missing(NamedTuple):
    """Something that a test has found not to be there."""

    place: Spelling
    """The attribute, name or item, or the container that lacks an item."""
    item: bool = False
    """It is an item, or attribute, of the place that is missing, whichever."""
    flag: bool = False
    """The place is set, and turned in what follows."""


def is_guarded(node: nodes.NodeNG, called: nodes.NodeNG | None = None) -> bool:
    """Whether a statement or call happens once for all calls of its function, or outside of graphs only.

    `called`: the function of the project that the call leads to.
    """
    if isinstance(node, nodes.Assign) and any(_fills_itself(node, target) for target in node.targets):
        return True
    if isinstance(node, nodes.Call) and last_name(node.func) == "setdefault":
        return True
    if _fills_up(node):
        return True
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, _SCOPES):
        if any(_refuses_another(earlier, node) for earlier in preceding(child)):
            return True
        for test, outcome, block in (*_before(child, parent), *_under_the_same_test(child, node)):
            if _is_guard(test, outcome, block, also_after=True) or _is_filled_by(test, outcome, node, called):
                return True
        if isinstance(parent, nodes.ExceptHandler) and _makes_what_was_missing(parent):
            return True
        child, parent = parent, parent.parent
    return False


def _assigned_after(test: nodes.NodeNG) -> list[nodes.NodeNG]:
    """The assignments behind a test that run however it comes out: `if self.first: show()`, `self.first = False`."""
    found: list[nodes.NodeNG] = []
    around = test.statement()
    while around is not None and not isinstance(around, _SCOPES):
        found += [each for each in following(around) if isinstance(each, (nodes.Assign, nodes.AnnAssign))]
        around = around.parent
    return found


def lacking_before(node: nodes.NodeNG) -> Iterator[Spelling]:
    """The places that tests before a statement or call have found empty, or false."""
    for single, holds in tests_before(node):
        missing = _missing(single, holds)
        if missing is not None and not (missing.item or missing.flag):
            yield missing.place


def flags_before(node: nodes.NodeNG) -> Iterator[tuple[str, bool]]:
    """The attributes of objects that tests before a place ask for their truth, with what they found."""
    for single, holds in tests_before(node):
        if isinstance(single, nodes.Attribute):
            yield single.attrname, holds


def tests_before(node: nodes.NodeNG) -> Iterator[tuple[nodes.NodeNG, bool]]:
    """The single tests that stand before a place, with how they came out."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, _SCOPES):
        for test, outcome, _ in _before(child, parent):
            for single, holds in parts(test, outcome):
                if single is not None:
                    yield single, holds
                    yield from _asked_by(single, holds)
        child, parent = parent, parent.parent


def _asked_by(name: nodes.NodeNG, holds: bool) -> Iterator[tuple[nodes.NodeNG, bool]]:
    """The tests whose outcome a local name keeps: `show = self.verbose and self.first`, and then `if show: …`."""
    held = [each.parent for each in _bindings(name)] if isinstance(name, nodes.Name) else []
    if len(held) == 1 and isinstance(held[0], nodes.Assign) and len(held[0].targets) == 1:
        for single, truth in parts(held[0].value, holds):
            if single is not None:
                yield single, truth


def is_for_debugging(node: nodes.NodeNG) -> bool:
    """Whether a flag stands before a place that by its name asks for debugging, or for eager execution.

    `if self.config.debug_mode: …`, `if params["run_eagerly"]: …`: who turns it on lets the function run eagerly.
    """
    return any(holds and _names_debugging(single) for single, holds in tests_before(node))


def is_for_arrays(node: nodes.NodeNG) -> bool:
    """Whether a test before a place has found that something is no tensor: what is given an array gives one back.

    `if not tf.is_tensor(edges): edges = updated.numpy()`.
    """
    return any(
        isinstance(single, nodes.Call) and last_name(single.func) == "is_tensor" and not holds
        for single, holds in tests_before(node)
    )


def is_kept_in_file(node: nodes.NodeNG) -> bool:
    """Whether a file that is missing is written once, and read from then on, in one of two branches that hold a place.

    `if not os.path.exists(path): rows = draw(); np.save(path, rows)`, and else `rows = np.load(path)`.
    """
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, _SCOPES):
        if isinstance(parent, nodes.If) and child is not parent.test:
            for single, holds in parts(parent.test, True):
                path = _asked_for(single) if single is not None else ()
                made = parent.orelse if holds else parent.body
                if path and any(_is_handed(path, call) for each in made for call in each.nodes_of_class(nodes.Call)):
                    return True
        child, parent = parent, parent.parent
    return False


def _asked_for(test: nodes.NodeNG) -> Spelling:
    """The path that a test asks whether there is something: `os.path.exists(path)`, `path.exists()`."""
    if not isinstance(test, nodes.Call) or last_name(test.func) not in _FINDING:
        return ()
    asked = test.args[0] if test.args else getattr(test.func, "expr", test)
    return spelled(asked)


def _is_handed(path: Spelling, call: nodes.Call) -> bool:
    given = (*call.args, *(keyword.value for keyword in call.keywords), getattr(call.func, "expr", None))
    return any(each is not None and spelled(each) == path for each in given)


_FINDING = frozenset({"exists", "isfile", "is_file"})
"""What asks whether there is a file at a path."""


def _names_debugging(test: nodes.NodeNG) -> bool:
    place = spelled(test)
    name = place[-1] if place else ""
    words = {word.lower() for word in str(name[1] if isinstance(name, tuple) else name).split("_")}
    return not words.isdisjoint(_DEBUGGING) and words.isdisjoint(_NEGATING)


_DEBUGGING = frozenset({"debug", "debugging", "eager", "eagerly"})
_NEGATING = frozenset({"disable", "disabled", "no", "non", "not", "without"})


def is_behind_variable(node: nodes.NodeNG) -> bool:
    """Whether a variable lets a statement or call run once, as a graph, too: `if not done: …; done.assign(True)`."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, _SCOPES):
        if isinstance(parent, nodes.If) and child in parent.body and any(_turns(parent.test, s) for s in parent.body):
            return True
        child, parent = parent, parent.parent
    return False


def _turns(test: nodes.NodeNG, statement: nodes.NodeNG) -> bool:
    """Whether a statement assigns the Boolean variable that a test asks, so that it does not hold again."""
    negated = isinstance(test, nodes.UnaryOp) and test.op == "not"
    flag = test.operand if negated else test
    call = statement.value if isinstance(statement, nodes.Expr) else None
    if not isinstance(call, nodes.Call) or not isinstance(call.func, nodes.Attribute) or len(call.args) != 1:
        return False
    value = call.args[0].value if isinstance(call.args[0], nodes.Const) else None
    same = bool(spelled(flag)) and spelled(call.func.expr) == spelled(flag)
    return same and call.func.attrname == "assign" and value is negated


def _fills_up(node: nodes.NodeNG) -> bool:
    """Whether a list is brought to a length, which it has from then on: `sizes += [None] * (n - len(sizes))`."""
    if not isinstance(node, nodes.AugAssign) or node.op != "+=" or not isinstance(node.value, nodes.BinOp):
        return False
    lacking = node.value.right if isinstance(node.value.left, nodes.List) else node.value.left
    if node.value.op != "*" or not isinstance(lacking, nodes.BinOp) or lacking.op != "-":
        return False
    length = lacking.right
    counted = isinstance(length, nodes.Call) and last_name(length.func) == "len" and len(length.args) == 1
    return counted and bool(spelled(node.target)) and spelled(length.args[0]) == spelled(node.target)


def _refuses_another(earlier: nodes.NodeNG, node: nodes.NodeNG) -> bool:
    """Whether an item is assigned behind a test that raises where another is there already, as registries do.

    `if name in parts: if parts[name] != part: raise …`, and then `parts[name] = part`: each assignment leaves the same.
    """
    if not isinstance(earlier, nodes.If) or not isinstance(node, nodes.Assign):
        return False
    if not any(isinstance(each, nodes.Raise) for part in earlier.body for each in part.nodes_of_class(nodes.Raise)):
        return False
    missing = [_missing(single, holds) for single, holds in parts(earlier.test, False) if single is not None]
    places = {each.place for each in missing if each is not None and each.item}
    return all(isinstance(each, nodes.Subscript) and spelled(each.value) in places for each in node.targets)


def is_eager_only(node: nodes.NodeNG) -> bool:
    """Whether a statement or call is reached outside of graphs only: `if tf.executing_eagerly(): …`."""
    child, parent = node, node.parent
    while parent is not None and not isinstance(child, _SCOPES):
        for test, outcome, _ in _before(child, parent):
            if any(single is not None and _runs_eagerly(single, holds) for single, holds in parts(test, outcome)):
                return True
        child, parent = parent, parent.parent
    return False


def _runs_eagerly(test: nodes.NodeNG, holds: bool) -> bool:
    return isinstance(test, nodes.Call) and _EAGERLY.get(last_name(test.func)) is holds


_EAGERLY = {"executing_eagerly": True, "inside_function": False}
"""Functions of TensorFlow that tell whether code runs eagerly, with what they answer then."""


def _before(
    child: nodes.NodeNG, parent: nodes.NodeNG
) -> Iterator[tuple[nodes.NodeNG, bool, Sequence[nodes.NodeNG]]]:
    """The tests that stand before a part of `parent`: how they came out, and all that runs then."""
    if isinstance(parent, (nodes.If, nodes.IfExp)) and child is not parent.test:
        block = parent.body if isinstance(parent, nodes.If) else [parent.statement()]
        outcome = child in block if isinstance(parent, nodes.If) else child is parent.body
        yield parent.test, outcome, block if outcome or isinstance(parent, nodes.IfExp) else parent.orelse
    if isinstance(parent, nodes.BoolOp) and child is not parent.values[0]:
        for value in parent.values[: parent.values.index(child)]:
            yield value, parent.op == "and", [parent.statement()]
    for earlier in preceding(child):
        if isinstance(earlier, nodes.If) and not earlier.orelse and isinstance(earlier.body[-1], _LEAVING):
            yield earlier.test, False, following(earlier)


def _under_the_same_test(
    around: nodes.NodeNG, node: nodes.NodeNG
) -> Iterator[tuple[nodes.NodeNG, bool, Sequence[nodes.NodeNG]]]:
    """The tests that an earlier `if` has put where the `if` around a place asks the very same again.

    `if kept is not None: if key in kept: return kept[key]`, and further down `if kept is not None: kept[key] = made`.
    """
    if not isinstance(around, nodes.If) or not any(each is node or each.parent_of(node) for each in around.body):
        return
    names = list(around.test.nodes_of_class(nodes.Name))
    if any(isinstance(bound.parent, nodes.Assign) for name in names for bound in _bindings(name)):
        return
    for earlier in preceding(around):
        if isinstance(earlier, nodes.If) and earlier.test.as_string() == around.test.as_string():
            for each in earlier.body:
                if isinstance(each, nodes.If) and isinstance(each.body[-1], _LEAVING):
                    yield each.test, False, [around]


def _is_guard(test: nodes.NodeNG, outcome: bool, block: Sequence[nodes.NodeNG], also_after: bool = False) -> bool:
    """Whether a test asks for what is missing, and a block makes it; `also_after`: or what follows the test does."""
    singles = [(single, holds) for single, holds in parts(test, outcome) if single is not None]
    if any(_runs_eagerly(single, holds) for single, holds in singles):
        return True
    asked = [_missing(single, holds) for single, holds in singles] + [_missing_either_way(test, outcome)]
    missing = [each for each in asked if each is not None and _is_kept(each, test)]
    types = [single for single, holds in singles if not holds and _is_type_test(single)]
    if not missing and not types:
        return False

    def fills(statement: nodes.NodeNG) -> bool:
        return any(_makes(statement, each) for each in missing) or any(
            _is_brought_to_type(statement, single) for single in types
        )

    return any(map(fills, block)) or (also_after and any(map(fills, _assigned_after(test))))


def _is_type_test(test: nodes.NodeNG) -> bool:
    return isinstance(test, nodes.Call) and last_name(test.func) == "isinstance" and len(test.args) == 2


def _is_brought_to_type(statement: nodes.NodeNG, test: nodes.Call) -> bool:
    """Whether an attribute gets the type that it has lacked: `if not isinstance(self.v, list): self.v = [self.v]`."""
    place, wanted = spelled(test.args[0]), last_name(test.args[1])
    if len(place) < 2 or not wanted or not isinstance(statement, nodes.Assign):
        return False
    value = statement.value
    displays = _DISPLAYS.get(wanted, ())
    if isinstance(value, nodes.BinOp) and value.op in "+*" and isinstance(value.left, displays):
        value = value.left
    made = isinstance(value, nodes.Call) and last_name(value.func) == wanted
    return (made or isinstance(value, displays)) and [spelled(target) for target in statement.targets] == [place]


_DISPLAYS: Mapping[str, tuple[type[nodes.NodeNG], ...]] = {
    "list": (nodes.List, nodes.ListComp), "tuple": (nodes.Tuple,), "dict": (nodes.Dict, nodes.DictComp),
    "set": (nodes.Set, nodes.SetComp),
}  # fmt: skip


def _missing_either_way(test: nodes.NodeNG, outcome: bool) -> Missing | None:
    """What is missing whichever part of a condition fails: `if self.v is not None and len(self.v) > 0: … else: …`."""
    if not isinstance(test, nodes.BoolOp) or (test.op == "and") is outcome:
        return None
    found = {_missing(value, outcome) for value in test.values}
    return found.pop() if len(found) == 1 else None


def _is_filled_by(test: nodes.NodeNG, outcome: bool, call: nodes.NodeNG, called: nodes.NodeNG | None) -> bool:
    """Whether a method of an object that says it is not ready makes it so: `if not a.ready: a.init()`."""
    if not isinstance(called, nodes.FunctionDef) or not isinstance(call, nodes.Call):
        return False
    cls = called.parent
    if not isinstance(cls, nodes.ClassDef) or not isinstance(call.func, nodes.Attribute):
        return False
    owner = spelled(call.func.expr)
    made = {spelled(each)[1:] for each in called.nodes_of_class(nodes.AssignAttr)}
    for single, holds in parts(test, outcome):
        missing = None if single is None else _missing(single, holds)
        if missing is None or missing.item or missing.flag or missing.place[:-1] != owner or not owner:
            continue
        asked = {missing.place[-1:]}
        for each in cls.locals.get(str(missing.place[-1]), ()):
            # A property tells by other attributes.
            if isinstance(each, nodes.FunctionDef):
                asked |= {spelled(read)[1:] for read in each.nodes_of_class(nodes.Attribute)}
        if asked & made:
            return True
    return False


# What is missing -----------------------------------------------------------------------------------------------------


def _missing(test: nodes.NodeNG, holds: bool) -> Missing | None:
    """What a single test, which came out as `holds`, has found not to be there."""
    if isinstance(test, nodes.Compare) and len(test.ops) == 1:
        operator, other = test.ops[0]
        if isinstance(other, nodes.Const) and other.value is None and operator in SAMENESS:
            return _of(test.left) if (operator in ("is", "==")) is holds else None
        if isinstance(other, nodes.Const) and isinstance(other.value, bool) and operator in SAMENESS:
            # `if self.ready is False` says no more than `if not self.ready`.
            return _missing(test.left, other.value is ((operator in ("is", "==")) is holds))
        if isinstance(test.left, nodes.Call) and last_name(test.left.func) == "len" and len(test.left.args) == 1:
            empty = {">": False, "!=": False, "==": True}.get(operator)
            zero = isinstance(other, nodes.Const) and other.value == 0
            return _of(test.left.args[0]) if zero and empty is holds else None
        if operator in ("in", "not in"):
            keys = isinstance(other, nodes.Call) and last_name(other.func) == "keys" and not other.args
            place = spelled(other.func.expr if keys else other)
            return Missing(place, item=True) if place and (operator == "not in") is holds else None
        if operator in ("is", "is not") and _defaults_to(test.left, other):
            return _of(test.left) if (operator == "is") is holds else None
        return None
    if isinstance(test, nodes.Call) and last_name(test.func) == "hasattr":
        return None if holds else _of(test)
    if holds:
        place = spelled(test)
        return Missing(place, flag=True) if place else None
    return _of(test)


def _defaults_to(asked: nodes.NodeNG, default: nodes.NodeNG) -> bool:
    """Whether asking gives a mark where something is not there: `v = parts.get(name, mark)`, and then `v is mark`."""
    held = [asked]
    if isinstance(asked, nodes.Name):
        held = [each.parent.value for each in _bindings(asked) if isinstance(each.parent, nodes.Assign)]
    asking = [each for each in held if isinstance(each, nodes.Call) and last_name(each.func) in ("get", "getattr")]
    mark = spelled(default)
    return bool(mark) and any(len(call.args) > 1 and spelled(call.args[-1]) == mark for call in asking)


def _of(asked: nodes.NodeNG) -> Missing | None:
    """What is not there where an expression gives nothing: `self.v`, `getattr(self, "v", None)`, `parts.get(name)`."""
    if isinstance(asked, nodes.Call):
        name = last_name(asked.func)
        if name in ("hasattr", "getattr") and len(asked.args) > 1:
            owner, attribute = spelled(asked.args[0]), asked.args[1]
            if not owner:
                return None
            constant = isinstance(attribute, nodes.Const)
            return Missing((*owner, attribute.value)) if constant else Missing(owner, item=True)
        if name == "get" and isinstance(asked.func, nodes.Attribute):
            place = spelled(asked.func.expr)
            return Missing(place, item=True) if place else None
        return None
    if isinstance(asked, nodes.Name):
        # `v = self.v`, and then a test of `v`.
        held = [each.parent.value for each in _bindings(asked) if isinstance(each.parent, nodes.Assign)]
        for value in held:
            found = None if isinstance(value, nodes.Name) else _of(value)
            if found is not None:
                return found
    if isinstance(asked, nodes.Subscript) and not spelled(asked):
        place = spelled(asked.value)
        return Missing(place, item=True) if place else None
    place = spelled(asked)
    return Missing(place) if place else None


def _bindings(name: nodes.Name) -> list[nodes.NodeNG]:
    return list(name.scope().locals.get(name.name, ()))


def _is_kept(missing: Missing, test: nodes.NodeNG) -> bool:
    """Whether the place outlives the call: it is no local variable, nor in one that the call makes."""
    root = missing.place[0]
    scope = test.scope()
    bound = scope.locals.get(root, ())
    declared = [*nodes_inside(scope, nodes.Global), *nodes_inside(scope, nodes.Nonlocal)]
    if not bound or any(root in each.names for each in declared):
        return True
    if len(missing.place) == 1 and not missing.item:
        return False
    made = [each.parent.value for each in bound if isinstance(each.parent, nodes.Assign)]
    return all(isinstance(value, (nodes.Attribute, nodes.Name)) or _is_item(value) for value in made)


def _is_item(value: nodes.NodeNG) -> bool:
    """Whether an expression is what a container holds, and no copy of a part: the way down, `node = node[part]`."""
    return isinstance(value, nodes.Subscript) and not isinstance(value.slice, (nodes.Slice, nodes.Tuple))


# What makes it -------------------------------------------------------------------------------------------------------


def _makes(statement: nodes.NodeNG, missing: Missing) -> bool:
    """Whether a statement puts something where nothing is."""
    for node in statement.nodes_of_class((nodes.Assign, nodes.AnnAssign, nodes.Call)):
        if isinstance(node, nodes.Call):
            if _call_makes(node, missing):
                return True
            continue
        empty = isinstance(node.value, nodes.Const) and node.value.value in _EMPTY
        for target in targets_of(node):
            for each in target.elts if isinstance(target, (nodes.Tuple, nodes.List)) else [target]:
                if isinstance(each, nodes.Subscript) and not missing.flag and spelled(each.value) == missing.place:
                    # `if key not in d: d[key] = …`; also `if not d: d["a"] = …`, which is true from then on.
                    return True
                if not missing.item and spelled(each) == missing.place and empty is missing.flag:
                    return True
    return False


def _call_makes(call: nodes.Call, missing: Missing) -> bool:
    name = last_name(call.func)
    if name == "setattr" and len(call.args) > 2:
        owner, attribute = spelled(call.args[0]), call.args[1]
        constant = isinstance(attribute, nodes.Const)
        return (*owner, attribute.value) == missing.place if constant else missing.item and owner == missing.place
    if not isinstance(call.func, nodes.Attribute):
        return False
    owner = spelled(call.func.expr)
    if owner and owner == missing.place and not missing.flag and name in _FILLING:
        # `if key not in d: d.update(...)`, `if not self.parts: self.parts.extend(...)`.
        return True
    if missing.item:
        return False
    if not owner or owner != missing.place[:-1]:
        return False
    # `if not self.built: self.build(shape)`: Keras' own `build` says that it has been done.
    return (name, missing.place[-1]) == ("build", "built") or _method_makes(call, name, missing.place[-1])


def _method_makes(call: nodes.Call, name: str, attribute: object) -> bool:
    """Whether a method of the class around a call assigns an attribute of its object."""
    around: nodes.NodeNG | None = call.frame()
    while around is not None and not isinstance(around, nodes.ClassDef):
        around = around.parent
    for method in around.locals.get(name, ()) if around is not None else ():
        if isinstance(method, nodes.FunctionDef) and method.args.args:
            place = (method.args.args[0].name, attribute)
            if any(spelled(each) == place for each in method.nodes_of_class(nodes.AssignAttr)):
                return True
    return False


def _fills_itself(assignment: nodes.Assign, target: nodes.NodeNG) -> bool:
    """`self.v = self.v or make()`, `self.v = given or self.v`, `self.v = make() if self.v is None else self.v`."""
    place, value = spelled(target), assignment.value
    if len(place) < 2:
        return False
    if isinstance(value, nodes.BoolOp):
        # `self.v = given or self.v` keeps what is there, or takes what it is told.
        return value.op == "or" and any(spelled(each) == place for each in value.values)
    if not isinstance(value, nodes.IfExp):
        return False
    for kept, way in ((value.body, False), (value.orelse, True)):
        found = [_missing(single, holds) for single, holds in parts(value.test, way) if single is not None]
        if spelled(kept) == place and Missing(place) in found:
            return True
    return False


def _makes_what_was_missing(handler: nodes.ExceptHandler) -> bool:
    """`try: return self.v except AttributeError: self.v = make()`."""
    caught = handler.type.elts if isinstance(handler.type, nodes.Tuple) else [handler.type]
    if not any(each is not None and last_name(each) in _MISSING for each in caught):
        return False
    for statement in handler.parent.body:
        for read in statement.nodes_of_class((nodes.Attribute, nodes.Subscript)):
            missing = _of(read)
            if missing is not None and any(_makes(each, missing) for each in handler.body):
                return True
    return False


def casts_itself(node: nodes.NodeNG) -> bool:
    """`self.v = tf.cast(self.v, dtype)`, which gives back the same tensor where that is its dtype already."""
    if not isinstance(node, nodes.Assign) or not isinstance(node.value, nodes.Call) or not node.value.args:
        return False
    place = spelled(node.value.args[0])
    casting = last_name(node.value.func) in ("cast", "convert_to_tensor")
    return casting and bool(place) and [spelled(target) for target in node.targets] == [place]
