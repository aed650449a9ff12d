"""Places that no run comes to both of, since the same test came out differently before each.

`if not self.partitioned: step = tf.function(step)`, and in `step` itself `if self.partitioned: rows = x.numpy()`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import TypeVar

from astroid import nodes

from hybridize.program.first_call_guards import tests_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import lookup
from hybridize.program.loops import loop_around
from hybridize.program.syntax import branches_around, compares_by, is_name, last_name, spelled

_T = TypeVar("_T")
_Outcome = tuple[nodes.NodeNG, bool]
"""A test, and how it came out."""
_Test = tuple[str, frozenset[tuple[str, nodes.NodeNG]]]
"""A test as it is written, with what the names in it stand for."""


def are_exclusive(one: nodes.NodeNG, other: nodes.NodeNG) -> bool:
    """Whether a test that one place stands behind came out otherwise than where the other place is reached.

    Of attributes this holds as long as they stay as they are: not where the function around the first place turns them.
    """
    turned = {each.attrname for each in nodes_inside(one.frame(), nodes.AssignAttr)}
    found = (each for each in _spelled_tests(one) if last_name(each[0]) not in turned)
    return _divided(_as_written, found, _spelled_tests(other))


def _spelled_tests(node: nodes.NodeNG) -> Iterator[_Outcome]:
    """The tests before a place that are a name or an attribute: a call may give something else each time."""
    return (each for each in tests_before(node) if spelled(each[0]))


def never_both(one: nodes.NodeNG, other: nodes.NodeNG) -> bool:
    """Whether no run of a function comes to both of two places of it: a test that stays as it is divides them."""
    return _divided(nodes.NodeNG.as_string, _steady_tests(one), _steady_tests(other))


def _steady_tests(node: nodes.NodeNG) -> Iterator[_Outcome]:
    return (each for each in tests_before(node) if _stays(each[0]))


def _divided(key: Callable[[_T], Hashable], one: Iterable[tuple[_T, bool]], other: Iterable[tuple[_T, bool]]) -> bool:
    """Whether a test comes out one way before a place, and the other way before another place."""
    found = {key(test): holds for test, holds in one}
    return bool(found) and any(found.get(key(test), holds) is not holds for test, holds in other)


def _stays(test: nodes.NodeNG) -> bool:
    """Whether a test asks for nothing but names that are bound once and in no loop."""
    if any(True for _ in test.nodes_of_class(_CHANGING)):
        return False
    for name in test.nodes_of_class(nodes.Name):
        _, bound = lookup(name)
        if len(bound) != 1 or len(bound[0].scope().locals.get(name.name, ())) != 1 or loop_around(bound[0]) is not None:
            return False
    return True


_CHANGING = (nodes.Attribute, nodes.Call, nodes.NamedExpr, nodes.Subscript)
"""What may give another value when it is evaluated again."""


def _as_written(test: nodes.NodeNG) -> _Test:
    return test.as_string(), frozenset((name.name, _meant(name)) for name in test.nodes_of_class(nodes.Name))


def _meant(name: nodes.Name) -> nodes.NodeNG:
    """What binds a name: of the object that a method is called on, its class."""
    scope, _ = lookup(name)
    method = isinstance(scope, nodes.FunctionDef) and isinstance(scope.parent, nodes.ClassDef)
    is_object = method and [each.name for each in scope.args.args[:1]] == [name.name]
    return scope.parent if is_object else scope


def excludes(definition: nodes.NodeNG, call: nodes.NodeNG) -> bool:
    """Whether a call stands under the very test whose other side defines a function: it calls another of the name.

    `if a: def step… else: def step…`, and later `if a: step()`.
    """
    if definition.parent is None or definition.parent.frame() is not call.frame():
        return False
    return _divided(str, _sides(definition), _sides(call))


def _sides(node: nodes.NodeNG) -> Iterator[tuple[str, bool]]:
    """The tests around a place in its function, as they are written, and on which side it stands."""
    for condition, holds in branches_around(node):
        written, negated = _affirmed(condition.test)
        yield written, holds is not negated


def _affirmed(test: nodes.NodeNG) -> tuple[str, bool]:
    """A test as it is written, without `not` and `is not`, and whether it was there."""
    if isinstance(test, nodes.UnaryOp) and test.op == "not":
        return str(test.operand.as_string()), True
    if compares_by(test, "is not") and len(test.ops) == 1:
        return f"{test.left.as_string()} is {test.ops[0][1].as_string()}", True
    return str(test.as_string()), False


def attributes_that_differ(one: nodes.NodeNG, other: nodes.NodeNG) -> set[str]:
    """The attributes of `self` that equal a constant where one place is reached, and another one where the other is.

    As long as nobody assigns the attribute again, an object runs one of the places and never the other.
    """
    tested = dict(_attributes_tested(one))
    return {name for name, value in _attributes_tested(other) if name in tested and tested[name] != value}


def _attributes_tested(node: nodes.NodeNG) -> Iterator[tuple[str, object]]:
    """The attributes of `self` that equal a constant wherever a place is reached, with that constant."""
    for condition, holds in branches_around(node):
        test = condition.test if holds else None
        if isinstance(test, nodes.Compare) and len(test.ops) == 1 and isinstance(test.left, nodes.Attribute):
            operator, value = test.ops[0]
            if operator == "==" and isinstance(value, nodes.Const) and is_name(test.left.expr, "self"):
                yield test.left.attrname, (type(value.value), value.value)
