"""Losses that layers compute in a graph, and that code outside of it asks for.

A layer with an `activity_regularizer`, or one that calls `add_loss`, keeps the losses of its last call, and
`model.losses` gives them. In a graph these are tensors of the trace. Run on 2.15 and 2.21: `sum(model.losses)` after a
graph has called the model raises `TypeError: <tf.Tensor …> is out of scope and cannot be used here`.
"""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.program.lookup import bindings
from hybridize.program.syntax import last_name
from hybridize.verdicts.evidence.assumptions import UnseenCode
from hybridize.verdicts.project.programs import Programs
from hybridize.verdicts.project.unknown_code import uncovered

_KEEPING = frozenset({"add_loss", "ActivityRegularization"})
_ARGUMENT = "activity_regularizer"
_ASKING = "losses"


class KeptLosses:
    """Finds functions after whose calls somebody asks for such losses."""

    def __init__(self, facts: Facts, programs: Programs) -> None:
        self._facts = facts
        self._programs = programs
        self._asked: list[tuple[str, nodes.Attribute]] | None = None
        self._keeping: list[str] = []
        """The modules with layers that keep losses."""

    def of(self, function: FunctionFacts) -> list[UnseenCode]:
        """The first place outside of the function that asks, where the function calls layers."""
        asked = self._asking()
        if not asked:
            return []
        inside = self._facts.graph.reached(function.contexts).scopes
        outside = [
            each
            for path, each in asked
            if each.frame() not in inside and self._programs.may_load(path, function.contexts)
        ]
        if not any(self._programs.may_load(path, function.contexts) for path in self._keeping):
            return []
        if not outside or not any(self._calls_layers(scope) for scope in inside):
            return []
        what = "losses of layers, which are read outside of the graph"
        return [uncovered(function.module.file.relative, function.node, what, outside[0])]

    def _asking(self) -> list[tuple[str, nodes.Attribute]]:
        """Where the program asks an object for losses, with the path of the module, if it has layers that keep any."""
        if self._asked is None:
            modules = self._facts.program.modules
            mentioning = (module for module in modules if _mentions(module.file.text))
            self._keeping = [each.file.relative for each in mentioning if any(map(_keeps, each.all_of(nodes.Call)))]
            self._asked = [
                (module.file.relative, each)
                for module in modules
                if self._keeping and f".{_ASKING}" in module.file.text
                for each in module.all_of(nodes.Attribute)
                if each.attrname == _ASKING and not _is_of_framework(each.expr)
            ]
        return self._asked

    def _calls_layers(self, scope: nodes.NodeNG) -> bool:
        names = self._facts.outside_calls(scope)
        return any(name.startswith("keras.") and name.endswith(".__call__") for name in names)


def _is_of_framework(expression: nodes.NodeNG) -> bool:
    """Whether an expression is a module of the framework, `tf.keras.losses`, which is no layer."""
    while isinstance(expression, nodes.Attribute):
        expression = expression.expr
    if not isinstance(expression, nodes.Name):
        return False
    bound = bindings(expression)
    return bool(bound) and all(map(_imports_framework, bound))


def _imports_framework(binding: nodes.NodeNG) -> bool:
    if isinstance(binding, nodes.ImportFrom):
        imported = [binding.modname or ""] if not binding.level else [""]
    else:
        imported = [name for name, _ in binding.names] if isinstance(binding, nodes.Import) else [""]
    return all(name.partition(".")[0] in _FRAMEWORKS for name in imported)


_FRAMEWORKS = frozenset({"tensorflow", "keras", "tf_keras"})


def _mentions(text: str) -> bool:
    return _ARGUMENT in text or any(word in text for word in _KEEPING)


def _keeps(call: nodes.Call) -> bool:
    return last_name(call.func) in _KEEPING or any(each.arg == _ARGUMENT for each in call.keywords)
