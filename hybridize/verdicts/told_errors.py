"""Callers that catch what a function raises, tell it, and go on: a graph raises other errors, with other texts.

While tracing, wrong shapes and dtypes are a `ValueError` or `TypeError` where an operation raises an
`InvalidArgumentError`; the text of whatever is raised there begins with `in user code`, and an error of a class of the
program may be another one. An operation of a graph names the places where it was made. By runs with 2.15 and 2.21.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from astroid import nodes

from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.inference.results.model import Context
from hybridize.program.order import raises_or_exits
from hybridize.program.places import place_of
from hybridize.program.syntax import last_name
from hybridize.verdicts.evidence import Evidence, ToldError

_TELLING = frozenset({"exc_info", "format_exc"})
"""Functions that give the error that is being handled."""


class ToldErrors:
    """Finds calls of a function around which a caller reads the error and goes on."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def of(self, function: FunctionFacts) -> Iterator[Evidence]:
        """The first handler that tells what a function raises, or what a caller of it does not catch."""
        seen: set[Context] = set(function.contexts)
        queue = list(function.contexts) if self._telling else []
        for context in queue:
            for caller, call, _ in self._facts.graph.callers.get(context, ()):
                for tried in self._telling.get(caller.scope, ()):
                    if any(statement is call or statement.parent_of(call) for statement in tried.body):
                        yield ToldError(place_of(caller.module_path, tried))
                        return
                if caller not in seen:
                    seen.add(caller)
                    queue.append(caller)

    @cached_property
    def _telling(self) -> dict[nodes.NodeNG, list[nodes.Try]]:
        """The `try` statements of the program that tell an error and go on, by function."""
        found: dict[nodes.NodeNG, list[nodes.Try]] = {}
        for module in self._facts.program.modules:
            for tried in module.all_of(nodes.Try) if "except" in module.file.text else ():
                if any(map(_tells, tried.handlers)):
                    found.setdefault(tried.scope(), []).append(tried)
        return found


def _tells(handler: nodes.ExceptHandler) -> bool:
    """Whether a handler reads the class or the text of an error, and the program goes on behind it.

    Of an error that it names itself, the text alone: it is the same class in a graph, or none that it catches.
    """
    if raises_or_exits(handler.body[-1]):
        return False
    if any(last_name(call.func) in _TELLING for call in handler.nodes_of_class(nodes.Call)):
        return True
    bound = handler.name.name if handler.name is not None else None
    names = [name for part in handler.body for name in part.nodes_of_class(nodes.Name) if name.name == bound]
    return any(not _asks_part(name) and (_is_broad(handler) or not _asks_class(name)) for name in names)


def _is_broad(handler: nodes.ExceptHandler) -> bool:
    """Whether it catches what tracing raises in place of what an operation raises."""
    if handler.type is None:
        return True
    names = {last_name(each) for each in handler.type.nodes_of_class((nodes.Attribute, nodes.Name))}
    return not names.isdisjoint({"BaseException", "Exception"}) or len(names) > 1


def _asks_class(name: nodes.Name) -> bool:
    """`type(error)`, `error.__class__`, `isinstance(error, ...)`, `raise error`."""
    parent = name.parent
    if isinstance(parent, nodes.Call):
        return last_name(parent.func) in ("type", "isinstance") and parent.args[0] is name
    return isinstance(parent, nodes.Raise) or (isinstance(parent, nodes.Attribute) and parent.attrname == "__class__")


def _asks_part(name: nodes.Name) -> bool:
    """`raise error`, `raise Other() from error`, and `"wanted" in str(error)`: the longer text has the same words."""
    within = (each for each in name.node_ancestors() if isinstance(each, nodes.Compare))
    if any(operator in ("in", "not in") for each in within for operator, _ in each.ops):
        return True
    return any(isinstance(each, nodes.Raise) for each in name.node_ancestors())
