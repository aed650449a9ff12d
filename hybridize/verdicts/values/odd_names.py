"""Names of layers, models, losses, optimizers, variables and columns that no graph takes: `Dense(4, name="my layer")`.

A graph names its operations after them; eager execution does not look. Run on 2.15 and 2.21: the first call raises
`ValueError: 'my layer/' is not a valid root scope name`.
"""

from __future__ import annotations

from hybridize.inference.results.facts import Facts, FunctionFacts
from hybridize.program.places import place_of
from hybridize.verdicts.evidence.safety import Observed
from hybridize.verdicts.project.programs import Programs


def oddly_named(facts: Facts, programs: Programs, function: FunctionFacts) -> list[Observed]:
    """The first such name that may be of something that the function uses: which object has it is not followed."""
    if not facts.odd_names:
        return []
    reached = facts.graph.reached(function.contexts)
    names = (name for context in reached for name in facts.outside_calls(context.scope))
    methods = (facts.function_of(context.scope) for context in reached)
    # The `call` of a layer of the project runs under the name of the layer.
    bases = (base for method in methods if method is not None for base in method.bases)
    if not any(name.startswith("keras.") for each in (names, bases) for name in each):
        return []
    for node, path in facts.odd_names.items():
        if programs.may_load(path, function.contexts):
            text = "a layer, model, loss or optimizer has a name that a graph refuses"
            return [Observed(place_of(path, node), "invalid-name-argument", text)]
    return []
