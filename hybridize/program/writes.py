"""What a statement writes, as far as its text tells: attributes, items, names, arrays."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from astroid import nodes

from hybridize.program.calls import call_of, called_name, method_name, passed_as, receiver_of
from hybridize.program.containers import ADDING
from hybridize.program.inside import nodes_inside, reads_of
from hybridize.program.memory import remembered
from hybridize.program.syntax import DISPLAYS, is_constant, last_name, spelled, text_of


def targets_of(statement: nodes.NodeNG) -> list[nodes.NodeNG]:
    """What a statement assigns or deletes, as it is written; what is no such statement itself."""
    written = isinstance(statement, (nodes.Assign, nodes.Delete))
    return list(statement.targets) if written else [getattr(statement, "target", statement)]


def binds_names_alone(statement: nodes.NodeNG) -> bool:
    """Whether a statement assigns something to names, and to no attribute, item or part of a tuple."""
    targets = statement.targets if isinstance(statement, nodes.Assign) else ()
    return bool(targets) and all(isinstance(each, nodes.AssignName) for each in targets)


def is_stored(value: nodes.NodeNG) -> bool:
    """Whether a statement assigns a value to an attribute or an item, or unpacks it."""
    return isinstance(value.parent, nodes.Assign) and not binds_names_alone(value.parent)


def is_local_name(target: nodes.NodeNG) -> bool:
    """Whether what is assigned is a name of the function around it, that no other one shares."""
    scope = target.scope() if isinstance(target, nodes.AssignName) else None
    return (
        isinstance(scope, (nodes.FunctionDef, nodes.Lambda))
        and target.name in scope.locals
        and not any(target.name in said.names for said in nodes_inside(scope, nodes.Nonlocal))
    )


def only_tidies(node: nodes.NodeNG) -> bool:
    """Whether an assignment brings what a place holds into a form that it keeps: once more changes nothing.

    `self.parts = list(self.parts)`, `self.parts = [part for part in self.parts if isinstance(part, Part)]`.
    """
    if not isinstance(node, nodes.Assign) or len(node.targets) != 1:
        return False
    place, value = spelled(node.targets[0]), node.value
    if isinstance(value, nodes.Call):
        return last_name(value.func) in _FORMS and [spelled(each) for each in value.args] == [place] != [()]
    if not isinstance(value, (nodes.ListComp, nodes.SetComp)) or len(value.generators) != 1:
        return False
    (rounds,) = value.generators
    kept = isinstance(value.elt, nodes.Name) and spelled(value.elt) == spelled(rounds.target)
    return kept and bool(place) and spelled(rounds.iter) == place and all(map(_asks_for_kind, rounds.ifs))


_FORMS = frozenset({"list", "tuple", "set", "frozenset", "sorted"})


def _asks_for_kind(test: nodes.NodeNG) -> bool:
    """Whether the answer to a test stays the same for an object."""
    if isinstance(test, nodes.Compare):
        return all(is_constant(each, None) for _, each in test.ops)
    return called_name(test) in ("isinstance", "hasattr", "callable", "is_tensor")


def sets_item(node: nodes.NodeNG) -> bool:
    """Whether a statement assigns or deletes an item."""
    return any(isinstance(each, nodes.Subscript) for target in targets_of(node) for each in members_of(target))


def sets_part_of_array(node: nodes.NodeNG) -> bool:
    """Whether a statement assigns what only arrays have: a part of several axes, or where a comparison holds."""
    indices = [each.slice for each in targets_of(node) if isinstance(each, nodes.Subscript)]
    return bool(indices) and all(
        isinstance(index, nodes.Compare)
        or (isinstance(index, nodes.Tuple) and any(isinstance(part, nodes.Slice) for part in index.elts))
        for index in indices
    )


def names_special_method(node: nodes.NodeNG) -> bool:
    """Whether a call names a special method: `o.__setattr__(…)`, `methodcaller("__setattr__", …)(o)`."""
    called = node.func if isinstance(node, nodes.Call) else None
    if not isinstance(called, nodes.Call):
        return is_special(method_name(node))
    return any(is_special(text_of(each) or "") for each in called.nodes_of_class(nodes.Const))


def is_special(name: str) -> bool:
    """Whether Python itself gives a meaning to a name."""
    return name.startswith("__") and name.endswith("__")


def changed_expression(node: nodes.NodeNG) -> nodes.NodeNG:
    """The object that a statement or call changes in place, as it is written."""
    if isinstance(node, nodes.Call):
        return receiver_of(node) or node.func
    target = targets_of(node)[0]
    return target.value if isinstance(target, nodes.Subscript) else target


def written_attributes(node: nodes.NodeNG) -> frozenset[str]:
    """The names of the attributes that a statement assigns, deletes or hands to `setattr`."""
    targets: list[nodes.NodeNG] = list(node.nodes_of_class((nodes.AssignAttr, nodes.DelAttr)))
    names = {each.attrname for each in targets}
    names |= {each.value for each in node.nodes_of_class(nodes.Const) if isinstance(each.value, str) and not targets}
    if called_name(node) == "update":
        names |= {each.arg for each in node.keywords if each.arg is not None}
    if called_name(node) == "compile":
        names |= SET_BY_COMPILE
    return frozenset(names)


SET_BY_COMPILE = frozenset(
    "optimizer loss compiled_loss compiled_metrics compute_loss compute_metrics metrics run_eagerly jit_compile".split()
)
"""The attributes and methods of a Keras model that answer by what `compile` was given."""


@remembered
def names_written(node: nodes.NodeNG) -> frozenset[str] | None:
    """The names of attributes, or of globals, that a statement or call assigns; None where they are not written."""
    if isinstance(node, (nodes.Assign, nodes.AugAssign, nodes.AnnAssign, nodes.Delete)):
        targets = targets_of(node)
        items = [each for target in targets for each in target.nodes_of_class(nodes.Subscript)]
        keys = [each.slice.value if isinstance(each.slice, nodes.Const) else None for each in items]
        found = {each.attrname for target in targets for each in target.nodes_of_class(_ASSIGNED)}
        return None if None in keys else frozenset(found | {key for key in keys if isinstance(key, str)})
    if not isinstance(node, nodes.Call):
        return written_attributes(node)
    if hides_name(node):
        return None
    given = [*node.args, *(each.value for each in node.keywords if each.arg is not None)]
    texts = {each for each in map(text_of, given) if each is not None}
    if last_name(node.func) in NAMING:
        return frozenset(texts) or None
    if node.args or any(each.arg is None for each in node.keywords):
        return None
    return frozenset(each.arg for each in node.keywords)


def hides_name(node: nodes.NodeNG) -> bool:
    """Whether a call sets or deletes an attribute whose name does not stand there: `setattr(o, name, value)`."""
    place = _NAMED_AT.get(called_name(node))
    if place is None or len(node.args) < -place:
        return False
    return not isinstance(node.args[place], nodes.Const)


_NAMED_AT = {"setattr": -2, "__setattr__": -2, "delattr": -1, "__delattr__": -1}
"""Which of its arguments is the name of the attribute."""
_ASSIGNED = (nodes.AssignAttr, nodes.DelAttr)
NAMING = frozenset(
    "setattr delattr __setattr__ __delattr__ setdefault pop __setitem__ __delitem__".split()
)
"""What is called with the name of what it changes."""


def changes_own_array(node: nodes.NodeNG, scope: nodes.NodeNG, read: Collection[str]) -> bool:
    """Whether a statement of a function changes an array that is made there, and that has none of the names `read`.

    The name of such an array is bound to new arrays only.
    """
    if isinstance(node, nodes.Call):
        written = (*node.args[:1], passed_as(node, "out"), receiver_of(node))
        changed = [each for each in written if each is not None]
    else:
        changed = [each.value if isinstance(each, nodes.Subscript) else each for each in targets_of(node)]
    objects = (each for each in changed if not isinstance(each, nodes.Const))
    roots = [each for each in objects if spelled(each)[:1] not in (("np",), ("numpy",))]
    if not roots or not isinstance(scope, (nodes.FunctionDef, nodes.Module)):
        return False
    return all(_is_own_array(each, scope, read) for each in roots)


def _is_own_array(changed: nodes.NodeNG, scope: nodes.FunctionDef | nodes.Module, read: Collection[str]) -> bool:
    while isinstance(changed, nodes.Subscript):
        changed = changed.value
    if not isinstance(changed, (nodes.Name, nodes.AssignName)):
        return False
    made = [each.parent for each in scope.locals.get(changed.name, ())]
    if not made or not all(isinstance(each, nodes.AugAssign) or _makes_new(each) for each in made):
        return False
    names = [changed.name]
    for name in names:
        if name in read:
            return False
        for use in reads_of(scope, name):
            kept = _kept_by(use)
            if kept is None:
                return False
            names += kept - set(names)
    return True


def _kept_by(use: nodes.NodeNG) -> set[str] | None:
    """The names that lead to an array that is used here, or to a view of it; None if something else keeps it."""
    node = use
    while True:
        parent = node.parent
        if isinstance(parent, nodes.Keyword) or (isinstance(parent, nodes.Subscript) and node is parent.value):
            node = parent
        elif isinstance(parent, nodes.Attribute):
            if parent.attrname not in _VIEWING:
                return set()
            node = call_of(parent) or parent
        elif isinstance(parent, nodes.Call):
            if spelled(parent.func)[:1] not in (("np",), ("numpy",)):
                function = last_name(parent.func)
                return None if function in _KEEPING or function[:1].isupper() else set()
            if last_name(parent.func) not in _VIEWING:
                return set()
            node = parent
        elif isinstance(parent, nodes.Assign):
            if node in parent.targets:
                # It gets an item.
                return set()
            return {each.name for each in parent.targets} if binds_names_alone(parent) else None
        else:
            computed = (nodes.AugAssign, nodes.BinOp, nodes.Compare, nodes.Expr, nodes.FormattedValue, nodes.UnaryOp)
            return set() if isinstance(parent, computed) else None


_KEEPING = ADDING | {"memoryview", "partial", "setattr"}
"""Functions and methods, besides classes, by which something keeps what it is given."""
_VIEWING = frozenset(
    "T asarray asanyarray ascontiguousarray array astype atleast_1d atleast_2d atleast_3d base broadcast_arrays "
    "broadcast_to data diagonal expand_dims flat flatten frombuffer getfield imag matrix_transpose moveaxis real "
    "ravel require reshape rollaxis rot90 flip fliplr flipud setflags split array_split hsplit vsplit dsplit "
    "squeeze swapaxes transpose view sliding_window_view as_strided nan_to_num __array__ __array_interface__ mT".split()
)
"""Attributes, methods and functions that may give an array the memory of another one."""


def _makes_new(binding: nodes.NodeNG) -> bool:
    """Whether a name is bound to an array that nobody else has, or to a number that the first `+=` replaces."""
    if not isinstance(binding, nodes.Assign):
        return False
    value = binding.value
    return isinstance(value, nodes.Const) or called_name(value) in _MAKING


_MAKING = frozenset(
    "zeros zeros_like ones ones_like empty empty_like full full_like array arange linspace copy eye identity tile "
    "repeat concatenate stack hstack vstack".split()
)
"""Functions and methods that make a new array."""


def keeps_variables(statement: nodes.NodeNG) -> bool:
    """Whether it assigns variables that are there, alike each time: `self.weights = net.trainable_variables`.

    So does `self.step = tf.compat.v1.train.get_global_step()`, and an optimizer that counts for the one that it wraps:
    `self.inner.iterations = self.iterations`.
    """
    value = statement.value if isinstance(statement, (nodes.Assign, nodes.AnnAssign)) else None
    if isinstance(value, nodes.Call):
        return called_name(value) == "get_global_step"
    if not isinstance(value, nodes.Attribute):
        return False
    written = {name.lstrip("_") for name in written_attributes(statement)}
    return value.attrname in _OF_VARIABLES or (value.attrname == _COUNTER and written == {_COUNTER})


_OF_VARIABLES = frozenset({"trainable_variables", "trainable_weights", "variables", "weights"})
_COUNTER = "iterations"
"""The variable of an optimizer that counts its steps."""


def members_of(target: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """The names, attributes and items that a target takes apart: `a` and `b.c` of `(a, b.c)`."""
    if isinstance(target, DISPLAYS):
        for each in target.elts:
            yield from members_of(each)
    else:
        yield target


def changed_object(statement: nodes.NodeNG) -> nodes.NodeNG | None:
    """What a statement or call changes in place, as it is written; None where it is several things.

    `self.a, self.b = x` changes one.
    """
    if isinstance(statement, nodes.Call):
        return receiver_of(statement)
    targets = getattr(statement, "targets", None) or [getattr(statement, "target", None)]
    places = [each for target in targets for each in (target.elts if isinstance(target, nodes.Tuple) else [target])]
    owners = [getattr(each, "value", None) or getattr(each, "expr", None) for each in places]
    changed = [each for each in owners if each is not None]
    one = len(changed) == 1 or (len(set(map(spelled, changed))) == 1 and spelled(changed[0]))
    return changed[0] if one else None
