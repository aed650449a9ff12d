"""What an object calls while it is being made: its own methods, and what it keeps in attributes."""

from __future__ import annotations

from collections.abc import Sequence

from astroid import nodes

from hybridize.program.inside import nodes_inside
from hybridize.program.syntax import spelled


CONSTRUCTING = frozenset({"__init__", "build", "__post_init__", "__new__", "setUp", "__setstate__"})
"""Methods that make an object: what they change is not changed again."""


def constructs(scope: nodes.NodeNG) -> bool:
    """Whether a function makes an object, by its name."""
    return getattr(scope, "name", "") in CONSTRUCTING


def called_while_made(classes: Sequence[nodes.ClassDef]) -> frozenset[str]:
    """The names of methods and attributes that `__init__`, and the methods that it calls, call on the object itself.

    `self.setup()`, and in there `self.net(inputs)`. `classes`: that of the object, and its bases in their order.
    """
    found = ["__init__"]
    for name in found:
        methods = (method for cls in classes for method in cls.locals.get(name, ()))
        for method in methods:
            if isinstance(method, nodes.FunctionDef) and method.args.args:
                itself = method.args.args[0].name
                places = [spelled(call.func) for call in nodes_inside(method, nodes.Call)]
                called = [str(place[1]) for place in places if len(place) == 2 and place[0] == itself]
                found += [each for each in dict.fromkeys(called) if each not in found]
    return frozenset(found)
