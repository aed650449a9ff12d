"""Functions that code outside of the project may call, whenever it likes: what they write may be written at any time.

A function is called so if it is handed over as a value (`weakref.finalize(o, f)`, `LambdaCallback(on_epoch_end=f)`), if
Python calls it by itself (`__hash__`, `__repr__`), or if it overrides a method of a class of a package.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Container, Iterable, Iterator
from functools import cached_property
from typing import TypeVar

from astroid import nodes

from hybridize.inference.facts.callers import Call, Way
from hybridize.inference.facts.changes import changes_builtin_state, sets_up_receiver
from hybridize.inference.facts.facts import Facts
from hybridize.inference.facts.model import Context
from hybridize.program.functions import decorators_of
from hybridize.program.memory import remembered
from hybridize.program.setting_up import CONSTRUCTING
from hybridize.program.syntax import last_name
from hybridize.program.writes import is_special, names_special_method

_CALLED_WHERE_WRITTEN = CONSTRUCTING | {
    "__call__", "__enter__", "__exit__", "__setattr__", "__delattr__", "__setitem__", "__delitem__", "__set__",
    "__delete__", "__get__", "__getattr__", "__getattribute__",
}  # fmt: skip
"""Special methods whose calls the analysis finds at the constructs that make them: `o.x = 1`, `with o`, `o()`."""

_WITHOUT_HOOKS = ("abc.", "builtins.", "enum.", "typing.")
"""How the names of classes begin that call no methods of those that derive from them, but special ones."""


_Read = TypeVar("_Read", nodes.Name, nodes.Attribute)


class OutsideCalls:
    """Answers after the fixpoint."""

    def __init__(self, facts: Facts, may_load: Callable[[str, Collection[Context]], bool]) -> None:
        """`may_load`: whether a run that reaches some contexts may load a module."""
        self._facts = facts
        self._may_load = may_load

    def may_run(self, node: nodes.NodeNG, context: Context, ordered: Container[Context]) -> bool:
        """Whether a statement of a context may run at a time that no call in the program tells.

        `ordered`: the contexts whose own statements say what runs before and after the calls in question.
        """

        def judge(way: Way) -> bool | None:
            scope = way.caller.scope
            if way.caller in ordered or not isinstance(scope, (nodes.FunctionDef, nodes.Lambda)):
                return False
            if sets_up_receiver(way):
                return False
            return self._is_called_by_others(way.caller) or None

        return any(self._facts.graph.callers.ends([Call(context, node)], judge))

    @remembered
    def _is_called_by_others(self, context: Context) -> bool:
        scope = context.scope
        if not isinstance(scope, nodes.FunctionDef):
            return not (isinstance(scope.parent, nodes.Call) and scope.parent.func is scope)
        name = str(scope.name)
        if is_special(name) and isinstance(scope.parent, nodes.ClassDef):
            return name not in _CALLED_WHERE_WRITTEN or not self._facts.graph.callers.of(context)
        method = isinstance(scope.parent, nodes.ClassDef)
        used = self._attributes.get(name, frozenset())
        if not method:
            used |= self._names.get(name, frozenset())
        if any(self._may_load(path, (context,)) for path in used) and not _is_accessor(scope):
            return True
        function = self._facts.function_of(scope)
        return function is not None and any(self._is_hook(base, name) for base in function.bases)

    def _is_hook(self, base: str, name: str) -> bool:
        """Whether code of a package may call a method of this name, of a class that derives from one of its own."""
        knowledge = self._facts.knowledge
        if knowledge.framework(base) is not None:
            return knowledge.method(base, name) is not None
        return not base.startswith(_WITHOUT_HOOKS)

    @cached_property
    def _names(self) -> dict[str, frozenset[str]]:
        """The names that stand for values that are not called there, each with the paths of the modules that do so."""
        return self._where((path, each.name) for path, each in self._used_as_values(nodes.Name))

    @cached_property
    def _attributes(self) -> dict[str, frozenset[str]]:
        """The same of attributes, as which methods are used."""
        return self._where((path, each.attrname) for path, each in self._used_as_values(nodes.Attribute))

    def _used_as_values(self, kind: type[_Read]) -> Iterator[tuple[str, _Read]]:
        for module in self._facts.program.modules:
            for node in module.all_of(kind):
                if _is_value(node) or self._is_never_called(node.scope()):
                    yield module.file.relative, node

    @staticmethod
    def _where(found: Iterable[tuple[str, str]]) -> dict[str, frozenset[str]]:
        paths: dict[str, set[str]] = {}
        for path, name in found:
            paths.setdefault(name, set()).add(path)
        return {name: frozenset(each) for name, each in paths.items()}

    def changing_lambda(self, contexts: Collection[Context]) -> tuple[str, nodes.Lambda] | None:
        """A lambda that changes something and that nothing in the program calls, with the path of its module.

        One that a run may load which reaches some contexts.
        """
        return next((each for each in self._changing_lambdas if self._may_load(each[0], contexts)), None)

    @cached_property
    def _changing_lambdas(self) -> list[tuple[str, nodes.Lambda]]:
        return [
            (module.file.relative, node)
            for module in self._facts.program.modules
            if "lambda" in module.file.text
            for node in module.all_of(nodes.Lambda)
            if self._is_never_called(node) and _changes_something(node)
        ]

    def _is_never_called(self, scope: nodes.NodeNG) -> bool:
        return type(scope) is nodes.Lambda and not self._facts.analysis.contexts.by_scope.get(scope)


def _is_value(node: nodes.Name | nodes.Attribute) -> bool:
    """Whether a name stands for what it names, which is not called there and is no decorator."""
    called = isinstance(node.parent, nodes.Call) and node.parent.func is node
    return not called and not isinstance(node.parent, nodes.Decorators)


def _is_accessor(function: nodes.FunctionDef) -> bool:
    """Whether it is called where an attribute of its name is read, assigned or deleted: a property."""
    accessors = ("property", "setter", "deleter", "getter")
    return any(last_name(each) in accessors for each in decorators_of(function))


def _changes_something(node: nodes.Lambda) -> bool:
    return any(
        isinstance(each, nodes.NamedExpr) or changes_builtin_state(each) or names_special_method(each)
        for each in node.body.nodes_of_class((nodes.Call, nodes.NamedExpr))
    )
