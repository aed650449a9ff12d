"""Places that no run comes to both of, since the same test stands before them and came out differently.

`if not self.partitioned: step = tf.function(step)`, and in `step` itself `if self.partitioned: rows = x.numpy()`.
"""

from __future__ import annotations

from astroid import nodes

from hybridize.program.first_call_guards import tests_before
from hybridize.program.inside import nodes_inside
from hybridize.program.lookup import lookup
from hybridize.program.syntax import last_name, spelled

_Test = tuple[str, frozenset[tuple[str, nodes.NodeNG]]]
"""A test as it is written, with what the names in it stand for."""


def are_apart(one: nodes.NodeNG, other: nodes.NodeNG) -> bool:
    """Whether a test that one place stands behind came out otherwise than where the other place is reached.

    Of attributes this holds as long as they stay as they are: not where the function around the first place turns them.
    """
    turned = {each.attrname for each in nodes_inside(one.frame(), nodes.AssignAttr)}
    found = {_as_asked(test): holds for test, holds in tests_before(one) if last_name(test) not in turned}
    return bool(found) and any(found.get(_as_asked(test), holds) is not holds for test, holds in tests_before(other))


def _as_asked(test: nodes.NodeNG) -> _Test:
    names = [name for name in test.nodes_of_class(nodes.Name) if spelled(test)]
    return test.as_string() if names else "", frozenset((name.name, _meant(name)) for name in names)


def _meant(name: nodes.Name) -> nodes.NodeNG:
    """What binds a name: of the object that a method is called on, its class."""
    scope, _ = lookup(name)
    method = isinstance(scope, nodes.FunctionDef) and isinstance(scope.parent, nodes.ClassDef)
    is_object = method and [each.name for each in scope.args.args[:1]] == [name.name]
    return scope.parent if is_object else scope
