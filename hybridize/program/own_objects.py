"""Objects that a function makes, or gets as the result of a call: nothing outside the function holds them yet."""

from __future__ import annotations

from collections.abc import Sequence

from astroid import nodes

from hybridize.program.calls import called_name, method_name
from hybridize.program.flow.names import bindings_reaching
from hybridize.program.inside import reads_of
from hybridize.program.syntax import DISPLAYS, is_name, spelled


def is_made_new(expression: nodes.NodeNG) -> bool:
    """Whether a class has just made what stands there, or what a local name holds: `Result(x)`, `[]`."""
    bound = expression.scope().locals.get(expression.name, ()) if isinstance(expression, nodes.Name) else ()
    values = _values(bound)
    return all(map(_makes_object, values)) if values else _makes_object(expression)


def _makes_object(value: nodes.NodeNG | None) -> bool:
    return called_name(value).lstrip("_")[:1].isupper() or isinstance(value, (nodes.Dict, nodes.List, nodes.Set))


def is_made_by_default(expression: nodes.NodeNG) -> bool:
    """Whether it is an item of a default dictionary of the function, which alone has put all items there.

    `nested = defaultdict(dict)`, and then `nested[key]`.
    """
    name = expression.value if isinstance(expression, nodes.Subscript) else None
    if not isinstance(name, nodes.Name):
        return False
    scope = expression.scope()
    made = _values(scope.locals.get(name.name, ()))
    if not made or not all(map(_makes_containers, made)):
        return False
    items = (each.parent for each in reads_of(scope, name.name))
    return not any(isinstance(each.parent, nodes.Assign) and each in each.parent.targets for each in items)


def _values(bound: Sequence[nodes.NodeNG]) -> list[nodes.NodeNG | None]:
    """What a name is assigned wherever it is bound; None where it is bound otherwise."""
    return [each.parent.value if isinstance(each.parent, nodes.Assign) else None for each in bound]


def _makes_containers(made: nodes.NodeNG | None) -> bool:
    """Whether a value is `defaultdict(list)`."""
    factories = made.args if isinstance(made, nodes.Call) and called_name(made) == "defaultdict" else []
    return len(factories) == 1 and any(is_name(factories[0], each) for each in ("dict", "list", "set"))


def made_here(expression: nodes.NodeNG, asked: frozenset[str] = frozenset(), calls: bool = True) -> bool:
    """Whether a function itself has got what an expression stands for from a call, or from a part of such a thing.

    What comes from parameters, from around the function, or out of containers there is somebody else's. `asked`: names
    that it may stand for as well, of which the same is asked. Without `calls` what these give is somebody else's, too.
    """
    if isinstance(expression, nodes.Name):
        if expression.name in asked:
            return True
        asked |= {expression.name}
        values = [_bound_to(each) for each in _bindings(expression)]
        return bool(values) and all(value is not None and made_here(value, asked, calls) for value in values)
    if isinstance(expression, nodes.Attribute):
        return made_here(expression.expr, asked, calls)
    if isinstance(expression, nodes.Subscript):
        # A slice of a list is a list of its own.
        return (calls and isinstance(expression.slice, nodes.Slice)) or made_here(expression.value, asked, calls)
    if isinstance(expression, nodes.Call):
        taking = method_name(expression) in _TAKING
        return made_here(expression.func.expr, asked, calls) if taking else calls
    if isinstance(expression, nodes.BoolOp) and expression.op == "or":
        # `given or {}` is at least perhaps its own.
        return calls and made_here(expression.values[-1], asked, calls)
    return isinstance(expression, (nodes.Dict, nodes.List, nodes.Set, nodes.Tuple, nodes.DictComp, nodes.ListComp))


def is_bound_to(name: nodes.Name, made: nodes.NodeNG) -> bool:
    """Whether a name of a function stands for nothing but what one expression of that function makes.

    Another branch may call the same for it: `model = Net(a)` here, and `model = Net(b)` there.
    """
    values = _values(_bindings(name))
    called = spelled(made.func) if isinstance(made, nodes.Call) else ()
    return made in values and all(
        value is made or (called and isinstance(value, nodes.Call) and spelled(value.func) == called)
        for value in values
    )


def _bindings(name: nodes.Name) -> Sequence[nodes.NodeNG]:
    """What may have bound a name of the function, or of a comprehension in it, where it is read."""
    scope = name.scope()
    bound: Sequence[nodes.NodeNG] = scope.locals.get(name.name, ())
    if isinstance(scope, nodes.ComprehensionScope) or not bound:
        return bound
    found, past = bindings_reaching(name, name.name)
    return [*found, *(each for each in bound if past and isinstance(each.parent, nodes.Arguments))]


_TAKING = frozenset({"get", "setdefault", "pop", "popitem", "values", "items", "keys"})
"""Methods of containers that hand out what is in them."""


def _bound_to(bound: nodes.NodeNG) -> nodes.NodeNG | None:
    """What a name is assigned, or a container of it; None where it is bound otherwise."""
    around = bound.parent
    while isinstance(around, (*DISPLAYS, nodes.Starred)):
        around = around.parent
    if isinstance(around, nodes.Assign):
        value: nodes.NodeNG = around.value
        return value
    if isinstance(around, (nodes.For, nodes.Comprehension)):
        iterated: nodes.NodeNG = around.iter
        return iterated
    return None
