"""Symbolic tensors of Keras: `tf.function` takes none, neither as an argument nor in one, and captures none."""

from __future__ import annotations

from collections.abc import Iterator

from hybridize.inference.domain.objects import Value
from hybridize.inference.domain.queries import select
from hybridize.inference.domain.tensors import Tensor
from hybridize.inference.facts.facts import Facts, FunctionFacts, ParameterFacts
from hybridize.inference.facts.model import Context
from hybridize.inference.facts.objects import Objects
from hybridize.verdicts.evidence.safety import Observed
from hybridize.verdicts.model.parts import Place

_KIND = "keras"


def arrives_symbolic(facts: Facts, parameter: ParameterFacts) -> bool:
    """Whether a symbolic tensor is among the arguments for a parameter, or in a structure that is one."""
    if _KIND in parameter.tensors:
        return not perhaps_symbolic(parameter)
    return parameter.contained is not None and _holds_symbolic(facts.objects, parameter.value)


def perhaps_symbolic(parameter: ParameterFacts) -> bool:
    """Whether each call that may pass a symbolic Keras tensor may as well pass another: which, its own branches say."""
    kinds = [{a.kind for a in select(passed.value, Tensor)} for passed in parameter.incoming]
    symbolic = [found for found in kinds if _KIND in found]
    return bool(symbolic) and all(len(found) > 1 for found in symbolic)


def captured(facts: Facts, function: FunctionFacts, here: Place) -> list[Observed]:
    """The first symbolic tensor that the function, or what it calls, reads from a closure or the module."""
    for context in facts.graph.reached(function.contexts).where(_reads_symbolic):
        for name in _symbolic_names(context):
            text = f"it reads `{name}`, a symbolic Keras tensor, which no graph takes"
            return [Observed(here, "keras-symbolic-argument", text)]
    return []


def _reads_symbolic(context: Context) -> bool:
    return any(True for _ in _symbolic_names(context))


def _symbolic_names(context: Context) -> Iterator[str]:
    """The names from elsewhere by which a context reads symbolic tensors."""
    return (name for name, (_, value) in context.summary.implicit_reads.items() if _is_symbolic(value))


def _holds_symbolic(objects: Objects, value: Value) -> bool:
    """Whether a structure of a value, at any depth, has a symbolic tensor in it."""
    return any(_is_symbolic(inner) for inner in objects.members(frozenset(objects.within(value))))


def _is_symbolic(value: Value) -> bool:
    return any(each.kind == _KIND for each in select(value, Tensor))
