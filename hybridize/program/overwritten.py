"""Items of a dictionary or list display that the next statements replace before anything can have read them.

    d = {"a": first, "b": second}
    d["a"] = third                      # `first` is never seen
    d.update({"b": fourth})             # nor is `second`
"""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from hybridize.program.lookup import assigned_name as assigned_name
from hybridize.program.syntax import DISPLAYS, following, parts_around
from hybridize.program.writes import binds_names_alone

Path = tuple[object, ...]
"""The keys and positions that lead to an item of a display, from the outside in."""


def overwritten_items(display: nodes.Dict | nodes.List, private: bool) -> frozenset[nodes.NodeNG]:
    """The expressions inside a display whose values are replaced before anything can have read them.

    The display must be the value of an assignment to one variable. Where `private`, nothing outside the statements of
    the function can read the variable; else only statements that call nothing may come between.
    """
    target = assigned_name(display)
    if target is None:
        return frozenset()
    statement = display.parent
    user = _User(target.name, private and not _is_tried(statement))
    items = dict(_items(display, ()))
    found: set[nodes.NodeNG] = set()
    for later in following(statement):
        replaced = list(user.replaced(later))
        if not replaced:
            if not user.ignores(later):
                break
            continue
        found.update(items[path] for path in replaced if path in items)
        # What takes the place of a part has items of its own: those of the display are out of reach.
        items = {path: item for path, item in items.items() if not any(path[: len(each)] == each for each in replaced)}
    return frozenset(found)


def _is_tried(statement: nodes.NodeNG) -> bool:
    """Whether an exception may leave a statement and the function go on."""
    return any(isinstance(around, (nodes.Try, nodes.TryStar, nodes.With)) for _, around in parts_around(statement))


def _items(display: nodes.NodeNG, path: Path) -> Iterator[tuple[Path, nodes.NodeNG]]:
    """The items of a display and of the displays in it; of equal keys the last one counts."""
    if isinstance(display, nodes.Dict):
        keys = [(key, value) for key, value in display.items if not isinstance(key, nodes.DictUnpack)]
        pairs = [((type(key.value), key.value), value) for key, value in keys if isinstance(key, nodes.Const)]
        if len(pairs) < len(display.items):
            return
    elif isinstance(display, nodes.List) and not any(isinstance(each, nodes.Starred) for each in display.elts):
        pairs = [((int, position), value) for position, value in enumerate(display.elts)]
    else:
        return
    for key, value in pairs:
        yield (*path, key), value
        yield from _items(value, (*path, key))


class _User:
    """What a statement does with a variable that holds a container."""

    def __init__(self, name: str, private: bool) -> None:
        self._name = name
        self._private = private

    def replaced(self, statement: nodes.NodeNG) -> Iterator[Path]:
        """The items that a statement certainly replaces, if it does nothing else with the container."""
        if isinstance(statement, nodes.Assign) and self._is_apart(statement.value):
            paths = [self._path(target) for target in statement.targets]
            if len(paths) == 1 and paths[0]:
                yield paths[0]
        elif isinstance(statement, nodes.Expr) and isinstance(statement.value, nodes.Call):
            call = statement.value
            if isinstance(call.func, nodes.Attribute) and call.func.attrname == "update" and len(call.args) == 1:
                around, given = self._path(call.func.expr), call.args[0]
                plain = isinstance(given, nodes.Dict) and not call.keywords and self._is_apart(given)
                if around is not None and plain:
                    yield from ((*around, *path) for path, _ in _items(given, ()) if len(path) == 1)

    def ignores(self, statement: nodes.NodeNG) -> bool:
        """Whether the container is after a statement as it was before, and nothing can have read it."""
        if isinstance(statement, nodes.Assign):
            unseen = self._private or binds_names_alone(statement)
            return unseen and not self._mentions(statement) and self._is_apart(statement.value)
        if isinstance(statement, nodes.Expr):
            return self._is_apart(statement.value)
        return isinstance(statement, nodes.Pass)

    def _path(self, node: nodes.NodeNG) -> Path | None:
        """The keys of `name["a"][0]`; None for what is not written so."""
        if isinstance(node, nodes.Name):
            return () if node.name == self._name else None
        if isinstance(node, nodes.Subscript) and isinstance(node.slice, nodes.Const):
            around = self._path(node.value)
            return None if around is None else (*around, (type(node.slice.value), node.slice.value))
        return None

    def _is_apart(self, node: nodes.NodeNG) -> bool:
        """Whether evaluating an expression cannot read the container."""
        if self._mentions(node):
            return False
        return self._private or _calls_nothing(node)

    def _mentions(self, node: nodes.NodeNG) -> bool:
        return any(name.name == self._name for name in node.nodes_of_class((nodes.Name, nodes.AssignName)))


def _calls_nothing(node: nodes.NodeNG) -> bool:
    if isinstance(node, (nodes.Const, nodes.Name)):
        return True
    if isinstance(node, nodes.Lambda):
        return not node.args.defaults and not node.args.kw_defaults
    if isinstance(node, DISPLAYS):
        return all(_calls_nothing(each) for each in node.elts)
    if isinstance(node, nodes.Dict):
        return all(isinstance(key, nodes.Const) and _calls_nothing(value) for key, value in node.items)
    return False
