"""Values that an expression gives whenever it is evaluated: constants, and how long what never changes is."""

from __future__ import annotations

from astroid import nodes

from hybridize.inference.domain.objects import Container, TupleObject
from hybridize.inference.domain.queries import only, select
from hybridize.inference.domain.values import join
from hybridize.inference.facts.facts import Facts
from hybridize.program.lookup import bindings, builtin_name
from hybridize.program.setting_up import constructs

_MEASURED = frozenset({"list", "tuple", "set", "frozenset"})
"""Containers whose length changes by their methods alone."""


class Alike:
    """Tells such expressions."""

    def __init__(self, facts: Facts) -> None:
        self._facts = facts

    def is_alike(self, value: nodes.NodeNG) -> bool:
        """Whether all calls get the same of an expression."""
        if isinstance(value, nodes.Const):
            return True
        measures = isinstance(value, nodes.Call) and builtin_name(value.func) == "len" and len(value.args) == 1
        return measures and self._keeps_length(value.args[0])

    def _keeps_length(self, measured: nodes.NodeNG) -> bool:
        """Whether a tuple, or a list that is filled where its object is made, is all that stands there."""
        objects, contexts = self._facts.objects, self._facts.contexts_of(measured.frame())
        value = join([objects.held_by(measured, context) for context in contexts])
        if not value or not only(value, Container, TupleObject):
            return False
        if isinstance(measured, nodes.Attribute):
            owners = join([objects.held_by(measured.expr, context) for context in contexts])
            if any(self._facts.accesses.writes((each.project_class, measured.attrname)) for each in owners):
                return False
        elif measured.frame().locals.get(measured.name) or len(list(bindings(measured))) != 1:
            return False
        return all(
            each.type in _MEASURED and all(map(_is_setting_up, objects.changes(each)))
            for each in select(value, Container)
        )


def _is_setting_up(change: nodes.NodeNG) -> bool:
    frame = change.frame()
    return isinstance(frame, nodes.Module) or constructs(frame)
