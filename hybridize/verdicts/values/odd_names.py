"""Names of layers, models, losses, optimizers, variables and columns that no graph takes: `Dense(4, name="my layer")`.

A graph names its operations after them; eager execution does not look. Run on 2.15 and 2.21: the first call raises
`ValueError: 'my layer/' is not a valid root scope name`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from astroid import nodes

from hybridize.inference.domain.objects import AbstractObject
from hybridize.inference.domain.values import join
from hybridize.inference.facts.facts import Facts, FunctionFacts
from hybridize.inference.facts.model import Context
from hybridize.program.places import place_of
from hybridize.verdicts.evidence.assumptions import UnseenCode
from hybridize.verdicts.evidence.safety import Observed
from hybridize.verdicts.project.programs import Programs
from hybridize.verdicts.project.unknown_code import uncovered


def oddly_named(facts: Facts, programs: Programs, function: FunctionFacts) -> list[Observed]:
    """The first such name that something has which the function uses."""
    loaded = _loaded(facts, programs, function)
    known = [node for node in loaded if facts.odd_names[node][1]]
    used = _used(facts, function) if known else ()
    for node in known:
        if any(_is_of(each, node) for each in used):
            text = "a layer, model, loss or optimizer has a name that a graph refuses"
            return [Observed(place_of(facts.odd_names[node][0], node), "invalid-name-argument", text)]
    return []


def perhaps_oddly_named(facts: Facts, programs: Programs, function: FunctionFacts) -> list[UnseenCode]:
    """The first such name that may be of something that the function uses: which object has it is not followed."""
    what = "a layer, model, loss or optimizer may have a name that a graph refuses"
    loaded = () if oddly_named(facts, programs, function) else _loaded(facts, programs, function)
    return [uncovered(function.module.file.relative, function.node, what, node) for node in loaded[:1]]


def _loaded(facts: Facts, programs: Programs, function: FunctionFacts) -> Sequence[nodes.NodeNG]:
    """The places of odd names in what one program loads with the function, if that uses something of Keras."""
    odd = [node for node, (path, _) in facts.odd_names.items() if programs.may_load(path, function.contexts)]
    return odd if odd and _uses_keras(facts, facts.graph.reached(function.contexts)) else ()


def _uses_keras(facts: Facts, reached: Iterable[Context]) -> bool:
    names = (name for context in reached for name in facts.outside_calls(context.scope))
    methods = (facts.function_of(context.scope) for context in reached)
    # The `call` of a layer of the project runs under the name of the layer.
    bases = (base for method in methods if method is not None for base in method.bases)
    return any(name.startswith("keras.") for each in (names, bases) for name in each)


def _used(facts: Facts, function: FunctionFacts) -> Iterable[AbstractObject]:
    """What a function and what it calls are given and read, and all that it holds."""
    reached = facts.graph.reached(function.contexts)
    given = [value for context in reached for value in context.arguments.values()]
    read = [value for context in reached for _, value in context.summary.implicit_reads.values()]
    return facts.objects.within(join([*given, *read]))


def _is_of(obj: AbstractObject, node: nodes.NodeNG) -> bool:
    """Whether a call makes an object, or the `__init__` of its class hands on the name."""
    cls = obj.project_class
    return obj.made_at is node or (cls is not None and cls.node.parent_of(node))
