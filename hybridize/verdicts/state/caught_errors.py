"""Callers that catch what a function raises, tell it, and go on: a graph raises other errors, with other texts.

While tracing, wrong shapes and dtypes are a `ValueError` or `TypeError` where an operation raises an
`InvalidArgumentError`; the text of whatever is raised there begins with `in user code`, and an error of a class of the
program may be another one. A context manager that gives True at its end catches, too. An operation of a graph names the
places where it was made. By runs with 2.15 and 2.21.
"""

from __future__ import annotations

from collections.abc import Iterator, Set
from functools import cached_property
from itertools import islice

from astroid import nodes

from hybridize.inference.facts.callers import Way
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.program.flow.graph import raises_or_exits
from hybridize.program.places import place_of
from hybridize.program.scopes import parameter_names
from hybridize.program.syntax import last_name
from hybridize.verdicts.evidence.base import Evidence
from hybridize.verdicts.evidence.safety import ToldError

_TELLING = frozenset({"exc_info", "format_exc"})
"""Functions that give the error that is being handled."""


class ToldErrors:
    """Finds calls of a function around which a caller reads the error and goes on."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def of(self, function: FunctionFacts) -> Iterator[Evidence]:
        """The first handler that tells what a function raises, or what a caller of it does not catch."""
        callers = self._facts.graph.callers
        calls = () if self._told.isdisjoint(function.contexts) else callers.of(*function.contexts)
        yield from islice(callers.ends(calls, self._catching), 1)

    @cached_property
    def _told(self) -> Set[Context]:
        """What runs inside of such handlers."""
        contexts = (each for scope in self._telling for each in self._facts.contexts_of(scope))
        edges = ((Way(each, call, False), callee) for each in contexts for call, callee, _ in each.summary.edges())
        return self._facts.graph.reached(callee for way, callee in edges if self._catching(way)).keys()

    def _catching(self, way: Way) -> Evidence | None:
        for catching in self._telling.get(way.caller.scope, ()):
            if any(statement is way.node or statement.parent_of(way.node) for statement in catching.body):
                return ToldError(place_of(way.caller.module_path, catching))
        return None

    @cached_property
    def _telling(self) -> dict[nodes.NodeNG, list[nodes.Try | nodes.With]]:
        """The statements of the program that tell an error and go on, by function."""
        found: dict[nodes.NodeNG, list[nodes.Try | nodes.With]] = {}
        for module in self._facts.program.modules:
            for tried in module.all_of(nodes.Try) if "except" in module.file.text else ():
                if any(map(_tells, tried.handlers)):
                    found.setdefault(tried.scope(), []).append(tried)
        managing = [tried.scope() for tries in found.values() for tried in tries if _is_around_yield(tried)]
        for module in self._facts.program.modules:
            methods = module.all_of(nodes.FunctionDef) if "__exit__" in module.file.text else ()
            managing.extend(method for method in methods if method.name == "__exit__" and _tells_at_exit(method))
        contexts = (each for scope in managing for each in self._facts.contexts_of(scope))
        for _, call, _ in self._facts.graph.callers.of(*contexts):
            block = next((each for each in (call, *call.node_ancestors()) if isinstance(each, nodes.With)), None)
            if block is not None:
                found.setdefault(block.scope(), []).append(block)
        return found


def _is_around_yield(tried: nodes.Try) -> bool:
    """Whether what a context manager is around runs in the `try`."""
    return any(True for statement in tried.body for _ in statement.nodes_of_class(nodes.Yield))


def _tells_at_exit(method: nodes.FunctionDef) -> bool:
    """Whether the end of a context manager reads the class or the text of an error, and the program may go on."""
    given = set(parameter_names(method)[1:])
    read = [name for name in method.nodes_of_class(nodes.Name) if name.name in given]
    goes_on = [each.value for each in method.nodes_of_class(nodes.Return) if each.value is not None]
    if all(isinstance(value, nodes.Const) and not value.value for value in goes_on):
        return False
    return any(not isinstance(name.parent, nodes.Compare) and not _asks_part(name) for name in read)


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
